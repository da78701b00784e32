"""Bracket matches started early, while others of the round are in play. Links to other tables stay the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.formats.declared import dump
from scorekeeper.messages.marks import N_
from scorekeeper.pairing.directing import early_matches
from scorekeeper.pairing.record.bracket import MatchState
from scorekeeper.pairing.record.record import Round, Tournament
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.command import Json, TournamentEffect, command_with_access
from scorekeeper.tournaments.commands.event_writer import dry_run
from scorekeeper.tournaments.commands.player_links import update_links
from scorekeeper.tournaments.commands.rounds.repairs import explain_round
from scorekeeper.tournaments.commands.rounds.rounds import check_sound, last_round
from scorekeeper.tournaments.commands.setup.validation import check_not_finished
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.store import parts


def startable(board: Board) -> list[MatchState]:
    """Return the matches that can start before their round is over; none while there is a draft round."""
    if board.draft is not None or board.bracket is None or board.status != "running":
        return []
    return early_matches.startable(board.tournament)


@command_with_access(
    "ahead",
    right="direct",
    changes=("round", "result", "report", "dispute", "clock"),
    says=N_("More matches begun in round %(n)s"),
)
def begin(access: TournamentAccess, board: Board, matches: Sequence[str]) -> TournamentEffect:
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
        rests_on = tuple(f"{kind}/{last.number}/" for kind in ("result", "report", "dispute"))
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
    """Move the reports of tables that continue in the next round, and the clock, to that round."""
    after: Json = {}
    for part, value in board.log.parts.items():
        place = parts.place_of(part)
        if place and place[0] == number and place[1] in carried:
            after[part] = None
            after[parts.part_in_round(part, number + 1)] = value
    clock = board.clock
    if clock is not None and clock.round == number:
        after["clock"] = dump(replace(clock, round=number + 1))
    return after
