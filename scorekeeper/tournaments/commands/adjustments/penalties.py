"""Commands on penalties (tournament record, section 6, *penalties*), which count at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from scorekeeper.core.refusals import NotFound, Refusal
from scorekeeper.core.security.signing import normalize_text
from scorekeeper.formats.declared import dump, parse
from scorekeeper.formats.tournament_v2 import LONGEST_REASON, MOST_POINTS
from scorekeeper.messages.marks import N_
from scorekeeper.pairing.adjustments import ON_TABLES
from scorekeeper.pairing.record.record import (
    AWARDED,
    DISQUALIFIED,
    FORFEIT,
    GAME_POINTS,
    MATCH_POINTS,
    PENALTY_KINDS,
    WARNING,
    Penalty,
)
from scorekeeper.rulebook.book import rule_places
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.command import Json, Sentence, TournamentEffect, command_with_access
from scorekeeper.tournaments.commands.entrants.entries import check_disqualified, rejoin
from scorekeeper.tournaments.commands.event_writer import dry_run
from scorekeeper.tournaments.commands.results.results import check_decided
from scorekeeper.tournaments.commands.setup.entry_validation import get_entrant, next_number, rewrite_part
from scorekeeper.tournaments.commands.setup.validation import check_not_finished
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.commands.tables_state import EnteredEntrant
from scorekeeper.tournaments.store import parts

MOST_PENALTIES = 1000
MOST_GAME_POINTS = 100_000


@dataclass(frozen=True, slots=True)
class NumberedPenalty:
    """A penalty with its number, and who gave it when."""

    number: int
    penalty: Penalty
    at: datetime
    who: str


def penalties_of(board: Board, entrant: str | None = None) -> list[NumberedPenalty]:
    """Return the penalties of a tournament or of one entrant, in order of entry."""
    found = []
    for part, value in board.log.parts.items():
        kind, _, number = part.partition("/")
        if kind == "penalty" and entrant in (None, value["entrant"]):
            stamp = board.log.stamps[part]
            found.append(NumberedPenalty(int(number), parse(Penalty, value), stamp.at, stamp.who))
    return found


def kinds_for(board: Board, entry: EnteredEntrant) -> tuple[str, ...]:
    """Return the kinds of penalties that the entrant can get now."""
    played = any(board.seat(entry.id, one.number) for one in board.rounds)
    at_tables = (*ON_TABLES, *(() if board.pairing.staged else (MATCH_POINTS, AWARDED))) if played else ()
    kinds = {WARNING, *at_tables, *((DISQUALIFIED,) if entry.status == "in" and board.rounds else ())}
    return tuple(kind for kind in PENALTY_KINDS if kind in kinds)


def _sentence(subject: str, before: Json, after: Json) -> Sentence:
    given = after.get(subject)
    warning = (given or before.get(subject) or {}).get("kind") == WARNING
    if given is None:
        return N_("Warning taken back: %(name)s") if warning else N_("Penalty taken back: %(name)s")
    return N_("Warning: %(name)s") if warning else N_("Penalty: %(name)s")


@command_with_access("penalize", right="direct", changes=("penalty", "entrant"), says=_sentence)
def penalize(
    access: TournamentAccess,
    board: Board,
    entrant: str,
    kind: object,
    number: object = None,
    points: object = None,
    reason: object = "",
    rule: object = None,
) -> TournamentEffect:
    """Give an entrant a penalty or a warning in round `number`, by default the last one.

    Someone disqualified leaves from the next round on. `points`: for game points, match points and
    awarded match points. `rule`: its id in the rulebook. Raises Refusal("penalty…", "entrant…", "result.tied",
    "tournament.finished"), NotFound("entrant").
    """
    check_not_finished(board)
    one = get_entrant(board, entrant)
    if one.status == "waiting":
        raise Refusal("entrant.waiting", read=one.name)
    if one.status == "withdrawn":
        raise Refusal("entrant.left", read=one.name)
    if kind not in PENALTY_KINDS:
        raise Refusal("penalty.kind", "kind", read=str(kind)[:20])
    if kind in (MATCH_POINTS, AWARDED) and board.pairing.staged:
        raise Refusal("penalty.stages", "kind")
    at = _check_number(board, one, str(kind), number)
    given = Penalty(at, one.id, str(kind), _check_points(str(kind), points), _check_reason(reason), _check_rule(rule))
    # A number is never given again, so that undo and redo of an earlier penalty stay possible.
    count = 1 + max((int(part[8:]) for part in board.log.stamps if part.startswith("penalty/")), default=0)
    if count > MOST_PENALTIES:
        raise Refusal("penalty.many", high=MOST_PENALTIES)
    part = parts.penalty_part(count)
    after: Json = {part: dump(given)}
    if kind == DISQUALIFIED:
        after |= rewrite_part(board, one.id, left=at)
    seat = board.seat(one.id, at)
    table = seat.table if seat is not None and kind in ON_TABLES else None
    effect = TournamentEffect(part, after, () if table is None else (parts.result_part(at, table.number),))
    _check_winner(dry_run(access, board, effect)[1], given)
    return effect


@command_with_access("lift_penalty", right="direct", changes=("penalty", "entrant"), says=_sentence)
def lift_penalty(access: TournamentAccess, board: Board, number: int) -> TournamentEffect:
    """Take back a penalty. Someone who was disqualified plays again from the next round.

    Raises NotFound("penalty"), and as `entries.rejoin`.
    """
    check_not_finished(board)
    part = parts.penalty_part(number)
    if part not in board.log.parts:
        raise NotFound("penalty", "penalty", read=number)
    lifted = parse(Penalty, board.log.parts[part])
    effect = TournamentEffect(part, {part: None})
    after = dry_run(access, board, effect)[1]
    _check_winner(after, lifted)
    if lifted.kind == DISQUALIFIED and get_entrant(board, lifted.entrant).status == "left":
        return TournamentEffect(part, {**effect.after, **rejoin(lifted.entrant).plan(access, after).after})
    return effect


def _check_number(board: Board, one: EnteredEntrant, kind: str, number: object) -> int:
    """Return the round of a penalty. Someone disqualified keeps the seats of published rounds."""
    last = len(board.rounds)
    if kind == DISQUALIFIED:
        check_disqualified(board, one)
        if one.status == "left":
            raise Refusal("entrant.left", read=one.name)
        if not last:
            raise Refusal("penalty.early", read=one.name)
        return next_number(board)
    at = max(1, last) if number is None else number
    if not isinstance(at, int) or isinstance(at, bool) or not 1 <= at <= max(1, last):
        raise Refusal("penalty.round", "round", read=str(number)[:20])
    if kind != WARNING:
        seat = board.seat(one.id, at)
        if seat is None or (kind in ON_TABLES and seat.table is None):
            raise Refusal("penalty.table", "round", read=one.name, n=at)
    return at


def _check_points(kind: str, points: object) -> Fraction:
    if kind not in (GAME_POINTS, MATCH_POINTS, AWARDED):
        if points not in (None, 0):
            raise Refusal("penalty.no_points", "points")
        return Fraction(0)
    most = MOST_GAME_POINTS if kind == GAME_POINTS else MOST_POINTS
    exact = _exact(points)
    if exact is None or abs(exact) > most:
        raise Refusal("penalty.points", "points", read="" if points is None else str(points)[:20], high=most)
    if (kind == GAME_POINTS and exact.denominator != 1) or 1000 % exact.denominator:
        raise Refusal("penalty.whole", "points", read=str(float(exact)))
    if (not exact and kind != AWARDED) or (exact < 0 and kind == AWARDED):
        raise Refusal("penalty.zero" if kind != AWARDED else "penalty.awarded", "points")
    return exact


def _exact(points: object) -> Fraction | None:
    """Return a number as sent or typed, or None."""
    if isinstance(points, bool) or not isinstance(points, int | float | Fraction):
        return None
    return Fraction(str(points)) if isinstance(points, float) else Fraction(points)


def _check_reason(reason: object) -> str:
    text = normalize_text(reason) if isinstance(reason, str | None) and reason else ""
    if not isinstance(reason, str | None) or len(text) > LONGEST_REASON or not text.isprintable():
        raise Refusal("text.long", "reason", high=LONGEST_REASON)
    return text


def _check_rule(rule: object) -> str | None:
    if rule in (None, ""):
        return None
    if not isinstance(rule, str) or rule not in rule_places():
        raise Refusal("penalty.rule", "rule", read=str(rule)[:40])
    return rule


def check_winners(after: Board, changed: Iterable[str], before: Board) -> None:
    """Raise Refusal("penalty.tied") if one of the changed parts leaves a knock-out match without a winner."""
    for part in changed:
        if part.startswith("penalty/"):
            known = after if part in after.log.parts else before
            _check_winner(after, parse(Penalty, known.log.parts[part]))


def _check_winner(after: Board, given: Penalty) -> None:
    """Raise Refusal("penalty.tied") if a knock-out match would have no winner any more."""
    seat = after.seat(given.entrant, given.round)
    if given.kind == FORFEIT or seat is None or seat.table is None or not seat.table.entered.known:
        return
    try:
        check_decided(after, seat.table, seat.table.entered)
    except Refusal:
        raise Refusal("penalty.tied", "points") from None
