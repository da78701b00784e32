"""Writes docs/who-gets-in.md: every address and operation, who is let in there, and how everybody else is kept out.

make who-gets-in

Nothing of it is worked out from the code: each door is asked as each caller of `tests/app/callers.py`, and what it does is
written down. `tests/app/test_who_gets_in.py` asks again, and holds what it found against this table and against the law.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from scorekeeper import config, create_app
from scorekeeper.prepare import upgrade_database
from tests.app.asking import IN, Asking, Door, doors
from tests.app.callers import World, world
from tools.routes import SUBJECTS

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "docs" / "who-gets-in.md"
HEAD = """# Who gets in

Made by `make who-gets-in`, which asks every address of the program as everybody below; `tests/app/test_who_gets_in.py` asks
again. Who is let in may still be refused for what they say. *signs in*: is shown where to sign in. 401: nobody that is known.
403: is told that it is not theirs to do, by the answer’s status or on the page. 404: as if there were nothing; what is not theirs
and what is not there look alike.

## Who asks

| | who that is |
| --- | --- |
"""
AGAIN = """
Together they are called:

| | who that is |
| --- | --- |
"""
BODY = """
A program’s secrets are asked for at the API alone. An address that is a secret itself is asked with the secret as it was given
out (*open*), and with others: *ended*, too old (*late*), *used*, of the same number but for another purpose (*foreign*), with
another signature (*forged*).
"""
GROUPS = {
    "any account": ("gone", "elsewhere", "scorer", "director", "organiser", "operator"),
    "the club": ("scorer", "director", "organiser", "operator"),
    "directors": ("director", "organiser", "operator"),
    "organisers": ("organiser", "operator"),
    "the signed out": (
        *("nobody", "device-other", "device-ended", "device-watch", "device-score", "device-own", "signed-out", "late"),
    ),
    "strangers": ("gone", "elsewhere"),
    "the game’s devices": ("device-watch", "device-score", "device-own"),
    "the game’s scorers": ("device-score", "device-own"),
    "the game’s links": ("link-watch", "link-score"),
    "about the hidden": ("nobody-draft", "nobody-private", "elsewhere-draft", "elsewhere-private"),
    "about the private": ("nobody-private", "elsewhere-private"),
    "about drafts": ("nobody-draft", "elsewhere-draft"),
    "players’ links": (
        *("link-foreign", "link-ended", "link-watch", "link-score", "table", "table-ended", "entrant", "entrant-ended"),
    ),
    "the club’s tokens": ("token-read", "token-score", "token-direct", "token-organise"),
    "scoring tokens": ("token-score", "token-direct", "token-organise"),
    "directing tokens": ("token-direct", "token-organise"),
    "ended tokens": ("token-ended", "token-late"),
}
"""What several callers are called together, where they fare alike; the larger ones are looked for first."""

Outcomes = dict[Door, dict[str, str]]


def asked(made: World) -> Outcomes:
    """How everybody fares before every door."""
    asking = Asking(made)
    return {door: asking.by_secret(door) if door.secret else asking.all(door) for door in doors(made.app)}


def names(callers: Iterable[str]) -> str:
    """Callers in a few words."""
    left, found = list(callers), []
    for name, together in sorted(GROUPS.items(), key=lambda one: -len(one[1])):
        if set(together) <= set(left):
            found.append((left.index(together[0]), name))
            left = [one if one not in together else "" for one in left]
    return ", ".join(name for _, name in sorted([*found, *((n, one) for n, one in enumerate(left) if one)]))


def in_words(outcomes: Mapping[str, str]) -> tuple[str, str]:
    """Who gets in, and how everybody else fares; what befalls most of those is told last, without their names."""
    by: dict[str, list[str]] = {}
    for caller, outcome in outcomes.items():
        by.setdefault(outcome, []).append(caller)
    let_in = by.pop(IN, [])
    if not by:
        return "everybody", ""
    *others, most = sorted(by, key=lambda outcome: len(by[outcome]))
    told = [f"{outcome}: {names(by[outcome])}" for outcome in others]
    rest = "everybody else" if others or len(by[most]) > 3 else names(by[most])
    return names(let_in), "; ".join([*told, f"{most}: {rest}"])


def document(made: World, found: Outcomes) -> str:
    """The whole table."""
    callers = (*made.callers, *made.programs)
    parts = [HEAD, *(f"| {one.name} | {one.title} |\n" for one in callers), AGAIN]
    parts += [f"| {name} | {', '.join(together)} |\n" for name, together in GROUPS.items()] + [BODY]
    for subject in SUBJECTS:
        alike: dict[tuple[str, str], list[Door]] = {}
        for door, outcomes in found.items():
            if door.subject == subject:
                alike.setdefault(in_words(outcomes), []).append(door)
        parts.append(f"\n## {subject}\n\n| who gets in | who does not | where |\n| --- | --- | --- |\n")
        for (let_in, kept_out), these in sorted(alike.items(), key=lambda one: (one[0][0] != "everybody", -len(one[1]), one[0])):
            parts.append(f"| {let_in} | {kept_out} | {'<br>'.join(_lines(these))} |\n")
    missing = {door.subject for door in found} - {*SUBJECTS}
    if missing:
        raise SystemExit(f"tools/routes.py does not know the subject of {', '.join(sorted(missing))}")
    return "".join(parts)


def _lines(these: Iterable[Door]) -> list[str]:
    """Addresses with their methods."""
    methods: dict[str, list[str]] = {}
    for door in these:
        methods.setdefault(door.address, []).append(door.method)
    return [f"{' '.join(sorted(found))} `{address}`" for address, found in methods.items()]


def main() -> int:
    """Write the table where it is not as it was; the exit status."""
    with tempfile.TemporaryDirectory() as instance, tempfile.TemporaryDirectory() as template:
        empty = Path(template) / config.DATABASE_FILE
        upgrade_database(create_app({"SQLALCHEMY_DATABASE_URI": f"sqlite:///{empty}"}, template))
        with world(Path(instance), empty) as made:
            text = document(made, asked(made))
    if not TABLE.exists() or TABLE.read_text("utf-8") != text:
        TABLE.write_text(text, "utf-8")
        print(f"{TABLE.relative_to(ROOT)}: brought up to date")
    return 0


if __name__ == "__main__":
    sys.exit(main())
