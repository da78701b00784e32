from __future__ import annotations

import pytest

from scorekeeper.core.devices import visitors
from scorekeeper.core.refusals import NotAllowed, NotFound, Refusal
from scorekeeper.games.commands import authorization
from scorekeeper.games.commands.game_state import load
from scorekeeper.games.commands.library import game_creation, game_lists, matches
from scorekeeper.games.commands.recording import table_commands
from scorekeeper.games.commands.recording.event_writer import write
from scorekeeper.games.commands.sharing import share_links
from tests.games.kitchen_table import Table, hand, header, key

pytestmark = pytest.mark.usefixtures("inside")


def test_a_link_to_score_lets_another_device_record():
    table, phone = Table(), visitors.make()
    access = share_links.open_link(share_links.create(table.access, "score").token, phone)
    assert access.role == "score"
    write(access, table_commands.record(hand()), revision=access.revision, uuid=key())
    assert table.game.scores == (65, 35)
    assert [g.access.game_id for g in game_lists.games_of_device(phone)] == [table.game_id]


def test_a_link_to_watch_shows_everything_and_lets_nothing_be_changed():
    table, phone = Table(), visitors.make()
    table.play(hand())
    access = share_links.open_link(share_links.create(table.access, "watch").token, phone)
    assert load(access).scores == (65, 35)
    for change in (
        lambda: write(access, table_commands.record(hand()), revision=2, uuid=key()),
        lambda: write(access, table_commands.strike(2), revision=2, uuid=key()),
        lambda: write(access, table_commands.undo(), revision=2, uuid=key()),
        lambda: share_links.create(access, "score"),
        lambda: share_links.list_shares(access),
        lambda: matches.rematch(access),
    ):
        with pytest.raises(NotAllowed):
            change()


def test_a_link_that_was_ended_opens_nothing_any_more_also_where_it_was_opened():
    table, phone = Table(), visitors.make()
    share = share_links.create(table.access, "score")
    share_links.open_link(share.token, phone)
    share_links.revoke(table.access, share.id)
    share_links.revoke(table.access, share.id)
    assert game_lists.games_of_device(phone) == []
    for attempt in (
        lambda: authorization.access_by_device(table.game_id, phone.key),
        lambda: authorization.access_by_token(table.game_id, share.token),
        lambda: share_links.find_link_target(share.token),
        lambda: share_links.open_link(share.token, visitors.make()),
    ):
        with pytest.raises(NotFound):
            attempt()
    assert table.game.revision == 1


def test_a_forged_link_opens_nothing():
    table = Table()
    share = share_links.create(table.access, "score")
    number, _, signature = share.token.partition(".")
    forged = [f"{int(number) + 1}.{signature}", number, "", "é", f"{number}.{signature[:-1]}", "x" * 5000]
    for token in forged:
        with pytest.raises(NotFound):
            authorization.access_by_token(table.game_id, token)


def test_a_link_opens_its_own_game_and_no_other():
    table, other = Table(), Table()
    token = share_links.create(table.access, "score").token
    with pytest.raises(NotFound):
        authorization.access_by_token(other.game_id, token)


def test_the_links_of_a_game_are_listed_with_how_many_devices_opened_them():
    table = Table()
    watch = share_links.create(table.access, "watch")
    score = share_links.create(table.access, "score")
    for _ in range(2):
        share_links.open_link(watch.token, visitors.make())
    assert [(s.id, s.role, s.devices) for s in share_links.list_shares(table.access)] == [
        (score.id, "score", 0),
        (watch.id, "watch", 2),
    ]


def test_opening_a_weaker_link_takes_no_right_away():
    table, phone = Table(), visitors.make()
    watch, score = share_links.create(table.access, "watch"), share_links.create(table.access, "score")
    assert share_links.open_link(watch.token, phone).role == "watch"
    assert share_links.open_link(score.token, phone).role == "score"
    assert share_links.open_link(watch.token, phone).role == "score"
    assert share_links.open_link(watch.token, table.visitor).role == "own"


def test_the_last_way_to_score_a_game_cannot_be_ended():
    access = game_creation.create(header(), None, roles=("score", "watch"))
    links = {share.role: share for share in share_links.list_shares(access)}
    by_link = authorization.access_by_token(access.game_id, links["score"].token)
    share_links.revoke(by_link, links["watch"].id)
    with pytest.raises(Refusal) as refused:
        share_links.revoke(by_link, links["score"].id)
    assert refused.value.code == "link.last"
    share_links.create(by_link, "score")
    share_links.revoke(by_link, links["score"].id)


def test_the_link_of_another_game_cannot_be_ended_from_here():
    table, other = Table(), Table()
    share = share_links.create(other.access, "score")
    with pytest.raises(NotFound):
        share_links.revoke(table.access, share.id)
    assert share_links.find_link_target(share.token).game_id == other.game_id


def test_a_game_has_so_many_open_links_and_roles_are_two():
    table = Table()
    with pytest.raises(Refusal) as refused:
        share_links.create(table.access, "own")
    assert refused.value.code == "role"
    for _ in range(20):
        share_links.create(table.access, "watch")
    with pytest.raises(Refusal) as refused:
        share_links.create(table.access, "watch")
    assert refused.value.code == "link.many"
