"""`scorekeeper window`: the program in a window, for whoever has no terminal: address, QR code, *Open*, *Back up*, *Stop*.

It is what the bundles for Windows and macOS start. One process serves, in a thread beside the window.
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

from scorekeeper import serve
from scorekeeper.base import qr
from scorekeeper.base.i18n import LANGUAGES, known, t_for, terminal_gettext, terminal_language
from scorekeeper.windowed import Running
from scorekeeper.wording.marks import N_

if TYPE_CHECKING:
    from collections.abc import Callable

    from scorekeeper.wording.marks import Gettext


PORT = 8200
MOMENT = 200
"""Milliseconds after which the window looks again how things stand."""


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
    """`scorekeeper window`."""
    try:
        # Not every Python has it: a server needs no windows.
        import tkinter
    except ImportError as error:
        return _without(ctx, port, error)
    try:
        root = tkinter.Tk()
    except tkinter.TclError as error:  # no screen
        return _without(ctx, port, error)
    return Window(root, Running(port)).show()


def _without(ctx: click.Context, port: int, error: Exception) -> None:
    t = terminal_gettext()
    click.echo(t("No window can be opened here ({reason}). The program continues in the terminal.").format(reason=error))
    ctx.invoke(serve.command, port=port)


def picture(url: str) -> str:
    """The address as a QR code, in the form in which a window takes a picture."""
    drawn = io.BytesIO()
    qr.qr_code(url).save(drawn, kind="png", scale=7, border=4)
    return base64.b64encode(drawn.getvalue()).decode("ascii")


def first_language() -> str:
    """The language of whoever sits there: by the usual variables, which a program that is clicked on lacks, or the system."""
    if any(os.environ.get(name) for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")):
        return terminal_language()
    return known(_of_system()) or terminal_language()


def _of_system() -> str:
    if sys.platform == "win32":
        # Only there.
        import ctypes
        import locale

        return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    if sys.platform == "darwin":
        asked = ["/usr/bin/defaults", "read", "-g", "AppleLocale"]
        return subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()  # noqa: S603 (the system's own)
    return ""


class Window:
    """What is seen. Everything in it is put there anew from `running`, a few times a second, where it has changed."""

    def __init__(self, root: Any, running: Running) -> None:
        # Late as in `command`: here it is there.
        from tkinter import filedialog, ttk

        self.root, self.running = root, running
        self.lang = first_language()
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
        """Until the program has ended."""
        self.running.start()
        self.look()
        self.root.mainloop()

    def open(self) -> None:
        """The pad, in this computer's browser."""
        webbrowser.open(self.running.here)

    def back_up(self) -> None:
        """Ask for a folder and put a copy there."""
        if folder := self.ask_folder(parent=self.root, mustexist=True, title=t_for(self.lang)("A folder for the copy")):
            self.running.back_up(str(folder))

    def stop(self) -> None:
        """End the program, then the window."""
        if self.running.over:
            self.root.destroy()
        self.running.stop()

    def change_language(self) -> None:
        """The next one of ours."""
        self.lang = self._next()

    def _next(self) -> str:
        codes = [*LANGUAGES]
        return codes[(codes.index(self.lang) + 1) % len(codes)]

    def look(self) -> None:
        """Show how things stand, and look again in a moment."""
        it = self.running
        if it.state == "stopped" and it.over:
            self.root.destroy()
            return
        now = (self.lang, it.state, it.why, it.address, it.here, it.copying, it.copied, it.copy_failed)
        if now != self._shown:
            self._shown = now
            self._draw(t_for(self.lang))
        self.root.after(MOMENT, self.look)

    def _draw(self, t: Gettext) -> None:
        it = self.running
        self.said["text"] = sentence(it, t)
        self.aside["text"] = beside(it, t)
        shown = it.address or it.here if it.state == "serving" else ""
        if shown != self._drawn:
            self._drawn = shown
            self._draw_address(shown)
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

    def _draw_address(self, shown: str) -> None:
        # Late as in `command`.
        import tkinter

        self.address["state"] = "normal"
        self.address.delete(0, "end")
        self.address.insert(0, shown)
        self.address["state"] = "readonly"
        self.image = tkinter.PhotoImage(data=picture(shown)) if self.running.address and shown else ""
        self.code["image"] = self.image


def sentence(it: Running, t: Gettext) -> str:
    """How things stand."""
    said: dict[str, Callable[[], str]] = {
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
    return said[it.state]()


def beside(it: Running, t: Gettext) -> str:
    """What is said below: how the copy went, and where everything is."""
    if it.copying:
        first = t("Making and checking a backup …")
    elif it.copy_failed:
        first = t("The backup failed: {reason}").format(reason=it.copy_failed)
    elif it.copied:
        first = t("The backup is in {folder}.").format(folder=it.copied)
    else:
        first = ""
    return "\n".join(filter(None, [first, t("Games are stored in {folder}.").format(folder=it.folder)]))
