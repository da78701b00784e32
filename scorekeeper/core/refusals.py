"""Refusals: why an action is not done, unless the rules of the game refuse it (`GameError`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.messages.marks import N_

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.messages.marks import Gettext


class Refusal(Exception):
    """A refused action. `code`: for programs. `params`: values for the message. `field`: the input at fault."""

    status = 422

    def __init__(self, code: str, field: str | None = None, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.field = field
        self.params = params

    def worded(self, _t: Gettext) -> dict[str, object]:
        """Return parameters that need translation, in the reader's language."""
        return {}


class NotFound(Refusal):
    """Something does not exist, or the visitor may not see it. The message does not say which."""

    status = 404


class NotAllowed(Refusal):
    """The visitor may see it but may not do this."""

    status = 403


class TooMany(Refusal):
    """Too many requests. `params["minutes"]`: how long to wait. `left`: what is left of the allowance."""

    status = 429
    left: object = None


class NoPdf(Refusal):
    """This computer cannot make PDFs until Pango is installed."""

    status = 501

    def __init__(self) -> None:
        super().__init__("pdf.pango")


class QueueFull(Refusal):
    """The queue of documents is full."""

    status = 503

    def __init__(self) -> None:
        super().__init__("pdf.full")


class NotPrinted(Refusal):
    """This document failed, though others may work."""

    status = 500

    def __init__(self) -> None:
        super().__init__("pdf.failed")


_TEXTS = {
    "uuid": N_("“%(read)s” is not a valid key. Use 8 to 36 letters, digits, hyphens or underscores."),
    "uuid.reused": N_("You already sent this under the same key with other content. The first one counts."),
    "same": N_("Nothing to change: it is like that already."),
    "device.name": N_("A device name has at most %(high)s characters."),
    "device.often": N_(
        "Too many new devices came by this link or from this network. Wait %(minutes)s min, then try "
        "again. Devices that were here before can continue."
    ),
    "pdf.pango": N_(
        "PDF files need Pango, which is not installed on the server. Debian and Ubuntu: apt-get install "
        "libpango-1.0-0 libpangoft2-1.0-0; macOS: brew install pango. Then restart the server. Until "
        "then, print the page from the browser."
    ),
    "pdf.full": N_("Many documents are being made right now. Try again in a minute."),
    "pdf.failed": N_("The document could not be made. Try again. If it fails again, print the page from the browser."),
}


def add_texts(texts: Mapping[str, str]) -> None:
    """Add a package's messages by the codes of its refusals."""
    _TEXTS.update(texts)


def refusal_text(t: Gettext, refusal: Refusal) -> str:
    """Return the refusal's message; `t` translates."""
    return t(_TEXTS[refusal.code]) % {**refusal.params, **refusal.worded(t)}
