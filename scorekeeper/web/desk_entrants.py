"""Who plays: typed, pasted, from a file or by the public form; late, gone, back, replaced; the order of seeds."""

from __future__ import annotations

import random
from math import inf, isfinite
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, abort, request
from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.i18n import t
from scorekeeper.tournament.record import KNOCKOUTS
from scorekeeper.web.desk_common import REFUSED, Desk, conflicted, done, open_desk, page, said, to, trouble
from scorekeeper.web.signed_in import account, signed_in
from scorekeeper.workflows import club_entrants, club_entries, club_links, club_lists, club_members, club_roster
from scorekeeper.workflows.club_writing import BoardConflict

if TYPE_CHECKING:
    from scorekeeper.workflows.club_lists import Parsed
    from scorekeeper.workflows.club_tables_state import Entry
    from scorekeeper.workflows.club_writing import Written

blueprint = Blueprint("desk_entrants", __name__, url_prefix="/desk/<int:tournament_id>/entrants")

MOST_KNOWN = 400
"""Pairs of the club that the page offers."""


@blueprint.get("")
@signed_in
def show(tournament_id: int) -> Response:
    """The list, and the ways of adding to it."""
    return _page(open_desk(tournament_id))


def _page(desk: Desk, status: int = 200, **more: Any) -> Response:
    board = desk.board
    entered = [e for e in board.entrants if e.status in ("in", "left")]
    if not board.rounds:
        entered.sort(key=lambda e: (e.seed is None, e.seed or 0, e.n))
    club = club_members.club_way(desk.way.club_slug, account())
    given = {
        "entered": entered,
        "waiting": [e for e in board.entrants if e.status == "waiting"],
        "withdrawn": [e for e in board.entrants if e.status == "withdrawn"],
        "next_round": len(board.rounds) + 1,
        "each": club_entrants.seats_each(board),
        "drawn": bool(board.rounds) and (board.method in KNOCKOUTS or board.method == "stages"),
        "known": _known(desk, club),
        "players": [p.name for p in club_roster.players(club)],
        "text": "",
        "problem": "",
        "problems": (),
        "links": _links(desk),
        "seeds": {},
    }
    return page("desk/entrants.html", desk, status, **{**given, **more})


def _links(desk: Desk) -> bool:
    from flask import current_app

    return desk.way.may("direct") and "own.opened" in current_app.view_functions


def _known(desk: Desk, club: Any) -> list[str]:
    """Pairs (or players) of the club who are not entered yet, those who came last first."""
    taken = club_entrants.named(e for e in desk.board.entrants if e.status != "withdrawn")
    from scorekeeper.workflows.keys import folded

    if club_entrants.seats_each(desk.board) == 1:
        names = [p.name for p in club_roster.players(club)]
        return [n for n in names if folded(n) not in taken][:MOST_KNOWN]
    pairs = [(p.name, [x.name for x in p.players]) for p in club_roster.pairs(club)]
    return [name for name, two in pairs if not any(folded(n) in taken for n in two)][:MOST_KNOWN]


def _read(each: int) -> tuple[Parsed, str]:
    """What was typed, pasted, ticked or sent as a file."""
    sent = request.files.get("file")
    if sent is not None and sent.filename:
        data = sent.read(2_000_000)
        return club_lists.parse_csv(data, each), ""
    lines = [request.form.get("text", ""), *request.form.getlist("known")]
    one = " & ".join(n for n in (request.form.get(f"player-{k}", "").strip() for k in range(each)) if n)
    text = "\n".join(part for part in (*lines, one) if part.strip())
    return club_lists.parse_lines(text, each), text


@blueprint.post("")
@signed_in
def enter(tournament_id: int) -> Response:
    """Enter one or many; nobody, if a line cannot be read: what was typed stays in the field."""
    desk = open_desk(tournament_id)
    each = club_entrants.seats_each(desk.board)
    text = request.form.get("text", "")
    try:
        parsed, text = _read(each)
        if parsed.problems:
            lines = [club_lists.problem_text(t(), p, each) for p in parsed.problems[:12]]
            return _page(desk, 422, text=text, problem=_("Nobody is entered yet: some lines cannot be read."), problems=lines)
        written = club_entries.enter(desk.way, parsed.entries, **desk.asked())
    except BoardConflict as conflict:
        return conflicted(conflict, desk.url("desk_entrants.show"))
    except REFUSED as error:
        return _page(desk, 422, text=text, problem=trouble(error))
    said(_entered(written, len(parsed.entries)), written.change.revision)
    return to(desk.url("desk_entrants.show", _anchor="enter"))


def _entered(written: Written, count: int) -> str:
    text = ngettext("%(num)s entered.", "%(num)s entered.", count)
    if written.board.rounds:
        text += " " + _("They play from round %(n)s on.", n=len(written.board.rounds) + 1)
    return text


def _entry(desk: Desk, entrant: str) -> Entry:
    return desk.board.entrant(entrant) or abort(404)


@blueprint.get("/<entrant>")
@signed_in
def one(tournament_id: int, entrant: str) -> Response:
    """One entrant: rounds so far, and everything that can be done about them."""
    desk = open_desk(tournament_id)
    found = _entry(desk, entrant)
    return page("desk/entrant.html", desk, **_one_facts(desk, found))


def _one_facts(desk: Desk, found: Entry) -> dict[str, Any]:
    from scorekeeper.web.desk_tables import result_text

    rounds = []
    for shown in desk.board.rounds:
        seat = shown.seat(found.id)
        table = seat.table if seat else None
        names = tuple(" + ".join(desk.board.name_of(i, shown.number) for i in ids) for ids in table.sides) if table else ()
        text = result_text(table.result, names) if table and table.result.known else ""
        rounds.append((shown.number, seat, names, text))
    # Who is not withdrawn and wherever the pair sits now can be replaced or leave from there.
    upcoming = len(desk.board.rounds) + 1
    token = club_links.entrant_link(desk.way, found.id) if _links(desk) and found.status == "in" else None
    row = next((r for r in desk.board.standings if r.id == found.id), None)
    return {
        "entry": found,
        "rounds": rounds,
        "next_round": upcoming,
        "each": club_entrants.seats_each(desk.board),
        "row": row,
        "token": token,
        "first_since": max(1, len(desk.board.rounds)),
    }


@blueprint.post("/<entrant>")
@signed_in
def change(tournament_id: int, entrant: str) -> Response:
    """Do one thing about an entrant."""
    desk = open_desk(tournament_id)
    found = _entry(desk, entrant)
    form, way, name = request.form, desk.way, found.name
    number = form.get("round", type=int) or len(desk.board.rounds) + 1
    key = desk.asked()
    acts: dict[str, tuple[Any, str]] = {
        "withdraw": (lambda: club_entries.withdraw(way, entrant, **key), _gone(desk, name)),
        "rejoin": (lambda: club_entries.rejoin(way, entrant, **key), _("%(name)s is back.", name=name)),
        "admit": (lambda: club_entries.admit(way, entrant, **key), _("%(name)s has a place.", name=name)),
        "absent": (
            lambda: club_entries.absent(way, entrant, number, **key),
            _("%(name)s sits out round %(n)s, without points.", name=name, n=number),
        ),
        "present": (
            lambda: club_entries.absent(way, entrant, number, False, **key),
            _("%(name)s plays round %(n)s.", name=name, n=number),
        ),
        "bye": (
            lambda: club_entries.give_bye(way, entrant, number, **key),
            _("%(name)s has a bye in round %(n)s.", name=name, n=number),
        ),
        "nobye": (
            lambda: club_entries.give_bye(way, entrant, number, False, **key),
            _("%(name)s plays round %(n)s.", name=name, n=number),
        ),
        "substitute": (
            lambda: club_entries.substitute(way, entrant, number, form.get("name"), **key),
            _("%(new)s plays in place of %(name)s from round %(n)s on.", new=form.get("name", "").strip(), name=name, n=number),
        ),
        "rename": (lambda: club_entries.change(way, entrant, _names(form), **key), _("The entry is changed.")),
    }
    if form.get("do") not in acts:
        abort(404)
    act, text = acts[form["do"]]
    back = desk.url("desk_entrants.one", entrant=entrant) if form.get("to") == "one" else desk.url("desk_entrants.show")
    return done(act, text, back)


def _gone(desk: Desk, name: str) -> str:
    if not desk.board.rounds:
        return _("%(name)s is off the list.", name=name)
    return _("%(name)s has left: not paired from round %(n)s on.", name=name, n=len(desk.board.rounds) + 1)


def _names(form: Any) -> dict[str, Any]:
    names = [form[k].strip() for k in ("player-0", "player-1", "player-2") if form.get(k, "").strip()]
    found: dict[str, Any] = {"players": names} if names else {}
    if form.get("name", "").strip():
        found["name"] = form["name"].strip()
    return found


@blueprint.post("/order")
@signed_in
def order(tournament_id: int) -> Response:
    """The seeds: by the numbers typed, drawn by lot, or in order of entry."""
    desk = open_desk(tournament_id)
    entered = [e for e in desk.board.entrants if e.status == "in"]
    how = request.form.get("do", "typed")
    if how == "draw":
        random.SystemRandom().shuffle(entered)
        text = _("The seeds are drawn by lot.")
    elif how == "entry":
        entered.sort(key=lambda e: e.n)
        text = _("The seeds follow the order of entry.")
    else:
        for e in entered:
            if (read := request.form.get(f"seed-{e.id}", "").strip()) and _place(e) == inf:
                said(_("Seed of %(name)s: “%(read)s” was read; a number is needed.", name=e.name, read=read[:20]), bad=True)
                return _page(desk, 422, seeds=request.form)
        entered.sort(key=lambda e: (_place(e), e.seed is None, e.seed or 0, e.n))
        text = _("The seeds are changed.")
    return done(
        lambda: club_entries.seed_order(desk.way, [e.id for e in entered], **desk.asked()),
        text,
        desk.url("desk_entrants.show"),
    )


def _place(entry: Entry) -> float:
    text = request.form.get(f"seed-{entry.id}", "").strip().replace(",", ".")
    try:
        found = float(text)
    except ValueError:
        return inf
    return found if isfinite(found) else inf
