"""A short summary of a tournament's format."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.i18n.translation import ngettext
from scorekeeper.messages.numbers import listing
from scorekeeper.pairing.words import method_title
from scorekeeper.rules.pages.words import rules_title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.pairing.record.record import Options, Stage
    from scorekeeper.tournaments.commands.snapshot import Board


def plan_of(board: Board) -> list[str]:
    """Return the format in a few facts: method, rounds, hands, rules."""
    return plan_facts(board.method, board.options, board.rules)


def plan_facts(method: str, options: Options, rules: RuleSet) -> list[str]:
    """Return the same for a format that is not saved yet."""
    match = options.match
    facts = [method_title(_, method)]
    if options.stages:
        facts = _stages(options.stages)
    elif options.rounds is not None:
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


def _stages(stages: Sequence[Stage]) -> list[str]:
    """Return the first stage, and what follows: finals A and B, or the method of the last stage."""
    first, last = stages[0], stages[-1]
    facts = [method_title(_, first.method)]
    if first.options.rounds is not None:
        facts.append(ngettext("%(num)s round", "%(num)s rounds", first.options.rounds))
    if len(last.finals) > 1:
        return [*facts, _("then finals %(names)s", names=listing(_, [*last.finals]))]
    return [*facts, _("then %(method)s", method=method_title(_, last.method))]
