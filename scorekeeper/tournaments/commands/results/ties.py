"""Commands that decide a tie by lot or by hand: at the very end, or at the cut between two finals before they are published."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.core.refusals import Refusal
from scorekeeper.formats.declared import dump
from scorekeeper.messages.marks import N_
from scorekeeper.pairing import stages
from scorekeeper.pairing.directing import director
from scorekeeper.pairing.record.decisions import HAND, LONGEST_DECISION, LOT, TieDecision
from scorekeeper.pairing.record.lots import draw_order
from scorekeeper.pairing.standings.standings import StandingRow
from scorekeeper.pairing.standings.ties import shared_ranks
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.command import Json, Sentence, TournamentEffect, command_with_access
from scorekeeper.tournaments.commands.event_writer import dry_run
from scorekeeper.tournaments.commands.lots import choose_seed
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.store import parts

_RESTS_ON = ("result/", "round/", "entrant/", "setup")


def open_ties(board: Board) -> list[list[StandingRow]]:
    """Return the lines that still share a rank after the last round, of entrants with a match; none before that."""
    return shared_ranks(board.standings, board.who_did_not_play) if _is_over(board) else []


def _is_over(board: Board) -> bool:
    return bool(board.rounds) and (board.status == "finished" or board.finished)


def ties_before_finals(board: Board) -> list[list[StandingRow]]:
    """Return the lines that share a rank but go to different finals; none unless the next round begins finals."""
    stage = _next_finals(board)
    return [] if stage is None else stages.ties_at_cut(board.tournament, stage)


def _next_finals(board: Board) -> int | None:
    """Return the stage of finals that the next round begins, or None."""
    stage = stages.stage_of(board.tournament) + 1
    return stage if board.begins_finals and stages.current_finals(board.tournament, stage) else None


def _sentence(subject: str, _before: Json, after: Json) -> Sentence:
    by = (after.get(subject) or {}).get("by")
    return N_("Tie drawn by lot") if by == LOT else N_("Tie decided")


@command_with_access(
    "decide_tie", right="direct", changes=("tie", "round"), says=_sentence, asked=lambda entrants: [sorted(entrants)]
)
def draw_lot(access: TournamentAccess, board: Board, entrants: Sequence[str]) -> TournamentEffect:
    """Draw the order of entrants who share a rank, from a random seed.

    Raises Refusal("tie.early", "tie.none").
    """
    tied, stage = _tied(board, entrants)
    seed = choose_seed(None)
    return _decide(access, board, TieDecision(draw_order(tied, seed), LOT, seed, stage=stage))


@command_with_access("decide_tie", right="direct", changes=("tie", "round"), says=_sentence)
def decide_by_hand(access: TournamentAccess, board: Board, order: Sequence[str], reason: object) -> TournamentEffect:
    """Set the order of entrants who share a rank, best first, for a reason.

    Raises Refusal("tie.early", "tie.none", "tie.order", "tie.reason").
    """
    _, stage = _tied(board, order)
    text = " ".join(reason.split()) if isinstance(reason, str) else ""
    if not 0 < len(text) <= LONGEST_DECISION or not text.isprintable():
        raise Refusal("tie.reason", "reason", high=LONGEST_DECISION)
    return _decide(access, board, TieDecision(tuple(order), HAND, reason=text, stage=stage))


def _tied(board: Board, entrants: Sequence[str]) -> tuple[list[str], int | None]:
    """Return the entrants in order of entry, if exactly they share a rank, and the stage of finals if that comes next."""
    stage = _next_finals(board)
    if stage is None and not _is_over(board):
        raise Refusal("tie.early")
    if len(set(entrants)) < len(entrants):
        raise Refusal("tie.order", "entrants")
    open_now = open_ties(board) if stage is None else ties_before_finals(board)
    if not any({row.id for row in tied} == set(entrants) for tied in open_now):
        raise Refusal("tie.none", "entrants")
    return [e.id for e in board.tournament.entrants if e.id in set(entrants)], stage


def _decide(access: TournamentAccess, board: Board, decision: TieDecision) -> TournamentEffect:
    """Return the effect of a decision. A draft of the finals is paired again with it."""
    part = parts.tie_part(decision.order, decision.stage)
    effect = TournamentEffect(part, {part: dump(decision)}, rests_on=_RESTS_ON)
    if decision.stage is None or board.draft is None:
        return effect
    after = dry_run(access, board, effect)[1]
    pairing = director.next_round(after.tournament)
    drafted = {parts.round_part(pairing.number): parts.round_json(pairing, paired=after.revision, published=False)}
    return replace(effect, after={**effect.after, **drafted})


def check_draw_kept(after: Board, back: Json) -> None:
    """Raise Refusal("undo.round") for an undo of a decision that published finals were drawn by."""
    stages_decided = {int(part.split("/")[2]) for part in back if part.startswith("tie/") and part.count("/") == 2}
    for one in after.tournament.rounds:
        if one.stage in stages_decided:
            raise Refusal("undo.round", read=one.number)
