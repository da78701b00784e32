"""Entrants from clubs' spreadsheets: every column is recognized or reported."""

from __future__ import annotations

import csv
import io
import random
import zipfile

import pytest

from scorekeeper.core.refusals import Refusal
from scorekeeper.tournaments.commands.entrants import entry_sheets
from scorekeeper.tournaments.commands.entrants.entry_lists import parse_lines
from scorekeeper.tournaments.commands.entrants.entry_sheets import SheetColumns, entries, parse, read, recognize_columns


def read_sheet(data, players=2):
    sheet = read(data)
    columns = recognize_columns(sheet, players)
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
    assert read_sheet(text) == (roles, [LUC_ANNE])


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        ("Nom,Prénom\nRoy,Luc\n", ("last-1", "first-1")),
        ("Prénom et nom;Courriel\nLuc Roy;a@b.ca\n", ("player-1", "")),
        ("Luc Roy\n", ("player-1",)),
    ],
)
def test_a_player_alone_is_read_too(text, roles):
    assert read_sheet(text, 1) == (roles, [["Luc Roy"]])


@pytest.mark.parametrize("letters", ["utf-8", "utf-8-sig", "utf-16", "cp1252", "mac_roman", "cp850"])
def test_accents_are_read_whoever_wrote_them(letters):
    rows = "Prénom;Nom;Prénom;Nom\nÉloïse;LeBlanc;Léa;Côté\nAndré;Gaudet;Zoé;Thériault\n"
    assert read_sheet(rows.encode(letters))[1][0] == ["Éloïse LeBlanc", "Léa Côté"]


def test_the_line_by_which_excel_tells_its_sign_is_no_entrant_and_lines_are_counted_with_it():
    sheet = read('sep=;\r\nJoueur 1;Joueur 2\r\n"Éva\r\nRoy";Paul\r\nSeule;\r\n')
    found = entries(sheet, recognize_columns(sheet, 2), 2)
    assert found.entries == ({"players": ["Éva Roy", "Paul"]},)
    assert found.lines == (3,)
    assert [(problem.line, problem.code) for problem in found.problems] == [(5, "players")]


def test_columns_can_be_taken_for_something_else():
    sheet = read("A,B\nLuc,Anne\n")
    assert entries(sheet, SheetColumns(("first-1", "last-1"), True), 1).entries == ({"players": ["Luc Anne"]},)
    assert len(entries(sheet, SheetColumns(("player-1", "player-2"), False), 2).entries) == 2
    assert entries(sheet, SheetColumns(("", ""), True), 2).problems[0].code == "name"


def test_a_surname_before_its_comma_stays_with_the_first_name():
    assert read_sheet('"Roy, Luc & Côté, Anne"\n')[1] == [["Roy, Luc", "Côté, Anne"]]
    sheet = read("Joueur 1,Joueur 2\nPierre et Fils,Jean/Anne\n")
    assert entries(sheet, recognize_columns(sheet, 2), 2).entries == ({"players": ["Pierre et Fils", "Jean/Anne"]},)


def test_every_role_that_is_found_can_also_be_chosen():
    for players in (1, 2, 3):
        assert set(recognize_columns(read("Nom,Prénom,Seed\nRoy,Luc,1\n"), players).roles) <= {*entry_sheets.choices(players), ""}


ANNE_TOO = "Roy, Luc;Côté, Anne\r\nHébert, Jo;Gallant, Li\r\n"


@pytest.mark.parametrize(
    ("text", "separator", "first"),
    [
        (ANNE_TOO, ";", ["Roy, Luc", "Côté, Anne"]),
        ("Luc Roy|Anne Côté\nJo Hébert|Li Gallant\n", "|", LUC_ANNE),
        ("Luc Roy\tAnne Côté\nJo Hébert\tLi Gallant\n", "\t", LUC_ANNE),
        ("Luc Roy,Anne Côté\nJo Hébert,Li Gallant\n", ",", LUC_ANNE),
        ("Nom;Prénom;Nom;Prénom;Note\nRoy;Luc;Côté;Anne;vient tard, à 13 h, avec sa fille, seule\n", ";", LUC_ANNE),
    ],
)
def test_the_separator_is_the_one_that_gives_every_line_the_same_number_of_cells(text, separator, first):
    sheet = read(text.encode("cp1252"))
    assert sheet.separator == separator
    assert entries(sheet, recognize_columns(sheet, 2), 2).entries[0]["players"] == first


def test_headings_are_found_below_a_title_and_an_empty_row():
    text = "Tournoi du 28 novembre;;\n;;\nJoueur 1;Joueur 2;Tél\nLuc Roy;Anne Côté;506-555-1234\n"
    assert read_sheet(text) == (("player-1", "player-2", ""), [LUC_ANNE])


@pytest.mark.parametrize("mark", ["• ", "- ", "* ", "1 ", "12. ", "3) ", "– ", '"'])
def test_marks_and_quotes_of_a_list_are_no_part_of_a_name(mark):
    end = '"' if mark == '"' else ""
    assert parse_lines(f"{mark}Luc Roy{end} & Anne Côté").entries == ({"players": LUC_ANNE},)
    assert read_sheet(f"{mark}Luc Roy{end};Anne Côté\n{mark}Jo Hébert{end};Li Gallant\n")[1][0] == LUC_ANNE


@pytest.mark.parametrize("between", [" – ", " avec ", " with ", " &amp; ", " - ", " | ", "; "])
def test_whatever_people_write_between_two_partners_separates_them(between):
    assert parse_lines(f"Luc Roy{between}Anne Côté").entries == ({"players": LUC_ANNE},)


def test_a_hyphen_within_a_name_stays():
    assert parse_lines("Jean-François Thériault-LeBlanc & Anne-Marie Côté").entries == (
        {"players": ["Jean-François Thériault-LeBlanc", "Anne-Marie Côté"]},
    )


@pytest.mark.parametrize(
    "line", ["Roy Aline 418-555-1234 & Luc Côté", "Luc <b>Roy</b> & Anne", "luc@example.com & Anne Côté", "Nom=Prénom & Tél"]
)
def test_a_sign_that_no_name_has_is_asked_about_and_nobody_is_entered(line):
    parsed = parse_lines(line)
    assert parsed.entries == ()
    assert [problem.code for problem in parsed.problems] == ["sign"]


@pytest.mark.parametrize("seed", ["3", "3.0", "3,0", "3.00"])
def test_a_seed_is_read_as_a_spreadsheet_saves_it(seed):
    sheet = read(f'Joueur 1;Joueur 2;Rang\nLuc Roy;Anne Côté;"{seed}"\n')
    assert entries(sheet, recognize_columns(sheet, 2), 2).entries == ({"players": LUC_ANNE, "seed": 3},)


def workbook(*rows):
    """Return the smallest workbook with these rows as texts and numbers."""

    def cell(value):
        return f"<c><v>{value}</v></c>" if isinstance(value, float) else f'<c t="inlineStr"><is><t>{value}</t></is></c>'

    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    sheet = "".join(f"<row>{''.join(map(cell, row))}</row>" for row in rows)
    kinds = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as file:
        file.writestr(
            "[Content_Types].xml",
            f'<Types xmlns="{package}/content-types"><Default Extension="rels" '
            f'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            f'<Override PartName="/xl/workbook.xml" ContentType="{kinds}.sheet.main+xml"/>'
            f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{kinds}.worksheet+xml"/></Types>',
        )
        file.writestr(
            "_rels/.rels",
            f'<Relationships xmlns="{package}/relationships">'
            f'<Relationship Id="r1" Type="{office}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        )
        file.writestr(
            "xl/workbook.xml",
            f'<workbook xmlns="{main}" xmlns:r="{office}"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>',
        )
        file.writestr(
            "xl/_rels/workbook.xml.rels",
            f'<Relationships xmlns="{package}/relationships">'
            f'<Relationship Id="r1" Type="{office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        )
        file.writestr("xl/worksheets/sheet1.xml", f'<worksheet xmlns="{main}"><sheetData>{sheet}</sheetData></worksheet>')
    return made.getvalue()


def test_a_workbook_is_read_like_the_cells_that_are_copied_from_it():
    data = workbook(["Nom", "Prénom", "Tél", "Rang"], ["Roy", "Luc", "418-555-1234", 2.0], ["Côté", "Anne", "", 1.0])
    sheet = read(data)
    found = entries(sheet, recognize_columns(sheet, 1), 1)
    assert found.entries == ({"players": ["Luc Roy"], "seed": 2}, {"players": ["Anne Côté"], "seed": 1})


def test_another_file_in_zip_is_refused_by_name():
    with pytest.raises(Refusal) as refused:
        read(b"PK\x03\x04 not a workbook")
    assert refused.value.code == "list.workbook"


def test_a_list_that_can_be_read_in_several_ways_is_read_in_none_of_them_silently():
    assert set(entry_sheets.possible_readings("Luc, Anne; Jo, Li\nRosa, Edgar; Alma, Yvon\n", 2)) == {"semicolon"}
    either = entry_sheets.possible_readings("Luc,Roy,Anne,Côté\nJo,Hébert,Li,Gallant\n", 2)
    assert {way: one.entries[0]["players"] for way, one in either.items()} == {
        "comma": ["Roy Luc", "Côté Anne"],
        "comma, surname last": LUC_ANNE,
    }
    assert entry_sheets.ignores_name_column("Luc Roy,Anne Côté,Cocagne\n", 2)
    assert not entry_sheets.ignores_name_column("Joueur 1,Joueur 2,Ville\nLuc Roy,Anne Côté,Cocagne\n", 2)


FIRST = ["Luc", "Anne", "Jean-François", "Zoé", "Marie-Ève", "D’Arcy", "Li", "Éloïse"]
LAST = ["Roy", "Côté", "Thériault-LeBlanc", "O’Neil", "Haché", "Le Blanc", "Doiron", "Nguyễn"]
HEADS = {
    "first": ["Prénom", "First name", "Given name"],
    "last": ["Nom", "Surname", "Nom de famille"],
    "whole": ["Joueur", "Player", "Participant"],
    "phone": ["Tél", "Phone", "Cellulaire"],
    "paid": ["Payé", "Paid"],
    "address": ["Adresse", "Address"],
}
CELLS = {"phone": "506-555-0{0:03}", "paid": "oui", "address": "{0} rue Principale"}


def made_up_list(chance):
    """Make a realistic list. Returns its bytes, the players in an entry, and the entrants."""
    players, heads = chance.choice([1, 2]), chance.random() < 0.6
    people = [[f"{chance.choice(FIRST)} {chance.choice(LAST)}" for _ in range(players)] for _ in range(chance.randrange(2, 7))]
    parted = heads and chance.random() < 0.5
    order = chance.choice([("first", "last"), ("last", "first")])
    extra = chance.sample(sorted(CELLS), chance.randrange(3)) if heads else chance.sample(["phone"], chance.randrange(2))
    sign = chance.choice(["\t", ";", "|", ","])
    mark = "" if parted or heads else chance.choice(["", "", "• ", "- ", "{0}. ", "{0} "])
    rows = []
    if heads:
        words = {kind: chance.choice(choices) for kind, choices in HEADS.items()}
        each = [words[kind] for kind in order] if parted else [words["whole"]]
        rows.append(each * players + [words[kind] for kind in extra])
        if chance.random() < 0.3:
            rows[:0] = [["Tournoi du 28 novembre"], [""]][: chance.choice([1, 2])]
    for number, names in enumerate(people, 1):
        cells = []
        for name in names:
            first, _space, last = name.partition(" ")
            cells += [{"first": first, "last": last}[kind] for kind in order] if parted else [name]
        cells[0] = mark.format(number) + cells[0]
        rows.append(cells + [CELLS[kind].format(number) for kind in extra])
    quote = chance.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]) if not mark else csv.QUOTE_MINIMAL
    made = io.StringIO()
    csv.writer(made, delimiter=sign, quoting=quote, lineterminator=chance.choice(["\n", "\r\n"])).writerows(rows)
    letters = chance.choice(["utf-8", "utf-8-sig", "utf-16"])
    return made.getvalue().encode(letters), players, people


def test_three_hundred_lists_by_chance_are_read_as_they_were_meant_or_asked_about():
    wrong, asked = [], 0
    for seed in range(300):
        data, players, people = made_up_list(random.Random(seed))
        parsed = parse(data, players)
        if (
            parsed.problems
            or len(entry_sheets.possible_readings(data, players)) > 1
            or entry_sheets.ignores_name_column(data, players)
        ):
            asked += 1
        elif [entry.get("players") for entry in parsed.entries] != people:
            wrong.append((seed, data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"), parsed.entries))
    assert wrong == []
    assert asked < 100
