"""The cache of the replay writer: the output is the same to the byte, whatever was replayed before."""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import orjson
import pytest
from hypothesis import given

from scorekeeper.core.i18n.translation import t_for
from scorekeeper.engine.errors import GameError
from scorekeeper.engine.events import Adjustment, NewSeats, Played
from scorekeeper.engine.replay import game
from scorekeeper.engine.replay.game import replay
from scorekeeper.engine.ruleset import named_rules
from scorekeeper.engine.scored_game import Replay
from scorekeeper.formats import event_cache, replay_writer
from scorekeeper.formats.event_cache import KnownEvents
from scorekeeper.formats.game_record import Record, dump_record, parse_event, parse_record
from scorekeeper.formats.replay import replay_json
from scorekeeper.formats.replay_writer import ReplayWriter
from scorekeeper.messages.game.lines import Lines
from scorekeeper.messages.game.outcome import doubt_formatter
from tests.engine.strategies import games, rule_sets
from tests.offline.random_games import game_record

pytestmark = pytest.mark.slow

GAMES = 400
STRANGE = ("O'\"Brien \\ %s", "Zoë {0}", "🃏 %(side)s", "%%d & Fils", "</x>", "Félix")


def plainly(record: Record, lines: Lines) -> bytes:
    """Return the replay as JSON without caches."""
    seated = lines.seated(record.rules)
    result = replay(record.rules, record.first_dealer, _uncached_copies(record.events), record.start_scores)
    made = replay_json(result, seated(record.players), seated, doubt_formatter(lines.t, record.players))
    return orjson.dumps(made, option=orjson.OPT_NON_STR_KEYS)


def _uncached_copies(events: Iterable[Any]) -> list[Any]:
    """Return copies of the events without cached results."""
    return [replace(event) for event in events]


def write_replay(record: Record, writer: ReplayWriter) -> bytes:
    result = replay(record.rules, record.first_dealer, record.events, record.start_scores)
    return orjson.dumps(writer.write(result, record.rules, record.players), option=orjson.OPT_NON_STR_KEYS)


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("most", [4096, 3])
def test_a_replay_is_written_to_the_byte_as_without_anything_kept(lang, most, monkeypatch):
    for module in (event_cache, replay_writer, game):
        monkeypatch.setattr(module, "MOST_CACHED", most)
    lines = Lines(t_for(lang))
    writer, events, scored = ReplayWriter(lines), KnownEvents(), 0
    for number in range(GAMES):
        obj = game_record(number)
        if number % 2:
            obj["players"] = list(STRANGE[: len(obj["players"])])
        try:
            record = parse_record(obj, events.parse)
        except GameError as error:
            with pytest.raises(type(error), match=error.code):
                parse_record(obj)
            continue
        assert record == parse_record(obj)
        assert write_replay(record, writer) == plainly(record, lines), number
        scored += len(record.events)
    assert scored > GAMES


def test_names_that_change_on_the_way_are_told_from_there_on():
    lines = Lines(t_for("en"))
    hand = Played(0, 60, (70, 30), {})
    record = Record(named_rules("standard"), STRANGE[:4], 0, (hand, NewSeats(("A", "B", "C", "D")), hand))
    assert write_replay(record, ReplayWriter(lines)) == plainly(record, lines)
    assert b"A & C bid 60" in write_replay(record, ReplayWriter(lines))


@given(games())
def test_a_hand_after_which_the_game_goes_on_scores_as_if_every_ending_had_been_asked(made):
    rules, first_dealer, events = made
    shortest = replay(rules, first_dealer, events)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(game, "scores_after_plain_hand", lambda *_: None)
        assert replay(rules, first_dealer, events) == shortest


@given(games())
def test_a_hand_scores_the_same_whether_or_not_one_like_it_was_weighed(made):
    rules, first_dealer, events = made
    kept = replay(rules, first_dealer, events)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(game, "_evaluations", _Forgetful())
        assert replay(rules, first_dealer, _uncached_copies(events)) == kept


@given(games(), rule_sets())
def test_a_hand_that_was_met_before_counts_under_any_rules_as_one_that_was_not(made, others):
    rules, first_dealer, events = made
    before = replay(rules, first_dealer, events)
    dealer = next(seat for seat in range(others.table.players) if seat != others.table.fixed_silent)
    for _ in range(2):
        met, anew = replay(others, dealer, events), replay(others, dealer, _uncached_copies(events))
        assert (met.hands, met.doubts, _error_facts(met)) == (anew.hands, anew.doubts, _error_facts(anew))
    assert replay(rules, first_dealer, events) == before == replay(rules, first_dealer, _uncached_copies(events))


def test_a_hand_that_was_met_before_is_refused_once_its_contractor_is_silent_or_out_of_the_game():
    rules = named_rules("five_silent").with_options(target=1000, hole_limit=None)
    hand = Played(0, 60, (60, 40), {}, "S")
    silent = replay(rules, 2, [hand] * 5)
    assert (len(silent.hands), _error_facts(silent)) == (4, _error_facts(replay(rules, 2, _uncached_copies([hand] * 5))))
    rules = named_rules("six_three_pairs")
    hand, lost = Played(0, 60, (60, 40, 0), {}, "S"), Adjustment(0, -1000, "lost")
    out = replay(rules, 0, [hand, lost, hand])
    assert out.dropped == (0,)
    assert (len(out.hands), _error_facts(out)) == (2, _error_facts(replay(rules, 0, _uncached_copies([hand, lost, hand]))))
    without = Played(1, 60, (0, 60, 40), {}, "S")
    assert len(replay(rules, 0, [lost, without]).hands[1].lines) == 2
    assert len(replay(rules, 0, [without]).hands[0].lines) == 3  # where all three play


def _error_facts(result: Replay) -> object:
    return result.error and (result.error.event, result.error.code, result.error.params)


class _Forgetful(dict):
    def __setitem__(self, key: object, value: object) -> None:
        pass


def test_what_is_read_again_is_what_is_written_and_not_what_is_like_it():
    known = KnownEvents()
    event = {"contractor": 0, "bid": 60, "points": [60, 40]}
    assert known.parse(event, 1) == known.parse(dict(event), 1) == parse_event(event)
    for wrong in ({**event, "bid": 60.0}, {**event, "contractor": False}, {**event, "points": [60, True]}):
        with pytest.raises(GameError):
            known.parse(wrong, 1)
    with pytest.raises(GameError):
        known.parse({"kind": "deal", "dealer": 1}, 1)
    assert known.parse({"kind": "deal", "dealer": 1}, 2).dealer == 1


def test_a_long_event_is_read_and_not_kept():
    known = KnownEvents()
    noted = {"contractor": 0, "bid": 60, "points": [60, 40], "note": "é" * 200}
    assert known.parse(noted, 1).note == noted["note"]
    assert known.parse(noted, 1) is not known.parse(noted, 1)


def test_of_what_is_kept_no_more_is_kept_than_it_takes():
    known = KnownEvents()
    events = [
        {"contractor": 0, "bid": bid, "points": [took, 100 - took]} for bid in range(50, 105, 5) for took in range(0, 105, 5)
    ]
    tracemalloc.start()
    for event in events:
        known.parse(event, 1)
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept / len(events) < 1024


def test_chance_gives_games_of_every_sort():
    """The test above covers hands at the must-bid line, endings and errors."""
    rng = random.Random(1)
    rules = {r for n in rng.sample(range(GAMES), 200) for r in _rules_of(game_record(n))}
    assert {"score.made", "score.failed", "score.must_bid", "end.target"} <= rules


def _rules_of(obj: dict[str, object]) -> list[str]:
    record = parse_record(obj)
    hands = replay(record.rules, record.first_dealer, record.events).hands
    assert dump_record(record)["format"] == "scorekeeper-game/2"
    return [line.rule for hand in hands for line in hand.lines]
