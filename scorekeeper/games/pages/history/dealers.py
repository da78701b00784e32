"""The dealer: someone dealt out of turn, or the dealer was wrong from the start."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, abort, make_response, render_template, request

from scorekeeper.core.forms import form_input
from scorekeeper.core.http.site_root import rooted
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.refusals import Refusal
from scorekeeper.engine.deal import draw_dealer
from scorekeeper.engine.events import NewDealer
from scorekeeper.engine.replay.game import replay
from scorekeeper.games.commands.game_state import GameState, load
from scorekeeper.games.commands.recording import event_writer, table_commands
from scorekeeper.games.pages.history.change_preview import effect
from scorekeeper.games.pages.history.hands import game_values
from scorekeeper.games.pages.pad.game_page import device_access, redirect_after_post, redirect_to_change
from scorekeeper.games.pages.pad.submit import catch_problem, run_command
from scorekeeper.games.pages.parts.sheet_view import state_before
from scorekeeper.messages.game.outcome import draw_text

if TYPE_CHECKING:
    from scorekeeper.games.commands.access import Access
    from scorekeeper.games.commands.command import GameCommand
    from scorekeeper.games.commands.game_state import ScoredEntry

blueprint = Blueprint("dealing", __name__, url_prefix="/games/<int:game_id>/dealer")

HERE, ONCE, START = "here", "once", "start"
"""From this hand on; this hand only; from the start of the game."""


@blueprint.route("", methods=["GET", "POST"])
def show(game_id: int) -> Response:
    """Ask who deals the next hand, or dealt the hand `entry`, and show the effect before it is saved."""
    access = device_access(game_id)
    access.check_may_score()
    game = load(access)
    entry = request.args.get("entry", type=int)
    if not game.entries:
        return _first_dealer_page(access, game)
    if entry is None and game.outcome.over:  # no next hand, so ask about the last one
        entry = next(e.id for e in reversed(game.entries) if e.hand is not None and e.number)
    scored = None if entry is None else game.entry(entry) or abort(404)
    if scored is not None and not scored.n:
        abort(404)
    return _Question(access, game, scored).answer()


def _first_dealer_page(access: Access, game: GameState) -> Response:
    """Ask who deals the first hand before any is recorded, or draw the dealer (`deal.first_dealer`)."""
    tapped = form_input.taps()
    facts: dict[str, Any] = {"problem": "", "drawn": None}
    if request.method == "POST" and tapped.get("action") == "draw":
        drawn = draw_dealer(game.rules, secrets.randbelow)
        facts |= {"drawn": drawn, "said": draw_text(_, drawn, game.players)}
    elif request.method == "POST":
        seat = tapped.number("first")
        if seat == game.first_dealer:
            return redirect_after_post(rooted(f"/games/{access.game_id}"))
        with catch_problem(game) as problem:
            return redirect_to_change(access, run_command(access, table_commands.deal_first(seat)))
        facts["problem"] = problem.text
    seats = [(seat, name) for seat, name in enumerate(game.players) if seat != game.rules.table.fixed_silent]
    page = render_template("games/history/first_dealer.html", **game_values(access, game), seats=seats, **facts)
    return make_response(page, 422 if facts["problem"] else 200)


class _Question:
    """The question who deals, and from which hand on. `entry` is the hand or its dealer entry, None for the next hand."""

    def __init__(self, access: Access, game: GameState, entry: ScoredEntry | None) -> None:
        self.access, self.game, self.entry = access, game, entry
        self.state = state_before(game, None if entry is None else entry.id)
        is_dealer_entry = entry is not None and isinstance(entry.event, NewDealer)
        self.hand = None if is_dealer_entry else entry
        self.said = entry if is_dealer_entry else _dealer_entry_before(game, entry)
        self.ways = [HERE] if is_dealer_entry else [HERE, START] if entry is None else [HERE, ONCE, START]
        self.dealer = entry.event.dealer if entry is not None and isinstance(entry.event, NewDealer) else self.state.dealer

    def answer(self) -> Response:
        """Return the form, then the effect, then save the change. A tap on a name of the next hand saves at once."""
        tapped = form_input.taps()
        if "next" in tapped or (request.method == "GET" and self.asks_next):
            return self._answer_next(tapped)
        seat, how = tapped.number("dealer", self.dealer), tapped.get("how", request.args.get("how", HERE))
        facts: dict[str, Any] = {"problem": "", "effect": None, "seen": f"{seat}-{how}"}
        if request.method == "POST":
            with catch_problem(self.game) as problem:
                command = self._asked(seat, how)
                if form_input.is_confirmed(facts["seen"]):
                    return redirect_to_change(self.access, run_command(self.access, command))
                facts["effect"] = effect(event_writer.preview_command(self.access, command))
            facts["problem"] = problem.text
        labels = {
            HERE: (_("From this hand on"), _("Earlier dealers stay the same.")),
            ONCE: (_("This hand only"), _("Later dealers stay the same.")),
            START: (_("From the start"), _("Every hand’s dealer changes.")),
        }
        ways = [(name, *labels[name]) for name in self.ways]
        return self._page("games/history/dealer.html", seat, {**facts, "how": how, "ways": ways})

    @property
    def asks_next(self) -> bool:
        """Whether only the next hand's dealer is asked, as opposed to a recorded hand's or earlier dealers."""
        return self.entry is None and "how" not in request.args

    def _answer_next(self, tapped: form_input.Taps) -> Response:
        """Return the names, or save the tapped one from this hand on."""
        facts: dict[str, Any] = {"problem": ""}
        if "next" in tapped:
            seat = tapped.number("next", -1)
            if seat == self.dealer:
                return redirect_after_post(rooted(f"/games/{self.access.game_id}"))
            with catch_problem(self.game) as problem:
                return redirect_to_change(self.access, run_command(self.access, self._asked(seat, HERE)))
            facts["problem"] = problem.text
        return self._page("games/history/next_dealer.html", self.dealer, facts)

    def _asked(self, seat: int, how: str) -> GameCommand:
        """Return the command. Raises Refusal if it is not possible or would change nothing."""
        event = {"kind": "deal", "dealer": seat}
        if how not in self.ways:
            raise Refusal("deal.from")
        if seat == self.dealer:
            raise Refusal("same")
        if how == START:
            return table_commands.deal_first(self._first_dealer(seat))
        if how == HERE and self.said is not None:
            return table_commands.correct(self.said.id, event)
        place = None if self.entry is None else self.entry.id
        return table_commands.record(event, before=place, keep_deals=how == ONCE)

    def _first_dealer(self, seat: int) -> int:
        """Return the first dealer with which that seat would deal this hand."""
        game, entry = self.game, self.entry
        before = game.entries if entry is None else game.entries[: entry.n - 1]
        events = [e.event for e in before if e.hand is not None]
        table = game.rules.table
        for first in range(table.players):
            if first != table.fixed_silent:
                replayed = replay(game.rules, first, events, game.log.start_scores)
                if replayed.error is None and replayed.next_dealer == seat:
                    return first
        raise Refusal("deal.start")

    def _page(self, template: str, seat: int, facts: dict[str, Any]) -> Response:
        game = self.game
        n = self.hand.number if self.hand is not None else game.numbered_hand_count + 1
        if self.hand is None and self.entry is None:
            heading = _("Who deals hand %(n)s?", n=n)
        elif self.hand is None:
            heading = _("Who deals from here on?")
        else:
            heading = _("Who dealt hand %(n)s?", n=n) if n else _("Who dealt?")
        seats = [
            (number, name)
            for number, name in enumerate(game.players if self.entry is None else self.entry.players)
            if not self.state.sits_out(number)
        ]
        values = game_values(self.access, game)
        page = render_template(template, **values, heading=heading, seats=seats, seat=seat, **facts)
        return make_response(page, 422 if facts["problem"] else 200)


def _dealer_entry_before(game: GameState, entry: ScoredEntry | None) -> ScoredEntry | None:
    """Return the dealer entry right before the hand, which is corrected in place of adding a second one."""
    before = game.entries if entry is None else game.entries[: entry.n - 1]
    last = before[-1] if before else None
    return last if last is not None and isinstance(last.event, NewDealer) else None
