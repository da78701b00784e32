"""Converts HTML to PDF with WeasyPrint. It reads only our own style sheets, and has no network access."""

from __future__ import annotations

import contextlib
import io
import logging
import re
import signal
import threading
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from scorekeeper.core import paths

if TYPE_CHECKING:
    from weasyprint import CSS, Document
    from weasyprint.text.fonts import FontConfiguration


_STYLE = re.compile(r'<link rel="stylesheet" href="(css/[\w/-]+\.css)">')

_EMOJI = re.compile("(?:[\U0001f000-\U0001faff\u2b50\u2b55\U000e0020-\U000e007f][\u200d\ufe0f\u20e3]*)+")
"""Signs that the fonts of the sheets don't have: they would be printed as boxes."""
_TEXT = re.compile(r"(?<=>)[^<>]+(?=<)")

_making = threading.RLock()
"""Lock for layout. Pango and fontconfig are not thread-safe and would corrupt memory."""

# Debian's fonts have timestamps about which fontTools warns on every sheet.
logging.getLogger("fontTools").setLevel(logging.ERROR)


class NoPango(RuntimeError):
    """Pango, the text layout library, is not installed. Only PDFs need it."""


class NotOurs(ValueError):
    """A document requested a file other than our own static files."""


def base_url() -> str:
    """Return the base URL of printouts: the folder of static files."""
    return paths.resource("static").resolve().as_uri() + "/"


def own_file(url: str) -> Path:
    """Return the static file at a URL. Raises `NotOurs` for any other URL, or if the file does not exist."""
    parts = urlsplit(url)
    static = paths.resource("static").resolve()
    path = Path(unquote(parts.path)).resolve()
    if parts.scheme != "file" or parts.netloc or not path.is_relative_to(static) or not path.is_file():
        raise NotOurs(url)
    return path


@cache
def _font_configuration() -> FontConfiguration:
    # One for the whole process. A new one for each sheet would leak memory.
    from weasyprint.text.fonts import FontConfiguration  # see `need_pango`

    return FontConfiguration()


def font_configuration() -> FontConfiguration:
    """Return the font configuration shared by all sheets."""
    with _making:
        return _font_configuration()


@cache
def _fetcher() -> Any:
    from weasyprint.urls import URLFetcher, URLFetcherResponse  # see `need_pango`

    class OwnFiles(URLFetcher):
        """Fetches static files and refuses everything else."""

        def fetch(self, url: str, headers: Any = None) -> Any:  # noqa: ARG002 (WeasyPrint's signature)
            path = own_file(url)
            content = flatten_styles(path) if path.suffix == ".css" else path.read_bytes()
            return URLFetcherResponse(path.as_uri(), content, {"Content-Type": _type_of(path)})

    return OwnFiles()


@cache
def _style(name: str) -> CSS:
    """Return a print style sheet, parsed once, because parsing takes as long as laying out a page."""
    from weasyprint import CSS  # see `need_pango`

    return CSS(url=base_url() + name, url_fetcher=_fetcher(), font_config=_font_configuration())


def _type_of(path: Path) -> str:
    return {".css": "text/css", ".svg": "image/svg+xml"}.get(path.suffix, "application/octet-stream")


def need_pango() -> None:
    """Raise NoPango if it is missing."""
    # WeasyPrint takes 0.4 s to import, so do it only when printing. Its long message is replaced by ours.
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            import weasyprint  # noqa: F401 (importing it loads the library)
    except OSError as error:
        raise NoPango from error


def ignore_interrupts() -> None:
    """Ignore Ctrl-C in rendering processes, because the main program stops them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def without_emoji(html: str) -> str:
    """Return a document without the emoji in its texts. A text of nothing else keeps them: a box is better than no name."""

    def bare(text: re.Match[str]) -> str:
        left = _EMOJI.sub("", text[0])
        return left if any(c.isalnum() for c in left) else text[0]

    return _TEXT.sub(bare, html) if _EMOJI.search(html) else html


def lay_out(html: str) -> Document:
    """Return the document laid out in pages. Raises NoPango."""
    need_pango()
    from weasyprint import HTML  # only after the check

    with _making:
        styles = [_style(name) for name in _STYLE.findall(html)]
        document = HTML(string=without_emoji(_STYLE.sub("", html)), base_url=base_url(), url_fetcher=_fetcher())
        return document.render(font_config=font_configuration(), stylesheets=styles)


_tried: dict[str, Document] = {}
"""The last document whose pages were counted. Once a size fits, the same document is printed."""


def write_pdf(html: str) -> bytes:
    """Return the document as a PDF. Raises NoPango."""
    with _making:
        return (_tried.pop(html, None) or lay_out(html)).write_pdf()


def page_count(html: str) -> int:
    """Return the number of pages of the document. Raises NoPango."""
    with _making:
        _tried.clear()
        _tried[html] = document = lay_out(html)
        return len(document.pages)


FIRST = ("css/core/tokens.css", "css/core/pdf/sheet.css")
"""Files that define a sheet's constants. Later files take precedence."""

_DEFINED = re.compile(r"(--[\w-]+)\s*:\s*([^;}]+)[;}]")
_ROOT = re.compile(r"(?<![\w\])]):root\s*\{([^}]*)\}")
_USED = re.compile(r"var\((--[\w-]+)\)")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def flatten_styles(path: Path) -> bytes:
    """Return a style sheet with its constants replaced."""
    return _expand_constants(path.read_text(encoding="utf-8"), constants()).encode()


@cache
def constants() -> Mapping[str, str]:
    """Return the constants defined at the root and never redefined."""
    values: dict[str, str] = {}
    changing: set[str] = set()
    for name in FIRST:
        text = _COMMENT.sub("", paths.resource("static").joinpath(name).read_text(encoding="utf-8"))
        values |= {name: value.strip() for block in _ROOT.findall(text) for name, value in _DEFINED.findall(block)}
        changing |= {name for name, _ in _DEFINED.findall(_ROOT.sub("", text))}
    return {name: _expand_constants(value, values) for name, value in values.items() if name not in changing}


def _expand_constants(text: str, values: Mapping[str, str]) -> str:
    """Replace constants by their values, which may contain other constants."""
    before = None
    while before != text:
        before, text = text, _USED.sub(lambda used: values.get(used[1], used[0]), text)
    return text
