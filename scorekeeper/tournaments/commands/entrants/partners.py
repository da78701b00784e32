"""Single players in an event of pairs who look for a partner: two of them become one entrant."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from scorekeeper.clubs.commands.members.roster import pair_name
from scorekeeper.core.refusals import Refusal
from scorekeeper.formats.declared import dump
from scorekeeper.messages.marks import N_
from scorekeeper.pairing.record.attendance import HERE, MISSING, MOST_CHARGES, MOST_PAYMENTS
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.command import Json, TournamentEffect, command
from scorekeeper.tournaments.commands.door.door_state import charges_of, check_in_of, payments_of
from scorekeeper.tournaments.commands.entrants.entries import remember_pairs
from scorekeeper.tournaments.commands.setup.entry_validation import get_entrant, is_drawn, next_number, part_of, rewrite_part
from scorekeeper.tournaments.commands.setup.validation import check_not_finished
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.commands.tables_state import EnteredEntrant
from scorekeeper.tournaments.store import parts
from scorekeeper.tournaments.store.log import event_at


def singles(board: Board) -> list[EnteredEntrant]:
    """Return the entrants who look for a partner, in order of entry."""
    return [one for one in board.entrants if one.seeks_partner and one.status == "waiting"]


def singles_here(board: Board) -> list[EnteredEntrant]:
    """Return the singles who would play the next round if they had a partner: all who are not marked missing."""
    found = ((one, check_in_of(board, one.id)) for one in singles(board))
    return [one for one, check_in in found if check_in is None or check_in.state != MISSING]


def pair_with(access: TournamentAccess, board: Board, entrant: str) -> str | None:
    """Return the pair that an entrant became part of, or None. The player who entered first keeps their own id."""
    part = part_of(entrant)
    stamp = board.log.stamps.get(part)
    event = event_at(access.tournament_id, stamp.revision) if stamp is not None and part not in board.log.parts else None
    if event is None or not event.subject.startswith(part_of("")):
        return None
    before, pair = event.before.get(part), event.after.get(event.subject)
    if not before or not pair or not {*before["players"]} < {*pair["players"]}:
        return None
    found = event.subject.removeprefix(part_of(""))
    return found if board.entrant(found) is not None else None


@command("match", right="direct", changes=("entrant", "check_in", "payment", "charge", "price"), says=N_("Now a pair: %(name)s"))
def match_singles(board: Board, one: str, other: str) -> TournamentEffect:
    """Make two singles one entrant, which plays from the next round. Charges and payments of both stay.

    The pair has the place of the earlier entry, and is here if both are. Raises Refusal("partner.none", "partner.same",
    "entrant.drawn", "tournament.finished"), NotFound("entrant").
    """
    check_not_finished(board)
    if is_drawn(board):
        raise Refusal("entrant.drawn")
    if one == other:
        raise Refusal("partner.same")
    first, second = sorted((get_entrant(board, one), get_entrant(board, other)), key=lambda entry: entry.n)
    for entry in (first, second):
        if not entry.seeks_partner or entry.status != "waiting":
            raise Refusal("partner.none", read=entry.name)
    players = (*first.players, *second.players)
    ids = (*first.player_ids, *second.player_ids)
    facts = {"name": pair_name(players), "players": players, "joined": next_number(board)}
    known = {"player_ids": ids} if len(ids) == len(players) else {}
    after = rewrite_part(board, first.id, "seeks_partner", "waiting", *(() if known else ("player_ids",)), **facts, **known)
    after |= {part_of(second.id): None, **_check_in(board, first.id, second.id), **_money(board, first, second.id)}
    return TournamentEffect(part_of(first.id), after, also=remember_pairs)


def _check_in(board: Board, first: str, second: str) -> Json:
    """Return the parts that merge two check-ins."""
    found = [check_in_of(board, who) for who in (first, second)]
    both = all(one is not None and one.state == HERE for one in found)
    merged = dump(replace(found[0], by_phone=False)) if both and found[0] is not None else None
    wanted = {parts.check_in_part(first): merged, parts.check_in_part(second): None}
    return {part: value for part, value in wanted.items() if board.log.parts.get(part) != value}


def _money(board: Board, first: EnteredEntrant, second: str) -> Json:
    """Return the parts that move the second player's charges and payments to the pair, after the first player's.

    The pair has the first player's price. Raises Refusal("payment.many", "charge.many").
    """
    payments = [(parts.payment_part(second, one.number), one.payment) for one in payments_of(board).get(second, ())]
    charges = [(parts.charge_part(second, one.number), one.charge) for one in charges_of(board).get(second, ())]
    after = _moved(board, first, parts.payment_part, payments, MOST_PAYMENTS, "payment.many")
    after |= _moved(board, first, parts.charge_part, charges, MOST_CHARGES, "charge.many")
    price = parts.price_part(second)
    return after | ({price: None} if price in board.log.parts else {})


def _moved(
    board: Board,
    first: EnteredEntrant,
    name_part: Callable[[str, int], str],
    found: Sequence[tuple[str, object]],
    most: int,
    too_many: str,
) -> Json:
    prefix = name_part(first.id, 0)[:-1]
    number = max((int(part[len(prefix) :]) for part in board.log.stamps if part.startswith(prefix)), default=0)
    if sum(part.startswith(prefix) for part in board.log.parts) + len(found) > most:
        raise Refusal(too_many, read=first.name, high=most)
    after: Json = {}
    for n, (part, value) in enumerate(found, number + 1):
        after |= {part: None, name_part(first.id, n): dump(value)}
    return after
