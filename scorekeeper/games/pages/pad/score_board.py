"""The score board of a game, for a tablet on the table or a television. It updates automatically."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, Response

from scorekeeper.core.http.long_poll import hold_response
from scorekeeper.core.http.site_root import rooted
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.pages import live_parts
from scorekeeper.games.commands import change_notifier
from scorekeeper.games.commands.authorization import Access
from scorekeeper.games.commands.game_state import GameState, load
from scorekeeper.games.commands.tournament_hooks import current_host
from scorekeeper.games.pages.pad import pad_form
from scorekeeper.games.pages.pad.game_page import board, device_access, trouble_text
from scorekeeper.games.pages.pad.pad_view import Pad
from scorekeeper.games.pages.parts.ending_view import match_so_far, over_view, title_of
from scorekeeper.games.pages.parts.sheet_view import SheetLine, rows

blueprint = Blueprint("score_board", __name__)

LAST_HANDS = 3
"""Hands below the scores, newest first."""
LETTERS = (12, 18, 26)
"""Most letters of a name for each text size. Longer names take two lines."""


@dataclass(frozen=True)
class BoardSide:
    """A side's score, and its meaning now."""

    name: str
    score: int
    note: str
    out: bool
    winner: bool


@dataclass(frozen=True)
class ScoreBoard:
    """The content of the score board.

    `signs` is the width of the widest score in digits, with one more for a box around it. `letters` is the index of the text
    size in `LETTERS`. `before` is the score of the match. `doing` says what is happening, with `bid`, `trump` and `detail`.
    `won` says who has won, and `why`. `trouble` says why a hand can't be scored. `following` is the URL of the next game's
    board.
    """

    title: str
    before: str
    sides: tuple[BoardSide, ...]
    signs: int
    letters: int
    doing: str
    bid: str
    trump: str
    detail: str
    won: str
    why: str
    hands: tuple[SheetLine, ...]
    trouble: str
    following: str


@blueprint.get("/games/<int:game_id>/board")
def show(game_id: int) -> Response:
    """Show the board. With `wait`, answer only when there is news."""
    access = device_access(game_id)
    board = score_board_of(access, load(access))
    parts = live_parts.LiveParts({"board": live_parts.stamp_of(board)})
    answer = live_parts.page(
        parts,
        whole="games/pad/score_board.html",
        parts="games/pad/_score_board.html",
        make=lambda: {**live_parts.template_values(board), "access": access, "game_url": rooted(f"/games/{game_id}")},
    )
    return hold_response(answer, change_notifier.news_of_game(access, hosted=bool(current_host().stamp_of(access))))


def score_board_of(access: Access, game: GameState) -> ScoreBoard:
    """Return the content for the current state of a game."""
    strip, target = current_host().strip_of(access), current_host().target_of(access, game.rules)
    ended = strip is not None and (strip.over or strip.decided)
    sides = tuple(BoardSide(**side) for side in board(game.state, game.players, target, strip.notes if strip else (), over=ended))
    over = game.outcome.over
    ending = over_view(access, game) if over else None
    draft = pad_form.draft_of_contract(game.contract, game.state) if game.contract else pad_form.HandDraft()
    pad = Pad(game.numbered_hand_count + 1, game.state, game.players, draft, game.contract is not None)
    waits = game.contract is not None and draft.contractor is not None and not over
    match = None if strip else match_so_far(access, game)
    dealt = _("Hand %(n)s, dealt by %(name)s", n=pad.n, name=game.players[game.state.dealer])
    return ScoreBoard(
        title=strip.rules if strip else title_of(game),
        before=match["title"] if match else "",
        sides=sides,
        signs=max(len(str(side.score)) for side in sides),
        letters=sum(any(len(side.name) > most for side in sides) for most in LETTERS),
        doing="" if over else game.players[draft.contractor or 0] if waits else dealt,
        bid=pad.contract_text if waits else "",
        trump=(draft.trump or "") if waits else "",
        detail=pad.contract_note if waits else "",
        won=ending["title"] if ending else "",
        why=str(ending["why"][0]) if ending and ending["why"] else "",
        hands=tuple(line for line in rows(game) if line.cells)[: -LAST_HANDS - 1 : -1],
        trouble=trouble_text(game),
        following=rooted(f"/games/{access.next_id}/board") if access.next_id else "",
    )
