"""WebKitGTK on a virtual screen, the engine of every iPhone browser."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from scorekeeper.core.pages.web_fonts import folder as fonts_folder
from scorekeeper.offline.bundle.bundle import folder as kit_folder
from tests.fixtures.applications import MakeApp
from tests.fixtures.serving import serving
from tests.webkit.phone import Phone

if TYPE_CHECKING:
    from flask import Flask

BROWSERS = "usr/lib/*/webkit2gtk-4.1/MiniBrowser"


class House:
    """The application on its own port. Its network can go away and come back."""

    def __init__(self, app: Flask) -> None:
        self.app, self.port = app, 0
        self._served = ExitStack()

    @property
    def url(self) -> str:
        """Return the address without a trailing slash."""
        return f"http://127.0.0.1:{self.port}"

    def up(self) -> None:
        """Serve, on the same port as before."""
        self.port = self._served.enter_context(serving(self.app, self.port))

    def down(self) -> None:
        """Stop serving."""
        self._served.close()


@pytest.fixture
def house(make_app: MakeApp, cut_fonts: Path, compressed_kit: Path) -> Iterator[House]:
    """The application as visitors see it."""
    app = make_app()
    shutil.copytree(compressed_kit, kit_folder(Path(app.instance_path)), dirs_exist_ok=True)
    shutil.copytree(cut_fonts, fonts_folder(Path(app.instance_path)), dirs_exist_ok=True)
    one = House(app)
    one.up()
    yield one
    one.down()


@pytest.fixture(scope="session")
def screen() -> Iterator[str]:
    """The name of a virtual display."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1400x1000x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL) as server:
        os.close(write)
        with os.fdopen(read) as told:
            yield f":{told.readline().strip()}"
        server.terminate()


@pytest.fixture
def open_phone(house: House, screen: str) -> Iterator[Callable[..., Phone]]:
    """Opens phones, each for a new visitor. `open_phone(width=1200)` is a laptop."""
    ends = ExitStack()

    def open_one(*, width: int = 390) -> Phone:
        # Under the C locale WebKit tells pages that their visitor speaks "C".
        service = Service(shutil.which("WebKitWebDriver"), env={**os.environ, "DISPLAY": screen, "LC_ALL": "en_CA.UTF-8"})
        ends.callback(service.stop)
        service.start()
        options = Options()
        options.binary_location = str(next(Path("/").glob(BROWSERS)))
        options.add_argument("--automation")
        driver = WebDriver(RemoteConnection(client_config=ClientConfig(service.service_url)), options=options)
        ends.callback(driver.quit)
        driver.set_window_size(width, 844)
        return Phone(driver, house.url)

    with ends:
        yield open_one
