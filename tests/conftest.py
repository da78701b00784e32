"""Fixtures that every test may ask for: the application, databases, a served application, a browser."""

from __future__ import annotations

import contextlib
import gc
import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import argon2
import pytest
from hypothesis import HealthCheck, settings
from sqlalchemy import event

from scorekeeper import catalogs, config, create_app
from scorekeeper.base import jobs, paths
from scorekeeper.clubs.actions import passwords
from scorekeeper.fonts import folder as fonts_folder
from scorekeeper.fonts import make_fonts
from scorekeeper.phone.kit import folder as kit_folder
from scorekeeper.phone.kit import prepare_kit
from scorekeeper.prepare import upgrade_database
from tests import browser as chromium
from tests import compiled
from tests import postgres as server
from tests.made_once import made_once
from tests.printing import AtOnce
from tests.remembered import (
    one_kind_of_dialect,
    remember_addresses,
    remember_compressed,
    remember_statements,
    remember_static_files,
    remember_templates,
    share_kit,
    share_templates,
)
from tests.summing import PROPERTY, Summing

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient
    from playwright.sync_api import Browser, Page

# Four hours beside UTC, and three in summer: what shows or reads a time without asking for its zone fails somewhere.
os.environ["TZ"] = "America/Moncton"
if hasattr(time, "tzset"):  # not on Windows
    time.tzset()

# Little of what is imported, collected and made is garbage: to look for it as often as usual takes two fifths of the collection.
gc.set_threshold(100_000, 20, 100)

# What drives WebKit is installed by `make webkit` alone.
collect_ignore = [] if find_spec("selenium") else ["webkit"]

MakeApp = Callable[..., "Flask"]

remember_addresses()
one_kind_of_dialect()

# A busy machine is slow: that is no fault of what is tested, and no test depends on the clock, nor on Hypothesis' own limits.
settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--late-scripts 0.3`: pages get their scripts later, as over a poor network; nothing may depend on who is faster."""
    parser.addoption("--late-scripts", type=float, default=0.0, metavar="SECONDS", help="serve scripts to the browser later")
    parser.addoption(
        "--database",
        choices=("sqlite", "postgresql"),
        default="sqlite",
        help="what the applications of tests are on that do not ask for one kind of database themselves",
    )
    parser.addoption(
        "--breaks", type=int, default=60, metavar="NUMBER", help="how much breaks in each long evening of tests/faults"
    )
    parser.addoption(
        "--examples", type=int, default=100, metavar="NUMBER", help="questions an operation in the long test of the API"
    )
    parser.addoption(
        "--fuzz-runs", type=int, default=50_000, metavar="NUMBER", help="inputs a reader in the long tests of tests/fuzz"
    )


def pytest_configure(config: pytest.Config) -> None:
    """What a test is about that runs on one kind of database alone; and what long tests count is added up."""
    config.addinivalue_line("markers", "sqlite(reason): is about SQLite's own files; not run with --database postgresql")
    config.pluginmanager.register(Summing(config))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """On PostgreSQL, what is about SQLite is skipped, and says why."""
    if config.getoption("database") == "sqlite":
        return
    for item in items:
        if (mark := item.get_closest_marker("sqlite")) is not None:
            item.add_marker(pytest.mark.skip(reason=f"SQLite alone: {mark.args[0]}"))


def pytest_collection_finish() -> None:
    """What was imported and collected stays: it is not looked through for garbage again and again, a sixth of a run's time."""
    gc.collect()
    gc.freeze()


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors: tests with a browser or a server of their own wait for a part of their time."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture
def counted(record_property: Callable[[str, object], None]) -> Callable[..., None]:
    """Prints what a long test counted, and adds it up: `counted("evenings", line, {"lost": 0}, Save=0.2)`, Save in seconds."""

    def add(what: str, line: str, numbers: dict[str, int], **seconds: float) -> None:
        record_property(PROPERTY, {"what": what, "line": line, "numbers": numbers, "seconds": seconds})

    return add


@pytest.fixture(scope="session", autouse=True)
def compiled_catalogs() -> None:
    """Tests read the translations of this working tree, not those of the last start."""
    catalogs.compile_catalogs(paths.TRANSLATIONS)


@pytest.fixture(autouse=True)
def own_surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """No test reads or writes the games of whoever runs it."""
    monkeypatch.delenv("SCOREKEEPER_DATABASE_URL", raising=False)
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path_factory.getbasetemp() / "no-instance-asked-for"))


@pytest.fixture(autouse=True)
def nobody_works_on() -> Iterator[None]:
    """Whoever was begun by a test to work on a queue ends with it."""
    yield
    for process in jobs._children.values():
        process.kill()
        process.wait()
    jobs._children.clear()


@pytest.fixture(autouse=True)
def cheap_hashes(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Passwords are hashed in a millisecond, except for tests that ask for `real_hashes`."""
    if "real_hashes" not in request.fixturenames:
        monkeypatch.setattr(passwords, "_hasher", argon2.PasswordHasher(1, 8, 1))
        passwords._nobody.cache_clear()


@pytest.fixture
def real_hashes() -> None:
    """Passwords are hashed as in use."""
    passwords._nobody.cache_clear()


@pytest.fixture(autouse=True)
def quick_writes(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Nothing waits for the disk, except in tests that ask for `real_writes`: what they write is gone with the test."""
    if "real_writes" not in request.fixturenames:
        monkeypatch.setattr(os, "fsync", lambda _: None)


@pytest.fixture
def real_writes() -> None:
    """What is written is on the disk, as in use."""


def _written_in_passing(connection: Any, record: object) -> None:
    connection.execute("PRAGMA synchronous=OFF")


@pytest.fixture(scope="session")
def migrated_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty SQLite database with all migrations run once, to be copied."""

    def make(instance: Path) -> None:
        app = create_app({"SQLALCHEMY_DATABASE_URI": config.database_url(instance)}, instance)
        upgrade_database(app)
        with app.app_context():
            app.extensions["sqlalchemy"].engine.dispose()

    return made_once(tmp_path_factory, "database", make) / config.DATABASE_FILE


@pytest.fixture(scope="session")
def migrated_server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The URL of an empty PostgreSQL database with all migrations run once, to be copied."""
    url: str = request.getfixturevalue("postgres_cluster").database()
    app = create_app({"SQLALCHEMY_DATABASE_URI": url}, tmp_path_factory.mktemp("server"))
    upgrade_database(app)
    with app.app_context():
        app.extensions["sqlalchemy"].engine.dispose()
    return url


@pytest.fixture
def database_for(request: pytest.FixtureRequest, migrated_database: Path) -> Iterator[Callable[[Path], str]]:
    """Gives each instance of a test a database with all migrations run, of the kind that was asked for (`--database`)."""
    found: dict[Path, str] = {}

    def on_sqlite(instance: Path) -> str:
        if not (instance / config.DATABASE_FILE).exists():
            shutil.copy(migrated_database, instance / config.DATABASE_FILE)
        return f"sqlite:///{instance / config.DATABASE_FILE}"

    if request.config.getoption("database") == "sqlite":
        yield on_sqlite
        return
    cluster: server.Cluster = request.getfixturevalue("postgres_cluster")
    template = request.getfixturevalue("migrated_server")

    def on_server(instance: Path) -> str:
        if instance not in found:
            found[instance] = cluster.database(template)
        return found[instance]

    yield on_server
    for url in found.values():
        cluster.drop(url)


@pytest.fixture
def make_app(
    tmp_path: Path, database_for: Callable[[Path], str], migrated_database: Path, request: pytest.FixtureRequest
) -> Iterator[MakeApp]:
    """Makes applications on the test's own instance: `make_app(LANGUAGES=...)` overrides settings."""
    made: list[Flask] = []

    def make(instance: Path = tmp_path / "instance", **settings: Any) -> Flask:
        instance.mkdir(exist_ok=True)
        asked = settings.get("SQLALCHEMY_DATABASE_URI", "")
        if asked.startswith("sqlite:") and not (instance / config.DATABASE_FILE).exists():
            shutil.copy(migrated_database, instance / config.DATABASE_FILE)
        settings["SQLALCHEMY_DATABASE_URI"] = asked or database_for(instance)
        app = create_app({"TESTING": True, **settings}, instance)
        remember_templates(app)
        remember_static_files(app)
        with app.app_context():
            for engine in app.extensions["sqlalchemy"].engines.values():
                remember_statements(engine)
                if "real_writes" not in request.fixturenames and engine.dialect.name == "sqlite":
                    event.listen(engine, "connect", _written_in_passing)
        app.extensions["printer"] = AtOnce()
        made.append(app)
        return app

    yield make
    for app in made:
        with app.app_context():
            app.extensions["sqlalchemy"].engine.dispose()


@pytest.fixture
def app(make_app: MakeApp) -> Flask:
    """The application, on the kind of database that was asked for; its forms need no token (`live_server`’s do)."""
    return make_app(WTF_CSRF_ENABLED=False)


@pytest.fixture
def inside(app: Flask) -> Iterator[Flask]:
    """The application within a context, as during a request."""
    with app.app_context():
        yield app


@pytest.fixture(params=["sqlite", "postgresql"])
def served(request: pytest.FixtureRequest, make_app: MakeApp) -> Flask:
    """An application on each kind of database."""
    if request.param == "sqlite":
        return make_app(
            SQLALCHEMY_DATABASE_URI=f"sqlite:///{request.getfixturevalue('tmp_path')}/instance/{config.DATABASE_FILE}"
        )
    return make_app(SQLALCHEMY_DATABASE_URI=request.getfixturevalue("postgres"))


@pytest.fixture
def found_by_commands(monkeypatch: pytest.MonkeyPatch) -> Callable[[Flask], None]:
    """Tells commands where an application's instance is, and its database where that is a server's: `found_by_commands(app)`."""

    def tell(app: Flask) -> None:
        monkeypatch.setenv("SCOREKEEPER_INSTANCE", app.instance_path)
        url: str = app.config["SQLALCHEMY_DATABASE_URI"]
        if not url.startswith("sqlite:"):
            monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", url)

    return tell


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A visitor without a browser; `app.test_client()` makes another, on another device."""
    return app.test_client()


@pytest.fixture(scope="session")
def postgres_cluster() -> Iterator[server.Cluster]:
    """The one PostgreSQL server of the run."""
    with server.cluster() as cluster:
        yield cluster


@pytest.fixture
def postgres(postgres_cluster: server.Cluster, migrated_server: str) -> Iterator[str]:
    """The URL of a PostgreSQL database with all migrations run: `make_app(SQLALCHEMY_DATABASE_URI=postgres)`."""
    url = postgres_cluster.database(migrated_server)
    yield url
    postgres_cluster.drop(url)


@pytest.fixture
def empty_postgres(postgres_cluster: server.Cluster) -> Iterator[str]:
    """The URL of a PostgreSQL database without any table: for what makes them itself."""
    url = postgres_cluster.database()
    yield url
    postgres_cluster.drop(url)


@contextlib.contextmanager
def serving(app: Flask, port: int = 0) -> Iterator[int]:
    """Serve on this computer, on any free port or on that one; gives the port."""
    from werkzeug.serving import WSGIRequestHandler, make_server

    class Quiet(WSGIRequestHandler):
        def log(self, type: str, message: str, *args: Any) -> None:  # noqa: A002 (Werkzeug's name)
            pass

    answering = _Answering(app)
    web = make_server("127.0.0.1", port, answering, threaded=True, request_handler=Quiet)
    web.daemon_threads = True
    thread = threading.Thread(target=web.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield web.server_port
    finally:
        web.shutdown()
        thread.join()
        answering.wait_for_the_last()
        web.server_close()


class _Answering:
    """An application that knows how many requests it is answering: a page that is closed leaves some behind, with a connection
    to the database each, which nobody would close before the collector does.
    """

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.under_way = 0
        self.changed = threading.Condition()

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
        self._count(1)
        try:
            return self.app(environ, start_response)
        finally:
            self._count(-1)

    def _count(self, by: int) -> None:
        with self.changed:
            self.under_way += by
            self.changed.notify_all()

    def wait_for_the_last(self) -> None:
        with self.changed:
            assert self.changed.wait_for(lambda: self.under_way == 0, timeout=30), "a request is never answered"


@pytest.fixture(scope="session", autouse=True)
def compressed_files(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What is compressed as tightly as can be is compressed once a run."""
    remember_compressed(made_once(tmp_path_factory, "compressed", lambda _: None))


@pytest.fixture(scope="session", autouse=True)
def compiled_templates(tmp_path_factory: pytest.TempPathFactory) -> None:
    """A template is compiled once a run."""
    share_templates(made_once(tmp_path_factory, "templates", lambda _: None))


@pytest.fixture(scope="session", autouse=True)
def compiled_python(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What phones compile is compiled once a run."""
    compiled.share(partial(made_once, tmp_path_factory))


@pytest.fixture(scope="session", autouse=True)
def packed_texts(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What phones load is packed once a run."""
    share_kit(made_once(tmp_path_factory, "texts", lambda _: None))


@dataclass(frozen=True)
class LiveServer:
    """A served application: `url` has no slash at its end."""

    app: Flask
    url: str


@pytest.fixture(scope="session")
def cut_fonts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The fonts of an instance, cut once, to be copied."""
    return fonts_folder(made_once(tmp_path_factory, "fonts", make_fonts))


@pytest.fixture(scope="session")
def compressed_kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scoring kit of an instance in its compressed forms, made once, to be copied."""
    return kit_folder(made_once(tmp_path_factory, "kit", prepare_kit))


@pytest.fixture(scope="session")
def prepared(migrated_database: Path, cut_fonts: Path, compressed_kit: Path) -> Callable[[Path], Path]:
    """Makes an instance of an empty folder, as a first start would, in a moment: the folder."""

    def prepare(instance: Path) -> Path:
        shutil.copy(migrated_database, instance / config.DATABASE_FILE)
        shutil.copytree(cut_fonts, fonts_folder(instance))
        shutil.copytree(compressed_kit, kit_folder(instance))
        return instance

    return prepare


@pytest.fixture
def live_server(make_app: MakeApp, cut_fonts: Path, compressed_kit: Path, pytestconfig: pytest.Config) -> Iterator[LiveServer]:
    """The application as visitors meet it, tokens and all, on a free port of this computer."""
    app = make_app()
    if seconds := pytestconfig.getoption("late_scripts"):
        chromium.late_scripts(app, seconds)
    instance = Path(app.instance_path)
    shutil.copytree(cut_fonts, fonts_folder(instance), dirs_exist_ok=True)
    shutil.copytree(compressed_kit, kit_folder(instance), dirs_exist_ok=True)
    with serving(app) as port:
        yield LiveServer(app, f"http://127.0.0.1:{port}")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The one Chromium of the run."""
    with chromium.launch() as started:
        yield started


@pytest.fixture
def open_page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Callable[..., Page]]:
    """Opens pages, each a new visitor: `open_page(desktop=True, language="fr-CA", dark=True)`.

    `keeps=True`: with the service worker that keeps pages for when there is no network; most tests need none, and it fetches
    everything there is. It has compiled what it answers pages with, as at every visit but the `first`.

    An uncaught error or one on the console fails the test, unless the page was opened with
    `errors_expected=True` (a refused request is an error on the console).
    """
    asked = "live_server" in request.fixturenames
    # Begun before the pages, it ends after them: none is left asking.
    served: LiveServer | None = request.getfixturevalue("live_server") if asked else None
    contexts, complaints = [], []

    def open_one(*, errors_expected: bool = False, keeps: bool = False, first: bool = False, **options: Any) -> Page:
        context = chromium.new_context(browser, service_workers="allow" if keeps else "block", **options)
        contexts.append(context)
        if keeps and not first and served is not None:
            compiled.bring_desk(context, served.url, served.app)
        page = context.new_page()
        page.set_default_timeout(chromium.PATIENCE)
        errors = chromium.watch_errors(page)
        if not errors_expected:
            complaints.append(errors)
        return page

    yield open_one
    for context in contexts:
        for page in context.pages:
            page.unroute_all(behavior="ignoreErrors")  # what a test had stopped ends with it
        context.close()
    assert [error for errors in complaints for error in errors] == []
