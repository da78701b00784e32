"""Finals A, B … at the desk: set up, made after the last round, played, shown and printed by final."""

from __future__ import annotations

import io
import re
import zipfile
from typing import Any

from scorekeeper.tournaments.desk.format_summary import plan_of
from tests.tournaments import evening
from tests.tournaments.desk.director import Director
from tests.visitor import text_of

MATCH = {"kind": "hands", "hands": 8}
FORM = {"method": "stages", "kind": "hands", "hands": "8", "first": "rotating_partners", "first-rounds": "3"}


def stage(method: str, **more: Any) -> dict[str, Any]:
    options = {"match": MATCH, **more.pop("options", {})}
    return {"method": method, "options": options, **more}


def players_in_finals(app: Any, count: int = 20, a: int = 8) -> Director:
    partners = "rotating_partners"
    last = stage(partners, options={"rounds": 2}, cut=a, lower_finals=[stage(partners, options={"rounds": 1})])
    options = {"individuals": True, "match": MATCH, "stages": [stage(partners, options={"rounds": 2}), last]}
    director = Director(app, 0, "stages", options=options)
    director.send("/entrants", at="/entrants", text="\n".join(evening.people(count)))
    return director


def pairs_in_finals(app: Any, count: int = 12) -> Director:
    last = stage("single_elimination", cut=4, lower_finals=[stage("single_elimination")])
    return Director(app, count, "stages", options={"match": MATCH, "stages": [stage("swiss", options={"rounds": 2}), last]})


def play(director: Director, rounds: int) -> None:
    for _ in range(rounds):
        director.round()
        director.play()


def test_the_button_after_the_last_round_makes_the_finals_and_says_their_sizes(app):
    director = players_in_finals(app)
    assert director.board().individuals
    play(director, 2)
    assert "Make finals A and B: 8 and 12" in director.text()
    director.round(publish=False)
    text = director.text("/draft")
    assert text.index("Final A") < text.index("Final B")
    assert [(t.number, t.pool) for t in director.board().draft.tables] == [(1, "A"), (2, "A"), (3, "B"), (4, "B"), (5, "B")]


def test_before_anyone_is_checked_in_the_finals_are_of_everyone(app):
    director = players_in_finals(app)
    director.send("/setup", at="/setup", door="1", price="10", **{"check-in": "1"})
    play(director, 2)
    assert "Make finals A and B: 8 and 12" in director.text()
    for n in range(1, 19):
        director.send("/door", at="/door", do=f"here-e{n}")
    assert "Make finals A and B: 8 and 10" in director.text()


def test_the_copy_for_other_sites_ranks_each_final_from_1(app):
    director = players_in_finals(app)
    play(director, 3)
    copied = zipfile.ZipFile(io.BytesIO(director.open("/prize-giving/copy.zip").data)).read("en/index.html").decode()
    lists = copied.split("<h3>")[1:]
    assert [one.partition("<")[0] for one in lists] == ["Final A", "Final B"]
    assert all(re.search(r"<td>(\d+)</td>", one)[1] == "1" for one in lists)


def test_the_desk_lists_the_tables_by_final(app):
    director = players_in_finals(app)
    play(director, 2)
    director.round()
    text = director.text()
    assert text.index("Final A") < text.index("Final B")


def test_a_fixed_table_among_the_numbers_of_the_other_final_is_listed_with_its_own(app):
    director = players_in_finals(app)
    play(director, 2)
    last = director.board().standings[-1].id
    director.send(f"/entrants/{last}/place", at=f"/entrants/{last}", table="1", side="")
    director.round(publish=False)
    assert re.findall("Final [AB]", director.text("/draft")) == ["Final A", "Final B"]
    director.send("/draft/publish", at="/draft")
    assert director.board().table(3, 1).pool == "B"
    public = director.client.get(f"/tournaments/{director.access.tournament_id}/tables")
    for text in (director.text(), text_of(public)):
        assert re.findall(r"\bFinal [AB]\b", text) == ["Final A", "Final B"]


def test_the_format_in_a_line_says_what_follows_the_first_stage(app):
    assert "Rotating partners · 2 rounds · then finals A and B · 8 hands per match" in plan_line(players_in_finals(app, 20))
    assert "then Single elimination" in plan_line(Director(app, 0, "stages", options=options_of_a_final()))


def plan_line(director: Director) -> str:
    with director.app.test_request_context():
        return " · ".join(plan_of(director.board()))


def options_of_a_final() -> dict[str, Any]:
    return {"match": MATCH, "stages": [stage("swiss", options={"rounds": 2}), stage("single_elimination", cut=4)]}


def test_finals_that_do_not_add_up_are_named_and_can_be_changed_until_they_begin(app):
    director = players_in_finals(app, 10)
    assert "2 in final B" in director.text("/setup")
    assert "Final B needs at least 4. Left for it: 2." in director.text("/setup")
    play(director, 2)
    assert "Final B would have 2, but it needs at least 4." in director.text()
    shown = {"final": "rotating_partners", "cut": "4", "final-rounds": "2", "b-final": "rotating_partners", "b-rounds": "1"}
    director.send("/setup", at="/setup", method="stages", kind="hands", hands="8", **shown)
    assert "Make finals A and B: 4 and 6" in director.text()
    director.round()
    fields = {**shown, "cut": "6", "kind": "hands", "hands": "8", "method": "stages"}
    director.send("/setup", 422, at="/setup", **fields)
    assert director.board().options.stages[1].cut == 4


def test_the_form_of_a_new_format_makes_finals_of_it(app):
    director = Director(app, 0)
    fields = {
        "method": "stages",
        "kind": "hands",
        "hands": "8",
        "first": "rotating_partners",
        "first-rounds": "3",
        "final": "rotating_partners",
        "cut": "8",
        "b-final": "winners_up",
        "b-rounds": "2",
    }
    director.send("/setup", at="/setup", **fields)
    first, last = director.board().options.stages
    assert (first.method, last.cut, [f.method for f in last.lower_finals]) == ("rotating_partners", 8, ["winners_up"])
    assert last.lower_finals[0].options.individuals
    assert director.board().individuals
    assert first.options.tiebreaks[:2] == ("match_points", "points_for")


def test_a_format_that_does_not_fit_names_the_field(app):
    director = Director(app, 0)
    fields = {"method": "stages", "kind": "hands", "hands": "8", "first": "rotating_partners", "first-rounds": "3", "cut": "8"}
    for final, problem in (
        (
            {"final": "single_elimination", "b-final": "rotating_partners"},
            "Final stage, Method: final A must be for single players",
        ),
        ({"final": "rotating_partners", "b-final": "winners_up"}, "Final B, Rounds: this is missing."),
        (
            {"final": "rotating_partners", "b-final": "rotating_partners", "b-cut": "3"},
            "Final B, Number of entrants: 3 is too few",
        ),
        ({"final": "rotating_partners", "b-final": "rotating_partners", "cut": ""}, "enter how many play in final A"),
    ):
        answer = director.send("/setup", 422, at="/setup", **{**fields, **final})
        assert problem in text_of(answer)


def test_someone_can_come_late_in_the_first_stage_but_not_to_the_finals(app):
    director = players_in_finals(app, 20)
    director.round()
    director.send("/entrants", at="/entrants", text="Zénon Hébert")
    director.play()
    play(director, 1)
    assert "Make finals A and B: 8 and 13" in director.text()
    director.round()
    answer = director.send("/entrants", 422, at="/entrants", text="Ovide Savoie")
    assert "draw" in text_of(answer)


def test_each_final_has_its_standings_its_bracket_and_its_winner(app):
    director = pairs_in_finals(app)
    play(director, 5)
    text = director.text("/standings")
    assert "Final A" in text
    assert "Overall" in text
    public = f"/tournaments/{director.access.tournament_id}"
    bracket = text_of(director.client.get(public + "/bracket"))
    assert bracket.index("Final A") < bracket.index("Final B")
    pairings = text_of(director.client.get(public + "/tables?round=3"))
    assert pairings.index("Final A") < pairings.index("Final B")
    own = text_of(director.client.get(public + "/who/e12"))
    assert "Final B · Rank" in own
    assert director.client.get(public + "/screen").status_code == 200
    api = director.client.get(f"/api/v1/tournaments/{director.access.tournament_id}/standings").json
    assert {row["final"] for row in api["standings"]} == {"A", "B"}
    brackets = director.client.get(f"/api/v1/tournaments/{director.access.tournament_id}/bracket").json
    assert brackets["bracket"] is None
    assert [one["final"] for one in brackets["finals"]] == ["A", "B"]
    assert brackets["finals"][1]["bracket"][1]["seat"] == {"round": 3, "table": 4}


def test_a_tie_in_a_knock_out_final_needs_a_winner_but_not_beside_it(app):
    last = stage("single_elimination", cut=4, lower_finals=[stage("swiss", options={"rounds": 2})])
    director = Director(app, 12, "stages", options={"match": MATCH, "stages": [stage("swiss", options={"rounds": 1}), last]})
    play(director, 1)
    director.round()
    director.result(1, 200, 200, status=422)
    director.result(3, 200, 200)
    assert director.board().table(2, 3).result.known


def test_single_players_choose_a_final_on_the_page_for_a_new_tournament(app):
    director = Director(app, 0)
    asked = {"who": "players", "entrants": "20", "starts": "13:00", "ends": "17:00", "counts": "points"}
    page = director.client.get(f"{director.club}/new", query_string=asked).get_data(as_text=True)
    (offer,) = set(re.findall(r'value="(stages-\d+)"', page))
    fields = {**asked, "day": "2026-11-28", "rules": "kitty", "do": "create", "offer": offer, "offer-hands": "6"}
    answer = director.client.post(f"{director.club}/new", data=fields)
    assert answer.status_code == 303, text_of(answer)[:500]
    director.move_to(answer.location)
    first, last = director.board().options.stages
    every = [first, *last.finals.values()]
    assert {one.options.tiebreaks[0] for one in every} == {"points_for"}
    assert {one.options.match.hands for one in every} == {6}
    assert (last.cut, last.lower_finals[0].cut) == (8, None)


def test_the_rounds_typed_for_a_new_tournament_are_all_its_rounds_with_the_finals(app):
    director = Director(app, 0)
    asked = {"who": "players", "entrants": "40", "starts": "13:00", "ends": "17:00", "offer-rounds": "7"}
    page = director.client.get(f"{director.club}/new", query_string=asked).get_data(as_text=True)
    (offer,) = set(re.findall(r'value="(stages-\d+)"', page))
    shown = text_of(director.client.get(f"{director.club}/new", query_string={**asked, "offer": offer}))
    assert "Finals A and B: 7 rounds of 8 hands. The last 2 are the finals" in shown
    fields = {**asked, "day": "2026-11-28", "rules": "kitty", "do": "create", "offer": offer}
    director.move_to(director.client.post(f"{director.club}/new", data=fields).location)
    assert [stage.options.rounds for stage in director.board().options.stages] == [5, 2]


def test_every_page_of_an_event_with_finals_opens(app):
    director = players_in_finals(app)
    play(director, 2)
    director.round()
    director.result(4, 205, 140)
    for path in ("", "/standings", "/history", "/documents", "/rounds/3/tables/4", "/setup", "/draft"):
        director.open(path, 303 if path == "/draft" else 200)
    public = f"/tournaments/{director.access.tournament_id}"
    for path in ("", "/tables", "/tables?by=name", "/standings", "/cross", "/entrants", "/where?q=a", "/rounds/3/tables/4"):
        assert director.client.get(public + path).status_code == 200, path
    with app.app_context():
        secret = evening.tables(director.access)[3]
    assert "Final B" in text_of(director.client.get(f"/t/{secret}"))
    api = f"/api/v1/tournaments/{director.access.tournament_id}"
    for path in ("/cross-table", "/standings", "/rounds/3", "/report"):
        assert director.client.get(api + path).status_code == 200, path
