"""Names: their spelling, a substitute from here on, and the place and occasion."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, Response, abort, make_response, render_template, request

from scorekeeper.core.forms import form_input
from scorekeeper.core.forms.form_input import submission_key
from scorekeeper.core.forms.forms import Form, SeveralFields, TextField
from scorekeeper.core.http.site_root import rooted
from scorekeeper.core.limits import LONGEST_NAME, LONGEST_PLACE
from scorekeeper.core.refusals import Refusal
from scorekeeper.engine.events import NewSeats
from scorekeeper.games.commands.game_state import GameState, load
from scorekeeper.games.commands.recording import table_commands
from scorekeeper.games.pages.history.hands import game_values
from scorekeeper.games.pages.pad.game_page import device_access, redirect_after_post, redirect_to_change
from scorekeeper.games.pages.pad.submit import catch_problem, run_command

if TYPE_CHECKING:
    from scorekeeper.games.commands.access import Access
    from scorekeeper.games.commands.command import GameCommand
    from scorekeeper.games.commands.game_state import ScoredEntry

blueprint = Blueprint("names", __name__, url_prefix="/games/<int:game_id>/names")


class NamesForm(Form):
    """Names by seat in three forms, and the place and occasion. The button says which part counts."""

    player = SeveralFields()
    earlier = SeveralFields()
    seat = SeveralFields()
    place = TextField()
    occasion = TextField()


@blueprint.route("", methods=["GET", "POST"])
def show(game_id: int) -> Response:
    """Change the spelling of names, seat other players from here on (or from `entry`), or set place and occasion."""
    access = device_access(game_id)
    access.check_may_score()
    game = load(access)
    number = request.args.get("entry", type=int)
    entry = None if number is None else game.entry(number) or abort(404)
    if entry is not None and not isinstance(entry.event, NewSeats):
        abort(404)
    form = NamesForm.from_post()
    if request.method == "GET":
        return _page(access, game, entry, form)
    with catch_problem(game) as problem:
        return redirect_to_change(access, run_command(access, _make_command(game, entry, form)))
    return (
        redirect_after_post(rooted(f"/games/{game_id}"))
        if problem.code == "same"
        else _page(access, game, entry, form, problem.text)
    )


def _make_command(game: GameState, entry: ScoredEntry | None, form: NamesForm) -> GameCommand:
    what = form_input.pressed_button("spell")
    if what == "about":
        return table_commands.set_place_and_occasion(form.place.data, form.occasion.data)
    if what == "seats":
        event = {"kind": "seats", "players": _typed_names(form.seat, _seated_names(game, entry))}
        latest = entry or _last_seat_change(game)
        if latest is not None:
            return table_commands.correct(latest.id, event)
        if tuple(event["players"]) == game.players:
            raise Refusal("same")
        return table_commands.record(event)
    earlier_players = _earlier_players(game)
    earlier = dict(zip(earlier_players, _typed_names(form.earlier, earlier_players), strict=True))
    return table_commands.rename(_typed_names(form.player, game.players), earlier)


def _typed_names(field: SeveralFields, names: tuple[str, ...]) -> list[str]:
    return [field.data.get(str(n), name) for n, name in enumerate(names)]


def _seated_names(game: GameState, entry: ScoredEntry | None) -> tuple[str, ...]:
    return entry.event.players if entry is not None and isinstance(entry.event, NewSeats) else game.players


def _last_seat_change(game: GameState) -> ScoredEntry | None:
    """Return the last entry if it changes seats. It is corrected in place of adding a second one."""
    last = game.entries[-1] if game.entries else None
    return last if last is not None and isinstance(last.event, NewSeats) else None


def _earlier_players(game: GameState) -> tuple[str, ...]:
    """Return earlier players who are no longer at the table, each once."""
    lists = [game.log.players, *(e.event.players for e in game.entries if isinstance(e.event, NewSeats))]
    return tuple(dict.fromkeys(name for names in lists for name in names if name not in game.players))


def _page(access: Access, game: GameState, entry: ScoredEntry | None, form: NamesForm, problem: str = "") -> Response:
    earlier_players, typed = _earlier_players(game), form.typed()
    page = render_template(
        "games/history/names.html",
        **game_values(access, game),
        players=_typed_names(form.player, game.players),
        gone=_typed_names(form.earlier, earlier_players),
        seated=_typed_names(form.seat, _seated_names(game, entry)),
        about={name: typed.get(name, game.log.about.get(name, "")) for name in ("place", "occasion")},
        entry=entry,
        do=form_input.pressed_button("spell"),
        keys={name: submission_key() for name in ("spell", "seats", "about")},
        longest=LONGEST_NAME,
        longest_place=LONGEST_PLACE,
        problem=problem,
    )
    return make_response(page, 422 if problem else 200)
