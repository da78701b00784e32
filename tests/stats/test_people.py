"""Cards, pairs and meetings agree with each other and with the statistics they lead to, over random games."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.engine.auction import HUNDRED_FOR_200
from scorekeeper.stats import hand_facts as d
from scorekeeper.stats.people import cards, meetings, opponents, pairs
from scorekeeper.stats.player_stats import FiguresQuery, figures
from scorekeeper.stats.summary import summarize
from tests.engine.strategies import games
from tests.engine.table import hand
from tests.stats.test_figures import NAMES, same, scored
from tests.tiers import examples

pytestmark = pytest.mark.slow

EVENINGS = ("2025-12-30", "2026-01-03", "2026-01-05")
ALL, YEAR, EVENING = FiguresQuery(), FiguresQuery(year="2026"), FiguresQuery(year="2026", day="2026-01-05")
WON = [hand(0, 60, 90, 10)] * 3
LOST = [hand(1, 60, 10, 90)] * 3


@st.composite
def evenings(draw):
    """Draw summaries of games on three evenings in order, whole games with hands in between, with changing players."""
    played = []
    for key, day in enumerate(sorted(draw(st.lists(st.sampled_from(EVENINGS), min_size=1, max_size=8)))):
        players = tuple(draw(st.permutations(NAMES)))
        if draw(st.booleans()):
            rules, first_dealer, events = draw(games(max_events=8))
            played.append(
                scored(rules, events, key=key, day=day, players=players[: rules.table.players], first_dealer=first_dealer)
            )
        else:
            events = draw(st.sampled_from([WON, LOST, [hand(1, 80, 10, 90), *WON], WON[:1]]))
            played.append(scored("standard", events, key=key, day=day, players=players[:4]))
    return [summarize(game) for game in played]


def finished(played, query):
    return [game for game in played if query.admits(game) and game.over]


@given(evenings(), st.sampled_from([ALL, YEAR, EVENING]))
@settings(max_examples=examples(60), deadline=None)
def test_a_card_says_what_the_person_s_page_says(played, query):
    found = cards(played, query, same)
    assert set(found) == {name for game in played if query.admits(game) for period in game.stints for name in period.players}
    for who, card in found.items():
        page = figures(played, replace(query, who=(who,)), same)
        tally = page.tally
        assert (card.games, card.won) == (tally.count(d.GAME), tally.count(d.WON))
        assert (card.bids, card.made) == (tally.count(d.BID), tally.count(d.MADE))
        assert (card.hundreds, card.hundreds_made) == (tally.count(d.BID, HUNDRED_FOR_200), tally.count(d.MADE, HUNDRED_FOR_200))
        assert (card.longest, card.comebacks) == (page.won_in_a_row.length, tally.count(d.COMEBACK))
        assert card.furthest == (page.comeback[0] if page.comeback else 0)
        assert card.games <= page.finished


@given(evenings(), st.sampled_from([ALL, YEAR, EVENING]))
@settings(max_examples=examples(60), deadline=None)
def test_the_cards_add_up_to_the_games_in_the_heading(played, query):
    ended, found = finished(played, query), cards(played, query, same)
    assert figures(played, query, same).finished == len(ended)
    assert sum(card.games for card in found.values()) == sum(len(seats) for game in ended for seats in game.sides)
    assert sum(card.won for card in found.values()) == sum(len(game.sides[side]) for game in ended for side in game.winners)
    for card in found.values():
        assert 0 <= card.longest <= card.won <= card.games <= len(ended)
        assert card.hundreds_made <= card.made <= card.bids
        for games_, won in card.partners.values():
            assert won <= games_ <= card.games


@given(evenings(), st.sampled_from([ALL, YEAR, EVENING]))
@settings(max_examples=examples(60), deadline=None)
def test_a_pair_says_what_its_page_and_both_partners_cards_say(played, query):
    people = cards(played, query, same)
    for (one, other), line in pairs(played, query, same).items():
        tally = figures(played, replace(query, who=(one, other)), same).tally
        assert (line.games, line.won) == (tally.count(d.GAME), tally.count(d.WON))
        assert (line.bids, line.made) == (tally.count(d.BID), tally.count(d.MADE))
        for card, partner in ((people[one], other), (people[other], one)):
            assert card.partners.get(partner, [0, 0]) == [line.games, line.won]


@given(evenings(), st.sampled_from([1, 2, 3]))
@settings(max_examples=examples(60), deadline=None)
def test_head_to_head_is_the_same_from_either_side(played, size):
    found = meetings(played, ALL, same, size)
    for (one, other), meeting in found.items():
        there = figures(played, FiguresQuery(one, other), same)
        back = figures(played, FiguresQuery(other, one), same)
        assert there.games == back.games
        assert there.finished == back.finished == meeting.games
        assert (there.tally.count(d.WON), back.tally.count(d.WON)) == (meeting.won, meeting.lost)
        seen = opponents(found, other)[one]
        assert (seen.games, seen.won, seen.lost) == (meeting.games, meeting.lost, meeting.won)


@given(evenings())
@settings(max_examples=examples(60), deadline=None)
def test_two_pairs_win_all_their_games_between_them(played):
    of_four = [game for game in played if [len(seats) for seats in game.sides] == [2, 2]]
    for meeting in meetings(of_four, ALL, same, 2).values():
        assert meeting.won + meeting.lost == meeting.games


@given(evenings())
@settings(max_examples=examples(60), deadline=None)
def test_the_evening_is_part_of_the_year_and_the_year_of_all(played):
    for less, more in ((EVENING, YEAR), (YEAR, ALL)):
        few, many = cards(played, less, same), cards(played, more, same)
        for who, card in few.items():
            for name in ("games", "won", "bids", "made", "hundreds", "hundreds_made", "longest", "comebacks", "furthest"):
                assert getattr(card, name) <= getattr(many[who], name), name
        for teams, meeting in meetings(played, less, same, 2).items():
            assert meeting.games <= meetings(played, more, same, 2)[teams].games


def test_the_best_partner_is_known_after_three_games_together():
    played = [scored("standard", WON, key=key) for key in range(2)]
    assert cards(map(summarize, played), ALL, same)["Aline"].best_partner() is None
    played.append(scored("standard", WON, key=2))
    played += [
        scored("standard", WON if key % 2 else LOST, key=key, players=("Aline", "Benoît", "Rosa", "Denis")) for key in range(3, 9)
    ]
    aline = cards(map(summarize, played), ALL, same)["Aline"]
    assert aline.best_partner() == "Claire"
    assert aline.partners == {"Claire": [3, 3], "Rosa": [6, 3]}
