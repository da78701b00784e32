from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.core.db.database import db
from scorekeeper.core.devices import visitors
from scorekeeper.core.refusals import NotFound
from scorekeeper.engine.errors import GameError
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, named_rules
from scorekeeper.formats.game_record import Record, dump_record
from scorekeeper.games.commands import authorization
from scorekeeper.games.commands.library import game_creation, game_lists
from scorekeeper.games.commands.recording import table_commands
from scorekeeper.games.store.game import Game
from tests.engine.strategies import games as drawn_games
from tests.games.kitchen_table import NAMES, Table, hand, header, key
from tests.tiers import examples

pytestmark = pytest.mark.usefixtures("inside")


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS_BY_NAME)
def test_a_game_can_be_started_under_every_named_rule_set(name):
    table = Table(name)
    assert table.game.rules == named_rules(name)
    assert table.game.record_json()["players"] == NAMES[: named_rules(name).table.players]


def test_a_game_keeps_the_rules_it_was_started_with():
    table = Table({"base": "kitty", "target": 300, "keep": "dealer"})
    assert table.game.rules == named_rules("kitty").with_options(target=300, keep="dealer")


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"rules": "nonsense"}, "rules"),
        ({"rules": {"pack": 40}}, "rules"),
        ({"players": ["A"]}, "players"),
        ({"players": ["A", "B", "C", "x" * 61]}, "players"),
        ({"first_dealer": 4}, "players"),
        ({"format": "other"}, "format"),
        ({"surprise": 1}, "format"),
    ],
)
def test_a_header_that_cannot_be_is_refused(wrong, code):
    with pytest.raises(GameError) as refused:
        game_creation.create({**header(), **wrong}, None)
    assert (refused.value.code, refused.value.event) == (code, 0)
    assert db.session.query(Game).count() == 0


def test_two_taps_on_start_make_one_game():
    visitor, uuid = visitors.make(), key()
    first = game_creation.create(header(), visitor, uuid=uuid)
    assert game_creation.create(header(), visitor, uuid=uuid).game_id == first.game_id
    assert game_creation.create(header(), visitor, uuid=key()).game_id != first.game_id
    assert game_creation.create(header(), visitors.make(), uuid=uuid).game_id != first.game_id


def test_no_device_reaches_the_game_of_another():
    table = Table()
    for stranger in (visitors.cookie_value(visitors.make()), "forged.cookie", "", None):
        with pytest.raises(NotFound):
            authorization.access_to(table.game_id, cookie=stranger)
    assert authorization.access_to(table.game_id, cookie=visitors.cookie_value(table.visitor)).role == "own"


def test_a_record_that_cannot_be_scored_is_refused_at_its_event():
    record = {**header(), "events": [hand(), hand(points=(65, 30)), hand()]}
    with pytest.raises(GameError) as refused:
        game_creation.import_record(record, None)
    assert (refused.value.code, refused.value.event) == ("points.sum", 2)


def test_a_record_that_cannot_be_scored_can_be_brought_in_to_be_mended():
    record = {**header(), "events": [hand(), hand(points=(65, 30)), hand(2, points=(60, 40))]}
    table = Table.of(record, keep_unscored=True)
    assert [e.status for e in table.game.entries] == ["scored", "unscorable", "waiting"]
    table.move(table_commands.correct, table.game.trouble.id, hand(points=(65, 35)))
    assert [e.status for e in table.game.entries] == ["scored"] * 3


def test_a_record_of_too_many_events_or_too_long_a_note_is_refused():
    with pytest.raises(GameError) as refused:
        game_creation.import_record({**header(), "events": [{"kind": "passed_out"}] * 501}, None)
    assert refused.value.code == "format"
    with pytest.raises(GameError) as refused:
        game_creation.import_record({**header(), "events": [hand(), {"kind": "passed_out", "note": "x" * 501}]}, None)
    assert (refused.value.code, refused.value.event) == ("event", 2)


@pytest.mark.slow
@settings(max_examples=examples(25), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(drawn_games())
def test_export_then_import_then_export_is_the_identity(game):
    rules, first_dealer, events = game
    players = tuple(f"P{seat}" for seat in range(rules.table.players))
    record = dump_record(Record(rules, players, first_dealer, tuple(events)))
    first = Table.of(record).game.record_json()
    assert first == record
    assert Table.of(first).game.record_json() == first


@settings(max_examples=examples(15), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(drawn_games(max_events=6), st.data())
def test_a_game_with_hands_that_no_longer_count_is_exported_whole(game, data):
    rules, first_dealer, events = game
    players = tuple(f"P{seat}" for seat in range(rules.table.players))
    table = Table.of(dump_record(Record(rules, players, first_dealer, tuple(events))))
    if events:
        table.move(table_commands.strike, data.draw(st.sampled_from(table.game.entries)).id)
    exported = table.game.record_json()
    again = Table.of(exported, keep_unscored=True).game
    assert again.record_json() == exported
    assert [e.status for e in again.entries] == [e.status for e in table.game.entries]


def test_the_list_of_a_device_has_its_games_the_last_changed_first():
    table = Table()
    second = game_creation.create(header("kitty"), table.visitor)
    assert [g.access.game_id for g in game_lists.games_of_device(table.visitor)] == [second.game_id, table.game_id]
    table.play(hand())
    found = game_lists.games_of_device(table.visitor)
    assert [g.access.game_id for g in found] == [table.game_id, second.game_id]
    assert found[0].game.scores == (65, 35)
    assert game_lists.games_of_device(visitors.make()) == game_lists.games_of_device(None) == []


def test_a_list_of_many_games_takes_two_queries(inside, count_queries):
    table = Table()
    for _ in range(10):
        game_creation.create(header(), table.visitor)
    inside.extensions.pop("scorekeeper.games", None)
    with count_queries() as queries:
        assert len(game_lists.games_of_device(table.visitor)) == 11
    assert len(queries) == 2


def test_a_game_can_be_taken_off_the_list_and_put_back():
    table = Table()
    game_lists.hide_game(table.access)
    assert game_lists.games_of_device(table.visitor) == []
    assert [g.access.game_id for g in game_lists.games_of_device(table.visitor, hidden=True)] == [table.game_id]
    table.play(hand())
    game_lists.hide_game(table.access, False)
    assert len(game_lists.games_of_device(table.visitor)) == 1


def test_rules_and_names_last_used_are_offered_first():
    table = Table("standard")
    game_creation.create(header("kitty", names=["Zoé", "Benoît", "Yvon", "Denis"]), table.visitor)
    table.play(hand())  # playing on in an old game does not make its rules the last chosen
    found = game_lists.games_of_device(table.visitor)
    assert game_lists.recent_rules(found) == [named_rules("kitty"), named_rules("standard")]
    assert game_lists.recent_names(found) == ["Zoé", "Benoît", "Yvon", "Denis", "Aline", "Claire"]


def test_a_device_can_be_named_and_the_history_shows_it():
    table = Table()
    table.visitor = visitors.rename(table.visitor, "  Kitchen tablet ")
    assert table.play(hand()).entry.who == "Kitchen tablet"
    visitors.rename(table.visitor, "")
    assert table.play(hand()).entry.who == ""
