"""One up, one down for a director: offered, played at the desk, on posted sheets."""

from __future__ import annotations

from collections import Counter

from scorekeeper.tournaments.commands.setup.validation import propose
from tests.pairing.events import played, tournament
from tests.tournaments import evening
from tests.tournaments.desk.director import Director
from tests.tournaments.printouts.printed_events import paper


def test_it_is_offered_to_single_players_from_two_tables_on():
    offered = [one.method for one in propose(12, 210, individuals=True)]
    assert offered == ["rotating_partners", "winners_up", "up_and_down", "stages"]
    assert "up_and_down" not in [one.method for one in propose(7, 210, individuals=True)]
    assert "up_and_down" not in [one.method for one in propose(12, 210)]


def test_an_evening_of_it_is_played_at_the_desk(app):
    director = Director(app)
    with app.app_context():
        director.access = evening.tournament([[n] for n in evening.people(9)], "up_and_down", options={"rounds": 3})
    director.root = f"/desk/{director.access.tournament_id}"
    assert "One up, one down · 3 rounds" in director.text()
    for _ in range(2):
        board = director.round()
        assert board.individuals
        assert [len(side) for table in board.current.tables for side in table.sides] == [2, 2, 2, 2]
        director.play()
    for path in ("/standings", "/report", "/rounds/2", "/setup"):
        director.open(path)
    page = " ".join(director.open("/setup").get_data(as_text=True).split())
    assert 'name="method" value="up_and_down" data-has="rounds"' in page


def test_the_list_of_seats_on_the_wall_says_who_moves_up():
    document = paper(played(tournament("up_and_down", 8, rounds=12), 1), "names", number=1)
    lines = [seat.line for page in document.pages for column in page.columns for seat in column]  # type: ignore[attr-defined]
    assert Counter(lines) == {"moves up": 4, "moves down": 4}
