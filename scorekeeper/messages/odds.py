"""What a side needs and how likely it is, without claiming more than is known."""

from __future__ import annotations

from scorekeeper.messages.game.outcome import bid_text
from scorekeeper.messages.marks import N_
from scorekeeper.messages.numbers import labelled
from scorekeeper.odds.bidding_model import WHOLE
from scorekeeper.odds.winning_results import AGAINST_MADE, DEFENDING, FAILED, HUNDRED, OWN_CONTRACT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.engine.events import Bid
    from scorekeeper.messages.marks import Gettext
    from scorekeeper.odds.winning_results import Way

WAYS = {
    OWN_CONTRACT: N_("a made bid, with %(points)s or more"),
    HUNDRED: N_("100 for 200, made"),
    AGAINST_MADE: N_("%(points)s or more against a made bid"),
    FAILED: N_("%(points)s or more against a failed bid"),
    DEFENDING: N_("%(points)s or more on the others’ bid"),
}
ANY_BID = N_("any made bid")
OTHERS_FAIL = N_("a failed bid by the others")
OTHERS_FAIL_HIGH = N_("a failed bid of %(bid)s or more by the others")
SPEAKS = N_("%(way)s, after bidding too")

NEEDED = N_("What do we need?")
WAS = N_("Chances during the game")
WINS_BY = N_("Wins on this hand with")
CANNOT = N_("Cannot win on this hand.")
TOGETHER = N_("Can win on this hand, but that also depends on the others.")
UNSURE = N_("No result is sure to win on this hand.")
TURNED = N_("The hand that turned the game")
BEFORE_AND_AFTER = N_("%(before)s before it, %(after)s after it")
FAILED_BID = N_("%(contract)s, failed")

ABOUT = N_("about %(n)s in 10")
HARDLY = N_("less than 1 in 20")
NEARLY = N_("more than 19 in 20")
PERCENT = N_("%(n)s%%")
UNDER = N_("under %(n)s%%")


def way_text(t: Gettext, way: Way, lowest: int) -> str:
    """Return a way to win with the next hand. `lowest` is the lowest bid of the game's rules."""
    text = t(WAYS[way.kind]) % {"points": way.points}
    if way.kind == OWN_CONTRACT and way.points <= lowest:
        text = t(ANY_BID)
    elif way.kind == FAILED and not way.points:
        text = t(OTHERS_FAIL_HIGH) % {"bid": way.bid} if way.bid else t(OTHERS_FAIL)
    return t(SPEAKS) % {"way": text} if way.speaks else text


def no_way_text(t: Gettext, can_win: bool | None) -> str:
    """Return the text for a side without a way to win.

    `can_win` says whether any possible hand wins, None if that is not known.
    """
    if can_win is None:
        return t(UNSURE)
    return t(TOGETHER if can_win else CANNOT)


def chance_text(t: Gettext, chance: int) -> str:
    """Return a chance out of `WHOLE` in tenths. More digits would claim more than is known."""
    if chance * 20 < WHOLE:
        return t(HARDLY)
    if chance * 20 > 19 * WHOLE:
        return t(NEARLY)
    return t(ABOUT) % {"n": max(1, min(9, (chance * 10 + WHOLE // 2) // WHOLE))}


def title_text(t: Gettext, ended: bool) -> str:
    """Return the title of a game's odds, during the game or after its end."""
    return t(WAS if ended else NEEDED)


def contract_text(t: Gettext, side: str, bid: Bid, *, made: bool) -> str:
    """Return a hand in a few words: the side, its bid, and whether it failed."""
    contract = f"{side} {bid_text(t, bid)}"
    return contract if made else t(FAILED_BID) % {"contract": contract}


def turned_text(t: Gettext, winner: str, before: int, after: int) -> str:
    """Return the winner's chance before and after a hand."""
    return labelled(t, winner, t(BEFORE_AND_AFTER) % {"before": chance_text(t, before), "after": chance_text(t, after)})


def hundredths(chance: int) -> int:
    """Return a chance out of `WHOLE` as a whole percentage."""
    return (chance * 100 + WHOLE // 2) // WHOLE


def percent_text(t: Gettext, chance: int) -> str:
    """Return a chance out of `WHOLE` in percent, for the details of a calculation."""
    n = hundredths(chance)
    return t(PERCENT if n or not chance else UNDER) % {"n": n or min(chance, 1)}
