"""Table numbers in a shared hall: what is proposed, saved, and kept by an archive and a record."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.archives import export, restore
from scorekeeper.core.refusals import NotAllowed
from scorekeeper.pairing.verify.verify import check
from scorekeeper.tournaments.commands import authorization as tournament_entrance
from scorekeeper.tournaments.commands import snapshot as tournament_board
from scorekeeper.tournaments.commands.adjustments.places import fix_place
from scorekeeper.tournaments.commands.entrants import entries
from scorekeeper.tournaments.commands.event_writer import write
from scorekeeper.tournaments.commands.files import record_import
from scorekeeper.tournaments.commands.hall import hall_tables, shared_hall
from scorekeeper.tournaments.commands.series import next_tournament
from scorekeeper.tournaments.commands.setup import lifecycle
from tests.tiers import examples
from tests.tournaments.club_night import Desk, key, refused
from tests.tournaments.paper_desk import PaperDesk

KINDS = ("swiss", "round_robin", "rotating_partners", "up_and_down", "double_elimination")


@pytest.fixture
def desk(inside):
    return Desk(6, options={"rounds": 3, "match": {"kind": "hands", "hands": 1}})


def play(desk: PaperDesk) -> None:
    """Play a round with a winner at every table, unless the tournament is over."""
    if not desk.board.finished:
        desk.round()
        desk.play()


def proposal(desk, others) -> int:
    """Return the number proposed for a tournament next to others."""
    found = [shared_hall.HallEvent(one.access, one.board) for one in (desk, *others)]
    return hall_tables.propose_first_table(found[0], found[1:])


def seated(desk) -> set[int]:
    return {table.number for one in desk.board.rounds for table in one.tables}


def test_another_number_applies_from_the_next_round_and_keeps_the_one_before(desk):
    desk.play()
    desk.do(hall_tables.number_tables, 11)
    desk.play()
    assert [[t.number for t in one.tables] for one in desk.board.rounds] == [[1, 2, 3], [11, 12, 13]]
    assert [one.first_table for one in desk.board.tournament.rounds] == [1, 11]
    assert check(desk.board.tournament) == []
    # A link at a table is for the number that everyone sees.
    assert desk.phone(2, 12).access.table == 12


def test_everything_survives_an_archive_and_a_record(desk):
    desk.do(hall_tables.number_tables, 11)
    desk.play()
    desk.do(hall_tables.number_tables, 21)
    desk.next_round()
    data = export.export_club(desk.club)
    assert export.export_club(restore.import_club(desk.account, data)) == data
    record = json.loads(json.dumps(desk.board.record_json(desk=True)))
    assert (record["first_table"], [one["first_table"] for one in record["rounds"]]) == (21, [11, 21])
    number = record_import.bring_in(desk.club, record, {})
    board = tournament_board.load(tournament_entrance.desk(number, desk.account))
    assert board.record_json(desk=True) == record
    # The public's has the numbers too, and no other facts of the desk.
    assert desk.board.record_json() == record


def test_a_tournament_with_tables_from_one_has_the_record_it_had(desk):
    desk.play()
    before = desk.board.record_json(desk=True)
    desk.do(hall_tables.number_tables, 11)
    desk.do(hall_tables.number_tables, 1)
    assert desk.board.record_json(desk=True) == before
    assert before["format"] == "scorekeeper-tournament/1"
    assert "hall" not in desk.board.log.parts


@pytest.mark.parametrize("wrong", [0, 1000, "11", 1.5, True, None])
def test_a_wrong_number_is_refused(desk, wrong):
    with refused("hall.first_table"):
        desk.do(hall_tables.number_tables, wrong)


def test_a_scorer_cannot_change_the_numbers(desk):
    scorer = tournament_entrance.desk(desk.id, desk.member("Sam", "scorer"))
    with pytest.raises(NotAllowed):
        write(scorer, hall_tables.number_tables(11), revision=scorer.revision, uuid=key())


def test_the_next_tournament_starts_at_the_same_number(desk):
    desk.do(hall_tables.number_tables, 11)
    assert next_tournament.copied_parts(desk.board)["hall"] == {"first_table": 11}


def test_only_announced_tournaments_of_the_same_day_and_venue_are_in_the_hall(desk):
    desk.do(lifecycle.announce)
    about = {"day": desk.board.about.day}
    names = {"Same": about, "Draft": about, "Elsewhere": {**about, "venue": "Salle B"}, "Later": {"day": "2030-01-01"}}
    for name, facts in names.items():
        other = Desk(4, organiser=desk.account, name=name, **facts)
        if name != "Draft":
            other.do(lifecycle.announce)
    found = shared_hall.others_in_hall(desk.access, desk.board)
    assert [one.board.name for one in found] == ["Same"]
    # With the caller's rights there.
    assert found[0].access.rights == desk.access.rights
    assert found[0].access.revision == found[0].board.revision


@settings(max_examples=examples(10), deadline=None)
@given(
    kinds=st.lists(st.tuples(st.sampled_from(KINDS), st.integers(4, 13)), min_size=2, max_size=4),
    places=st.lists(st.tuples(st.integers(0, 3), st.integers(1, 4), st.integers(1, 12)), max_size=2),
    played=st.integers(1, 3),
)
def test_numbers_of_events_in_a_hall_never_overlap_when_each_takes_the_proposal(kinds, places, played):
    desks = []
    for k, (method, entrants) in enumerate(kinds):
        desk = PaperDesk(method, entrants + (method in ("rotating_partners", "up_and_down")) * 4)
        desk.access = replace(desk.access, tournament_id=k + 1)
        taken = frozenset[int]().union(*(hall_tables.tables_kept(other.board) for other in desks))
        for event, who, table in places:
            if event == k and table not in taken:  # the desk warns about others
                desk.do(fix_place(f"e{who}", table))
        first = proposal(desk, desks)
        if first != desk.board.log.first_table:
            desk.do(hall_tables.number_tables(first))
        assert proposal(desk, desks) == first
        desks.append(desk)
    for _ in range(played):
        for desk in desks:
            play(desk)
    used = [seated(desk) for desk in desks]
    assert sum(map(len, used)) == len(set().union(*used))
    for desk, numbers in zip(desks, used, strict=True):
        assert numbers <= hall_tables.tables_kept(desk.board)
        assert check(desk.board.tournament) == []


@given(st.sets(st.integers(1, 60)))
def test_runs_say_every_number_once(numbers):
    runs = hall_tables.runs_of(numbers)
    assert [n for first, last in runs for n in range(first, last + 1)] == sorted(numbers)
    assert all(later[0] > earlier[1] + 1 for earlier, later in pairwise(runs))


def test_a_late_entry_that_needs_another_table_gets_another_proposal(desk):
    other = Desk(4, organiser=desk.account, name="Débutants", day=desk.board.about.day)
    other.do(lifecycle.announce)
    desk.do(hall_tables.number_tables, 3)
    assert proposal(desk, [other]) == 3
    other.do(entries.enter, [{"players": ["Zoé", "Yan"]}, {"players": ["Max", "Ida"]}])
    assert proposal(desk, [other]) == 4


def test_of_two_tournaments_that_want_the_same_tables_one_moves(desk):
    desk.do(lifecycle.announce)
    other = Desk(4, organiser=desk.account, name="Débutants", day=desk.board.about.day)
    assert (proposal(desk, [other]), proposal(other, [desk])) == (1, 4)
    other.do(lifecycle.announce)
    assert (proposal(desk, [other]), proposal(other, [desk])) == (1, 4)
    # The one that has begun stays where it sits.
    other.next_round()
    assert (proposal(desk, [other]), proposal(other, [desk])) == (3, 1)
    desk.next_round()
    assert (proposal(desk, [other]), proposal(other, [desk])) == (1, 4)
