"""The counting rules of a league, in sentences."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.messages.marks import Gettext
    from scorekeeper.ratings.league import Rules


def best_results_text(t: Gettext, best: int | None) -> str:
    if best is None:
        return t("every result counts")
    return t("the best result counts") if best == 1 else t("the best %(n)s results count") % {"n": best}


def counts_text(t: Gettext, counts: str) -> str:
    """What each tournament brings."""
    if counts == "match_points":
        return t("Match points from every tournament are added up.")
    if counts == "game_points":
        return t("Points scored in every tournament are added up.")
    return t("Every tournament gives points by rank.")


def points_table_text(t: Gettext, points: Sequence[int]) -> str:
    return t("Points by rank: %(points)s") % {"points": ", ".join(str(n) for n in points)}


def others_text(t: Gettext, others: int) -> str:
    """Return the points of everyone below the points table."""
    return t("%(n)s for everyone below") % {"n": others} if others else t("no points below that")


def who_text(t: Gettext, who: str) -> str:
    if who == "players":
        return t("Each player collects the points, with any partner.")
    return t("Pairs collect the points: the same two players, as they entered.")


def share_text(t: Gettext, share: bool) -> str:
    """Return the rule for entrants who share a rank."""
    if share:
        return t("Entrants who share a rank divide the points of the ranks they take.")
    return t("Entrants who share a rank each get the points of that rank.")


def ties_text(t: Gettext, best: int | None) -> str:
    """Return how equal points are separated."""
    if best is None:
        return t("With equal points, best results are compared, then second best, and so on. After that the rank is shared.")
    return t(
        "With equal points, best results are compared, then second best, and so on. Then all results "
        "count, even dropped ones. After that the rank is shared."
    )


def tie_break_text(t: Gettext, by: str | None) -> str:
    """Return the tie-break that put a row below the one above it. Empty if points did."""
    if by == "countback":
        return t("by best results")
    return t("by all results") if by == "all" else ""


def rules_sentences(t: Gettext, rules: Rules) -> list[str]:
    """Return one sentence for everything that decides a league."""
    by_rank = rules.counts == "ranks"
    table = f"{points_table_text(t, rules.points)} ({others_text(t, rules.others)})."
    counted = best_results_text(t, rules.best)
    return [
        who_text(t, rules.who),
        table if by_rank else counts_text(t, rules.counts),
        f"{counted[:1].upper()}{counted[1:]}.",
        *([share_text(t, rules.share)] if by_rank else []),
        ties_text(t, rules.best),
    ]
