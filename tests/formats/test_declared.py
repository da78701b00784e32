"""JSON derived from declarations."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, Any

import pytest
from hypothesis import given

from scorekeeper.formats.declared import copy_as, dump, dump_fields, fields_of, keys_of, parse
from scorekeeper.formats.fields import parse_checked
from scorekeeper.pairing.record import errors
from scorekeeper.pairing.record.draft import DraftTable, Reason
from scorekeeper.pairing.record.record import Entrant, Result, Round, Substitute, Table
from scorekeeper.pairing.record.shapes import ALONE, FLAT, WHEN_SET, Key, Name, Whole
from tests.declared import values_of

pytestmark = pytest.mark.slow


@dataclass(frozen=True, slots=True)
class Prize:
    """A prize, with every kind of field marker."""

    place: Annotated[int, Key("rank"), Whole(1, 9)]
    note: str | None
    in_: bool = False
    who: Annotated[tuple[Annotated[str, Name(5)], ...], WHEN_SET, ALONE] = ()
    result: Annotated[Result, FLAT] = field(default_factory=Result)
    more: Annotated[object, WHEN_SET] = None


def test_a_value_is_written_by_its_declaration():
    prize = Prize(1, None, True, ("Ann",), Result((3, 4), winner=1), Fraction(1, 3))
    assert dump(prize) == {
        "rank": 1,
        "note": None,
        "in": True,
        "who": "Ann",
        "scores": [3, 4],
        "winner": 1,
        "more": {"fraction": [1, 3]},
    }
    assert dump(Prize(2, "x")) == {"rank": 2, "note": "x", "in": False}
    assert keys_of(Prize) == ("rank", "note", "in", "who", "scores", "winner", "forfeit", "boxes", "games", "more")


@pytest.mark.parametrize("kind", [Prize, Entrant, Result, Table, Round, DraftTable, Reason, Substitute])
def test_what_was_written_is_read_as_it_was(kind):
    @given(values_of(kind))
    def there_and_back(value):
        assert parse(kind, json.loads(json.dumps(dump(value)))) == value

    there_and_back()


def test_what_an_earlier_version_left_out_is_at_its_default_and_what_it_wrote_besides_is_passed_over():
    assert parse(Prize, {"rank": 3, "colour": "red"}) == Prize(3, None)
    assert parse(Entrant, {"id": "e1", "name": "Ann", "players": ["Ann"]}) == Entrant("e1", "Ann")
    with pytest.raises(KeyError, match="rank"):
        parse(Prize, {"note": "x"})


def test_some_fields_alone_are_written_whether_they_are_at_their_default_or_not():
    assert dump_fields(Entrant, {"byes": (), "left": None}) == {"byes": [], "left": None}
    assert dump_fields(Entrant, {"substitutes": [Substitute(2, "Zoé")]}) == {"substitutes": [{"round": 2, "name": "Zoé"}]}
    with pytest.raises(KeyError):
        dump_fields(Entrant, {"colour": "red"})


def test_a_value_is_drawn_from_another_with_the_same_fields():
    assert copy_as(DraftTable, Table(4, (("a",), ("b",)), match="W1.1"), why=()) == DraftTable(4, (("a",), ("b",)), (), "W1.1")


def test_only_what_is_declared_has_fields():
    assert [one.name for one in fields_of(Substitute)] == ["round", "name"]
    with pytest.raises(TypeError, match="no declaration"):
        fields_of(int)


@pytest.mark.parametrize(
    ("sent", "reason", "field"),
    [
        ([], "object", "prize"),
        ({"note": None}, "missing", "prize.rank"),
        ({"rank": 0}, "whole", "prize.rank"),
        ({"rank": True}, "whole", "prize.rank"),
        ({"rank": 1, "note": 5}, "text", "prize.note"),
        ({"rank": 1, "in": "yes"}, "flag", "prize.in"),
        ({"rank": 1, "who": 5}, "text", "prize.who[0]"),
        ({"rank": 1, "winner": "Ann"}, "whole", "prize.winner"),
        ({"rank": 1, "who": ["Ann", "Annabelle"]}, "text", "prize.who[1]"),
        ({"rank": 1, "place": 1}, "key", "prize.place"),
    ],
)
def test_what_comes_from_outside_is_refused_by_name(sent: Any, reason: str, field: str):
    with pytest.raises(errors.Malformed) as caught:
        parse_checked(Prize, sent, "format", "prize")
    assert (caught.value.params["reason"], caught.value.params["field"]) == (reason, field)


@pytest.mark.parametrize("kind", [Prize, Entrant, Table, Reason])
def test_what_is_within_the_bounds_is_taken(kind):
    @given(values_of(kind))
    def taken(value):
        assert parse_checked(kind, dump(value), "format", "prize") == value

    taken()
