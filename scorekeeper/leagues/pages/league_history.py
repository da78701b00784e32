"""The history of a club's leagues and merged names with undo, and the form to merge two names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from flask import Response, flash, redirect, request
from flask.typing import ResponseReturnValue

from scorekeeper.clubs.commands.members.members import ClubAccess
from scorekeeper.clubs.pages.signed_in import signed_in
from scorekeeper.core.forms import form_input
from scorekeeper.core.forms.forms import Form, LineField
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.i18n.translation import t
from scorekeeper.core.pages.history_entry import HistoryEntry
from scorekeeper.core.pages.layout import show_refusals_on
from scorekeeper.core.refusals import Refusal, refusal_text
from scorekeeper.leagues.commands import history as season_history
from scorekeeper.leagues.commands import joined_players
from scorekeeper.leagues.commands import leagues as season_leagues
from scorekeeper.leagues.commands.history import SeasonStep
from scorekeeper.leagues.pages.common import announce, open_for_director, page
from scorekeeper.leagues.pages.season import blueprint
from scorekeeper.messages import league as words
from scorekeeper.rules.pages.words import when
from scorekeeper.tournaments.commands.setup import lifecycle
from scorekeeper.tournaments.words import ended_account

Names = Mapping[int, str]


class SameForm(Form):
    """Two names of one person: the one to keep, and the other."""

    keep = LineField()
    other = LineField()


@dataclass(frozen=True)
class NamesById:
    """Names of leagues, players and tournaments by the ids in changes."""

    leagues: Names
    players: Names
    tournaments: Names


def _load_names(access: ClubAccess) -> NamesById:
    leagues = [*season_leagues.of_club(access.club_id), *season_leagues.of_club(access.club_id, deleted=True)]
    players = joined_players.roster(access)
    return NamesById({one.id: one.name for one in leagues}, players, {one.id: one.name for one in lifecycle.of_club(access)})


def step_in_words(known: NamesById, step: SeasonStep) -> HistoryEntry:
    """Describe a change in words."""
    was, now = ([] if step.action == "create" else _facts(known, step, one) for one in (True, False))
    rest = (step.redo, step.undone, step.may_undo)
    return HistoryEntry(step.number, step.at, ended_account() if step.ended else step.who, _text(known, step), was, now, *rest)


_OF_LEAGUES: dict[str, Callable[[str], str]] = {
    "create": lambda name: _("League created: %(name)s", name=name),
    "change": lambda name: _("League changed: %(name)s", name=name),
    "away": lambda name: _("League archived: %(name)s", name=name),
    "back": lambda name: _("League restored: %(name)s", name=name),
    "undo": lambda name: _("League change undone: %(name)s", name=name),
}


def _text(known: NamesById, step: SeasonStep) -> str:
    if step.kind == "league":
        return _OF_LEAGUES[step.action](known.leagues.get(step.about, ""))
    name, same_as = known.players.get(step.about, ""), step.after["same_as"]
    if same_as is None:
        return _("%(name)s is a separate person again", name=name)
    return _("%(name)s and %(player)s are the same person", name=name, player=known.players.get(same_as, ""))


def _facts(known: NamesById, step: SeasonStep, before: bool) -> list[str]:
    mine, other = (step.before, step.after) if before else (step.after, step.before)
    say: dict[str, Callable[[Any], str]] = {
        "name": str,
        "note": lambda note: note or _("no note"),
        "who": lambda who: words.who_text(t(), who).rstrip("."),
        "counts": lambda counts: words.counts_text(t(), counts).rstrip("."),
        "points": lambda points: words.points_table_text(t(), points),
        "others": lambda others: words.others_text(t(), others),
        "best": lambda best: words.best_results_text(t(), best),
        "share": lambda share: words.share_text(t(), share).rstrip("."),
        "tournaments": lambda ids: ", ".join(known.tournaments.get(n, "") for n in ids if n not in other["tournaments"]),
        "away": lambda away: _("archived") if away else _("on the list"),
    }
    texts = [say[name](value) for name, value in mine.items() if name in say]
    return [one for one in texts if one]


@blueprint.get("/history")
@signed_in
def history(slug: str) -> Response:
    """Show every change of leagues and merged names, or with `league` only one league's changes."""
    context, access = open_for_director(slug)
    number = request.args.get("league", type=int)
    only = None if number is None else season_leagues.load(access.club_id, number, deleted=True)
    known = _load_names(access)
    steps = season_history.history(access, kind=None if only is None else "league", about=number)
    title = _("History") if only is None else _("History of %(name)s", name=only.name)
    return page(
        "history", context, part="history", title=title, steps=[step_in_words(known, s) for s in steps], when=when, only=only
    )


@blueprint.post("/history/<int:number>/undo")
@signed_in
def undo(slug: str, number: int) -> ResponseReturnValue:
    context, access = open_for_director(slug)
    back = redirect(form_input.return_page(context.url("show"), context.url("history")), 303)

    def told_there(refusal: Refusal) -> Any:
        flash({"text": refusal_text(t(), refusal), "bad": True}, "season")  # type: ignore[arg-type]
        return back

    show_refusals_on(told_there, when=lambda _refusal: True)
    uuid = form_input.key()
    season_history.undo(access, number, uuid=uuid)
    announce(context, _("Undone."), uuid)
    return back


@blueprint.get("/same")
@signed_in
def same(slug: str) -> Response:
    """Show the form to merge names, and the names already merged. `keep` and `other` prefill it."""
    return _merge_page(slug, {name: request.args.get(name, "") for name in ("keep", "other")})


def _merge_page(slug: str, values: dict[str, str], refusal: Refusal | None = None) -> Response:
    context, access = open_for_director(slug)
    errors = {} if refusal is None else {refusal.field or "form": refusal_text(t(), refusal)}
    known = {"names": joined_players.names(access), "joined": joined_players.merged_names(access)}
    title = _("Merge two names")
    return page(
        "same", context, refusal.status if refusal else 200, part="same", title=title, values=values, errors=errors, **known
    )


@blueprint.post("/same")
@signed_in
def join(slug: str) -> ResponseReturnValue:
    """Merge two names, or separate one again."""
    context, access = open_for_director(slug)
    form = SameForm.from_post()
    values = {"keep": form.keep.data, "other": form.other.data}
    part, uuid = form_input.taps().number("part"), form_input.key()
    show_refusals_on(partial(_merge_page, slug, values))
    if part:
        joined_players.separate_name(access, part, uuid=uuid)
        announce(context, _("Separated."), uuid)
    else:
        joined_players.merge_names(access, values["keep"], values["other"], uuid=uuid)
        announce(context, _("Merged."), uuid)
    return redirect(context.url("same"), 303)
