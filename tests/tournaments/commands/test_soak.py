"""Hundreds of random evenings at a desk, with every method.

`pytest -m soak "tests/tournaments/commands/test_soak.py::…[n]"` repeats one.
"""

from random import Random

import pytest

from scorekeeper.pairing.method import METHODS
from scorekeeper.pairing.record.record import Options
from scorekeeper.tournaments.commands.entrants import entries
from tests.tournaments.club_night import Desk
from tests.tournaments.commands.test_properties import MOVES, any_organizer, check_invariants, everything

OPTIONS = {
    "swiss": {"rounds": 30},
    "rotating_partners": {"rounds": 12},
    "winners_up": {"rounds": 12},
    "up_and_down": {"rounds": 12},
}


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(280))
def test_the_log_of_any_evening_gives_the_same_event(inside, seed):
    draw = Random(seed)
    method = tuple(METHODS)[seed % 8]
    many = draw.randint(5, 14)
    players = METHODS[method].side(Options()) > 1
    desk = Desk(0 if players else many, organiser=any_organizer(), method=method, options=OPTIONS.get(method, {}))
    if players:
        desk.do(entries.enter, [{"players": [f"Joueuse {k}"]} for k in range(1, many + 1)])
    for _ in range(25):
        everything(desk, draw.choice(MOVES), draw.randrange(6400))
        check_invariants(desk)
