"""HTML to PDF by WeasyPrint. Nothing is read but this program's own style sheets; there is no network."""

from __future__ import annotations

import contextlib
import io
import logging
import re
import signal
import threading
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from scorekeeper.base import paths
from scorekeeper.base.paper.flat_css import flattened

if TYPE_CHECKING:
    from weasyprint import CSS, Document
    from weasyprint.text.fonts import FontConfiguration

_STYLE = re.compile(r'<link rel="stylesheet" href="(css/[\w/-]+\.css)">')

_EMOJI = re.compile("(?:[\U0001f000-\U0001faff\u2b50\u2b55\U000e0020-\U000e007f][\u200d\ufe0f\u20e3]*)+")
"""Signs that the fonts of the sheets don't have: they would be printed as boxes."""
_TEXT = re.compile(r"(?<=>)[^<>]+(?=<)")

_making = threading.RLock()
"""Whoever sets type in this process: Pango and fontconfig are not made for two threads at once, and ruin their own memory."""

# Debian's own fonts carry the times of their making in a form that fontTools remarks on at every sheet.
logging.getLogger("fontTools").setLevel(logging.ERROR)


class NoPango(RuntimeError):
    """The library that sets type, Pango, is not installed on this computer: there is no PDF, everything else works."""


class NotOurs(ValueError):
    """A document asked for something that is not one of this program's own static files."""


def base_url() -> str:
    """What the addresses in a sheet are relative to: the folder of static files."""
    return paths.resource("static").resolve().as_uri() + "/"


def own_file(url: str) -> Path:
    """The static file at a URL. Raises `NotOurs` for any other URL, and for a file that is not there."""
    parts = urlsplit(url)
    static = paths.resource("static").resolve()
    path = Path(unquote(parts.path)).resolve()
    if parts.scheme != "file" or parts.netloc or not path.is_relative_to(static) or not path.is_file():
        raise NotOurs(url)
    return path


@cache
def _font_configuration() -> FontConfiguration:
    # One for the whole process: with a new one each time, memory grows with every sheet.
    from weasyprint.text.fonts import FontConfiguration  # see `need_pango`

    return FontConfiguration()


def font_configuration() -> FontConfiguration:
    """The font configuration that every sheet shares."""
    with _making:
        return _font_configuration()


@cache
def _fetcher() -> Any:
    from weasyprint.urls import URLFetcher, URLFetcherResponse  # see `need_pango`

    class OwnFiles(URLFetcher):
        """Reads static files and refuses everything else."""

        def fetch(self, url: str, headers: Any = None) -> Any:  # noqa: ARG002 (WeasyPrint's signature)
            path = own_file(url)
            content = flattened(path) if path.suffix == ".css" else path.read_bytes()
            return URLFetcherResponse(path.as_uri(), content, {"Content-Type": _type_of(path)})

    return OwnFiles()


@cache
def _style(name: str) -> CSS:
    """A style sheet of paper, read once for all documents: to read it takes as long as to set a page."""
    from weasyprint import CSS  # see `need_pango`

    return CSS(url=base_url() + name, url_fetcher=_fetcher(), font_config=_font_configuration())


def _type_of(path: Path) -> str:
    return {".css": "text/css", ".svg": "image/svg+xml"}.get(path.suffix, "application/octet-stream")


def need_pango() -> None:
    """Raises NoPango where there is none."""
    # WeasyPrint takes 0.4 s to import; whoever never prints does not wait for it. What it says at length we say in a sentence.
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            import weasyprint  # noqa: F401 (the import itself looks for the library)
    except OSError as error:
        raise NoPango from error


def ignore_interrupts() -> None:
    """For processes that draw: Ctrl-C at the terminal is for the program, which ends them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def without_emoji(html: str) -> str:
    """Return a document without the emoji in its texts. A text of nothing else keeps them: a box is better than no name."""

    def bare(text: re.Match[str]) -> str:
        left = _EMOJI.sub("", text[0])
        return left if any(c.isalnum() for c in left) else text[0]

    return _TEXT.sub(bare, html) if _EMOJI.search(html) else html


def lay_out(html: str) -> Document:
    """The document cut into pages. Raises NoPango."""
    need_pango()
    from weasyprint import HTML  # only where it is there

    with _making:
        styles = [_style(name) for name in _STYLE.findall(html)]
        document = HTML(string=without_emoji(_STYLE.sub("", html)), base_url=base_url(), url_fetcher=_fetcher())
        return document.render(font_config=font_configuration(), stylesheets=styles)


_tried: dict[str, Document] = {}
"""The last document whose pages were counted: whoever tries sizes goes on to print the one that fits."""


def write_pdf(html: str) -> bytes:
    """The document as a PDF file. Raises NoPango."""
    with _making:
        return (_tried.pop(html, None) or lay_out(html)).write_pdf()


def page_count(html: str) -> int:
    """How many pages the document takes."""
    with _making:
        _tried.clear()
        _tried[html] = document = lay_out(html)
        return len(document.pages)
