from __future__ import annotations

import json
from pathlib import Path

import pytest

from scorekeeper.core.i18n.translation import LANGUAGES, t_for
from scorekeeper.engine.events import Adjustment, Played
from scorekeeper.engine.replay.game import replay
from scorekeeper.engine.ruleset import RuleSet, named_rules
from scorekeeper.formats.game_record import parse_record
from scorekeeper.messages.game.lines import Lines, line_text
from scorekeeper.messages.names import Names, names_of

ENGLISH, FRENCH = t_for("en"), t_for("fr")
FOUR = ("Aline", "Benoît", "Claire", "Denis")
FIVE = (*FOUR, "Émile")
RECORDS = Path(__file__).parent.parent / "conformance"


def texts(rules, players, *events, t=ENGLISH):
    """Return the sentences of the last event."""
    result = replay(rules, 0, events)
    assert result.error is None
    text = Lines(t).bind(names_of(rules, players))
    return [text(line) for line in result.hands[-1].lines]


def plain(text):
    return text.replace("\u00a0", " ").replace("\u202f", " ")


def test_a_made_contract_says_bid_points_and_change():
    hand = Played(0, 75, (85, 15), {})
    assert texts(named_rules("standard"), FOUR, hand) == [
        "Aline & Claire bid 75 and took 85: +85.",
        "Benoît & Denis took 15: +15.",
    ]


def test_a_failed_contract_costs_its_bid_with_a_true_minus_sign():
    hand = Played(1, 90, (40, 60), {})
    assert texts(named_rules("standard"), FOUR, hand)[0] == "Benoît & Denis bid 90 but took only 60: \u221290."


def test_a_family_is_told_why_the_points_of_silent_defenders_do_not_count():
    events = Adjustment(1, 120, "opening score"), Played(0, 75, (85, 15), {})
    assert texts(named_rules("standard"), FOUR, *events)[1] == (
        "Benoît & Denis had 120. At 100 or more, defenders score only if they bid, "
        "and neither of them did. Their 15 points do not count."
    )
    assert plain(texts(named_rules("standard"), FOUR, *events, t=FRENCH)[1]) == (
        "Benoît & Denis avaient 120. À 100 ou plus, la défense ne marque que si elle a fait une enchère, "
        "et personne de l’équipe n’en a fait : leurs 15 points ne comptent pas."
    )


def test_a_family_is_told_why_they_count_when_one_of_them_bid():
    events = Adjustment(1, 120, "opening score"), Played(0, 75, (85, 15), {3: 60})
    assert texts(named_rules("standard"), FOUR, *events)[1].endswith("and one of them did. Their 15 points count: +15.")


def test_the_bid_that_qualifies_is_named():
    rules = named_rules("standard").with_options(qualifying_bid=60)
    events = Adjustment(1, 120, "opening score"), Played(0, 75, (85, 15), {3: 55})
    assert "only if they bid 60 or more, and neither of them did" in texts(rules, FOUR, *events)[1]


def test_defenders_who_must_defeat_the_contract_are_told_what_happened_to_it():
    rules = named_rules("standard").with_options(opponents_score="must_win_or_set")
    start = Adjustment(1, 160, "opening score")
    assert texts(rules, FOUR, start, Played(0, 75, (85, 15), {}))[1].endswith("it was made. Their 15 points do not count.")
    assert texts(rules, FOUR, start, Played(0, 75, (70, 30), {}))[1].startswith("Benoît & Denis had 160.")


def test_one_player_takes_the_singular_in_french():
    hand = Played(0, 60, (65, 15, 20, 0), {})
    assert [plain(text) for text in texts(named_rules("cutthroat"), FOUR, hand, t=FRENCH)] == [
        "Aline a demandé 60 et a pris 65 : +65.",
        "Benoît a pris 15 : +15.",
        "Claire a pris 20 : +20.",
        "Denis n’a pris aucun point.",
    ]


def test_a_called_partner_is_told_with_whom():
    hand = Played(0, 70, (60, 40), {}, called_seat=3)
    said = texts(named_rules("five_called"), FIVE, hand)
    assert said[1] == "Denis played with Aline, whose bid of 70 failed: \u221270."
    assert said[2] == "The defenders took 40 together: +40 for Benoît."


def test_a_hundred_for_200_is_made_or_not():
    rules = named_rules("informal")
    assert texts(rules, FOUR, Played(0, "100-for-200", (100, 0), {}))[0].startswith("Aline & Claire bid 100 for 200 and")
    assert texts(rules, FOUR, Played(0, "100-for-200", (95, 5), {}))[0].endswith("took only 95: \u2212100.")


def test_no_trump_doubles_in_words_too():
    rules = named_rules("standard").with_options(no_trump="double")
    assert texts(rules, FOUR, Played(0, 75, (85, 15), {}, "NT"))[2] == ("No trump counts double: +85 again for Aline & Claire.")


def test_an_adjustment_repeats_its_reason_whatever_is_in_it():
    reason = "100%(side)s {x} <b>"
    assert texts(named_rules("standard"), FOUR, Adjustment(0, -20, reason)) == [
        f"Adjustment for Aline & Claire ({reason}): \u221220."
    ]


def test_the_end_says_who_reached_the_target_and_why_they_come_first():
    events = (
        Adjustment(0, 150, "opening score"),
        Adjustment(1, 150, "opening score"),
        Played(0, 50, (50, 50), {1: 50}),
    )
    assert texts(named_rules("standard"), FOUR, *events)[-1] == (
        "Benoît & Denis reached 200 too, but the bidding side comes first: Aline & Claire win the game with 200."
    )


def test_the_hole_says_how_deep_and_what_it_means():
    events = Adjustment(1, -150, "opening score"), Played(1, 60, (60, 40), {})
    assert texts(named_rules("standard"), FOUR, *events)[-1] == (
        "Benoît & Denis are in the hole at \u2212210, \u2212200 or worse, and another side is not below zero. They lose the game."
    )


def test_names_may_be_a_plain_list_and_one_line_is_enough():
    line = replay(named_rules("standard"), 0, [Played(0, 75, (85, 15), {})]).hands[0].lines[0]
    assert line_text(ENGLISH, line, ["We", "They"]) == "We bid 75 and took 85: +85."
    assert line_text(ENGLISH, line, Names(["We", "They"])) == "We bid 75 and took 85: +85."


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("file", ["replay.jsonl", "replay-random.jsonl", "replay-second.jsonl"])
def test_every_line_of_the_known_games_is_a_sentence(lang, file):
    lines = Lines(t_for(lang))
    said = 0
    for case in map(json.loads, (RECORDS / file).read_text(encoding="utf-8").splitlines()):
        try:
            record = parse_record(case["record"])
        except ValueError:
            continue
        text = lines.bind(names_of(record.rules, record.players))
        for hand in replay(record.rules, record.first_dealer, record.events).hands:
            for line in hand.lines:
                sentence = text(line)
                assert sentence.endswith((".", "\u00a0.")), sentence
                assert "%(" not in sentence
                assert "-" not in sentence.replace("-200", ""), "a hyphen for a minus sign"
                said += 1
    assert said > (20 if file == "replay-second.jsonl" else 50)


def test_the_silent_player_of_the_evening_has_no_side_to_name():
    rules = RuleSet({"format": "silent_partner", "pack": 40, "hand_cards": 8, "silent_seat": 2})
    assert names_of(rules, FIVE).sides == ("Aline", "Benoît", "Denis", "Émile")
