"""Meetings, places, penalties, tags and handicaps through the desk's log: they count, can be undone, and survive an archive."""

from __future__ import annotations

import json
from contextlib import suppress
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.core.refusals import Refusal
from scorekeeper.core.security.signing import same_name
from scorekeeper.formats.tournament_answers import standings_json
from scorekeeper.formats.tournament_options import parse_options
from scorekeeper.formats.tournament_v2 import parse_v2, v2_json
from scorekeeper.pairing.directing import director
from scorekeeper.pairing.record.errors import TournamentError
from scorekeeper.pairing.record.record import PENALTY_KINDS
from scorekeeper.pairing.verify.verify import check
from scorekeeper.tournaments.commands.adjustments import meetings, penalties, places, profiles
from scorekeeper.tournaments.commands.entrants import entries
from scorekeeper.tournaments.commands.privacy.name_rows import Person, Renaming, _rename_parts
from scorekeeper.tournaments.commands.redacted_view import redact_names
from scorekeeper.tournaments.commands.results.results import enter
from scorekeeper.tournaments.commands.rounds import rounds
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.store.log import TournamentLog
from tests.tiers import examples
from tests.tournaments.paper_desk import PaperDesk

MANY = 7
METHODS = ["swiss", "round_robin", "rotating_partners", "single_elimination", "up_and_down", "mitchell"]
ACTS = ["apart", "apart", "tagged", "place", "penalty", "penalty", "tags", "handicap", "rank", "let", "lift"]
ACTS += ["round", "round", "play", "play", "correct", "leave", "undo", "undo"]
MOVES = st.lists(st.tuples(st.sampled_from(ACTS), st.integers(0, 999)), min_size=6, max_size=30)
EACH = settings(max_examples=examples(40), deadline=None, suppress_health_check=list(HealthCheck), database=None)


def move(desk, what, n):
    """Make one move, chosen by the number `n`. What is refused changes nothing."""
    who, other = f"e{1 + n % MANY}", f"e{1 + (n // MANY) % MANY}"
    rule = ("never", "rather_not", "not_round_1")[n % 3]
    board = desk.board
    kind = PENALTY_KINDS[n % len(PENALTY_KINDS)]
    points = {"game_points": -(n % 200) - 5, "match_points": Fraction(-1, 2), "awarded": Fraction(n % 3, 2)}.get(kind)
    role = (None, "partners", "opponents")[n % 3] if board.individuals else None
    current = board.current
    commands = {
        "apart": lambda: meetings.keep_apart([{"between": [who, other], "rule": rule, "as": role}]),
        "tagged": lambda: meetings.keep_apart([{"tag": "novice", "rule": rule}]),
        "let": lambda: meetings.let_meet(1 + n % 3),
        "place": lambda: places.fix_place(who, (None, 1 + n % 4)[n % 2], (None, None, 0, 1)[n % 4]),
        "penalty": lambda: penalties.penalize(who, kind, 1 + n % max(1, len(board.rounds)), points, "renonce", "play.revoke"),
        "lift": lambda: penalties.lift_penalty(1 + n % 5),
        "tags": lambda: profiles.set_profile(who, [("novice", "Dames", "Cocagne")[n % 3]]),
        "handicap": lambda: profiles.set_profile(who, handicap=n % 50),
        "rank": lambda: profiles.rank_tags([None, ["Dames"], []][n % 3]),
        "correct": lambda: enter(1, 1, {"scores": [n % 300, 150]}, overrule=True),
        "leave": lambda: entries.withdraw(who),
    }
    with suppress(Refusal, TournamentError):
        if what == "undo":
            desk.undo(2 + n % board.revision)
        elif what == "round":
            if current is None or current.done:
                desk.round()
        elif what == "play":
            if current is not None:
                desk.play(lambda table: (100 + 7 * table + n % 60, 130))
        else:
            desk.do(commands[what]())
    desk.repaired()


def plain(board):
    """Return the standings as the record gives them."""
    return json.loads(json.dumps(v2_json(standings_json(board.standings), board.tournament, board.additions)))


def comes_back(desk):
    """Check that the tournament comes back from an archive, and that its record says as much as the desk."""
    board, restored = desk.board, desk.restored()
    assert restored.log.parts == board.log.parts
    assert restored.record_json(desk=True) == board.record_json(desk=True)
    tournament, additions = parse_v2(json.loads(json.dumps(board.record_json(desk=True))))
    assert tuple(one for one in tournament.apart if len(one.who) > 1) == board.tournament.apart
    assert tournament.places == board.tournament.places
    with suppress(TournamentError):
        mine = plain(board)
        assert json.loads(json.dumps(v2_json(standings_json(director.standings(tournament)), tournament, additions))) == mine


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
def test_whatever_is_adjusted_and_undone_the_event_checks_and_comes_back_the_same(method):
    @EACH
    @given(MOVES)
    def holds(moves):
        desk = PaperDesk(method, MANY + (method == "mitchell"))
        for what, n in moves:
            move(desk, what, n)
            board = desk.board
            if board.bracket is None or not board.bracket.misplayed:
                assert check(board.tournament) == []
        comes_back(desk)

    holds()


def fewest(entrants, never):
    """Return the fewest forbidden meetings of a round, over every way to pair these entrants."""
    if not entrants:
        return 0
    one, *others = entrants
    return min((frozenset((one, other)) in never) + fewest([e for e in others if e != other], never) for other in others)


@pytest.mark.slow
@EACH
@given(st.sets(st.sampled_from([*combinations([f"e{n}" for n in range(1, 7)], 2)]), max_size=13), st.integers(0, 99))
def test_entrants_who_should_never_meet_do_so_only_if_no_other_round_exists(pairs, seed):
    desk = PaperDesk("swiss", 6, seed=seed)
    if pairs:
        desk.do(meetings.keep_apart([{"between": list(two), "rule": "never"} for two in pairs]))
    never = {frozenset(two) for two in pairs}
    for _ in range(3):
        seated = [frozenset(t.ids) for t in desk.round().tables]
        assert sum(two in never for two in seated) == fewest([f"e{n}" for n in range(1, 7)], never)
        met = [t for t in desk.board.current.tables if frozenset(t.ids) in never]
        assert all(any(why.code.startswith("apart.never") for why in t.why) for t in met)
        desk.play(lambda table: (100 + seed * table, 90))


@pytest.mark.slow
@EACH
@given(st.integers(0, 999), st.sampled_from(["swiss", "rotating_partners", "single_elimination"]))
def test_a_handicap_of_zero_is_no_handicap_and_one_changes_only_the_list_with_handicap(n, method):
    desk = PaperDesk(method, 8)
    desk.round()
    desk.play(lambda table: (101 + 2 * ((n * table) % 35), 120))
    scratch = desk.board.standings
    desk.do(profiles.set_profile("e1", handicap=40))
    assert desk.board.standings == scratch
    assert desk.board.handicap_standings
    desk.do(profiles.set_profile("e1", handicap=0))
    assert (desk.board.standings, desk.board.handicap_standings) == (scratch, [])


@pytest.mark.slow
@EACH
@given(MOVES)
def test_an_event_whose_people_are_pseudonymised_pairs_and_ranks_the_same(moves):
    desk = PaperDesk("swiss", MANY)
    for what, n in moves:
        move(desk, what, n)
    names = [f"{side}{n}" for n in range(1, MANY + 1) for side in "AB"]
    renamed = Renaming.of([(Person((), (name,)), {same_name(name): f"Player {k}"}) for k, name in enumerate(names)])
    events = [
        one._replace(before=_rename_parts(one.before, renamed), after=_rename_parts(one.after, renamed)) for one in desk.events
    ]
    board = Board(TournamentLog().with_events(events))
    assert "A1" not in json.dumps(board.record_json(desk=True))
    assert plain(board) == plain(desk.board)
    assert [[t.ids for t in r.tables] for r in board.rounds] == [[t.ids for t in r.tables] for r in desk.board.rounds]


def refused(do):
    """Return the code with which this is refused."""
    with pytest.raises(Refusal) as found:
        do()
    return found.value.code


def started(method="swiss", entrants=6):
    desk = PaperDesk(method, entrants)
    desk.round()
    desk.play()
    return desk


def test_a_penalty_turns_the_result_of_its_table_and_says_what_was_entered():
    desk = started()
    table = desk.board.table(1, 1)
    desk.do(penalties.penalize(table.ids[0], "game_points", 1, -100, "renonce", "play.revoke"))
    now = desk.board.table(1, 1)
    assert (now.entered, now.result.scores) == (table.entered, (10, 50))
    assert desk.board.standings != started().board.standings
    desk.undo(desk.board.revision)
    assert desk.board.standings == started().board.standings


def test_someone_disqualified_leaves_and_is_back_when_the_penalty_is_taken_back():
    desk = started()
    desk.do(penalties.penalize("e1", "disqualified", reason="tricherie"))
    assert (desk.board.entrant("e1").status, desk.board.entrant("e1").left) == ("left", 2)
    assert refused(lambda: desk.do(entries.rejoin("e1"))) == "entrant.disqualified"
    assert refused(lambda: desk.do(penalties.penalize("e1", "disqualified"))) == "entrant.disqualified"
    desk.do(penalties.lift_penalty(1))
    assert desk.board.entrant("e1").status == "in"
    assert desk.round().seat("e1") is not None


def test_only_the_desk_has_meetings_places_and_warnings_and_the_public_record_checks_too():
    desk = PaperDesk()
    desk.do(meetings.keep_apart([{"between": ["e1", "e4"], "rule": "never"}]))
    desk.do(places.fix_place("e5", 3))
    desk.round()
    desk.play()
    desk.do(penalties.penalize("e1", "warning", reason="retard"))
    desk.do(penalties.penalize("e2", "match_points", 1, Fraction(-1, 2), "renonce"))
    mine, public = desk.board.record_json(desk=True), desk.board.record_json()
    assert mine["meetings"] == [{"between": ["e1", "e4"], "rule": "never"}]
    assert mine["places"] == [{"entrant": "e5", "table": 3}]
    assert [one["kind"] for one in mine["penalties"]] == ["warning", "match_points"]
    assert {"meetings", "places"}.isdisjoint(public)
    assert [one["kind"] for one in public["penalties"]] == ["match_points"]
    hidden = redact_names(desk.board, "initial").record_json()
    assert [one["reason"] for one in hidden["penalties"]] == [""]  # it may have a name in it
    for record in (mine, public):
        assert check(parse_v2(json.loads(json.dumps(record)))[0]) == []


def test_a_tag_has_its_own_standings_unless_the_desk_chose_others():
    desk = started()
    desk.do(profiles.tag_entrants("Dames", ["e1", "e2"]))
    desk.do(profiles.set_profile("e2", ["dames", "Cocagne"]))  # as it is spelled already
    assert desk.board.entrant("e2").tags == ("Dames", "Cocagne")
    assert desk.board.additions.ranked_tags == ["Dames", "Cocagne"]
    desk.do(profiles.rank_tags(["Dames"]))
    assert desk.board.additions.ranked_tags == ["Dames"]
    assert desk.board.record_json()["ranked_tags"] == ["Dames"]
    shown = redact_names(desk.board, "initial")
    assert [e.tags for e in shown.entrants[:3]] == [("Dames",), ("Dames",), ()]


def test_a_draft_is_stale_once_someone_in_it_should_not_meet():
    desk = PaperDesk()
    desk.do(rounds.pair())
    one, other = desk.board.draft.tables[0].ids
    desk.do(profiles.set_profile("e1", ["Dames"]))
    assert not desk.board.draft_stale
    desk.do(meetings.keep_apart([{"between": [one, other], "rule": "never"}]))
    assert desk.board.draft_stale


REFUSED = [
    (lambda: meetings.keep_apart([]), "meeting.between"),
    (lambda: meetings.keep_apart([{"between": ["e1"], "rule": "never"}]), "meeting.between"),
    (lambda: meetings.keep_apart([{"between": ["e1", "e2"], "rule": "soon"}]), "meeting.rule"),
    (lambda: meetings.keep_apart([{"between": ["e1", "e2"], "rule": "never", "as": "rivals"}]), "meeting.as"),
    (lambda: meetings.keep_apart([{"between": ["e1", "e2"], "rule": "never", "as": "partners"}]), "meeting.pairs"),
    (lambda: meetings.keep_apart([{"between": ["e1", "e2"], "tag": "x", "rule": "never"}]), "meeting.both"),
    (lambda: meetings.keep_apart([{"between": ["e1", "e99"], "rule": "never"}]), "entrant"),
    (lambda: meetings.let_meet(7), "meeting"),
    (lambda: places.fix_place("e1", 0), "place.table"),
    (lambda: places.fix_place("e1", None, 2), "place.side"),
    (lambda: profiles.set_profile("e1", "Dames"), "tag.name"),
    (lambda: profiles.set_profile("e1", [""]), "tag.name"),
    (lambda: profiles.set_profile("e1", [f"t{n}" for n in range(51)]), "tag.many"),
    (lambda: profiles.set_profile("e1", None, 5001), "handicap"),
    (lambda: penalties.penalize("e1", "scolding"), "penalty.kind"),
    (lambda: penalties.penalize("e1", "game_points", 2, -20), "penalty.round"),
    (lambda: penalties.penalize("e1", "game_points", 1), "penalty.points"),
    (lambda: penalties.penalize("e1", "game_points", 1, "vingt"), "penalty.points"),
    (lambda: penalties.penalize("e1", "game_points", 1, 0), "penalty.zero"),
    (lambda: penalties.penalize("e1", "game_points", 1, -2.5), "penalty.whole"),
    (lambda: penalties.penalize("e1", "awarded", 1, -1), "penalty.awarded"),
    (lambda: penalties.penalize("e1", "forfeit", 1, 5), "penalty.no_points"),
    (lambda: penalties.penalize("e1", "forfeit", 1, None, "", "play.cheat"), "penalty.rule"),
    (lambda: penalties.penalize("e1", "forfeit", 1, None, "x" * 501), "text.long"),
    (lambda: penalties.penalize("e99", "forfeit", 1), "entrant"),
    (lambda: penalties.lift_penalty(3), "penalty"),
]


@pytest.mark.parametrize(("command", "code"), REFUSED, ids=[code for _, code in REFUSED])
def test_bad_input_is_refused_by_name_and_changes_nothing(command, code):
    desk = started()
    before = desk.board.revision
    assert refused(lambda: desk.do(command())) == code
    assert desk.board.revision == before


def test_a_penalty_is_refused_where_it_makes_no_sense():
    early = PaperDesk()
    assert refused(lambda: early.do(penalties.penalize("e1", "disqualified"))) == "penalty.early"
    assert early.do(penalties.penalize("e1", "warning"))
    odd = started("swiss", 7)
    (alone,) = odd.board.current.byes
    assert refused(lambda: odd.do(penalties.penalize(alone, "game_points", 1, -20))) == "penalty.table"
    knockout = started("single_elimination", 4)
    first = knockout.board.table(1, 1).ids[0]
    assert refused(lambda: knockout.do(penalties.penalize(first, "game_points", 1, -60))) == "penalty.tied"
    each = [{"method": "swiss", "options": {"rounds": 2}}, {"method": "single_elimination", "cut": 4, "options": {}}]
    stages = PaperDesk("stages", 6, parse_options({"stages": each}, "stages"))
    stages.round()
    assert refused(lambda: stages.do(penalties.penalize("e1", "match_points", 1, -1))) == "penalty.stages"
