"""The key facts of a rule set, for the head of a score sheet."""

from __future__ import annotations

from dataclasses import dataclass

TYPE_CHECKING = False  # phones load this
if TYPE_CHECKING:
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.messages.marks import Gettext


@dataclass(frozen=True, slots=True)
class PrintedFact:
    """A label and its value. `boxed`: the value is a negative score, to be marked as such."""

    label: str
    value: str
    boxed: bool = False


def key_facts(rules: RuleSet, t: Gettext) -> list[PrintedFact]:
    """Return target, hole, minimum bid, must-bid line and cards (rulebook sections 3, 4, 7 and 8)."""
    return [
        PrintedFact(t("Target"), str(rules.target)),
        _hole(rules, t),
        PrintedFact(t("Minimum bid"), str(rules.minimum_bid) if rules.minimum_bid else t("none")),
        _line(rules, t),
        PrintedFact(t("Cards"), _cards(rules, t)),
    ]


def _hole(rules: RuleSet, t: Gettext) -> PrintedFact:
    if rules.hole_limit is None:
        return PrintedFact(t("Hole"), t("no limit"))
    return PrintedFact(t("Hole"), str(rules.hole_limit), boxed=True)


def _line(rules: RuleSet, t: Gettext) -> PrintedFact:
    line = rules.target - rules.margin
    if rules.opponents_score == "always":
        return PrintedFact(t("Defenders"), t("always score"))
    if rules.opponents_score == "must_win_or_set":
        return PrintedFact(t("Must win or set from"), str(line))
    if rules.qualifying_bid:
        return PrintedFact(t("Must bid from"), t("%(line)s, at least %(bid)s") % {"line": line, "bid": rules.qualifying_bid})
    return PrintedFact(t("Must bid from"), str(line))


def _cards(rules: RuleSet, t: Gettext) -> str:
    cards = t("%(pack)s, %(hand)s each") % {"pack": rules.pack, "hand": rules.hand_cards}
    return t("%(cards)s, kitty %(kitty)s") % {"cards": cards, "kitty": rules.kitty} if rules.kitty else cards
