"""Door prizes: draw a winner by lot among the people who are present."""

from __future__ import annotations

from scorekeeper.clubs.commands.privacy.public_names import split_pair
from scorekeeper.core.refusals import Refusal
from scorekeeper.formats.declared import dump
from scorekeeper.messages.marks import N_
from scorekeeper.pairing.record.attendance import HERE
from scorekeeper.pairing.record.door_prizes import LONGEST_PRIZE, MOST_DOOR_PRIZES, DoorPrize
from scorekeeper.pairing.record.lots import draw_winner
from scorekeeper.tournaments.commands.command import TournamentEffect, command
from scorekeeper.tournaments.commands.door.door_state import check_in_of, door_prizes_of, read_door
from scorekeeper.tournaments.commands.lots import choose_seed
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.store import parts

Person = tuple[str, int]
"""An entrant and the position of one of its players."""


def people_in_draw(board: Board) -> list[Person]:
    """Return everyone present who has no door prize yet, in order of entry.

    With check-in, only entrants who are here count.
    """
    has_door = read_door(board) is not None
    won = {(one.entrant, one.player) for one in door_prizes_of(board)}
    people = []
    for entry in board.entrants:
        check_in = check_in_of(board, entry.id)
        is_here = check_in is not None and check_in.state == HERE
        if entry.status == "in" and (is_here or not has_door):
            people += [(entry.id, k) for k in range(len(person_names(board, entry.id)))]
    return [person for person in people if person not in won]


def person_names(board: Board, entrant: str) -> list[str]:
    """Return the names of an entrant's players; a team without players has its own."""
    entry = board.entrant(entrant)
    return list(entry.players) if entry is not None and entry.players else split_pair(board.name_of(entrant))


def winner_name(board: Board, one: DoorPrize) -> str:
    """Return the name of the person who won a door prize."""
    names = person_names(board, one.entrant)
    return names[one.player] if one.player < len(names) else board.name_of(one.entrant)


@command("door_prize", right="score", changes=("door_prize",), says=N_("Door prize: %(name)s"))
def draw_door_prize(board: Board, prize: str = "", seed: object = None) -> TournamentEffect:
    """Draw a door prize. `seed`: of the draw, by default a random one.

    Raises Refusal("draw.none", "draw.many", "draw.seed", "draw.prize").
    """
    used = choose_seed(seed)
    if not isinstance(prize, str) or len(prize.strip()) > LONGEST_PRIZE or not prize.isprintable():
        raise Refusal("draw.prize", "prize", high=LONGEST_PRIZE)
    people, drawn = people_in_draw(board), door_prizes_of(board)
    if not people:
        raise Refusal("draw.none")
    if len(drawn) >= MOST_DOOR_PRIZES:
        raise Refusal("draw.many", high=MOST_DOOR_PRIZES)
    entrant, player = draw_winner(people, used)
    numbers = [int(part.split("/")[2]) for part in board.log.stamps if part.startswith("door_prize/")]
    part = parts.door_prize_part(entrant, max(numbers, default=0) + 1)
    won = DoorPrize(entrant, used, len(people), player, prize.strip())
    return TournamentEffect(part, {part: dump(won)}, rests_on=("door_prize/",))
