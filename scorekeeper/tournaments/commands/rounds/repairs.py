"""Repairs of a published round, and bracket matches started early."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.core.refusals import Refusal
from scorekeeper.formats.declared import dump
from scorekeeper.messages.marks import N_
from scorekeeper.pairing.directing import early_matches, repairs
from scorekeeper.pairing.directing.director import bracket
from scorekeeper.pairing.knockout.knockout import meeting_reasons
from scorekeeper.pairing.record.bracket import MatchState
from scorekeeper.pairing.record.draft import DraftTable, Reason
from scorekeeper.pairing.record.draft import RoundDraft as Pairing
from scorekeeper.pairing.record.record import Round, Tournament
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.command import Json, TournamentEffect, command_with_access
from scorekeeper.tournaments.commands.event_writer import dry_run
from scorekeeper.tournaments.commands.live import live_games
from scorekeeper.tournaments.commands.player_links import update_links
from scorekeeper.tournaments.commands.rounds.rounds import check_sound, last_round
from scorekeeper.tournaments.commands.setup.validation import check_not_finished
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.commands.tables_state import RoundView, TableView
from scorekeeper.tournaments.store import parts
from scorekeeper.tournaments.store.call_parts import call_part


def startable_matches(board: Board) -> list[MatchState]:
    """Return the matches that can start before their round is over; none while there is a draft round."""
    if board.draft is not None or board.bracket is None or board.status != "running":
        return []
    return early_matches.startable(board.tournament)


@command_with_access(
    "ahead",
    right="direct",
    changes=("round", *parts.AT_TABLES, "clock"),
    says=N_("More matches begun in round %(n)s"),
)
def begin_early(access: TournamentAccess, board: Board, matches: Sequence[str]) -> TournamentEffect:
    """Seat matches whose two sides are known.

    `matches`: by name. If one follows a match of the same round, the next round begins. Raises Refusal("round.draft_open"),
    TournamentError("match.not_ready", "bracket.played_by_other").
    """
    check_not_finished(board)
    last = last_round(board, None)
    begun = early_matches.start_matches(board.tournament, matches)
    new = begun.tournament.rounds[-1]
    after: Json = {parts.round_part(new.number): _round(board, begun.tournament, new, board.revision)}
    rests_on: tuple[str, ...] = ()
    if new.number != last.number:
        left = begun.tournament.rounds[-2]
        paired = board.log.paired(last.number).paired
        after[parts.round_part(last.number)] = _round(board, begun.tournament, left, paired)
        after |= _carry_over(board, last.number, begun.carried)
        rests_on = tuple(f"{kind}/{last.number}/" for kind in parts.AT_TABLES)
    draft = TournamentEffect(parts.round_part(new.number), after, rests_on, also=update_links)
    check_sound(dry_run(access, board, draft)[1], new.number)
    return draft


def _round(board: Board, after: Tournament, one: Round, paired: int) -> Json:
    newest = board.rounds[-1]
    pairing = explain_round(newest, one, after)
    if one.number == newest.number:
        pairing = replace(pairing, rematches=newest.rematches)
    return parts.round_json(pairing, paired=paired, published=True, by_hand=one.by_hand, ahead=one.ahead)


def _carry_over(board: Board, number: int, carried: Sequence[int]) -> Json:
    """Move the reports and calls of tables that continue in the next round, and the clock, to that round."""
    after: Json = {}
    for part, value in board.log.parts.items():
        place = parts.place_of(part)
        if place and place[0] == number and place[1] in carried:
            after[part] = None
            if not part.startswith("call/"):
                after[parts.part_in_round(part, number + 1)] = value
    for table in board.rounds[number - 1].tables if carried else ():
        for n, one in enumerate(table.calls if table.number in carried else (), 1):  # their numbers have no gaps
            after[call_part(number + 1, table.number, n)] = board.log.parts[call_part(number, table.number, one.number)]
    clock = board.clock
    if clock is not None and clock.round == number:
        after["clock"] = dump(replace(clock, round=number + 1))
    return after


@command_with_access(
    "repair",
    right="direct",
    changes=("round", *parts.AT_TABLES, "clock"),
    says=N_("Unplayed tables of round %(n)s paired again"),
)
def repair(access: TournamentAccess, board: Board, number: int | None = None, *, take_away: bool = False) -> TournamentEffect:
    """Pair the unplayed tables of the last round again. The other tables and their links stay.

    `take_away`: if a corrected bracket result had sent the wrong side on, remove the matches based on it with their results,
    seat the right sides, and drop a draft based on them. Raises Refusal("round.nothing_open", "round.nothing_played"),
    NotFound("round"), TournamentError("bracket.played_by_other").
    """
    check_not_finished(board)
    wrong = repairs.misplayed_matches(board.tournament)
    dropped = board.draft if wrong and take_away else None
    last = board.current if dropped and board.current else last_round(board, number)
    busy = {t.number for t in last.tables if t.touched} | live_games.started_tables(access, last.number)
    if not wrong and len(busy) == len(last.tables):
        raise Refusal("round.nothing_open")
    if not wrong and not busy:
        raise Refusal("round.nothing_played")
    after = _changed_parts(board, repairs.pair_again(board.tournament, busy, take_away=take_away))
    if dropped is not None:
        after[parts.round_part(dropped.number)] = None
    numbers = [part[6:] for part in after if part.startswith("round/")]
    rests_on = tuple(f"{kind}/{n}/" for n in numbers for kind in parts.AT_TABLES)
    return TournamentEffect(parts.round_part(last.number), after, rests_on, also=update_links)


def with_repair(access: TournamentAccess, board: Board, first: TournamentEffect, *, take_away: bool) -> TournamentEffect:
    """Return the effect of a change and a repair as one event, so that one undo reverts both."""
    access.check("direct")
    then = repair(take_away=take_away).plan(access, dry_run(access, board, first)[1])
    return TournamentEffect(first.subject, {**first.after, **then.after}, (*first.rests_on, *then.rests_on), also=then.also)


def _changed_parts(board: Board, repaired: Tournament) -> dict[str, Any]:
    """Return the new parts of the rounds that change, and of reports at removed tables."""
    after: dict[str, Any] = {}
    becomes = {one.number: one for one in repaired.rounds}
    for one, round_view in zip(board.tournament.rounds, board.rounds, strict=True):
        then = becomes.get(one.number)
        seats = {t.number: t.sides for t in then.tables} if then else {}
        last = then is repaired.rounds[-1]
        same = then is not None and (seats, then.byes) == ({t.number: t.sides for t in one.tables}, one.byes)
        if same and not last:
            continue
        part = parts.round_part(one.number)
        pairing = None if then is None else explain_round(round_view, then, repaired)
        paired = board.revision if last else board.log.paired(one.number).paired
        ahead = then is not None and then.ahead
        after[part] = pairing and parts.round_json(pairing, paired=paired, published=True, by_hand=True, ahead=ahead)
        for table in round_view.tables:
            if seats.get(table.number) != table.sides and table.touched:
                after |= _clear_table(table)
    changed_parts = {part: value for part, value in after.items() if value is not None or part in board.log.parts}
    if len(repaired.rounds) < len(board.rounds):
        changed_parts["clock"] = None
    return changed_parts


def _clear_table(table: TableView) -> dict[str, Any]:
    place = (table.round, table.number)
    found = [parts.result_part(*place), parts.dispute_part(*place), *(call_part(*place, one.number) for one in table.calls)]
    return dict.fromkeys([*found, *(parts.report_part(*place, side) for side in range(len(table.sides)))])


def explain_round(round_view: RoundView, then: Round, after: Tournament) -> Pairing:
    """Return a round with its reasons. A table that stays keeps its old reasons."""
    old_reasons = {(t.number, t.sides): t.why for t in round_view.tables}
    by_hand = (Reason("by_hand"),)
    played = bracket(after)
    states = played.matches if played else {}
    tables = []
    for t in then.tables:
        why = old_reasons.get((t.number, t.sides))
        if why is None:
            why = meeting_reasons(played, states[t.match]) if played and t.match in states else by_hand
        tables.append(DraftTable(t.number, t.sides, why, t.match, t.pool))
    why_bye = {i: round_view.why_bye.get(i, by_hand) for i in then.byes}
    notes = round_view.notes if then.number == round_view.number else ()
    return Pairing(then.number, tuple(tables), then.byes, 0, why_bye, notes, then.stage, then.first_table)
