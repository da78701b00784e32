"""The fixtures detect what they are meant to detect."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import urllib.request

import pytest
from sqlalchemy import inspect, text

from tests.browser import new_context, watch_errors
from tests.fixtures.serving import serving


def test_the_application_has_its_tables_on_sqlite_and_on_postgresql(make_app, tmp_path, postgres):
    def tables(**settings):
        app = make_app(tmp_path / ("server" if settings else "file"), **settings)
        with app.app_context():
            return sorted(inspect(app.extensions["sqlalchemy"].engine).get_table_names())

    on_file = tables()
    assert "alembic_version" in on_file
    assert tables(SQLALCHEMY_DATABASE_URI=postgres) == on_file


def test_two_tests_never_share_a_postgresql_database(make_app, postgres, postgres_cluster):
    app = make_app(SQLALCHEMY_DATABASE_URI=postgres)
    with app.app_context():
        engine = app.extensions["sqlalchemy"].engine
        with engine.begin() as connection:
            connection.execute(text("CREATE TABLE left_behind (id integer)"))
    other = postgres_cluster.database()
    assert other != postgres
    postgres_cluster.drop(other)


@pytest.mark.slow
def test_a_program_that_was_served_is_left_when_its_last_request_is_answered_and_not_before(app):
    begun, ended = threading.Event(), threading.Event()

    @app.get("/slow")
    def slow():
        begun.set()
        threading.Event().wait(0.3)  # longer than it takes to go
        ended.set()
        return "answered"

    with serving(app) as port:
        asking = threading.Thread(target=lambda: urllib.request.urlopen(f"http://127.0.0.1:{port}/slow").close())
        asking.start()
        begun.wait()
    assert ended.is_set(), "its connection to the database would be closed by the collector, in the middle of another test"
    asking.join()


LONG_RUN = """
from tests.soak_report import Summing

def pytest_configure(config):
    config.pluginmanager.register(Summing(config))
    config.addinivalue_line("markers", "soak: long")
"""
LONG_TESTS = """
import pytest
from tests.soak_report import PROPERTY

@pytest.mark.soak
@pytest.mark.parametrize("lost", [0, 2])
def test_an_evening(lost, record_property):
    numbers = {"acts": 40, "lost": lost}
    record_property(PROPERTY, {"what": "evenings", "line": f"told {lost}", "numbers": numbers, "seconds": {"Save": 0.25 * lost}})
    assert not lost, "this one lost something"
"""


@pytest.mark.thorough("starts pytest once more")
def test_what_long_tests_counted_is_printed_whichever_worker_counted_it_and_added_up(tmp_path):
    (tmp_path / "conftest.py").write_text(LONG_RUN)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "test_long.py").write_text(LONG_TESTS)
    command = [sys.executable, "-m", "pytest", "-p", "xdist", "-n", "1", "-p", "no:cacheprovider", str(tmp_path)]
    alone = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    printed = subprocess.run(command, capture_output=True, text=True, check=False, env=alone).stdout
    assert "evenings: of them 2, acts 80, lost 2, worst Save 0.50 s" in printed
    before, _, after = printed.partition("=== FAILURES ===")
    assert "told 0" in before
    assert "told 2" in before
    assert "this one lost something" in before  # at once
    assert "this one lost something" in after


@pytest.mark.journey
@pytest.mark.browser
def test_a_page_is_a_phones_and_an_inline_script_is_blocked_and_noticed(browser, live_server):
    @live_server.app.route("/inline")
    def inline():
        viewport = "<meta name=viewport content='width=device-width'>"
        return f"<!doctype html>{viewport}<title>blocked</title><script>document.title = 'ran'</script>"

    with new_context(browser) as context:
        page = context.new_page()
        errors = watch_errors(page)
        page.goto(f"{live_server.url}/inline")
        assert page.title() == "blocked"
        assert page.evaluate("[innerWidth, navigator.maxTouchPoints > 0, devicePixelRatio]") == [390, True, 2]
        assert any("Content Security Policy" in error for error in errors)


@pytest.mark.browser
def test_a_page_may_be_a_desktops_dark_french_and_without_scripts(open_page, live_server):
    page = open_page(desktop=True, dark=True, language="fr-CA", errors_expected=True)
    page.goto(live_server.url)
    assert page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    assert page.evaluate("[innerWidth, navigator.language]") == [1280, "fr-CA"]
    plain = open_page(javascript=False)
    plain.set_content("<noscript>no scripts here</noscript>")
    assert plain.get_by_text("no scripts here").is_visible()
