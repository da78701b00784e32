"""Idempotency keys in every write: the same request gets the same answer, a different one is rejected."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.core.db.database import db
from scorekeeper.games.store.game import Game
from scorekeeper.tournaments.commands.event_writer import write
from scorekeeper.tournaments.commands.results import results
from scorekeeper.tournaments.commands.setup import lifecycle
from tests.app.keyed_writes import CASES, PLAYED, World
from tests.app.operations import OPERATIONS
from tests.games.kitchen_table import header
from tests.tournaments.api.program import Program
from tests.tournaments.club_night import Desk, key

KEYED = {o.name: o for o in OPERATIONS if any(name.startswith("key") for name in o.headers)}
"""From the document, so that a write with a key that is missing in `CASES` fails the test."""


@pytest.mark.slow
@pytest.mark.parametrize("name", KEYED)
def test_a_key_means_one_thing(app, inside, name):
    operation, world = KEYED[name], World(app)
    asked = CASES[name](world)

    def send(path: str, content: Any, method: str = operation.method) -> Any:
        return asked.send(method, path, content, **{"Idempotency_Key": own, **asked.headers})

    own = key()
    first = send(asked.path, asked.content)
    assert first.status_code in (200, 201, 204), first.json
    if name not in ("discard_draft", "publish_draft"):  # between the two, something else happens
        world.desk.do(lifecycle.set_prizes, "Rien")
    world.game("PUT", "/about", {"place": "Au Moulin"})
    again = send(asked.path, asked.alike)
    assert again.status_code == first.status_code, again.json
    if "revision" in operation.headers and first.is_json and operation.path.startswith(("/tournaments", "/games", "/table")):
        assert (again.json["revision"], again.headers["Idempotency-Replayed"]) == (now_at(world, operation.path), "true")
    elif first.is_json:
        assert again.json.get("id") == first.json.get("id")
    before = (stored_state(world), db.session.query(Game).count())
    refused = send(asked.other_path, asked.other, asked.other_method or operation.method)
    assert (refused.status_code, refused.json["code"]) == (422, "uuid.reused"), refused.json
    assert (stored_state(world), db.session.query(Game).count()) == before


def now_at(world: World, path: str) -> int:
    """Return the current revision of the tournament or game."""
    return world.game("GET").json["revision"] if path.startswith("/games") else world.desk.access.revision


def stored_state(world: World) -> tuple[Any, ...]:
    """Return everything that could have been written."""
    club = f"/clubs/{world.desk.club.club_id}"
    return (
        world.desk.board.log.parts,
        world.game("GET").json["record"],
        world.program.at("GET", f"{club}/tournaments").json,
        world.program.at("GET", f"{club}/season/changes").json,
    )


def test_two_conflicting_contents_of_one_key_are_both_told(app, inside):
    desk = Desk(4)
    desk.next_round()
    program, sent = Program(app, desk), {"Idempotency_Key": key()}
    program("PUT", "/rounds/1/tables/1/result", PLAYED, **sent)
    refused = program("PUT", "/rounds/1/tables/1/result", {"scores": [100, 300]}, **sent).json
    assert [one["after"] for one in refused["since"]] == [{"result/1/1": PLAYED}]
    assert refused["yours"]["result/1/1"] == {"scores": [100, 300]}
    assert desk.board.table(1, 1).result.scores == (300, 100)


def test_keys_that_begin_alike_bring_in_two_tournaments(app, inside):
    desk = Desk(4)
    program = Program(app, desk)
    record, path = program("GET", "/record").json, f"/clubs/{desk.club.club_id}/records"
    made = {program.at("POST", path, record, Idempotency_Key=f"saison-2026-brought-in-{n:04}").json["id"] for n in range(2)}
    assert len(made) == 2


def test_a_game_without_a_cookie_is_started_once_for_a_key_and_its_links_are_told_again(app, client):
    made = [client.post("/api/v1/games", json=header(), headers={"Idempotency-Key": "the-very-same-key"}) for _ in range(2)]
    assert made[0].json["id"] == made[1].json["id"]
    assert made[0].json["links"]["score"]["token"] == made[1].json["links"]["score"]["token"]


def test_what_was_written_before_contents_were_kept_is_answered_as_before(app, inside):
    desk = Desk(4)
    desk.next_round()
    own = key()
    write(desk.access, results.enter(1, 1, PLAYED), revision=desk.access.revision, uuid=own)
    db.session.execute(db.text("UPDATE tournament_changes SET asked = NULL"))
    db.session.commit()
    assert write(desk.access, results.enter(1, 1, PLAYED), revision=1, uuid=own).repeated
