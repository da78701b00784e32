"""Several phrases joined into one sentence."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext


def clauses(t: Gettext, parts: list[str]) -> str:
    """Return the phrases joined by semicolons, with the language's spaces around them."""
    joined = ""
    for part in parts:
        joined = t("%(first)s; %(then)s") % {"first": joined, "then": part} if joined else part
    return joined
