"""The engine in a real browser gives the server's answers: the same files, codes and words."""

from __future__ import annotations

import json

import pytest

from scorekeeper.core.i18n.translation import t_for
from scorekeeper.engine.errors import GameError
from scorekeeper.engine.replay.game import replay
from scorekeeper.formats.game_record import parse_record
from scorekeeper.formats.replay import replay_json
from scorekeeper.messages.game.lines import Lines
from scorekeeper.messages.game.outcome import doubt_formatter
from tests.offline.conftest import START, conformance
from tests.offline.random_games import game_record

pytestmark = pytest.mark.browser

FORMATS = {"partnership", "two_threes", "three_pairs", "called_partner", "silent_partner", "cutthroat", "two_handed"}


def sample():
    """Return every written case, and random ones until each format has appeared several times."""
    cases = [case for case in conformance("replay") + conformance("replay-second") if "rules" not in case]
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
    """Return the same as the command line does."""
    t = t_for(lang)
    try:
        parsed = parse_record(record)
        result = replay(parsed.rules, parsed.first_dealer, parsed.events, parsed.start_scores)
        if result.error is not None:
            raise result.error
    except GameError as error:
        return {"code": error.code, "event": error.event or 0}
    seated = Lines(t).seated(parsed.rules)
    return json.loads(json.dumps(replay_json(result, seated(parsed.players), seated, doubt_formatter(t, parsed.players))))


def promised_part(answer, record):
    """Return the part of a phone's answer that the game record defines."""
    if "error" in answer:
        return {"code": answer["error"]["code"], "event": answer["error"]["event"]}
    for more in ("boxed", "notes"):
        answer.pop(more)
    answer["outcome"].pop("text")
    return answer


@pytest.mark.journey
def test_the_browser_scores_every_format_exactly_as_the_server_does(engine_page):
    page = engine_page("fr")
    records = sample()
    answers = page.evaluate("(records) => Promise.all(records.map((r) => ask('replay', r)))", records)
    assert len(records) > 60
    for record, answer in zip(records, answers, strict=True):
        assert promised_part(answer, record) == on_the_server(record, "fr")


@pytest.mark.parametrize(
    "numbers", [range(150), pytest.param(range(150, 2150), marks=pytest.mark.soak)], ids=["150 games", "2000 more"]
)
def test_games_by_chance_are_the_same_on_both_engines_to_the_last_line(engine_page, numbers):
    page = engine_page("fr")
    records = [game_record(number) for number in numbers]
    answers = page.evaluate("(records) => Promise.all(records.map((r) => ask('replay', r)))", records)
    scored = 0
    for number, asked, answer in zip(numbers, records, answers, strict=True):
        expected = on_the_server(asked, "fr")
        assert promised_part(answer, asked) == expected, f"game {number}"
        scored += len(expected.get("hands", ()))
    assert scored > 2 * len(records)


RECORD = {
    "format": "scorekeeper-game/1",
    "rules": "standard",
    "players": ["Aline", "Benoît", "Claire", "Denis"],
    "first_dealer": 0,
    "events": [{"contractor": 0, "bid": 75, "bids": {}, "points": [85, 15]}],
}
HAND = {"contractor": 1, "bid": 60, "bids": {}, "points": [45, 55]}


def test_a_preview_comes_in_french_and_without_a_network(engine_page):
    page = engine_page("fr")
    page.context.set_offline(True)
    answer = page.evaluate("([record, event]) => ask('preview', record, event)", [RECORD, HAND])
    t = t_for("fr")
    assert answer["scores"] == [130, -45]
    assert answer["hand"]["why"][0]["text"] == t("%(side)s bid %(bid)s but took only %(took)s: %(change)s.") % {
        "side": "Benoît & Denis", "bid": 60, "took": 55, "change": "−60",
    }  # fmt: skip
    refused = page.evaluate("([record, event]) => ask('preview', record, event)", [RECORD, {**HAND, "points": [45, 45]}])
    assert refused["error"]["code"] == "points.sum"
    assert t("nothing") == "rien"
    assert "100" in refused["error"]["message"]
    assert "make" not in refused["error"]["message"]


def test_the_second_start_finds_the_engine_compiled(engine_page):
    page = engine_page()
    start = """() => new Promise(async (resolve) => {
      const { createEngine } = await import("/static/js/engine.js");
      const engine = createEngine({ workerUrl: "/phone/worker.js", lang: "en", lazy: true });
      engine.addEventListener("ready", ({ detail }) => resolve(detail));
      engine.start();
    })"""
    kept = """async () => {
      for (let tries = 0; tries < 100; tries += 1) {
        const database = await new Promise((resolve) => {
          indexedDB.open("scorekeeper-engine").onsuccess = ({ target }) => resolve(target.result);
        });
        const keys = await new Promise((resolve) => {
          const asked = database.transaction("compiled").objectStore("compiled").getAllKeys();
          asked.onsuccess = () => resolve(asked.result);
        });
        database.close();
        if (keys.length) return;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }"""
    page.evaluate(kept)
    assert page.evaluate(start)["compiled"] is True


def test_an_engine_that_was_stopped_answers_the_next_question_all_the_same(engine_page):
    page = engine_page()
    page.evaluate("engine.stop()")
    assert page.evaluate("(record) => ask('replay', record)", RECORD)["scores"] == [85, 15]


def test_an_engine_starts_though_what_the_phone_has_compiled_is_never_found(live_server, open_page):
    page = open_page()
    script = page.request.get(f"{live_server.url}/phone/worker.js").text()
    assert "PATIENCE = 8000;" in script
    stuck = "indexedDB.open = () => ({});\n" + script.replace("PATIENCE = 8000;", "PATIENCE = 50;")
    page.route("**/phone/worker.js", lambda route: route.fulfill(body=stuck, content_type="text/javascript"))
    page.goto(f"{live_server.url}/offline/en")
    page.evaluate(START, "en")
    assert page.evaluate("(record) => ask('replay', record)", RECORD)["scores"] == [85, 15]


def test_a_browser_that_cannot_start_the_engine_says_so_and_the_page_goes_on(live_server, open_page):
    page = open_page(errors_expected=True)
    page.goto(f"{live_server.url}/offline/en")
    told = page.evaluate("""async () => {
      const { createEngine } = await import("/static/js/engine.js");
      const engine = createEngine({ workerUrl: "/no-such-worker.js", lang: "en", lazy: true });
      return engine.ready.then(() => "ready", (error) => error.name);
    }""")
    assert told == "EngineUnavailable"
