"""Calls to the director and announcements as the desk shows them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from scorekeeper.core.db.database import now
from scorekeeper.core.i18n.translation import t
from scorekeeper.games.pages.ruling_desk import address_of_hand
from scorekeeper.tournaments.call_words import announcement_text, call_reason, minutes_ago, ready_words, rule_text
from scorekeeper.tournaments.commands.call_state import ANSWERED, SETTLED, DirectorCall
from scorekeeper.tournaments.commands.calls.announcements import current_announcement
from scorekeeper.tournaments.commands.calls.board_calls import open_calls
from scorekeeper.tournaments.commands.live import live_games
from scorekeeper.tournaments.commands.live.match_games import match_players, match_rules
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.commands.tables_state import TableView
from scorekeeper.tournaments.desk.common import DeskContext, when
from scorekeeper.tournaments.store.announcement_part import LONGEST_ANNOUNCEMENT
from scorekeeper.tournaments.store.call_parts import MISDEAL, OTHER, OUT_OF_TURN, REVOKE, SCORE
from scorekeeper.tournaments.words import side_name

QUESTIONS = {REVOKE: "play", OUT_OF_TURN: "play", MISDEAL: "misdeal", SCORE: "score", OTHER: "index"}
"""The page of the ruling desk for each reason."""

LIKELY_RULES = {REVOKE: "play.revoke", MISDEAL: "deal.misdeal"}
"""The rule that a call is most likely about, by its reason."""


@dataclass(frozen=True)
class CallRow:
    """A call at the desk.

    `caller`: the side that called, empty if unknown; `on_the_way`: a director has set out; `settled`: it has a ruling, with a
    `note` and a `rule` in words. `ago`: seconds since it came, and `since`: that in words. Its `repr` leaves them out.
    """

    round: int
    table: int
    number: int
    reason: str
    caller: str
    on_the_way: bool
    settled: bool
    note: str
    rule: str
    at: datetime
    ago: int = field(repr=False)
    since: str = field(repr=False)


def call_rows(desk: DeskContext, calls: list[DirectorCall] | tuple[DirectorCall, ...] | None = None) -> list[CallRow]:
    """Return calls in words, by default every one that is not settled, oldest first."""
    return [_row(desk, one) for one in (open_calls(desk.board) if calls is None else calls)]


def _row(desk: DeskContext, call: DirectorCall) -> CallRow:
    ago = max(0, int((now() - call.at).total_seconds()))
    table = desk.board.table(call.round, call.table)
    known = table is not None and call.side is not None and call.side < len(table.sides)
    caller = side_name(desk.board, table.sides[call.side], call.round) if table and known and call.side is not None else ""
    return CallRow(
        call.round,
        call.table,
        call.number,
        call_reason(t(), call.reason),
        caller,
        call.status == ANSWERED,
        call.status == SETTLED,
        call.note,
        rule_text(t(), call.rule),
        call.at,
        ago,
        minutes_ago(ago // 60),
    )


@dataclass(frozen=True)
class AnnouncementView:
    """The announcement at the desk: its `text`, empty for none, and when it ends (`until`). `ready`: ready words by kind."""

    text: str
    until: str
    ready: list[tuple[str, str]]
    longest: int = LONGEST_ANNOUNCEMENT


def announcement_view(board: Board) -> AnnouncementView:
    """Return what is announced, and what the desk can announce."""
    found = current_announcement(board)
    until = when(found.until) if found is not None and found.until is not None else ""
    return AnnouncementView("" if found is None else announcement_text(t(), found), until, [*ready_words(t()).items()])


def ruling_desk_url(desk: DeskContext, table: TableView, call: DirectorCall) -> str | None:
    """Return the address of the ruling desk with the table's rules, players and hand; None without a ruling desk."""
    live = live_games.of_round(desk.access, desk.board, table.round, table.number).get(table.number)
    rules, players = match_rules(desk.board, table), match_players(desk.board, table)
    return address_of_hand(QUESTIONS[call.reason], rules, players, live.games[-1] if live else None)
