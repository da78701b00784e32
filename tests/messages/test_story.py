"""The story of a game, sentence by sentence, in both languages."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest
from hypothesis import given, settings

from scorekeeper.core.i18n.translation import t_for
from scorekeeper.engine.events import Adjustment, NewSeats
from scorekeeper.engine.replay.game import advance, replay
from scorekeeper.engine.ruleset import named_rules
from scorekeeper.engine.state import State
from scorekeeper.messages.game.story import MOST_MOMENTS, story
from tests.engine.strategies import games
from tests.engine.table import hand, opening, play
from tests.tiers import examples

FOUR = ("Aline", "Luc", "Claire", "Denis")
INFORMAL = named_rules("standard").with_options(hundred_for_200=True)


def tell_story(rules, *events, lang="en", players=FOUR, seated=None):
    found = play(rules, *events)
    rules = named_rules(rules) if isinstance(rules, str) else rules
    return story(t_for(lang), rules, found, seated or [players] * len(found.hands))


DRAMA = [
    hand(1, 80, 35, 65),
    hand(1, 75, 40, 60),
    hand(0, 60, 75, 25),
    hand(1, "100-for-200", 0, 100),
    hand(1, 60, 10, 90),
    hand(3, 90, 5, 95),
]


def test_a_comeback_is_told_from_the_hundred_for_two_hundred_below_zero():
    assert tell_story(INFORMAL, *DRAMA) == [
        "Aline and Claire played against Luc and Denis, to 200.",
        "Luc bid 80 and took only 65: Luc and Denis went into the box, at −80.",
        "Luc bid 75 and took only 60: 75 points gone.",
        "At −130, Luc went for the hundred for two hundred, and made it.",
        "Aline and Claire, at 150, took 10 without having bid, and they counted for nothing.",
        "Luc and Denis made 3 bids in a row, from hand 4 to hand 6.",
        "Luc and Denis were 280 behind after hand 3, and in front for good from hand 5 on.",
        "In the last hand Denis bid 90 and took 95.",
        "Luc and Denis won, 255–150.",
    ]


def test_the_same_game_is_told_in_french():
    french = [sentence.replace("\u00a0", " ").replace("\u202f", " ") for sentence in tell_story(INFORMAL, *DRAMA, lang="fr")]
    assert french == [
        "Aline et Claire ont joué contre Luc et Denis, à 200.",
        "Luc a demandé 80 et n’a pris que 65 : voilà Luc et Denis dans la boîte, à −80.",
        "Luc a demandé 75 et n’a pris que 60 : 75 points perdus.",
        "À −130, Luc a tenté le cent pour deux cents, et l’a réussi.",
        "Aline et Claire, à 150, ont pris 10 points sans avoir demandé, et n’en ont rien eu.",
        "Luc et Denis ont réussi 3 enchères de suite, de la donne 4 à la donne 6.",
        "Luc et Denis avaient 280 points de retard après la donne 3, et n’ont plus quitté la tête à partir de la donne 5.",
        "À la dernière donne, Denis a demandé 90 et a pris 95.",
        "Luc et Denis ont gagné, 255–150.",
    ]


@pytest.mark.parametrize(
    ("rules", "events", "said"),
    [
        (
            "standard",
            [opening(1, 150), hand(0, 60, 60, 40)],
            "Luc and Denis, at 150, took 40 without having bid, and they counted",
        ),
        ("standard", [hand(0, 60, 90, 10)] * 3, "Aline and Claire were never behind."),
        ("standard", [hand(0, 60, 60, 40)], "Aline opened with 60 and made it with 60."),
        ("standard", [hand(0, 60, 60, 40)], "It is not over yet: 60–40 after hand 1."),
        ("standard", [hand(1, 60, 80, 20), hand(1, 80, 80, 20), hand(1, 70, 40, 60)], "fell to −210, in the hole"),
        ("bloutte", [hand(0, 60, 100, 0)], "Aline took all 100 points, and that was the game: 100–0."),
        ("le_rough", [hand(0, 90, 100, 0, announced_all=True)], "All 100 points were announced and taken"),
        ("le_rough", [hand(0, 90, 95, 5, announced_all=True)], "All 100 points were announced and not taken"),
        ("two_handed", [hand(0, 60, 60, 40)], "Aline and Luc played each other, to 200."),
        ("six_three_pairs", [hand(0, 60, 60, 40, 0)], "Aline & Denis, Luc & Édith and Claire & Fernand played to 200."),
        ("cutthroat", [hand(0, 50, 40, 30, 20, 10)], "Aline bid 50 and took only 40, and went into the box, at −50."),
    ],
)
def test_what_turned_a_game_is_told(rules, events, said):
    players = (*FOUR, "Édith", "Fernand")[: named_rules(rules).table.players]
    assert said in " ".join(tell_story(rules, *events, players=players))


def test_a_skunk_counts_as_two_games():
    rules = named_rules("standard").with_options(skunk="loser_scoreless")
    assert tell_story(rules, *[hand(0, 60, 100, 0)] * 2)[-1] == "A skunk: it counts as two games."


def test_who_sat_in_is_told_and_is_named_from_then_on():
    after = ("Rosa", *FOUR[1:])
    events = [hand(0, 60, 60, 40), NewSeats(after), hand(0, 60, 100, 0)]
    text = " ".join(tell_story("standard", *events, seated=[FOUR, FOUR, after]))
    assert "Rosa sat in for Aline." in text
    assert "Rosa made 60, with 100." in text


@pytest.mark.slow
@given(games())
@settings(max_examples=examples(60), deadline=None)
def test_any_game_is_told_in_a_few_sentences_in_both_languages(game):
    rules, first_dealer, events = game
    found = replay(rules, first_dealer, events)
    players = (*FOUR, "Édith", "Fernand")[: rules.table.players]
    for lang in ("en", "fr"):
        sentences = story(t_for(lang), rules, found, [players] * len(found.hands))
        assert bool(sentences) == bool(found.hands)
        assert len(sentences) <= MOST_MOMENTS + 5
        assert all("%" not in sentence for sentence in sentences)


def test_scores_of_which_one_is_below_zero_are_told_with_a_word_between_them():
    assert tell_story(INFORMAL, *DRAMA[:1])[-1] == "It is not over yet: 35 to −80 after hand 1."
    assert tell_story(INFORMAL, *DRAMA[:1], lang="fr")[-1] == "Ce n’est pas fini\u00a0: 35 à −80 après la donne 1."


# ---- adjustments and substitutes


def test_a_game_that_an_adjustment_ended_says_so():
    text = tell_story("standard", hand(0, 60, 100, 0), hand(0, 60, 95, 5), Adjustment(0, 10, "revoke"))
    assert text[-2:] == [
        "It ended with an adjustment for Aline and Claire (revoke): +10.",
        "Aline and Claire won, 205–5.",
    ]


def test_scores_that_were_adjusted_since_are_not_those_after_a_hand():
    events = [hand(0, 60, 60, 40), Adjustment(0, -75, "revoke"), Adjustment(1, -160, "revoke")]
    text = tell_story("standard", *events)
    assert text[-1] == "It is not over yet: −15 to −120 after an adjustment."
    assert "Adjustment for Luc and Denis (revoke): −160." in text
    assert tell_story("standard", NewSeats(("Rosa", *FOUR[1:])))[-1] == "It has just begun: 0–0."


@pytest.mark.parametrize(
    ("events", "said"),
    [
        (
            [hand(1, 70, 0, 100), Adjustment(0, 110, "revoke"), hand(0, 60, 100, 0)],
            "Aline and Claire were 100 behind, and an adjustment put them in front for good.",
        ),
        (
            [Adjustment(1, 80, "revoke"), hand(0, 60, 100, 0), hand(0, 60, 100, 0)],
            "Aline and Claire were 80 behind after an adjustment, and in front for good from hand 1 on.",
        ),
    ],
)
def test_an_adjustment_that_turned_the_game_is_told_as_one(events, said):
    assert said in tell_story("standard", *events)


def test_a_substitute_is_told_however_much_else_there_is_to_tell():
    after = ("Rosa", *FOUR[1:])
    events = [*DRAMA[:2], NewSeats(after), *DRAMA[2:]]
    text = tell_story(INFORMAL, *events, seated=[*[FOUR] * 3, *[after] * 4])
    assert "Rosa sat in for Aline." in text
    assert text[-1] == "Luc and Denis won, 255–150."


@pytest.mark.parametrize("before", range(len(DRAMA)))
def test_everyone_who_played_is_in_the_story(before):
    after = ("Rosa", *FOUR[1:])
    text = " ".join(
        tell_story(INFORMAL, *DRAMA[:before], NewSeats(after), *DRAMA[before:], seated=[*[FOUR] * (before + 1), *[after] * 6])
    )
    played = {"Rosa", *FOUR[1:], *([FOUR[0]] if before else [])}
    assert {name for name in (*FOUR, "Rosa") if name in text} == played


def test_two_who_sit_in_at_once_are_both_told_and_whoever_only_moves_sits_in_for_nobody():
    events = [hand(0, 60, 60, 40), NewSeats(("Rosa", "Marc", "Claire", "Denis")), NewSeats(("Marc", "Rosa", "Claire", "Denis"))]
    text = " ".join(tell_story("standard", *events, seated=[FOUR, FOUR, ("Rosa", "Marc", "Claire", "Denis")]))
    assert "Rosa sat in for Aline. Marc sat in for Luc. Marc and Rosa changed seats." in text


def test_who_plays_from_the_first_hand_on_is_named_as_playing():
    after = ("Aline", "Rémi", "Claire", "Denis")
    text = tell_story("standard", NewSeats(after), hand(0, 60, 60, 40), seated=[FOUR, after])
    assert text[0] == "Aline and Claire played against Rémi and Denis, to 200."
    assert "Luc" not in " ".join(text)


def evening(chance: random.Random):
    """Return a random game of many adjustments with its own opening scores, up to its end."""
    rules = named_rules(chance.choice(("standard", "informal", "online_kitty")))
    start = [5 * chance.randint(-20, 20) for _ in range(2)] if chance.random() < 0.5 else []
    state, events = State(rules, 0, start), []
    while not state.outcome.over:
        if chance.random() < 0.25:
            event = Adjustment(chance.randrange(2), 5 * chance.choice([*range(-20, 0), *range(1, 21)]), "revoke")
        else:
            pile = 5 * chance.randint(0, 20)
            event = hand(chance.randrange(4), 5 * chance.randint(10, 20), pile, 100 - pile)
        advance(state, event)
        events.append(event)
    return rules, replay(rules, 0, events, start)


def leads(found) -> list[int]:
    """Return the winner's lead at the beginning and after each entry."""
    (winner,) = found.outcome.winners
    began = found.start.scores if found.start else (0, 0)
    return [scores[winner] - scores[1 - winner] for scores in (began, *(one.scores for one in found.hands))]


def test_what_is_said_of_being_in_front_or_behind_is_so_in_every_game():
    chance, seen = random.Random(200), Counter()
    for _ in range(400):
        rules, found = evening(chance)
        text = " ".join(story(t_for("en"), rules, found, [FOUR] * len(found.hands)))
        if len(found.outcome.winners) != 1:
            continue
        front = leads(found)
        numbers = [sum(one.kind == "played" for one in found.hands[: i + 1]) for i in range(len(found.hands))]
        if "never behind" in text:
            seen["never"] += 1
            assert min(front) >= 0, text
        if turned := re.search(r"were (\d+) behind(?: after hand (\d+))?.*?in front for good from hand (\d+) on", text):
            seen["turned"] += 1
            i = numbers.index(int(turned[3]))
            assert found.hands[i].kind == "played"
            assert min(front[i + 1 :]) > 0 >= front[i], text
            if turned[2]:
                low = numbers.index(int(turned[2]))
                assert front[low + 1] == -int(turned[1]), text
        if turned := re.search(r"were (\d+) behind, and an adjustment put them in front for good", text):
            seen["adjusted"] += 1
            i = max(i for i, lead in enumerate(front) if lead <= 0)
            assert found.hands[i].kind == "adjustment"
            assert -int(turned[1]) in front, text
        if found.hands[-1].kind == "adjustment":
            seen["ended"] += 1
            assert "It ended with an adjustment" in text
    assert min(seen[name] for name in ("never", "turned", "adjusted", "ended")) >= 5, seen
