"""Fixed tables in version 2 (tournament record, section 6), on the command line."""

import json
from random import Random

import pytest
from click.testing import CliRunner

from scorekeeper.cli.command_line import main

pytestmark = pytest.mark.slow

POOLS = {"stages": [{"method": "round_robin", "pools": 2, "advance": 2}, {"method": "single_elimination"}]}
EVENTS = [
    ("swiss", 11, {"rounds": 4}),
    ("swiss", 11, {"rounds": 4, "six_table": True}),
    ("round_robin", 8, {}),
    ("mitchell", 8, {}),
    ("rotating_partners", 8, {"rounds": 5}),
    ("winners_up", 12, {"rounds": 5}),
    ("winners_up", 16, {"rounds": 5, "individuals": True, "losers": "down"}),
    ("winners_up", 9, {"rounds": 5}),
    ("up_and_down", 16, {"rounds": 5}),
    ("up_and_down", 18, {"rounds": 5}),
    ("single_elimination", 10, {}),
    ("double_elimination", 9, {}),
    ("stages", 12, POOLS),
]
LADDERS = [one for one in EVENTS if one[0] in ("mitchell", "winners_up", "up_and_down")]
PLACES = [
    {"entrant": "e1", "table": 3},
    {"entrant": "e5", "side": 1},
    {"entrant": "e2", "table": 3, "side": 1},
    {"entrant": "e7", "side": 1},
    {"entrant": "e6", "table": 1, "side": 0},
    {"entrant": "e8", "table": 9},
]


def run_tournament(command, obj, exit_code=0):
    done = CliRunner().invoke(main, ["tournament", command, "-"], input=json.dumps(obj))
    assert done.exit_code == exit_code, done.output
    return json.loads(done.stdout)


def record(method, entrants, options, places=(), rounds=(), seed=3):
    return {
        "format": "scorekeeper-tournament/2",
        "method": method,
        "seed": seed,
        "options": options,
        "entrants": [{"id": f"e{k}", "name": f"E{k}", "seed": k} for k in range(1, entrants + 1)],
        "rounds": list(rounds),
        "places": list(places),
    }


def seats(one):
    return {who: (t["table"], side) for t in one["tables"] for side, ids in enumerate(t["sides"]) for who in ids}


def meetings(rounds):
    return [(sorted(sorted(sorted(side) for side in t["sides"]) for t in one["tables"]), sorted(one["byes"])) for one in rounds]


def played(method, entrants, options, places, seed=3, ties=True):
    """Play an event to its end. Results depend on the opponents, not the seats; in a tie the lower side advances."""
    rounds, obj = [], None
    while len(rounds) < 5:
        obj = record(method, entrants, options, places, rounds, seed)
        answer = json.loads(CliRunner().invoke(main, ["tournament", "pair", "-"], input=json.dumps(obj)).stdout)
        if "error" in answer:
            assert answer["error"]["code"] == "finished"
            break
        for table in answer["tables"]:
            table["scores"] = [
                Random(f"{seed} {len(rounds)} {sorted(side)}").randrange(3 if ties else 900) * 5 for side in table["sides"]
            ]
            if "match" in table and len(set(table["scores"])) == 1:
                table["winner"] = table["sides"].index(min(table["sides"]))
        rounds.append(answer)
    return record(method, entrants, options, places, rounds, seed)


@pytest.mark.parametrize(("method", "entrants", "options"), EVENTS)
def test_places_never_change_who_meets_whom_and_the_check_agrees(method, entrants, options):
    without, given = (played(method, entrants, options, places) for places in ((), PLACES))
    assert meetings(given["rounds"]) == meetings(without["rounds"])
    for number, one in enumerate(given["rounds"]):
        at = seats(one)
        if "e1" in at:
            assert at["e1"][0] == 3, number
    found = run_tournament("check", given)
    assert found == {"ok": True, "problems": []}


@pytest.mark.parametrize(("method", "entrants", "options"), LADDERS)
@pytest.mark.parametrize("seed", [1, 2])
def test_where_tables_move_people_they_move_as_if_nobody_had_a_place(method, entrants, options, seed):
    without, given = (played(method, entrants, options, places, seed) for places in ((), PLACES))
    assert meetings(given["rounds"]) == meetings(without["rounds"])
    assert run_tournament("check", given) == {"ok": True, "problems": []}


@pytest.mark.parametrize(("method", "entrants", "options"), [EVENTS[5], EVENTS[8]])
def test_the_check_sees_whoever_went_to_another_table_than_the_movement_has(method, entrants, options):
    given = played(method, entrants, options, PLACES[:2] + PLACES[3:4], ties=False)
    last = given["rounds"][-1]
    a, b = [t for t in last["tables"] if t["table"] != 3][:2]
    side, other = a["sides"][0], b["sides"][1]
    a["sides"][0], b["sides"][1] = other, side
    rules = {p["rule"] for p in run_tournament("check", given, 0)["problems"]}
    assert method in rules


def test_reasons_name_tables_as_they_were_played():
    given = played("winners_up", 12, {"rounds": 2}, [{"entrant": "e1", "table": 5}], ties=False)
    assert seats(given["rounds"][0])["e1"][0] == 5
    why = {t["table"]: t["why"] for t in given["rounds"][1]["tables"]}
    assert why[1][0] == "Some players stay at table 5."
    assert why[5][0] == "Losers from table 5, the head table, go to the last table."
    assert why[5][-1] == "E1 always sits at table 5."


def test_whoever_has_a_table_or_a_side_sits_there_and_the_table_says_why():
    found = run_tournament(
        "pair", record("swiss", 8, {"rounds": 3}, [{"entrant": "e1", "table": 3}, {"entrant": "e6", "side": 0}])
    )
    at = seats(found)
    assert at["e1"] == (3, 0)
    assert at["e6"][1] == 0
    why = {t["table"]: t["why"] for t in found["tables"]}
    assert why[3][-1] == "E1 always sits at table 3."
    assert why[at["e6"][0]][-1] == "E6 always sits N–S."
    assert [t["table"] for t in found["tables"]] == [1, 2, 3, 4]


def test_of_two_who_want_one_table_the_earlier_entry_has_it_and_both_are_told():
    places = [{"entrant": "e3", "table": 1}, {"entrant": "e1", "table": 1}]
    found = run_tournament("pair", record("swiss", 8, {"rounds": 3}, places))
    at = seats(found)
    assert at["e3"][0] == 1
    assert at["e1"][0] != 1
    told = "E3 and E1 both asked for table 1. It goes to E3, who asked first."
    assert [t["table"] for t in found["tables"] if told in t["why"]] == sorted([1, at["e1"][0]])


def test_two_who_sit_at_one_table_may_both_want_it():
    found = run_tournament(
        "pair", record("swiss", 8, {"rounds": 3}, [{"entrant": "e5", "table": 4}, {"entrant": "e1", "table": 4}])
    )
    assert seats(found)["e1"][0] == seats(found)["e5"][0] == 4
    assert found["tables"][3]["why"][-2:] == ["E5 always sits at table 4.", "E1 always sits at table 4."]


def test_two_at_one_table_who_want_different_ones_are_both_told():
    obj = record("swiss", 8, {"rounds": 3}, [{"entrant": "e5", "table": 4}, {"entrant": "e1", "table": 2}])
    found = run_tournament("pair", obj)
    assert seats(found)["e1"][0] == 4
    assert found["tables"][3]["why"][-1] == "E5 asked for table 4 and E1 for table 2. The request of E5 came first."


@pytest.mark.parametrize(("side", "name"), [(0, "N–S"), (1, "E–W")])
def test_of_two_who_want_one_side_of_their_table_the_earlier_entry_has_it_and_both_are_told(side, name):
    found = run_tournament(
        "pair", record("swiss", 8, {"rounds": 3}, [{"entrant": "e5", "side": side}, {"entrant": "e1", "side": side}])
    )
    assert seats(found)["e5"][1] == side
    assert found["tables"][0]["why"][-1] == f"E5 and E1 both asked to sit {name}. That side goes to E5, who asked first."


def test_partners_who_want_different_sides_are_told():
    obj = record("rotating_partners", 8, {"rounds": 5})
    one, other = run_tournament("pair", obj)["tables"][0]["sides"][0]
    found = run_tournament("pair", {**obj, "places": [{"entrant": one, "side": 1}, {"entrant": other, "side": 0}]})
    assert seats(found)[one] == seats(found)[other] == (1, 1)
    assert "are partners and asked for different sides" in found["tables"][0]["why"][-1]


def test_whoever_sits_out_needs_no_table_and_whoever_sits_third_has_no_side():
    obj = record("swiss", 5, {"rounds": 3}, [{"entrant": "e5", "table": 7, "side": 0}, {"entrant": "e1", "table": 7}])
    found = run_tournament("pair", obj)
    assert found["byes"] == ["e5"]
    assert seats(found)["e1"][0] == 7
    assert "both" not in json.dumps(found["tables"])
    obj["options"]["six_table"] = True
    found = run_tournament("pair", obj)
    third = next(t for t in found["tables"] if len(t["sides"]) == 3)
    assert third["sides"][2] == ["e5"]
    assert "E5 sits third at this table, so there is no choice of side." in third["why"]
    assert third["table"] == 7


def test_a_table_that_no_round_would_reach_is_there_all_the_same():
    found = run_tournament("pair", record("swiss", 8, {"rounds": 3}, [{"entrant": "e1", "table": 12}]))
    assert [t["table"] for t in found["tables"]] == [1, 2, 3, 12]


def test_a_schedule_keeps_places_in_every_round_and_says_so():
    obj = record("round_robin", 6, {}, [{"entrant": "e2", "table": 3, "side": 0}, {"entrant": "e4", "table": 3}])
    found = run_tournament("schedule", obj)
    plain = run_tournament("schedule", {**obj, "places": []})
    assert meetings(found["rounds"]) == meetings(plain["rounds"])
    assert found["balance"] == plain["balance"]
    assert [seats(one)["e2"] for one in found["rounds"]] == [(3, 0)] * 5
    told = [t["table"] for one in found["rounds"] for t in one["tables"] if "both asked for table 3" in json.dumps(t)]
    assert len(told) == 8  # at both tables, in all rounds but that in which they meet
    assert all("why" not in t for one in plain["rounds"] for t in one["tables"])


def faults(obj):
    return [(p["round"], p["rule"], p["text"]) for p in run_tournament("check", obj)["problems"]]


def test_the_check_finds_who_does_not_sit_where_they_should():
    obj = played("swiss", 8, {"rounds": 3}, [])
    obj["places"] = [{"entrant": "e1", "table": 4}]
    wrong = [one["round"] for one in obj["rounds"] if seats(one)["e1"][0] != 4]
    assert [f[:2] for f in faults(obj)] == [(number, "place.table") for number in wrong]
    assert faults(obj)[0][2] == "E1 should sit at table 4, but sits at table 1."
    side = seats(obj["rounds"][0])["e1"][1]
    obj["places"] = [{"entrant": "e1", "side": 1 - side}]
    assert faults(obj)[0] == (1, "place.east", "Table 1: E1 should sit E–W, as the second side.")


def test_the_check_lets_only_the_earlier_entry_have_what_two_want():
    places = [{"entrant": "e3", "table": 1, "side": 0}, {"entrant": "e7", "side": 0}, {"entrant": "e1", "table": 1}]
    obj = record("swiss", 8, {"rounds": 3}, places)
    obj["rounds"] = [run_tournament("pair", obj)]
    assert faults(obj) == []
    obj["places"].reverse()
    assert {rule for _, rule, _ in faults(obj)} == {"place.table", "place.north"}
    obj["rounds"][0]["by_hand"] = True
    assert faults(obj) == []


@pytest.mark.parametrize(
    ("places", "message"),
    [
        ([{"entrant": "z", "table": 1}], "places[0].entrant: no entrant has the id “z”."),
        ([{"entrant": "e1", "table": 0}], "places[0].table: 0 is not valid. Use a whole number from 1 to 5000."),
        ([{"entrant": "e1", "side": 2}], "places[0].side: 2 is not valid. Use a whole number from 0 to 1."),
        ([{"entrant": "e1", "side": True}], "places[0].side: true is not valid"),
        ([{"entrant": "e1"}], "places[0]: add a table or a side."),
        ([{"table": 3}], "places[0].entrant: this is missing."),
        ([{"entrant": "e1", "chair": 3}], "places[0].chair: there is no such key here. Use entrant, table, side."),
        (["e1"], "places[0]: “e1” is not valid. Use a JSON object."),
        ({"entrant": "e1"}, "places: "),
        (
            [{"entrant": "e1", "table": 3}, {"entrant": "e2", "table": 3}, {"entrant": "e1", "table": 4}],
            "places[2].table: 4 is not valid. An earlier place already sets this for e1.",
        ),
    ],
)
@pytest.mark.parametrize("command", ["pair", "standings"])
def test_a_place_that_is_none_is_refused_by_name(command, places, message):
    obj = {**record("swiss", 8, {"rounds": 3}), "places": places}
    found = run_tournament(command, obj, 1)["error"]
    assert found["message"].startswith(message)
    assert (found["code"], found["event"]) == ("places", 0)


def test_the_first_edition_has_no_places():
    obj = {**record("swiss", 8, {"rounds": 3}, PLACES[:1]), "format": "scorekeeper-tournament/1"}
    assert run_tournament("pair", obj, 1)["error"]["message"].startswith("places: there is no such key here.")
