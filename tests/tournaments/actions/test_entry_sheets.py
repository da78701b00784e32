"""Tables of entrants as clubs have them: every column found, or left out and said so."""

from __future__ import annotations

import pytest

from scorekeeper.tournaments.actions import entry_sheets
from scorekeeper.tournaments.actions.entry_sheets import SheetColumns, entries, read, understood


def taken(data, players=2):
    sheet = read(data)
    columns = understood(sheet, players)
    found = entries(sheet, columns, players)
    assert found.problems == ()
    return columns.roles, [entry.get("players") or entry["name"] for entry in found.entries]


LUC_ANNE = ["Luc Roy", "Anne Côté"]


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        ("Nom,Prénom,Nom,Prénom,Tél\nRoy,Luc,Côté,Anne,506-555-1234\n", ("last-1", "first-1", "last-2", "first-2", "")),
        ("Nom 1;Prénom 1;Nom 2;Prénom 2\nRoy;Luc;Côté;Anne\n", ("last-1", "first-1", "last-2", "first-2")),
        (
            "First name,Last name,Partner’s first name,Partner’s last name,Seed,E-mail\nLuc,Roy,Anne,Côté,3,x@y.ca\n",
            ("first-1", "last-1", "first-2", "last-2", "seed", ""),
        ),
        (
            "Nom de famille,Prénom,Partenaire,Club,Notes\nRoy,Luc,Anne Côté,Cocagne,vient tard\n",
            ("last-1", "first-1", "player-2", "", ""),
        ),
        ("Name,Partner,Phone\nLuc Roy,Anne Côté,506\n", ("player-1", "player-2", "")),
        ("#,Joueur 1,Joueur 2\n4,Luc Roy,Anne Côté\n", ("seed", "player-1", "player-2")),
        ("Paire\nLuc Roy & Anne Côté\n", ("entrant",)),
        ("Roy,Luc,Côté,Anne\n", ("last-1", "first-1", "last-2", "first-2")),
        ("1,Luc Roy,Anne Côté,506-555-1234,a@b.ca\n", ("", "player-1", "player-2", "", "")),
    ],
)
def test_a_pair_is_read_whatever_its_columns_are_called(text, roles):
    assert taken(text) == (roles, [LUC_ANNE])


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        ("Nom,Prénom\nRoy,Luc\n", ("last-1", "first-1")),
        ("Prénom et nom;Courriel\nLuc Roy;a@b.ca\n", ("player-1", "")),
        ("Luc Roy\n", ("player-1",)),
    ],
)
def test_a_player_alone_is_read_too(text, roles):
    assert taken(text, 1) == (roles, [["Luc Roy"]])


@pytest.mark.parametrize("letters", ["utf-8", "utf-8-sig", "utf-16", "cp1252", "mac_roman", "cp850"])
def test_accents_are_read_whoever_wrote_them(letters):
    rows = "Prénom;Nom;Prénom;Nom\nÉloïse;LeBlanc;Léa;Côté\nAndré;Gaudet;Zoé;Thériault\n"
    assert taken(rows.encode(letters))[1][0] == ["Éloïse LeBlanc", "Léa Côté"]


def test_the_line_by_which_excel_tells_its_sign_is_no_entrant_and_lines_are_counted_with_it():
    sheet = read('sep=;\r\nJoueur 1;Joueur 2\r\n"Éva\r\nRoy";Paul\r\nSeule;\r\n')
    found = entries(sheet, understood(sheet, 2), 2)
    assert found.entries == ({"players": ["Éva Roy", "Paul"]},)
    assert found.lines == (3,)
    assert [(problem.line, problem.code) for problem in found.problems] == [(5, "players")]


def test_columns_can_be_taken_for_something_else():
    sheet = read("A,B\nLuc,Anne\n")
    assert entries(sheet, SheetColumns(("first-1", "last-1"), True), 1).entries == ({"players": ["Luc Anne"]},)
    assert len(entries(sheet, SheetColumns(("player-1", "player-2"), False), 2).entries) == 2
    assert entries(sheet, SheetColumns(("", ""), True), 2).problems[0].code == "name"


def test_a_surname_before_its_comma_stays_with_the_first_name():
    assert taken('"Roy, Luc & Côté, Anne"\n')[1] == [["Roy, Luc", "Côté, Anne"]]
    sheet = read("Joueur 1,Joueur 2\nPierre et Fils,Jean/Anne\n")
    assert entries(sheet, understood(sheet, 2), 2).entries == ({"players": ["Pierre et Fils", "Jean/Anne"]},)


def test_every_role_that_is_found_can_also_be_chosen():
    for players in (1, 2, 3):
        assert set(understood(read("Nom,Prénom,Seed\nRoy,Luc,1\n"), players).roles) <= {*entry_sheets.choices(players), ""}
