from __future__ import annotations

import csv
import io
import json
from fractions import Fraction

import pytest

from scorekeeper.core.i18n.translation import t_for
from scorekeeper.core.refusals import NotAllowed, Refusal, refusal_text
from scorekeeper.core.spreadsheets import write_csv
from scorekeeper.formats.tournament_v2 import parse_v2
from scorekeeper.pairing.directing import director
from scorekeeper.pairing.record.errors import TournamentError
from scorekeeper.pairing.verify.verify import check
from scorekeeper.pairing.words import tournament_error_text
from scorekeeper.tournaments.commands import authorization as tournament_entrance
from scorekeeper.tournaments.commands import snapshot as tournament_board
from scorekeeper.tournaments.commands.entrants import entries, entry_sheets
from scorekeeper.tournaments.commands.files import record_import, spreadsheets
from scorekeeper.tournaments.commands.setup import lifecycle
from tests.tournaments.club_night import Desk


def plain(text):
    return text


def rows(data):
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"))))


@pytest.fixture
def desk(inside):
    desk = Desk(6, options={"rounds": 3})
    desk.play()
    desk.play()
    desk.result(1, 1, 0, 400)
    desk.play()
    return desk


def test_a_record_that_was_saved_comes_in_again_as_the_same_tournament_corrections_and_all(desk):
    record = desk.board.record_json()
    assert any("was" in t for r in record["rounds"] for t in r["tables"])
    number = record_import.bring_in(desk.club, json.loads(json.dumps(record)), {"day": "2026-02-03"}, status="finished")
    board = tournament_board.load(tournament_entrance.desk(number, desk.account))
    assert board.record_json() == record
    assert (board.status, board.about.day) == ("finished", "2026-02-03")
    assert check(board.tournament) == []
    assert [e.player_ids for e in board.entrants] == [e.player_ids for e in desk.board.entrants]


def test_a_record_that_is_sent_twice_comes_in_once(desk):
    one, other = (record_import.bring_in(desk.club, desk.board.record_json(), {}, uuid="the-same-key-twice") for _ in range(2))
    assert one == other


def test_the_desk_goes_on_with_a_record_whose_last_round_is_being_played(desk):
    record = desk.board.record_json()
    for table in record["rounds"][2]["tables"]:
        table.pop("scores", None)
    number = record_import.bring_in(desk.club, record, {})
    access = tournament_entrance.desk(number, desk.account)
    board = tournament_board.load(access)
    assert (board.status, board.current.number, board.current.done) == ("running", 3, False)
    assert board.next_error.code == "finished" or board.next_error.code == "needs.results"


def test_a_record_of_entrants_with_other_ids_and_team_names_comes_in_as_a_draft(desk):
    record = {"format": "scorekeeper-tournament/1", "name": "Copie", "method": "swiss", "options": {"rounds": 3}}
    record["entrants"] = [{"id": "les-as", "name": "Les As"}, {"id": "z", "name": "Rita & Zoé"}]
    number = record_import.bring_in(desk.club, record, {})
    board = tournament_board.load(tournament_entrance.desk(number, desk.account))
    assert [(e.id, e.name, e.players) for e in board.entrants] == [("e1", "Les As", ()), ("e2", "Rita & Zoé", ("Rita", "Zoé"))]
    assert board.status == "draft"


@pytest.mark.slow
@pytest.mark.parametrize("change", [{"format": "x"}, {"method": "poker"}, {"seed": -1}, {"entrants": []}, {"rules": "cutthroat"}])
def test_a_record_that_is_none_is_refused_by_name_and_makes_nothing(desk, change):
    record = {**desk.board.record_json(), **change}
    with pytest.raises((Refusal, TournamentError)):
        record_import.bring_in(desk.club, record, {})


SECOND = {
    "format": "scorekeeper-tournament/2",
    "name": "Coupe",
    "method": "swiss",
    "options": {"rounds": 3},
    "entrants": [
        {"id": "a", "name": "Ann", "tags": ["novice"], "handicap": 10},
        {"id": "b", "name": "Bob", "tags": ["novice"]},
        {"id": "c", "name": "Cy"},
        {"id": "d", "name": "Di"},
    ],
    "rounds": [
        {
            "round": 1,
            "tables": [
                {"table": 1, "sides": [["a"], ["c"]], "scores": [300, 290]},
                {"table": 2, "sides": [["d"], ["b"]], "scores": [200, 250]},
            ],
        }
    ],
    "meetings": [{"between": ["a", "b"], "rule": "never"}, {"tag": "novice", "rule": "not_round_1"}],
    "places": [{"entrant": "c", "table": 1}, {"entrant": "d", "side": 0}],
    "penalties": [
        {"round": 1, "entrant": "a", "kind": "game_points", "points": -20, "reason": "renonce", "rule": "play.revoke"},
        {"round": 1, "entrant": "b", "kind": "warning", "reason": "retard"},
        {"round": 2, "entrant": "d", "kind": "disqualified", "reason": ""},
    ],
    "ranked_tags": ["novice"],
}


def test_everything_of_a_second_edition_comes_in_and_goes_out_again(desk):
    number = record_import.bring_in(desk.club, SECOND, {})
    board = tournament_board.load(tournament_entrance.desk(number, desk.account))
    assert board.table(1, 1).result.scores == (280, 290)
    assert (board.entrant("e4").status, board.entrant("e1").tags, board.entrant("e1").handicap) == ("left", ("novice",), 10)
    out = json.loads(json.dumps(board.record_json(desk=True)).replace("e1", "a").replace("e2", "b").replace("e3", "c"))
    out = json.loads(json.dumps(out).replace("e4", "d"))
    for name in ("meetings", "places", "penalties", "ranked_tags"):
        assert out[name] == SECOND[name]
    found, mine = (parse_v2(one) for one in (SECOND, board.record_json(desk=True)))
    assert [row.columns for row in director.standings(found[0])] == [row.columns for row in director.standings(mine[0])]
    again = record_import.bring_in(desk.club, board.record_json(desk=True), {})
    other = tournament_board.load(tournament_entrance.desk(again, desk.account))
    assert other.record_json(desk=True) == board.record_json(desk=True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"penalties": [{"round": 1, "entrant": "z", "kind": "warning"}]}, "penalties[0].entrant"),
        ({"places": [{"entrant": "a", "table": 0}]}, "places[0].table"),
        ({"meetings": [{"between": ["a"], "rule": "never"}]}, "meetings[0].between"),
        ({"ranked_tags": ["x", "x"]}, "ranked_tags"),
    ],
)
def test_what_is_wrong_in_a_second_edition_is_refused_by_name_and_makes_nothing(desk, change, named):
    before = len(lifecycle.of_club(desk.club))
    with pytest.raises(TournamentError) as refused:
        record_import.bring_in(desk.club, SECOND | change, {})
    assert tournament_error_text(str, refused.value).startswith(f"{named}: ")
    assert len(lifecycle.of_club(desk.club)) == before


def test_a_second_edition_that_says_no_more_than_the_first_comes_in(desk):
    record = {"format": "scorekeeper-tournament/2", "name": "Coupe", "method": "swiss", "options": {"rounds": 3}, "rounds": []}
    record["entrants"] = [{"id": "a", "name": "Ann", "tags": [], "handicap": 0}, {"id": "b", "name": "Bob"}]
    number = record_import.bring_in(desk.club, record | {"penalties": [], "places": []}, {})
    board = tournament_board.load(tournament_entrance.desk(number, desk.account))
    assert [e.name for e in board.entrants] == ["Ann", "Bob"]


def test_scorers_bring_no_record_in(desk):
    from scorekeeper.clubs.commands.members import members

    scorer = members.club_access(desk.club.slug, desk.member("Sam", "scorer"))
    with pytest.raises(NotAllowed):
        record_import.bring_in(scorer, desk.board.record_json(), {})


def test_the_list_of_entrants_is_read_again_as_it_was_written(desk):
    parsed = entry_sheets.parse(write_csv(spreadsheets.entrants(desk.board, plain)))
    assert [e["players"] for e in parsed.entries] == [list(e.players) for e in desk.board.entrants]
    assert parsed.problems == ()


def test_results_have_a_line_a_match_and_standings_a_line_an_entrant(desk):
    found = rows(write_csv(spreadsheets.results(desk.board, plain)))
    assert len(found) == 1 + 9
    assert found[1][4:6] == ["0", "400"]
    assert rows(write_csv(spreadsheets.results(desk.board, t_for("fr"))))[0][2:4] == ["Équipe 1", "Équipe 2"]
    standing = rows(write_csv(spreadsheets.standings(desk.board, plain)))
    assert [int(line[0]) for line in standing[1:]] == [row.rank for row in desk.board.standings]


def test_no_name_is_a_formula_and_no_score_below_zero_is_text(desk):
    desk.do(entries.change, "e1", {"name": "=HYPERLINK(1)", "players": ["=1+1", "@x"]})
    desk.result(3, 1, -40, 210)
    found = rows(write_csv(spreadsheets.entrants(desk.board, plain)))
    assert found[1][:3] == ["'=HYPERLINK(1)", "'=1+1", "'@x"]
    assert entry_sheets.parse(write_csv(spreadsheets.entrants(desk.board, plain))).entries[0]["players"] == ["=1+1", "@x"]
    assert "-40" in [cell for row in rows(write_csv(spreadsheets.results(desk.board, plain))) for cell in row]


def test_a_list_as_excel_saves_it_in_french_comes_in_with_lines_within_cells():
    text = 'Nom;Joueur 1;Joueur 2\r\n;"Évangéline\r\nGallant";Théo\r\nL’Équipe;Noëlla;"Cœur ; d’or"\r\n'
    parsed = entry_sheets.parse(text.encode("cp1252"))
    assert parsed.problems == ()
    assert [e["players"] for e in parsed.entries] == [["Évangéline Gallant", "Théo"], ["Noëlla", "Cœur ; d’or"]]


def test_a_list_of_ten_thousand_lines_is_refused_by_its_limit_and_nobody_is_entered(desk):
    many = "\n".join(f"Nom {n};Autre {n}" for n in range(10_000)).encode()
    with pytest.raises(Refusal, match=r"list\.long") as refusal:
        entry_sheets.parse(many)
    assert "2000" in refusal_text(plain, refusal.value).replace("\u202f", "").replace(",", "")
    assert len(desk.board.entrants) == 6


# ---- formulas and separators


@pytest.mark.parametrize("separator", [",", ";"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize(
    "text", ["=1+1", "C;=1+1", "C; =1+1 & D;@a", "C\t+1", "a,-1", " =1+1", "x|=HYPERLINK(1)", "=1;=2", 'C";=1+1;"']
)
def test_no_program_takes_a_text_for_a_formula_whichever_sign_it_splits_at(text, delimiter, separator):
    data = write_csv([["Name", text, 7]], separator).decode("utf-8-sig")
    split_blindly = [cell.strip('" \u00a0') for line in data.splitlines() for cell in line.split(delimiter)]
    assert [cell for cell in split_blindly if cell.startswith(("=", "+", "-", "@"))] == []
    assert [
        cell for row in csv.reader(io.StringIO(data), delimiter=delimiter) for cell in row if cell[:1] in ("=", "+", "@")
    ] == []


def test_every_cell_is_quoted_and_decimals_go_by_the_separator():
    rows = [["Nom", Fraction(1, 2), 3, None]]
    assert write_csv(rows).decode("utf-8-sig") == '"Nom","0.5","3",""\r\n'
    assert write_csv(rows, ";").decode("utf-8-sig") == '"Nom";"0,5";"3";""\r\n'


@pytest.mark.parametrize("separator", [",", ";"])
@pytest.mark.parametrize("name", ["=SUM(1)", "C;=1+1", "Roy, -Luc", "L’Heureux", "'Ti-Jean", 'dit "Ti"'])
def test_a_name_that_was_quoted_is_read_again_as_it_was(name, separator):
    assert entry_sheets.read(write_csv([[name, *"xyz"]], separator)).rows[0][1] == (name, *"xyz")


def test_the_list_in_french_says_when_somebody_joined(desk):
    heads = spreadsheets.entrants(desk.board, t_for("fr"))[0]
    assert "Fusionnés" not in heads
    assert heads[-2:] == ["Arrivée", "Départ"]
