"""The shell scripts that `make` calls, on unusual machines."""

from __future__ import annotations

import os
import pty
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.process

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def machine(tmp_path):
    """A PATH with only the programs a script needs, and fake ones for the test."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in ("bash", "env", "grep", "tail", "ls", "id", "mktemp", "readlink", "rm", "tee"):
        (programs / name).symlink_to(shutil.which(name))
    (programs / "python3").symlink_to(sys.executable)

    def run(
        script: str, *arguments: str, python: str = "", stdin: int = subprocess.DEVNULL, **made_up: str
    ) -> subprocess.CompletedProcess[str]:
        for name, body in made_up.items():
            program = programs / name.replace("_", "-")
            program.unlink(missing_ok=True)
            program.write_text(f"#!/bin/bash\n{body}\n")
            program.chmod(0o755)
        return subprocess.run(
            [programs / "bash", ROOT / "tools" / script, *arguments],
            cwd=tmp_path,
            env={"PATH": str(programs), "CALLS": str(tmp_path / "calls"), "HOME": os.environ["HOME"], "PYTHON": python},
            stdin=stdin,
            capture_output=True,
            text=True,
        )

    run.calls = tmp_path / "calls"
    return run


def python_in(folder: Path, body: str) -> None:
    """Make a virtual environment with a fake Python."""
    (folder / ".venv" / "bin").mkdir(parents=True)
    python = folder / ".venv" / "bin" / "python"
    python.write_text(f'#!/bin/bash\n[ "$3" = --version ] && exit 0\n[ "$1" = -c ] && exit 0\n{body}\n')
    python.chmod(0o755)


NOTE = 'echo "${0##*/} $*" >>"$CALLS"'
NONE = "exit 1"


def test_another_system_is_told_what_to_install_by_hand(machine):
    done = machine("system.sh", "run")
    assert done.returncode == 0
    assert "Pango 1.44 or newer, the DejaVu, Vollkorn and Lato fonts" in done.stderr


def test_a_user_without_sudo_is_told_what_the_administrator_should_run(machine):
    done = machine("system.sh", "run", apt_get=NOTE, dpkg_query=NONE, id="echo 1000")
    assert done.returncode == 1
    assert (
        "apt-get update && apt-get install --no-install-recommends"
        " libpango-1.0-0 libpangoft2-1.0-0 fonts-dejavu-core fonts-vollkorn fonts-lato" in done.stderr
    )
    assert not machine.calls.exists()


def test_pythons_own_package_is_asked_for_with_the_rest(machine):
    bare = """case "$*" in *ensurepip*) exit 1;; *minor*) echo python3.11-venv;; *) exit 0;; esac"""
    asked = {"apt_get": NOTE, "dpkg_query": NONE, "id": "echo 1000", "readlink": "echo /usr/bin/python3.11"}
    done = machine("system.sh", "run", python3=bare, **asked)
    assert done.returncode == 1
    assert "fonts-dejavu-core python3.11-venv fonts-vollkorn" in done.stderr
    assert "Installing" not in done.stderr


def test_a_user_whose_sudo_would_ask_for_a_password_nobody_can_type_is_told_the_same(machine):
    done = machine("system.sh", "run", apt_get=NOTE, dpkg_query=NONE, id="echo 1000", sudo=NONE)
    assert done.returncode == 1
    assert "Please run as root" in done.stderr


def test_a_password_is_asked_for_once_and_whoever_has_none_is_told_what_to_do(machine):
    sudo = '[ "$1" = -n ] || echo "sudo $*" >>"$CALLS"; exit 1'
    ours, terminal = pty.openpty()
    try:
        done = machine("system.sh", "run", stdin=terminal, apt_get=NOTE, dpkg_query=NONE, id="echo 1000", sudo=sudo)
    finally:
        os.close(ours)
        os.close(terminal)
    assert machine.calls.read_text() == "sudo -v\n"
    assert "Please run as root" in done.stderr


def test_missing_packages_are_named_and_installed_through_sudo(machine):
    sudo = '[ "$1" = -n ] && exit 0; echo "sudo $*" >>"$CALLS"'
    done = machine("system.sh", "run", apt_get=NONE, apt_cache=NONE, dpkg_query=NONE, id="echo 1000", sudo=sudo)
    assert done.returncode == 0, done.stderr
    assert "Installing Debian packages: libpango-1.0-0" in done.stderr
    calls = machine.calls.read_text()
    assert "sudo env DEBIAN_FRONTEND=noninteractive apt-get install" in calls
    assert "libpango-1.0-0 libpangoft2-1.0-0 fonts-dejavu-core\n" in calls


def test_a_font_that_cannot_be_had_does_not_stop_the_program(machine):
    apt_get = '[[ "$*" == *fonts-lato* ]] && exit 100; exit 0'
    done = machine("system.sh", "run", apt_get=apt_get, apt_cache=NONE, dpkg_query=NONE, id="echo 0")
    assert done.returncode == 0, done.stderr
    assert "use another font: fonts-lato" in done.stderr
    assert "fonts-vollkorn\n" not in done.stderr.split("packages:")[1].split("\n", 1)[1]


def test_a_package_that_cannot_be_had_stops_with_its_error(machine):
    done = machine(
        "system.sh",
        "run",
        apt_get='[ "$1" = update ] || exit 100',
        apt_cache=NONE,
        dpkg_query=NONE,
        id="echo 0",
    )
    assert done.returncode == 100


def test_a_complete_machine_is_left_alone(machine):
    done = machine("system.sh", "run", apt_get=NOTE, dpkg_query="echo installed")
    assert (done.returncode, done.stderr) == (0, "")
    assert not machine.calls.exists()


OLD = '[ "$1" = --version ] && echo "Python 3.10.4" || exit 1'


def test_an_old_python_is_named_with_what_would_do(machine):
    done = machine("venv.sh", python3=OLD)
    assert done.returncode == 1
    assert "Python 3.11 or newer is needed; python3 here is: Python 3.10.4" in done.stderr


def test_an_old_python_is_told_before_anything_is_installed(machine):
    done = machine("system.sh", "run", apt_get=NOTE, apt_cache=NONE, dpkg_query=NONE, id="echo 0", python3=OLD)
    assert done.returncode == 1
    assert "python3 here is: Python 3.10.4" in done.stderr
    assert "make PYTHON=/path/to/python3" in done.stderr
    assert not machine.calls.exists()


def test_a_newer_python_of_the_system_is_installed_with_the_rest(machine):
    lists = '[ "$2" = python3.12 ] && echo "python3.12 | 3.12.3"; exit 0'
    done = machine("system.sh", "run", apt_get=NOTE, apt_cache=lists, dpkg_query=NONE, id="echo 0", python3=OLD)
    assert done.returncode == 0, done.stderr
    assert "python3.12 python3.12-venv" in machine.calls.read_text()


def test_a_python_that_was_named_and_is_too_old_is_named_again(machine):
    done = machine("system.sh", "run", python="python3", apt_get=NOTE, apt_cache=NONE, dpkg_query=NONE, id="echo 0", python3=OLD)
    assert done.returncode == 1
    assert "PYTHON=python3 is not a Python 3.11 or newer: Python 3.10.4" in done.stderr


def test_without_a_network_one_sentence_says_so(machine):
    apt_get = """[ "$1" = update ] && exit 0
for n in 1 2 3; do echo "E: Failed to fetch something  Could not resolve" >&2; done; exit 100"""
    done = machine("system.sh", "run", apt_get=apt_get, apt_cache=NONE, dpkg_query=NONE, id="echo 0")
    assert done.returncode == 100
    assert "is this computer connected to the internet?" in done.stderr
    assert "E:" not in done.stderr
    assert "Still missing: libpango-1.0-0" in done.stderr


def test_an_installation_that_was_interrupted_is_said_with_its_cure(machine):
    apt_get = 'echo "E: dpkg was interrupted, you must manually run dpkg --configure -a to correct the problem." >&2; exit 100'
    done = machine("system.sh", "run", apt_get=apt_get, apt_cache=NONE, dpkg_query=NONE, id="echo 0")
    assert "An earlier installation on this computer was interrupted. Please run as root: dpkg --configure -a" in done.stderr


def test_without_a_network_the_python_packages_are_one_sentence_too(machine, tmp_path):
    python_in(
        tmp_path,
        'for n in 1 2 3; do echo "WARNING: Retrying NewConnectionError"; done\n'
        'echo "ERROR: Could not find a version that satisfies the requirement hatchling"; exit 1',
    )
    done = machine("venv.sh")
    assert done.returncode == 1
    assert "is this computer connected to the internet?" in done.stderr
    assert done.stderr.count("hatchling") == 1
    assert "Retrying" not in done.stderr


def test_what_the_lock_file_names_is_installed_and_then_the_project_alone(machine, tmp_path):
    python_in(tmp_path, NOTE)
    assert machine("venv.sh", "test").returncode == 0
    packages, project = machine.calls.read_text().splitlines()
    assert packages.endswith("--require-hashes --requirement requirements/test.txt")
    assert project.endswith("--no-deps --no-build-isolation --editable .")


def test_each_python_package_on_its_way_is_a_sign_of_life(machine, tmp_path):
    python_in(tmp_path, 'for n in 1 2 3; do echo "Collecting package-$n"; done')
    done = machine("venv.sh")
    assert done.returncode == 0
    assert "the first time) ..." in done.stderr


def test_on_32_bits_the_same_versions_are_installed_from_wherever_they_were_built(machine, tmp_path):
    python_in(tmp_path, NOTE)
    python = tmp_path / ".venv" / "bin" / "python"
    python.write_text(python.read_text("utf-8").replace("#!/bin/bash", '#!/bin/bash\n[[ "$*" == *maxsize* ]] && exit 1'))
    (tmp_path / "requirements").mkdir()
    (tmp_path / "requirements" / "run.txt").write_text("flask==3.1.2 \\\n    --hash=sha256:00\n")
    assert machine("venv.sh").returncode == 0
    packages = machine.calls.read_text().splitlines()[0]
    assert packages.endswith("--requirement .venv/versions.txt")
    assert "hashes" not in packages
    assert (tmp_path / ".venv" / "versions.txt").read_text() == "flask==3.1.2\n"


def test_without_a_purpose_it_is_the_program_that_is_installed(machine, tmp_path):
    python_in(tmp_path, NOTE)
    assert machine("venv.sh").returncode == 0
    assert "--requirement requirements/run.txt\n" in machine.calls.read_text()


def test_a_package_that_is_not_the_one_that_was_locked_is_said_to_be_that(machine, tmp_path):
    mismatch = "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE. Somebody may have tampered with them."
    python_in(tmp_path, f'{NOTE}\necho "{mismatch}"; exit 1')
    done = machine("venv.sh")
    assert done.returncode == 1
    assert "not the one named in requirements/" in done.stderr
    assert "connected to the internet" not in done.stderr
    assert len(machine.calls.read_text().splitlines()) == 1, "the project is not installed upon it"


def make(*arguments: str, cwd: Path = ROOT) -> str:
    """Return the output of a target, whatever `make` runs these tests."""
    fresh = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS")) and name != "PYTHON"}
    return subprocess.run(["make", *arguments], cwd=cwd, env=fresh, capture_output=True, text=True, check=True).stdout


def test_a_wheel_is_built_without_what_only_tests_need():
    asked = make("--dry-run", "--always-make", "wheel")
    assert "tools/venv.sh wheel" in asked
    assert [line for line in asked.splitlines() if "system.sh" in line] == ["tools/system.sh run"]


def test_an_environment_that_exists_is_installed_again_once_more_is_asked_of_the_system(tmp_path):
    shutil.copy(ROOT / "Makefile", tmp_path)
    needed = [tmp_path / "pyproject.toml", tmp_path / "tools" / "system.sh"]
    needed += [tmp_path / "requirements" / f"{name}.txt" for name in ("run", "test")]
    installed = tmp_path / ".venv" / ".installed-test"
    for path in (*needed, installed):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    asked = ("--dry-run", str(installed.relative_to(tmp_path)))
    assert "system.sh" not in make(*asked, cwd=tmp_path)
    later = installed.stat().st_mtime + 1
    os.utime(needed[1], (later, later))
    assert make(*asked, cwd=tmp_path).splitlines()[0] == "tools/system.sh test"


def test_what_was_made_is_cleaned_away_and_the_games_are_not(tmp_path):
    shutil.copy(ROOT / "Makefile", tmp_path)
    kept = [
        tmp_path / "instance" / "scorekeeper.sqlite3",
        *(tmp_path / name / "one.py" for name in ("scorekeeper", "tests", "tools")),
    ]
    made = [tmp_path / "__pycache__" / "hatch_build.pyc", tmp_path / "scorekeeper" / "__pycache__" / "one.pyc"]
    made += [tmp_path / "scorekeeper" / "translations" / "fr.mo", tmp_path / "dist" / "one.whl"]
    for path in (*kept, *made, tmp_path / "migrations" / "one.py"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    make("clean", cwd=tmp_path)
    assert [path for path in made if path.exists()] == []
    assert not (tmp_path / "__pycache__").exists()
    assert [path for path in kept if not path.exists()] == []
