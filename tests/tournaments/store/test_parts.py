"""The parts of a tournament's log are written and read by their declarations, including older versions."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given

from scorekeeper.formats.declared import dump
from scorekeeper.formats.fields import parse_checked
from scorekeeper.pairing.record.draft import DraftTable, Reason
from scorekeeper.pairing.record.record import Result, Substitute
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.store import parts
from scorekeeper.tournaments.store.clock_part import Clock
from scorekeeper.tournaments.store.log import TournamentEvent, fold
from scorekeeper.tournaments.store.parts import AboutPart, DisputePart, EntrantPart, EntryPart, RoundPart
from tests.declared import values_of

pytestmark = pytest.mark.slow

DECLARED = {kind: one for kind, one in parts.PART_TYPES.items() if one is not str}
AT = datetime(2026, 2, 3, 19, tzinfo=UTC)


@pytest.mark.parametrize("kind", DECLARED)
def test_a_part_is_read_as_it_was_written(kind):
    @given(values_of(DECLARED[kind]))
    def there_and_back(value):
        found = json.loads(json.dumps(dump(value)))
        assert parts.parse_part(kind, found) == value
        assert dump(parts.parse_part(kind, found)) == found

    there_and_back()


@pytest.mark.parametrize("kind", ["entry", "clock", "entrant", "round", "dispute", "meeting", "place", "profile", "ranked_tags"])
def test_what_is_written_is_taken_from_outside_as_well(kind):
    @given(values_of(DECLARED[kind]))
    def taken(value):
        assert parse_checked(DECLARED[kind], dump(value), "round", "") == value

    taken()


def test_the_status_is_a_word_and_what_is_gone_is_nothing():
    assert parts.parse_part("status", "running") == "running"
    assert parts.parse_part("clock", None) is None


OLD = {
    "about": (
        {"name": "Soirée", "day": "2020-01-02", "hours": 3, "pace": {}},
        AboutPart("Soirée", "2020-01-02", hours=3, pace={}),
    ),
    "entry": ({"open": True}, EntryPart(True)),
    "clock": ({"minutes": 40, "spent": 60}, Clock(None, 40, None, 60, None)),
    "entrant/e1": ({"id": "e1", "name": "Ann & Bo"}, EntrantPart("e1", "Ann & Bo")),
    "round/1": (
        {
            "published": True,
            "paired": 4,
            "by_hand": False,
            "tables": [
                {"table": 1, "sides": [["e1"], ["e2"]]},
                {"table": 2, "sides": [["e3"], ["e4"]], "why": [{"code": "fold"}]},
            ],
            "byes": [],
        },
        RoundPart(
            True,
            4,
            False,
            tables=(DraftTable(1, (("e1",), ("e2",))), DraftTable(2, (("e3",), ("e4",)), (Reason("fold"),))),
        ),
    ),
    "result/1/1": ({"forfeit": 1}, Result(forfeit=(1,))),
    "report/1/1/0": ({"scores": [300, 200], "games": []}, Result((300, 200))),
    "dispute/1/1": ({"side": 1}, DisputePart(1)),
}
"""Parts with only the keys of the first versions."""


@pytest.mark.parametrize("part", OLD)
def test_a_part_without_the_keys_of_today_is_read(part):
    found, value = OLD[part]
    assert parts.parse_part(part, found) == value


def row(revision, **after):
    facts = {"uuid": f"old-key-{revision}", "at": AT, "account_id": None, "device_id": None, "link_id": None, "who": "Rita"}
    return TournamentEvent(
        tournament_id=1, revision=revision, **facts, action="x", subject="", before={}, after=after, undoes=None
    )


def test_a_tournament_that_an_earlier_version_wrote_stands():
    four = {f"entrant/e{n}": {"id": f"e{n}", "name": f"Pair {n}"} for n in range(1, 5)}
    setup = {"method": "swiss", "options": {"rounds": 3}, "rules": "standard", "seed": 0}
    rows = [
        row(1, about=OLD["about"][0], setup=setup, entry=OLD["entry"][0], status="running", clock=OLD["clock"][0], **four),
        row(2, **{"round/1": OLD["round/1"][0]}),
        row(3, **{"result/1/1": OLD["result/1/1"][0], "report/1/2/0": {"scores": [300, 200]}, "dispute/1/2": {"side": 1}}),
    ]
    board = Board(fold(rows))
    first, second = board.rounds[0].tables
    assert (board.name, board.about.venue, board.entry.limit, board.clock.minutes) == ("Soirée", "", None, 40)
    assert (first.result, second.status, second.dispute.note) == (Result(forfeit=(1,)), "disputed", "")
    assert [e.status for e in board.entrants] == ["in"] * 4
    assert board.tournament.rounds[0].tables[0].result.forfeit == (1,)


def test_a_change_writes_what_it_is_about_and_leaves_the_rest_as_it_stands():
    old = {"name": "Ann", "id": "e1", "colour": "red", "byes": [2]}
    new = parts.rewrite_fields(EntrantPart, old, left=None, substitutes=(Substitute(2, "Zoé"),), waiting=False)
    assert new == {**old, "left": None, "substitutes": [{"round": 2, "name": "Zoé"}], "waiting": False}
    assert [*new] == ["name", "id", "colour", "byes", "left", "substitutes", "waiting"]
    with pytest.raises(KeyError):
        parts.rewrite_fields(EntrantPart, old, colour="blue")
