"""The standings for the desk and the public: the columns needed, and the tie-break that decided each line."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.pairing.adjustments import rows_with_tag
from scorekeeper.pairing.record.decisions import DECIDED_BY
from scorekeeper.pairing.record.record import WARNING
from scorekeeper.pairing.staged_standings import final_of, ranked_within_finals
from scorekeeper.pairing.standings.standings import columns_used
from scorekeeper.pairing.standings.tiebreaks import TIEBREAKS
from scorekeeper.pairing.standings.ties import decisions_in_effect
from scorekeeper.pairing.words import decision_text, points_text, short_tiebreak_title, tiebreak_meaning, tiebreak_title
from scorekeeper.tournaments.penalty_words import penalty_text
from scorekeeper.tournaments.words import field_title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.pairing.standings.standings import StandingRow
    from scorekeeper.tournaments.commands.snapshot import Board


def tiebreak_meanings(board: Board) -> list[str]:
    """Return one sentence for each tie-break in use, in order."""
    return [tiebreak_meaning(_, name) for name in columns_used(board.standings) if name in TIEBREAKS]


@dataclass(frozen=True)
class Cell:
    """A value in a column. `decides`: it separates this line from the one above."""

    text: str
    decides: bool


@dataclass(frozen=True)
class StandingsLine:
    """A line of the standings.

    `rank`: None if the entrant did not play.
    `by`: the tie-break that decided the rank, empty if match points did; `gone`: the entrant has left; `counts`: whether its
    results count. `decided`: how its tie was decided at the very end, or empty. `notes`: penalties with their reasons, and the
    handicap where it counts.
    """

    rank: int | None
    id: str
    name: str
    gone: bool
    counts: bool
    cells: tuple[Cell, ...]
    by: str
    shared: bool
    decided: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class StandingsPart:
    """The standings of the whole tournament, or of one field, pool or stage. `columns`: (short, full) headings."""

    title: str
    columns: tuple[tuple[str, str], ...]
    lines: tuple[StandingsLine, ...]


def standings_parts(
    board: Board, rows: Sequence[StandingRow] | None = None, *, desk: bool = False, pools: bool = True, lists: bool = True
) -> list[StandingsPart]:
    """Return the standings in words, by field.

    `desk`: with every column up to the last one needed, and the tie-break that decided each line. `pools`: also each pool of
    the completed stages. `lists`: also the standings with handicap, unless `rows` are given, and the standings of each tag.
    """
    additions = board.additions
    handicap_rows = board.only_played(board.handicap_standings) if rows is None and lists else []
    rows = board.only_played(board.standings if rows is None else rows)
    tags = additions.ranked_tags if lists else []
    title = _("Without handicap") if handicap_rows else _("Everyone") if tags else ""
    parts = _by_field(board, rows, desk, title)
    if handicap_rows:
        parts += _by_field(board, handicap_rows, desk, _("With handicap"), handicap=True)
    for tag in tags:
        parts += _by_field(board, rows_with_tag(rows, additions, tag), desk, tag, whole=rows)
    tables = board.pairing.pool_tables(board.tournament) if pools else []
    played = filter(None, map(board.only_played, tables))
    return parts + [_part(board, table[0].field, table, desk) for table in played]


def absent_part(board: Board) -> StandingsPart | None:
    """Return the entrants who did not play, without ranks. None if everyone played, or before the end."""
    absent = board.who_did_not_play if board.rounds and board.finished else []
    lines = [StandingsLine(None, who, board.name_of(who), True, False, (), "", False) for who in absent]
    return StandingsPart(_("No match played"), (), tuple(lines)) if lines else None


def _by_field(
    board: Board,
    rows: Sequence[StandingRow],
    desk: bool,
    title: str,
    *,
    handicap: bool = False,
    whole: Sequence[StandingRow] | None = None,
) -> list[StandingsPart]:
    """Return a list of the standings, by field. `whole`: the standings that a tag's lines are taken from."""
    fields = list(dict.fromkeys(row.field for row in rows))
    return [
        _part(
            board,
            field,
            [row for row in rows if row.field == field],
            desk,
            title,
            handicap=handicap,
            whole=None if whole is None else [row for row in whole if row.field == field],
        )
        for field in fields
    ]


def _part(
    board: Board,
    field: str | None,
    rows: Sequence[StandingRow],
    desk: bool,
    title: str = "",
    *,
    handicap: bool = False,
    whole: Sequence[StandingRow] | None = None,
) -> StandingsPart:
    overall = [row.rank for row in rows] if rows and final_of(rows[0]) and whole is None else []
    rows = ranked_within_finals(rows) if whole is None else rows
    names = [n for n in (rows[0].columns if rows else ()) if any(row.columns[n] is not None for row in rows)]
    used = {row.separated_by for row in whole or rows}
    last = max((k for k, n in enumerate(names) if n in used), default=0)
    # Columns after the last one needed do not affect the order.
    codes = names[: max(last, 1) + 1]
    if not desk:
        codes = [n for n in codes if n in used or n in ("place", "pool_place", "match_points", *names[1:2])]
    titles = {n: tiebreak_title(_, n) for n in names}
    decisions = decisions_in_effect(rows, board.tournament.decided)
    sharing, lines = Counter(row.rank for row in rows), []
    for k, row in enumerate(rows):
        # In a list by tag, the line above may be missing, so the deciding tie-break is not shown.
        by = row.separated_by if k and rows[k - 1].rank != row.rank and whole is None else None
        cells = tuple(Cell(value_text(n, row.columns[n]), n == by) for n in codes)
        entry = board.entrant(row.id)
        if overall:
            cells += (Cell(str(overall[k]), False),)
        known = DECIDED_BY if desk else (*DECIDED_BY, "match_points", "place", "pool_place")  # said by `decided`, or plain to see
        why = titles[by] if by and by not in known else ""
        decided = decision_text(_, decisions[row.id]) if row.id in decisions else ""
        has_left = entry is not None and entry.status == "left"
        facts = (row.rank, row.id, board.name_of(row.id), has_left, row.counts, cells, why, sharing[row.rank] > 1, decided)
        lines.append(StandingsLine(*facts, _notes(board, row.id, handicap=handicap, desk=desk)))
    heads = tuple((short_tiebreak_title(_, n), titles[n]) for n in codes)
    if overall:
        heads += ((_("Overall"), _("Overall rank")),)
    titles_shown = (title, field_title(_, board.tournament, field))
    return StandingsPart(" · ".join(filter(None, titles_shown)), heads, tuple(lines))


def _notes(board: Board, who: str, *, handicap: bool, desk: bool) -> tuple[str, ...]:
    """Return the handicap and the penalties of an entrant. Only the desk sees warnings."""
    additions = board.additions
    points = additions.handicaps.get(who, 0) if handicap else 0
    notes = [_("handicap %(n)s", n=f"+{points}" if points > 0 else f"−{-points}")] if points else []
    return (*notes, *(penalty_text(_, one) for one in additions.penalties_of(who) if desk or one.kind != WARNING))


def value_text(name: str, value: Fraction | None) -> str:
    """Return a tie-break's value as text; margins have a sign."""
    if value is None:
        return "–"
    if name in ("margin", "margin_a_match") and value > 0:
        return f"+{points_text(value)}"
    return f"−{points_text(-value)}" if value < 0 else points_text(value)
