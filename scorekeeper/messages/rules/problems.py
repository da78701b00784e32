"""Why a rule set can't be played, in words."""

from __future__ import annotations

from scorekeeper.engine.options import Limit
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.messages.marks import N_
from scorekeeper.messages.numbers import choosing
from scorekeeper.messages.rules.labels import option_label

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from scorekeeper.engine.errors import Problem
    from scorekeeper.messages.marks import Gettext

PROBLEMS: dict[str, str] = {
    "option.unknown": N_("%(option)s: there is no such option."),
    "option.choice": N_("%(label)s (%(option)s): %(read)s is not valid. Use %(choices)s."),
    "option.number": N_(
        "%(label)s (%(option)s): %(read)s is not valid. Use a whole number from %(low)s to %(high)s in steps of %(step)s."
    ),
    "option.number:any": N_("%(label)s (%(option)s): %(read)s is not valid. Use a whole number from %(low)s to %(high)s."),
    "option.number:null": N_(
        "%(label)s (%(option)s): %(read)s is not valid. Use a whole number from %(low)s to %(high)s in "
        "steps of %(step)s, or null."
    ),
    "variant.unknown": N_("base: there is no rule set called %(read)s. Use %(choices)s."),
    "cards.sum": N_(
        "The cards do not add up. %(hands)s hands of %(hand_cards)s and a kitty of %(kitty)s make "
        "%(dealt)s, but the pack has %(pack)s (pack, hand_cards, kitty)."
    ),
    "cards.cutthroat": N_(
        "The cards do not add up for three to six players: a pack of %(pack)s, "
        "hands of %(hand_cards)s, a kitty of %(kitty)s (pack, hand_cards, kitty)."
    ),
    "cards.two_handed": N_(
        "With two players every hand has nine cards, so that the silent hands make three stacks of "
        "three. %(hand_cards)s is not valid (hand_cards)."
    ),
    "kitty.missing": N_("%(label)s (%(option)s): there is no kitty, so nothing is discarded."),
    "silent_seat.format": N_("%(label)s (%(option)s): only the five-player game with a silent partner has a silent player."),
    "announced_all.sides": N_("%(label)s (%(option)s): only a game between two sides can have this."),
    "misdeal.six": N_("%(label)s (%(option)s): with six hands dealt, there are no misdeals."),
    "dealer_minimum.none": N_(
        "%(label)s (%(option)s): the dealer cannot be made to take the contract at the minimum when there is no minimum bid."
    ),
    "bid_step.multiple": N_("%(label)s (%(option)s): %(read)s is not a multiple of the bid step, %(step)s."),
    "pot.missing": N_("%(label)s (%(option)s): there is no pot to pay into."),
}


def problem_text(t: Gettext, problem: Problem, quoted: Callable[[Gettext, object], str]) -> str:
    """Return the sentence of one problem. `quoted` formats the values read."""
    params = problem.params
    figures = {name: quoted(t, value) for name, value in params.items()}
    name = params.get("option")
    option = RuleSet.options.get(name) if isinstance(name, str) else None
    if name is not None:
        figures["option"] = option.name if option else quoted(t, name)
    if option:
        figures["label"] = option_label(t, option.name)
    choices = params.get("choices")
    if isinstance(choices, (list, tuple)):
        figures["choices"] = choosing(t, [c if isinstance(c, str) else quoted(t, c) for c in choices])
    reason = problem.reason
    if reason == "option.number" and isinstance(option, Limit):
        reason = "option.number:null"
    elif reason == "option.number" and params.get("step") == 1:
        reason = "option.number:any"
    return t(PROBLEMS[reason]) % figures
