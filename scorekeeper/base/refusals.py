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
    "uuid": N_("“%(read)s” is not a key: between 8 and 36 letters, figures, hyphens or underscores are."),
    "uuid.reused": N_("This was sent before, under the same key, with something else in it. What was sent first stands."),
    "same": N_("That is how it stands already."),
    "device.name": N_("A name for this device has at most %(high)s characters."),
    "device.often": N_(
        "There were too many new devices here, by this link or from this network. Wait %(minutes)s min, then try again. Devices"
        " that were here before go on."
    ),
    "pdf.pango": N_(
        "PDF files need Pango, which is not installed on the computer that runs this program. Debian and Ubuntu: apt-get install"
        " libpango-1.0-0 libpangoft2-1.0-0; macOS: brew install pango. Then start the program again; until then, print the page"
        " itself from the browser."
    ),
    "pdf.full": N_("Many documents are being made just now. Please try again in a minute."),
    "pdf.failed": N_(
        "This document could not be made. Please try again; if it fails again, print the page itself from the browser."
    ),
}


def add_texts(texts: Mapping[str, str]) -> None:
    """Add a subject's sentences, by the codes of its refusals."""
    _TEXTS.update(texts)


def refusal_text(t: Gettext, refusal: Refusal) -> str:
    """The refusal in words; `t` translates."""
    return t(_TEXTS[refusal.code]) % {**refusal.params, **refusal.worded(t)}
