"""Commands on the purse and the side pots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scorekeeper.core.events.idempotency import as_pairs
from scorekeeper.core.refusals import NotFound, Refusal
from scorekeeper.formats.declared import dump
from scorekeeper.formats.tournament_money import parse_pot, parse_purse
from scorekeeper.messages.marks import N_
from scorekeeper.pairing.money.side_pots import DRAW, MOST_POTS, SidePot
from scorekeeper.pairing.record.lots import draw_winner
from scorekeeper.tournaments.commands.command import Json, Sentence, TournamentEffect, command
from scorekeeper.tournaments.commands.door.money_state import MoneyState
from scorekeeper.tournaments.commands.door.payments import next_number
from scorekeeper.tournaments.commands.lots import choose_seed
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.store import parts


def _pot_sentence(subject: str, _before: Json, after: Json) -> Sentence:
    return N_("Side pot removed") if after.get(subject) is None else N_("Side pot saved")


@command(
    "purse",
    right="direct",
    changes=("purse",),
    says=N_("Purse saved"),
    asked=lambda facts: [as_pairs(facts)],
)
def set_purse(board: Board, facts: Mapping[str, Any]) -> TournamentEffect:
    """Set the purse and how it is paid: `share`, `hall`, `sponsors`, `lists`, `whole_dollars`, `ties` as in the record.

    Raises Refusal("door.closed"), TournamentError("door").
    """
    MoneyState(board)
    return TournamentEffect("purse", {"purse": dump(parse_purse(dict(facts)))})


@command(
    "pot",
    right="direct",
    changes=("pot",),
    says=_pot_sentence,
    asked=lambda facts, number=None: [as_pairs(facts), number],
)
def set_pot(board: Board, facts: Mapping[str, Any], number: int | None = None) -> TournamentEffect:
    """Set a side pot as in the record, a new one without `number`. Without `entrants`, everyone who plays is in it.

    Raises Refusal("door.closed", "pot.many", "pot.drawn"), NotFound("pot"), TournamentError("door").
    """
    state = MoneyState(board)
    if number is not None:
        _check_open(_get_pot(state, number))
    elif len(state.pots) >= MOST_POTS:
        raise Refusal("pot.many", high=MOST_POTS)
    entered = [e.id for e in board.playing]
    sent = {"entrants": [e.id for e in board.playing if e.status == "in"], **facts}
    pot = parse_pot(sent, "pot", entered)
    in_order = replace(pot, entrants=_in_order(pot.entrants, entered), winners=_in_order(pot.winners, entered))
    part = parts.pot_part(next_number(board, "pot/") if number is None else number)
    return TournamentEffect(part, {part: dump(in_order)})


@command("unpot", right="direct", changes=("pot",), says=_pot_sentence)
def remove_pot(board: Board, number: int) -> TournamentEffect:
    """Remove a side pot. Raises Refusal("door.closed"), NotFound("pot")."""
    _get_pot(MoneyState(board), number)
    part = parts.pot_part(number)
    return TournamentEffect(part, {part: None})


@command("draw", right="direct", changes=("pot",), says=N_("50/50 drawn"))
def draw_pot(board: Board, number: int, seed: object = None) -> TournamentEffect:
    """Draw the winner of a 50/50 pot, once; undo the draw to draw again. `seed`: by default a random one.

    Raises Refusal("door.closed", "pot.not_draw", "pot.drawn", "pot.empty", "draw.seed"), NotFound("pot").
    """
    pot = _get_pot(MoneyState(board), number)
    if pot.kind != DRAW:
        raise Refusal("pot.not_draw")
    _check_open(pot)
    if not pot.entrants:
        raise Refusal("pot.empty")
    part, used = parts.pot_part(number), choose_seed(seed)
    return TournamentEffect(part, {part: dump(replace(pot, seed=used, winners=(draw_winner(pot.entrants, used),)))})


def _get_pot(state: MoneyState, number: int) -> SidePot:
    if number not in state.pots:
        raise NotFound("pot", "number", read=number)
    return state.pots[number]


def _check_open(pot: SidePot) -> None:
    if pot.seed is not None:
        raise Refusal("pot.drawn", seed=pot.seed)


def _in_order(ids: tuple[str, ...], entered: list[str]) -> tuple[str, ...]:
    return tuple(sorted(ids, key=entered.index))
