"""Fuzz targets: functions of bytes that return, or raise one of our own errors. Anything else is a bug.

If a result can be written, it is read again and must be the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import parse_qsl

from werkzeug.datastructures import MultiDict

from scorekeeper.archives import import_reader as archives
from scorekeeper.archives.unpacking import UnpackedArchive
from scorekeeper.backup import package
from scorekeeper.core import numbers
from scorekeeper.core.api import schema
from scorekeeper.core.config import settings
from scorekeeper.core.forms.form_input import own_path
from scorekeeper.core.refusals import Refusal
from scorekeeper.core.security import signing
from scorekeeper.engine.errors import GameError
from scorekeeper.engine.replay.game import replay
from scorekeeper.formats.adjudicate import RULING_KINDS, adjudicate
from scorekeeper.formats.game_record import dump_record, parse_record
from scorekeeper.formats.json_reader import read_json
from scorekeeper.formats.rules import dump_rules, parse_rules, rules_from_link, rules_to_link
from scorekeeper.formats.tournament_record import dump_tournament, parse_tournament
from scorekeeper.formats.tournament_v2 import dump_v2, parse_without_penalties, v2_json
from scorekeeper.games.commands.offline import offline_commands
from scorekeeper.pairing.adjustments import apply_penalties
from scorekeeper.pairing.directing.director import next_round
from scorekeeper.pairing.record.errors import TournamentError
from scorekeeper.pairing.verify.verify import check
from scorekeeper.rules.pages import shared_rules
from scorekeeper.tournaments.commands.entrants import entry_sheets
from tests.fuzz import seeds
from tests.fuzz.program import BODIES, forms

REFUSED = (
    GameError,
    TournamentError,
    Refusal,
    shared_rules.UnreadableRules,
    package.NotAManifest,
    package.NewerManifest,
    settings.WrongSetting,
)
"""Errors that a reader may raise."""


def _game_record(data: bytes) -> None:
    record = parse_record(read_json(data))
    again = parse_record(read_json(json.dumps(dump_record(record))))
    assert again == record, "a record that is written again is another one"
    replay(record.rules, record.first_dealer, record.events, record.start_scores)


def _rules(data: bytes) -> None:
    rules = parse_rules(read_json(data))
    assert parse_rules(dump_rules(rules)) == rules
    assert rules_from_link(rules_to_link(rules)) == rules


def _rules_text(data: bytes) -> None:
    shared_rules.read_text(_text(data))


def _tournament_record(data: bytes) -> None:
    found = parse_tournament(read_json(data))
    assert parse_tournament(read_json(json.dumps(dump_tournament(found)))) == found
    check(found)


def _second_edition(data: bytes) -> None:
    given = read_json(data)
    found, additions = parse_without_penalties(given)
    again, same = parse_without_penalties(read_json(json.dumps(dump_v2(found, given))))
    assert (again, same) == (found, additions)
    counted = apply_penalties(found, additions.penalties)
    check(counted)
    v2_json({"standings": []}, counted, additions)
    next_round(counted)


def _referee(data: bytes) -> None:
    kinds = sorted(RULING_KINDS)
    adjudicate(kinds[data[0] % len(kinds)] if data else kinds[0], read_json(data[1:]), lambda objection: objection.rule)


def _archive(data: bytes) -> None:
    archives.read(UnpackedArchive(data))


def _archived(data: bytes) -> None:
    """Read the files of an archive as one JSON object, without the ZIP."""
    found = read_json(data)
    if isinstance(found, dict):
        archives.read(found)


def _body(data: bytes) -> None:
    kind = BODIES[data[0] % len(BODIES)] if data else BODIES[0]
    found = read_json(data[1:])
    if isinstance(found, dict):
        schema.parse_values(kind, found)


def _phone_act(data: bytes) -> None:
    told = read_json(data)
    if isinstance(told, dict):
        offline_commands.parse_command(str(told.get("key"))[:40], told.get("seen"), told.get("after"), told.get("act"))


def _entrants(data: bytes) -> None:
    entry_sheets.parse(data[1:], 1 + (data[0] if data else 0) % 3)


def _manifest(data: bytes) -> None:
    found = package.read_manifest(data)
    assert package.read_manifest(found.to_json()) == found


def _settings(data: bytes) -> None:
    one = settings.SETTINGS[data[0] % len(settings.SETTINGS)] if data else settings.SETTINGS[0]
    with suppress(ValueError):  # the start of the program reports it by the variable's name
        one.read(_text(data[1:]).strip())


def _typed(data: bytes) -> None:
    text = _text(data)
    found = numbers.parse_integer(text)
    assert found is None or abs(found) <= numbers.MOST
    numbers.parse_tapped_number(text)
    assert own_path(text).startswith("/")
    assert not own_path(text).startswith(("//", "/\\"))
    signing.normalize_text(text)
    signing.same_name(text)
    assert signing.verify_signed("scorekeeper.link", text) is None
    assert signing.claimed_row_id(text) >= 0


def _form(data: bytes) -> None:
    kinds = forms()
    kind = kinds[data[0] % len(kinds)] if data else kinds[0]
    found = kind(MultiDict(parse_qsl(_text(data[1:]), keep_blank_values=True)))
    found.first_invalid_field()
    found.typed()


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


@dataclass(frozen=True)
class Target:
    """A reader. `read` takes any bytes; `seeds` returns valid inputs."""

    read: Callable[[bytes], None]
    seeds: Callable[[], list[bytes]]

    def __call__(self, data: bytes) -> bool:
        """Read the bytes, and return whether they were accepted."""
        try:
            self.read(data)
        except REFUSED:
            return False
        return True


TARGETS = {
    "game_record": Target(_game_record, seeds.games),
    "rules": Target(_rules, seeds.rule_sets),
    "rules_text": Target(_rules_text, seeds.links),
    "tournament_record": Target(_tournament_record, seeds.tournaments),
    "second_edition": Target(_second_edition, seeds.second_editions),
    "referee": Target(_referee, seeds.questions),
    "archive": Target(_archive, seeds.archives),
    "archived": Target(_archived, seeds.unpacked),
    "body": Target(_body, seeds.bodies),
    "phone_act": Target(_phone_act, seeds.acts),
    "entrants": Target(_entrants, seeds.sheets),
    "manifest": Target(_manifest, seeds.manifests),
    "settings": Target(_settings, seeds.setting_values),
    "typed": Target(_typed, seeds.texts),
    "form": Target(_form, seeds.fields),
}
