"""The referee in a real browser gives the command line's rulings, from the same files under Brython."""

from __future__ import annotations

import ast
import json

import pytest

from scorekeeper.core.http.security_headers import allow_eval
from scorekeeper.core.i18n.translation import t_for
from scorekeeper.engine.errors import GameError
from scorekeeper.formats.adjudicate import adjudicate
from scorekeeper.messages.errors.error_messages import objection_text
from scorekeeper.offline.bundle import bundle, packs
from tests.offline.conftest import conformance
from tests.offline.random_questions import question

pytestmark = pytest.mark.browser

REFEREE = """
from browser import self as worker
from javascript import JSON
from scorekeeper.formats.adjudicate import adjudicate
from scorekeeper.engine.errors import GameError
from scorekeeper.messages.errors.error_messages import objection_text

def answer(kind, asked, messages):
    known = JSON.parse(messages)
    t = lambda message: known.get(message) or message
    try:
        return JSON.stringify(adjudicate(kind, JSON.parse(asked), lambda objection: objection_text(t, objection)))
    except GameError as error:
        return JSON.stringify({"refused": error.code, "reason": str(error.params.get("reason"))})

worker.rule = answer
"""
WORKER = """
importScripts(KNOWN.brython);
__BRYTHON__.brython({ debug: 0, indexeddb: false });
__BRYTHON__.loadBrythonPackage(KNOWN.files);
__BRYTHON__.importModule("referee");
onmessage = ({ data }) => postMessage(data.map(([kind, asked]) => rule(kind, JSON.stringify(asked), KNOWN.messages)));
"""
ASK = """(questions) => new Promise((resolve, reject) => {
  const worker = new Worker("/referee-worker.js");
  worker.onmessage = ({ data }) => resolve(data.map((text) => JSON.parse(text)));
  worker.onerror = (event) => reject(new Error(event.message));
  worker.postMessage(questions);
})"""


@pytest.fixture
def rule(live_server, open_page):
    """Asks the referee in the browser, in French."""
    trees = packs.collect("scorekeeper.messages.errors.error_messages") | packs.collect("scorekeeper.formats.adjudicate")
    messages = bundle.messages("fr", packs.message_ids(trees))
    known = {
        "brython": "/brython-for-the-referee.js",
        "files": bundle.virtual_files(trees | {"referee": ast.parse(REFEREE)}),
        "messages": messages,
    }
    script = f"const KNOWN = {json.dumps(known)};\n{WORKER}"
    app = live_server.app
    of_scripts = {"mimetype": "text/javascript"}
    app.add_url_rule(
        "/referee-worker.js", endpoint="referee", view_func=lambda: allow_eval(app.response_class(script, **of_scripts))
    )
    app.add_url_rule(
        "/brython-for-the-referee.js",
        endpoint="brython",
        view_func=lambda: app.response_class(bundle._brython(), **of_scripts),
    )
    page = open_page()
    page.goto(f"{live_server.url}/offline/en")
    return lambda questions: page.evaluate(ASK, [list(one) for one in questions])


def on_the_server(kind, asked):
    t = t_for("fr")
    try:
        answer = adjudicate(kind, asked, lambda objection: objection_text(t, objection))
    except GameError as error:
        return {"refused": error.code, "reason": str(error.params.get("reason"))}
    return json.loads(json.dumps(answer))


@pytest.mark.journey
def test_every_case_is_ruled_on_as_by_the_command_line(rule):
    questions = [(kind, case["request"]) for kind in ("auction", "play") for case in conformance(kind)]
    assert len(questions) > 250
    for (kind, asked), answer in zip(questions, rule(questions), strict=True):
        assert answer == on_the_server(kind, asked), (kind, asked)


@pytest.mark.parametrize(
    "numbers", [range(200), pytest.param(range(200, 2200), marks=pytest.mark.soak)], ids=["200 questions", "2000 more"]
)
def test_questions_by_chance_are_ruled_on_the_same(rule, numbers):
    questions = [question(number) for number in numbers]
    refused = 0
    for number, (kind, asked), answer in zip(numbers, questions, rule(questions), strict=True):
        expected = on_the_server(kind, asked)
        assert answer == expected, f"question {number}: {kind}"
        refused += "refused" in expected
    assert refused < len(questions) / 4
