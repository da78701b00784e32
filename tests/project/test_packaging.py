"""Packages, container and bundle: their sources fit the program, as far as that is visible without building."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
import yaml

from scorekeeper import create_app
from scorekeeper.cli import command_line
from scorekeeper.core import paths

pytestmark = pytest.mark.process

ROOT = Path(__file__).parent.parent.parent
PACKAGING = ROOT / "packaging"
UNIT = PACKAGING / "systemd" / "deuxcents.service"
CONTAINER = PACKAGING / "container"
COMPOSED = sorted(CONTAINER.glob("compose*.yaml"))
SCRIPTS = sorted(path for path in PACKAGING.rglob("*") if path.is_file() and path.read_bytes().startswith(b"#!/"))
SHELL = [path for path in SCRIPTS if path.read_bytes().split(b"\n")[0].endswith(b"sh")]


def lines_of(path: Path) -> list[str]:
    """Return the instructions of a Dockerfile, with continued lines joined."""
    text = re.sub(r"^#.*\n", "", path.read_text("utf-8"), flags=re.MULTILINE)
    return [" ".join(line.split()) for line in text.replace("\\\n", " ").splitlines() if line.strip()]


@pytest.fixture
def asked(tmp_path, monkeypatch):
    """A fake `scorekeeper` command that logs its arguments, and makes or restores backups."""
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "scorekeeper").write_text(
        '#!/bin/sh\nset -e\necho "$@" >>"$ASKED"\n'
        'case $1 in backup) [ -z "$FAILS" ] || exit 1; echo copy >"$3/scorekeeper-abcdef-20261123T120000Z-hand.zip" ;;\n'
        'restore) mkdir "$SCOREKEEPER_INSTANCE"; [ -z "$FAILS" ] || exit 1; cp "$2" "$SCOREKEEPER_INSTANCE/restored" ;; esac\n'
    )
    (folder / "scorekeeper").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    monkeypatch.setenv("ASKED", str(tmp_path / "asked"))
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path / "instance"))
    monkeypatch.setenv("BACKUP_FOLDER", str(tmp_path / "backup"))
    monkeypatch.delenv("FAILS", raising=False)
    return tmp_path / "asked"


def run(script: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([script, *words], capture_output=True, text=True)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: str(path.relative_to(PACKAGING)))
def test_a_script_can_be_started(script):
    assert os.access(script, os.X_OK)


@pytest.mark.parametrize("script", SHELL, ids=lambda path: str(path.relative_to(PACKAGING)))
def test_a_shell_reads_a_script_without_complaint(script):
    shell = script.read_text("utf-8").split("\n")[0].split("/")[-1].split()[-1]
    done = subprocess.run([shell, "-n", script], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_what_the_packages_call_is_a_command_of_the_program():
    called = set(re.findall(r"^ExecStart=\S+/scorekeeper (\w+)", UNIT.read_text("utf-8"), re.MULTILINE))
    for script in SHELL:
        called |= set(re.findall(r"^(?:if ! |exec )?scorekeeper (\w+)", script.read_text("utf-8"), re.MULTILINE))
    assert {"serve", "backup", "restore"} <= called
    assert called - set(command_line.COMMANDS) == set()


def test_the_container_asks_for_an_address_that_there_is(app):
    (asked,) = set(re.findall(r"\{PORT\}(/\w+)", (CONTAINER / "healthy").read_text("utf-8")))
    assert asked in {str(rule) for rule in create_app(instance_path=app.instance_path).url_map.iter_rules()}


# ---- the unit and the .deb


def test_the_unit_stands_where_the_package_puts_the_program():
    unit, build = UNIT.read_text("utf-8"), (PACKAGING / "deb" / "build.sh").read_text("utf-8")
    assert "ExecStart=/opt/deuxcents/bin/scorekeeper serve" in unit
    assert "home=$root/opt/deuxcents" in build
    assert "EnvironmentFile=-/etc/default/deuxcents" in unit
    assert "$root/etc/default/deuxcents" in build
    assert "SCOREKEEPER_INSTANCE=/var/lib/deuxcents" in unit
    named = re.findall(r"\bpackaging/[\w./-]+", build)
    assert [name for name in named if not (ROOT / name).exists()] == []


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not on this computer")
def test_systemd_reads_the_unit_and_finds_it_closed_in(tmp_path):
    copy = tmp_path / UNIT.name
    copy.write_text(UNIT.read_text("utf-8").replace("/opt/deuxcents/bin/scorekeeper", sys.executable))
    read = subprocess.run(["systemd-analyze", "verify", copy], capture_output=True, text=True)
    assert "deuxcents.service" not in read.stderr
    # Tenths: up to 2.0 of the 10 that a unit without any of this has.
    judged = ["systemd-analyze", "security", "--offline=true", "--threshold=20", "--no-pager", copy]
    done = subprocess.run(judged, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-200:] + done.stderr


def test_the_package_removes_no_games():
    said = (PACKAGING / "deb" / "postrm").read_text("utf-8")
    assert "rm -rf" in said
    assert not re.search(r"rm -rf[^\n]*/var/lib/deuxcents", said)


# ---- the container


def test_the_image_is_made_from_what_is_there_and_is_not_run_by_root():
    lines = lines_of(CONTAINER / "Dockerfile")
    copied = [word for line in lines if line.startswith("COPY") and "--from" not in line for word in line.split()[1:-1]]
    assert [word for word in copied if not word.startswith("--") and not (ROOT / word).exists()] == []
    last = lines[max(number for number, line in enumerate(lines) if line.startswith("FROM")) :]
    assert {"USER deuxcents", "VOLUME /data"} <= set(last)
    assert next(line for line in last if line.startswith("HEALTHCHECK")).endswith('CMD ["healthy"]')
    assert any("SCOREKEEPER_INSTANCE=/data/instance" in line for line in last)


def test_the_program_in_the_image_and_in_the_bundle_is_built_with_its_fonts_and_its_scoring_kit():
    lines = lines_of(CONTAINER / "Dockerfile")
    first = lines[: next(number for number, line in enumerate(lines) if line.startswith("FROM") and " AS " not in line)]
    assert any("fonts-vollkorn" in line for line in first)
    assert '(str(prebuilt), "scorekeeper/prebuilt")' in (PACKAGING / "bundle" / "deuxcents.spec").read_text("utf-8")


def test_what_the_image_is_made_from_leaves_nothing_of_the_wheel_out():
    rules = (CONTAINER / "Dockerfile.dockerignore").read_text("utf-8").splitlines()
    kept = {rule[1:] for rule in rules if rule.startswith("!")}
    assert {"scorekeeper", "pyproject.toml", "hatch_build.py", "README.md", "LICENSE", *paths.RESOURCES} <= kept
    assert [name for name in kept if not (ROOT / name).exists()] == []
    assert "instance" not in kept


@pytest.mark.parametrize("file", COMPOSED, ids=lambda path: path.name)
def test_a_compose_file_names_what_is_there(file):
    text = file.read_text("utf-8")
    found = yaml.safe_load(text)
    for name, service in found["services"].items():
        if "build" in service:
            context = (file.parent / service["build"]["context"]).resolve()
            assert (context / service["build"]["dockerfile"]).is_file()
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert (file.parent / source).is_file() if source.startswith(".") else source in found["volumes"], volume
        assert set(service.get("depends_on", {})) < set(found["services"]), name
    told = set(re.findall(r"^(\w+)=", (CONTAINER / "env.example").read_text("utf-8"), re.MULTILINE))
    assert {name for name, default in re.findall(r"\$\{(\w+)(:-)?", text) if not default} <= told


@pytest.mark.parametrize(
    ("words", "port", "wanted"),
    [
        ((), None, "serve --host 0.0.0.0 --port 8200"),
        (("serve",), "9000", "serve --host 0.0.0.0 --port 9000"),
        (("account", "list"), "9000", "account list"),
    ],
)
def test_the_container_serves_on_the_port_of_its_environment_and_knows_every_command(asked, monkeypatch, words, port, wanted):
    monkeypatch.delenv("PORT", raising=False)
    if port:
        monkeypatch.setenv("PORT", port)
    assert run(CONTAINER / "start", *words).returncode == 0
    assert asked.read_text() == wanted + "\n"


@pytest.fixture
def answering():
    """A server that answers `/up` as set, under one host name, and records requests."""
    told = {"status": 200, "hosts": []}

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            told["hosts"].append(self.headers["Host"])
            self.send_response(told["status"] if self.path == "/up" else 404)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Answer) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port, told
        server.shutdown()


@pytest.mark.slow
@pytest.mark.parametrize(("status", "well"), [(200, True), (503, False)])
def test_a_container_is_healthy_while_the_program_answers(answering, monkeypatch, status, well):
    port, told = answering
    told["status"] = status
    monkeypatch.setenv("PORT", str(port))
    monkeypatch.setenv("SCOREKEEPER_HOSTS", "points.example.org, other.example.org")
    done = subprocess.run([sys.executable, CONTAINER / "healthy"], capture_output=True, text=True)
    assert (done.returncode == 0) is well, done.stderr
    assert told["hosts"] == ["points.example.org"]


def test_a_container_in_which_nobody_answers_is_not_healthy(monkeypatch):
    monkeypatch.setenv("PORT", "1")
    done = subprocess.run([sys.executable, CONTAINER / "healthy"], capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.startswith("/up: ")


def test_before_a_backup_there_is_one_new_copy_and_after_a_failure_the_old_one(asked, tmp_path, monkeypatch):
    kept = tmp_path / "backup"
    kept.mkdir()
    (kept / "scorekeeper-abcdef-20250101T120000Z-hand.zip").write_text("old")
    monkeypatch.setenv("FAILS", "1")
    assert run(CONTAINER / "hooks" / "backup-before").returncode != 0
    assert [path.read_text() for path in kept.glob("*.zip")] == ["old"]
    monkeypatch.delenv("FAILS")
    assert run(CONTAINER / "hooks" / "backup-before").returncode == 0
    assert [path.read_text() for path in kept.glob("*.zip")] == ["copy\n"]


def test_after_a_restore_the_copy_takes_the_place_of_the_files_which_stay_aside(asked, tmp_path):
    for name in ("backup", "instance"):
        (tmp_path / name).mkdir()
    (tmp_path / "backup" / "one.zip").write_text("copy")
    (tmp_path / "instance" / "torn").write_text("torn")
    done = run(CONTAINER / "hooks" / "restore-after")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "instance" / "restored").read_text() == "copy"
    (aside,) = tmp_path.glob("instance.before-*")
    assert (aside / "torn").exists()


def test_a_restore_that_fails_or_has_no_copy_changes_nothing(asked, tmp_path, monkeypatch):
    (tmp_path / "instance").mkdir()
    (tmp_path / "instance" / "games").write_text("kept")
    (tmp_path / "one.zip").write_text("copy")
    assert "run /hooks/backup-before" in run(CONTAINER / "hooks" / "restore-after").stderr
    monkeypatch.setenv("FAILS", "1")
    done = run(CONTAINER / "hooks" / "restore-after", str(tmp_path / "one.zip"))
    assert (done.returncode, "Nothing was restored" in done.stderr) == (1, True)
    assert [path.name for path in tmp_path.glob("instance*")] == ["instance"]
    assert (tmp_path / "instance" / "games").read_text() == "kept"


# ---- the bundle


def test_the_bundle_starts_the_modules_that_the_program_calls_by_name(tmp_path):
    (tmp_path / "helper.py").write_text("import sys; print(__name__, sys.argv[1:])")
    command = [sys.executable, PACKAGING / "bundle" / "start.py", "-m", "helper", "one", "two"]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": f"{tmp_path}:{ROOT}"})
    assert done.stdout == "__main__ ['one', 'two']\n", done.stderr


def test_the_bundle_is_any_command_too():
    command = [sys.executable, PACKAGING / "bundle" / "start.py", "rules", "list"]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)})
    assert done.returncode == 0, done.stderr
    assert "informal" in done.stdout


def test_a_recipe_for_a_bundle_is_python():
    spec = PACKAGING / "bundle" / "deuxcents.spec"
    compile(spec.read_text("utf-8"), spec, "exec")
