"""Entering at the desk: two fields for two names, a preview for spreadsheets, and no typed text lost."""

from __future__ import annotations

import html
import io
import re

import pytest

from tests.tournaments import evening
from tests.tournaments.desk.director import Director, options
from tests.visitor import flat, text_of


@pytest.fixture
def director(app):
    return Director(app)


def names(director):
    return [e.name for e in director.board().entrants if e.status != "withdrawn"]


def fields_of(page):
    """Return the form for a spreadsheet, as filled in."""
    text = page.get_data(as_text=True)
    fields = {"table": html.unescape(re.search(r'<textarea name="table" hidden>\n(.*?)</textarea>', text, re.DOTALL)[1])}
    for name, choices in re.findall(r'<select class="input" name="(role-\d+|separator)".*?>(.*?)</select>', flat(text)):
        fields[name] = re.search(r'value="([^"]*)" selected', choices)[1]
    fields["read_by"] = re.search(r'name="read_by" value="(\w+)"', text)[1]
    fields["heads"] = "1" if re.search(r'name="heads" value="1" checked', text) else ""
    return fields


@pytest.mark.slow
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Roy, Luc B.", "Côté, Anne B."),
        ("Anne/Annie Roy", "Marie"),
        ("Pierre et Fils", "Rosa & Edgar"),
        ("3. Jean Untel", "Jean & Marie"),
    ],
)
def test_two_fields_are_two_names_whatever_they_hold(director, one, other):
    director.send("/entrants", at="/entrants", **{"player-0": one, "player-1": other})
    assert [e.players for e in director.board().entrants] == [(one, other)]


def test_what_is_refused_stays_in_its_fields_and_somebody_else_of_that_name_is_one_button_away(director):
    director.send("/entrants", at="/entrants", **{"player-0": "Jean LeBlanc", "player-1": "Marie"})
    typed = {"player-0": "Jean LeBlanc", "player-1": "Roy, Paul"}
    page = director.send("/entrants", 422, at="/entrants", **typed)
    assert "“Jean LeBlanc” has already entered." in text_of(page)
    assert "can be entered as “Jean LeBlanc (2)”" in text_of(page)
    assert (options_of(page, "player-0"), options_of(page, "player-1")) == ("Jean LeBlanc", "Roy, Paul")
    assert re.search(r'<textarea[^>]*name="text"[^>]*></textarea>', page.get_data(as_text=True))
    director.send("/entrants", at="/entrants", namesake="1", **typed)
    assert names(director) == ["Jean LeBlanc & Marie", "Jean LeBlanc (2) & Roy, Paul"]


def options_of(page, name):
    return html.unescape(re.search(rf'name="{name}"[^>]* value="([^"]*)"', page.get_data(as_text=True))[1])


def test_of_a_pasted_list_every_faulty_line_is_told_and_the_others_can_be_entered(director):
    director.send("/entrants", at="/entrants", text="Luc & Anne")
    listed = "Aline & Denis\nLuc & Rosa\nAlma &\nAline & Edgar\nÉva, Paul"
    page = text_of(director.send("/entrants", 422, at="/entrants", text=listed))
    assert "Line 2, “Luc & Rosa”: “Luc” has already entered." in page
    assert "Line 4, “Aline & Edgar”: “Aline” is in the list twice, first in line 1." in page
    assert "Enter the other 2" in page
    director.send("/entrants", at="/entrants", text=listed, rest="1")
    assert names(director) == ["Luc & Anne", "Aline & Denis", "Éva & Paul"]
    assert "2 entered. Left out: Line 2, “Luc & Rosa”" in director.text("/entrants")


def test_the_same_list_sent_twice_under_one_key_is_entered_once_and_told_twice(director):
    sent = {"text": "Aline & Denis\nAlma &", "rest": "1", "uuid": evening.key()}
    for _time in range(2):
        director.send("/entrants", at="/entrants", **sent)
        assert "Entered: Aline & Denis." in director.text("/entrants")
    assert names(director) == ["Aline & Denis"]


@pytest.mark.slow
def test_a_table_is_shown_column_by_column_before_anybody_is_entered(director):
    table = "Nom,Prénom,Nom,Prénom,Tél\nRoy,Luc,Côté,Anne,506-555-1234\nHébert,Jo,Gallant,Li,\n".encode("mac_roman")
    page = director.send("/entrants", 200, at="/entrants", file=(io.BytesIO(table), "liste.csv"))
    assert names(director) == []
    text = text_of(page)
    assert "Left out: Tél" in text
    assert "Luc Roy & Anne Côté" in text
    fields = fields_of(page)
    assert [fields[f"role-{k}"] for k in range(5)] == ["last-1", "first-1", "last-2", "first-2", ""]
    turned = {**fields, "role-0": "first-1", "role-1": "last-1", "do": "look"}
    assert "Roy Luc & Anne Côté" in text_of(director.send("/entrants/file", 200, at="/entrants", **turned))
    assert names(director) == []
    director.send("/entrants/file", at="/entrants", **fields, do="enter")
    assert names(director) == ["Luc Roy & Anne Côté", "Jo Hébert & Li Gallant"]


def test_a_table_with_a_faulty_line_says_so_and_enters_the_rest_only_when_asked(director):
    table = "Luc Roy,Anne Côté\nSeule,\nLuc Roy,Rosa Haché\n"
    page = director.send("/entrants", 200, at="/entrants", file=(io.BytesIO(table.encode()), "liste.csv"))
    assert "2 lines need checking." in text_of(page)
    director.send("/entrants/file", 422, at="/entrants", **fields_of(page), do="enter")
    assert names(director) == []
    director.send("/entrants/file", at="/entrants", **fields_of(page), namesake="1")
    assert names(director) == ["Luc Roy & Anne Côté", "Luc Roy (2) & Rosa Haché"]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_example_to_fill_in_is_read_as_it_is_meant(director, language):
    answer = director.open("/entrants/example.csv", headers={"Accept-Language": language})
    page = director.send("/entrants", 200, at="/entrants", file=(io.BytesIO(answer.data), "example.csv"))
    director.send("/entrants/file", at="/entrants", **fields_of(page), do="enter")
    assert names(director) == ["Aline Robichaud & Denis LeBlanc", "Rosa Haché & Edgar Doiron"]
    assert [e.seed for e in director.board().entrants] == [1, 2]


def test_who_came_before_is_listed_by_name_and_a_comma_in_a_name_is_no_trouble(app, director):
    director.send("/entrants", at="/entrants", **{"player-0": "Roy, Luc", "player-1": "Côté, Anne"})
    director.send("/entrants", at="/entrants", text="Zoé & Yvon\nAline & Denis")
    other = Director(app)
    listed = re.findall(
        r'name="known" value="([^"]*)"><span>([^<]*)</span>', flat(other.open("/entrants").get_data(as_text=True))
    )
    assert [html.unescape(name) for _value, name in listed] == ["Aline & Denis", "Roy, Luc & Côté, Anne", "Zoé & Yvon"]
    other.send("/entrants", at="/entrants", known=[listed[1][0]])
    assert [e.players for e in other.board().entrants] == [("Roy, Luc", "Côté, Anne")]


def test_once_it_runs_entrants_are_listed_by_name_or_by_seed(app):
    director = Director(app, 5)
    director.send("/entrants", at="/entrants", text="Aaron & Abel")
    director.round()

    def first(path):
        return re.search(r'<th scope="row"><a [^>]*>([^<]*)<', director.open(path).get_data(as_text=True))[1]

    assert html.unescape(first("/entrants")) == "Aaron & Abel"
    assert html.unescape(first("/entrants?by=seed")) != "Aaron & Abel"


def test_seeds_have_a_column_only_if_there_are_any(app):
    director = Director(app, 5)
    assert "Seed" in director.text("/entrants")
    director.round()
    assert "Seed" not in director.text("/entrants")
    other = Director(app, 5)
    other.send("/entrants/order", at="/entrants", do="draw")
    other.round()
    assert "Seed" in other.text("/entrants")


def test_the_setup_is_saved_as_one_and_what_is_refused_loses_nothing(director):
    sent = {
        "name": "Soirée d’hiver",
        "day": "2026-12-04",
        "starts": "19:30",
        "venue": "Salle paroissiale",
        "prizes": "Une dinde",
        "entries": "1",
        "shown": "1",
        "limit": "douze",
        "entry-note": "Apporter 5 $",
        "method": "swiss",
        "rounds": "4",
        "kind": "hands",
        "hands": "6",
    }
    page = director.send("/setup", 422, at="/setup", **sent).get_data(as_text=True)
    for kept in ("Soirée d’hiver", "Salle paroissiale", "Une dinde", "douze", "Apporter 5 $"):
        assert kept in page
    before = director.board().revision
    director.send("/setup", at="/setup", **{**sent, "limit": "12", "open": "1"})
    board = director.board()
    assert board.revision == before + 1
    assert (board.name, board.about.prizes, board.entry.limit, board.entry.open) == (
        "Soirée d’hiver",
        "Une dinde",
        12,
        True,
    )
    assert (board.options.rounds, board.options.match.hands, board.status) == (4, 6, "open")
    text = director.open("/setup").get_data(as_text=True)
    assert "Entries are open to everyone." in text
    assert f'/tournaments/{director.access.tournament_id}/enter" readonly' in text
    assert director.open("/setup/entries.svg").mimetype == "image/svg+xml"


def test_who_comes_in_from_the_waiting_list_is_told_at_the_desk(app, director):
    director.send("/setup", at="/setup", entries="1", open="1", limit="2", shown="1")
    for pair in ("Aline & Denis", "Rosa & Edgar", "Alma & Yvon", "Luc & Anne"):
        visitor = app.test_client()
        page = f"/tournaments/{director.access.tournament_id}/enter"
        one, other = pair.split(" & ")
        asked = {"revision": director.board().revision, "uuid": evening.key()}
        assert visitor.post(page, data={"player-0": one, "player-1": other, **asked}).status_code == 303
    director.send("/entrants/e1", at="/entrants/e1", do="withdraw")
    assert "Aline & Denis is off the list. From the waiting list: Alma & Yvon." in director.text("/entrants")
    director.send("/setup", at="/setup", entries="1", open="1", limit="5", shown="1")
    assert "From the waiting list: Luc & Anne." in director.text("/setup")


def test_whoever_comes_late_is_sent_to_the_desk_not_to_a_closed_form(app):
    director = Director(app, 4)
    director.send("/setup", at="/setup", entries="1", open="1", shown="1")
    public = f"/tournaments/{director.access.tournament_id}"
    assert f'href="{public}/enter"' in app.test_client().get(public).get_data(as_text=True)
    director.round()
    page = app.test_client().get(public)
    assert f'href="{public}/enter"' not in page.get_data(as_text=True)
    assert "Late? Ask at the desk." in text_of(page)
    assert "Late? Ask at the desk." in text_of(app.test_client().get(public + "/enter"))


def test_more_than_can_play_are_not_silently_taken_for_fewer(director):
    answer = director.open(director.club + "/new?entrants=2000&hours=3&who=pairs", headers={"X-Fragment": "1"})
    assert "“2000” is not valid. Enter a whole number between 2 and 1024" in text_of(answer)
    assert options(answer, "offer")


def test_cells_pasted_from_a_spreadsheet_are_shown_as_people_before_anybody_is_entered(app):
    director = Director(app, method="rotating_partners", options={"rounds": 3})
    cells = "Nom\tPrénom\tTél\nRoy\tAline\t418-555-0101\nCôté\tLuc\t419-555-0102\n"
    page = director.send("/entrants", 200, at="/entrants", text=cells)
    text = text_of(page)
    assert "Aline Roy" in text
    assert "Left out: Tél" in text
    assert names(director) == []
    director.send("/entrants/file", at="/entrants", **fields_of(page), do="enter")
    assert names(director) == ["Aline Roy", "Luc Côté"]


def test_another_separator_is_one_choice_away_and_its_columns_are_looked_at_first(director):
    table = "Luc Roy|Anne Côté, Québec\nJo Hébert|Li Gallant, Moncton\n".encode()
    page = director.send("/entrants", 200, at="/entrants", file=(io.BytesIO(table), "liste.csv"))
    fields = fields_of(page)
    assert (fields["separator"], fields["read_by"]) == ("bar", "bar")
    other = director.send("/entrants/file", 200, at="/entrants", **{**fields, "separator": "comma"}, do="enter")
    assert names(director) == []
    assert fields_of(other)["read_by"] == "comma"


def test_a_name_with_a_telephone_number_in_it_is_asked_about(director):
    director.send("/entrants", 422, at="/entrants", text="Aline Roy 418-555-0101 & Luc Côté")
    assert names(director) == []


@pytest.mark.parametrize("played", [False, True])
def test_a_late_pair_that_will_have_the_bye_is_told_so_when_it_is_added(app, played):
    director = Director(app, 8, options={"rounds": 4})
    director.round()
    for table in range(1, 5) if played else ():
        director.result(table, 200, 200)
    late = {"player-0": "Aurèle", "player-1": "Berthe"}
    says = {
        False: "Odd number: the late entry will probably have the bye in round 2.",
        True: "Aurèle & Berthe: bye in round 2, because the number is odd.",
    }
    director.send("/entrants", at="/entrants", **late)
    assert says[played] in director.text("/entrants")
    director.send("/entrants", at="/entrants", **{"player-0": "Cyrille", "player-1": "Dorine"})
    assert "odd" not in director.text("/entrants")


def test_a_whist_drive_says_before_its_draft_what_the_order_of_entry_decides(app):
    director = Director(app, 0, "up_and_down", options={"rounds": 3})
    says = "The order of entry decides: the 1st, 3rd, 5th … move up, the 2nd, 4th, 6th … down."
    assert says in director.text("/entrants")
    assert says not in Director(app, 4).text("/entrants")
