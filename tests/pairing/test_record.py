import json

import pytest
from click.testing import CliRunner

from scorekeeper.cli.command_line import main
from scorekeeper.formats.tournament_options import parse_options
from scorekeeper.formats.tournament_record import dump_tournament, parse_tournament
from scorekeeper.pairing.directing.director import standings
from scorekeeper.pairing.record.errors import TournamentError
from scorekeeper.pairing.words import tournament_error_text
from tests.pairing.events import played, tournament

RECORD = {
    "format": "scorekeeper-tournament/1",
    "name": "Club night",
    "method": "swiss",
    "seed": 7,
    "options": {
        "rounds": 5,
        "match": {"kind": "hands", "hands": 8},
        "six_table": False,
        "tiebreaks": ["match_points", "buchholz", "margin"],
    },
    "rules": "standard",
    "entrants": [
        {"id": "a", "name": "Aline & Denis", "seed": 1, "joined": 1, "left": None},
        {"id": "b", "name": "Benoît & Claire"},
        {"id": "c", "name": "Élise & Fred"},
    ],
    "rounds": [{"round": 1, "tables": [{"table": 1, "sides": [["a"], ["b"]], "scores": [345, 290]}], "byes": ["c"]}],
}


def changed_record(path: str, value: object) -> object:
    obj = json.loads(json.dumps(RECORD))
    *way, last = [int(k) if k.isdigit() else k for k in path.split("/")]
    at = obj
    for key in way:
        at = at[key]
    at[last] = value
    return obj


def test_a_record_comes_back_as_it_was_read():
    t = parse_tournament(RECORD)
    assert parse_tournament(dump_tournament(t)) == t
    assert dump_tournament(parse_tournament(dump_tournament(t))) == dump_tournament(t)


@pytest.mark.parametrize(
    ("path", "value", "code", "event", "field"),
    [
        ("format", "scorekeeper-game/1", "format", 0, "format"),
        ("surprise", 1, "format", 0, "surprise"),
        ("method", "swis", "format", 0, "method"),
        ("options/rounds", 0, "options", 0, "options.rounds"),
        ("options/match/hands", "8", "options", 0, "options.match.hands"),
        ("options/match/minutes", 8, "options", 0, "options.match.minutes"),
        ("options/tiebreaks/1", "bucholz", "options", 0, "options.tiebreaks[1]"),
        ("options/points", {"win": -1}, "options", 0, "options.points.win"),
        ("options/legs", 3, "options", 0, "options.legs"),
        ("options/stages", [], "options", 0, "options.stages"),
        ("entrants/1/id", "a", "entrants", 0, "entrants[1].id"),
        ("entrants/1/name", "", "entrants", 0, "entrants[1].name"),
        ("entrants/1/joined", True, "entrants", 0, "entrants[1].joined"),
        ("rounds/0/round", 2, "round", 1, "rounds[0].round"),
        ("rounds/0/byes/0", "x", "round", 1, "rounds[0].byes[0]"),
        ("rounds/0/tables/0/sides/0", ["x"], "round", 1, "rounds[0].tables[0].sides[0]"),
        ("rounds/0/tables/0/sides/1", ["a"], "round", 1, "rounds[0].tables[0].sides"),
        ("rounds/0/tables/0/scores", [1], "round", 1, "rounds[0].tables[0].scores"),
        ("rounds/0/tables/0/scores", [1, 2.5], "round", 1, "rounds[0].tables[0].scores[1]"),
        ("rounds/0/tables/0/forfeit", 2, "round", 1, "rounds[0].tables[0].forfeit"),
        ("rounds/0/tables/0/points", [1, 2], "round", 1, "rounds[0].tables[0].points"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(path, value, code, event, field):
    with pytest.raises(TournamentError) as caught:
        parse_tournament(changed_record(path, value))
    error = caught.value
    assert (error.code, error.event, error.params["field"]) == (code, event, field)
    done = run("check", changed_record(path, value))
    assert done["error"]["code"] == code
    assert field in done["error"]["message"]


def run(command: str, *records: object, lines: bool = False) -> dict:
    text = "\n".join(json.dumps(r) for r in records)
    done = CliRunner().invoke(main, ["tournament", command], input=text)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.exit_code == (1 if any("error" in a for a in answers) else 0), done.output
    return answers if lines else answers[0]


def test_a_forfeit_may_be_a_side_a_list_or_true_beside_the_winner():
    base = "rounds/0/tables/0"
    for value in ({"forfeit": 1}, {"forfeit": [1]}, {"forfeit": True, "winner": 0}):
        t = parse_tournament(changed_record(base, {"table": 1, "sides": [["a"], ["b"]], **value}))
        assert t.rounds[0].tables[0].result.forfeit == (1,)


def test_pair_prints_the_next_round_with_its_reasons():
    done = run("pair", RECORD)
    assert (done["round"], done["byes"], done["rematches"]) == (2, ["b"], 0)
    assert done["tables"][0]["sides"] == [["c"], ["a"]]
    assert "Both have 1 match point, in a group of 2." in done["tables"][0]["why"]


def test_a_round_as_printed_can_be_put_into_the_record():
    for method in ("swiss", "single_elimination", "double_elimination", "rotating_partners", "mitchell"):
        record = dump_tournament(tournament(method, 9, rounds=3))
        printed = run("pair", record)
        for table in printed["tables"]:
            table["scores"] = [200, 100]
        record["rounds"] = [printed]
        assert run("check", record) == {"ok": True, "problems": []}
        assert run("pair", record)["round"] == 2


def test_standings_show_the_columns_and_what_separated():
    done = run("standings", RECORD)["standings"]
    assert done[0] == {
        "rank": 1,
        "id": "c",
        "match_points": 1.0,
        "buchholz": 1.0,
        "margin": 0,
        "separated_by": "buchholz",
    }
    assert [row["rank"] for row in done] == [1, 2, 3]


def test_a_record_that_cannot_be_answered_does_not_stop_the_others():
    done = run("standings", RECORD, {"format": "nothing"}, changed_record("rules", "no such"), RECORD, lines=True)
    assert ["standings" in a for a in done] == [True, False, False, True]
    assert [a["error"]["code"] for a in done if "error" in a] == ["format", "rules"]


def test_schedule_prints_every_round_and_its_balance():
    done = run("schedule", dump_tournament(tournament("rotating_partners", 13)))
    assert (len(done["rounds"]), done["made_by"], done["balance"]["perfect"]) == (13, "whist", True)
    assert all(len(r["byes"]) == 1 for r in done["rounds"])
    refused = run("schedule", RECORD)
    assert refused["error"]["code"] == "schedule"


def test_a_knockout_prints_its_bracket():
    done = run("pair", dump_tournament(played(tournament("double_elimination", 4), 1)))
    assert {m["match"]: m["status"] for m in done["bracket"]}["W1.1"] == "played"
    assert done["tables"][0]["match"] == "W2.1"


def test_simulate_plays_and_checks_from_a_seed():
    args = ["tournament", "simulate", "--method", "swiss", "--entrants", "12", "--seed", "3", "--events", "2"]
    done = CliRunner().invoke(main, args)
    assert done.exit_code == 0, done.output
    first, second = (json.loads(line) for line in done.stdout.splitlines())
    assert (first["ok"], second["seed"]) == (True, 4)
    assert run("check", first["record"])["ok"]


def simulate(*args: str, records: list[object] | None = None) -> list[dict]:
    text = "\n".join(json.dumps(r) for r in records or [])
    done = CliRunner().invoke(main, ["tournament", "simulate", *args], input=text)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.exit_code == (1 if any("error" in a for a in answers) else 0), done.output
    return answers


def test_a_record_is_played_on_from_where_it_stands():
    (played_on,) = simulate("-", records=[RECORD])
    record = played_on["record"]
    assert (played_on["ok"], played_on["seed"], record["name"]) == (True, 7, "Club night")
    assert [e["id"] for e in record["entrants"]][:3] == ["a", "b", "c"]
    assert len(record["rounds"]) == record["options"]["rounds"] == 5
    assert record["rounds"][0]["tables"][0]["sides"] == [["a"], ["b"]]
    assert run("check", record)["ok"]
    assert simulate("-", records=[RECORD]) == [played_on]


def test_options_go_before_those_of_the_record_and_errors_stand_in_its_place(tmp_path):
    fresh = {**RECORD, "rounds": [], "options": {}}
    (tmp_path / "club.json").write_text(json.dumps(fresh))
    (found,) = simulate(
        str(tmp_path / "club.json"), "--method", "double_elimination", "--entrants", "9", "--seed", "4", "--quiet"
    )
    assert (found["seed"], found["record"]["method"], len(found["record"]["entrants"])) == (4, "double_elimination", 9)
    assert [e["id"] for e in found["record"]["entrants"]][:4] == ["a", "b", "c", "e1"]
    (short,) = simulate("-", "--rounds", "2", "--quiet", records=[fresh])
    assert len(short["record"]["rounds"]) == 2
    (usual,) = simulate("-", "--quiet", records=[fresh])
    assert len(usual["record"]["rounds"]) == 2
    first, second, third = simulate("-", "--method", "mitchell", "--no-record", records=[RECORD, fresh, {"format": "x"}])
    assert (first["error"]["code"], second["ok"], third["error"]["code"]) == ("simulate", True, "format")
    assert "swiss" in first["error"]["message"]
    refused = CliRunner().invoke(main, ["tournament", "simulate", "-", "--events", "3"], input="{}")
    assert refused.exit_code == 2


def test_standings_and_brackets_that_come_with_a_record_are_checked():
    rows = run("standings", RECORD)["standings"]
    assert run("check", {**RECORD, "standings": rows})["ok"]
    found = run("check", {**RECORD, "standings": [{**rows[0], "buchholz": 2.0}, *rows[1:]]})
    assert [(p["round"], p["rule"]) for p in found["problems"]] == [(0, "standings")]
    assert "Élise & Fred, buchholz: the file has 2, but the results give 1." in found["problems"][0]["text"]
    assert run("check", {**RECORD, "standings": 3})["error"]["code"] == "standings"
    knockout = dump_tournament(played(tournament("double_elimination", 6), 2))
    printed = run("pair", knockout)
    record = {**knockout, "rounds": [*knockout["rounds"], printed]}
    assert run("check", record)["ok"]
    match = next(m for m in printed["bracket"] if m["status"] == "played")
    match["winner"] = next(s[0] for s in match["sides"] if s[0] != match["winner"])
    assert [(p["round"], p["rule"]) for p in run("check", record)["problems"]] == [(3, "bracket")]


def test_a_score_that_is_no_whole_number_is_refused_as_that():
    done = run("check", changed_record("rounds/0/tables/0/scores", [1.5, 2]))
    assert "1.5 is not valid. Use a whole number from" in done["error"]["message"]


def test_answers_come_in_french_too():
    done = CliRunner().invoke(main, ["tournament", "pair", "--lang", "fr"], input=json.dumps(RECORD))
    assert done.exit_code == 0


def test_a_stage_has_the_match_tiebreaks_points_and_cap_of_the_tournament_where_it_says_nothing_else():
    final = {"method": "single_elimination", "cut": 2, "options": {"match": {"kind": "race", "best_of": 3}}}
    obj = changed_record("method", "stages")
    obj["options"] = {
        "match": {"kind": "hands", "hands": 12},
        "tiebreaks": ["match_points", "margin"],
        "points": {"win": 3, "tie": 1},
        "margin_cap": 200,
        "six_table": True,
        "stages": [{"method": "swiss", "options": {"rounds": 2}}, final],
    }
    read = parse_tournament(obj)
    swiss, knockout = (stage.options for stage in read.options.stages)
    assert (swiss.match, swiss.points, swiss.six_table) == (read.options.match, read.options.points, True)
    assert (swiss.tiebreaks, knockout.tiebreaks) == (("match_points", "margin"), ("match_points",))
    assert swiss.margin_cap == knockout.margin_cap == 200
    assert (knockout.match.kind, knockout.match.best_of, knockout.six_table) == ("race", 3, False)
    assert parse_tournament(dump_tournament(read)) == read


@pytest.mark.parametrize(("pools", "advance", "cut"), [(3, 2, 8), (3, None, 8), (1, 4, 8), (2, 1, 4)])
def test_a_record_whose_cut_takes_more_than_go_on_is_refused(pools, advance, cut):
    first = {"method": "round_robin", "pools": pools, **({"advance": advance} if advance else {})}
    record = {
        "format": "scorekeeper-tournament/1",
        "method": "stages",
        "options": {"stages": [first, {"method": "single_elimination", "cut": cut}]},
        "entrants": [{"id": f"e{n}"} for n in range(1, 13)],
    }
    with pytest.raises(TournamentError) as caught:
        parse_tournament(record)
    assert caught.value.params["field"] == "options.stages[1].cut"
    assert str(cut) in tournament_error_text(str, caught.value)
    record["options"]["stages"][1]["cut"] = 2
    parse_tournament(record)


@pytest.mark.parametrize(
    ("method", "options", "individual"),
    [
        *(("rotating_partners", {}, True), ("up_and_down", {"rounds": 4}, True), ("winners_up", {"individuals": True}, True)),
        *(("winners_up", {}, False), ("swiss", {}, False), ("mitchell", {}, False)),
    ],
)
def test_single_players_are_ranked_by_wins_then_points_unless_the_record_says_otherwise(method, options, individual):
    order = parse_options(options, method).tiebreaks
    assert ("buchholz" in order) is not individual
    assert order[:2] == (("match_points", "points_for") if individual else ("match_points", "head_to_head"))
    kept = ["match_points", "buchholz"]
    assert parse_options({**options, "tiebreaks": kept}, method).tiebreaks == tuple(kept)


def test_of_two_with_as_many_wins_the_one_with_more_points_is_first():
    tables = [
        [{"table": 1, "sides": [["a", "b"], ["c", "d"]], "scores": [300, 290]}],
        [{"table": 1, "sides": [["c", "a"], ["b", "d"]], "scores": [200, 250]}],
        [{"table": 1, "sides": [["a", "d"], ["b", "c"]], "scores": [150, 400]}],
    ]
    record = {
        "format": "scorekeeper-tournament/1",
        "method": "rotating_partners",
        "entrants": [{"id": i} for i in "abcd"],
        "rounds": [{"round": n, "tables": one} for n, one in enumerate(tables, 1)],
    }
    rows = standings(parse_tournament(record))
    assert [row.id for row in rows] == ["b", "c", "d", "a"]
