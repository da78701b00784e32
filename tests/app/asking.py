"""Requests every address of the program as every kind of caller, and notes who was let in."""

from __future__ import annotations

import inspect
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scorekeeper.core.api.operations import JSON
from tests.app.operations import OPERATIONS

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient

    from tests.app.callers import Caller, World

API = "/api/v1"
IN, SIGNS_IN, DENIED = "in", "sign-in page", "403"
KEPT_OUT = {401: "401", 403: "403", 404: "404"}
"""Any other status counts as let in, such as an error for an empty form or a missing revision."""

NAMES = {
    "game_id": "game",
    "tournament_id": "tournament",
    "league_id": "league",
    "link_id": "link",
    "account_id": "member",
    "invitation_id": "invitation",
}
"""Parts of an address whose name differs from the thing they name."""
FILLED = {
    "entry": 2,
    "revision": 2,
    "number": 2,
    "round": 2,
    "place": 2,
    "table": 2,
    "change": 2,
    "file": 1,
    "payment": 1,
    "charge": 1,
    "pot": 1,
    "meeting": 1,
    "penalty": 1,
    "call": 1,
    "entrant": "e1",
    "kind": "slips",
    "sheet": "results",
    "lang": "en",
    "name": "kitty",
    "other": "standard",
    "base": "kitty",
    "act": "report",
    "person": "1",
    "page": "hands",
}
"""Parts of an address that are the same for every caller."""
SPECIAL: dict[str, dict[str, Any]] = {
    "/api/v1/games/<int:game>/match": {"game": "match"},
    "/api/v1/tournaments/<int:tournament>/bracket": {"tournament": "cup"},
    "/clubs/<slug>/season/history/<int:number>/undo": {"number": 1},
    "/clubs/<slug>/season/pairs/<path:key>": {"key": "1+2"},
    "/clubs/<slug>/season/players/<path:key>": {"key": "1"},
    "/desk/<int:tournament_id>/apart/<int:number>/remove": {"number": 1},
    "/desk/<int:tournament_id>/documents/files/<path:name>": {"name": "slips.pdf"},
    "/desk/<int:tournament_id>/penalties/<int:number>/lift": {"number": 1},
    "/fonts/<name>": {"name": "any.woff2"},
    "/games/<int:game_id>/rulings/<kind>": {"kind": "auction"},
    "/help/<key>": {"key": "first-game"},
    "/help/pictures/<name>": {"name": "desk.en.png"},
    "/icons/<name>": {"name": "icon.svg"},
    "/household/links/<int:link_id>.svg": {"link": "household link"},
    "/household/links/<int:link_id>/end": {"link": "household link"},
    "/phone/<digest>/<name>": {"digest": "digest", "name": "any.js"},
    "/rulebook/<path:key>": {"key": "how-to-play"},
    "/rulebook/rule/<rule>": {"rule": "score.must_bid"},
    "/rulings/<kind>.svg": {"kind": "auction"},
    "/static/<path:path>": {"path": "js/command-forms.js"},
    "/static/@<digest>/<path:path>": {"digest": "any", "path": "js/command-forms.js"},
    "/t/<token>/<any(report, confirm, dispute, retract, call, withdraw):act>": {"table": 1},
    "/tournaments/<int:tournament_id>/bracket": {"tournament": "cup"},
}
"""Special values for parts of an address. Names in `World.things` are replaced."""
QUERIES = {
    "/stats/hands": "kind=made",
    "/household/look/<token>/hands": "kind=made",
    "/games/<int:game_id>/hands/new": "before=2",
    "/paper/sheets.pdf": "rules=kitty",
}
FIELDS: dict[str, dict[str, Any]] = {
    "/club/account/tokens": {"club": "slug", "name": "Screen", "scope": "read"},
    "/desk/<int:tournament_id>/clock": {"do": "start", "minutes": "10"},
    "/desk/<int:tournament_id>/entrants/<entrant>": {"do": "withdraw"},
    "/desk/<int:tournament_id>/door": {"do": "here-e1"},
    "/desk/<int:tournament_id>/ties": {"do": "lot", "tied": "e1 e2"},
    "/desk/<int:tournament_id>/money/purse": {"share": "100"},
    "/desk/<int:tournament_id>/money/pots": {"kind": "draw", "amount": "1"},
    "/desk/<int:tournament_id>/money/pots/<int:number>": {"do": "remove"},
    "/desk/<int:tournament_id>/door/entrants/<entrant>": {"do": "charge", "amount": "2", "reason": "fine"},
    "/d/<token>": {"do": "here-e1"},
    "/desk/<int:tournament_id>/apart": {"who": ["e1", "e3"], "rule": "rather_not"},
    "/desk/<int:tournament_id>/tags": {"tag": "Dames", "who": "e2"},
    "/desk/<int:tournament_id>/entrants/<entrant>/penalty": {"kind": "warning"},
    "/desk/<int:tournament_id>/rounds/<int:number>/tables/<int:place>/take": {"side": "0"},
    "/desk/<int:tournament_id>/draft/swap": {"swap": ["e1", "e2"]},
    "/phones/code": {"kind": "copy"},
    "/stats/names/part": {"name": "Mémère"},
    "/desk/clubs": {"name": "Un autre club"},
    "/desk/clubs/<slug>/new": {"name": "Demain", "entrants": "8", "ends": "22:00", "offer-rounds": "3", "offer-hands": "8"},
    "/desk/clubs/<slug>/players": {"names": "Ovide"},
    "/clubs/<slug>/files": {"do": "archive"},
    "/clubs/<slug>/people/<int:account_id>": {"role": "scorer"},
}
"""Form fields, so that a form is not rejected for another reason than its sender."""
BODIES: dict[str, dict[str, Any]] = {
    f"{API}/tournaments/<int:tournament>/payments": {"entrant": "e2", "method": "cash"},
    f"{API}/tournaments/<int:tournament>/purse": {"share": 90},
    f"{API}/tournaments/<int:tournament>/pots": {"kind": "draw", "cents": 100},
    f"{API}/tournaments/<int:tournament>/pots/<int:pot>": {"kind": "draw", "cents": 200},
    f"{API}/tournaments/<int:tournament>/charges": {"entrant": "e2", "cents": 200, "reason": "fine"},
    f"{API}/tournaments/<int:tournament>/entrants/<int:entrant>/price": {"price": "Member"},
    f"{API}/tournaments/<int:tournament>/meetings": {"between": ["e1", "e3"], "rule": "never"},
    f"{API}/tournaments/<int:tournament>/penalties": {"entrant": "e1", "kind": "warning"},
    f"{API}/tournaments/<int:tournament>/entrants/<int:entrant>/match": {"partner": "e2"},
    f"{API}/clubs/<int:club>/leagues/<int:league>": {"name": "Ligue", "points": [3, 1], "tournaments": []},
    f"{API}/clubs/<int:club>/tournaments/next": {"like": "tournament"},
    f"{API}/clubs/<int:club>/members/<int:member>": {"role": "scorer"},
    f"{API}/clubs/<int:club>/players/<int:player>": {"name": "Ovide"},
}
FILES = {"/clubs/<slug>/files": (b"PK", "club.zip")}
SIGN_IN = ("/club/sign-out", "/club/start")
"""Addresses where the sign-in page is the expected answer."""


@dataclass(frozen=True)
class Door:
    """A method and an address. `subject`: the folder that answers."""

    subject: str
    method: str
    address: str

    @property
    def api(self) -> bool:
        """Return whether it belongs to the API."""
        return self.address.startswith(f"{API}/")

    @property
    def secret(self) -> str:
        """Return the start of an address that ends in a secret, empty for others."""
        found = re.match(r"(.*/)<(token|secret)>", self.address)
        return found[1] if found else ""

    @property
    def places(self) -> list[str]:
        """Return the names of the variable parts."""
        return [NAMES.get(one, one) for one in re.findall(r"<(?:[^<>]*:)?(\w+)>", self.address)]

    def filled(self, world: World, about: dict[str, Any]) -> str:
        """Return the address with values from `world`, or from `about`."""
        own = {place: world.things.get(said, said) for place, said in SPECIAL.get(self.address, {}).items()}

        def one(found: re.Match[str]) -> str:
            name = NAMES.get(found[1], found[1])
            if name in about or name in own:
                return str(about.get(name, own.get(name)))
            if self.api and name == "entrant":
                return "1"
            return str(world.things[name] if name in world.things else FILLED[name])

        return re.sub(r"<(?:[^<>]*:)?(\w+)>", one, self.address)


def doors(app: Flask) -> list[Door]:
    """Return every method of every address, by subject."""
    found = []
    for rule in app.url_map.iter_rules():
        subject = inspect.unwrap(app.view_functions[rule.endpoint]).__module__.split(".")[1]
        found += [Door(subject, method, rule.rule) for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}]
    return sorted(found, key=lambda one: (one.address, one.method))


_TAKES = {(o.method, re.sub(r"\{(\w+)\}", r"<\1>", f"{API}{o.path}")): o for o in OPERATIONS}


def _body(world: World, door: Door) -> dict[str, Any]:
    if door.method == "GET":
        return {"query_string": QUERIES.get(door.address, "")}
    if door.address.endswith(("/log", "/send")):
        act = {"do": "undo", "of": 2} if "games" in door.address else {"side": "0", "do": "here-e1"}
        return {"json": {"key": "who-gets-in-2", "seen": 1, "after": None, "act": act}}
    if door.address == "/games/begin":
        players = ["Aline", "Donat", "Rosa", "Edgar"]
        record = {"format": "scorekeeper-game/2", "rules": "kitty", "players": players, "first_dealer": 0}
        return {"json": {"key": "who-gets-in-4", "record": record}}
    if not door.api:
        fields = next((found for kind, found in world.fields.items() if kind in door.places), {})
        more = {name: _resolve(world, said) for name, said in FIELDS.get(door.address, {}).items()}
        if door.address in FILES:
            content, name = FILES[door.address]
            more["file"] = (io.BytesIO(content), name)
        return {"data": {"uuid": "who-gets-in-3", **fields, **more}, "query_string": QUERIES.get(door.address, "")}
    operation = _TAKES[door.method, re.sub(r"<\w+:(\w+)>", r"<\1>", door.address)]
    if operation.takes != JSON:
        return {"data": b"", "content_type": operation.takes}
    body = {name: _resolve(world, said) for name, said in BODIES.get(door.address, {}).items()}
    return {"json": body} if operation.body else {}


def _resolve(world: World, said: Any) -> Any:
    return world.things.get(said, said) if isinstance(said, str) else said


class AccessProber:
    """Sends requests, and restores the world after each."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.client: FlaskClient = world.app.test_client(use_cookies=False)

    def ask(self, door: Door, caller: Caller, **instead: Any) -> str:
        """Return how this request of the caller ends."""
        path = door.filled(self.world, {**caller.about, **instead})
        self.world.denied.clear()
        answer = self.client.open(path, method=door.method, headers=caller.headers, **_body(self.world, door))
        answer.close()
        self.world.put_back()
        if answer.status_code >= 500 and answer.status_code != 503:
            raise AssertionError(f"{door.method} {path}: {answer.status_code}")
        if answer.status_code in (302, 303) and answer.location.startswith("/club/sign-in") and door.address not in SIGN_IN:
            return SIGNS_IN
        found = KEPT_OUT.get(answer.status_code, IN)
        # The desk shows a form again with its errors, including a missing permission.
        return DENIED if found == IN and self.world.denied else found

    def callers(self, door: Door) -> Iterator[Caller]:
        """Yield the callers to try: programs only for the API, special requests only where they apply."""
        for caller in (*self.world.callers, *(self.world.programs if door.api else ())):
            if not caller.about or set(caller.about) & set(door.places):
                yield caller

    def all(self, door: Door) -> dict[str, str]:
        """Return the result for each caller. A page that is the same for everyone is requested once."""
        nobody = self.world.callers[0]
        if door.method == "GET" and not door.api and not door.places and self.ask(door, nobody) == IN:
            return {nobody.name: IN}
        return {caller.name: self.ask(door, caller) for caller in self.callers(door)}

    def by_secret(self, door: Door) -> dict[str, str]:
        """Return the result for each state of a secret link, without any other access."""
        nobody = self.world.callers[0]
        place = door.places[0]
        known = self.world.secrets[door.secret]
        return {how: self.ask(door, nobody, **{place: secret}) for how, secret in known.items()}
