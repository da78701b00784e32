"""A text for the newspaper and for social media: the number of entrants, the winners and the next date."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.core.i18n.translation import NN_, ngettext_for
from scorekeeper.messages.game.outcome import bid_text
from scorekeeper.messages.numbers import labelled, listing
from scorekeeper.tournaments.prizes import place_title, prize_groups, shared_prize

if TYPE_CHECKING:
    from scorekeeper.tournaments.commands.live.best_of_day import BestOfDay
    from scorekeeper.tournaments.printouts.event import PrintedEvent

PEOPLE = NN_("%(num)s person took part", "%(num)s people took part")
PAIRS = NN_("%(num)s pair took part", "%(num)s pairs took part")
ROUNDS = NN_("%(num)s round", "%(num)s rounds")


@dataclass(frozen=True)
class PressFacts:
    """Facts for the text that are not in the tournament.

    `best`: of the day, from the recorded hands; `door_prizes`: (name, prize); `next_day`: when the club plays next, in words.
    """

    best: BestOfDay | None = None
    door_prizes: tuple[tuple[str, str], ...] = ()
    next_day: str = ""


def press_text(event: PrintedEvent, facts: PressFacts) -> str:
    """Return the text, in paragraphs."""
    ending = (_feats(event, facts), _thanks(event), _next(event, facts))
    return "\n\n".join(filter(None, (_title(event), _summary(event), *_winners(event), *ending)))


def _title(event: PrintedEvent) -> str:
    return labelled(event.t, event.about.club, event.name) if event.about.club else event.name


def _number(event: PrintedEvent, sentence: tuple[str, str], number: int) -> str:
    return ngettext_for(event.lang, *sentence, number) % {"num": number}


def _summary(event: PrintedEvent) -> str:
    t = event.t
    who = _number(event, PEOPLE if event.state.individuals else PAIRS, len(event.state.who_played))
    # That an event has stages says nothing to a reader; its finals follow.
    sentence = t("They played %(rounds)s.") if event.state.pairing.staged else t("They played %(rounds)s (%(method)s).")
    rounds = _number(event, ROUNDS, len(event.rounds))
    played = sentence % {"rounds": rounds, "method": event.method[:1].lower() + event.method[1:]}
    when = t("%(who)s in %(name)s on %(day)s.") % {"who": who, "name": event.name, "day": event.day}
    where = labelled(t, t("Place"), event.about.venue) + "." if event.about.venue else ""
    return " ".join(filter(None, (when, where, played)))


def _winners(event: PrintedEvent) -> Iterator[str]:
    t = event.t
    awards = event.about.money.awards if event.about.money is not None else ()
    for group in prize_groups(t, event.state, event.standings, event.about.prizes, awards):
        lines = [group.title or t("Winners")]
        for rank in sorted({row.rank for row in group.rows}):
            rows = [row for row in group.rows if row.rank == rank]
            names, prize = listing(t, [event.name_of(row.id) for row in rows]), shared_prize(t, rows)
            lines.append(labelled(t, place_title(t, rank), names) + (f" ({prize})" if prize else ""))
        yield "\n".join(lines)


def _feats(event: PrintedEvent, facts: PressFacts) -> str:
    t, best, lines = event.t, facts.best, []
    if best is not None and best.highest is not None:
        value = f"{listing(t, best.highest.names)} ({bid_text(t, best.highest.value)})"
        lines.append(labelled(t, t("Highest contract made"), value))
    if best is not None and best.run is not None:
        lines.append(labelled(t, t("Most contracts made in a row"), f"{listing(t, best.run.names)} ({best.run.value})"))
    for name, prize in facts.door_prizes:
        lines.append(labelled(t, t("Door prize"), f"{name} ({prize})" if prize else name))
    return "\n".join(lines)


def _thanks(event: PrintedEvent) -> str:
    t, money = event.t, event.about.money
    names = [one.name for one in money.purse.sponsors] if money is not None else []
    return t("Thanks to our sponsors: %(names)s.") % {"names": listing(t, names)} if names else ""


def _next(event: PrintedEvent, facts: PressFacts) -> str:
    return event.t("Next date: %(day)s.") % {"day": facts.next_day} if facts.next_day else ""
