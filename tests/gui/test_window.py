"""The program in a window: what it runs and says, and how it works without one."""

from __future__ import annotations

import base64
import builtins
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import click
import pytest
from click.testing import CliRunner

from scorekeeper.core.i18n.translation import t_for
from scorekeeper.gui import controller, window
from scorekeeper.server import serve
from tests.ports import own_port


def until(what: Callable[[], bool], seconds: float = 600) -> None:
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.fixture
def running():
    one = controller.WindowServer(own_port())
    yield one
    one.stop()
    if one._thread.ident:
        one._thread.join(30)


def is_open_here(file: Path) -> bool:
    """Return whether this process has the file open."""
    return any(one.resolve() == file for one in Path("/proc/self/fd").iterdir())


@pytest.mark.slow
def test_it_prepares_an_instance_serves_it_and_stops(running, tmp_path, monkeypatch):
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path / "games"))
    monkeypatch.setattr(controller.own_addresses, "lan_address", lambda: "192.168.1.20")
    running.start()
    until(lambda: running.state != "starting")
    assert (running.state, running.why) == ("serving", "")
    assert running.address == running.here.replace("127.0.0.1", "192.168.1.20")
    with urllib.request.urlopen(running.here, timeout=20) as page:
        assert page.status == 200
    database = tmp_path / "games" / "scorekeeper.sqlite3"
    assert database.exists()
    assert is_open_here(database)
    running.stop()
    until(lambda: running.over)
    assert running.state == "stopped"
    assert not is_open_here(database)


def test_what_keeps_it_from_starting_is_said_in_the_window(running, monkeypatch):
    def broken(_t: object) -> None:
        raise click.ClickException("The disk is full.")

    monkeypatch.setattr(controller, "prepare_application", broken)
    running.start()
    until(lambda: running.over)
    assert running.state == "failed"
    assert window.state_text(running, str) == "The disk is full."


@pytest.mark.parametrize(("code", "said", "wanted"), [(0, "", "copied"), (2, "Usage: …\nError: No such folder.", "copy_failed")])
def test_a_copy_is_made_by_the_command_and_what_it_says_is_told(running, tmp_path, monkeypatch, code, said, wanted):
    asked = []

    def run(words: list[str], **_how: object) -> SimpleNamespace:
        asked.append(words[1:])
        return SimpleNamespace(returncode=code, stdout="", stderr=said)

    monkeypatch.setattr(subprocess, "run", run)
    running.back_up(str(tmp_path))
    until(lambda: not running.copying)
    assert asked == [["-m", "scorekeeper", "backup", "--to", str(tmp_path)]]
    found = {"copied": running.copied, "copy_failed": running.copy_failed}
    assert found == {"copied": "", "copy_failed": ""} | {wanted: "Error: No such folder." if code else str(tmp_path)}


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_state_has_its_sentence_in_both_languages(running, lang):
    said = {}
    for state in ("starting", "serving", "stopping", "stopped"):
        running.state = state
        said[state] = window.state_text(running, t_for(lang))
    assert said.pop("stopped") == ""
    assert all(said.values())
    assert (said["stopping"] == "The server finishes what it is doing, then the window closes.") is (lang == "en")
    assert str(running.folder) in window.status_text(running, t_for(lang))


def test_the_code_is_a_picture_that_a_window_takes():
    assert base64.b64decode(window.qr_code_png("http://192.168.1.20:8200/")).startswith(b"\x89PNG")


def test_the_language_is_the_one_of_the_system_where_no_variable_names_one(monkeypatch):
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(window, "_of_system", lambda: "fr_CA")
    assert window.system_language() == "fr"
    monkeypatch.setenv("LANG", "en_CA.UTF-8")
    assert window.system_language() == "en"


def test_where_python_has_no_windows_the_program_goes_on_in_the_terminal(monkeypatch):
    served = []
    real = builtins.__import__

    def no_windows(name: str, *args: object, **kwargs: object) -> object:
        if name == "tkinter":
            raise ImportError("No module named '_tkinter'")
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", no_windows)
    monkeypatch.setattr(serve.command, "callback", lambda **words: served.append(words["port"]))
    result = CliRunner().invoke(window.command, ["--port", "9000"])
    assert (result.exit_code, served) == (0, [9000]), result.output
    assert "No window can be opened here (No module named '_tkinter')" in result.output


@pytest.fixture
def screen():
    """A window of the system, if there is a screen."""
    tkinter = pytest.importorskip("tkinter")
    try:
        root = tkinter.Tk()
    except tkinter.TclError as error:
        pytest.skip(str(error))
    yield root
    if root.tk.call("info", "commands", ".") == ".":
        root.destroy()


def test_the_window_shows_how_things_stand_and_its_buttons_do_what_they_say(screen, tmp_path, monkeypatch):
    opened: list[str] = []
    monkeypatch.setattr(window.webbrowser, "open", opened.append)
    monkeypatch.setenv("LANG", "en_CA.UTF-8")
    monkeypatch.delenv("LANGUAGE", raising=False)
    monkeypatch.delenv("LC_ALL", raising=False)
    one = controller.WindowServer(8200)
    shown = window.Window(screen, one)
    shown.look()
    assert [button.instate(["disabled"]) for button in shown.buttons] == [True, True, False]
    one.state, one.here, one.address = "serving", "http://127.0.0.1:8200/", "http://192.168.1.20:8200/"
    shown.look()
    assert shown.address.get() == "http://192.168.1.20:8200/"
    assert [button.instate(["disabled"]) for button in shown.buttons] == [False, False, False]
    assert str(shown.code["image"])
    for button in shown.buttons[:1]:
        button.invoke()
    assert opened == ["http://127.0.0.1:8200/"]
    copied: list[str] = []
    monkeypatch.setattr(one, "back_up", copied.append)
    shown.ask_folder = lambda **_words: str(tmp_path)
    shown.buttons[1].invoke()
    assert copied == [str(tmp_path)]
    shown.other.invoke()
    shown.look()
    assert shown.buttons[0]["text"] == t_for("fr")("Open")
    assert shown.other["text"] == "English"
    monkeypatch.setattr(controller.WindowServer, "over", False)
    shown.buttons[2].invoke()
    assert one.state == "stopping"


def test_a_helper_is_found_beside_a_program_that_is_no_python(running, monkeypatch):
    """There `sys.executable` is the bundle, which takes `-m` like Python."""
    asked = []
    monkeypatch.setattr(sys, "executable", str(Path("/opt/deuxcents/deuxcents")))
    monkeypatch.setattr(
        subprocess, "run", lambda words, **_how: asked.append(words[0]) or SimpleNamespace(returncode=0, stdout="", stderr="")
    )
    running._copy("/somewhere")
    assert asked == [str(Path("/opt/deuxcents/deuxcents"))]
