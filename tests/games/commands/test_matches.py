from __future__ import annotations

import pytest

from scorekeeper.core.devices import visitors
from scorekeeper.core.refusals import NotFound, Refusal
from scorekeeper.games.commands import authorization
from scorekeeper.games.commands.game_state import load
from scorekeeper.games.commands.library import game_creation, game_lists, matches
from scorekeeper.games.commands.recording import table_commands
from scorekeeper.games.commands.recording.event_writer import write
from scorekeeper.games.commands.sharing import share_links
from tests.games.kitchen_table import Table, hand, header, key

pytestmark = pytest.mark.usefixtures("inside")


def won(first_dealer: int = 0) -> Table:
    """Return a game that the first side has won in two hands."""
    table = Table(first_dealer=first_dealer)
    table.play(hand(0, 100, (100, 0)), hand(0, 100, (100, 0)))
    return table


def test_a_rematch_has_the_same_players_and_rules_and_the_next_dealer():
    table = won(first_dealer=1)
    table.move(table_commands.rename, ["Anne", "Benoît", "Claire", "Denis"])
    access = matches.rematch(table.access)
    game = load(access)
    assert (game.players, game.rules) == (table.game.players, table.game.rules)
    assert game.first_dealer == 3
    assert (access.number, access.role) == (2, "own")
    assert table.access.next_id == access.game_id


def test_asking_twice_for_a_rematch_gives_the_same_game():
    table = won()
    assert matches.rematch(table.access).game_id == matches.rematch(table.access).game_id
    assert len(game_lists.games_of_device(table.visitor)) == 2


def test_there_is_no_rematch_of_a_game_that_is_not_over():
    with pytest.raises(Refusal) as refused:
        matches.rematch(Table().access)
    assert refused.value.code == "not_over"


def test_the_score_of_a_match_is_carried_on_and_follows_corrections():
    table = won()
    assert matches.match_standing(table.access) is None
    second = matches.rematch(table.access, games_to_win=2)
    for _ in range(2):
        second = authorization.access_by_device(second.game_id, table.visitor.key)
        write(second, table_commands.record(hand(1, 100, (0, 100))), revision=second.revision, uuid=key())
    standing = matches.match_standing(table.access)
    assert (standing.score.games, standing.games_to_win, standing.score.winners) == ((1, 1), 2, ())
    assert [g.access.number for g in standing.games] == [1, 2]
    table.move(table_commands.strike, 3)
    assert matches.match_standing(table.access).score.games == (0, 1)


def test_a_match_is_won_with_the_agreed_number_of_games():
    table = won()
    matches.rematch(table.access, games_to_win=1)
    assert matches.match_standing(table.access).score.winners == (0,)
    with pytest.raises(Refusal):
        matches.rematch(table.access, games_to_win=0)


def test_whoever_is_in_the_game_is_in_the_rematch_and_by_the_same_link():
    table, phone = won(), visitors.make()
    share = share_links.create(table.access, "watch")
    share_links.open_link(share.token, phone)
    following = matches.rematch(table.access)
    assert authorization.access_by_device(following.game_id, phone.key).role == "watch"
    assert authorization.access_by_token(following.game_id, share.token).role == "watch"
    assert share_links.find_link_target(share.token).game_id == following.game_id
    assert [s.id for s in share_links.list_shares(following)] == [share.id]
    share_links.revoke(following, share.id)
    with pytest.raises(NotFound):
        authorization.access_by_device(following.game_id, phone.key)


def test_a_link_made_for_the_rematch_does_not_open_the_game_before_it():
    table = won()
    token = share_links.create(matches.rematch(table.access), "score").token
    with pytest.raises(NotFound):
        authorization.access_by_token(table.game_id, token)


def test_a_program_with_a_link_only_can_play_a_rematch():
    access = game_creation.create(header(), None, roles=("score",))
    token = share_links.list_shares(access)[0].token
    for _ in range(2):
        access = authorization.access_by_token(access.game_id, token)
        write(access, table_commands.record(hand(0, 100, (100, 0))), revision=access.revision, uuid=key())
    following = matches.rematch(authorization.access_by_token(access.game_id, token))
    again = authorization.access_by_token(following.game_id, token)
    assert again.may_score
    assert matches.match_standing(again).score.games == (1, 0)
