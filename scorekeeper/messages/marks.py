"""Marks for the message extractor."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Gettext = Callable[[str], str]
    """Takes a message id and returns the message in the reader's language."""


_CONTEXT_END = "\x04"
"""Separates the context from the message in a catalog."""


def pgettext(context: str, message: str, t: Gettext) -> str:
    """Return the translation of a message that has several meanings. `context` names the meaning."""
    found = t(f"{context}{_CONTEXT_END}{message}")
    return message if _CONTEXT_END in found else found


def N_(message: str) -> str:  # noqa: N802 (extractors expect this name)
    """Return the message id unchanged. The extractor finds it by this call."""
    return message
