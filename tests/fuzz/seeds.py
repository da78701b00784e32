"""Seed inputs for the readers: the conformance cases, and complete files made by the program."""

from __future__ import annotations

import io
import json
import tempfile
import zipfile
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from werkzeug.datastructures import MultiDict

from scorekeeper import create_app
from scorekeeper.archives.export import files_of
from scorekeeper.backup.package import BACKUP_KINDS, DATABASES, CopiedFile, Manifest, ReplayResult
from scorekeeper.core.api import schema
from scorekeeper.core.config import settings
from scorekeeper.core.db.database import Base, db
from scorekeeper.formats.adjudicate import RULING_KINDS
from scorekeeper.formats.rules import parse_rules, rules_to_link
from scorekeeper.formats.tournament_record import dump_tournament
from scorekeeper.leagues.commands import leagues
from scorekeeper.pairing.methods import METHODS
from tests.fuzz.program import BODIES, forms, request_context
from tests.pairing.events import played, pools_then_knockout, tournament
from tests.tournaments.club_night import Desk, key

_ROOT = Path(__file__).resolve().parent.parent


def _lines(*names: str) -> list[dict[str, Any]]:
    return [json.loads(line) for name in names for line in (_ROOT / "conformance" / name).read_text("utf-8").splitlines()]


def _dumped(values: Any) -> list[bytes]:
    return [json.dumps(one, ensure_ascii=False).encode() for one in values]


def games() -> list[bytes]:
    """Return game records."""
    cases = _lines("replay.jsonl", "replay-second.jsonl") + _lines("replay-random.jsonl")[::20]
    return _dumped(one["record"] for one in cases if "record" in one)


def rule_sets() -> list[bytes]:
    """Return rule sets as in records."""
    records = [json.loads(one) for one in games()]
    return sorted({json.dumps(one["rules"]).encode() for one in records if "rules" in one})


def links() -> list[bytes]:
    """Return links with rule sets."""
    return [rules_to_link(parse_rules(json.loads(one))).encode() for one in rule_sets()]


def tournaments() -> list[bytes]:
    """Return records of two rounds with each pairing method."""
    begun = [tournament(method, 8) for method in METHODS if method != "stages"]
    return _dumped(dump_tournament(played(one, 2)) for one in (*begun, pools_then_knockout(2, 8)))


def second_editions() -> list[bytes]:
    """Return the same with fixed tables, penalties, handicaps and tags."""
    found = []
    for one in map(json.loads, tournaments()):
        first, second, *_ = (e["id"] for e in one["entrants"])
        one["entrants"][0] |= {"handicap": 15, "tags": ["novice", "Cocagne"]}
        places = [{"entrant": first, "table": 2}, {"entrant": second, "table": 2, "side": 0}]
        penalties = [
            {"round": 1, "entrant": first, "kind": "game_points", "points": -20, "reason": "revoke", "rule": "play.revoke"},
            {"round": 2, "entrant": second, "kind": "disqualified"},
        ]
        found.append({**one, "format": "scorekeeper-tournament/2", "places": places, "penalties": penalties})
    return _dumped(found)


def questions() -> list[bytes]:
    """Return questions to the referee, each after the number of its kind."""
    kinds = sorted(RULING_KINDS)
    found = []
    for name in ("auction", "play"):
        asked = [one["request"] for one in _lines(f"{name}.jsonl")[::12]]
        found += [bytes([kinds.index(name)]) + one for one in _dumped(asked)]
    return found


def archives() -> list[bytes]:
    found = []
    for one in unpacked():
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as made:
            for name, value in json.loads(one).items():
                made.writestr(name, json.dumps(value))
        found.append(packed.getvalue())
    return found


def unpacked() -> list[bytes]:
    """Return the files of an archive as one object."""
    return _dumped([_club_files()])


def bodies() -> list[bytes]:
    """Return request bodies, each after the number of its type."""
    known = {"name": "Rita", "players": ["Aline", "Donat"], "scores": [300, 100], "side": 0, "points": [3, 2, 1], "open": True}
    found = []
    for n, kind in enumerate(BODIES):
        asked = {key: known.get(key, 1) for key in schema.keys_of(kind)}
        found.append(bytes([n]) + json.dumps(asked).encode())
    return found


def acts() -> list[bytes]:
    """Return commands of a phone's log."""
    played = {"contractor": 0, "bid": 60, "points": [65, 35]}
    acts = [{"do": "record", "event": played}, {"do": "undo", "of": 2}, {"do": "correct", "of": "key-1", "event": played}]
    acts += [{"do": "open", "event": {"contractor": 1, "bid": 55}}, {"do": "strike", "of": 2, "keep_deals": True}]
    return _dumped({"key": f"key-{n:04}", "seen": n, "after": None, "act": act} for n, act in enumerate(acts, 1))


def sheets() -> list[bytes]:
    """Return entrant lists in several encodings, each after the players in an entry."""
    tables = ["Player 1,Player 2\nAline,Donat\n", 'Joueur 1;Joueur 2;Club\n"Aline";Rosa;Moulin\n', "Aline\tDonat\nRosa\tEdgar"]
    texts = [one.encode() for one in tables] + [
        tables[1].encode("utf-16"),
        tables[1].encode("cp1252"),
        b"\xef\xbb\xbf" + b"A,B\n",
    ]
    return [bytes([n]) + one for one in texts for n in range(3)]


def setting_values() -> list[bytes]:
    """Return values of variables, each after the number of the setting."""
    said = (b"", b"127.0.0.1", b"8000", b"yes", b"fr,en", b"3:00", b"/tmp/kept", b"10.0.0.0/8,2", b"14 8 12", b"json")
    return [bytes([n]) + text for n in range(len(settings.SETTINGS)) for text in (settings.SETTINGS[n].default.encode(), *said)]


def texts() -> list[bytes]:
    """Return texts that people type."""
    return [
        b"1 000",
        "−12".encode(),
        "＋１２".encode(),
        b"//elsewhere",
        b"/desk?next=1",
        "Jean‑Luc O’Neil".encode(),
        b"12.abc",
        b"\x00",
    ]


def fields() -> list[bytes]:
    """Return filled-in forms, each after the number of the form."""
    found = []
    with request_context():
        for n, kind in enumerate(forms()):
            names = [field.name for field in kind(MultiDict())]
            asked = "&".join(f"{name}{'-0' if name in ('player', 'seed') else ''}={n}" for name in names)
            found.append(bytes([n]) + asked.encode())
    return found


@cache
def _club_files() -> dict[str, Any]:
    """Return a small club's archive: a finished tournament, one in progress, and a league."""
    with tempfile.TemporaryDirectory(prefix="scorekeeper-fuzz-") as folder:
        app = create_app({"SQLALCHEMY_DATABASE_URI": f"sqlite:///{Path(folder) / 'club.sqlite3'}"}, folder)
        with app.app_context():
            Base.metadata.create_all(db.engine)
            desk = Desk(4, options={"rounds": 2})
            desk.play()
            desk.next_round()
            leagues.create(desk.club, {"name": "Ligue", "points": [3, 1], "tournaments": [desk.id]}, uuid=key())
            found = files_of(desk.club.club_id)
            db.session.remove()
            db.engine.dispose()
    return found


def manifests() -> list[bytes]:
    """Return manifests of backups: of each database, verified and not."""
    found = ReplayResult(1, 2, 1, 1, 0, {"games": 1}, "0" * 64, ("game 1: gone",))
    at = datetime(2026, 1, 2, tzinfo=UTC)
    return [
        Manifest("0.1.0", "a1b2c3d4e5f6", kind, "3.45", BACKUP_KINDS[0], at, {name: CopiedFile(10, "1" * 64)}, one).to_json()
        for kind, name in DATABASES.items()
        for one in (None, found)
    ]
