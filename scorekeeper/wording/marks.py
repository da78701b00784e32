"""Marks for the message extractor."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Gettext = Callable[[str], str]
    """A message id in, the message in the reader's language out."""


_ENDS = "\x04"
"""What a catalog puts between a context and its message."""


def pgettext(context: str, message: str, t: Gettext) -> str:
    """Return a message that means something else elsewhere; `context` says which of its meanings this is."""
    found = t(f"{context}{_ENDS}{message}")
    return message if _ENDS in found else found


def N_(message: str) -> str:  # noqa: N802 (the name that extractors know)
    """The message id itself, marked as translatable."""
    return message
