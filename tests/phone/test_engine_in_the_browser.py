"""The engine in a real browser answers as the server's does: same files, same codes, same words."""

from __future__ import annotations

import json

import pytest

from scorekeeper.codec.game_record import parse_record
from scorekeeper.codec.replay import replay_json
from scorekeeper.engine.errors import GameError
from scorekeeper.engine.game import replay
from scorekeeper.i18n import t_for
from scorekeeper.wording.lines import Lines
from scorekeeper.wording.names import names_of
from tests.phone.conftest import conformance

pytestmark = pytest.mark.browser

FORMATS = {"partnership", "two_threes", "three_pairs", "called_partner", "silent_partner", "cutthroat", "two_handed"}


def sample():
    """Every written case, and random ones until each format has been seen several times."""
    cases = [case for case in conformance("replay") if "rules" not in case]
    seen: dict[str, int] = {}
    for case in conformance("replay-random"):
        try:
            played = parse_record(case["record"]).rules.format
        except GameError:
            played = ""
        seen[played] = seen.get(played, 0) + 1
        if seen[played] <= 6:
            cases.append(case)
    assert set(seen) >= FORMATS
    return [case["record"] for case in cases]


def on_the_server(record, lang):
    """The same, by the path that the command line takes."""
    t = t_for(lang)
    try:
        parsed = parse_record(record)
        result = replay(parsed.rules, parsed.first_dealer, parsed.events)
        if result.error is not None:
            raise result.error
    except GameError as error:
        return {"code": error.code, "event": error.event or 0}
    texts = Lines(t).bind(names_of(parsed.rules, parsed.players))
    return json.loads(json.dumps(replay_json(result, texts)))


def told(answer, record):
    """The part of a phone's answer that the game record defines."""
    if "error" in answer:
        return {"code": answer["error"]["code"], "event": answer["error"]["event"]}
    answer.pop("boxed")
    answer["outcome"].pop("text")
    return answer


def test_the_browser_scores_every_format_exactly_as_the_server_does(engine_page):
    page = engine_page("fr")
    records = sample()
    answers = page.evaluate("(records) => Promise.all(records.map((r) => ask('replay', r)))", records)
    assert len(records) > 60
    for record, answer in zip(records, answers, strict=True):
        assert told(answer, record) == on_the_server(record, "fr")
