"""League pages: standings on screen, as PDF and as a file, and the forms that change a league."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any

from flask import Response, redirect
from flask.typing import ResponseReturnValue

from scorekeeper.clubs.pages.signed_in import signed_in
from scorekeeper.core.events.idempotency import KeyReused
from scorekeeper.core.forms import form_input
from scorekeeper.core.forms.forms import Form, LineField, Ticks
from scorekeeper.core.http.downloads import make_table_download
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.i18n.translation import language, t
from scorekeeper.core.numbers import parse_integer_or_text, parse_tapped_number
from scorekeeper.core.pages.layout import show_refusals_on
from scorekeeper.core.pages.pdf_responses import pdf_page
from scorekeeper.core.pdf.pdf_options import requested_options
from scorekeeper.core.refusals import Refusal, refusal_text
from scorekeeper.leagues.commands import leagues
from scorekeeper.leagues.commands.leagues import League, LeagueChanged, Standing
from scorekeeper.leagues.pages.common import SeasonContext, announce, open_for_director, open_season, page
from scorekeeper.leagues.pages.season import blueprint
from scorekeeper.leagues.printouts.league import league_html
from scorekeeper.messages.league import rules_sentences, tie_break_text
from scorekeeper.ratings import league as pure
from scorekeeper.tournaments.commands.setup import lifecycle as tournament_events

MOST = 999_999
"""The largest number read from the form. Anything larger is passed on as text."""


class LeagueForm(Form):
    """The league form.

    `points`: numbers separated by spaces, commas or semicolons. `tournaments`: ids of the tournaments that count.
    """

    name = LineField()
    who = LineField()
    counts = LineField()
    points = LineField()
    others = LineField()
    best = LineField()
    share = LineField()
    note = LineField()
    tournaments = Ticks()


def _open(slug: str, league_id: int) -> tuple[SeasonContext, Standing]:
    context = open_season(slug)
    return context, leagues.compute_standing(context.season, leagues.load(context.club.id, league_id))


@blueprint.get("/leagues/<int:league_id>")
def league(slug: str, league_id: int) -> Response:
    context, standing = _open(slug, league_id)
    return page(
        "league",
        context,
        part="league",
        title=standing.league.name,
        standing=standing,
        twice=_repeated_days(standing),
        why=partial(tie_break_text, t()),
        rules=rules_sentences(t(), standing.league.rules),
    )


def _repeated_days(standing: Standing) -> set[str]:
    """Return the days with several tournaments, whose columns also need a name."""
    days = Counter(event.day for event in standing.events)
    return {day for day, count in days.items() if count > 1}


@blueprint.get("/leagues/<int:league_id>/standings.pdf")
def league_pdf(slug: str, league_id: int) -> Response:
    """Return the standings as PDF. Query parameters: `size`, `lang`."""
    context, standing = _open(slug, league_id)
    options = requested_options()
    names = {line.key: context.season.name(line.key) for line in standing.lines}
    events = tuple((e.id, e.name, e.day) for e in standing.events)
    return pdf_page(
        lambda: league_html(standing, names, context.club.name, options),
        name=[context.club.name, standing.league.name],
        of=("league", standing.league, standing.lines, tuple(names.items()), events, context.club.name, options),
    )


@blueprint.get("/leagues/<int:league_id>/standings.csv", defaults={"kind": "csv"})
@blueprint.get("/leagues/<int:league_id>/standings.xlsx", defaults={"kind": "xlsx"})
def league_table(slug: str, league_id: int, kind: str) -> Response:
    """Return the standings for a spreadsheet."""
    context, standing = _open(slug, league_id)
    rows = leagues.standings_rows(context.season, standing, t())
    return make_table_download(rows, [context.club.name, standing.league.name], kind, _("standings"), language())


@blueprint.get("/leagues/new")
@signed_in
def new_league(slug: str) -> Response:
    """Show the form for a new league, with a common points table and every tournament of the latest year."""
    context, access = open_for_director(slug)
    listed = tournament_events.of_club(access)
    year = listed[0].day[:4] if listed else ""
    values = {
        "name": year,
        "who": pure.TEAMS,
        "counts": pure.RANKS,
        "points": " ".join(str(n) for n in pure.Rules().points),
        "others": "1",
        "best": "",
        "share": "1",
        "note": "",
        "tournaments": [t.id for t in listed if t.day.startswith(year)],
    }
    return _form_page(context, values)


def _form_page(
    context: SeasonContext, values: dict[str, Any], known: League | None = None, refusal: Refusal | None = None
) -> Response:
    assert context.access is not None
    errors = {} if refusal is None else {refusal.field or "form": refusal_text(t(), refusal)}
    return page(
        "form",
        context,
        refusal.status if refusal else 200,
        part="form",
        title=_("New league") if known is None else known.name,
        values=values,
        known=known,
        errors=errors,
        listed=tournament_events.of_club(context.access),
        tables=[(" ".join(str(n) for n in points), name) for name, points in pure.TABLES.items()],
        key=form_input.key_or_new(),
    )


def _read_form() -> dict[str, Any]:
    form = LeagueForm.from_post()
    return {
        **form.data,
        "tournaments": [n for text in form.tournaments.data if (n := parse_tapped_number(text, form_input.LARGEST))],
    }


def _facts_from_form(values: dict[str, Any]) -> dict[str, Any]:
    """Return the form's values for the action. Anything that is not a number stays text, so that the refusal can quote it."""
    points = [_number(word) for word in values["points"].replace(",", " ").replace(";", " ").split()]
    return {
        **values,
        "points": points,
        "counts": values["counts"] or pure.RANKS,
        "others": _number(values["others"]) or 0,
        "best": _number(values["best"]),
        "share": values["share"] == "1",
    }


def _number(word: str) -> int | str | None:
    return parse_integer_or_text(word, 0, MOST)


@blueprint.post("/leagues/new")
@signed_in
def create_league(slug: str) -> ResponseReturnValue:
    context, access = open_for_director(slug)
    values = _read_form()
    show_refusals_on(partial(_form_page, context, values, None))
    league = leagues.create(access, _facts_from_form(values), uuid=form_input.key())
    return redirect(context.url("league", league_id=league.id), 303)


@blueprint.get("/leagues/<int:league_id>/edit")
@signed_in
def edit_league(slug: str, league_id: int) -> Response:
    """Show the form with a league's current setup."""
    context, _way = open_for_director(slug)
    known = leagues.load(context.club.id, league_id)
    return _form_page(context, _form_values(known), known)


def _form_values(known: League) -> dict[str, Any]:
    rules = known.rules
    return {
        "name": known.name,
        "who": rules.who,
        "counts": rules.counts,
        "points": " ".join(str(n) for n in rules.points),
        "others": str(rules.others),
        "best": "" if rules.best is None else str(rules.best),
        "share": "1" if rules.share else "0",
        "note": known.note,
        "tournaments": list(known.tournaments),
    }


@blueprint.post("/leagues/<int:league_id>/edit")
@signed_in
def change_league(slug: str, league_id: int) -> ResponseReturnValue:
    """Change, archive or restore a league."""
    context, access = open_for_director(slug)
    what, uuid = form_input.pressed_button("save"), form_input.key_or_new()
    if what in ("away", "back"):
        show_refusals_on(
            lambda refusal: _form_page(context, _read_form(), leagues.load(context.club.id, league_id, deleted=True), refusal),
            when=lambda refusal: isinstance(refusal, KeyReused),
        )
        leagues.archive_league(access, league_id, what == "away", uuid=uuid)
        if what == "away":
            announce(context, _("League archived."), uuid)
        return redirect(context.url("show") if what == "away" else context.url("league", league_id=league_id), 303)
    known = leagues.load(context.club.id, league_id)
    values = _read_form()
    show_refusals_on(
        lambda refusal: _form_page(context, _form_values(known) if isinstance(refusal, LeagueChanged) else values, known, refusal)
    )
    leagues.change(access, league_id, _facts_from_form(values), revision=form_input.revision(), uuid=uuid)
    announce(context, _("Saved."), uuid)
    return redirect(context.url("league", league_id=league_id), 303)
