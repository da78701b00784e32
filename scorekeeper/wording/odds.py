"""What a side needs, and how likely it is, in words that promise no more than is known."""

from __future__ import annotations

from scorekeeper.odds.habits import WHOLE
from scorekeeper.odds.wanted import AGAINST, DEFENDING, FAILED, HUNDRED, OWN
from scorekeeper.wording.marks import N_

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.odds.wanted import Way
    from scorekeeper.wording.marks import Gettext

WAYS = {
    OWN: N_("a bid, made with %(points)s or more"),
    HUNDRED: N_("100 for 200, made"),
    AGAINST: N_("%(points)s or more against a bid that is made"),
    FAILED: N_("%(points)s or more against a bid that fails"),
    DEFENDING: N_("%(points)s or more on the others’ bid"),
}
ANY_BID = N_("any bid, made")
OTHERS_FAIL = N_("the others fail")
OTHERS_FAIL_HIGH = N_("the others fail a bid of %(bid)s or more")
SPEAKS = N_("%(way)s, after a bid of their own")

ABOUT = N_("about %(n)s in 10")
HARDLY = N_("less than 1 in 20")
NEARLY = N_("more than 19 in 20")
PERCENT = N_("%(n)s%%")
UNDER = N_("under %(n)s%%")


def way_text(t: Gettext, way: Way, lowest: int) -> str:
    """A way to win with the coming hand. `lowest`: the lowest bid of the game's rules."""
    text = t(WAYS[way.kind]) % {"points": way.points}
    if way.kind == OWN and way.points <= lowest:
        text = t(ANY_BID)
    elif way.kind == FAILED and not way.points:
        text = t(OTHERS_FAIL_HIGH) % {"bid": way.bid} if way.bid else t(OTHERS_FAIL)
    return t(SPEAKS) % {"way": text} if way.speaks else text


def chance_text(t: Gettext, chance: int) -> str:
    """A chance out of `WHOLE`, in tenths: more would be more than is known."""
    if chance * 20 < WHOLE:
        return t(HARDLY)
    if chance * 20 > 19 * WHOLE:
        return t(NEARLY)
    return t(ABOUT) % {"n": max(1, min(9, (chance * 10 + WHOLE // 2) // WHOLE))}


def hundredths(chance: int) -> int:
    """A chance out of `WHOLE` in whole hundredths."""
    return (chance * 100 + WHOLE // 2) // WHOLE


def percent_text(t: Gettext, chance: int) -> str:
    """A chance out of `WHOLE` in hundredths, as a figure among those from which another came about."""
    n = hundredths(chance)
    return t(PERCENT if n or not chance else UNDER) % {"n": n or min(chance, 1)}
