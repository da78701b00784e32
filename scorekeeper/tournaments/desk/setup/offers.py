"""The form for a new tournament as four questions, and the formats it suggests for each wish."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from scorekeeper.core.forms.forms import FormField, TextField, WholeNumberField, invalid_field_text
from scorekeeper.core.i18n import timezones
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.i18n.translation import ngettext, t
from scorekeeper.messages.marks import N_
from scorekeeper.pairing.duration_estimate import Pace
from scorekeeper.pairing.method import WISHES, method_named
from scorekeeper.pairing.standings.what_counts import usual_answer
from scorekeeper.pairing.words import method_title
from scorekeeper.tournaments.commands.setup import validation
from scorekeeper.tournaments.desk import format_form
from scorekeeper.tournaments.desk.setup.format_fields import LEAST_MINUTES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.pairing.duration_estimate import Proposal

USUAL_RULES = "kitty"
DEFAULT_FIELDS = {"entrants": "12", "starts": "19:00", "ends": "22:30"}
USUAL_ENTRANTS, USUAL_MINUTES = 12, 210
CUSTOM_FORMAT = "own"
LATER = N_("a time at least half an hour after the beginning, such as 22:30")


class EndTime(FormField):
    """The time of day when everyone goes home, or "". The next day's, if it is before the beginning. `data`: HH:MM."""

    data: str

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the input. Raises `ValueError` with the problem, which WTForms stores in `errors`."""
        self.text = valuelist[0].strip() if valuelist else ""
        self.data = self.text
        if self.text and time_of(self.text) is None:
            raise ValueError(invalid_field_text(self, self.text, self.gettext(LATER)))


class NewForm(format_form.FormatForm):
    """A new tournament: its facts, and a suggested format (`offer`) or a custom one.

    `counts_for`: the kind of entrant for which *What counts?* was shown.
    """

    name = TextField()
    day = TextField()
    starts = TextField()
    ends = EndTime(N_("Until"))
    venue = TextField()
    note = TextField()
    who = TextField()
    counts = TextField()
    counts_for = TextField(name="counts-for")
    entrants = WholeNumberField(N_("Number of entrants"), low=2, high=validation.MOST_ENTRANTS, needed=True)
    rules = TextField(default=USUAL_RULES)
    offer = TextField()
    offer_rounds = WholeNumberField(N_("Rounds"), name="offer-rounds", low=1, high=100)
    offer_hands = WholeNumberField(N_("Hands per match"), name="offer-hands", low=1, high=100)

    @property
    def alone(self) -> bool:
        """Whether single players enter."""
        return self.who.data == "players"


@dataclass(frozen=True)
class Offer:
    """A suggested format. `title`: its method; `facts`: rounds, hands and when it ends; `text`: why it fits."""

    value: str
    title: str
    facts: tuple[str, ...]
    text: str
    method: str
    options: dict[str, Any]
    rounds: int
    hands: int
    fits: bool


@dataclass(frozen=True)
class Wish:
    """A wish for the afternoon (`WISHES`), the format that suits it best, and other ones."""

    title: str
    best: Offer
    more: tuple[Offer, ...]


def time_of(text: str) -> datetime | None:
    """Return a time of day (19:30), or None."""
    try:
        return datetime.strptime(text, "%H:%M")  # noqa: DTZ007 (a time of day)
    except ValueError:
        return None


def minutes_available(form: NewForm) -> int | None:
    """Return the minutes from the beginning to the end, past midnight too; None if one of them is missing or unreadable."""
    starts, ends = time_of(form.starts.data), time_of(form.ends.data or "")
    return None if starts is None or ends is None else int((ends - starts).total_seconds() // 60) % (24 * 60)


def numbers(form: NewForm) -> tuple[int, int]:
    """Return the expected entrants and available minutes, within limits. Unreadable input gives the defaults."""
    entrants, minutes = form.entrants.data, minutes_available(form) or USUAL_MINUTES
    entrants = USUAL_ENTRANTS if entrants is None else max(2, min(entrants, validation.MOST_ENTRANTS))
    return entrants, max(LEAST_MINUTES, minutes)


def end_doubt(form: NewForm) -> str:
    """Return why the end is not one, because it is too soon after the beginning; empty if it is."""
    minutes = minutes_available(form)
    if minutes is None or minutes >= LEAST_MINUTES:
        return ""
    return invalid_field_text(form.ends, form.ends.data, _(LATER))


def numbers_doubt(form: NewForm) -> str:
    """Return why a typed number is not used for the suggestions; empty while a field is empty."""
    typed = (form.first_invalid_field(field.name) for field in (form.entrants, form.ends) if field.text)
    return next((wrong.text for wrong in typed if wrong), "") or end_doubt(form)


def counts_of(form: NewForm) -> str:
    """Return the answer to *What counts?*. One that was only proposed for pairs is not the answer for single players."""
    usual = usual_answer(form.alone)
    if form.counts_for.data == form.who.data:
        return form.counts.data or usual
    proposed = usual_answer(form.counts_for.data == "players")
    return form.counts.data if form.counts.data and form.counts.data != proposed else usual


def wishes(offered: Sequence[Offer]) -> list[Wish]:
    """Return the wishes that a suggested format fulfils, in the order asked."""
    found = []
    for wish, title in WISHES.items():
        some = [one for one in offered if method_named(one.method).wish == wish]
        if some:
            found.append(Wish(_(title), some[0], tuple(some[1:])))
    return found


def offers(form: NewForm) -> list[Offer]:
    """Return the suggested formats, best first."""
    entrants, minutes = numbers(form)
    offered = []
    for place, one in enumerate(validation.propose(max(entrants, 4 if form.alone else 2), minutes, individuals=form.alone)):
        picked = form.offer.data == f"{one.method}-{place}"
        rounds, hands, chosen = _adjust_proposal(one, form) if picked else (one.rounds, one.hands, one.options)
        length = Pace().length(rounds, hands)
        facts = [
            ngettext("%(num)s round", "%(num)s rounds", rounds),
            ngettext("%(num)s hand per match", "%(num)s hands per match", hands),
        ]
        facts.append(_("ends about %(time)s", time=_end_time(form.starts.data, length)))
        adjusted = replace(one, params={**one.params, "rounds": rounds, "hands": hands})
        title, text = method_title(t(), one.method), validation.proposal_text(t(), adjusted)
        offered.append(
            Offer(f"{one.method}-{place}", title, tuple(facts), text, one.method, chosen, rounds, hands, length <= minutes)
        )
    return offered


def _adjust_proposal(one: Proposal, form: NewForm) -> tuple[int, int, dict[str, Any]]:
    """Return the rounds, hands and options of a proposal, with the numbers typed instead."""
    rounds, hands = form.offer_rounds.data, form.offer_hands.data
    chosen = dict(one.options)
    if rounds is not None and rounds > 0 and chosen.get("rounds") is not None:
        chosen["rounds"] = rounds = min(rounds, 100)
    elif rounds is not None and "last" in one.params and rounds > one.params["last"]:
        # The typed number is of all rounds, and the finals stay as long as proposed.
        first, *finals = chosen["stages"]
        rounds = min(rounds, 100)
        first = {**first, "options": {**first["options"], "rounds": rounds - one.params["last"]}}
        chosen["stages"] = [first, *finals]
    else:
        rounds = one.rounds
    hands = min(hands, 100) if hands is not None and hands > 0 else one.hands
    if hands != one.hands:
        match = {**chosen["match"], "hands": hands}
        chosen["match"] = match
        if stages := chosen.get("stages"):
            chosen["stages"] = [{**stage, "options": {**stage["options"], "match": match}} for stage in stages]
    return rounds, hands, chosen


def _end_time(starts: str, minutes: int) -> str:
    begin = time_of(starts)
    if begin is None:
        return _("%(hours)s h %(minutes)s after the start", hours=minutes // 60, minutes=f"{minutes % 60:02}")
    return timezones.time_in_words((begin + timedelta(minutes=minutes)).time())
