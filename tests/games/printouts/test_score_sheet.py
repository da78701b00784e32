"""The printed score sheet of a game."""

from __future__ import annotations

import itertools
import re

import pytest

from scorekeeper.core.pdf.sheet_options import SheetOptions
from scorekeeper.engine.endings import MatchScore
from scorekeeper.games.printouts.sheet import game_sheet_html, short_names
from scorekeeper.games.printouts.sheet_rows import Struck
from tests.games.printouts.printed_games import (
    ENGLISH,
    FRENCH,
    NAMES,
    PAPER,
    PLAIN,
    game,
    game_sheet,
    hand,
    long_game,
    overprinted,
    pages,
    sizes,
    view_of,
)

pytestmark = pytest.mark.slow

#: Hand number, dealer, contractor, bid of a long game.
ROW = r"(\d+) (?:Aline|Benoît|Claire|Denis) (?:Aline|Benoît) 60 (?:✗ )?\d+ [+−]"
FAR = {"base": "standard", "target": 5000, "hole_limit": None}


def text_of(view, lang="en", size="letter", **more) -> str:
    return " ".join(pages(game_sheet(view, SheetOptions(size, lang), **more)))


@pytest.mark.parametrize("size", PAPER)
def test_a_sheet_is_set_on_the_paper_asked_for(size):
    assert sizes(game_sheet(view_of(PLAIN), SheetOptions(size))) == {PAPER[size]}


def test_each_hand_is_a_row_with_dealer_contractor_contract_points_taken_other_bids_changes_and_totals():
    said = text_of(view_of(PLAIN))
    assert "1 Aline Aline 75 ♥ ✗ 60 60 Benoît 65 Claire −75 75 +40 40" in said
    assert "2 Benoît Passed out 75 40" in said
    assert " revoke −20 85 130" in said
    assert "4 Denis Denis 80 ♦ 85 +15 70 +85 215" in said


def test_a_total_below_zero_stands_in_a_box_without_a_minus_sign():
    html = game_sheet_html(view_of(PLAIN), SheetOptions())
    assert '<span class="neg">75</span>' in html
    assert 'data-negative="box"' in html
    assert "−70" not in re.sub(r"\s+", " ", text_of(view_of(PLAIN)))


def test_a_house_that_prefers_circles_gets_them():
    html = game_sheet_html(view_of(PLAIN), SheetOptions(mark="circle"))
    assert 'data-negative="circle"' in html


def test_the_result_and_the_match_stand_above_the_rows():
    said = text_of(view_of(PLAIN, match=MatchScore((2, 1), ()), games_to_win=3))
    assert said.index("Benoît & Denis win the game") < said.index("1 Aline Aline")
    assert "Match Aline & Claire 2 · Benoît & Denis 1 — first to 3" in said


def test_a_french_sheet_is_french():
    said = text_of(view_of(PLAIN, FRENCH), "fr", reasons=True)
    for english in ("Score sheet", "Dealer", "Contractor", "Contract", "Other bids", "Passed out", "Reasons, hand by hand"):
        assert FRENCH(english) in said
        assert english not in said
    assert "Benoît & Denis took" not in said


def test_the_key_facts_of_the_rules_stand_at_the_head():
    said = text_of(view_of(PLAIN))
    assert "Target 200 Hole 200 Minimum bid 50 Must bid from 100 Cards 36, 9 each" in said


def test_reasons_are_numbered_by_hand_and_printed_only_on_demand():
    view = view_of(PLAIN)
    reasons = [reason.text for row in view.rows for reason in row.reasons]
    assert len(reasons) >= 8
    with_them, without = text_of(view, reasons=True), text_of(view)
    assert all(reason in with_them for reason in reasons)
    assert not any(reason in without for reason in reasons)
    assert f"1 {view.rows[0].reasons[0].text}" in with_them


def test_a_note_is_printed_and_the_hand_says_that_it_has_one():
    said = text_of(view_of(PLAIN))
    assert "3* Claire" in said
    assert "3 Denis wore his lucky hat." in said


def test_a_disputed_hand_is_marked_and_the_claim_is_printed():
    said = text_of(view_of(PLAIN, disputes={1: "Disputed by Benoît & Denis: A revoke in trick 4"}))
    assert "1* Aline" in said
    assert "1 Disputed by Benoît & Denis: A revoke in trick 4" in said


def test_the_rule_card_is_on_the_back_on_demand():
    front, back = pages(game_sheet(view_of(PLAIN), SheetOptions(), rules=True))
    assert "Rule card" in back
    assert "Rule card" not in front
    assert "Page 2 of 2" in back


def test_a_struck_hand_is_not_shown_unless_asked_for_and_then_crossed_out():
    record, _ = game(PLAIN)
    assert "voided" not in text_of(view_of(PLAIN))
    crossed = view_of(PLAIN, struck=[Struck(1, record.events[2])])
    assert [row.n for row in crossed.rows] == [1, None, 2, 3, 4, 5]
    assert "voided" in text_of(crossed)
    assert crossed.scores == view_of(PLAIN).scores


def test_an_unfinished_game_says_who_deals_next_and_leaves_rows_to_fill_in():
    view = view_of(PLAIN[:2])
    html = game_sheet_html(view, SheetOptions())
    assert html.count('class="empty"') == 12
    assert "Next to deal: Claire" in text_of(view)
    assert 'class="empty"' not in game_sheet_html(view_of(PLAIN), SheetOptions())


def test_a_long_game_repeats_its_heads_and_carries_its_scores():
    view = view_of(long_game(60), rules=FAR)
    texts = pages(game_sheet(view, SheetOptions()))
    assert len(texts) == 3
    for number, text in enumerate(texts, 1):
        assert "Dealer Contractor Contract Points taken Other bids Aline Claire Benoît Denis" in text
        assert f"Page {number} of 3" in text
    assert "Carried forward" not in texts[0]
    for before, text in itertools.pairwise(texts):
        last = max(int(n) for n in re.findall(ROW, before))
        carried = " ".join(str(abs(cell.score)) for cell in view.rows[last - 1].cells)
        assert f"Carried forward {carried}" in text
        assert text.index("Contractor") < text.index("Carried forward")


def test_no_row_is_lost_or_split_between_pages():
    view = view_of(long_game(60), rules=FAR)
    said = text_of(view, size="a4")
    assert [int(n) for n in re.findall(ROW, said)] == list(range(1, 61))


@pytest.mark.thorough("large PDFs")
def test_reasons_that_fill_pages_of_their_own_carry_no_scores():
    texts = pages(game_sheet(view_of(long_game(60), rules=FAR), SheetOptions(), reasons=True))
    assert "Dealer" not in texts[-1]
    assert "Carried forward" not in texts[-1]


@pytest.mark.parametrize(
    ("rules", "points", "contractor"),
    [
        ("six_three_pairs", [70, 20, 10], 0),
        ("six_two_teams", [70, 30], 0),
        ("five_silent", [70, 30], 1),
        ({"base": "cutthroat", "hand_cards": 6}, [70, 30, 0, 0, 0, 0], 0),
        ("two_handed", [70, 30], 0),
    ],
)
def test_every_format_has_a_column_a_side_with_all_its_names(rules, points, contractor):
    seats = {"five_silent": 5, "two_handed": 2}.get(str(rules), 6)
    view = view_of([hand(contractor, 60, points)], rules=rules, players=NAMES[:seats])
    assert sorted(name for column in view.columns for name in column.names) == sorted(NAMES[:seats])
    said = text_of(view)
    assert all(name in said for name in NAMES[:seats])
    assert "60" in said
    assert "+70" in said


def test_a_called_partner_is_named_beside_the_contractor():
    view = view_of([hand(0, 60, [70, 30], called_seat=3)], rules="five_called", players=NAMES[:5])
    assert view.rows[0].partner == "Denis"
    assert "with Denis" in text_of(view)


def test_a_pair_that_dropped_out_has_no_more_totals():
    fall = {"kind": "adjustment", "side": 2, "points": -200, "reason": "start in the hole"}
    view = view_of([fall, hand(0, 60, [70, 30, 0])], rules="six_three_pairs", players=NAMES)
    assert view.rows[0].cells[2].score == -200
    assert not view.rows[0].cells[2].out
    assert view.rows[1].cells[2].out
    assert "Out" in text_of(view)


def test_names_are_text_and_never_markup():
    view = view_of([], players=["<b>Bo</b>", "A & B", "</style>", '"quoted"'])
    html = game_sheet_html(view, SheetOptions())
    assert "<b>Bo</b>" not in html
    assert html.count("</style>") == 1
    assert "<b>Bo</b>" in text_of(view)


def test_the_longest_names_leave_the_figures_and_the_margins_alone():
    long = ["X" * 60, "Marie-Antoinette de la Visitation Thibodeau-Bourgeois-Robert", "W" * 60, "Jo"]
    said = pages(game_sheet(view_of(PLAIN, players=long), SheetOptions()))
    assert len(said) == 1
    for figures in ("−75 75 +40 40", "+85 215", "Page 1 of 1"):
        assert figures in said[0]


def test_a_record_that_stops_being_scored_says_why():
    view = view_of([*PLAIN[:1], hand(0, 52, [60, 40])])
    assert view.error
    assert len(view.rows) == 1
    assert view.error[:20] in text_of(view)


@pytest.mark.parametrize("wrong", [{"size": "a5"}, {"mark": "triangle"}])
def test_a_paper_or_a_mark_that_does_not_exist_is_refused_by_name(wrong):
    with pytest.raises(ValueError, match=next(iter(wrong.values()))):
        SheetOptions(**wrong)


@pytest.mark.parametrize(("t", "lang", "word"), [(ENGLISH, "en", "bid"), (FRENCH, "fr", "ench.")])
def test_a_bid_of_unknown_height_is_printed_as_one(t, lang, word):
    view = view_of([hand(0, 75, [80, 20], bids={"1": "bid"})], t)
    assert f"75 80 {word} Benoît" in text_of(view, lang)


LONG_NAMES = ["Marie-Claire", "Jean-François", "Éléonore", "Guy"]
HUNDRED = {"base": "standard", "hundred_for_200": True, "target": 500}


@pytest.mark.parametrize("size", PAPER)
def test_a_hundred_for_two_hundred_in_french_is_not_printed_over_the_other_bids(size):
    hands = [hand(1, "100-for-200", [10, 90], bids={"0": 75, "2": 60, "3": 70}, trump="S")]
    view = view_of(hands, FRENCH, rules=HUNDRED, players=LONG_NAMES)
    pdf = game_sheet(view, SheetOptions(size, "fr"))
    assert "cent pour deux cents" in " ".join(pages(pdf))
    assert overprinted(pdf) == []


def test_other_bids_have_a_column_only_where_there_were_any_or_may_be():
    over = [hand(0, 75, [80, 20]), hand(0, 75, [80, 20]), hand(0, 50, [60, 40])]
    assert view_of(over).over
    assert "Other bids" not in text_of(view_of(over))
    assert "Points taken" in text_of(view_of(over))
    assert "Other bids" in text_of(view_of(over[:2]))
    assert "Other bids" in text_of(view_of([*over[:2], hand(0, 50, [60, 40], bids={"1": 45})], rules={"minimum_bid": 45}))


def test_a_nothing_says_why_below_the_rows():
    view = view_of([hand(1, 75, [20, 80]), hand(1, 75, [0, 100]), hand(0, 60, [70, 30])])
    said = text_of(view)
    letters = dict(view.zeros)
    assert letters == {"a": "took no points", "b": "at 100 or more, without having bid"}
    assert [[cell.zero for cell in row.cells] for row in view.rows] == [["", ""], ["a", ""], ["", "b"]]
    assert "0a took no points" in said
    assert "0b at 100 or more, without having bid" in said


@pytest.mark.thorough("large PDFs")
@pytest.mark.parametrize("size", PAPER)
def test_a_few_rows_more_than_usual_do_not_begin_a_second_page(size):
    for hands in (17, 22):
        (page,) = pages(game_sheet(view_of(long_game(hands), rules=FAR), SheetOptions(size)))
        assert f"{hands} " in page


def test_a_sheet_with_reasons_of_an_ordinary_evening_is_one_page():
    hands = [hand(i % 4, 75, [80, 20] if i % 2 == 0 else [60, 40], bids={str((i + 1) % 4): 60}) for i in range(13)]
    view = view_of(hands, FRENCH, rules=FAR, players=LONG_NAMES)
    assert len(pages(game_sheet(view, SheetOptions("a4", "fr"), reasons=True))) == 1


def test_what_else_is_known_of_the_evening_stands_under_the_day():
    said = text_of(view_of(PLAIN, played_on="20 November 2026", about=["7:05 to 9:40 p.m.", "Scored by Aline"]))
    assert "20 November 2026 7:05 to 9:40 p.m. Scored by Aline" in said


def test_a_game_with_a_pot_says_what_is_in_it_and_who_takes_it():
    rules = {"base": "six_three_pairs", "pot": True, "ante": 25, "boxed": 10}
    said = text_of(view_of([hand(0, 60, [70, 30, 0]), hand(1, 100, [20, 80, 0])], rules=rules, players=NAMES))
    assert "The pot $1.70" in said
    assert "Benoît −$0.35" in said


def test_a_long_name_in_a_narrow_column_is_its_first_word_unless_another_begins_so():
    names = ["Jean-François Thériault-LeBlanc", "Marie-Ève Cormier-Robichaud", "Marie-Ève Roy-Haché", "Zoé Roy"]
    assert short_names(names) == {"Jean-François Thériault-LeBlanc": "Jean-François"}
    (page,) = pages(game_sheet(view_of(PLAIN, players=names), SheetOptions()))
    assert page.count("Jean-François") > page.count("Jean-François Thériault-LeBlanc") > 0
    assert "Thériault- " not in page
