"""Marks for the message extractor."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Gettext = Callable[[str], str]
    """A message id in, the message in the reader's language out."""


def N_(message: str) -> str:  # noqa: N802 (the name that extractors know)
    """The message id itself, marked as translatable."""
    return message
