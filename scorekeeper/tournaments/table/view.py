"""A match as a phone at the table shows it: the score, the phone's owner, the next step, and a result as tapped."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from babel.lists import format_list
from flask_babel import get_locale

from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.numbers import parse_integer, parse_tapped_number
from scorekeeper.core.refusals import Refusal
from scorekeeper.formats import strict_json
from scorekeeper.formats.tournament_record import dump_result
from scorekeeper.pairing.adjustments import ON_TABLES
from scorekeeper.pairing.record.record import Table
from scorekeeper.pairing.staged_standings import ranked_within_finals
from scorekeeper.pairing.standings.results import winner_of
from scorekeeper.rules.pages.words import when
from scorekeeper.tournaments.commands.live import live_games
from scorekeeper.tournaments.commands.live.match_games import match_players, match_rules
from scorekeeper.tournaments.commands.results.table_reports import table_of
from scorekeeper.tournaments.context import PublicContext
from scorekeeper.tournaments.facts import TableFacts, rank_of, remembered_entrant, table_facts
from scorekeeper.tournaments.penalty_words import penalty_sentence
from scorekeeper.tournaments.table.call_view import TableCall, table_call
from scorekeeper.tournaments.words import length_text, result_text, side_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorekeeper.pairing.record.record import Result
    from scorekeeper.tournaments.commands.authorization import TournamentAccess
    from scorekeeper.tournaments.commands.live.live_games import MatchOnPad
    from scorekeeper.tournaments.commands.snapshot import Board
    from scorekeeper.tournaments.commands.tables_state import TableView


REST = tuple(range(0, 100, 5))
HIGHEST = 20_000
LEAST_TYPED, MOST_TYPED = -99_999, 999_999
_LONGEST = 2000


class BadResult(Exception):
    """The input is not a complete result. `text`: what is missing; `field`: where."""

    def __init__(self, text: str, field: str) -> None:
        super().__init__(text)
        self.text = text
        self.field = field


@dataclass(frozen=True)
class ResultShape:
    """The form's fields.

    `games` with scores for each of `sides`, hundreds up to `top`; `winner`: one side must advance.
    """

    games: int
    sides: int
    top: int
    winner: bool


def shape_of(board: Board, table: TableView) -> ResultShape:
    """Return the fields for a table's match."""
    match, sides = board.match_in(table.round, table.pool), len(table.sides)
    knockout = board.is_knockout(table.round, table.pool)
    hundreds = (match.hands or 0) + 2 if match.kind == "hands" else board.rules.target // 100 + 4
    return ResultShape(match.best_of, sides, 9 if hundreds < 10 else 14 if hundreds < 15 else 19, knockout)


def tapped_result(form: Mapping[str, str], shape: ResultShape, names: list[str]) -> dict[str, Any]:
    """Return the result as in the tournament record. Raises BadResult."""
    games = []
    for game in range(shape.games):
        touched_sides = [side for side in range(shape.sides) if _is_touched(form, game, side)]
        if touched_sides or game == 0:
            games.append([_score(form, game, side, names[side]) for side in range(shape.sides)])
    found: dict[str, Any] = {"games": games} if shape.games > 1 else {"scores": games[0]}
    if shape.winner and _is_level(games):
        winner = form.get("winner", "")
        if winner not in [str(side) for side in range(shape.sides)]:
            raise BadResult(_("The scores are equal. Tap who advances."), "winner")
        found["winner"] = int(winner)
    return found


def _is_level(games: list[list[int]]) -> bool:
    won = [0] * len(games[0])
    for game in games:
        if game.count(max(game)) == 1:
            won[game.index(max(game))] += 1
    return won.count(max(won)) > 1


def _is_touched(form: Mapping[str, str], game: int, side: int) -> bool:
    return any(form.get(f"{kind}-{game}-{side}", "").strip() for kind in ("h", "r", "x"))


def _score(form: Mapping[str, str], game: int, side: int, name: str) -> int:
    field = f"r-{game}-{side}"
    typed = form.get(f"x-{game}-{side}", "").strip()
    if typed:
        number = parse_integer(typed, LEAST_TYPED, MOST_TYPED)
        if number is None:
            raise BadResult(_("%(side)s: “%(read)s” is not a whole number.", side=name, read=typed[:12]), f"x-{game}-{side}")
        return max(-HIGHEST, min(HIGHEST, number))
    hundreds, rest = parse_tapped_number(form.get(f"h-{game}-{side}"), 100), parse_tapped_number(form.get(field), 100)
    if hundreds is None or rest not in REST:
        raise BadResult(_("%(side)s: tap the hundreds, then the rest.", side=name), field)
    score = 100 * hundreds + rest
    return -score if form.get(f"neg-{game}-{side}") else score


def seen_result(form: Mapping[str, str]) -> object:
    """Return the result that was shown with the button to confirm it. Raises Refusal("table.changed")."""
    text = form.get("seen", "")
    if not text or len(text) > _LONGEST:
        raise Refusal("table.changed")
    try:
        return strict_json.loads(text)  # not json, which accepts lone surrogates
    except ValueError:
        raise Refusal("table.changed") from None


@dataclass(frozen=True)
class SideVersion:
    """The result as one side reported it."""

    side: int
    name: str
    text: str
    when: str
    mine: bool


class TableContext:
    """A table's match as seen from one phone. `side`: its owner's, None while unknown."""

    def __init__(self, access: TournamentAccess, board: Board, side: int | None) -> None:
        self.access = access
        self.board = board
        self.table: TableView = table_of(access, board)
        self.side = side
        self.shown = PublicContext(access, board)
        number = self.table.round
        self.all_live: dict[int, MatchOnPad] = live_games.of_round(access, board, number)
        self.live: MatchOnPad | None = self.all_live.get(self.table.number)
        self.names = [side_name(board, ids, number) for ids in self.table.sides]
        self.row: TableFacts = table_facts(board, self.table, self.live)

    @property
    def begun(self) -> bool:
        """Whether a hand was recorded on the pad."""
        return self.live is not None and self.live.begun

    @cached_property
    def phase(self) -> str:
        """The state of the page.

        `seat` (asks whose phone it is), `open`, `playing`, `last` (time is up, the hand in play may still come), `pad` (all
        hands recorded), `mine`, `theirs`, `disputed` or `done`.
        """
        table, side = self.table, self.side
        if table.result.known and table.status != "disputed":
            return "done"
        if side is None:
            return "seat"
        if table.status == "disputed":
            return "disputed"
        if any(s != side for s in table.reports):
            return "theirs" if side not in table.reports else "disputed"
        if side in table.reports:
            return "mine"
        if self.live is not None and self.live.progress.complete:
            return "pad"
        if self.to_confirm is not None:
            return "last"
        return "playing" if self.begun else "open"

    @cached_property
    def call(self) -> TableCall | None:
        """The table's call to the director, None if this table cannot call."""
        return table_call(self.board, self.table)

    @property
    def length(self) -> str:
        """The length of the match in words."""
        return length_text(self.board, self.table.round, self.table.pool)

    @property
    def shape(self) -> ResultShape:
        """The fields of the form for the result."""
        return shape_of(self.board, self.table)

    @cached_property
    def versions(self) -> list[SideVersion]:
        """The reports of all sides."""
        return [
            SideVersion(s, self.names[s], result_text(r.result, self.names), when(r.at), s == self.side)
            for s, r in sorted(self.table.reports.items())
        ]

    @property
    def to_confirm(self) -> Result | None:
        """The result to confirm: the other side's report, or the score on the pad once the match may be over."""
        others = [r.result for s, r in self.table.reports.items() if s != self.side]
        if others:
            return others[0]
        return (self.live.progress.result or self.live.progress.as_it_stands) if self.live is not None else None

    @property
    def level(self) -> bool:
        """Whether one side must advance and the result to confirm is a tie."""
        found = self.to_confirm
        if found is None or not self.shape.winner:
            return False
        return winner_of(Table(self.table.number, self.table.sides, found)) is None

    @property
    def games_to_confirm(self) -> Sequence[Sequence[int]]:
        """The scores of the result to confirm, by game."""
        found = self.to_confirm
        return () if found is None else found.games or (found.scores or (),)

    @property
    def seen(self) -> str:
        """The result to confirm as JSON, which its button sends back."""
        found = self.to_confirm
        return "" if found is None else json.dumps(dump_result(found), separators=(",", ":"))

    @property
    def to_confirm_text(self) -> str:
        """The result to confirm, in words."""
        found = self.to_confirm
        return "" if found is None else result_text(found, self.names)

    @property
    def overruled(self) -> bool:
        """Whether the result differs from some side's report."""
        return any(report.result != self.table.entered for report in self.table.reports.values())

    @property
    def penalties(self) -> list[str]:
        """Why the result counts differently from the one entered, a sentence each."""
        if self.table.result == self.table.entered:
            return []
        number = self.table.round
        given = (one for who in self.table.ids for one in self.board.additions.penalties_of(who))
        found = [one for one in given if one.kind in ON_TABLES and one.round == number]
        texts = [penalty_sentence(_, self.board.name_of(one.entrant, number), one) for one in found]
        before, after = (result_text(one, self.names) for one in (self.table.entered, self.table.result))
        return [*texts, _("So %(before)s counts as %(after)s.", before=before, after=after)]

    @property
    def waits(self) -> bool:
        """Whether another round is expected."""
        board = self.board
        counted = board.rounds_in_all
        over = self.table.round == counted or (board.next_error is not None and board.next_error.code == "finished")
        return board.status == "running" and board.current is not None and board.current.number == self.table.round and not over

    @property
    def own_pad(self) -> bool:
        """Whether only this phone recorded the hands, so that the other side must confirm on another."""
        return self.live is not None and self.access.device_id is not None and self.live.devices == {self.access.device_id}

    @property
    def own_report(self) -> bool:
        """Whether the other side's report was sent from this phone."""
        others = [r.device_id for s, r in self.table.reports.items() if s != self.side]
        return self.access.device_id is not None and self.access.device_id in others

    @property
    def others(self) -> str:
        """The name of the other side, or of either other side at a table of three."""
        names = [name for s, name in enumerate(self.names) if s != self.side]
        return format_list(names, style="or", locale=get_locale())

    @property
    def holder(self) -> str:
        """The name of the phone's owner: a player where each plays alone, or else the side."""
        who = remembered_entrant(self.access.tournament_id)
        return self.board.name_of(who, self.table.round) if who and self.board.individuals else self.names[self.side or 0]

    @cached_property
    def notes(self) -> list[str]:
        """The rank of each side, as if every match on the pad ended now; empty before the first result."""
        going = {n: one for n, one in self.all_live.items() if one.begun}
        if not going and not any(t.result.known for one in self.board.rounds for t in one.tables):
            return [""] * len(self.table.sides)
        rows = ranked_within_finals(live_games.standings(self.board, going) if going else self.board.standings)
        found = []
        for ids in self.table.sides:
            places = [row.rank for row in (rank_of(self.board, i, rows) for i in ids) if row]
            if len(places) == 2:
                found.append(_("ranks %(a)s and %(b)s", a=places[0], b=places[1]))
            else:
                found.append(_("rank %(n)s", n=places[0]) if places else "")
        return found

    @property
    def seats(self) -> list[tuple[str, str]]:
        """The possible owners of the phone as (entrant, name)."""
        return [(i, self.board.name_of(i, self.table.round)) for ids in self.table.sides for i in ids]

    @property
    def dealers(self) -> list[tuple[int, str]]:
        """The possible first dealers by seat; empty once a game has begun."""
        if self.live is not None:
            return []
        return list(enumerate(match_players(self.board, self.table)))

    @property
    def player_count(self) -> int:
        """The number of players at the table."""
        return match_rules(self.board, self.table).table.players

    @property
    def later(self) -> dict[str, Any] | None:
        """The owner's seat in a later round that is already published, or None."""
        current = self.board.current
        if self.side is None or current is None or current.number <= self.table.round:
            return None
        entrant = remembered_entrant(self.access.tournament_id) or self.table.sides[self.side][0]
        seat = current.seat(entrant)
        return {"round": current.number, "table": seat.table.number if seat and seat.table else None, "entrant": entrant}
