"""Several phrases in one sentence."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.wording.marks import Gettext


def clauses(t: Gettext, parts: list[str]) -> str:
    """Joined by semicolons, with the spaces that the language sets around them."""
    joined = ""
    for part in parts:
        joined = t("%(first)s; %(then)s") % {"first": joined, "then": part} if joined else part
    return joined
