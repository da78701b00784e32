"""One entry of the sheet: its reasons, and its correction with a preview of the effect."""

from __future__ import annotations

import json
from functools import cached_property
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, abort, make_response, render_template, request

from scorekeeper.core.forms import form_input
from scorekeeper.core.forms.form_input import submission_key
from scorekeeper.core.http.site_root import rooted
from scorekeeper.core.i18n import timezones
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.pages.live_parts import wants_parts
from scorekeeper.engine.events import Adjustment, NewDealer, NewSeats, Played
from scorekeeper.games.commands import history
from scorekeeper.games.commands.game_state import GameState, load
from scorekeeper.games.commands.recording import event_writer, table_commands
from scorekeeper.games.pages.history import adjustments
from scorekeeper.games.pages.history.change_preview import effect
from scorekeeper.games.pages.pad import pad_form
from scorekeeper.games.pages.pad.game_page import change_row, device_access, problem_text, redirect_after_post, redirect_to_change
from scorekeeper.games.pages.pad.notices import notice_of
from scorekeeper.games.pages.pad.pad_view import Pad
from scorekeeper.games.pages.pad.submit import catch_problem, run_command
from scorekeeper.games.pages.parts.ending_view import side_names, title_of
from scorekeeper.games.pages.parts.receipt import reasons, receipt
from scorekeeper.games.pages.parts.sheet_view import calls_table, describe, resolve_event, state_before
from scorekeeper.games.pages.parts.steps import describe_step, event_facts
from scorekeeper.messages.game.outcome import doubt_text, status_text, unplayed_text
from scorekeeper.messages.rules.rules import rule_title

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from scorekeeper.engine.state import State
    from scorekeeper.games.commands.access import Access
    from scorekeeper.games.commands.command import GameCommand
    from scorekeeper.games.commands.game_state import ScoredEntry
    from scorekeeper.games.commands.recording.event_writer import Preview

blueprint = Blueprint("hands", __name__, url_prefix="/games/<int:game_id>/hands")


def entry_or_404(game: GameState, entry: int) -> ScoredEntry:
    """Return the entry in the URL. Aborts with 404."""
    return game.entry(entry) or abort(404)


def game_values(access: Access, game: GameState) -> dict[str, Any]:
    """Return the values for every page about a game."""
    return {
        "access": access,
        "game": game,
        "game_url": rooted(f"/games/{access.game_id}"),
        "title": title_of(game),
        "key": submission_key(),
        "side_titles": side_names(game.rules, game.players),
        "when": short_timestamp,
        "rule_name": lambda rule: rule_title(_, rule),
    }


def requested_notice(access: Access, game: GameState) -> dict[str, Any]:
    """Return the notice for the change in the query (`saved`)."""
    row = change_row(access, game, request.args.get("saved", type=int))
    return {"notice": notice_of(access, game, row) if row is not None and access.may_score else None}


def short_timestamp(at: datetime) -> str:
    """Return a timestamp in as few words as are clear, today only the time."""
    if timezones.is_today(at):
        return timezones.time_in_words(at)
    day = timezones.date_in_words(at, "MMMd" if timezones.to_page_zone(at).year == timezones.today().year else "medium")
    return f"{day}, {timezones.time_in_words(at)}"


def name_of_entry(game: GameState, scored: ScoredEntry) -> str:
    """Return `Hand 7: Benoît, 90`."""
    what = describe(scored.players, resolve_event(game, scored))
    return _("Hand %(n)s: %(what)s", n=scored.number, what=what) if scored.number else what


@blueprint.get("/<int:entry>")
def show(game_id: int, entry: int) -> Response:
    """Show why the scores changed, and the entry's history."""
    access = device_access(game_id)
    game = load(access)
    scored = entry_or_404(game, entry)
    hand = scored.hand
    page = render_template(
        "games/history/hand.html",
        **game_values(access, game),
        **requested_notice(access, game),
        entry=scored,
        heading=name_of_entry(game, scored),
        facts=event_facts(game, resolve_event(game, scored), scored.players),
        calls=calls_table(game, scored),
        dealer=scored.players[hand.dealer] if hand else "",
        groups=reasons(game.rules, scored.players, hand) if hand else [],
        unplayed=unplayed_text(_, hand.kind, scored.players[hand.dealer]) if hand and not hand.lines else "",
        doubts=[doubt_text(_, doubt, scored.players) for doubt in game.doubts(scored)],
        status=status_text(_, scored.status),
        why_not=problem_text(game, scored.error) if scored.error else "",
        log=[describe_step(game, step) for step in history.history(access, game) if step.entry == entry],
    )
    return make_response(page)


@blueprint.route("/<int:entry>/edit", methods=["GET", "POST"])
def edit(game_id: int, entry: int) -> Response:
    """Correct an entry in a filled-in form."""
    access = device_access(game_id)
    access.check_may_score()
    game = load(access)
    scored = entry_or_404(game, entry)
    if isinstance(scored.event, Adjustment):
        return adjustments.edit(access, game, scored)
    if isinstance(scored.event, (NewDealer, NewSeats)):
        page = "dealer" if isinstance(scored.event, NewDealer) else "names"
        return redirect_after_post(rooted(f"/games/{game_id}/{page}?entry={entry}"))
    event = resolve_event(game, scored)
    draft = pad_form.draft_of_event(event) if isinstance(event, Played) else pad_form.HandDraft(note=event.note)
    state = state_before(game, entry)
    if isinstance(scored.event, Played) and scored.event.auction is not None:
        pad_form.apply_auction(draft, state, list(scored.event.auction))
    n = scored.number
    change = HandChange(access, game, state, event.kind, draft, n or game.numbered_hand_count + 1)
    change.players, change.entry = scored.players, entry
    change.heading = _("Correct hand %(n)s", n=n) if n else _("Correct: %(what)s", what=describe(scored.players, event))
    return change.answer(lambda event: table_commands.correct(entry, event, keep_deals=keeps_deals()))


@blueprint.route("/new", methods=["GET", "POST"])
def insert(game_id: int) -> Response:
    """Insert a forgotten hand before the entry `before`."""
    access = device_access(game_id)
    access.check_may_score()
    game = load(access)
    place = request.args.get("before", type=int)
    scored = entry_or_404(game, place) if place is not None else abort(404)
    state = state_before(game, place)
    after = next((e.number for e in game.entries[scored.n - 1 :] if e.number), game.numbered_hand_count + 1) if scored.n else 0
    change = HandChange(access, game, state, "played", pad_form.HandDraft(), after)
    change.players = scored.players
    change.heading = _("A forgotten hand before hand %(n)s", n=after)
    change.button = _("Save the forgotten hand")
    return change.answer(lambda event: table_commands.record(event, before=place, keep_deals=keeps_deals()))


class HandChange:
    """A hand's form that shows its effect before it is saved."""

    heading = ""
    button = ""
    """The label of the button, if it differs from the heading."""

    def __init__(self, access: Access, game: GameState, state: State, kind: str, draft: pad_form.HandDraft, n: int) -> None:
        self.access, self.game, self.state, self.kind, self.draft, self.n = access, game, state, kind, draft, n
        self.players = game.players
        self.entry: int | None = None
        self.problem = ""
        self.preview: Preview | None = None

    def answer(self, make_command: Callable[[dict[str, Any]], GameCommand]) -> Response:
        """Return the form, then its effect, then save it. `make_command` makes the command from an event."""
        if request.method == "GET":
            return self._page()
        tapped = form_input.taps()
        self.kind = tapped.get("kind", "played")
        self.draft = pad_form.parse_form(tapped, self.state)
        if any(name in tapped for name in pad_form.BIDDING_BUTTONS):
            return self._page()
        event = self.draft.event(self.state) if self.kind == "played" else self._unplayed()
        if self.kind == "played" and not self.pad.complete:
            return self._page() if wants_parts() else self._refused(self.pad.missing)
        seen = json.dumps(event, sort_keys=True)
        with catch_problem(self.game) as problem:
            if form_input.is_confirmed(seen):
                return redirect_to_change(self.access, run_command(self.access, make_command(event)))
            self.preview = event_writer.preview_command(self.access, make_command(event))
        self.problem = problem.text
        return self._page(422 if self.problem and not wants_parts() else 200, seen)

    def _refused(self, problem: str) -> Response:
        self.problem = problem
        return self._page(422)

    def _unplayed(self) -> dict[str, Any]:
        note = {"note": self.draft.note} if self.draft.note else {}
        return {"kind": self.kind, **note}

    @cached_property
    def pad(self) -> Pad:
        """The form with the current draft."""
        return Pad(self.n, self.state, self.players, self.draft)

    def _page(self, status: int = 200, seen: str = "") -> Response:
        would_be = self.preview.entry if self.preview else None
        pad = self.pad
        page = render_template(
            "games/history/_change.html" if wants_parts() else "games/history/edit.html",
            **game_values(self.access, self.game),
            pad=pad,
            kind=self.kind,
            heading=self.heading,
            button=self.button or self.heading,
            editing=True,
            auction_url=rooted(request.full_path.rstrip("?")),
            problem=self.problem,
            hint="" if self.problem or self.preview or self.kind != "played" else pad.missing,
            receipt=receipt(self.game.rules, self.players, would_be) if would_be and self.kind == "played" else None,
            effect=effect(self.preview, kept=keeps_deals()) if self.preview else None,
            keepable=True,
            entry_id=self.entry,
            seen=seen,
        )
        return make_response(page, status)


@blueprint.route("/<int:entry>/strike", methods=["GET", "POST"])
def strike(game_id: int, entry: int) -> Response:
    """Void an entry, after a preview of the effect."""
    access = device_access(game_id)
    game = load(access)
    scored = entry_or_404(game, entry)
    what, n = describe(scored.players, resolve_event(game, scored)), scored.number
    heading = _("Void hand %(n)s (%(what)s)", n=n, what=what) if n else _("Void: %(what)s", what=what)
    command = table_commands.strike(entry, keep_deals=keeps_deals())
    return confirm(access, command, heading, _("Void it"), keepable=True, phone=("strike", entry))


@blueprint.route("/<int:entry>/restore", methods=["GET", "POST"])
def restore(game_id: int, entry: int) -> Response:
    """Restore a void entry, after a preview of the effect."""
    access = device_access(game_id)
    scored = entry_or_404(load(access), entry)
    heading = _("Restore: %(what)s", what=name_of_entry(load(access), scored))
    command = table_commands.restore(entry, keep_deals=keeps_deals())
    return confirm(access, command, heading, _("Restore it"), keepable=True, phone=("restore", entry))


def keeps_deals() -> bool:
    """Return whether the form asks to keep the later deals unchanged."""
    return form_input.taps().get("keep") == "1"


def confirm(
    access: Access,
    command: GameCommand,
    heading: str,
    button: str,
    *,
    phone: tuple[str, int],
    back: str = "",
    keepable: bool = False,
) -> Response:
    """Return a page that shows a command's effect, and run the command on POST.

    `keepable` means that later deals can be kept unchanged. `phone` is the command for a phone's log, and its subject.
    """
    access.check_may_score()
    game = load(access)
    facts: dict[str, Any] = {"effect": None}
    with catch_problem(game) as problem:
        if request.method == "POST":
            return redirect_to_change(access, run_command(access, command), back)
        facts["effect"] = effect(event_writer.preview_command(access, command))
    facts |= {"problem": problem.text, "heading": heading, "button": button, "keepable": keepable}
    page = render_template("games/history/confirm.html", **game_values(access, game), **facts, act=phone[0], of=phone[1])
    return make_response(page, 422 if problem.text else 200)
