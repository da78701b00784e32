"""What the finals of a format come to for the present number of entrants, in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.i18n.translation import ngettext
from scorekeeper.messages.numbers import listing
from scorekeeper.pairing.method import method_of
from scorekeeper.pairing.stages import stage_of

if TYPE_CHECKING:
    from scorekeeper.pairing.record.record import Options
    from scorekeeper.tournaments.commands.snapshot import Board


@dataclass(frozen=True)
class FinalsLine:
    """A sentence about the finals. `wrong`: the numbers don't add up."""

    text: str
    wrong: bool = False


def finals_are_open(board: Board) -> bool:
    """Return whether the last stage can still change after a round was published, because it has not begun."""
    stages = board.options.stages
    return len(stages) == 2 and bool(board.rounds) and stage_of(board.tournament) < len(stages)


def finals_lines(options: Options, entered: int) -> list[FinalsLine]:
    """Return how many play in each final if `entered` are there, and what does not add up; empty without finals A, B …"""
    finals = options.stages[-1].finals if options.stages else {}
    if not finals or not entered:
        return []
    left, sizes, wrong = entered, [], []
    for letter, final in finals.items():
        size = left if final.cut is None else min(final.cut, left)
        least = method_of(final).seats(final.options)
        facts = {"name": letter, "size": final.cut, "least": least, "left": size}
        if final.cut is not None and size < final.cut:
            wrong.append(_("Final %(name)s takes %(size)s. Left for it: %(left)s.", **facts))
        elif size < least:
            wrong.append(_("Final %(name)s needs at least %(least)s. Left for it: %(left)s.", **facts))
        left -= size
        sizes.append(_("%(size)s in final %(name)s", size=size, name=letter))
    text = _("With %(count)s entered: %(finals)s.", count=entered, finals=listing(_, sizes))
    if left:
        text += " " + ngettext("%(num)s is in no final.", "%(num)s are in no final.", left)
    return [FinalsLine(text), *(FinalsLine(one, wrong=True) for one in wrong)]
