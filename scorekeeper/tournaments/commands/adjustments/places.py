"""The command that fixes an entrant's table or side (tournament record, section 6, *places*)."""

from __future__ import annotations

from scorekeeper.core.refusals import Refusal
from scorekeeper.formats.declared import dump, parse
from scorekeeper.messages.marks import N_
from scorekeeper.tournaments.commands.command import Json, Sentence, TournamentEffect, command
from scorekeeper.tournaments.commands.setup.entry_validation import get_entrant
from scorekeeper.tournaments.commands.setup.validation import check_not_finished
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.store import parts
from scorekeeper.tournaments.store.parts import HIGHEST_TABLE, PlacePart


def _sentence(subject: str, _before: Json, after: Json) -> Sentence:
    return N_("Fixed place removed: %(name)s") if after.get(subject) is None else N_("Fixed place: %(name)s")


@command("fix_place", right="direct", changes=("place",), says=_sentence)
def fix_place(board: Board, entrant: str, table: object = None, side: object = None) -> TournamentEffect:
    """Give an entrant a table, a side (0 is N–S), both, or with neither no fixed place. It applies from the next round paired.

    Raises Refusal("place.table", "place.side", "tournament.finished"), NotFound("entrant").
    """
    check_not_finished(board)
    one = get_entrant(board, entrant)
    if table is not None and (type(table) is not int or not 1 <= table <= HIGHEST_TABLE):
        raise Refusal("place.table", "table", read=str(table)[:20], high=HIGHEST_TABLE)
    if side is not None and (type(side) is not int or side not in (0, 1)):
        raise Refusal("place.side", "side", read=str(side)[:20])
    found = PlacePart(table, side)
    part = parts.place_part(one.id)
    return TournamentEffect(part, {part: None if found == PlacePart() else dump(found)})


def place_of(board: Board, entrant: str) -> PlacePart:
    """Return an entrant's fixed place."""
    return parse(PlacePart, board.log.parts.get(parts.place_part(entrant)) or {})


def places_of(board: Board) -> dict[str, PlacePart]:
    """Return every fixed place by entrant, in order of entry. Of two entrants who want one table, the first has it."""
    return {part[6:]: parse(PlacePart, value) for part, value in board.log.parts.items() if part.startswith("place/")}
