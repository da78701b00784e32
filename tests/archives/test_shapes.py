"""The files of an archive are written and read by their declarations, within their bounds."""

from __future__ import annotations

import json

import pytest
from hypothesis import given

from scorekeeper.archives import shapes
from scorekeeper.core import validation
from scorekeeper.core.refusals import Refusal
from scorekeeper.formats.declared import dump
from scorekeeper.games.commands.files.log_check import ArchivedGameChange
from scorekeeper.tournaments.commands.files.archived_log import ArchivedChange
from tests.declared import values_of

SHAPES = [
    shapes.ClubFile,
    shapes.ArchivedPlayer,
    shapes.ArchivedPair,
    shapes.ArchivedLeague,
    shapes.ArchivedClubChange,
    shapes.TournamentFile,
    shapes.ArchivedLink,
    shapes.ArchivedTableGame,
    shapes.GameFile,
    ArchivedChange,
    ArchivedGameChange,
]


@pytest.mark.slow
@pytest.mark.parametrize("kind", SHAPES, ids=[one.__name__ for one in SHAPES])
def test_what_is_written_is_read(kind):
    @given(values_of(kind))
    def there_and_back(value):
        assert validation.read_declared(kind, json.loads(json.dumps(dump(value))), "here") == value

    there_and_back()


LINK = {
    "kind": "table",
    "round": 1,
    "number": 2,
    "entrant": None,
    "created_at": "2026-02-03T19:00:00+00:00",
    "revoked_at": None,
}


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"kind": "door"}, "here: kind"),
        ({"round": 0}, "here: round"),
        ({"number": 10_000}, "here: number"),
        ({"number": True}, "here: number"),
        ({"entrant": "e" * 41}, "here: entrant"),
        ({"created_at": None}, "here: created_at"),
        ({"created_at": "2026-02-03T19:00:00"}, "here: created_at"),
        ({"revoked_at": "soon"}, "here: revoked_at"),
        ({"secret": "x"}, "here"),
    ],
)
def test_a_value_that_cannot_be_is_named_by_its_place(change, where):
    with pytest.raises(Refusal) as refused:
        validation.read_declared(shapes.ArchivedLink, {**LINK, **change}, "here")
    assert (refused.value.code, refused.value.params["read"]) == ("archive.value", where)


def test_bounds_that_hang_on_the_rest_of_the_archive_hold():
    game = {"game": 2, "link": 1, "number": 1, "created_at": LINK["created_at"]}
    assert validation.read_declared(shapes.ArchivedTableGame, game, "here", game=2, link=1).game == 2
    for most, where in (({"game": 1, "link": 1}, "here: game"), ({"game": 2, "link": 0}, "here: link")):
        with pytest.raises(Refusal) as refused:
            validation.read_declared(shapes.ArchivedTableGame, game, "here", **most)
        assert refused.value.params["read"] == where
    pair = {"players": [1, 2, 3], "created_at": LINK["created_at"], "used_at": LINK["created_at"], "hidden_at": None}
    with pytest.raises(Refusal, match=r"archive\.many"):
        validation.read_declared(shapes.ArchivedPair, pair, "here")
