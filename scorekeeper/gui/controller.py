"""The server behind the window (`window.py`), run in threads so that the window never waits."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scorekeeper import create_app
from scorekeeper.core.config import settings
from scorekeeper.core.db.database import db
from scorekeeper.core.i18n.translation import terminal_gettext
from scorekeeper.core.net import own_addresses
from scorekeeper.core.paths import default_instance
from scorekeeper.server import serve
from scorekeeper.server.http import http_server
from scorekeeper.server.startup.opening import prepare_application

if TYPE_CHECKING:
    import socket

    from flask import Flask

EVERYWHERE = "0.0.0.0"  # noqa: S104 (the phones at the table are other computers)


class WindowServer:
    """A server that is prepared, started and stopped in threads, and its state for the window.

    `state`: "starting", "serving", "stopping", "stopped" or "failed"; then `why` has the reason. `copying`: a backup is
    being made. `copied` is its folder, and `copy_failed` the reason if it failed.
    """

    def __init__(self, port: int) -> None:
        self.port = port
        self.state = "starting"
        self.why = ""
        self.here = self.address = ""
        self.folder = default_instance()
        self.copying = False
        self.copied = self.copy_failed = ""
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Prepare the instance, then serve."""
        self._thread.start()

    def stop(self) -> None:
        """Stop the server after requests in progress."""
        if self.state in ("starting", "serving"):
            self.state = "stopping"
        self._stop.set()

    @property
    def over(self) -> bool:
        """Whether the server and any backup have finished."""
        return not self._thread.is_alive() and not self.copying

    def _run(self) -> None:
        try:
            app = prepare_application(terminal_gettext())
            chosen = serve.find_free_port(EVERYWHERE, self.port)
            listener = http_server.listen(EVERYWHERE, chosen, 1)[0]
            self.folder = Path(app.instance_path)
            self.here = f"http://127.0.0.1:{chosen}{app.config['PREFIX']}/"
            house = own_addresses.lan_address()
            self.address = f"http://{house}:{chosen}{app.config['PREFIX']}/" if house else ""
            if not self._stop.is_set():
                self.state = "serving"
            self._serve(create_app({"LISTENS_ON": EVERYWHERE}, instance_path=self.folder), listener)
        except Exception as error:  # noqa: BLE001 (without a terminal, the window shows it)
            self.state, self.why = "failed", error.message if isinstance(error, click.ClickException) else str(error)
        else:
            self.state = "stopped"

    def _serve(self, app: Flask, listener: socket.socket) -> None:
        try:
            http_server.serve(app, listener, self._stop.is_set)
        finally:
            with app.app_context():
                db.engine.dispose()  # this process continues, and would keep the database open

    def back_up(self, folder: str) -> None:
        """Make a backup in a folder while the server runs."""
        self.copying, self.copied, self.copy_failed = True, "", ""
        threading.Thread(target=self._copy, args=(folder,), daemon=True).start()

    def _copy(self, folder: str) -> None:
        words = [sys.executable, "-m", "scorekeeper", "backup", "--to", folder]
        environment = {**os.environ, settings.INSTANCE.variable: str(self.folder), "PYTHONUTF8": "1"}
        # Without this, Windows opens a console window for a moment.
        hidden = {"creationflags": subprocess.CREATE_NO_WINDOW} if hasattr(subprocess, "CREATE_NO_WINDOW") else {}
        try:
            done = subprocess.run(  # noqa: S603 (ourselves, and a folder that was chosen in a dialogue)
                words,
                env=environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                **hidden,
            )
        except OSError as error:
            self.copy_failed = str(error)
        else:
            output_lines = (done.stderr or done.stdout).strip().splitlines()
            self.copied, self.copy_failed = ("", output_lines[-1] if output_lines else "?") if done.returncode else (folder, "")
        finally:
            self.copying = False
