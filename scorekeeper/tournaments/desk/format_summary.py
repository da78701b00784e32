"""A short summary of a tournament's format."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.i18n.translation import ngettext
from scorekeeper.pairing.words import method_title
from scorekeeper.rules.pages.words import rules_title

if TYPE_CHECKING:
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.pairing.record.record import Options
    from scorekeeper.tournaments.commands.snapshot import Board


def plan_of(board: Board) -> list[str]:
    """Return the format in a few facts: method, rounds, hands, rules."""
    return plan_facts(board.method, board.options, board.rules)


def plan_facts(method: str, options: Options, rules: RuleSet) -> list[str]:
    """Return the same for a format that is not saved yet."""
    match = options.match
    facts = [method_title(_, method)]
    if options.rounds is not None:
        facts.append(ngettext("%(num)s round", "%(num)s rounds", options.rounds))
    if match.kind == "hands" and match.hands:
        facts.append(ngettext("%(num)s hand per match", "%(num)s hands per match", match.hands))
    elif match.kind == "clock" and match.minutes:
        facts.append(ngettext("%(num)s-minute matches", "%(num)s-minute matches", match.minutes))
    elif match.kind == "race":
        facts.append(_("matches to %(target)s", target=rules.target))
    if match.best_of > 1:
        facts.append(_("best of %(n)s", n=match.best_of))
    return [*facts, rules_title(rules)]
