"""A bracket in words: each match with its sides, scores and table, and where its winner and loser go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.tournaments.commands.live import live_games as tournament_live
from scorekeeper.tournaments.facts import shown_scores, state_of
from scorekeeper.tournaments.words import bracket_round_title, marks_of, state_text

if TYPE_CHECKING:
    from scorekeeper.pairing.record.bracket import MatchState, Slot, Source, StageBracket
    from scorekeeper.tournaments.commands.live.live_games import MatchOnPad
    from scorekeeper.tournaments.commands.tables_state import TableView
    from scorekeeper.tournaments.context import PublicContext

PARTS = ("main", "losers", "consolation", "third", "final")


@dataclass(frozen=True)
class Side:
    """A side of a match.

    `id`: None while unknown, empty if no one comes; `text` then says where the side comes from, or why there is none.
    """

    id: str | None
    text: str
    seed: int | None
    score: int | None
    mark: str
    won: bool
    lost: bool


@dataclass(frozen=True)
class ShownMatch:
    """A match of the bracket.

    `round`, `table`: where it is or was played. `state`: a table's, or `ready`, `waiting`, `walkover`. `feeders`: matches
    whose winners meet here; `bye`: it is not played.
    """

    name: str
    part: str
    column: int
    sides: tuple[Side, Side]
    state: str
    word: str
    round: int | None
    table: int | None
    winner_to: str
    loser_to: str
    feeders: tuple[str, ...]
    bye: bool


@dataclass(frozen=True)
class BracketRound:
    """A round of one part of the bracket. `current`: one of its matches is in play, or is the next."""

    key: str
    title: str
    matches: tuple[ShownMatch, ...]
    current: bool


class BracketView:
    """A whole bracket, with matches by name in a possible order of play. `title`: its final, empty if it is the only one."""

    def __init__(self, context: PublicContext, one: StageBracket) -> None:
        bracket = one.bracket
        self.shown = context
        self.final = one.final or ""
        self.title = _("Final %(name)s", name=one.final) if one.final else ""
        self.double = any(m.slot.part == "losers" for m in bracket.matches.values())
        self._seeds = {who: n for n, who in enumerate(bracket.seeds, 1)}
        self._seat = one.seat
        self._live: dict[int, MatchOnPad] = {}
        board = context.board
        if board.current is not None and not board.current.done:
            self._live = tournament_live.of_round(context.access, board)
        self._to = _ways_on([m.slot for m in bracket.matches.values()])
        self._states = bracket.matches
        self.matches = {name: self._match(m) for name, m in bracket.matches.items() if m.status != "empty"}
        champion = bracket.champion()
        self.champion = context.board.name_of(champion) if champion else ""

    def _match(self, m: MatchState) -> ShownMatch:
        board = self.shown.board
        number, table = self._seat(m) or (None, None)
        seated = board.table(number, table) if number and table else None
        live = self._live.get(table or 0) if board.current and number == board.current.number else None
        state = state_of(seated, live) if seated else m.status
        winner_to, loser_to = self._to.get(("winner", m.slot.name), ""), self._to.get(("loser", m.slot.name), "")
        feeders = tuple(str(s.of) for s in m.slot.sources if s.kind in ("winner", "reset"))
        return ShownMatch(
            m.slot.name,
            m.slot.part,
            m.slot.round,
            (self._side(m, 0, seated, live), self._side(m, 1, seated, live)),
            state,
            state_text(state, live) if seated else _("next round") if state == "ready" else "",
            number,
            table,
            winner_to,
            loser_to,
            feeders,
            m.status == "walkover" and m.loser == "",
        )

    def _side(self, m: MatchState, which: int, seated: TableView | None, live: MatchOnPad | None) -> Side:
        who = m.sides[which]
        if not who:
            source = m.slot.sources[which]
            text = source_text(source) if who is None else _("bye") if source.kind == "seed" else "–"
            return Side(who, text, None, None, "", False, False)
        score, mark = None, ""
        if seated is not None:
            at = next(s for s, ids in enumerate(seated.sides) if who in ids)
            scores, _stands = shown_scores(self.shown.board, seated, live)
            score = scores[at] if scores else None
            mark = marks_of(seated.result, len(seated.sides))[at]
        name = self.shown.board.name_of(who, seated.round if seated else None)
        return Side(who, name, self._seeds.get(who), score, mark, m.winner == who, m.loser == who)

    def sections(self) -> list[BracketRound]:
        """Return the rounds, part by part."""
        bracket_rounds = []
        for part in PARTS:
            rounds = sorted({m.column for m in self.matches.values() if m.part == part})
            for number in rounds:
                matches = [m for m in self.matches.values() if m.part == part and m.column == number and not m.bye]
                if part == "final" and number == 2 and not _may_be_needed(self._states["F2"]):
                    continue
                if matches:
                    current = any(m.state in ("idle", "playing", "reported", "disputed", "ready") for m in matches)
                    title = bracket_round_title(_, part, number, self._size(part, number), double=self.double)
                    bracket_rounds.append(BracketRound(f"{self.final}{part}-{number}", title, tuple(matches), current))
        return bracket_rounds

    def _size(self, part: str, number: int) -> int:
        return sum(s.slot.part == part and s.slot.round == number for s in self._states.values())


def _may_be_needed(reset: MatchState) -> bool:
    """Return whether the second final may be played: not if the unbeaten side wins the first."""
    return reset.status not in ("walkover", "empty")


def _ways_on(slots: list[Slot]) -> dict[tuple[str, str], str]:
    """Return the match that each winner and loser goes to."""
    found: dict[tuple[str, str], str] = {}
    for slot in slots:
        for source in slot.sources:
            kind = "loser" if source.kind == "first_loser" else source.kind
            if kind in ("winner", "loser"):
                found.setdefault((kind, str(source.of)), slot.name)
    return found


def source_text(source: Source) -> str:
    """Return where a side that is not known yet comes from."""
    if source.kind == "winner":
        return _("Winner of %(match)s", match=source.of)
    if source.kind in ("loser", "first_loser"):
        return _("Loser of %(match)s", match=source.of)
    return _("If needed")
