"""The cases of `make machines`: each way to start the program on a computer that has never run it.

Each case is a function that raises Failed or returns a line saying what happened. A case in `BUILDS_ON` builds on another one.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from tools.machine import PATIENCE, ROOT, Machine, StepFailed, apt, ask, last_lines, run_command

CLONE = "scorekeeper"
GAME = {"format": "scorekeeper-game/2", "rules": "standard", "players": ["Aline", "Benoît", "Claire", "Denis"], "first_dealer": 0}
HAND = {"contractor": 0, "bid": 75, "trump": "H", "points": [85, 15]}


class Place:
    """The folder for a release's machines, inside `folder`."""

    def __init__(self, folder: Path, release: str) -> None:
        self.release, self.folder = release, folder / release
        self.base, self.made = self.folder / "base", self.folder / "dist"

    def machine(self, case: str, over: str | None = None) -> Machine:
        """Return a fresh machine, or one with another case's changes."""
        lower = [self.folder / over / "upper", self.base] if over else [self.base]
        return Machine(self.folder / case, lower, self.folder / "cache")

    def built(self, ending: str) -> Path:
        """Return a build of the current commit."""
        return next(self.made.glob(f"*.{ending}"))


def play(machine: Machine) -> dict[str, Any]:
    """Create a game and record one hand over HTTP. Raises Failed."""
    status, body = ask(f"{machine.url}/api/v1/games", GAME)
    if status != 201:
        raise StepFailed(f"no game begins: {status} {body[:200]!r}")
    game = json.loads(body)
    token = {"Authorization": f"Bearer {game['links']['score']['token']}"}
    events = f"{machine.url}/api/v1/games/{game['id']}/events"
    status, body = ask(events, HAND, If_Match='"1"', Idempotency_Key="6f1c1f0a-3b52-4c0e-9a54-2f6d3f6f6a10", **token)
    if status != 201 or scores(machine, game) != [85, 15]:
        raise StepFailed(f"the hand is not recorded: {status} {body[:200]!r}")
    return game


def scores(machine: Machine, game: dict[str, Any]) -> Any:
    """Return a game's scores. Raises Failed."""
    token = {"Authorization": f"Bearer {game['links']['score']['token']}"}
    status, body = ask(f"{machine.url}/api/v1/games/{game['id']}", **token)
    if status != 200:
        raise StepFailed(f"the game cannot be read: {status} {body[:200]!r}")
    return json.loads(body)["replay"]["scores"]


def request_paper(machine: Machine) -> tuple[int, bytes]:
    """Return the response to a request for a PDF, after waiting for it to be made."""
    end = time.monotonic() + PATIENCE
    while (answer := ask(f"{machine.url}/paper/sheets.pdf?rules=standard"))[0] == 202 and time.monotonic() < end:
        time.sleep(1)
    return answer


def check_printing(machine: Machine) -> None:
    """Check that a PDF can be made. Raises Failed."""
    status, body = request_paper(machine)
    if status != 200 or not body.startswith(b"%PDF-"):
        raise StepFailed(f"no PDF: {status} {body[:300]!r}")


def serve_and_play(machine: Machine, text: str, **where: Any) -> None:
    """Start the program, record a game, make a PDF and stop. Raises Failed."""
    machine.start(text, **where)
    play(machine)
    check_printing(machine)
    machine.stop()


def options(machine: Machine) -> str:
    """Return the `scorekeeper serve` options that keep it private to this computer."""
    return f"--host 127.0.0.1 --port {machine.port} --no-name"


def make_run(machine: Machine) -> str:
    """Return the README's command."""
    return f'exec make run ARGS="{options(machine)}"'


def root(place: Place) -> str:
    """Run as root, with no other user."""
    machine = place.machine("root")
    machine.clone(f"/root/{CLONE}")
    serve_and_play(machine, make_run(machine), folder=f"/root/{CLONE}")
    return "make run: installed by itself, game, PDF"


def sudo(place: Place) -> str:
    """Run as a user with passwordless sudo."""
    machine = place.machine("sudo")
    machine.run(apt("sudo") + " && useradd -m -s /bin/bash marie && echo 'marie ALL=(ALL) NOPASSWD: ALL' >/etc/sudoers.d/marie")
    machine.clone(f"/home/marie/{CLONE}", "marie")
    serve_and_play(machine, make_run(machine), user="marie", folder=f"/home/marie/{CLONE}")
    return "make run: installed by sudo, game, PDF"


def user(place: Place) -> str:
    """Run as a user without sudo: the program asks for one command, and starts after an administrator has run it."""
    machine = place.machine("user")
    machine.run("useradd -m -s /bin/bash marie")
    machine.clone(f"/home/marie/{CLONE}", "marie")
    where: dict[str, Any] = {"user": "marie", "folder": f"/home/marie/{CLONE}"}
    told = machine.run(make_run(machine), may_fail=True, **where)
    if told.endswith("[0]"):
        raise StepFailed("make run ended well, without what it needs")
    if not machine.untouched(f"/home/marie/{CLONE}"):
        raise StepFailed("make run left something half-made")
    asked = [line.strip() for line in told.splitlines() if "apt-get" in line]
    if len(asked) != 1:
        raise StepFailed(f"not one command to ask for: {last_lines(told)}")
    machine.run(f"export DEBIAN_FRONTEND=noninteractive\n{asked[0].replace('install ', 'install -y ', 1)}")
    serve_and_play(machine, make_run(machine), **where)
    return "make run: told one command, nothing half-made; after it game, PDF"


def tests(place: Place) -> str:
    """Check that everything the tests need can be installed, without installing it."""
    machine = place.machine("tests", over="root")
    (machine.root / "etc/apt/apt.conf.d/99simulate").write_text('APT::Get::Simulate "true";\n')
    found = machine.run("tools/system.sh test", folder=f"/root/{CLONE}")
    return f"tools/system.sh test, simulated: {last_lines(found, 1)}"


def build(place: Place) -> str:
    """Build the wheel and the Debian package on this release."""
    machine = place.machine("build", over="root")
    # The package needs the system's own Python. `make run` accepts any other.
    machine.run(apt("python3 python3-venv"))
    machine.run("make wheel deb", folder=f"/root/{CLONE}")
    shutil.rmtree(place.made, ignore_errors=True)
    shutil.copytree(machine.root / f"root/{CLONE}/dist", place.made)
    return "make wheel deb: " + ", ".join(sorted(path.name for path in place.made.iterdir()))


def with_wheel(place: Place, case: str, packages: str) -> tuple[Machine, str]:
    """Return a machine with a user, Python and the wheel, and the wheel's path on it."""
    machine = place.machine(case)
    machine.run(f"{apt(packages)} && useradd -m -s /bin/bash marie")
    wheel = shutil.copy(place.built("whl"), machine.root / "home/marie")
    return machine, f"/home/marie/{Path(wheel).name}"


def wheel(place: Place) -> str:
    """Run from the wheel alone, without Pango and then with it."""
    machine, path = with_wheel(place, "wheel", "python3 python3-venv")
    machine.run(f"python3 -m venv own && own/bin/pip install --quiet {path}", user="marie")
    machine.start(f"exec own/bin/deuxcents serve {options(machine)}", user="marie")
    game = play(machine)
    status, body = request_paper(machine)
    machine.stop()
    if status != 501 or b"libpango-1.0-0" not in body:
        raise StepFailed(f"no word of Pango: {status} {body[:300]!r}")
    machine.run(apt("libpango-1.0-0 libpangoft2-1.0-0"))
    machine.start(f"exec own/bin/deuxcents serve {options(machine)}", user="marie")
    if scores(machine, game) != [85, 15]:
        raise StepFailed("the game is not there any more")
    check_printing(machine)
    machine.stop()
    return "pip: game, PDF says what to install; with Pango the game is there, PDF"


def uvx(place: Place) -> str:
    """Run from the wheel file with `uvx` and with `uv tool run`."""
    machine, path = with_wheel(place, "uvx", "python3 python3-venv libpango-1.0-0 libpangoft2-1.0-0")
    machine.run("python3 -m venv own && own/bin/pip install --quiet uv", user="marie")
    serve_and_play(machine, f"exec own/bin/uvx --from {path}[all] deuxcents serve {options(machine)}", user="marie")
    said_so = machine.run(f"own/bin/uv tool run --from {path} scorekeeper --version", user="marie")
    return f"uvx: game, PDF; uv tool run: {last_lines(said_so, 1)}"


def pipx(place: Place) -> str:
    """Run from the wheel file with Debian's pipx."""
    machine, path = with_wheel(place, "pipx", "pipx libpango-1.0-0 libpangoft2-1.0-0")
    machine.run(f"pipx install {path}[all]", user="marie")
    serve_and_play(machine, f"exec .local/bin/deuxcents serve {options(machine)}", user="marie")
    return "pipx install: game, PDF"


def deb(place: Place) -> str:
    """Install the Debian package, start it as its unit does, upgrade it, remove it and purge it."""
    machine = place.machine("deb")
    package = Path(shutil.copy(place.built("deb"), machine.root / "root")).name
    machine.run(f"DEBIAN_FRONTEND=noninteractive apt-get install -y -qq ./{package}")
    unit = "/usr/lib/systemd/system/deuxcents.service"
    lines = (machine.root / unit[1:]).read_text().splitlines()
    command = next(line.removeprefix("ExecStart=") for line in lines if line.startswith("ExecStart="))
    surroundings = next(line.removeprefix("Environment=") for line in lines if line.startswith("Environment=SCOREKEEPER"))
    begin = f"umask 077; export {surroundings}; . /etc/default/deuxcents; exec {command.replace('$OPTIONS', options(machine))}"
    where: dict[str, Any] = {"user": "deuxcents", "folder": "/var/lib/deuxcents"}
    machine.start(begin, **where)
    game = play(machine)
    check_printing(machine)
    machine.run("scorekeeper backup; scorekeeper doctor || [ $? = 1 ]", **where)
    machine.stop()
    machine.run(
        f"dpkg-deb -R {package} next && sed -i 's/^Version: .*/&+next/' next/DEBIAN/control"
        " && dpkg-deb -Znone -b next next.deb >/dev/null && apt-get install -y -qq ./next.deb && rm -r next"
    )
    machine.start(begin, **where)
    if scores(machine, game) != [85, 15]:
        raise StepFailed("the game is not there after the upgrade")
    machine.stop()
    machine.run("apt-get remove -y -qq deuxcents")
    gone = not (machine.root / "opt/deuxcents").exists() and not (machine.root / unit[1:]).exists()
    stays = (machine.root / "etc/default/deuxcents").exists() and (
        machine.root / "var/lib/deuxcents/scorekeeper.sqlite3"
    ).exists()
    machine.run("apt-get purge -y -qq deuxcents")
    left = machine.run(
        "find / -xdev -name '*deuxcents*' -not -path '/root/*' -not -path '/proc/*' -prune", may_fail=True
    ).split()[:-1]
    if not gone or not stays or [path for path in left if path != "/var/lib/deuxcents"]:
        raise StepFailed(f"after remove: program gone {gone}, games and settings there {stays}; after purge: {left}")
    machine.run(apt("systemd"))
    machine.run(f"apt-get install -y -qq ./{package}")
    verified = machine.run(f"systemd-analyze verify {unit}", may_fail=True)
    if not verified.endswith("[0]"):
        raise StepFailed(f"systemd-analyze verify: {last_lines(verified)}")
    return "started as its unit does: game, PDF, copy; newer one: game there; purged: /var/lib/deuxcents stays; unit verified"


def upgrade(place: Place) -> str:
    """Start version 0.1 with its examples and a game, then the current commit in the same folder."""
    machine = place.machine("upgrade", over="root")
    changed = run_command(
        ["git", "-C", str(ROOT), "log", "-1", "--format=%H", '-Sversion = "0.1.0"', "--", "pyproject.toml"]
    ).strip()
    folder = "/root/old"
    machine.clone(folder, commit=f"{changed}^")
    machine.run("make demo", folder=folder)
    old = f'exec make run ARGS="--host 127.0.0.1 --port {machine.port}"'
    machine.start(old, folder=folder, ready="/")
    game = play(machine)
    machine.stop()
    before = count_rows(machine.root / "root/old/instance")
    present = run_command(["git", "-C", str(ROOT), "rev-parse", "HEAD"]).strip()
    run_command(["git", "-C", str(machine.root / "root/old"), "checkout", "--quiet", present])
    machine.start(make_run(machine), folder=folder)
    kept = scores(machine, game)
    play(machine)
    check_printing(machine)
    machine.stop()
    after = count_rows(machine.root / "root/old/instance")
    if kept != [85, 15] or after["games"] != before["games"] + 1 or after["tournaments"] != before["tournaments"]:
        raise StepFailed(f"{kept}; before {before}, after {after}")
    replayed = machine.run(".venv/bin/scorekeeper backup", folder=folder).splitlines()[1]
    return f"0.1's {before['games']} games and {before['tournaments']} tournaments are there; {replayed}"


def count_rows(instance: Path) -> dict[str, int]:
    """Return row counts of an instance that is not running."""
    (file,) = instance.glob("*.sqlite3")
    with closing(sqlite3.connect(file)) as database:
        return {table: database.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("games", "tournaments")}  # noqa: S608


CASES: dict[str, Callable[[Place], str]] = {
    "root": root,
    "user": user,
    "upgrade": upgrade,
    "build": build,
    "wheel": wheel,
    "deb": deb,
    "sudo": sudo,
    "uvx": uvx,
    "pipx": pipx,
    "tests": tests,
}
BUILDS_ON = {
    "upgrade": "root",
    "tests": "root",
    "build": "root",
    "wheel": "build",
    "deb": "build",
    "uvx": "build",
    "pipx": "build",
}
