"""The form for a new tournament: facts, suggested formats and settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, make_response, render_template, request, url_for

from scorekeeper.clubs.pages.signed_in import signed_in
from scorekeeper.core.forms import form_input
from scorekeeper.core.forms.form_input import submission_key
from scorekeeper.core.i18n import timezones
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.i18n.translation import t
from scorekeeper.core.numbers import parse_tapped_number
from scorekeeper.core.pages.layout import visitor
from scorekeeper.core.pages.live_parts import template_values, wants_parts
from scorekeeper.engine.options import TWO_SIDED_FORMATS
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, named_rules
from scorekeeper.formats.rules import dump_rules
from scorekeeper.messages.rules.rules import variant_blurb, variant_title
from scorekeeper.pairing.method import METHODS
from scorekeeper.pairing.methods.stages import Stages
from scorekeeper.pairing.standings.tiebreaks import TIEBREAKS
from scorekeeper.pairing.words import method_title, tiebreak_title
from scorekeeper.rules.commands import house_rules
from scorekeeper.tournaments.commands.series import next_tournament
from scorekeeper.tournaments.commands.setup import lifecycle
from scorekeeper.tournaments.day_names import default_name, like_title
from scorekeeper.tournaments.desk import format_form
from scorekeeper.tournaments.desk.club.club import club_facts, require_club
from scorekeeper.tournaments.desk.command_handler import report_refusals
from scorekeeper.tournaments.desk.common import redirect_to, refusal_message
from scorekeeper.tournaments.desk.setup import format_fields
from scorekeeper.tournaments.desk.setup.offers import (
    CUSTOM_FORMAT,
    DEFAULT_FIELDS,
    USUAL_RULES,
    NewForm,
    Wish,
    counts_of,
    end_doubt,
    numbers,
    numbers_doubt,
    offers,
    wishes,
)

if TYPE_CHECKING:
    from scorekeeper.clubs.commands.members.members import ClubAccess
    from scorekeeper.tournaments.desk.setup.format_fields import FieldRow

blueprint = Blueprint("desk_new", __name__, url_prefix="/desk/clubs/<slug>/new")


@dataclass(frozen=True)
class FormatChoices:
    """The choices in the fields of a format.

    `methods`: value, title, one sentence, who can enter; `rows`: the fields; `fields_of`: which of them each method has.
    `openings`, `finals`: methods for a first and a final stage, for pairs and for single players, each under a heading;
    `breaks`: the tie-breaks; each with value and title.
    `blank`: the meaning of an empty number field.
    """

    methods: list[tuple[str, str, str, str]]
    rows: list[FieldRow]
    fields_of: dict[str, str]
    openings: list[tuple[str, list[tuple[str, str]]]]
    finals: list[tuple[str, list[tuple[str, str]]]]
    breaks: list[tuple[str, str]]
    blank: dict[str, str]


@dataclass(frozen=True)
class NewTournamentPage:
    """The form for a new tournament.

    `values`: texts of the fields; `wishes`: with suggested formats; `picked`: the value of one of them, or `CUSTOM_FORMAT`;
    `fields`: the fields of a custom format; `rules`: as in `rule_choices`. `problem`: why it was not created, and `field`: where;
    `doubt`: the typed numbers that the suggestions ignore. `counts`: what counts, one of `countings` (value, title, sentence).
    """

    values: dict[str, str]
    wishes: list[Wish]
    picked: str
    fields: format_form.Fields
    rules: list[tuple[str, str, str]]
    problem: str
    doubt: str | None
    field: str | None
    key: str
    who: str
    counts: str
    countings: list[tuple[str, str, str]]
    default_name: str


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


def _other_zone(club: ClubAccess) -> str:
    """Return the title of this computer's time zone if its clock differs from the club's; empty if not, or if it is not known."""
    mine, moment = timezones.device_zone(), timezones.now()
    if mine is None or moment.astimezone(mine).utcoffset() == moment.astimezone(timezones.club_zone(club.zone)).utcoffset():
        return ""
    return timezones.zone_title(mine)


@blueprint.get("")
@signed_in
def form(slug: str) -> Response:
    """Show the form with common defaults; `?entrants=…` suggests other formats."""
    club = require_club(slug)
    club.check("direct")
    values = {
        **DEFAULT_FIELDS,
        "day": today(),
        "rules": USUAL_RULES,
        "who": "pairs",
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
        wishes=wishes(offered),
        picked=CUSTOM_FORMAT if picked == CUSTOM_FORMAT or not chosen else chosen.value,
        fields=own,
        rules=rule_choices(),
        problem=problem,
        doubt=None if problem else numbers_doubt(form),
        field=field,
        key=submission_key(),
        who=form.who.data,
        counts=counts_of(form),
        countings=format_form.counting_choices(),
        default_name=default_name(form.day.data),
    )
    template = "tournaments/desk/setup/_offers.html" if wants_parts() else "tournaments/desk/setup/new_tournament.html"
    around = {"recent": next_tournament.recent(club), "like_title": like_title, "other_zone": _other_zone(club)}
    facts = {**club_facts(club), **around, **template_values(page_content), **template_values(format_choices(fixed=False))}
    response = make_response(render_template(template, **facts), status)
    response.headers["Cache-Control"] = "no-store"
    return response


def format_choices(*, fixed: bool) -> FormatChoices:
    """Return the choices for a format. `fixed`: a round was published."""
    return FormatChoices(
        methods=[(name, _(method.title), _(method.blurb), " ".join(method.enter)) for name, method in METHODS.items()],
        rows=format_fields.rows(fixed=fixed),
        fields_of=format_fields.fields_of(fixed=fixed),
        openings=_by_who(Stages.openings),
        finals=_by_who(Stages.finals),
        breaks=[(name, tiebreak_title(t(), name)) for name in TIEBREAKS],
        blank=format_form.blank_fields(),
    )


def _by_who(methods: Mapping[str, str]) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the methods of a stage for pairs, then those for single players, each under a heading."""
    groups = ((_("Pairs"), False), (_("Single players"), True))
    return [(who, [(n, _(title)) for n, title in methods.items() if (n in Stages.for_players) == alone]) for who, alone in groups]


@blueprint.post("")
@signed_in
def create(slug: str) -> Response:
    """Create the tournament, or show formats for the new input."""
    club = require_club(slug)
    form = NewForm.from_post()
    if form_input.pressed_button() == "look":
        return _page(club, form)
    if wrong := form.first_invalid_field(
        "entrants", "ends", *(() if form.offer.data == CUSTOM_FORMAT else ("offer-rounds", "offer-hands"))
    ):
        return _page(club, form, wrong.text, wrong.field, 422)
    if too_soon := end_doubt(form):
        return _page(club, form, too_soon, "ends", 422)

    method, chosen = _chosen_format(form)
    if wrong_method := _unsuitable_reason(chosen["stages"][0]["method"] if chosen.get("stages") else method, form.who.data):
        return _page(club, form, wrong_method, "method", 422)

    def show_form_again(error: Exception) -> Response:
        return _page(club, form, refusal_message(error), getattr(error, "field", None), 422)

    with report_refusals(url_for("desk_club.show", slug=slug), show_form_again):
        facts: dict[str, Any] = {one.name: one.data for one in (form.day, form.starts, form.venue, form.note)}
        facts |= {"name": form.name.data.strip() or default_name(form.day.data), "minutes": numbers(form)[1]}
        facts |= {"method": method, "options": chosen, "rules": rules_of(form.rules.data)}
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
    return method, format_form.with_counting(method, chosen, counts_of(form), chosen=picked is not None)


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
