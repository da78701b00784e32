"""The request log and its request ids: it never contains secrets."""

from __future__ import annotations

import json
import logging
import re

import pytest
from flask import abort, request

from scorekeeper.clubs.commands.members import api_tokens
from scorekeeper.core.http import request_log
from scorekeeper.core.net import proxies
from scorekeeper.core.security import signing
from scorekeeper.tournaments.commands import player_links
from tests.tournaments.club_night import PASSWORD, Desk
from tests.visitor import start

NUMBER = re.compile(r"\d{4}-\d{4}-\d{4}")


class ErrorOutput:
    """The text written to standard error so far."""

    def __init__(self, capsys):
        self.capsys, self.text = capsys, ""

    def getvalue(self):
        self.text += self.capsys.readouterr().err
        return self.text


@pytest.fixture
def log(capsys):
    """Records the log. `begin` sets its format."""
    root, ours = logging.getLogger(), logging.getLogger(request_log.LOGGER_NAME)
    before = (root.handlers, root.level, ours.level)
    yield ErrorOutput(capsys)
    root.handlers = before[0]
    root.setLevel(before[1])
    ours.setLevel(before[2])


def lines(log):
    return [json.loads(line) for line in log.getvalue().splitlines()]


def test_every_answer_has_a_number_that_its_lines_have_too(client, log):
    request_log.start_logging("info", "json")
    number = client.get("/rules").headers["X-Request-Id"]
    assert NUMBER.fullmatch(number)
    (line,) = lines(log)
    assert (line["request"], line["route"], line["method"], line["status"]) == (number, "/rules", "GET", 200)
    assert line["ms"] >= 0
    assert client.get("/rules").headers["X-Request-Id"] != number


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_page_of_an_error_shows_the_number(client, lang):
    answer = client.get("/no-such-page", headers={"Accept-Language": lang})
    assert answer.headers["X-Request-Id"] in answer.text
    assert ("Problem number" in answer.text) == (lang == "en")


def test_the_number_of_a_trusted_proxy_is_kept_and_nobody_elses(make_app, tmp_path):
    behind = make_app(tmp_path / "behind", TRUSTED_PROXIES=proxies.parse_proxies("127.0.0.1")).test_client()
    told = {"X-Request-Id": "abc-123-def"}
    assert behind.get("/rules", headers=told).headers["X-Request-Id"] == "abc-123-def"
    elsewhere = {"REMOTE_ADDR": "203.0.113.9"}
    assert NUMBER.fullmatch(behind.get("/rules", headers=told, environ_overrides=elsewhere).headers["X-Request-Id"])
    for odd in ("x", "a b c d e f", "é" * 8, "x" * 65):
        assert NUMBER.fullmatch(behind.get("/rules", headers={"X-Request-Id": odd}).headers["X-Request-Id"])


def test_a_line_for_people_has_the_same(client, log):
    request_log.start_logging("info", "text")
    number = client.get(start(client)).headers["X-Request-Id"]
    last = log.getvalue().splitlines()[-1]
    assert re.search(rf"INFO \[{number}\] scorekeeper\.requests: GET /games/<int:game_id> game_id=1: 200, [\d.]+ ms", last)


def test_below_info_there_is_no_line_for_a_request(client, log):
    request_log.start_logging("warning", "json")
    client.get("/rules")
    assert log.getvalue() == ""


@pytest.fixture
def failing(app):
    """An application with a part that fails with a message containing the whole request."""

    @app.before_request
    def fail():
        if "X-Fail" in request.headers:
            told = [*(request.view_args or {}).values(), *request.cookies.values(), *request.headers.values()]
            told += [*request.args.values(), *request.form.values(), request.url]
            raise RuntimeError(f"all of it: {told}")
        if "X-Refuse" in request.headers:
            abort(400, "bad")

    app.config["PROPAGATE_EXCEPTIONS"] = False
    return app


@pytest.mark.slow
@pytest.mark.parametrize("form", ["text", "json"])
def test_no_secret_is_in_the_log_wherever_it_was_sent(failing, log, form):
    client = failing.test_client()
    with failing.app_context():
        desk = Desk(4)
        desk.next_round()
        table, entrant = player_links.table_links(desk.access, 1)[1], player_links.entrant_links(desk.access)["e1"]
        program = api_tokens.create(desk.club, "the screen", "read")[1]
    client.post("/club/sign-in", data={"name": "Rita", "password": PASSWORD})
    game = start(client)
    page = client.post(f"{game}/share", data={"role": "score"}, follow_redirects=True).text
    link = re.search(r"/s/([\w.-]+)", page)[1]
    cookies = [client.get_cookie(name).value for name in ("scorekeeper_device", "scorekeeper_account", "scorekeeper_known")]
    typed = "une phrase bien secrète"
    secrets = [table, entrant, program, link, typed, PASSWORD, *cookies, "postgres-password", f"A1b{signing.new_secret()}"]
    request_log.start_logging("debug", form)
    for headers in ({}, {"X-Fail": "1"}, {"X-Refuse": "1"}):
        for path in ("/t/", "/e/", "/s/", "/club/join/", "/nowhere/", "/?next=/t/"):
            client.get(f"{path}{entrant if path == '/e/' else link if path == '/s/' else table}", headers=headers)
        for path in (f"/t/{table}", f"/s/{link}"):
            client.get(path, headers=headers)
        client.post(f"/s/{link}", headers=headers)
        client.post("/club/sign-in", data={"name": "Rita", "password": typed}, headers=headers)
        client.post("/club/account/password", data={"old": PASSWORD, "password": typed}, headers=headers)
        failing.test_client().get("/api/v1/table", headers={**headers, "Authorization": f"Bearer {table}"})
        failing.test_client().get("/api/v1/clubs", headers={**headers, "Authorization": f"Bearer {program}"})
    failing.logger.error("cannot reach postgresql://someone:postgres-password@db/games for %s", secrets[-1])
    logging.getLogger("waitress").warning(f"Exception while serving /t/{table}")  # noqa: G004 (as it does)
    text = log.getvalue()
    assert "error in GET /t/<token>" in text
    assert "all of it" in text
    assert "postgresql://someone:" in text
    assert "while serving a request" in text
    assert [secret for secret in secrets if secret in text] == []
    assert [part for secret in secrets for part in secret.split(".") if len(part) > 12 and part in text] == []


def test_a_request_that_leads_nowhere_is_not_told_by_its_address(client, log):
    request_log.start_logging("info", "json")
    client.get("/t-mistyped/a-link-that-somebody-mistyped")
    (line,) = lines(log)
    assert line["route"] == request_log.UNROUTED
    assert "mistyped" not in log.getvalue()


def test_what_fails_is_told_in_one_line_with_its_origin(failing, log):
    request_log.start_logging("warning", "json")
    number = failing.test_client().get("/rules", headers={"X-Fail": "1"}).headers["X-Request-Id"]
    (line,) = lines(log)
    assert (line["request"], line["level"]) == (number, "error")
    assert "RuntimeError" in line["error"]
