"""The metrics of a running server: on their own port, over all processes, even after one has died."""

from __future__ import annotations

import json
import os
import re
import signal
import urllib.request

import pytest

from scorekeeper.server.http import http_server
from tests.ports import own_port
from tests.served import Server, until

pytestmark = [pytest.mark.process, pytest.mark.slow]


@pytest.fixture(scope="module")
def measured(tmp_path_factory, prepared):
    """A server with metrics and JSON logs. At the end it must stop cleanly."""
    port = own_port(second=True)
    variables = {"METRICS_PORT": str(port), "LOG_FORMAT": "json", "LOG_LEVEL": "info"}
    told = {f"SCOREKEEPER_{name}": value for name, value in variables.items()}
    one = Server(prepared(tmp_path_factory.mktemp("measured")), beside=1, **told)
    one.measurements = f"http://127.0.0.1:{port}/metrics"
    yield one
    one.process.terminate()
    assert one.process.wait(timeout=60) == 0, one.log.read_text()
    assert "Traceback" not in one.log.read_text()


def read_metrics(server):
    """Return the metrics by name and labels."""
    with urllib.request.urlopen(server.measurements, timeout=60) as answer:
        text = answer.read().decode()
    return {name: float(value) for name, value in re.findall(r"^(scorekeeper_.+) (\S+)$", text, re.MULTILINE)}


def count(server):
    return read_metrics(server).get('scorekeeper_requests_total{method="GET",route="/rules",status="200"}', 0)


@pytest.mark.thorough("starts the program several times")
def test_requests_are_counted_by_route_whichever_process_answers(measured):
    before = count(measured)
    assert [measured.get("/rules") for _ in range(12)] == [200] * 12
    found = read_metrics(measured)
    assert count(measured) == before + 12
    assert found['scorekeeper_request_seconds_count{method="GET",route="/rules"}'] >= 12
    assert found["scorekeeper_processes"] == http_server.WORKERS
    assert found["scorekeeper_documents_waiting"] >= 0


def test_no_address_and_no_secret_is_a_label(measured):
    for path in ("/t/12.a-secret-link", "/s/another-secret", "/no/such/page"):
        assert measured.get(path) == 404
    names = " ".join(read_metrics(measured))
    assert "secret" not in names
    assert "such" not in names
    assert 'route="/t/<token>"' in names
    assert 'route="none"' in names


@pytest.mark.thorough("starts the program several times")
def test_what_a_process_has_counted_stays_when_it_dies_and_when_the_program_starts_anew(measured):
    assert [measured.get("/rules") for _ in range(8)] == [200] * 8
    before, counted = measured.workers(), count(measured)
    for process in before:
        os.kill(process, signal.SIGKILL)
    until(lambda: len(measured.workers() - before) == http_server.WORKERS + 1)
    until(lambda: read_metrics(measured).get("scorekeeper_processes") == http_server.WORKERS)
    assert measured.get("/rules") == 200
    assert count(measured) == counted + 1
    before = measured.workers()
    measured.process.send_signal(signal.SIGHUP)
    until(lambda: len(measured.workers()) == http_server.WORKERS + 1 and not measured.workers() & before)
    until(lambda: read_metrics(measured).get("scorekeeper_processes") == http_server.WORKERS)
    assert measured.get("/rules") == 200
    assert count(measured) == counted + 2


def test_a_line_of_the_log_is_one_object(measured):
    measured.get("/rules")
    lines = [line for line in measured.log.read_text().splitlines() if line.startswith("{")]
    assert json.loads(lines[-1])["route"] == "/rules"


def test_the_program_says_that_it_is_ready(measured):
    assert measured.get("/ready") == 200
