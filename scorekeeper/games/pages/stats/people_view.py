"""Cards of people, and the games of two people or teams against each other, for the statistics page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.engine.auction import HUNDRED_FOR_200
from scorekeeper.games.pages.stats.stats_view import WIDE, of_text
from scorekeeper.messages.names import side_name
from scorekeeper.messages.stats import share_text
from scorekeeper.stats import hand_facts

if TYPE_CHECKING:
    from scorekeeper.stats.people import Card, Meeting, Team
    from scorekeeper.stats.player_stats import Figures

    Called = Callable[[str], str]
    """Returns a person's name."""


@dataclass(frozen=True, slots=True)
class CardFact:
    """A line of a card: its title, its number, and what the number is of."""

    title: str
    figure: str
    said: str = ""


@dataclass(frozen=True, slots=True)
class PersonCard:
    """A person's card. `won` says how many games of how many, `share` the same in percent, and `width` as a bar."""

    name: str
    url: str
    won: str
    share: str
    width: float
    facts: list[CardFact]


def person_cards(found: dict[str, Card], called: Called, url: Callable[..., str]) -> list[PersonCard]:
    """Return the cards of people, most games won first."""
    order = sorted(found, key=lambda who: (-found[who].won, found[who].games, -found[who].made, who))
    return [_person_card(found[who], called(who), called, url(who)) for who in order]


def _person_card(card: Card, name: str, called: Called, url: str) -> PersonCard:
    facts = []
    if card.bids:
        facts.append(CardFact(_("Bids made"), share_text(_, card.made, card.bids), of_text(card.made, card.bids)))
    if (partner := card.best_partner()) is not None:
        together, won = card.partners[partner]
        facts.append(CardFact(_("Best partner"), called(partner), _("%(won)s of %(games)s won", won=won, games=together)))
    if card.longest > 1:
        facts.append(CardFact(_("Most wins in a row"), str(card.longest)))
    if card.hundreds:
        facts.append(CardFact(_("100 for 200 made"), of_text(card.hundreds_made, card.hundreds)))
    if card.comebacks:
        facts.append(CardFact(_("Comebacks"), str(card.comebacks), _("up to %(n)s behind", n=card.furthest)))
    said = _("%(won)s of %(games)s games won", won=card.won, games=card.games) if card.games else _("No game finished yet")
    return PersonCard(name, url, said, share_text(_, card.won, card.games), _bar_width(card.won, card.games), facts)


def _bar_width(part: int, whole: int) -> float:
    return round(WIDE * part / whole, 1) if whole else 0


@dataclass(frozen=True, slots=True)
class MeetingRow:
    """Two teams, the games that each won against the other, and the URL of the comparison."""

    one: str
    other: str
    won: int
    lost: int
    url: str


def meeting_rows(found: dict[tuple[Team, Team], Meeting], called: Called, url: Callable[[Team, Team], str]) -> list[MeetingRow]:
    """Return meetings with the better team first, most games first."""
    rows = []
    for (one, other), meeting in sorted(found.items(), key=lambda item: (-item[1].games, item[0])):
        first, second, of_first = (other, one, meeting.swapped()) if meeting.lost > meeting.won else (one, other, meeting)
        rows.append(_meeting_row(first, second, of_first, called, url))
    return rows


def opponent_rows(who: Team, found: dict[Team, Meeting], called: Called, url: Callable[[Team, Team], str]) -> list[MeetingRow]:
    """Return a team's meetings, the team first, most games first."""
    order = sorted(found, key=lambda other: (-found[other].games, other))
    return [_meeting_row(who, other, found[other], called, url) for other in order]


def _meeting_row(one: Team, other: Team, meeting: Meeting, called: Called, url: Callable[[Team, Team], str]) -> MeetingRow:
    names = [side_name([called(who) for who in team]) for team in (one, other)]
    return MeetingRow(names[0], names[1], meeting.won, meeting.lost, url(one, other))


@dataclass(frozen=True, slots=True)
class Comparison:
    """A line of a comparison: its title, and for each team the number, what it is of, and the URL of the hands behind it."""

    title: str
    cells: tuple[tuple[str, str, str], tuple[str, str, str]]


def compare_teams(both: tuple[Figures, Figures], urls: tuple[Callable[..., str], Callable[..., str]]) -> list[Comparison]:
    """Return the lines that compare two teams in their games against each other. Lines without a number are left out."""
    found = []
    for title, cell in (
        (_("Bids made"), _bids_made),
        (_("100 for 200 made"), _hundreds_made),
        (_("Most wins in a row"), _longest_run),
        (_("Best comeback"), _best_comeback),
        (_("Skunks won"), _skunks),
        (_("Went in the box"), _boxes),
    ):
        left, right = (cell(*one) for one in zip(both, urls, strict=True))
        if left[0] != "–" or right[0] != "–":
            found.append(Comparison(title, (left, right)))
    return found


def _bids_made(of: Figures, url: Callable[..., str]) -> tuple[str, str, str]:
    bids, made = of.tally.count(hand_facts.BID), of.tally.count(hand_facts.MADE)
    return share_text(_, made, bids), of_text(made, bids) if bids else "", url(kind=hand_facts.BID) if bids else ""


def _hundreds_made(of: Figures, url: Callable[..., str]) -> tuple[str, str, str]:
    bids, made = (of.tally.count(kind, HUNDRED_FOR_200) for kind in (hand_facts.BID, hand_facts.MADE))
    return of_text(made, bids), "", url(kind=hand_facts.BID, at=HUNDRED_FOR_200) if bids else ""


def _longest_run(of: Figures, url: Callable[..., str]) -> tuple[str, str, str]:
    return _count(of.won_in_a_row.length, url(row="won"))


def _best_comeback(of: Figures, url: Callable[..., str]) -> tuple[str, str, str]:
    return _count(of.comeback[0] if of.comeback else 0, url(row="comeback"))


def _skunks(of: Figures, url: Callable[..., str]) -> tuple[str, str, str]:
    return _count(of.tally.count(hand_facts.SKUNK), url(kind=hand_facts.SKUNK))


def _boxes(of: Figures, url: Callable[..., str]) -> tuple[str, str, str]:
    return _count(of.tally.count(hand_facts.BOXED), url(kind=hand_facts.BOXED))


def _count(count: int, url: str) -> tuple[str, str, str]:
    return (str(count), "", url) if count else ("–", "", "")
