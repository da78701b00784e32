"""Pages of entrants: add, change, withdraw, rejoin, substitute, and the order of seeds."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from math import inf, isfinite
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, abort, current_app, request

from scorekeeper.clubs.commands.members import members, roster
from scorekeeper.clubs.commands.privacy.public_names import without_number
from scorekeeper.clubs.pages.signed_in import account, signed_in
from scorekeeper.core.forms import form_input
from scorekeeper.core.forms.forms import Form, SeveralFields, TextField, WholeNumberField
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.pages.live_parts import template_values
from scorekeeper.core.security.signing import same_name
from scorekeeper.tournaments.commands import player_links
from scorekeeper.tournaments.commands.entrants import entries, partners
from scorekeeper.tournaments.commands.setup import entry_validation
from scorekeeper.tournaments.desk.adjustments.entrant_facts import entrant_facts
from scorekeeper.tournaments.desk.command_handler import carry_out
from scorekeeper.tournaments.desk.common import DeskContext, announce, open_desk, page
from scorekeeper.tournaments.desk.tables import result_line
from scorekeeper.tournaments.words import replacements, side_name

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from scorekeeper.clubs.commands.members.members import ClubAccess
    from scorekeeper.tournaments.commands.command import TournamentCommand
    from scorekeeper.tournaments.commands.event_writer import WrittenTournament
    from scorekeeper.tournaments.commands.tables_state import EnteredEntrant

blueprint = Blueprint("desk_entrants", __name__, url_prefix="/desk/<int:tournament_id>/entrants")

MOST_KNOWN = 1000
"""The most pairs of the club that the page offers."""


class EntrantForm(Form):
    """A change to an entrant: the first round it applies to, the entry's name, its players."""

    round = WholeNumberField()
    name = TextField()
    player = SeveralFields()
    to = TextField()


class SeedsForm(Form):
    """Seeds by entrant. They need not be whole: 2.5 is between the second and the third."""

    seed = SeveralFields()


@dataclass(frozen=True)
class EntrantsPage:
    """The list of entrants and the ways to add to it.

    `entered`: in the order `by`; `places`: position by seed, in any order; `singles`: entrants without a partner; `each`: names
    in an entrant; `known`: from the roster; `players`: the club's names; `doubled`: entered by the form under a name already
    used.

    `fields`, `text`, `ticked`, `seeds`: the input. `problem`, `problems`: what is wrong with it. `rest`: the number that can
    be entered as they are; `everybody`: the number that can be entered with `namesakes`; `alone`: lines with one name where
    a pair has two.
    """

    entered: list[EnteredEntrant]
    places: dict[str, int]
    by: str
    waiting: list[EnteredEntrant]
    singles: list[EnteredEntrant]
    withdrawn: list[EnteredEntrant]
    next_round: int
    each: int
    drawn: bool
    known: list[RosterChoice]
    players: list[str]
    doubled: set[str]
    links: bool
    fields: Sequence[str] = ("",) * 6
    ticked: Collection[str] = ()
    text: str = ""
    problem: str = ""
    problems: Sequence[str] = ()
    alone: int = 0
    rest: int = 0
    everybody: int = 0
    namesakes: Sequence[str] = ()
    seeds: Mapping[str, str] = field(default_factory=dict)


@blueprint.get("")
@signed_in
def show(tournament_id: int) -> Response:
    """Show the list of entrants and the ways to add to it."""
    return entrants_page(open_desk(tournament_id))


def entrants_page(desk: DeskContext, status: int = 200, **more: Any) -> Response:
    """Return the page. `more`: the input, and its problems."""
    board = desk.board
    entered = [e for e in board.entrants if e.status in ("in", "left")]
    entered.sort(key=lambda e: (e.seed is None, e.seed or 0, e.n))
    places = {e.id: place for place, e in enumerate(entered, 1)}
    by = request.args.get("by") or ("name" if board.rounds else "seed")
    if by == "name":
        entered.sort(key=lambda e: same_name(e.name))
    club = members.club_access(desk.access.club_slug, account())
    page_content = EntrantsPage(
        entered=entered,
        places=places,
        by=by,
        waiting=[e for e in board.entrants if e.status == "waiting" and not e.seeks_partner],
        singles=partners.singles(board),
        withdrawn=[e for e in board.entrants if e.status == "withdrawn"],
        next_round=len(board.rounds) + 1,
        each=entry_validation.seats_each(board),
        drawn=entry_validation.is_drawn(board),
        known=roster_choices(desk, club),
        players=[p.name for p in roster.players(club)],
        doubled=_entered_twice(desk),
        links=_links(desk),
        **more,
    )
    return page("tournaments/desk/entrants/entrants.html", desk, status, **template_values(page_content))


def _entered_twice(desk: DeskContext) -> set[str]:
    """Return entrants from the form whose name was already entered.

    Where names are hidden, the form does not say so.
    """
    by_form = (e for e in desk.board.entrants if e.via == "form")
    return {e.id for e in by_form if any(without_number(name) != name for name in e.players)}


def _links(desk: DeskContext) -> bool:
    return desk.access.may("direct") and "own.opened" in current_app.view_functions


@dataclass(frozen=True)
class RosterChoice:
    """A pair or player from the roster. `value`: the value of its checkbox."""

    value: str
    name: str
    players: tuple[str, ...]


def roster_choices(desk: DeskContext, club: ClubAccess) -> list[RosterChoice]:
    """Return the club's pairs (or players) who are not entered yet, by name; if there are too many, the latest."""
    used_names = entry_validation.names_in_use(e for e in desk.board.entrants if e.status != "withdrawn")
    if entry_validation.seats_each(desk.board) == 1:
        choices = [RosterChoice(f"player-{p.id}", p.name, (p.name,)) for p in roster.players(club)]
    else:
        choices = [RosterChoice(f"pair-{p.id}", p.name, tuple(one.name for one in p.players)) for p in roster.pairs(club)]
    free = [one for one in choices if not any(same_name(n) in used_names for n in one.players)]
    return sorted(free[:MOST_KNOWN], key=lambda one: same_name(one.name))


blueprint.add_app_template_filter(replacements)


def _entry(desk: DeskContext, entrant: str) -> EnteredEntrant:
    return desk.board.entrant(entrant) or abort(404)


@blueprint.get("/<entrant>")
@signed_in
def one(tournament_id: int, entrant: str) -> Response:
    """Show an entrant: the rounds so far, and the commands."""
    desk = open_desk(tournament_id)
    entry = _entry(desk, entrant)
    return page("tournaments/desk/entrants/entrant.html", desk, **_one_facts(desk, entry))


def _one_facts(desk: DeskContext, entry: EnteredEntrant) -> dict[str, Any]:
    rounds = []
    for round_view in desk.board.rounds:
        seat = round_view.seat(entry.id)
        table = seat.table if seat else None
        names = tuple(side_name(desk.board, ids, round_view.number) for ids in table.sides) if table else ()
        text = result_line(table.result, names) if table and table.result.known else ""
        rounds.append((round_view.number, seat, names, text))
    upcoming = len(desk.board.rounds) + 1
    token = player_links.entrant_link(desk.access, entry.id) if _links(desk) and entry.status == "in" else None
    row = next((r for r in desk.board.standings if r.id == entry.id), None)
    return {
        "entry": entry,
        "rounds": rounds,
        "next_round": upcoming,
        "each": entry_validation.seats_each(desk.board),
        "row": row,
        "token": token,
        "facts": entrant_facts(desk.board, entry),
        "first_since": max(1, len(desk.board.rounds)),
    }


@blueprint.post("/<entrant>")
@signed_in
def change(tournament_id: int, entrant: str) -> Response:
    """Carry out a command on an entrant."""
    desk = open_desk(tournament_id)
    entry = _entry(desk, entrant)
    form, name, what = EntrantForm.from_post(), entry.name, form_input.pressed_button()
    number = form.round.data or len(desk.board.rounds) + 1
    plays = _("%(name)s plays round %(n)s.", name=name, n=number)
    commands: dict[str, tuple[TournamentCommand, str | Callable[[WrittenTournament], str]]] = {
        "withdraw": (entries.withdraw(entrant), lambda written: _withdrawn_text(written, name)),
        "rejoin": (entries.rejoin(entrant), _("%(name)s is back.", name=name)),
        "admit": (entries.admit(entrant), _("%(name)s has a spot.", name=name)),
        "absent": (entries.absent(entrant, number), _("%(name)s sits out round %(n)s, without points.", name=name, n=number)),
        "present": (entries.absent(entrant, number, False), plays),
        "bye": (entries.give_bye(entrant, number), _("%(name)s has a bye in round %(n)s.", name=name, n=number)),
        "nobye": (entries.give_bye(entrant, number, False), plays),
        "substitute": (
            entries.substitute(entrant, number, form.name.data),
            _("%(new)s plays in place of %(name)s from round %(n)s on.", new=form.name.data.strip(), name=name, n=number),
        ),
        "rename": (entries.change(entrant, _names(form)), _("The names are corrected.")),
    }
    command, text = commands.get(what) or abort(404)
    back = desk.url("desk_entrants.one", entrant=entrant) if form.to.data == "one" else desk.url("desk_entrants.show")
    return carry_out(desk, command, text, back)


def _withdrawn_text(written: WrittenTournament, name: str) -> str:
    if written.board.rounds:
        return _("%(name)s has left. Not paired from round %(n)s on.", name=name, n=len(written.board.rounds) + 1)
    return " ".join([_("%(name)s is off the list.", name=name), *promoted_texts(written)])


def promoted_texts(written: WrittenTournament) -> list[str]:
    """Return a sentence about waiting entrants who got a place through the event, if any."""
    waited = {e.id for e in written.before.entrants if e.status == "waiting"}
    names = [e.name for e in written.board.entrants if e.id in waited and e.status == "in"]
    return [_("From the waiting list: %(names)s.", names=", ".join(names))] if names else []


def _names(form: EntrantForm) -> dict[str, Any]:
    names = [name for name in form.player.first(3) if name]
    facts: dict[str, Any] = {"players": names} if names else {}
    if form.name.data.strip():
        facts["name"] = form.name.data.strip()
    return facts


@blueprint.post("/order")
@signed_in
def order(tournament_id: int) -> Response:
    """Set the seeds: by the numbers typed, at random, or in order of entry."""
    desk = open_desk(tournament_id)
    entered = [e for e in desk.board.entrants if e.status == "in"]
    how, form = form_input.pressed_button("typed"), SeedsForm.from_post()
    if how == "draw":
        random.SystemRandom().shuffle(entered)
        text = _("The seeds are drawn at random.")
    elif how == "entry":
        entered.sort(key=lambda e: e.n)
        text = _("The seeds follow the order of entry.")
    else:
        for e in entered:
            if (read := form.seed.of(e.id)) and _seed_number(read) == inf:
                announce(_("%(name)s: “%(read)s” is not a valid seed. Use a number.", name=e.name, read=read[:20]), bad=True)
                return entrants_page(desk, 422, seeds=form.typed())
        entered.sort(key=lambda e: (_seed_number(form.seed.of(e.id)), e.seed is None, e.seed or 0, e.n))
        text = _("The seeds are saved.")
    return carry_out(desk, entries.seed_order([e.id for e in entered]), text, desk.url("desk_entrants.show"))


def _seed_number(text: str) -> float:
    try:
        place = float(text.replace(",", "."))
    except ValueError:
        return inf
    return place if isfinite(place) else inf
