"""Papers of a tournament: what stands on them, on how many pages, in both languages and sizes."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from itertools import pairwise
from pkgutil import iter_modules

import pytest

from scorekeeper.commands.tournament_documents import documents
from scorekeeper.tournament.additions import Additions
from scorekeeper.tournament.record import Penalty
from scorekeeper.tournaments import papers
from scorekeeper.tournaments.actions.tournament_state import TournamentState
from scorekeeper.tournaments.papers.bracket import bracket
from scorekeeper.tournaments.papers.documents import ALL_PAPERS, all_documents, kinds_of
from scorekeeper.tournaments.papers.event import EventDetails, PrintedEvent
from scorekeeper.tournaments.papers.fit import fit, width_of
from scorekeeper.tournaments.papers.page import evenly, plain
from scorekeeper.tournaments.papers.sections import has_box
from scorekeeper.tournaments.papers.standings import standings
from tests.games.papers.printed_games import PAPER
from tests.tournaments.papers.printed_events import LONG, paper, sizes, texts, tournament, unplayed
from tests.visitor import flat


def words(text: str) -> str:
    return re.sub(r"\W+", "", text)


def test_every_table_has_a_slip_with_its_round_pairs_hands_and_signatures():
    swiss = tournament("swiss", 13, rounds=3)
    pages = texts(paper(swiss, "slips", number=2))
    assert len(pages) == 2
    whole = " ".join(pages)
    tables = swiss.rounds[1].tables
    assert whole.count("Round 2") == len(tables) == whole.count("8 hands") == whole.count("Final score")
    assert whole.count("✗") == 2 * len(tables)
    for table in tables:
        names = [next(e.name for e in swiss.entrants if e.id == i) for i in table.ids]
        assert any(all(words(n) in words(page) for n in names) for page in pages)


def test_the_four_piles_of_cut_slips_are_in_order():
    document = paper(tournament("swiss", 24, rounds=2), "slips", number=1)
    assert [slip.number for pile in zip(*document.pages, strict=True) for slip in pile] == list(range(1, 13))


def test_a_slip_has_the_code_of_its_table_only_where_there_is_a_link():
    swiss = tournament("swiss", 6, rounds=2)
    links = {(1, 2): "https://cards.example/t/secret"}
    html = paper(swiss, "slips", number=1, links=links).html()
    assert html.count("<svg viewBox") + html.count("<svg xmlns") <= 4
    assert html.count("slip-code") == 1
    assert "secret" not in html
    assert "slip-code" not in paper(swiss, "slips", number=1).html()


def test_a_slip_of_a_match_of_several_games_has_a_box_for_each_and_asks_who_won():
    (page,) = texts(paper(tournament("single_elimination", 8, match={"kind": "race", "best_of": 3}), "slips", number=1))
    assert page.count("Game 3") == 4
    assert page.count("won the match") == 8
    assert "Score after each hand" not in page


def test_three_pairs_at_a_table_sign_one_slip_and_get_a_sheet_for_six():
    swiss = tournament("swiss", 9, rounds=2, six_table=True)
    slips = texts(paper(swiss, "slips", number=1))
    assert sum(page.count("✗") for page in slips) == 9
    sheets = texts(paper(swiss, "scoresheets", number=1))
    assert any("1 · 4" in page or "1·4" in page for page in sheets)


@pytest.mark.parametrize("size", PAPER)
def test_score_sheets_bear_the_names_of_their_table_two_on_a_page(size):
    document = paper(tournament("swiss", 8, rounds=2), "scoresheets", size, "fr", 1)
    width, height = PAPER[size]
    assert sizes(document) == {(height, width)}
    pages = texts(document)
    assert len(pages) == 2
    assert "Table 1" in pages[0]
    assert "Table 3" in pages[0]
    assert all(f"Aline{k}" in " ".join(pages) and f"Noël{k}" in " ".join(pages) for k in range(8))


def test_a_score_sheet_has_as_many_rows_as_the_match_has_hands():
    def rows(**options):
        pages = paper(tournament("swiss", 6, rounds=2, **options), "scoresheets", number=1).pages
        return {(half.sheet.rows, half.tally) for page in pages for half in page if half}

    assert rows() == {(8, "Final score")}
    assert rows(match={"kind": "hands", "hands": 4, "best_of": 3}) == {(12, "Games won")}
    ((full, _),) = rows(match={"kind": "race"})
    assert full > 12
    assert rows(match={"kind": "hands", "hands": 40}) == {(full, "Final score")}


def test_three_pairs_at_a_table_stand_under_each_other_in_the_report_and_the_histories():
    six = tournament("swiss", 9, rounds=2, six_table=True, long=True)
    (table,) = [t for t in six.rounds[0].tables if len(t.sides) == 3]
    names = [words(next(e.name for e in six.entrants if e.id == i)) for i in table.ids]
    for kind in ("report", "history"):
        said = words(" ".join(texts(paper(six, kind, lang="fr"))))
        assert all(name in said for name in names)
        assert all(str(abs(points)) in said for points in table.result.scores)
    html = paper(six, "report", lang="fr").html()
    assert html.count('<tr class="goes-on">') == 2 * sum(len(t.sides) == 3 for r in six.rounds for t in r.tables)


def test_papers_of_a_round_that_is_not_published_say_so():
    swiss = tournament("swiss", 12, rounds=2)
    for kind in ("pairings", "names", "slips", "scoresheets"):
        pages = texts(paper(swiss, kind, number=2, draft=2, links={(2, 1): "https://cards.example/t/x"}))
        assert all("NOT PUBLISHED" in page.upper() for page in pages)
    assert "Photograph the code" not in " ".join(
        texts(paper(swiss, "slips", number=2, draft=2, links={(2, 1): "https://x.example"}))
    )
    assert "NOT PUBLISHED" not in texts(paper(swiss, "names", number=1, draft=2))[0].upper()


def test_pairings_fill_pages_evenly_and_repeat_their_head():
    swiss = tournament("swiss", 128, rounds=1)
    pages = texts(paper(swiss, "pairings", number=1))
    assert len(pages) == 5
    assert all("Round 1" in page and "Coupe de l’Amicale" in page for page in pages)
    assert "Tables 1 to 13" in pages[0]
    assert "Tables 53 to 64" in pages[4]
    assert sum(page.count(" & ") for page in pages) == 128


def test_everybody_finds_a_seat_by_name_and_so_does_whoever_has_a_bye():
    swiss = tournament("swiss", 9, rounds=2)
    (page,) = texts(paper(swiss, "names", number=1))
    assert page.count("with ") == 18
    assert page.count("Bye") == 2
    listed = [page.index(f"{name}{k}") for name, k in (("Aline", 0), ("Aline", 8))]
    assert [*listed, page.index("Noël8with")] == sorted([*listed, page.index("Noël8with")])
    (page,) = texts(paper(tournament("rotating_partners", 8, rounds=7), "names", number=1))
    assert page.count("against") == 8


def test_standings_show_every_column_used_and_say_which_one_separated():
    swiss = tournament("swiss", 64, rounds=4)
    pages = texts(paper(swiss, "standings"))
    assert len(pages) == 3
    assert all("Buchholz" in page and "Margin" in page and "after round 4" in page for page in pages)
    event = PrintedEvent(TournamentState(swiss), EventDetails(), "en")
    told = [line for page in standings(event, "letter").pages for part in page for line in part.lines]
    assert len(told) == 64
    for line, row in zip(told, event.standings, strict=True):
        assert line.told is None if row.separated_by is None else line.why


ADDED = Additions(
    {"e1": 15, "e2": -5},
    {"e1": ("novice", "Cocagne"), "e3": ("novice",)},
    (
        Penalty(1, "e2", "game_points", Fraction(-20), "revoke"),
        Penalty(2, "e3", "match_points", Fraction(-1, 2)),
        Penalty(2, "e4", "warning", reason="a long story " * 20),
    ),
)


def test_standings_have_a_list_with_handicap_and_one_for_each_tag_and_tell_penalties_beside_the_name():
    swiss = tournament("swiss", 8, rounds=3)
    said = " ".join(texts(paper(swiss, "standings", additions=ADDED)))
    assert said.count("Handicap +15") == said.count("Handicap −5") == 1
    assert "novice, Cocagne" in said
    assert "game points −20 in round 1: revoke" in said
    assert "match points −½ in round 2" in said
    assert "warning in round 2: a long story" in said
    listed = standings(PrintedEvent(TournamentState(swiss), EventDetails(additions=ADDED), "en"), "letter")
    sections = [(section.heading, section.lines) for page in listed.pages for section in page]
    assert [(heading, len(lines)) for heading, lines in sections] == [
        ("Without handicap", 8),
        ("With handicap", 8),
        ("novice", 2),
        ("Cocagne", 1),
    ]
    ranks = {line.name.lines: line.rank for line in sections[0][1]}
    assert all(ranks[line.name.lines] == line.rank and line.told is None for _, lines in sections[2:] for line in lines)
    plain = " ".join(texts(paper(swiss, "standings")))
    assert "andicap" not in plain
    assert "revoke" in " ".join(texts(paper(swiss, "report", additions=ADDED)))


def test_a_field_of_a_mitchell_has_its_own_list_with_handicap():
    said = " ".join(texts(paper(tournament("mitchell", 12), "standings", additions=Additions({"e1": 15}))))
    assert all(f"{how} handicap · {field}" in said for how in ("Without", "With") for field in ("North–South", "East–West"))


def test_a_slip_says_what_handicap_a_side_has():
    swiss = tournament("swiss", 8, rounds=3)
    said = " ".join(texts(paper(swiss, "slips", number=1, additions=ADDED)))
    assert said.count("Handicap +15") == said.count("Handicap −5") == 1
    assert said.count("Scores are written without the handicap.") == 2
    match = {"kind": "race", "best_of": 3}
    said = " ".join(texts(paper(tournament("swiss", 8, rounds=3, match=match), "slips", number=1, additions=ADDED, lang="fr")))
    assert "Handicap de +7½ par partie" in said
    assert "andicap" not in " ".join(texts(paper(swiss, "slips", number=1)))


def test_a_mitchell_ranks_each_field_by_itself():
    (page,) = texts(paper(tournament("mitchell", 12), "standings", lang="en"))
    assert page.index("North–South") < page.index("East–West")
    first = texts(paper(tournament("mitchell", 12), "report"))[0]
    assert "North–South" in first


def test_a_cross_table_of_a_round_robin_is_cut_into_blocks_whose_heads_are_repeated():
    few = tournament("round_robin", 9)
    (page,) = texts(paper(few, "crosstable"))
    assert "1 2 3 4 5 6 7 8 9" in page
    many = tournament("round_robin", 26)
    pages = texts(paper(many, "crosstable", "a4"))
    assert len(pages) == 4
    assert "1 – 13 × 14 – 26" in pages[1]
    assert " ".join(str(n) for n in range(14, 27)) in pages[1]
    width, height = PAPER["a4"]
    assert sizes(paper(few, "crosstable", "a4")) == {(height, width)}


def test_a_cross_table_of_a_swiss_names_opponents_by_their_number():
    swiss = tournament("swiss", 9, rounds=3)
    (page,) = texts(paper(swiss, "crosstable"))
    assert page.count("bye") == 3
    assert len(re.findall(r"\b[WLT] \d", page)) == 24


@pytest.mark.parametrize(
    ("method", "entrants", "pages"),
    [
        ("single_elimination", 8, 1),
        ("single_elimination", 16, 1),
        ("single_elimination", 32, 4),
        ("single_elimination", 64, 6),
        ("single_elimination", 128, 10),
        ("double_elimination", 8, 1),
        ("double_elimination", 64, 10),
    ],
)
def test_a_bracket_is_cut_into_sections_of_eight_matches(method, entrants, pages):
    event = PrintedEvent(TournamentState(unplayed(tournament(method, entrants), 1)), EventDetails(), "en")
    document = bracket(event, "letter")
    assert document is not None
    assert len(document.pages) == pages
    drawn = [box.name for page in document.pages for box in getattr(page, "boxes", ())]
    expected = {m.slot.name for m in event.state.bracket.matches.values() if has_box(m)}
    assert sorted(drawn) == sorted(expected)
    for page in document.pages:
        boxes = sorted(getattr(page, "boxes", ()), key=lambda b: (b.left, b.top))
        # None over another, none off the page.
        assert all(b.top >= a.top + 14 for a, b in pairwise(boxes) if a.left == b.left)
        assert all(b.left >= 0 and b.left + b.width <= document.paper.width + 0.01 for b in boxes)
        assert all(b.top >= 5 and b.top + 15.6 <= document.paper.body for b in boxes)


@pytest.mark.parametrize(("size", "lang"), [("letter", "en"), ("a4", "fr")])
def test_a_bracket_of_nine_pairs_is_one_page_without_boxes_for_byes(size, lang):
    double = tournament("double_elimination", 9)
    for event in (double, unplayed(double, 1)):
        document = paper(event, "bracket", size, lang)
        assert len(document.pages) == 1
        names = [side.name for page in document.pages for box in page.boxes for side in box.sides]
        assert min(name.size for name in names if name) >= 9
        assert not any(box.faint for box in document.pages[0].boxes)
    single = paper(tournament("single_elimination", 9), "bracket", size, lang).pages[0]
    assert max(side.name.size for box in single.boxes for side in box.sides) > 12


def test_whoever_comes_into_a_match_without_a_box_is_led_to_the_next_one():
    document = paper(unplayed(tournament("double_elimination", 9), 1), "bracket")
    (page,) = document.pages
    drawn = {box.name for box in page.boxes}
    for box in page.boxes:
        named = [box.loser, *(side.hint for side in box.sides)]
        assert {name for text in named for name in re.findall(r"[WLF]\d(?:\.\d)?", text)} <= drawn


def test_a_section_says_on_which_page_its_winners_and_losers_go_on():
    pages = texts(paper(unplayed(tournament("double_elimination", 32), 1), "bracket"))
    assert "Overview" in pages[0]
    assert "winners go on to page" in pages[0]
    assert "Winners’ bracket A" in pages[1]
    goes = re.search(r"to W4\.1 page (\d+)", pages[1])
    assert goes
    assert "W4.1" in pages[int(goes[1]) - 1]
    falls = re.search(r"loser to (L\d+\.\d+), page (\d+)", pages[1])
    assert falls
    assert falls[1] in pages[int(falls[2]) - 1]


@pytest.mark.parametrize(("size", "small", "points"), [("tabloid", "letter", (1224, 792)), ("a3", "a4", (1190.6, 841.9))])
def test_a_bracket_for_the_wall_is_drawn_larger_on_a_larger_sheet_and_says_the_same(size, small, points):
    event = tournament("double_elimination", 9)
    wall, usual = paper(event, "bracket", size), paper(event, "bracket", small)
    assert texts(wall) == texts(usual)
    ((wide, high),) = sizes(wall)
    assert (wide, high) == pytest.approx(points, abs=0.2)
    assert wall.paper.zoom > 1.29


def test_what_lies_on_a_table_stays_on_the_paper_that_belongs_to_the_wall_s():
    event = tournament("swiss", 8, rounds=2)
    assert [paper(event, kind, "a3", number=1).paper.size for kind in ("slips", "pairings")] == ["a4", "a3"]


def test_a_bracket_of_128_is_drawn_on_the_pages_it_was_laid_out_on():
    document = paper(unplayed(tournament("single_elimination", 128, long=True), 1), "bracket", "a4", "fr")
    assert all(page.strip() for page in texts(document))


def test_a_final_report_has_winners_prizes_notes_standings_and_every_result():
    swiss = tournament("swiss", 12, rounds=3)
    pages = texts(paper(swiss, "report", prizes="1st: the cup\n2nd: a ham", note="Buffet at noon."))
    assert "the cup" in pages[0]
    assert "Buffet at noon." in pages[0]
    event = PrintedEvent(TournamentState(swiss), EventDetails(), "en")
    assert f"1 {event.name_of(event.standings[0].id)}" in pages[0]
    results = " ".join(pages[next(k for k, page in enumerate(pages) if "Results" in page) :])
    assert all(f"Round {n}" in results for n in (1, 2, 3))
    assert results.count(" & ") == 36
    for table in swiss.rounds[0].tables:
        assert all(str(abs(points)) in results for points in table.result.scores or ())


def test_standings_of_a_small_event_stand_on_the_first_page_of_its_report():
    small, large = tournament("swiss", 8, rounds=2), tournament("swiss", 40, rounds=2)
    for size in ("letter", "a4"):
        first, *others = texts(paper(small, "report", size))
        assert "Final standings" in first
        assert all(e.name in first for e in small.entrants)
        assert not any("Final standings" in page for page in others)
        # Those of a large one begin there and go on.
        begin, goes_on, *_ = texts(paper(large, "report", size))
        assert "Final standings" in begin
        assert "Final standings" in goes_on


def test_prizes_of_many_lines_go_on_over_further_pages():
    prizes = "\n".join(f"{k}: a very fine prize indeed, given by the club " * 3 for k in range(60))
    pages = texts(paper(tournament("swiss", 6, rounds=2), "report", prizes=prizes))
    assert all(any(f"{k}: a very fine" in page for page in pages) for k in range(60))


def test_a_history_has_everybody_in_alphabetical_order_with_every_round():
    swiss = tournament("swiss", 10, rounds=3)
    pages = texts(paper(swiss, "history"))
    whole = " ".join(pages)
    assert whole.count("Place ") == 10
    assert whole.index("Aline0 & Noël0 Place") < whole.index("Aline9 & Noël9 Place")
    assert paper(tournament("round_robin", 40), "history").html(0, 1).count("continued") >= 1


@pytest.mark.parametrize("kind", [k for k in ALL_PAPERS if k not in ("bracket", "schedule", "tables", "poster", "prizes")])
def test_long_names_are_never_cut_and_never_push_a_page_over(kind):
    swiss = tournament("swiss", 18, rounds=2, long=True)
    size, lang = ("letter", "fr") if len(kind) % 2 else ("a4", "en")
    said = " ".join(texts(paper(swiss, kind, size, lang, 1)))
    assert "…" not in said
    assert "ThériaultBoudreau" in words(said)


def test_long_names_are_whole_in_a_bracket():
    said = " ".join(texts(paper(tournament("single_elimination", 16, long=True), "bracket", "a4", "fr")))
    assert words(LONG) in words(said)
    assert "…" not in said


def test_papers_speak_french():
    swiss = tournament("swiss", 8, rounds=2)
    said = {
        kind: texts(paper(swiss, kind, lang="fr", number=1 if kind in ("slips", "pairings") else None))
        for kind in ("slips", "pairings", "standings", "crosstable", "report", "history")
    }
    for pages in said.values():
        for english in ("Round", "Standings", "Page 1 of", "hands", "Final", "Place "):
            assert english not in " ".join(pages)
    assert "Classement" in said["standings"][0]


def test_every_paper_that_a_module_declares_is_offered_once_and_by_the_command_line():
    modules = [import_module(f"{papers.__name__}.{one.name}") for one in iter_modules(papers.__path__)]
    declared = [kind.name for module in modules for kind in getattr(module, "KINDS", ())]
    assert sorted(declared) == sorted(ALL_PAPERS)
    only = next(one for one in documents.params if one.name == "kinds")
    assert [*only.type.choices] == [*ALL_PAPERS]


def test_an_event_has_only_the_papers_that_fit_it():
    assert "bracket" not in kinds_of(PrintedEvent(TournamentState(tournament("swiss", 8, rounds=2)), EventDetails(), "en"))
    knockout = kinds_of(PrintedEvent(TournamentState(tournament("single_elimination", 8)), EventDetails(), "en"))
    assert "crosstable" not in knockout
    assert "bracket" in knockout
    both = all_documents(
        tournament("swiss", 8, rounds=2), EventDetails(), size="a4", lang="both", kinds=("slips", "report"), rounds=(2,)
    )
    assert [(d.kind, d.round, d.event.lang) for d in both] == [
        ("slips", 2, "en"),
        ("report", None, "en"),
        ("slips", 2, "fr"),
        ("report", None, "fr"),
    ]
    assert len({d.file_name for d in both}) == 4


def test_a_name_is_broken_between_the_two_of_a_pair_rather_than_inside_one():
    found = fit("Aline Cormier & Jean-Guy Arsenault", 30, (12.0, 10.0, 8.0), 2)
    assert found.lines == ("Aline Cormier &", "Jean-Guy Arsenault")
    assert all(width_of(line, found.size) <= 30 for line in found.lines)
    assert fit("Zoé & Léo", 60, (12.0, 10.0), 2).lines == ("Zoé & Léo",)
    assert fit("x" * 400, 30, (12.0, 10.0), 2).cut


def test_pieces_are_as_even_as_can_be():
    assert [len(part) for part in evenly(range(26), 24)] == [13, 13]
    assert evenly([], 5) == []
    assert plain("Ronde 02 Où s’asseoir ?") == "ronde-02-ou-sasseoir"


def test_stages_have_a_bracket_pools_and_all_their_points_in_the_cross_table():
    stages = [{"method": "round_robin", "pools": 2, "advance": 2, "options": {}}, {"method": "single_elimination", "options": {}}]
    event = tournament("stages", 8, stages=stages)
    assert {"bracket", "crosstable", "standings"} <= set(kinds_of(PrintedEvent(TournamentState(event), EventDetails(), "en")))
    (page,) = texts(paper(event, "standings"))
    assert page.index("Knock-out") < page.index("Pool A") < page.index("Pool B")
    (cross,) = paper(event, "crosstable").pages
    wins = sum(len(one.tables) for one in event.rounds)
    ties = sum(cell.kind == "tie" for line in cross.lines for cell in line.cells)
    assert sum(cell.kind == "win" for line in cross.lines for cell in line.cells) == wins - ties / 2


@pytest.mark.parametrize(
    ("method", "titles"),
    [
        ("single_elimination", ["Round of 16", "Quarter-finals", "Semi-finals", "Final"]),
        ("double_elimination", ["Round of 16", "Quarter-finals", "Semi-finals", "Winners’ final", "Grand final"]),
    ],
)
def test_the_rounds_of_a_bracket_are_called_on_paper_as_on_the_page(method, titles):
    heads = {head.text for page in paper(tournament(method, 16), "bracket").pages for head in getattr(page, "heads", ())}
    assert [title for title in titles if title not in heads] == []


def test_names_of_tables_on_the_wall_have_one_size_that_is_read_from_two_metres():
    swiss = tournament("swiss", 64, rounds=1)
    pages = paper(swiss, "pairings", number=1).pages
    sizes = {name.size for page in pages for column in page.columns for line in column for name in line.sides}
    assert len(sizes) == 1
    assert min(sizes) >= 20
    # A few long names do not make all the others small.
    one_long = replace(swiss, entrants=(replace(swiss.entrants[0], name=LONG), *swiss.entrants[1:]))
    sizes = [name.size for page in paper(one_long, "pairings", number=1).pages for line in page.columns[0] for name in line.sides]
    assert sorted(sizes)[1] >= 20


def test_seats_are_listed_by_family_name_and_say_who_is_away():
    swiss = tournament("swiss", 8, rounds=2)
    names = ("Zoé Arsenault & Luc d’Entremont", "Aline de la Roche & Jean LeBlanc (Cap-Pelé)")
    named = [replace(e, name=name) for e, name in zip(swiss.entrants, names, strict=False)]
    away = replace(swiss.entrants[2], id="away", name="Marie Cormier & Guy Roy", absent=(2,))
    event = replace(swiss, entrants=(*named, *swiss.entrants[2:], away))
    (page,) = texts(paper(event, "names", number=2))
    wanted = [
        "Arsenault, Zoé",
        "Cormier, Marie",
        "de la Roche, Aline",
        "d’Entremont, Luc",
        "LeBlanc, Jean (Cap-Pelé)",
        "Roy, Guy",
    ]
    assert [name for name in wanted if name in page] == wanted
    assert [page.index(name) for name in wanted] == sorted(page.index(name) for name in wanted)
    assert page.count("Away") == 2
    assert "Away" not in texts(paper(event, "names", number=1))[0]
    assert "Marie Cormier & Guy Roy sat out round 2." in " ".join(texts(paper(event, "report")))


def test_a_slip_of_a_round_by_the_clock_has_room_for_the_score_after_each_hand():
    (page,) = texts(paper(tournament("swiss", 8, rounds=2, match={"kind": "clock", "minutes": 45}), "slips", number=1))
    assert page.count("Score after each hand") == 4
    assert page.count("11 12") == 4


@pytest.mark.parametrize(("size", "lang"), [("letter", "en"), ("a4", "fr")])
def test_a_report_begins_its_standings_and_results_where_there_is_room(size, lang):
    pages = paper(tournament("swiss", 13, rounds=4), "report", size, lang, prizes="1st: the cup").pages
    assert len(pages) == 2
    assert pages[0].standings
    larger = paper(tournament("swiss", 64, rounds=2), "report", size, lang).pages
    assert larger[0].standings
    assert sum(page.used < 150 for page in larger if page.standings and not page.rounds) == 0


def test_histories_of_six_rounds_stand_eight_on_a_page_with_lines_to_cut_along():
    document = paper(tournament("swiss", 16, rounds=6), "history")
    assert [[len(column) for column in page] for page in document.pages] == [[4, 4], [4, 4]]
    assert document.html().count("cut-here") == 12
    for page in document.pages:
        for column in page:
            assert sum(block.height for block in column) <= document.paper.body


def test_everybody_is_on_the_sign_in_list_by_family_name_but_for_who_has_left():
    swiss = tournament("swiss", 4, rounds=1)
    names = ("Zoé Arsenault & Luc Roy", "Aline Cormier & Jean LeBlanc", "Guy Aubé & Lise Aubé", "Paul Zed & Anne Zed")
    entrants = [replace(e, name=name) for e, name in zip(swiss.entrants, names, strict=True)]
    event = replace(swiss, entrants=(*entrants[:3], replace(entrants[3], left=1)), rounds=())
    (page,) = texts(paper(event, "signin"))
    assert "1 Arsenault, Zoé & Roy, Luc 2 Aubé, Guy & Aubé, Lise 3 Cormier, Aline & LeBlanc, Jean" in page
    assert "Zed" not in page
    assert all(head in page for head in ("Here", "Paid", "Signature"))


def test_results_by_hand_have_two_boxes_a_table():
    document = paper(tournament("swiss", 64, rounds=1), "results", number=1)
    assert flat(document.html()).count('<td class="score"><div class="write">') == 64
    assert len(texts(document)) == 2


def test_all_rounds_of_a_round_robin_are_printed_before_the_first_and_those_of_a_swiss_are_not():
    robin = tournament("round_robin", 7)
    event = replace(robin, rounds=robin.rounds[:1])
    said = " ".join(texts(paper(event, "schedule")))
    assert all(f"Round {n}" in said for n in range(1, 8))
    assert said.count("Bye: ") == 7
    assert "may change" in said
    assert said.count(" & ") == 49
    assert "schedule" not in kinds_of(PrintedEvent(TournamentState(tournament("swiss", 8, rounds=2)), EventDetails(), "en"))
    assert "may change" not in " ".join(texts(paper(tournament("rotating_partners", 8, rounds=7), "schedule")))


def test_there_is_a_number_for_every_table_to_be_read_from_both_sides():
    pages = texts(paper(tournament("swiss", 10, rounds=1), "tables", "a4", "fr"))
    assert len(pages) == 3
    assert pages[0].count("Table") == 4
    assert pages[2].count("5") == 2


def test_a_poster_leads_to_the_form_while_one_may_enter_and_to_the_page_afterwards():
    swiss = tournament("swiss", 8, rounds=1)
    addresses = {"page": "https://cards.example/tournaments/1", "entry": "https://cards.example/tournaments/1/enter"}
    assert "Photograph the code to enter." in texts(paper(swiss, "poster", **addresses))[0]
    (after,) = texts(paper(swiss, "poster", page=addresses["page"], venue="Salle paroissiale"))
    assert "Photograph the code to see" in after
    assert "Salle paroissiale" in after
    assert "Photograph" not in texts(paper(swiss, "poster"))[0]


def test_the_first_three_get_certificates_and_prizes_by_name_once_it_is_over():
    swiss = tournament("swiss", 8, rounds=2)
    prizes = "1st: the cup\n2e – un jambon\nLast: a spoon"
    event = PrintedEvent(TournamentState(swiss), EventDetails(prizes=prizes), "en")
    names = [event.name_of(row.id) for row in event.standings]
    pages = texts(paper(swiss, "certificates", prizes=prizes))
    assert len(pages) == sum(row.rank <= 3 for row in event.standings)
    assert "First place" in pages[0]
    assert names[0] in pages[0]
    (listed,) = texts(paper(swiss, "prizes", prizes=prizes))
    assert f"1 {names[0]} the cup" in listed
    assert f"2 {names[1]} un jambon" in listed
    assert "Last: a spoon" in listed
    going = kinds_of(PrintedEvent(TournamentState(unplayed(swiss, 2)), EventDetails(prizes=prizes), "en"))
    assert not {"certificates", "prizes"} & set(going)
