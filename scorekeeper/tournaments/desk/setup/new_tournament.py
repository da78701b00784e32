"""The form for a new tournament: facts, suggested formats and settings."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, make_response, render_template, request, url_for
from flask_babel import format_decimal

from scorekeeper.clubs.pages.signed_in import signed_in
from scorekeeper.core.forms import form_input
from scorekeeper.core.forms.form_input import submission_key
from scorekeeper.core.forms.forms import TextField, WholeNumberField
from scorekeeper.core.i18n import timezones
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.i18n.translation import ngettext, t
from scorekeeper.core.numbers import parse_tapped_number
from scorekeeper.core.pages.layout import visitor
from scorekeeper.core.pages.live_parts import template_values, wants_parts
from scorekeeper.engine.options import TWO_SIDED_FORMATS
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, named_rules
from scorekeeper.formats.rules import dump_rules
from scorekeeper.messages.marks import N_
from scorekeeper.messages.rules.rules import variant_blurb, variant_title
from scorekeeper.pairing.duration_estimate import Pace
from scorekeeper.pairing.method import METHODS
from scorekeeper.pairing.methods.stages import Stages
from scorekeeper.pairing.standings.tiebreaks import TIEBREAKS
from scorekeeper.pairing.words import method_title, tiebreak_title
from scorekeeper.rules.commands import house_rules
from scorekeeper.tournaments.commands.setup import lifecycle, validation
from scorekeeper.tournaments.desk import format_form
from scorekeeper.tournaments.desk.club.club import club_facts, require_club
from scorekeeper.tournaments.desk.command_handler import report_refusals
from scorekeeper.tournaments.desk.common import redirect_to, refusal_message
from scorekeeper.tournaments.desk.setup import format_fields
from scorekeeper.tournaments.desk.setup.format_fields import LEAST_MINUTES, MOST_MINUTES, Hours

if TYPE_CHECKING:
    from scorekeeper.clubs.commands.members.members import ClubAccess
    from scorekeeper.pairing.duration_estimate import Proposal
    from scorekeeper.tournaments.desk.setup.format_fields import FieldRow

blueprint = Blueprint("desk_new", __name__, url_prefix="/desk/clubs/<slug>/new")

USUAL_RULES = "kitty"
DEFAULT_FIELDS = {"entrants": "12", "starts": "19:00"}
USUAL_HOURS = 3.5
USUAL_ENTRANTS, USUAL_MINUTES = 12, 210
CUSTOM_FORMAT = "own"


class NewForm(format_form.FormatForm):
    """A new tournament: its facts, and a suggested format (`offer`) or a custom one."""

    name = TextField()
    day = TextField()
    starts = TextField()
    venue = TextField()
    note = TextField()
    who = TextField()
    counts = TextField()
    entrants = WholeNumberField(N_("Expected entrants"), low=2, high=validation.MOST_ENTRANTS, needed=True)
    hours = Hours(needed=True)
    rules = TextField(default=USUAL_RULES)
    offer = TextField()
    offer_rounds = WholeNumberField(N_("Rounds"), name="offer-rounds", low=1, high=100)
    offer_hands = WholeNumberField(N_("Hands per match"), name="offer-hands", low=1, high=100)


@dataclass(frozen=True)
class Offer:
    """A suggested format. `end`: a time of day; `text`: why it fits."""

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
class FormatChoices:
    """The choices in the fields of a format.

    `methods`: value, title, one sentence, who can enter; `rows`: the fields; `fields_of`: which of them each method has.
    `openings`, `finals`: methods for a first and a final stage; `breaks`: the tie-breaks; each with value and title.
    `blank`: the meaning of an empty number field.
    """

    methods: list[tuple[str, str, str, str]]
    rows: list[FieldRow]
    fields_of: dict[str, str]
    openings: list[tuple[str, str]]
    finals: list[tuple[str, str]]
    breaks: list[tuple[str, str]]
    blank: dict[str, str]


@dataclass(frozen=True)
class NewTournamentPage:
    """The form for a new tournament.

    `values`: texts of the fields; `offers`: suggested formats; `picked`: the value of one of them, or `CUSTOM_FORMAT`; `fields`:
    the fields of a custom format; `rules`: as in `rule_choices`. `problem`: why it was not created, and `field`: where; `doubt`:
    the typed numbers that the suggestions ignore.
    """

    values: dict[str, str]
    offers: list[Offer]
    picked: str
    fields: format_form.Fields
    rules: list[tuple[str, str, str]]
    problem: str
    doubt: str | None
    field: str | None
    key: str


def rule_choices() -> list[tuple[str, str, str]]:
    """Return rule sets for a tournament as (value, title, sentence).

    The named ones with two sides come first, then the device's house rules.
    """
    choices = [
        (name, variant_title(t(), name), variant_blurb(t(), name))
        for name in VARIANTS_BY_NAME
        if named_rules(name).format in TWO_SIDED_FORMATS
    ]
    for rule_set in house_rules.of_device(visitor()):
        if rule_set.rules.format in TWO_SIDED_FORMATS:
            choices.append((f"house-{rule_set.id}", rule_set.name, _("House rules saved on this device.")))  # noqa: PERF401 (plainer so)
    return choices


def rules_of(value: str) -> Any:
    """Return the rule set of a choice as in the record. Raises NotFound for deleted house rules."""
    number = parse_tapped_number(value.removeprefix("house-"), form_input.LARGEST) if value.startswith("house-") else None
    return value if number is None else dump_rules(house_rules.load(visitor(), number).rules)


def today() -> str:
    """Return today's date in the club's time zone, for a date field."""
    return timezones.today().isoformat()


def numbers(form: NewForm) -> tuple[int, int]:
    """Return the expected entrants and available minutes, within limits. Unreadable input gives the defaults."""
    entrants, minutes = form.entrants.data, form.hours.data or USUAL_MINUTES
    entrants = USUAL_ENTRANTS if entrants is None else max(2, min(entrants, validation.MOST_ENTRANTS))
    return entrants, max(LEAST_MINUTES, min(minutes, MOST_MINUTES))


def numbers_doubt(form: NewForm) -> str:
    """Return why a typed number is not used for the suggestions; empty while a field is empty."""
    typed = (form.first_invalid_field(field.name) for field in (form.entrants, form.hours) if field.text)
    return next((wrong.text for wrong in typed if wrong), "")


def offers(form: NewForm) -> list[Offer]:
    """Return the suggested formats, best first."""
    entrants, minutes = numbers(form)
    alone = form.who.data == "players"
    offered = []
    for place, one in enumerate(validation.propose(max(entrants, 4 if alone else 2), minutes, individuals=alone)):
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
    try:
        begin = datetime.strptime(starts, "%H:%M")  # noqa: DTZ007 (a time of day)
    except ValueError:
        return _("%(hours)s h %(minutes)s after the start", hours=minutes // 60, minutes=f"{minutes % 60:02}")
    return timezones.time_in_words((begin + timedelta(minutes=minutes)).time())


@blueprint.get("")
@signed_in
def form(slug: str) -> Response:
    """Show the form with common defaults; `?entrants=…` suggests other formats."""
    club = require_club(slug)
    club.check("direct")
    values = {
        **DEFAULT_FIELDS,
        "hours": format_decimal(USUAL_HOURS),
        "day": today(),
        "rules": USUAL_RULES,
        "who": "pairs",
        "counts": "wins",
        **request.args.to_dict(),
    }
    return _page(club, NewForm.of(values))


def _page(club: ClubAccess, form: NewForm, problem: str = "", field: str | None = None, status: int = 200) -> Response:
    offered = offers(form)
    picked = form.offer.data or (offered[0].value if offered else CUSTOM_FORMAT)
    chosen = next((o for o in offered if o.value == picked), offered[0] if offered else None)
    own = (
        format_form.of_form(form)
        if form.method.data
        else format_form.of_options(*(chosen.method, chosen.options) if chosen else (_first_method(form), {}))
    )
    page_content = NewTournamentPage(
        values=form.typed(),
        offers=offered,
        picked=picked if picked == CUSTOM_FORMAT or chosen else CUSTOM_FORMAT,
        fields=own,
        rules=rule_choices(),
        problem=problem,
        doubt=None if problem else numbers_doubt(form),
        field=field,
        key=submission_key(),
    )
    template = "tournaments/desk/setup/_offers.html" if wants_parts() else "tournaments/desk/setup/new_tournament.html"
    facts = {**club_facts(club), **template_values(page_content), **template_values(format_choices(fixed=False))}
    response = make_response(render_template(template, **facts), status)
    response.headers["Cache-Control"] = "no-store"
    return response


def format_choices(*, fixed: bool) -> FormatChoices:
    """Return the choices for a format. `fixed`: a round was published."""
    return FormatChoices(
        methods=[(name, _(method.title), _(method.blurb), " ".join(method.enter)) for name, method in METHODS.items()],
        rows=format_fields.rows(fixed=fixed),
        fields_of=format_fields.fields_of(fixed=fixed),
        openings=[(name, _(title)) for name, title in Stages.openings.items()],
        finals=[(name, _(title)) for name, title in Stages.finals.items()],
        breaks=[(name, tiebreak_title(t(), name)) for name in TIEBREAKS],
        blank=format_form.blank_fields(),
    )


@blueprint.post("")
@signed_in
def create(slug: str) -> Response:
    """Create the tournament, or show formats for the new input."""
    club = require_club(slug)
    form = NewForm.from_post()
    if form_input.pressed_button() == "look":
        return _page(club, form)
    if wrong := form.first_invalid_field(
        "entrants", "hours", *(() if form.offer.data == CUSTOM_FORMAT else ("offer-rounds", "offer-hands"))
    ):
        return _page(club, form, wrong.text, wrong.field, 422)

    method, chosen = _chosen_format(form)
    if wrong_method := _unsuitable_reason(method, form.who.data):
        return _page(club, form, wrong_method, "method", 422)

    def show_form_again(error: Exception) -> Response:
        return _page(club, form, refusal_message(error), getattr(error, "field", None), 422)

    with report_refusals(url_for("desk_club.show", slug=slug), show_form_again):
        facts: dict[str, Any] = {one.name: one.data for one in (form.name, form.day, form.starts, form.venue, form.note)}
        facts |= {"minutes": numbers(form)[1], "method": method, "options": chosen, "rules": rules_of(form.rules.data)}
        access = lifecycle.create(club, facts, uuid=form_input.key() or None)
    return redirect_to(url_for("desk_entrants.show", tournament_id=access.tournament_id))


def _chosen_format(form: NewForm) -> tuple[str, dict[str, Any]]:
    """Return the method and options of the suggested or custom format, with the typed numbers."""
    offered = {o.value: o for o in offers(form)}
    picked = offered.get(form.offer.data)
    if picked is None:
        own = format_form.of_form(form)
        method, chosen = own.method, format_form.options_of(own)
    else:
        method, chosen = picked.method, dict(picked.options)
    if len(METHODS[method].enter) > 1 and form.who.data:
        chosen["individuals"] = form.who.data == "players"
    return method, format_form.with_counting(method, chosen, form.counts.data) if form.counts.data else chosen


def _first_method(form: NewForm) -> str:
    """Return the default method of a custom format for this kind of entrant."""
    return next((name for name, method in METHODS.items() if form.who.data in method.enter), format_form.DEFAULT_METHOD)


def _unsuitable_reason(method: str, who: str) -> str:
    """Return why the method does not suit this kind of entrant; empty if it does."""
    if not who or who in METHODS[method].enter:
        return ""
    title = method_title(t(), method)
    if who == "players":
        return _("%(method)s is for pairs. Choose a method for single players.", method=title)
    return _("%(method)s is for single players. Choose a method for pairs.", method=title)
