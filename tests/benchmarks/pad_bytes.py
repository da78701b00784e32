"""Bytes over the wire: the pad's first load, and one recorded hand, as a browser on a phone meets them.

First load: the page of a game of twelve hands, its style sheets, modules and fonts; not the scoring kit, which comes when the
browser has nothing better to do. One hand: request and answer of saving it, headers counted. The aims are 60 KiB and 4 KiB.
"""

from __future__ import annotations

import re
import tempfile
import threading
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode, urljoin

from werkzeug.serving import WSGIRequestHandler, make_server

from scorekeeper import create_app
from scorekeeper.engine.variants import named
from scorekeeper.fonts import make_fonts
from scorekeeper.prepare import upgrade_database
from scorekeeper.workflows import devices, games, playing
from tests.benchmarks.rows import row

HANDS = 12
FIRST_LOAD, ONE_HAND = 60 * 1024, 4 * 1024
LINKS = re.compile(r'<(?:link rel="(?:stylesheet|manifest|icon|modulepreload)"[^>]* href|script type="module" src)="([^"]+)"')
IMPORTS = re.compile(r'(?:from|import)\s*"(\./[^"]+)"')
FACES = re.compile(r'url\(["\']?(/fonts/[^"\')]+)')


class Quiet(WSGIRequestHandler):
    """Says nothing of its visitors."""

    def log(self, type: str, message: str, *args: object) -> None:  # noqa: A002 (Werkzeug's name)
        """Not written down."""


class Phone:
    """A browser's side: asks for compressed answers, and adds up what travels."""

    def __init__(self, port: int, cookie: str, encodings: str) -> None:
        self.port, self.cookies, self.encodings = port, {devices.COOKIE: cookie}, encodings
        self.bytes = 0

    def ask(self, method: str, path: str, body: str | None = None, **headers: str) -> str:
        """One request; its text, uncompressed. Counts request line, headers and bodies both ways."""
        connection = HTTPConnection("127.0.0.1", self.port)
        sent = {"Accept-Encoding": self.encodings, "Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items()), **headers}
        if body is not None:
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        connection.request(method, path, body, sent)
        answer = connection.getresponse()
        data = answer.read()
        assert answer.status == 200, (path, answer.status)
        for value in answer.headers.get_all("Set-Cookie") or []:
            name, _, rest = value.partition("=")
            self.cookies[name] = rest.partition(";")[0]
        asked = len(f"{method} {path} HTTP/1.1") + sum(len(k) + len(v) + 4 for k, v in sent.items()) + len(body or "")
        told = 17 + sum(len(k) + len(v) + 4 for k, v in answer.getheaders())
        self.bytes += asked + told + len(data)
        return _plain(data, answer.getheader("Content-Encoding"))


def _plain(data: bytes, encoding: str | None) -> str:
    if encoding == "br":
        import brotli

        data = brotli.decompress(data)
    elif encoding == "gzip":
        import gzip

        data = gzip.decompress(data)
    return data.decode("utf-8", "replace")


def first_load(phone: Phone, page: str) -> str:
    """Load a page as a browser does that has never been here; its HTML."""
    html = phone.ask("GET", page)
    wanted, seen = [urljoin(page, link) for link in LINKS.findall(html)], set()
    while wanted:
        url = wanted.pop()
        if url in seen:
            continue
        seen.add(url)
        text = phone.ask("GET", url)
        if url.endswith(".js"):
            wanted += [urljoin(url, found) for found in IMPORTS.findall(text)]
        elif url.endswith(".css"):
            wanted += FACES.findall(text)
    return html


def hidden(html: str, name: str) -> str:
    """A hidden field's value."""
    found = re.search(rf'name="{name}" value="([^"]*)"', html)
    assert found, name
    return found[1]


def measure(encodings: str) -> tuple[int, int]:
    """Bytes of the first load and of one recorded hand."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(instance_path=folder)
        upgrade_database(app)
        make_fonts(Path(folder))
        with app.app_context():
            visitor = devices.make()
            way = games.start(named("north_500"), ["Aline", "Benoît", "Claire", "Denis"], 0, visitor)
            for n in range(HANDS):
                event = {"contractor": n % 4, "bid": 60, "trump": "SHDC"[n % 4], "points": [65, 35] if n % 2 else [35, 65]}
                playing.record(way, event, revision=n + 1, uuid=f"benchmark-{n}")
            cookie = devices.cookie(visitor)
        server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=Quiet)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        phone = Phone(server.server_port, cookie, encodings)
        html = first_load(phone, f"/games/{way.game_id}")
        load, phone.bytes = phone.bytes, 0
        form = {name: hidden(html, name) for name in ("csrf_token", "revision", "uuid")}
        tapped = {"contractor": 1, "bid": 75, "trump": "H", "points": 85, "note": "", "action": "record"}
        answer = phone.ask("POST", f"/games/{way.game_id}/hands", urlencode({**form, **tapped}), **{"X-Fragment": "1"})
        assert 'id="new-rows"' in answer
        server.shutdown()
        server.server_close()
        with app.app_context():
            app.extensions["sqlalchemy"].engine.dispose()
        return load, phone.bytes


def main() -> None:
    """Print the rows: gzip is what browsers take over plain HTTP, at most kitchen tables."""
    for encodings in ("gzip", "gzip, br"):
        load, hand = measure(encodings)
        how = encodings.rpartition(" ")[2]
        row(f"pad, first load ({how})", load, "bytes", FIRST_LOAD, most=1.0)
        row(f"pad, one recorded hand ({how})", hand, "bytes", ONE_HAND, most=1.0)


if __name__ == "__main__":
    main()
