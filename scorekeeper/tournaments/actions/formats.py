"""Which format fits so many entrants and so much time.

What is assumed can be set (`Pace`): four minutes a hand, shuffling and writing the score included; six minutes between rounds, to
bring slips in, pair, and find the next table; ten before the first.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from math import ceil, log2
from typing import TYPE_CHECKING, Any

from scorekeeper.base.refusals import Refusal
from scorekeeper.tournament.tree import bracket_size
from scorekeeper.tournaments.actions.board import Board
from scorekeeper.wording.marks import N_

if TYPE_CHECKING:
    from scorekeeper.wording.marks import Gettext

FEWEST_HANDS, ENOUGH_HANDS, USUAL_HANDS, MOST_HANDS = 4, 6, 8, 16
MOST_ROUNDS = 12
MOST_ENTRANTS = 1024
MOST_MINUTES = 7 * 24 * 60


@dataclass(frozen=True)
class Pace:
    """How long things take, in minutes."""

    minutes_a_hand: int = 4
    minutes_between_rounds: int = 6
    minutes_to_start: int = 10

    def checked(self) -> Pace:
        """Itself; Refusal("format.pace") for a pace that is none."""
        for name, value, low, high in (
            ("minutes_a_hand", self.minutes_a_hand, 1, 30),
            ("minutes_between_rounds", self.minutes_between_rounds, 0, 120),
            ("minutes_to_start", self.minutes_to_start, 0, 240),
        ):
            if type(value) is not int or not low <= value <= high:
                raise Refusal("format.pace", name, low=low, high=high)
        return self

    def length(self, rounds: int, hands: int) -> int:
        """Minutes for so many rounds of so many hands."""
        if not rounds:
            return 0
        return self.minutes_to_start + rounds * hands * self.minutes_a_hand + (rounds - 1) * self.minutes_between_rounds

    def hands_in(self, minutes: int, rounds: int) -> int:
        """The most hands a round that fit."""
        spare = minutes - self.minutes_to_start - (rounds - 1) * self.minutes_between_rounds
        return max(0, spare // (rounds * self.minutes_a_hand))


@dataclass(frozen=True)
class Proposal:
    """A format that fits, or nearly: `method` and `options` as a tournament takes them; `minutes`: how long it will take.

    `fits`: within the time there is. `code` and `params` say in words why one would choose it (`proposal_text`).
    """

    method: str
    options: dict[str, Any]
    rounds: int
    hands: int
    minutes: int
    fits: bool
    code: str
    params: dict[str, Any] = field(default_factory=dict)

    def ends(self, starts: datetime) -> datetime:
        """When it will be over."""
        return starts + timedelta(minutes=self.minutes)


def propose(entrants: int, minutes: int, *, individuals: bool = False, pace: Pace | None = None) -> list[Proposal]:
    """Formats for so many entrants (pairs, or players where `individuals`) in so many minutes, the best first.

    Raises Refusal("format.entrants", "format.minutes", "format.pace").
    """
    pace = (pace or Pace()).checked()
    least = 4 if individuals else 2
    if type(entrants) is not int or not least <= entrants <= MOST_ENTRANTS:
        raise Refusal("format.entrants", "entrants", low=least, high=MOST_ENTRANTS)
    if type(minutes) is not int or not 1 <= minutes <= MOST_MINUTES:
        raise Refusal("format.minutes", "minutes", high=MOST_MINUTES)
    found = _individual(entrants, minutes, pace) if individuals else _pairs(entrants, minutes, pace)
    return sorted(found, key=lambda one: not one.fits)


def _pairs(entrants: int, minutes: int, pace: Pace) -> list[Proposal]:
    round_robin = _fixed("round_robin", entrants - 1 + entrants % 2, minutes, pace, "format.round_robin", {}, entrants=entrants)
    found = []
    enough, near = max(3, ceil(log2(entrants))), False
    if entrants > 4:
        most = min(MOST_ROUNDS, entrants - 2)
        rounds = _rounds_that_fit(enough, most, minutes, pace)
        options = {"rounds": rounds, "six_table": False}
        near = rounds >= entrants - 2
        code = "format.swiss_near" if near else "format.swiss"
        found.append(
            _fixed("swiss", rounds, minutes, pace, code, options, entrants=entrants, enough=enough, all=round_robin.rounds)
        )
    if entrants <= 6 or (round_robin.fits and (near or round_robin.hands >= ENOUGH_HANDS)):
        found.insert(0, round_robin)
    elif round_robin.fits:
        found.append(round_robin)
    if entrants >= 8:
        found += _pools(entrants, minutes, pace)
    if entrants >= 4:
        found.append(_knockout("double_elimination", entrants, minutes, pace))
        found.append(_knockout("single_elimination", entrants, minutes, pace))
    if entrants >= 4 and entrants % 2 == 0:
        rounds = _rounds_that_fit(min(3, entrants // 2), entrants // 2, minutes, pace)
        found.append(_fixed("mitchell", rounds, minutes, pace, "format.mitchell", {"rounds": rounds}, entrants=entrants))
    return found


def _individual(entrants: int, minutes: int, pace: Pace) -> list[Proposal]:
    rounds = _rounds_that_fit(4, min(MOST_ROUNDS, entrants - 1), minutes, pace)
    out = entrants % 4
    code = "format.rotating_out" if out else "format.rotating"
    rotating = _fixed("rotating_partners", rounds, minutes, pace, code, {"rounds": rounds}, entrants=entrants, out=out)
    options = {"rounds": rounds, "individuals": True}
    return [rotating, _fixed("winners_up", rounds, minutes, pace, "format.winners_up", options, entrants=entrants)]


def _rounds_that_fit(enough: int, most: int, minutes: int, pace: Pace) -> int:
    """As many rounds as there is time for at the usual length, at least enough to tell the best from the others."""
    rounds = max(1, min(enough, most))
    while rounds < most and pace.hands_in(minutes, rounds + 1) >= USUAL_HANDS:
        rounds += 1
    return rounds


def _fixed(method: str, rounds: int, minutes: int, pace: Pace, code: str, options: dict[str, Any], **params: Any) -> Proposal:
    hands = max(FEWEST_HANDS, min(MOST_HANDS, pace.hands_in(minutes, rounds)))
    full = {**options, "match": {"kind": "hands", "hands": hands}}
    length = pace.length(rounds, hands)
    facts = {"rounds": rounds, "hands": hands, **params}
    return Proposal(method, full, rounds, hands, length, length <= minutes, code, facts)


def _knockout(method: str, entrants: int, minutes: int, pace: Pace) -> Proposal:
    last = bracket_size(entrants).bit_length() - 1
    rounds = last if method == "single_elimination" else 2 * last
    return _fixed(
        method, rounds, minutes, pace, f"format.{method}", {}, entrants=entrants, byes=bracket_size(entrants) - entrants
    )


def _pools(entrants: int, minutes: int, pace: Pace) -> list[Proposal]:
    pools = 1 << max(1, round(log2(entrants / 4)))
    size = ceil(entrants / pools)
    if size < 3:
        return []
    qualify = 2 * pools
    rounds = size - 1 + size % 2 + int(log2(qualify))
    plain = _fixed("stages", rounds, minutes, pace, "format.stages", {}, entrants=entrants, pools=pools, qualify=qualify)
    match = plain.options["match"]
    stages = [
        {"method": "round_robin", "options": {"match": match}, "pools": pools, "advance": 2},
        {"method": "single_elimination", "options": {"match": match}},
    ]
    options = {"match": match, "stages": stages}
    return [Proposal("stages", options, plain.rounds, plain.hands, plain.minutes, plain.fits, plain.code, plain.params)]


_TEXTS = {
    "format.swiss": N_(
        "Swiss: %(rounds)s of %(hands)s. Everybody plays to the end against opponents of equal score;"
        " %(enough)s would be enough to tell the best of %(entrants)s pairs."
    ),
    "format.swiss_near": N_(
        "Swiss: %(rounds)s of %(hands)s. After so many rounds nearly everyone has met everyone:"
        " a round robin (%(all)s) is fairer."
    ),
    "format.round_robin": N_("Everyone meets everyone: %(rounds)s of %(hands)s. The fairest, where there is time."),
    "format.stages": N_(
        "%(pools)s pools, then a knock-out of %(qualify)s: %(rounds)s of %(hands)s. Everybody plays several matches,"
        " and there is a final."
    ),
    "format.single_elimination": N_("Knock-out: %(rounds)s of %(hands)s. Whoever loses is out."),
    "format.single_elimination_byes": N_(
        "Knock-out: %(rounds)s of %(hands)s. Whoever loses is out; the first seeds (%(byes)s) begin with a bye."
    ),
    "format.double_elimination": N_("Double knock-out: about %(rounds)s of %(hands)s. Whoever loses twice is out."),
    "format.double_elimination_byes": N_(
        "Double knock-out: about %(rounds)s of %(hands)s. Whoever loses twice is out;"
        " the first seeds (%(byes)s) begin with a bye."
    ),
    "format.mitchell": N_("Mitchell: %(rounds)s of %(hands)s. Half of the pairs stay, half move on; two fields, two winners."),
    "format.rotating": N_("Changing partners: %(rounds)s of %(hands)s. %(entrants)s players, a new partner every round."),
    "format.rotating_out": N_(
        "Changing partners: %(rounds)s of %(hands)s. %(entrants)s players, a new partner every round;"
        " in turn, some sit out (%(out)s)."
    ),
    "format.winners_up": N_("Winners move up: %(rounds)s of %(hands)s. Those who win go up a table, and partners change."),
}


_ROUNDS = N_("1 round"), N_("%(count)s rounds")
_HANDS = N_("1 hand"), N_("%(count)s hands")


def proposal_text(t: Gettext, proposal: Proposal) -> str:
    """A sentence or two: what it is and why one would choose it."""
    units = {"rounds": _ROUNDS, "all": _ROUNDS, "enough": _ROUNDS, "hands": _HANDS}
    told = {name: _counted(t, units[name], n) if name in units else n for name, n in proposal.params.items()}
    return t(_TEXTS[proposal.code]) % told


def _counted(t: Gettext, unit: tuple[str, str], count: object) -> str:
    return t(unit[0]) if count == 1 else t(unit[1]) % {"count": count}


def timetable(board: Board, starts: datetime, pace: Pace | None = None) -> list[tuple[int, datetime, datetime]]:
    """When each round should begin and end: (round, from, to), from the number of rounds and hands that are set.

    Empty where the options do not say how many rounds or hands there are.
    """
    pace = (pace or Pace()).checked()
    options = board.options
    length = options.match.minutes if options.match.kind == "clock" else (options.match.hands or 0) * pace.minutes_a_hand
    if not length or not options.rounds:
        return []
    found, at = [], starts + timedelta(minutes=pace.minutes_to_start)
    for number in range(1, options.rounds + 1):
        end = at + timedelta(minutes=length * options.match.best_of)
        found.append((number, at, end))
        at = end + timedelta(minutes=pace.minutes_between_rounds)
    return found
