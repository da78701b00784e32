"""Why an action is refused, where it is not the rules of the game that refuse it (those raise `GameError`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.wording.marks import N_

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.wording.marks import Gettext


class Refusal(Exception):
    """An action that cannot be done. `code` for programs, `params` for the words, `field` where one input is at fault."""

    status = 422

    def __init__(self, code: str, field: str | None = None, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.field = field
        self.params = params

    def worded(self, _t: Gettext) -> dict[str, object]:
        """Parameters that are themselves words, in the reader's language."""
        return {}


class NotFound(Refusal):
    """There is no such thing, or it is not for the eyes of whoever asks: nobody is told which."""

    status = 404


class NotAllowed(Refusal):
    """Whoever asks may look, but not do this."""

    status = 403


class TooMany(Refusal):
    """Too often in too short a time; `params["minutes"]` says how long to wait, `left` what is left of the allowance."""

    status = 429
    left: object = None


class NoPdf(Refusal):
    """There are no PDF files on this computer until somebody installs what sets their type."""

    status = 501

    def __init__(self) -> None:
        super().__init__("pdf.pango")


class QueueFull(Refusal):
    """As many documents wait to be made as may."""

    status = 503

    def __init__(self) -> None:
        super().__init__("pdf.full")


class NotPrinted(Refusal):
    """A document that cannot be made, though others can."""

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
    """Add a subject's sentences, by the codes of its refusals."""
    _TEXTS.update(texts)


def refusal_text(t: Gettext, refusal: Refusal) -> str:
    """The refusal in words; `t` translates."""
    return t(_TEXTS[refusal.code]) % {**refusal.params, **refusal.worded(t)}
