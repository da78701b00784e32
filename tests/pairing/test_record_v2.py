"""Version 2 of the tournament record, section 6, on the command line."""

import json

import pytest
from click.testing import CliRunner

from scorekeeper.cli.command_line import main

ROUND = {"round": 1, "tables": [{"sides": [["a"], ["b"]], "scores": [300, 290]}, {"sides": [["c"], ["d"]], "scores": [100, 200]}]}
ENTRANTS = [{"id": who, "name": who.upper(), "seed": k} for k, who in enumerate("abcd", 1)]


def record(penalties=(), rounds=(ROUND,), entrants=None, **more):
    by_id = entrants or {}
    return {
        "format": "scorekeeper-tournament/2",
        "method": "swiss",
        "seed": 7,
        "options": {"rounds": 3, "tiebreaks": ["match_points", "buchholz", "margin", "points_for"]},
        "entrants": [{**e, **by_id.get(e["id"], {})} for e in ENTRANTS],
        "rounds": list(rounds),
        "penalties": list(penalties),
        **more,
    }


def run_tournament(command, obj, exit_code=0):
    done = CliRunner().invoke(main, ["tournament", command, "-"], input=json.dumps(obj))
    assert done.exit_code == exit_code, done.output
    return json.loads(done.stdout)


def lines(obj, part="standings"):
    return {row["id"]: row for row in run_tournament("standings", obj)[part]}


def penalty(kind, who, number=1, **more):
    return {"round": number, "entrant": who, "kind": kind, "reason": "revoke", **more}


@pytest.mark.parametrize("command", ["pair", "standings", "check"])
def test_every_field_of_the_second_edition_may_be_absent(command):
    second = {name: value for name, value in record().items() if name != "penalties"}
    assert run_tournament(command, second) == run_tournament(command, {**second, "format": "scorekeeper-tournament/1"})


def test_game_points_are_added_before_the_result_is_decided():
    found = lines(record([penalty("game_points", "a", points=-20, rule="play.revoke")]))
    assert (found["a"]["match_points"], found["a"]["margin"], found["a"]["points_for"]) == (0, -10, 280)
    assert (found["b"]["match_points"], found["b"]["rank"]) == (1, 2)
    assert found["a"]["penalties"] == [
        {"round": 1, "kind": "game_points", "points": -20, "reason": "revoke", "rule": "play.revoke"}
    ]
    assert "penalties" not in found["b"]


def test_a_penalty_that_levels_the_scores_makes_a_tie():
    found = lines(record([penalty("game_points", "a", points=-10)]))
    assert found["a"]["match_points"] == found["b"]["match_points"] == 0.5


def test_game_points_of_a_table_still_played_wait_for_its_end():
    playing = {**ROUND, "tables": [{"sides": [["a"], ["b"]]}, ROUND["tables"][1]]}
    obj = record([penalty("game_points", "a", points=-20)], [playing])
    assert lines(obj)["a"]["points_for"] == 0
    assert run_tournament("pair", obj, 1)["error"]["code"] == "needs.results"


def test_game_points_decide_who_goes_on_in_a_knock_out():
    obj = record([penalty("game_points", "a", points=-20)], method="single_elimination", options={})
    obj["rounds"] = [
        {"round": 1, "tables": [{"sides": [["a"], ["d"]], "scores": [300, 290]}, {"sides": [["b"], ["c"]], "scores": [2, 1]}]}
    ]
    assert run_tournament("pair", obj)["tables"][0]["sides"] == [["d"], ["b"]]
    assert run_tournament("check", obj)["ok"]


def test_match_points_change_the_total_and_the_buchholz_of_whoever_met_them():
    found = lines(record([penalty("match_points", "a", points=-0.5)]))
    assert found["a"]["match_points"] == 0.5
    assert (found["b"]["buchholz"], found["c"]["buchholz"]) == (0.5, 1)
    assert found["a"]["buchholz"] == 0


def test_awarded_points_stand_instead_of_the_result_and_the_opponent_keeps_theirs():
    found = lines(record([penalty("awarded", "b", points=0.75)]))
    assert (found["b"]["match_points"], found["a"]["match_points"]) == (0.75, 1)
    assert found["b"]["margin"] == -10


def test_a_forfeit_and_a_warning():
    found = lines(record([penalty("forfeit", "a"), penalty("warning", "c")]))
    assert (found["a"]["match_points"], found["b"]["match_points"], found["c"]["match_points"]) == (0, 1, 0)
    assert found["c"]["penalties"] == [{"round": 1, "kind": "warning", "reason": "revoke"}]


def test_whoever_is_disqualified_plays_no_more_and_keeps_earlier_results():
    obj = record([penalty("disqualified", "a", 2)])
    found = run_tournament("pair", obj)
    assert "a" not in json.dumps([t["sides"] for t in found["tables"]]) + json.dumps(found["byes"])
    assert lines(obj)["a"]["match_points"] == 1


def test_a_later_penalty_is_no_fault_of_an_earlier_pairing_and_pairing_agrees_with_the_check():
    paid = [penalty("match_points", "a", points=-1), penalty("awarded", "c", points=1)]
    obj = record(paid, [])
    for number in (1, 2, 3):
        found = run_tournament("pair", obj)
        tables = [{"sides": t["sides"], "scores": [50 * number, 10 + 60 * (number == 2)]} for t in found["tables"]]
        obj["rounds"].append({"round": number, "tables": tables, "byes": found["byes"]})
        assert run_tournament("check", obj) == {"ok": True, "problems": []}
    obj["penalties"].append(penalty("match_points", "d", 3, points=-2))
    obj["standings"] = run_tournament("standings", obj)["standings"]
    assert run_tournament("check", obj) == {"ok": True, "problems": []}


def test_handicaps_count_in_standings_of_their_own():
    obj = record(entrants={"b": {"handicap": 15}, "d": {"handicap": 0}})
    scratch, given = lines(obj), lines(obj, "handicap")
    assert (scratch["a"]["match_points"], given["a"]["match_points"]) == (1, 0)
    assert (given["b"]["match_points"], given["b"]["margin"], given["b"]["points_for"]) == (1, 5, 305)
    assert "handicap" not in run_tournament("standings", record())


def test_a_best_of_game_gives_half_the_handicap():
    obj = record(entrants={"b": {"handicap": 15}})
    obj["options"]["match"] = {"kind": "race", "best_of": 3}
    obj["rounds"] = [{"round": 1, "tables": [{"sides": [["a"], ["b"]], "games": [[200, 195], [100, 200], [200, 190]]}]}]
    given = lines(obj, "handicap")
    assert given["b"]["match_points"] == 1
    assert (given["b"]["points_for"], given["b"]["margin"]) == (607.5, 107.5)


def test_a_penalty_in_a_match_of_games_leaves_the_games_as_they_were_played():
    obj = record([penalty("game_points", "a", points=-20)])
    obj["options"]["match"] = {"kind": "race", "best_of": 3}
    games = {"games": [[200, 195], [200, 190]]}
    obj["rounds"] = [{"round": 1, "tables": [{"sides": [["a"], ["c"]], **games}, {"sides": [["b"], ["d"]], "scores": [2, 1]}]}]
    found = lines(obj)
    assert (found["a"]["match_points"], found["a"]["points_for"], found["a"]["margin"]) == (1, 380, -5)
    assert run_tournament("check", obj)["ok"]


def test_a_winner_written_down_stands_unless_the_scores_now_say_otherwise():
    tied = {"round": 1, "tables": [{"sides": [["a"], ["b"]], "scores": [200, 200], "winner": 0}, ROUND["tables"][1]]}
    assert lines(record(rounds=[tied]))["a"]["match_points"] == 1
    assert lines(record([penalty("game_points", "a", points=-5)], [tied]))["b"]["match_points"] == 1
    race = {"round": 1, "tables": [{"sides": [["a"], ["b"]], "scores": [200, 215], "winner": 0}, ROUND["tables"][1]]}
    assert lines(record([penalty("game_points", "a", points=-5)], [race]))["a"]["match_points"] == 1


def test_no_handicap_for_a_match_that_was_not_played():
    obj = record([penalty("forfeit", "b")], entrants={"b": {"handicap": 15}})
    assert lines(obj, "handicap")["b"]["margin"] == -10


def test_standings_by_tag_are_the_same_lines_in_the_same_order():
    obj = record(entrants={"a": {"tags": ["novice"]}, "c": {"tags": ["Cocagne", "novice"]}, "d": {"tags": ["novice"]}})
    found = run_tournament("standings", obj)
    assert found["by_tag"]["novice"] == [row for row in found["standings"] if row["id"] in "acd"]
    assert [row["id"] for row in found["by_tag"]["Cocagne"]] == ["c"]


@pytest.mark.parametrize(
    ("change", "field", "read"),
    [
        ({"penalties": [{"round": 1, "entrant": "z", "kind": "warning"}]}, "penalties[0].entrant", "z"),
        ({"penalties": [{"round": 1, "entrant": "a", "kind": "slap"}]}, "penalties[0].kind", "slap"),
        ({"penalties": [{"round": 1, "entrant": "a", "kind": "game_points", "points": -2.5}]}, "penalties[0].points", "-2.5"),
        ({"penalties": [{"round": 1, "entrant": "a", "kind": "match_points"}]}, "penalties[0].points", "missing"),
        ({"penalties": [{"round": 1, "entrant": "a", "kind": "awarded", "points": -1}]}, "penalties[0].points", "1"),
        ({"penalties": [{"round": 1, "entrant": "a", "kind": "forfeit", "points": 3}]}, "penalties[0].points", "3"),
        ({"meeting": []}, "meeting", "meetings, places, penalties, ranked_tags, door"),
        ({"door": {"price": -1}}, "door.price", "1"),
        ({"door": {"price": 10.5}}, "door.price", "10.5"),
        ({"door": {"fee": 10}}, "door.fee", "price"),
        ({"door": {"prices": [{"name": "", "cents": 1}]}}, "door.prices[0].name", ""),
        ({"door": {"prices": [{"name": "A", "cents": 1}, {"name": "A", "cents": 2}]}}, "door.prices", "A"),
    ],
)
def test_what_is_wrong_is_named(change, field, read):
    found = run_tournament("standings", {**record(), **change}, 1)["error"]
    assert found["message"].startswith(field)
    assert read.replace("-", "") in found["message"]


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        ({"check_in": "left"}, "entrants[1].check_in: “left”"),
        ({"price": "Member"}, "entrants[1].price: “Member”"),
        ({"charges": [{"cents": 10}]}, "entrants[1].charges[0].reason"),
        ({"charges": [{"cents": 0, "reason": "fine"}]}, "entrants[1].charges[0].cents: 0"),
        ({"payments": {}}, "entrants[1].payments: "),
        ({"payments": [{"cents": 0, "method": "cash"}]}, "entrants[1].payments[0].cents: 0"),
        ({"payments": [{"cents": 10, "method": "cheque"}]}, "entrants[1].payments[0].method: “cheque”"),
        ({"payments": [{"cents": 10, "method": "cash", "tip": 1}]}, "entrants[1].payments[0].tip: "),
        (
            {"payments": [{"cents": 10, "method": "cash"}, {"cents": 11, "method": "cash", "refund": True}]},
            "entrants[1].payments[1]: more is refunded than was paid",
        ),
    ],
)
def test_what_is_wrong_at_the_door_is_named(facts, field):
    assert field in run_tournament("standings", record(entrants={"b": facts}), 1)["error"]["message"]


def test_the_door_changes_no_standings_and_goes_on_with_the_record():
    paid = [{"cents": 1000, "method": "cash"}, {"cents": 400, "method": "e_transfer", "refund": True}]
    door = record(entrants={"a": {"check_in": "here", "payments": paid}, "b": {"check_in": "missing"}}, door={"price": 1000})
    for command in ("standings", "pair", "check"):
        assert run_tournament(command, door) == run_tournament(command, record())
    written = run_simulation({**door, "rounds": []}, "--quiet")["record"]
    assert written["door"] == {"price": 1000}
    assert [(e.get("check_in"), e.get("payments")) for e in written["entrants"][:3]] == [
        ("here", paid),
        ("missing", None),
        (None, None),
    ]


def test_tags_twice_and_handicaps_that_are_no_whole_number_are_refused():
    assert (
        "entrants[0].tags: “x” is there twice"
        in run_tournament("pair", record(entrants={"a": {"tags": ["x", "x"]}}), 1)["error"]["message"]
    )
    assert "entrants[1].handicap: 7.5" in run_tournament("pair", record(entrants={"b": {"handicap": 7.5}}), 1)["error"]["message"]


def test_the_first_edition_has_none_of_it():
    obj = {**record([penalty("warning", "a")]), "format": "scorekeeper-tournament/1"}
    assert "penalties" in run_tournament("standings", obj, 1)["error"]["message"]


SEEDED = {
    "round": 1,
    "tables": [{"sides": [["b"], ["d"]], "scores": [300, 290]}, {"sides": [["a"], ["c"]], "scores": [100, 200]}],
}


def run_simulation(obj, *more, exit_code=0):
    done = CliRunner().invoke(main, ["tournament", "simulate", "-", *more], input=json.dumps(obj))
    assert done.exit_code == exit_code, done.output
    return json.loads(done.stdout)


def test_an_event_is_played_on_with_all_that_its_record_adds_and_can_be_read_again():
    added = {
        "penalties": [
            penalty("game_points", "a", points=-20),
            penalty("match_points", "b", 2, points=-1),
            penalty("warning", "c", 3),
        ],
        "places": [{"entrant": "a", "table": 2}, {"entrant": "c", "side": 1}],
    }
    obj = {**record(rounds=[SEEDED], entrants={"a": {"handicap": 15, "tags": ["novice"]}}), **added}
    found = run_simulation(obj, "--quiet")
    assert found["ok"], found["problems"]
    played = found["record"]
    assert len(played["rounds"]) == 3
    assert played["format"] == "scorekeeper-tournament/2"
    assert {name: played[name] for name in added} == added
    assert (played["entrants"][0]["handicap"], played["entrants"][0]["tags"]) == (15, ["novice"])
    assert played["rounds"][0]["tables"][0]["scores"] == [300, 290]  # as played: the penalty is listed only once
    assert all(
        {"a": 2}.items() <= {i: t["table"] for t in one["tables"] for s in t["sides"] for i in s}.items()
        for one in played["rounds"][1:]
    )
    assert run_tournament("standings", played)["standings"]
    run_simulation({**obj, "seed": 8})


def test_a_penalty_decides_who_goes_on_in_a_knock_out_that_is_played_by_chance():
    for seed in range(12):
        obj = record([penalty("game_points", "a", points=-100)], rounds=(), method="single_elimination", options={}, seed=seed)
        found = run_simulation(obj, "--quiet")
        assert found["ok"], (seed, found["problems"])
        assert run_tournament("check", found["record"]) == {"ok": True, "problems": []}


STAGES = {"stages": [{"method": "round_robin", "pools": 2, "advance": 2}, {"method": "single_elimination"}]}


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind", [{"kind": "warning"}, {"kind": "game_points", "points": -20}, {"kind": "forfeit"}, {"kind": "disqualified"}]
)
def test_a_penalty_in_an_event_of_stages_counts_in_its_pool_and_in_the_standings(kind):
    obj = record([penalty(kind.pop("kind"), "a", 2, **kind)], (), method="stages", options=STAGES)
    obj["entrants"] = [{"id": who, "name": who.upper(), "seed": k} for k, who in enumerate("abcdefgh", 1)]
    found = run_simulation(obj, "--quiet")
    assert found["ok"], found["problems"]
    assert len(found["record"]["rounds"]) == 5
    row = lines(found["record"])["a"]
    assert row["penalties"][0]["round"] == 2
    found["record"]["standings"] = run_tournament("standings", found["record"])["standings"]
    assert run_tournament("check", found["record"]) == {"ok": True, "problems": []}


def test_whoever_is_disqualified_plays_no_more_in_an_event_that_is_played_by_chance():
    played = run_simulation(record([penalty("disqualified", "a", 2)], [SEEDED]), "--quiet")["record"]
    assert not any("a" in side for one in played["rounds"][1:] for t in one["tables"] for side in t["sides"])
    assert played["entrants"][0]["left"] is None  # the penalty says so


def test_an_event_of_which_too_much_would_be_changed_is_not_played():
    obj = record([penalty("warning", "d")], rounds=())
    found = run_simulation(obj, "--entrants", "3", exit_code=1)["error"]
    assert found["message"] == "penalties[0].entrant: no entrant has the id “d”."
    obj = record([penalty("match_points", "d", points=1)], rounds=())
    assert (
        "is not valid in a tournament with stages" in run_simulation(obj, "--method", "stages", exit_code=1)["error"]["message"]
    )
    assert run_simulation(record(rounds=()), "--entrants", "8")["ok"]


def test_a_knock_out_in_which_a_loser_went_on_names_the_matches_until_they_are_taken_away():
    def table(match, one, other, scores=(2, 1)):
        return {"match": match, "sides": [[one], [other]], "scores": list(scores)}

    first = {"round": 1, "tables": [table("W1.1", "a", "d", (1, 2)), table("W1.2", "b", "c")]}
    second = {"round": 2, "tables": [table("W2.1", "a", "b"), table("L1.1", "d", "c")]}
    obj = record(rounds=[first, second], method="double_elimination", options={})
    error = run_tournament("pair", obj, 1)["error"]
    assert (error["code"], error["matches"]) == ("bracket.played_by_other", ["W2.1", "L1.1"])
    assert "W2.1, L1.1" in error["message"]
    obj["rounds"] = [first, {"round": 2, "tables": [], "byes": []}]
    made = run_tournament("pair", obj)
    assert [t["sides"] for t in made["tables"]] == [[["d"], ["b"]], [["a"], ["c"]]]
    seated = [who for t in made["tables"] for side in t["sides"] for who in side]
    assert len(seated) == len({*seated})


def test_an_event_with_meetings_to_be_avoided_is_played_on_and_can_be_read_again():
    meetings = [{"between": ["a", "c"], "rule": "never"}, {"tag": "novice", "rule": "rather_not"}]
    obj = {**record(rounds=(), entrants={"b": {"tags": ["novice"]}, "d": {"tags": ["novice"]}}), "meetings": meetings}
    obj["places"] = [{"entrant": "c", "table": 2}]
    found = run_simulation(obj, "--quiet", "--rounds", "2")
    assert found["ok"], found["problems"]
    assert found["record"]["meetings"] == meetings
    assert not any({"a", "c"} == {i for s in t["sides"] for i in s} for one in found["record"]["rounds"] for t in one["tables"])
    assert run_tournament("check", found["record"]) == {"ok": True, "problems": []}
    assert "no entrant has the id “c”" in run_simulation(obj, "--entrants", "2", exit_code=1)["error"]["message"]
