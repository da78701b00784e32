"""The prizes: the ranks in their text, and the lines of the standings that are honoured."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.core.security.signing import same_name
from scorekeeper.messages.marks import N_
from scorekeeper.messages.numbers import listing, money
from scorekeeper.pairing.staged_standings import final_of, ranked_within_finals
from scorekeeper.tournaments.prize_words import ordinal
from scorekeeper.tournaments.words import field_title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.messages.marks import Gettext
    from scorekeeper.pairing.money.prizes import Award
    from scorekeeper.pairing.standings.standings import StandingRow
    from scorekeeper.tournaments.commands.tournament_state import TournamentState

_BEFORE = r"\s*(?:finale?\s+)?(?:(?P<before>[A-F])\b\s*[,:.–—-]?\s*)?"
_ORDINAL = r"\s*(?:st|nd|rd|th|re|er|e|ère|º|°)?"
_AFTER = r"(?:\s*\((?:groupe?|finale?)\s+(?P<after>[A-F])\))?"
RANKED = re.compile(
    _BEFORE + r"(?P<first>\d{1,2})\s*(?:st|nd|rd|th|re|er|e|ère|º|°|\.|\))?" + _AFTER + r"\s*[:.)–—-]\s*(?P<prize>.+)",
    re.IGNORECASE,
)
"""A prize with its rank, and with its final if there are several: 1st: the cup, 2e – un jambon, final B 1st: a ham."""
RANGED = re.compile(
    _BEFORE
    + rf"(?P<first>\d{{1,2}}){_ORDINAL}\s*(?:to|au|à|-|–)\s*(?P<last>\d{{1,2}}){_ORDINAL}"
    + _AFTER
    + r"\s*:\s*(?P<prize>.+)",
    re.IGNORECASE,
)
"""A prize for several ranks: 4th to 10th: $20, 11e au 13e (groupe B) : un jambon."""
USUAL_PLACES = 3
"""Ranks that are honoured even without a prize."""


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """A line of the text of the prizes.

    `final`: the letter of its final, empty if it goes by the ranks of the whole event. `ranks`: empty if it names none.
    """

    prize: str
    ranks: range = range(0)
    final: str = ""

    def holders(self, rows: Sequence[StandingRow]) -> list[StandingRow]:
        """Return the lines of the standings that get the prize, ranked within the final if it is for one."""
        ranked = [row for row in ranked_within_finals(rows) if final_of(row) == self.final] if self.final else rows
        return [row for row in ranked if row.counts and row.rank in self.ranks]


def parse_prize(line: str) -> PrizeLine:
    """Return a line of the prizes with its ranks."""
    match = RANGED.match(line) or RANKED.match(line)
    if match is None:
        return PrizeLine(line.strip())
    found = match.groupdict()
    first = int(found["first"])
    letter = (found["before"] or found["after"] or "").upper()
    return PrizeLine(found["prize"].strip(), range(first, int(found.get("last") or first) + 1), letter)


def tag_prize(line: str, tag: str) -> str:
    """Return the prize of a line such as *Ladies: a ham* if it is for the first of this tag; otherwise an empty string."""
    name, _colon, prize = line.partition(":")
    return prize.strip() if same_name(name) == same_name(tag) and not parse_prize(line).ranks else ""


def prize_lines(text: str) -> list[PrizeLine]:
    """Return the prizes in the order written."""
    return [parse_prize(line) for line in text.splitlines() if line.strip()]


PLACES = {
    1: N_("First place"),
    2: N_("Second place"),
    3: N_("Third place"),
    4: N_("Fourth place"),
    5: N_("Fifth place"),
    6: N_("Sixth place"),
    7: N_("Seventh place"),
    8: N_("Eighth place"),
    9: N_("Ninth place"),
    10: N_("Tenth place"),
}


def place_title(t: Gettext, rank: int) -> str:
    """Return a rank in words."""
    return t(PLACES[rank]) if rank in PLACES else t("%(nth)s place") % {"nth": ordinal(t, rank)}


@dataclass(frozen=True, slots=True)
class Honoured:
    """An entrant with a prize or one of the first ranks. `prize`: in words, empty if there is none. `cents`: from the purse."""

    id: str
    rank: int
    prize: str
    cents: int = 0


@dataclass(frozen=True)
class PrizeGroup:
    """The honoured entrants of one list of the standings, best first. `title`: of its field or final, empty if there is one."""

    title: str
    rows: tuple[Honoured, ...]


def shared_prize(t: Gettext, rows: Sequence[Honoured]) -> str:
    """Return what the entrants of a rank get: the prize in words and the amount of each; empty for nothing."""
    amounts = [money(t, cents) for cents in sorted({row.cents for row in rows if row.cents}, reverse=True)]
    paid = listing(t, amounts)
    if len(rows) > len(amounts) == 1:
        paid = t(N_("%(amount)s each")) % {"amount": paid}
    return ", ".join(text for text in (rows[0].prize, paid) if text)


def prize_groups(
    t: Gettext, state: TournamentState, rows: Sequence[StandingRow], prizes: str, awards: Sequence[Award] = ()
) -> list[PrizeGroup]:
    """Return the honoured entrants by list, with ranks that begin at 1 in each final.

    Ranks within a pool are not ranks of the event, and entrants who never came are not honoured. `awards`: the prizes from
    the purse.
    """
    cents: dict[str, int] = {}
    for award in awards:
        cents[award.entrant] = cents.get(award.entrant, 0) + award.cents
    won: dict[str, list[str]] = {}
    for line in prize_lines(prizes):
        for row in line.holders(rows):
            won.setdefault(row.id, []).append(line.prize)
    split = any(row.field in state.pairing.fields or final_of(row) for row in rows)
    first = rows[0].field if rows else None
    groups: dict[str | None, list[Honoured]] = {}
    for row in ranked_within_finals(rows):
        overall = split or row.field == first or (row.field or "").isdecimal()
        if (
            row.counts
            and row.id in state.who_played
            and overall
            and (row.rank <= USUAL_PLACES or row.id in won or cents.get(row.id))
        ):
            honoured = Honoured(row.id, row.rank, ", ".join(won.get(row.id, ())), cents.get(row.id, 0))
            groups.setdefault(row.field if split else None, []).append(honoured)
    return [PrizeGroup(field_title(t, state.tournament, field), tuple(some)) for field, some in groups.items()]
