"""Scripts of other sites can read public data and nothing else."""

from __future__ import annotations

import re

from tests.app.operations import OPERATIONS
from tests.games.api.caller import BASE
from tests.tournaments.api.program import Program
from tests.tournaments.club_night import Desk

ELSEWHERE = {"Origin": "https://club.example"}
THINGS = {"name": "standard", "other": "informal", "sheet": "results", "person": "1", "kind": "slips"}
ALLOWED = "Access-Control-Allow-Origin"


def address(operation):
    return BASE + re.sub(r"\{(\w+)\}", lambda m: THINGS.get(m[1], "1"), operation.path)


def test_a_script_of_another_site_reads_standings_and_goes_on_from_what_it_has(app, inside, client):
    desk = Desk(4)
    desk.play()
    path = f"{BASE}/tournaments/{desk.id}/standings"
    answer = client.get(path, headers=ELSEWHERE)
    assert (answer.status_code, answer.headers[ALLOWED]) == (200, "*")
    assert "Access-Control-Allow-Credentials" not in answer.headers
    assert {"ETag", "Retry-After"} <= set(answer.headers["Access-Control-Expose-Headers"].split(", "))
    again = client.get(path, headers={**ELSEWHERE, "If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.headers[ALLOWED]) == (304, "*")


def test_a_script_of_another_site_is_told_why_it_gets_nothing(client):
    answer = client.get(f"{BASE}/tournaments/999/standings", headers=ELSEWHERE)
    assert (answer.status_code, answer.headers[ALLOWED]) == (404, "*")


def test_another_site_may_ask_for_exactly_what_anyone_may_read(client):
    asked = {o.name: client.open(address(o), method=o.method, headers=ELSEWHERE) for o in OPERATIONS}
    readable = {name for name, answer in asked.items() if answer.headers.get(ALLOWED) == "*"}
    assert readable == {o.name for o in OPERATIONS if o.method == "GET" and o.access in ("open", "club.public")}


def test_before_it_asks_the_browser_learns_that_it_may_only_read(app, inside, client):
    desk = Desk(4)
    asked = {**ELSEWHERE, "Access-Control-Request-Method": "GET", "Access-Control-Request-Headers": "if-none-match"}
    answer = client.options(f"{BASE}/tournaments/{desk.id}", headers=asked)
    assert (answer.status_code, answer.headers[ALLOWED]) == (200, "*")
    assert answer.headers["Access-Control-Allow-Methods"] == "GET, HEAD"
    assert answer.headers["Access-Control-Allow-Headers"] == "Accept-Language, If-None-Match"
    assert ALLOWED not in client.options(f"{BASE}/tournaments/{desk.id}/draft", headers=asked).headers
    assert ALLOWED not in client.options(f"{BASE}/games", headers=asked).headers


def test_a_write_on_a_public_address_is_not_readable_elsewhere(app, inside):
    program = Program(app, Desk(4), "organise")
    answer = program("PATCH", "", {"note": "Au sous-sol"}, Origin="https://club.example")
    assert (answer.status_code, answer.headers["ETag"]) == (200, f'"{program.revision}"')
    assert ALLOWED not in answer.headers


def test_the_document_may_be_read_by_other_sites(client):
    assert client.get(f"{BASE}/openapi.json", headers=ELSEWHERE).headers[ALLOWED] == "*"
