"""Commands that decide a tie at the very end, by lot or by hand."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.core.refusals import Refusal
from scorekeeper.formats.declared import dump
from scorekeeper.messages.marks import N_
from scorekeeper.pairing.record.decisions import HAND, LONGEST_DECISION, LOT, TieDecision
from scorekeeper.pairing.record.lots import draw_order
from scorekeeper.pairing.standings.standings import StandingRow
from scorekeeper.pairing.standings.ties import shared_ranks
from scorekeeper.tournaments.commands.command import Json, Sentence, TournamentEffect, command
from scorekeeper.tournaments.commands.lots import choose_seed
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.store import parts

_RESTS_ON = ("result/", "round/", "entrant/", "setup")


def open_ties(board: Board) -> list[list[StandingRow]]:
    """Return the lines of those who played and still share a rank after the last round; none before that."""
    is_over = board.rounds and (board.status == "finished" or board.finished)
    return shared_ranks(board.standings, board.who_did_not_play) if is_over else []


def _sentence(subject: str, _before: Json, after: Json) -> Sentence:
    by = (after.get(subject) or {}).get("by")
    return N_("Tie drawn by lot") if by == LOT else N_("Tie decided")


@command("decide_tie", right="direct", changes=("tie",), says=_sentence, asked=lambda entrants: [sorted(entrants)])
def draw_lot(board: Board, entrants: Sequence[str]) -> TournamentEffect:
    """Draw the order of entrants who share a rank, from a random seed.

    Raises Refusal("tie.early", "tie.none").
    """
    tied, seed = _tied(board, entrants), choose_seed(None)
    return _decide(TieDecision(draw_order(tied, seed), LOT, seed))


@command("decide_tie", right="direct", changes=("tie",), says=_sentence)
def decide_by_hand(board: Board, order: Sequence[str], reason: object) -> TournamentEffect:
    """Set the order of entrants who share a rank, best first, for a reason.

    Raises Refusal("tie.early", "tie.none", "tie.order", "tie.reason").
    """
    _tied(board, order)
    text = " ".join(reason.split()) if isinstance(reason, str) else ""
    if not 0 < len(text) <= LONGEST_DECISION or not text.isprintable():
        raise Refusal("tie.reason", "reason", high=LONGEST_DECISION)
    return _decide(TieDecision(tuple(order), HAND, reason=text))


def _tied(board: Board, entrants: Sequence[str]) -> list[str]:
    """Return the entrants in order of entry, if exactly they share a rank."""
    if not board.rounds or not (board.status == "finished" or board.finished):
        raise Refusal("tie.early")
    if len(set(entrants)) < len(entrants):
        raise Refusal("tie.order", "entrants")
    if not any({row.id for row in tied} == set(entrants) for tied in open_ties(board)):
        raise Refusal("tie.none", "entrants")
    return [e.id for e in board.tournament.entrants if e.id in set(entrants)]


def _decide(decision: TieDecision) -> TournamentEffect:
    part = parts.tie_part(decision.order)
    return TournamentEffect(part, {part: dump(decision)}, rests_on=_RESTS_ON)
