"""The second half of the rule card: what a hand scores, how the game ends, the pot."""

from __future__ import annotations

from scorekeeper.wording.figures import money, number
from scorekeeper.wording.marks import N_

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.wording.marks import Gettext

_CONTRACT = N_("A contract that is made scores the card points taken; one that fails costs the bid.")
_HUNDRED_FOR_200 = N_("100 for 200 scores 200 if all 100 card points are taken, and costs 100 if not.")
_FREE = N_("A contract without a bid scores the card points taken and never costs anything.")
_CALLED = N_("The called partner scores what the contractor scores.")
_DEFENDERS = {
    "temporary_team": N_("Each defender scores all the card points that the defenders took together."),
    "own_tricks": N_("Each defender scores the card points of their own tricks."),
}
_SIDES_ALWAYS = N_("The defenders score their card points, whoever bid.")
_SIDES_MUST_BID = N_(
    "The defenders score their card points, but a side at %(line)s or more only if one of its players bid in that auction."
)
_SIDES_MUST_BID_QUALIFYING = N_(
    "The defenders score their card points, but a side at %(line)s or more "
    "only if one of its players bid %(bid)s or more in that auction."
)
_SIDES_MUST_SET = N_("The defenders score their card points, but a side at %(line)s or more only if the contract fails.")
_ALONE_ALWAYS = N_("Defenders score whether they bid or not.")
_ALONE_MUST_BID = N_("A defender at %(line)s or more scores only by having bid in that auction.")
_ALONE_MUST_BID_QUALIFYING = N_("A defender at %(line)s or more scores only by having bid %(bid)s or more in that auction.")
_ALONE_MUST_SET = N_("A defender at %(line)s or more scores only if the contract fails.")
_NO_TRUMP = N_("Without trump, every change of score counts double.")
_BOXED = N_("A score below zero is written in a box: it is in the hole.")

_TARGET = N_("The first side to reach %(target)s wins.")
_TARGET_ALONE = N_("The first player to reach %(target)s wins.")
_ONLY_BY_BID = N_(
    "The game is won only on a hand where the winner bid and made the contract: nobody reaches %(target)s as a defender and wins."
)
_BOTH = {
    "bidding_side": N_("If several sides reach it on the same hand, the bidding side wins; failing that, the highest score."),
    "higher_score": N_("If several sides reach it on the same hand, the highest score wins."),
}
_BOTH_ALONE = {
    "bidding_side": N_("If several players reach it on the same hand, the contractor wins; failing that, the highest score."),
    "higher_score": N_("If several players reach it on the same hand, the highest score wins."),
}
_BOTH_CALLED = N_(
    "If several players reach it on the same hand, the contractor wins; failing that, the called partner; "
    "failing that, the highest score."
)
_EQUAL = N_("If the highest are equal, another hand is played.")
_NO_HOLE = N_("Nobody loses for being in the hole.")
_HOLE = N_("A side at %(limit)s or worse loses, if the other side is not below zero.")
_HOLE_PAIRS = N_(
    "A pair at %(limit)s or worse drops out, if another pair is not below zero; "
    "the two others play on as four, with their scores."
)
_HOLE_ALONE = N_(
    "When a player is at %(limit)s or worse and another is not below zero, the game ends and the highest score wins."
)
_HUNDRED = N_("A contractor’s camp that takes all 100 card points wins the game, whatever the bid and the scores.")
_CHIENNE = N_("Losing one empty trick on the way is a chienne, two a double chienne; the game is won all the same.")
_ANNOUNCED = N_(
    "A contractor whose side is not below zero may announce, before taking the kitty, that it takes all 100 card points. "
    "If it does, it wins the game; if not, the other side wins."
)
_ANNOUNCED_NO_KITTY = N_(
    "A contractor whose side is not below zero may announce, before the first lead, that it takes all 100 card points. "
    "If it does, it wins the game; if not, the other side wins."
)
_SKUNK = {
    "loser_negative": N_("Skunk: if all the losers are below zero, the game counts as two."),
    "loser_scoreless": N_("Skunk: if no loser’s score ever moved, the game counts as two."),
}

_POT = N_("The winners divide the pot equally.")
_ANTE = N_("At the start every player pays %(money)s into the pot.")
_PAY_BOXED = N_("When a contract fails, each player of that side pays %(money)s.")
_PAY_HOLE = N_("When a side first falls below zero, each of its players pays %(money)s.")
_STAKES_OPEN = N_("The table sets the stakes.")


def scoring(t: Gettext, rules: RuleSet) -> list[str]:
    """What a hand scores (rulebook section 7)."""
    said = [t(_CONTRACT)]
    if rules.hundred_for_200:
        said.append(t(_HUNDRED_FOR_200))
    if rules.all_pass == "dealer_free":
        said.append(t(_FREE))
    if rules.format == "called_partner":
        said.append(t(_CALLED))
    if rules.table.individual:
        said.append(t(_DEFENDERS[rules.defenders_score]))
    said.append(t(_limit(rules)) % {"line": number(rules.target - rules.margin), "bid": rules.qualifying_bid})
    if rules.no_trump == "double":
        said.append(t(_NO_TRUMP))
    return [*said, t(_BOXED)]


def _limit(rules: RuleSet) -> str:
    alone = rules.table.individual
    if rules.opponents_score == "always":
        return _ALONE_ALWAYS if alone else _SIDES_ALWAYS
    if rules.opponents_score == "must_win_or_set":
        return _ALONE_MUST_SET if alone else _SIDES_MUST_SET
    if rules.qualifying_bid:
        return _ALONE_MUST_BID_QUALIFYING if alone else _SIDES_MUST_BID_QUALIFYING
    return _ALONE_MUST_BID if alone else _SIDES_MUST_BID


def reminders(t: Gettext, rules: RuleSet) -> list[str]:
    """What a table forgets most: when defenders score, and what the hole does (`score.opponents`, `end.hole`)."""
    limit = t(_limit(rules)) % {"line": number(rules.target - rules.margin), "bid": rules.qualifying_bid}
    return [limit, _hole(t, rules)]


def ending(t: Gettext, rules: RuleSet) -> list[str]:
    """How the game ends (rulebook section 8)."""
    said = [*_target(t, rules), _hole(t, rules)]
    if rules.hundred_wins:
        said += [t(_HUNDRED), t(_CHIENNE)]
    if rules.announced_all:
        said.append(t(_ANNOUNCED if rules.kitty else _ANNOUNCED_NO_KITTY))
    if rules.skunk != "none":
        said.append(t(_SKUNK[rules.skunk]))
    return said


def _target(t: Gettext, rules: RuleSet) -> list[str]:
    alone = rules.table.individual or rules.format == "two_handed"
    target = {"target": number(rules.target)}
    if rules.win_only_by_bid:
        return [t(_TARGET_ALONE if alone else _TARGET) % target, t(_ONLY_BY_BID) % target]
    if rules.format == "called_partner" and rules.both_reach == "bidding_side":
        both = _BOTH_CALLED
    else:
        both = (_BOTH_ALONE if alone else _BOTH)[rules.both_reach]
    return [t(_TARGET_ALONE if alone else _TARGET) % target, t(both), t(_EQUAL)]


def _hole(t: Gettext, rules: RuleSet) -> str:
    if rules.hole_limit is None:
        return t(_NO_HOLE)
    message = _HOLE
    if rules.format == "three_pairs":
        message = _HOLE_PAIRS
    elif rules.table.individual:
        message = _HOLE_ALONE
    return t(message) % {"limit": number(-rules.hole_limit)}


def pot(t: Gettext, rules: RuleSet) -> list[str]:
    """What is paid into the pot and who gets it; empty without one."""
    if not rules.pot:
        return []
    stakes = ((_ANTE, rules.ante), (_PAY_BOXED, rules.boxed), (_PAY_HOLE, rules.hole))
    said = [t(message) % {"money": money(t, cents)} for message, cents in stakes if cents]
    return [*(said or [t(_STAKES_OPEN)]), t(_POT)]
