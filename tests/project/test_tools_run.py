"""Tools that no other test runs: each does a small job and leaves this checkout unchanged."""

from __future__ import annotations

import contextlib
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.look import __main__ as look
from tests.look import guide as guide_pictures
from tools import (
    catalogs,
    lock,
    machines,
    migration,
    released_database,
    routes,
    shape,
    site,
    styles,
    ways_to_start,
    who_gets_in,
)

ROOT = Path(__file__).parent.parent.parent


def write_file(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


# ---- make


def test_make_calls_only_tools_and_modules_that_there_are():
    recipes = (ROOT / "Makefile").read_text("utf-8")
    modules = set(re.findall(r"python3? -m ((?:tools|tests)[\w.]*)", recipes))
    files = set(re.findall(r"tools/[\w/-]+\.(?:py|sh)", recipes))
    assert {"tests.benchmarks", "tests.look", "tools.site"} <= modules
    assert "tools/shape.py" in files
    assert [name for name in modules if not find_spec(name)] == []
    assert [name for name in files if not (ROOT / name).is_file()] == []


# ---- make catalogs


@pytest.fixture
def little_program(tmp_path, monkeypatch):
    """A checkout with two messages, where the catalog tool looks for it."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    write_file(tmp_path / "scorekeeper" / "said.py", 'ngettext("%(num)s hand", "%(num)s hands", 2)\n')
    write_file(tmp_path / "templates" / "page.html", '{{ _("Keep it!") }}\n')
    monkeypatch.setattr(catalogs, "ROOT", tmp_path)
    monkeypatch.setattr(catalogs, "TRANSLATIONS", tmp_path / "scorekeeper" / "translations")
    monkeypatch.setattr(sys, "path", [*sys.path])
    return tmp_path


def test_messages_are_collected_filled_typeset_and_compiled(little_program, capsys):
    assert catalogs.main(["--check"]) == 1
    assert not catalogs.TRANSLATIONS.exists(), "a check writes nothing"
    fill = write_file(little_program / "fr.json", '{"Keep it!": "Garde-le!", "%(num)s hand": ["%(num)s main", "%(num)s mains"]}')
    assert catalogs.main(["--fill", str(fill)]) == 0
    french = catalogs.catalog_path("fr")
    assert 'msgstr "Garde-le\u202f!"' in french.read_text("utf-8")
    assert "#: templates/page.html" in french.read_text("utf-8")
    assert french.with_suffix(".mo").exists()
    assert "fr: 2 of 2 messages translated" in capsys.readouterr().out
    assert catalogs.main(["--check"]) == 0


def test_a_message_without_a_translation_is_listed(little_program, capsys):
    assert catalogs.main([]) == 0
    assert 'fr: 0 of 2 messages translated\n  "%(num)s hand"\n  "Keep it!"\n' in capsys.readouterr().out


@pytest.mark.process
def test_the_script_for_catalogs_calls_the_tool_from_anywhere(tmp_path):
    script = write_file(tmp_path / "tools" / "catalogs.sh", (ROOT / "tools" / "catalogs.sh").read_text("utf-8"))
    write_file(tmp_path / ".venv" / "bin" / "python", '#!/bin/bash\necho "$PWD $*"\n').chmod(0o755)
    done = subprocess.run(["bash", script, "--check"], cwd="/", capture_output=True, text=True, check=True)
    assert done.stdout == f"{tmp_path} tools/catalogs.py --check\n"


# ---- make lock

UV = f"""#!{sys.executable}
import sys
from pathlib import Path
assert "dependencies" in Path("pyproject.toml").read_text() and "hatchling" in sys.stdin.read()
names = ["flask"] + [extra for flag, extra in zip(sys.argv, sys.argv[1:]) if flag == "--extra"]
known = Path(sys.argv[sys.argv.index("-o") + 1])
if "--all-extras" in sys.argv:
    assert "--upgrade" in sys.argv and "old==1" in known.read_text()
known.write_text("".join(f"{{name}}==2 \\\\\\n    --hash=sha256:{{'0' * 64}}\\n" for name in names))
"""


@pytest.mark.process
def test_a_lock_file_is_written_for_each_purpose_with_what_it_adds(tmp_path, monkeypatch, capsys):
    uv = write_file(tmp_path / "bin" / "uv", UV)
    uv.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(uv.with_name("python")))
    monkeypatch.setattr(lock, "FOLDER", tmp_path)
    write_file(tmp_path / "run.txt", f"old==1 \\\n    --hash=sha256:{'0' * 64}\n")
    assert lock.main(["--upgrade"]) == 0
    assert {path.stem for path in tmp_path.glob("*.txt")} == {*lock.PURPOSES}
    hashed = "".join(f"{name}==2 \\\n    --hash=sha256:{'0' * 64}\n" for name in ("flask", *lock.RUN_EXTRAS))
    assert (tmp_path / "run.txt").read_text() == lock.HEAD + hashed
    assert (tmp_path / "bench.txt").read_text() == f"{lock.HEAD}-r test.txt\nbench==2 \\\n    --hash=sha256:{'0' * 64}\n"
    assert "requirements/bench.txt: 7 packages" in capsys.readouterr().out


# ---- make machines: as far as it goes without debootstrap


def test_ways_to_start_stand_on_others_that_there_are_and_come_after_them():
    order = [*ways_to_start.CASES]
    assert {*ways_to_start.BUILDS_ON} | {*ways_to_start.BUILDS_ON.values()} <= {*order}
    assert [name for name, before in ways_to_start.BUILDS_ON.items() if order.index(before) > order.index(name)] == []


def test_machines_names_its_cases_and_refuses_others(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["machines", "--help"])
    with pytest.raises(SystemExit) as ended:
        machines.main()
    assert ended.value.code == 0
    assert set(re.findall(r"\w+", capsys.readouterr().out)) >= {*ways_to_start.CASES, *machines.RELEASES}
    monkeypatch.setattr(sys, "argv", ["machines", "root", "moon"])
    with pytest.raises(SystemExit) as ended:
        machines.main()
    assert ended.value.code == 2
    assert "no case is called moon" in capsys.readouterr().err


# ---- tools.migration


def test_a_migration_is_proposed_for_what_the_database_lacks_and_else_none(make_app, tmp_path, monkeypatch):
    app = make_app()
    shutil.copytree(ROOT / "migrations", tmp_path / "migrations", ignore=shutil.ignore_patterns("__pycache__"))
    versions = tmp_path / "migrations" / "versions"
    there = {*versions.iterdir()}

    def of_the_copy(app):
        from flask_migrate import Migrate

        Migrate(app, app.extensions["sqlalchemy"], directory=str(versions.parent))

    monkeypatch.setattr(migration, "create_app", lambda: app)
    monkeypatch.setattr(migration, "migrations_of", of_the_copy)
    monkeypatch.setattr(sys, "argv", ["migration", "links", "again"])
    migration.main()
    assert {*versions.glob("*.py")} <= there
    with app.app_context(), app.extensions["sqlalchemy"].engine.begin() as connection:
        connection.exec_driver_sql("DROP TABLE links")
    migration.main()
    (made,) = {*versions.glob("*.py")} - there
    assert "links_again" in made.name
    assert re.search(r"create_table\(\s*['\"]links['\"]", made.read_text("utf-8"))


# ---- tools/released_database.py


@pytest.mark.sqlite("the dump is of a SQLite file")
def test_a_released_database_is_written_with_a_game_and_a_tournament(tmp_path, monkeypatch, capsys):
    (tmp_path / "tests").mkdir()
    monkeypatch.setattr(released_database, "ROOT", tmp_path)
    released_database.main("9.9.9")
    assert capsys.readouterr().out.startswith("tests/released/9.9.9.sql: ")
    with closing(sqlite3.connect(":memory:")) as database:
        database.executescript((tmp_path / "tests" / "released" / "9.9.9.sql").read_text("utf-8"))
        for table in ("games", "tournaments", "changes"):
            assert database.execute(f"SELECT count(*) FROM {table}").fetchone()[0] > 0


# ---- make routes, make who-gets-in


def test_the_map_of_routes_is_written_where_it_is_not_as_it_was(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(routes, "ROOT", tmp_path)
    monkeypatch.setattr(routes, "MAP", tmp_path / "routes.md")
    assert routes.main() == 0
    assert "`/up`" in routes.MAP.read_text("utf-8")
    assert routes.main() == 0
    assert capsys.readouterr().out == "routes.md: updated\n"


def test_who_gets_in_is_written_where_it_is_not_as_it_was(tmp_path, monkeypatch, capsys):
    up = [door for door in who_gets_in.doors(routes.create_app(instance_path=tmp_path)) if door.address == "/up"]
    monkeypatch.setattr(who_gets_in, "ROOT", tmp_path)
    monkeypatch.setattr(who_gets_in, "TABLE", tmp_path / "who.md")
    monkeypatch.setattr(who_gets_in, "doors", lambda _app: up)
    assert who_gets_in.main() == 0
    assert "GET `/up`" in who_gets_in.TABLE.read_text("utf-8")
    assert capsys.readouterr().out == "who.md: updated\n"


# ---- make site: what it makes is held by tests/guide/test_site.py


def test_the_site_is_made_where_make_site_says(tmp_path, monkeypatch, capsys):
    made = []
    monkeypatch.setattr(site, "make", made.append)
    assert site.main() == 0
    assert made == [ROOT / "build" / "site"]
    assert capsys.readouterr().out == "build/site/index.html\n"


# ---- tools/styles.py, tools/shape.py


@pytest.fixture
def little_checkout(tmp_path):
    """A checkout with a circular import, a method comparison, a template and two equal rules."""
    package = tmp_path / "scorekeeper"
    write_file(package / "__init__.py", "")
    write_file(package / "one.py", "from scorekeeper import other\n\n\ndef hundred_wins(): ...\n")
    write_file(package / "other.py", 'from scorekeeper import one\n\n\ndef is_swiss(t):\n    return t.method == "swiss"\n')
    write_file(tmp_path / "templates" / "page.html", "<p>hundred_wins\n<p>\n")
    write_file(tmp_path / "static" / "css" / "page.css", "p { color: red }\nh1 { color: red }\n")
    return tmp_path


def test_style_sheets_are_counted_with_the_rules_that_say_the_same(little_checkout, capsys):
    assert styles.main([str(little_checkout)]) == 0
    _, page, every = capsys.readouterr().out.splitlines()
    assert page.split() == ["2", "1", "35", "page.css"]
    assert every.split() == ["2", "1", "35", "all"]


def test_the_shape_of_a_checkout_is_counted(little_checkout, capsys, monkeypatch):
    monkeypatch.setattr(shape, "ROOT", little_checkout)
    monkeypatch.setattr(shape, "vague_names", lambda: {"told"})
    assert shape.main(["--files"]) == 0
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert "modules, lines 3, 9" in lines
    assert "a house rule 2 files, 2 folders, 2 lines" in lines
    assert "templates/page.html: 1" in lines
    assert lines[lines.index("import circles 1") + 1] == "scorekeeper.one, scorekeeper.other"
    assert "functions, those with a name that anything could have 2, 0" in lines


@pytest.mark.thorough("reads the whole program twice")
def test_the_shape_of_an_earlier_commit_is_counted_beside(capsys, monkeypatch):
    monkeypatch.setattr(shape, "FEATURES", {})
    assert shape.main(["--against", "HEAD"]) == 0
    modules, *_ = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"modules, lines +[\d,]+, [\d,]+ -> [\d,]+, [\d,]+", modules)


# ---- make look


@pytest.fixture
def camera(browser, tmp_path, monkeypatch):
    """The screenshot tool with the shared browser, one look and one language."""
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", "")
    monkeypatch.setattr(look, "launch", lambda: contextlib.nullcontext(browser))
    monkeypatch.setattr(look, "ROOT", tmp_path)
    monkeypatch.setattr(look, "OUT", tmp_path / "look")
    monkeypatch.setattr(look, "LANGUAGES", {"fr": "fr-CA"})
    return tmp_path


@pytest.mark.browser
@pytest.mark.thorough("takes every picture of one look, and every sheet")
def test_pictures_are_taken_of_every_page_and_sheet(camera, monkeypatch, capsys):
    monkeypatch.setattr(look, "LOOKS", [(False, True, "fr")])
    monkeypatch.setattr(sys, "argv", ["look"])
    look.main()
    names = {path.name for path in look.OUT.glob("*.png")}
    assert {"home.phone-dark-fr.png", "desk-live.phone-dark-fr.png"} <= names
    assert any(name.startswith("pdf-card.fr") for name in names)
    assert f"{len(names)} pictures in look" in capsys.readouterr().out


@pytest.mark.browser
@pytest.mark.thorough("takes pictures of the guide: a page, the desk and a PDF")
def test_pictures_of_the_guide_are_taken(camera, monkeypatch, capsys):
    some = {name: guide_pictures.PICTURES[name] for name in ("hand", "desk", "slip")}
    monkeypatch.setattr(guide_pictures, "PICTURES", some)
    monkeypatch.setattr(guide_pictures, "PLACE", camera / "pictures")
    monkeypatch.setattr(sys, "argv", ["look", "guide"])
    look.main()
    assert {path.name for path in guide_pictures.PLACE.iterdir()} == {f"{name}.fr.png" for name in some}
    assert capsys.readouterr().out == "3 pictures in pictures\n"
