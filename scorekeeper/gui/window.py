"""`scorekeeper window`: the server in a window with its address, QR code, *Open*, *Back up* and *Stop*.

The bundles for Windows and macOS start it. One process serves, in a thread of its own.
"""

from __future__ import annotations

import base64
import io
import os
import subprocess
import sys
import webbrowser
from typing import TYPE_CHECKING, Any

import click

from scorekeeper.core import qr_codes
from scorekeeper.core.i18n.translation import LANGUAGES, supported_language, t_for, terminal_gettext, terminal_language
from scorekeeper.gui.controller import WindowServer
from scorekeeper.messages.marks import N_
from scorekeeper.server import serve

if TYPE_CHECKING:
    from collections.abc import Callable

    from scorekeeper.messages.marks import Gettext


PORT = 8200
UPDATE_MS = 200
"""Milliseconds between two updates of the window."""


@click.command(
    "window", help=N_("Serve from a window with Open, Back up and Stop.\n\nThe window shows the address and its QR code.")
)
@click.option(
    "--port",
    default=PORT,
    show_default=True,
    type=click.IntRange(1, 65535),
    help=N_("Port to listen on. If it is taken, the next free one."),
)
@click.pass_context
def command(ctx: click.Context, port: int) -> None:
    try:
        # Not every Python includes it.
        import tkinter
    except ImportError as error:
        return _report_no_window(ctx, port, error)
    try:
        root = tkinter.Tk()
    except tkinter.TclError as error:  # no screen
        return _report_no_window(ctx, port, error)
    return Window(root, WindowServer(port)).show()


def _report_no_window(ctx: click.Context, port: int, error: Exception) -> None:
    t = terminal_gettext()
    click.echo(t("No window can be opened here ({reason}). The program continues in the terminal.").format(reason=error))
    ctx.invoke(serve.command, port=port)


def qr_code_png(url: str) -> str:
    """Return a QR code as the base64 PNG that tkinter reads."""
    drawn = io.BytesIO()
    qr_codes.qr_code(url).save(drawn, kind="png", scale=7, border=4)
    return base64.b64encode(drawn.getvalue()).decode("ascii")


def system_language() -> str:
    """Return the language of the usual environment variables or, for a program started by a click, of the system."""
    if any(os.environ.get(name) for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")):
        return terminal_language()
    return supported_language(_of_system()) or terminal_language()


def _of_system() -> str:
    if sys.platform == "win32":
        # Only there.
        import ctypes
        import locale

        return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    if sys.platform == "darwin":
        command = ["/usr/bin/defaults", "read", "-g", "AppleLocale"]
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()  # noqa: S603 (the system's own)
    return ""


class Window:
    """The window. A few times a second it is updated from `running` if anything has changed."""

    def __init__(self, root: Any, running: WindowServer) -> None:
        # Imported late as in `command`, which has checked that it exists.
        from tkinter import filedialog, ttk

        self.root, self.running = root, running
        self.lang = system_language()
        self.ask_folder = filedialog.askdirectory
        self._shown: tuple[object, ...] = ()
        self._drawn = ""
        root.title("200 Scorekeeper")
        root.resizable(width=False, height=False)
        root.protocol("WM_DELETE_WINDOW", self.stop)
        frame = ttk.Frame(root, padding=20)
        frame.grid()
        self.said = self._label(ttk, frame)
        self.code = ttk.Label(frame)
        self.code.grid(columnspan=3, pady=8)
        self.address = ttk.Entry(frame, justify="center", width=40, state="readonly")
        self.address.grid(columnspan=3, pady=4)
        self.aside = self._label(ttk, frame)
        self.buttons = [ttk.Button(frame, command=what) for what in (self.open, self.back_up, self.stop)]
        for column, button in enumerate(self.buttons):
            button.grid(row=4, column=column, padx=4, pady=12, sticky="ew")
        self.other = ttk.Button(frame, command=self.change_language)
        self.other.grid(row=5, column=2, sticky="e")

    @staticmethod
    def _label(ttk: Any, frame: Any) -> Any:
        label = ttk.Label(frame, wraplength=420, justify="center")
        label.grid(columnspan=3, pady=4)
        return label

    def show(self) -> None:
        """Show the window until the server has stopped."""
        self.running.start()
        self.look()
        self.root.mainloop()

    def open(self) -> None:
        """Open the app in this computer's browser."""
        webbrowser.open(self.running.here)

    def back_up(self) -> None:
        """Ask for a folder and make a backup there."""
        if folder := self.ask_folder(parent=self.root, mustexist=True, title=t_for(self.lang)("A folder for the copy")):
            self.running.back_up(str(folder))

    def stop(self) -> None:
        """Stop the server, then close the window."""
        if self.running.over:
            self.root.destroy()
        self.running.stop()

    def change_language(self) -> None:
        """Switch to the next language."""
        self.lang = self._next()

    def _next(self) -> str:
        codes = [*LANGUAGES]
        return codes[(codes.index(self.lang) + 1) % len(codes)]

    def look(self) -> None:
        """Show the current state, and schedule the next update."""
        it = self.running
        if it.state == "stopped" and it.over:
            self.root.destroy()
            return
        now = (self.lang, it.state, it.why, it.address, it.here, it.copying, it.copied, it.copy_failed)
        if now != self._shown:
            self._shown = now
            self._draw(t_for(self.lang))
        self.root.after(UPDATE_MS, self.look)

    def _draw(self, t: Gettext) -> None:
        it = self.running
        self.said["text"] = state_text(it, t)
        self.aside["text"] = status_text(it, t)
        address = it.address or it.here if it.state == "serving" else ""
        if address != self._drawn:
            self._drawn = address
            self._draw_address(address)
        serves = it.state == "serving"
        words: list[tuple[str, bool]] = [
            (t("Open"), serves),
            (t("Back up …"), serves and not it.copying),
            (t("Stop"), it.state != "stopping"),
        ]
        for button, (text, ready) in zip(self.buttons, words, strict=True):
            button["text"] = text
            button.state(["!disabled" if ready else "disabled"])
        self.other["text"] = LANGUAGES[self._next()]

    def _draw_address(self, address: str) -> None:
        # Late as in `command`.
        import tkinter

        self.address["state"] = "normal"
        self.address.delete(0, "end")
        self.address.insert(0, address)
        self.address["state"] = "readonly"
        self.image = tkinter.PhotoImage(data=qr_code_png(address)) if self.running.address and address else ""
        self.code["image"] = self.image


def state_text(it: WindowServer, t: Gettext) -> str:
    """Return a sentence for the current state."""
    text_by_state: dict[str, Callable[[], str]] = {
        "starting": lambda: t("Starting the server …"),
        "serving": lambda: (
            t("On a phone on the same network, open or scan:")
            if it.address
            else t("No network found. Phones cannot reach this computer yet.")
        ),
        "stopping": lambda: t("The server finishes what it is doing, then the window closes."),
        "stopped": lambda: "",
        "failed": lambda: it.why,
    }
    return text_by_state[it.state]()


def status_text(it: WindowServer, t: Gettext) -> str:
    """Return the text at the bottom: the state of the backup, and where games are stored."""
    if it.copying:
        first = t("Making and checking a backup …")
    elif it.copy_failed:
        first = t("The backup failed: {reason}").format(reason=it.copy_failed)
    elif it.copied:
        first = t("The backup is in {folder}.").format(folder=it.copied)
    else:
        first = ""
    return "\n".join(filter(None, [first, t("Games are stored in {folder}.").format(folder=it.folder)]))
