"""Commands at the door: check in, by the desk or by a player's own phone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from scorekeeper.core.i18n.translation import NN_
from scorekeeper.core.refusals import Refusal
from scorekeeper.core.security.rate_limits import CHECK_INS
from scorekeeper.formats.declared import dump
from scorekeeper.messages.marks import N_
from scorekeeper.pairing.record.attendance import HERE, MISSING
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.command import (
    Json,
    Sentence,
    TournamentCommand,
    TournamentEffect,
    command,
    command_with_access,
)
from scorekeeper.tournaments.commands.door.door_state import EXPECTED, LEFT, DoorState, check_in_of
from scorekeeper.tournaments.commands.setup.entry_validation import get_entrant, is_drawn, next_number, rewrite_part
from scorekeeper.tournaments.commands.setup.validation import check_not_finished
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.store import parts
from scorekeeper.tournaments.store.parts import CheckInPart

if TYPE_CHECKING:
    from scorekeeper.core.devices.visitors import Visitor
    from scorekeeper.tournaments.commands.door.door_state import DoorEntry

CHOICES = (EXPECTED, HERE, MISSING)
"""What the desk can set for an entrant."""


def _sentence(subject: str, _before: Json, after: Json) -> Sentence:
    if subject == "check_ins":
        return NN_("%(num)s entrant checked in", "%(num)s entrants checked in")
    return N_("Check-in undone: %(name)s") if after.get(subject) is None else N_("Check-in: %(name)s")


@command("check_in", right="score", changes=("check_in", "entrant"), says=_sentence)
def check_in(board: Board, entrants: Sequence[str], state: str) -> TournamentEffect:
    """Set who is `here`, `missing` or, to take a check-in back, `expected`.

    Entrants who arrive before a round is published play it, even if they were left out of its draft. Raises
    Refusal("door.closed", "check_in.state", "entrant.left", "entrant.drawn", "tournament.finished"), NotFound("entrant").
    """
    door = _open_door(board)
    if state not in CHOICES:
        raise Refusal("check_in.state", "state", read=str(state)[:20])
    if not entrants:
        raise Refusal("entrant.none", "entrants")
    after: Json = {}
    for who in entrants:
        after |= _checked_in(door.entry(get_entrant(board, who)), board, state)
    return TournamentEffect(parts.check_in_part(entrants[0]) if len(entrants) == 1 else "check_ins", after)


@command("check_in", right="score", changes=("check_in", "entrant"), says=_sentence)
def check_in_rest(board: Board) -> TournamentEffect:
    """Check in everyone with a spot who is neither here nor missing. Raises Refusal("same") if there is no one."""
    return TournamentEffect("check_ins", check_in_expected(board, _open_door(board).playing))


def check_in_oneself(entrant: str, here: bool, *, visitor: Visitor, address: str, link: str) -> TournamentCommand:
    """Check in by a player's own phone, or take that back from the same phone.

    `visitor`, `address` and `link` limit automated requests. Raises TooMany("check_in.often"), NotAllowed("role.door"),
    Refusal("check_in.desk", "door.closed", "tournament.finished"), NotFound("entrant").
    """
    checking = _check_in_oneself(entrant, here)
    return replace(checking, first=partial(_spend, checking, visitor, address, link))


def _spend(
    checking: TournamentCommand, visitor: Visitor, address: str, link: str, _access: TournamentAccess, _board: Board
) -> TournamentCommand:
    CHECK_INS.spend(visitor, address, link=link)
    return checking


@command_with_access("check_in", right="door", changes=("check_in", "entrant"), says=_sentence)
def _check_in_oneself(access: TournamentAccess, board: Board, entrant: str, here: bool) -> TournamentEffect:
    one = _open_door(board).entry(get_entrant(board, entrant))
    if one.state == LEFT or not (here or may_undo(access, board, entrant)):
        raise Refusal("check_in.desk", read=one.entry.name)
    after = _checked_in(one, board, HERE if here else EXPECTED, by_phone=True)
    return TournamentEffect(parts.check_in_part(entrant), after)


def may_undo(access: TournamentAccess, board: Board, entrant: str) -> bool:
    """Return whether this device made the entrant's check-in, and so may take it back."""
    found, stamp = check_in_of(board, entrant), board.log.stamps.get(parts.check_in_part(entrant))
    mine = stamp is not None and access.device_id is not None and stamp.device_id == access.device_id
    return found is not None and found.by_phone and mine


def _open_door(board: Board) -> DoorState:
    check_not_finished(board)
    return DoorState(board)


def _checked_in(one: DoorEntry, board: Board, state: str, *, by_phone: bool = False) -> Json:
    """Return the parts of a check-in. An entrant who arrives is no longer off the list or left out of the coming round."""
    entry, part = one.entry, parts.check_in_part(one.entry.id)
    if state == EXPECTED:
        return {part: None}
    after: Json = {part: dump(CheckInPart(state, by_phone))}
    if entry.status == "left" or (entry.withdrawn and state == MISSING):
        raise Refusal("entrant.left", read=entry.name)
    if state == MISSING:
        return after
    if entry.withdrawn:
        if is_drawn(board):
            raise Refusal("entrant.drawn")
        waits = {"waiting": True} if entry.seeks_partner else {}
        return after | rewrite_part(board, entry.id, "withdrawn", joined=next_number(board), **waits)
    if next_number(board) in entry.absent and one.state != HERE:
        return after | rewrite_part(board, entry.id, absent=[n for n in entry.absent if n != next_number(board)])
    return after


def check_in_expected(board: Board, entries: Iterable[DoorEntry]) -> Json:
    """Return the parts that check in the expected entrants among these."""
    after: Json = {}
    for one in entries:
        if one.state == EXPECTED:
            after |= _checked_in(one, board, HERE)
    return after


def leave_out(board: Board, entries: Iterable[DoorEntry]) -> Json:
    """Return the parts that leave entrants out of the coming round because they are missing.

    In a draw they lose their spot, and before finals they leave, because no one can join later. Otherwise they sit out the
    round.
    """
    number, after = next_number(board), {}
    for one in entries:
        after[parts.check_in_part(one.entry.id)] = dump(CheckInPart(MISSING))
        if not board.pairing.takes_late(board.tournament):
            after |= rewrite_part(board, one.entry.id, withdrawn=True)
        elif board.begins_finals:
            after |= rewrite_part(board, one.entry.id, left=number)
        else:
            after |= rewrite_part(board, one.entry.id, absent=sorted({*one.entry.absent, number}))
    return after
