"""Formats that suit the number of entrants and the time available, and a timetable of rounds."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from scorekeeper.core.refusals import Refusal
from scorekeeper.messages.marks import N_
from scorekeeper.pairing.duration_estimate import Evening, Pace, Proposal
from scorekeeper.pairing.method import METHODS, method_named
from scorekeeper.tournaments.commands.snapshot import Board

if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext

MOST_ENTRANTS = 1024
MOST_MINUTES = 7 * 24 * 60


def check_pace(pace: Pace | None) -> Pace:
    """Return the pace, or the default. Raises Refusal("format.pace") for values out of range."""
    pace = pace or Pace()
    for name, value, low, high in (
        ("minutes_a_hand", pace.minutes_a_hand, 1, 30),
        ("minutes_between_rounds", pace.minutes_between_rounds, 0, 120),
        ("minutes_to_start", pace.minutes_to_start, 0, 240),
    ):
        if type(value) is not int or not low <= value <= high:
            raise Refusal("format.pace", name, low=low, high=high)
    return pace


def propose(entrants: int, minutes: int, *, individuals: bool = False, pace: Pace | None = None) -> list[Proposal]:
    """Return formats for this number of entrants and minutes, best first.

    `individuals`: entrants are players, not pairs. Raises Refusal("format.entrants", "format.minutes", "format.pace").
    """
    pace = check_pace(pace)
    least = 4 if individuals else 2
    if type(entrants) is not int or not least <= entrants <= MOST_ENTRANTS:
        raise Refusal("format.entrants", "entrants", low=least, high=MOST_ENTRANTS)
    if type(minutes) is not int or not 1 <= minutes <= MOST_MINUTES:
        raise Refusal("format.minutes", "minutes", high=MOST_MINUTES)
    evening = Evening(entrants, minutes, individuals, pace)
    proposals = [one for method in METHODS.values() for one in method.offers(evening)]
    return sorted(proposals, key=lambda one: (not one.fits, one.rank))


_ROUNDS = N_("1 round"), N_("%(count)s rounds")
_HANDS = N_("1 hand"), N_("%(count)s hands")


def proposal_text(t: Gettext, proposal: Proposal) -> str:
    """Return a sentence or two that describe the format and its benefit."""
    units = {"rounds": _ROUNDS, "all": _ROUNDS, "enough": _ROUNDS, "hands": _HANDS}
    values = {name: _count_text(t, units[name], n) if name in units else n for name, n in proposal.params.items()}
    return t(method_named(proposal.method).offered[proposal.code]) % values


def _count_text(t: Gettext, unit: tuple[str, str], count: object) -> str:
    return t(unit[0]) if count == 1 else t(unit[1]) % {"count": count}


def timetable(board: Board, starts: datetime, pace: Pace | None = None) -> list[tuple[int, datetime, datetime]]:
    """Return when each round should begin and end: (round, from, to).

    Empty if the options do not give the number of rounds and the length of a match.
    """
    pace = check_pace(pace)
    options = board.options
    length = options.match.minutes if options.match.kind == "clock" else (options.match.hands or 0) * pace.minutes_a_hand
    if not length or not options.rounds:
        return []
    rounds, at = [], starts + timedelta(minutes=pace.minutes_to_start)
    for number in range(1, options.rounds + 1):
        end = at + timedelta(minutes=length * options.match.best_of)
        rounds.append((number, at, end))
        at = end + timedelta(minutes=pace.minutes_between_rounds)
    return rounds
