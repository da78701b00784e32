"""Blank sheets and rule cards for every named rule set."""

from __future__ import annotations

import subprocess

import pytest

from scorekeeper.core.pdf.rendering import write_pdf
from scorekeeper.core.pdf.sheet_options import SheetOptions
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, RuleSet, named_rules
from scorekeeper.messages.rules.rules import variant_title
from scorekeeper.rules.printouts.documents import blank_sheets_html, rule_card_sheet_html
from scorekeeper.rules.printouts.facts import key_facts
from tests.games.printouts.printed_games import ENGLISH, FRENCH, NAMES, PAPER, WORD, blank_sheets, overprinted, pages, sizes

pytestmark = pytest.mark.slow


@pytest.mark.thorough("a PDF of every rule set; a few of them are drawn in the tests beside it")
def test_every_named_rule_set_has_a_full_sheet_of_one_page_with_its_facts():
    pdf = blank_sheets([named_rules(name) for name in VARIANTS_BY_NAME], SheetOptions())
    assert sizes(pdf) == {PAPER["letter"]}
    texts = pages(pdf)
    assert len(texts) == len(VARIANTS_BY_NAME)
    for name, text in zip(VARIANTS_BY_NAME, texts, strict=True):
        rules = named_rules(name)
        assert ("Score sheet" if name == "standard" else variant_title(ENGLISH, name)) in text
        assert f"Target {rules.target} Hole {rules.hole_limit} Minimum bid {rules.minimum_bid or 'none'}" in text


@pytest.mark.thorough("another PDF")
def test_half_sheets_are_two_on_a_page_on_its_side():
    names = ("standard", "le_rough", "six_kitty", "six_two_teams", "cutthroat", "five_silent", "two_handed")
    pdf = blank_sheets([named_rules(name) for name in names], SheetOptions("a4", "fr"), layout="half")
    width, height = PAPER["a4"]
    assert sizes(pdf) == {(height, width)}
    texts = pages(pdf)
    assert len(texts) == len(names)
    for name, text in zip(names, texts, strict=True):
        assert text.count(f"{FRENCH('Target')} {named_rules(name).target}") == 2
        assert "Dealer" not in text


@pytest.mark.thorough("a PDF of every rule set; a few of them are drawn in the tests beside it")
@pytest.mark.parametrize("size", PAPER)
@pytest.mark.parametrize("layout", ["full", "half"])
def test_the_rows_fill_the_paper_and_no_more(size, layout):
    for name in ("standard", "six_two_teams", "cutthroat"):
        (text,) = pages(blank_sheets(named_rules(name), SheetOptions(size), layout=layout))
        copies = 1 if layout == "full" else 2
        assert text.count("is 95 below zero") == copies
        assert text.count("♠") >= (13 if layout == "full" else 0)
        assert text.count("12 ") >= copies


def test_partners_get_a_column_a_side_and_a_bid_a_seat():
    (text,) = pages(blank_sheets(named_rules("standard"), SheetOptions()))
    assert text.count("Total") == 2
    assert "Dealer N E S W Trump Taken Points Total Points Total" in text
    (text,) = pages(blank_sheets(named_rules("six_three_pairs"), SheetOptions()))
    assert "Dealer 1 2 3 4 5 6 Trump Taken Points Total Points Total Points Total" in text


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_cutthroat_has_a_column_a_player_with_room_for_the_bid(players):
    (text,) = pages(blank_sheets(named_rules("cutthroat"), SheetOptions(), players=players))
    assert "Trump Taken" + " Bid Total" * players in text
    assert "Cutthroat" in text


def test_a_format_has_its_own_number_of_players():
    with pytest.raises(ValueError, match="not played by 5"):
        blank_sheets_html(named_rules("standard"), SheetOptions(), players=5)


def test_names_can_be_printed_at_their_places():
    (text,) = pages(blank_sheets(named_rules("standard"), SheetOptions(), players=NAMES[:4]))
    assert all(name in text for name in NAMES[:4])
    with pytest.raises(ValueError, match="3 names for 4 players"):
        blank_sheets_html(named_rules("standard"), SheetOptions(), players=NAMES[:3])


def test_no_trump_can_be_circled_only_where_it_is_played():
    assert "NT" in blank_sheets_html(named_rules("le_rough"), SheetOptions())
    assert "NT" not in blank_sheets_html(named_rules("standard"), SheetOptions())


@pytest.mark.parametrize(
    ("given", "fact"),
    [
        ({"opponents_score": "must_win_or_set"}, "Must win or set from 150"),
        ({"opponents_score": "always"}, "Defenders always score"),
        ({"qualifying_bid": 70}, "Must bid from 100, at least 70"),
        ({"hole_limit": None}, "Hole no limit"),
        ({"pack": 40, "kitty": 4}, "40, 9 each, kitty 4"),
    ],
)
def test_the_facts_follow_the_house_rules(given, fact):
    (text,) = pages(blank_sheets(RuleSet(given), SheetOptions()))
    assert fact in text


def test_a_layout_that_does_not_exist_is_refused_by_name():
    with pytest.raises(ValueError, match="quarter"):
        blank_sheets_html(named_rules("standard"), SheetOptions(), layout="quarter")


@pytest.mark.thorough("a PDF of every rule set; a few of them are drawn in the tests beside it")
@pytest.mark.parametrize("name", VARIANTS_BY_NAME)
def test_every_rule_card_is_one_page(name):
    (text,) = pages(write_pdf(rule_card_sheet_html(named_rules(name), SheetOptions("a4", "fr"))))
    assert f"{FRENCH('Target')} {named_rules(name).target}" in text


@pytest.mark.thorough("another PDF")
def test_a_rule_card_with_every_house_rule_is_still_one_page():
    every = RuleSet(
        {
            "pack": 40,
            "kitty": 4,
            "misdeal": True,
            "keep": "anyone_once",
            "all_pass": "dealer_minimum",
            "hundred_for_200": True,
            "discard_to": "last_trick",
            "discard_limit": "no_points_or_trumps",
            "discard_show_trumps": True,
            "discard_announce_points": True,
            "trump_by": "first_lead",
            "no_trump": "double",
            "qualifying_bid": 60,
            "hole_limit": 300,
            "both_reach": "higher_score",
            "hundred_wins": True,
            "announced_all": True,
            "skunk": "loser_negative",
            "pot": True,
            "ante": 25,
            "boxed": 10,
            "hole": 50,
        }
    )
    for size, lang in (("letter", "fr"), ("a4", "en")):
        (text,) = pages(write_pdf(rule_card_sheet_html(every, SheetOptions(size, lang))))
        assert "300" in text


@pytest.mark.thorough("another PDF")
def test_the_deal_goes_round_on_the_paper_where_it_does_at_the_table():
    def dealers(name, **options):
        (text,) = pages(blank_sheets(named_rules(name), SheetOptions(), **options))
        return "deals first" in text

    assert dealers("standard")
    assert dealers("five_called")
    # A pair that drops out no longer deals. With names on the sheet, players know who began.
    assert not dealers("six_three_pairs")
    assert not dealers("standard", players=NAMES[:4])
    (text,) = pages(blank_sheets(named_rules("standard"), SheetOptions()))
    assert "N deals first" in text


def test_a_sheet_asks_where_and_when_and_reminds_of_the_line_and_the_hole():
    for layout in ("full", "half", "match"):
        (text,) = pages(blank_sheets(named_rules("north_500_300"), SheetOptions(), layout=layout))
        assert "Place, occasion" in text
        assert "a side at 400 or more only if one of its players bid" in text
        assert "A side at −300 or worse loses" in text


@pytest.mark.parametrize(("size", "t", "lang"), [("letter", FRENCH, "fr"), ("a4", ENGLISH, "en")])
@pytest.mark.thorough("another PDF")
def test_three_games_of_a_match_stand_on_one_page_in_three_parts(size, t, lang):
    for name in ("standard", "six_two_teams", "two_handed"):
        pdf = blank_sheets(named_rules(name), SheetOptions(size, lang), layout="match")
        (text,) = pages(pdf)
        assert all(t("Game %(n)s") % {"n": n} in text for n in (1, 2, 3))
        assert text.count(t("Total")) == 6
        assert text.count("13 ") >= 3 or name == "six_two_teams"
        assert overprinted(pdf) == []


def test_three_games_are_not_squeezed_beside_each_other_for_more_than_two_sides():
    with pytest.raises(ValueError, match="two sides, not for 3"):
        blank_sheets_html(named_rules("six_three_pairs"), SheetOptions("a4", "fr"), layout="match")


def test_five_who_call_a_partner_write_down_whom_and_what_the_camp_took():
    for layout in ("full", "half"):
        html = blank_sheets_html(named_rules("five_called"), SheetOptions(), layout=layout)
        assert html.count('<td class="called">') == (1 if layout == "full" else 2)
    (text,) = pages(blank_sheets(named_rules("five_called"), SheetOptions()))
    assert "Trump With Taken" in text


@pytest.mark.parametrize("layout", ["full", "half"])
def test_a_pot_has_a_column_its_stakes_and_a_box_for_what_is_in_it(layout):
    copies = 1 if layout == "full" else 2
    (text,) = pages(blank_sheets(named_rules("pot"), SheetOptions("a4"), layout=layout))
    assert text.count("Pot total") == copies
    assert text.count("Total Pot") == copies
    staked = named_rules("pot").with_options(ante=25, boxed=10)
    (text,) = pages(blank_sheets(staked, SheetOptions("a4"), layout=layout))
    assert text.count("Ante $0.25 Contract failed $0.10 First time below zero") == copies


@pytest.mark.thorough("a PDF of every rule set; a few of them are drawn in the tests beside it")
@pytest.mark.parametrize(("size", "layout"), [("letter", "half"), ("a4", "full")])
def test_no_two_words_of_an_empty_sheet_are_printed_over_each_other(size, layout):
    names = ("standard", "le_rough", "pot", "six_two_teams", "five_called", "cutthroat", "two_handed")
    pdf = blank_sheets([named_rules(name) for name in names], SheetOptions(size, "fr"), layout=layout)
    assert len(pages(pdf)) == len(names)
    assert overprinted(pdf) == []


def test_a_rule_card_shows_a_hand_made_and_a_hand_failed():
    (text,) = pages(write_pdf(rule_card_sheet_html(named_rules("le_rough"), SheetOptions())))
    assert "Aline & Claire bid 75 and took 85: +85. Benoît & Denis took 15: +15." in text
    assert "Aline & Claire bid 75 but took only 60: −75." in text


@pytest.mark.parametrize(("size", "t", "lang"), [("letter", FRENCH, "fr"), ("a4", FRENCH, "fr"), ("letter", ENGLISH, "en")])
@pytest.mark.thorough("another PDF")
def test_many_facts_stay_on_their_half_of_the_paper(size, t, lang):
    rules = RuleSet({"pack": 40, "kitty": 4, "qualifying_bid": 60, "hole_limit": 300, "pot": True, "ante": 25, "boxed": 10})
    pdf = blank_sheets(rules, SheetOptions(size, lang), layout="half")
    (text,) = pages(pdf)
    assert text.replace(t("Pot total"), "").count(t("Total")) == 4
    ((width, _),) = sizes(pdf)
    told = subprocess.run(["pdftotext", "-bbox", "-", "-"], input=pdf, capture_output=True, check=True).stdout.decode()
    edges = [(float(left), float(right)) for left, _, right, _, word in WORD.findall(told) if word != "✂"]
    assert max(right for _, right in edges) < width - 20
    assert max(right for left, right in edges if left < width / 2) < width / 2 - 20
    lines: dict[str, list[str]] = {}
    for left, top, _, _, word in WORD.findall(told):
        if float(left) < width / 2:
            lines.setdefault(top, []).append(word)
    for fact in key_facts(rules, t):  # none is broken in two
        if " " in fact.value:
            assert any(fact.value in " ".join(line) for line in lines.values()), fact
