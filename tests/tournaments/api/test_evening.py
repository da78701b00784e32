"""An evening over the API: entry form and waiting list, previewed corrections, stages, rotations, the report."""

from __future__ import annotations

from datetime import timedelta

import pytest

from scorekeeper.core.db.database import now
from scorekeeper.tournaments.commands import player_links
from tests.app.api.test_openapi import shape
from tests.tournaments.api.program import BASE, Program
from tests.tournaments.club_night import Desk, key, pairs


def test_whoever_comes_when_all_places_are_taken_waits_and_is_admitted_by_the_desk(app, inside):
    desk = Desk(2)
    program, everybody = Program(app, desk), Program(app, desk, secret="")
    program("PUT", "/entry-form", {"open": True, "limit": 3, "closes": None, "note": "Apporter un stylo"})
    form = everybody("GET", "/entry-form").json
    shape("EntryFormNow").validate(form)
    assert (form["accepting"], form["in"], form["players_each"], form["note"]) == (True, 2, 2, "Apporter un stylo")
    everybody.revision = form["revision"]
    for players, status in ((["Ursule", "Victor"], "in"), (["Wanda", "Yvon"], "waiting")):
        entered = everybody("POST", "/entries", {"players": players})
        assert [(e["status"], e["via"]) for e in entered.json["entrants"]] == [(status, "form")]
    assert [e["id"] for e in everybody("GET", "/entrants?status=waiting").json["entrants"]] == ["e4"]
    assert everybody("GET", "/entrants?status=lost").json["code"] == "parameter"
    program.revision = everybody.revision
    assert program("POST", "/entrants/4/admit").json["entrants"][0]["status"] == "in"
    program("PUT", "/entry-form", {"open": False})
    assert not everybody("GET", "/entry-form").json["accepting"]
    assert everybody("POST", "/entries", {"players": ["Zita", "Zoël"]}).json["code"] == "entry.closed"


def test_a_correction_is_looked_at_first_and_pairs_the_unplayed_tables_anew_where_that_is_asked(app, inside):
    desk = Desk(8, options={"rounds": 4})
    desk.play()
    desk.next_round()
    desk.result(2, 4, 300, 100)
    program = Program(app, desk)
    before = program("GET", "/rounds/2").json
    wrong = {"scores": [0, 300]}
    told = program("POST", "/rounds/1/tables/1/consequences", wrong).json
    assert told["can_repair"]
    assert told["moved"]
    assert desk.access.revision == program.revision
    kept = program("PUT", "/rounds/1/tables/1/result", wrong).json
    assert kept["rounds"] == []
    undo = program("POST", "/undo/consequences").json
    shape("UndoPreview").validate(undo)
    assert undo["after"] == {"result/1/1": {"scores": [295, 275]}}
    assert undo["consequences"]["moved"]
    assert program("POST", "/undo").json["undoes"] == kept["revision"]
    anew = program("PUT", "/rounds/1/tables/1/result?repair=1", wrong).json
    assert [one["round"] for one in anew["rounds"]] == [2]
    after = program("GET", "/rounds/2").json
    assert after["tables"][3]["sides"] == before["tables"][3]["sides"]
    assert [t["sides"] for t in after["tables"]] != [t["sides"] for t in before["tables"]]
    assert program("POST", "/undo").json["undoes"] == anew["revision"]
    assert [t["sides"] for t in program("GET", "/rounds/2").json["tables"]] == [t["sides"] for t in before["tables"]]


def test_pools_are_followed_by_a_knock_out_whose_bracket_is_read(app, inside):
    match = {"match": {"kind": "hands", "hands": 4}}
    stages = [
        {"method": "round_robin", "options": match, "pools": 2, "advance": 2},
        {"method": "single_elimination", "options": match},
    ]
    desk = Desk(8, method="stages", options={**match, "stages": stages})
    program = Program(app, desk)
    numbers = [desk.play() for _ in range(4)]
    assert [desk.board.round(n).stage for n in numbers] == [1, 1, 1, 2]
    program.revision = desk.access.revision
    bracket = program("GET", "/bracket").json
    shape("TournamentBracket").validate(bracket)
    assert len(bracket["bracket"]) == 3
    assert program("POST", "/draft").json["rounds"][0]["stage"] == 2
    shape("CrossTable").validate(program("GET", "/cross-table").json)
    assert Program(app, Desk(0, organiser=desk.account))("GET", "/bracket").json == {"bracket": None, "finals": []}


def test_a_cut_that_takes_more_than_go_on_from_the_pools_is_refused_by_both_numbers(app, inside):
    desk = Desk(12)
    program = Program(app, desk)
    stages = [{"method": "round_robin", "pools": 3, "advance": 2}, {"method": "single_elimination", "cut": 8}]
    facts = {"method": "stages", "options": {"stages": stages}}
    answer = program("PATCH", "", facts)
    assert answer.status_code == 422
    assert "3 pools × 2 = 6, but the cut is 8" in answer.json["detail"]
    stages[1]["cut"] = 6
    assert program("PATCH", "", facts).status_code == 200


def test_a_rotation_is_made_in_advance_with_its_balance_and_a_timetable(app, inside):
    desk = Desk(0, method="rotating_partners", options={"rounds": 7, "match": {"kind": "hands", "hands": 4}})
    program = Program(app, desk)
    program("POST", "/entrants", {"entrants": [{"players": [e["players"][k]]} for e in pairs(4) for k in (0, 1)]})
    program("PATCH", "", {"starts": "19:30"})
    schedule = program("GET", "/schedule").json
    shape("Schedule").validate(schedule)
    assert (schedule["made_by"], len(schedule["rounds"]), schedule["balance"]["partner_repeats"]) == ("whist", 7, 0)
    timetable = program("GET", "/timetable").json
    shape("Timetable").validate(timetable)
    assert len(timetable["rounds"]) == 7
    assert timetable["rounds"][0]["starts"][11:19] == "19:40:00"
    swiss = Program(app, Desk(4, organiser=desk.account))
    assert (swiss("GET", "/schedule").status_code, swiss("GET", "/schedule").json["code"]) == (422, "schedule")


def test_the_report_holds_winners_prizes_and_every_round_and_is_final_at_the_end(app, inside):
    desk = Desk(5, options={"rounds": 2})
    program, everybody = Program(app, desk), Program(app, desk, secret="")
    desk.play()
    desk.play()
    program.revision = desk.access.revision
    program("PUT", "/prizes", {"prizes": "Un jambon"})
    assert not everybody("GET", "/report").json["final"]
    program("PUT", "/status", {"status": "finished"})
    report = everybody("GET", "/report").json
    shape("Report").validate(report)
    assert (report["final"], report["about"]["prizes"], len(report["rounds"])) == (True, "Un jambon", 2)
    assert [one["name"] for one in report["winners"]] == ["Aline & Benoît"]
    mine = everybody("GET", "/entrants/1").json
    assert (mine["rank"], [one["status"] for one in mine["rounds"]]) == (1, ["done", "done"])
    others = [everybody("GET", f"/entrants/{n}").json for n in range(2, 6)]
    assert "bye" in {one["status"] for page in others for one in page["rounds"]}
    crossed = everybody("GET", "/cross-table").json
    assert [len(line["cells"]) for line in crossed["lines"]] == [2] * 5
    assert program("PUT", "/status", {"status": "running"}).json["status"] == "running"
    assert everybody("GET", "/entrants/9").json["code"] == "entrant"


def test_a_phone_records_its_match_and_everybody_reads_every_hand_of_it(app, inside):
    desk = Desk(4, options={"rounds": 3, "match": {"kind": "hands", "hands": 2}})
    desk.next_round()
    phone = Program(app, desk, secret=player_links.table_links(desk.access, 1)[1])
    made, again = (phone.at("POST", "/table/game").json for _ in range(2))
    assert made == again
    shape("TableGame").validate(made)
    hand = {"contractor": 0, "bid": 75, "trump": "H", "points": [85, 15]}
    own = {"Authorization": f"Bearer {made['token']}", "If-Match": '"1"', "Idempotency-Key": key()}
    assert phone.client.post(f"{BASE}/games/{made['game']}/events", json=hand, headers=own).status_code == 201
    assert phone.client.get(made["href"]).status_code == 401  # on no device: there was no cookie
    sheet = Program(app, desk, secret="")("GET", "/rounds/1/tables/1").json
    shape("MatchSheet").validate(sheet)
    assert sheet["table"]["live"]["hands_left"] == 1
    (told,) = sheet["games"]
    assert told["record"]["events"][0]["bid"] == 75
    assert told["replay"]["hands"][0]["bid"] == 75


def test_a_table_is_told_how_long_a_match_of_its_stage_lasts(app, inside):
    stages = [{"method": "swiss", "options": {"rounds": 1, "match": {"kind": "race", "best_of": 3}}}]
    stages.append({"method": "single_elimination", "options": {}, "cut": 2})
    desk = Desk(4, method="stages", options={"stages": stages})
    desk.next_round()
    told = Program(app, desk, secret=player_links.table_links(desk.access, 1)[1]).at("GET", "/table").json
    shape("OwnTable").validate(told)
    assert told["match"] == {"kind": "race", "hands": None, "minutes": None, "best_of": 3}


def test_a_body_of_another_form_is_not_called_an_event_of_a_game(app, inside):
    program = Program(app, Desk(4))
    for method, path in (("PUT", "/clock"), ("POST", "/entrants"), ("POST", "/draft/swap")):
        answer = program(method, path, {"something": "else"})
        assert (answer.status_code, answer.json["code"], answer.json["title"]) == (422, "event", "Invalid request body")


def test_a_tournament_is_deleted_by_name_once_it_was_played_and_a_club_by_its_organiser(app, inside):
    desk = Desk(4)
    desk.next_round()
    director, organiser = Program(app, desk), Program(app, desk, "organise")
    assert director("DELETE", "?name=Soirée").json["code"] == "role.organise"
    assert organiser("DELETE").json["code"] == "delete.name"
    assert organiser("DELETE", "?name=Soirée").status_code == 204
    assert organiser("GET").status_code == 404
    club = f"/clubs/{desk.club.club_id}"
    assert organiser.at("DELETE", club).json["code"] == "delete.name"
    assert organiser.at("DELETE", f"{club}?name=Club du Moulin").status_code == 204
    assert organiser.at("GET", "/clubs").status_code == 401  # the token went with it


def test_a_record_is_paired_ranked_scheduled_and_checked_as_the_command_line_does(app, inside):
    desk = Desk(6, options={"rounds": 3})
    desk.play()
    program, nobody = Program(app, desk, "read"), Program(app, desk, secret="")
    record = program("GET", "/record").json
    paired = program.at("POST", "/records/pair", record).json
    shape("PairedRound").validate(paired)
    drafted = Program(app, desk)("POST", "/draft").json["rounds"][0]
    assert [t["sides"] for t in paired["tables"]] == [t["sides"] for t in drafted["tables"]]
    ranked = program.at("POST", "/records/standings", record).json
    shape("RankedRecord").validate(ranked)
    assert [row["id"] for row in ranked["standings"]] == [row["id"] for row in program("GET", "/standings").json["standings"]]
    assert program.at("POST", "/records/check", record).json["ok"]
    robin = {**record, "method": "round_robin", "options": {}, "rounds": []}
    shape("Schedule").validate(program.at("POST", "/records/schedule", robin).json)
    assert program.at("POST", "/records/schedule", record).json["code"] == "schedule"
    assert nobody.at("POST", "/records/pair", record).status_code == 401
    assert desk.board.draft is not None


@pytest.mark.parametrize("path", ["", "/rounds/1", "/standings?live=1"])
def test_time_that_runs_out_is_news_for_whoever_asks_what_changed(app, inside, monkeypatch, path):
    desk = Desk(4)
    desk.next_round()
    program = Program(app, desk)
    program("PUT", "/clock", {"action": "start", "minutes": 30})
    seen = program("GET", path).headers["ETag"]
    assert program("GET", path, If_None_Match=seen).status_code == 304
    monkeypatch.setattr("scorekeeper.tournaments.api.responses.now", lambda: now() + timedelta(minutes=31))
    assert program("GET", path, If_None_Match=seen).status_code == 200


def test_a_program_is_told_what_the_table_has_told_before_it_overrules_it(app, inside):
    desk = Desk(4)
    desk.next_round()
    desk.phone(1, 1).report(0, 210, 165)
    program = Program(app, desk)
    refused = program("PUT", "/rounds/1/tables/1/result", {"scores": [150, 220]})
    assert (refused.status_code, refused.json["code"]) == (409, "result.overrules")
    shape("TournamentConflict").validate(refused.json)
    assert refused.json["told"] == [{"side": 0, "result": {"scores": [210, 165]}}]
    assert refused.json["yours"] == {"result": {"scores": [150, 220]}}
    program("PUT", "/rounds/1/tables/1/result?overrule=1", {"scores": [150, 220]})
    assert desk.board.table(1, 1).result.scores == (150, 220)


def test_a_program_enters_somebody_else_of_a_name_and_hears_of_every_line_of_a_table(app, inside):
    desk = Desk(1)
    program = Program(app, desk)
    assert program("POST", "/entrants", {"entrants": [{"players": ["Aline", "Zoé"]}]}).json["code"] == "entrant.taken"
    made = program("POST", "/entrants", {"entrants": [{"players": ["Aline", "Zoé"], "namesake": True}]})
    assert [e["name"] for e in made.json["entrants"]] == ["Aline (2) & Zoé"]
    table = "Nom,Prénom,Nom,Prénom,Tél\nRoy,Luc,Côté,Anne,1\nRoy,Luc,Haché,Rosa,2\nSeule,,,,\n".encode()
    sent = {"Authorization": f"Bearer {program.secret}", "If-Match": f'"{program.revision}"', "Content-Type": "text/csv"}
    answer = program.client.post(f"{BASE}/tournaments/{desk.id}/entrants/csv", data=table, headers=sent)
    assert answer.json["problems"] == [
        "Line 3, “Luc Roy & Rosa Haché”: “Luc Roy” is in the list twice, first in line 2.",
        "Line 4, “Seule”: write two names, separated by “&” or a comma.",
    ]


@pytest.mark.parametrize(
    ("scores", "code"), [([203, 2], "result.not_five"), ([5000, 0], "result.too_high"), ([-3, 205], "result.not_five")]
)
def test_a_score_that_looks_mistyped_is_refused_unless_it_is_sent_as_sure(app, inside, scores, code):
    desk = Desk(4)
    program = Program(app, desk)
    program("POST", "/draft")
    program("POST", "/draft/publish")
    answer = program("PUT", "/rounds/1/tables/1/result", {"scores": scores})
    assert (answer.status_code, answer.json["code"]) == (422, code)
    assert str(scores[0]) in answer.json["detail"].replace("−", "-")
    assert program("GET", "/rounds/1").json["tables"][0]["result"] is None
    assert program("PUT", "/rounds/1/tables/1/result?sure=1", {"scores": scores}).status_code == 200


@pytest.mark.parametrize(
    ("scores", "code"), [([203, -2], "result.not_five"), ([99999, 0], "result.not_five"), ([5000, 0], "result.too_high")]
)
def test_a_report_that_looks_mistyped_is_refused_unless_it_is_sent_as_sure(app, inside, scores, code):
    desk = Desk(4)
    desk.next_round()
    table = Program(app, desk, secret=player_links.table_links(desk.access, 1)[1])
    report = {"side": 0, "result": {"scores": scores}}
    refused = table.at("PUT", "/table/report", report)
    assert (refused.status_code, refused.json["code"]) == (422, code)
    assert desk.board.table(1, 1).status == "open"
    table.revision = desk.board.revision
    assert table.at("PUT", "/table/report?sure=1", report).json["tables"][0]["status"] == "reported"
