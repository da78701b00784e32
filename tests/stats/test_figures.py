"""Statistics are sums over hands and parts, and follow corrections."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.engine.replay.game import replay
from scorekeeper.engine.ruleset import named_rules
from scorekeeper.stats import hand_facts as d
from scorekeeper.stats.hand_facts import KINDS, ScoredGame, find_facts
from scorekeeper.stats.player_stats import FiguresQuery, facts_behind, figures
from scorekeeper.stats.summary import Tally, summarize
from tests.engine.strategies import games
from tests.engine.table import hand, opening
from tests.tiers import examples

pytestmark = pytest.mark.slow

NAMES = ("Aline", "Benoît", "Claire", "Denis", "Édith", "Fernand")


def same(name):
    return name


def scored(rules, events, *, key=1, day="2026-01-05", players=None, first_dealer=0, seated=None, start_scores=()):
    rules = named_rules(rules) if isinstance(rules, str) else rules
    found = replay(rules, first_dealer, events, start_scores)
    players = tuple(players or NAMES[: rules.table.players])
    names = seated or (players,) * len(found.hands)
    return ScoredGame(key, day, rules, "standard", tuple(found.hands), tuple(names), start_scores)


def tally_all(played):
    found = Tally()
    for game in played:
        for deed in find_facts(game):
            found.add(deed.kind, deed.at, deed.value)
    return found


def about(played, *who, **asked):
    return figures([summarize(game) for game in played], FiguresQuery(who, **asked), same)


@st.composite
def winters(draw):
    """Draw some games in one winter, with players changing places in between."""
    played = []
    for key in range(draw(st.integers(1, 4))):
        rules, first_dealer, events = draw(games(max_events=8))
        players = draw(st.permutations(NAMES))[: rules.table.players]
        day = draw(st.sampled_from(["2025-12-30", "2026-01-05"]))
        played.append(scored(rules, events, key=key, day=day, players=players, first_dealer=first_dealer))
    return played


@given(winters())
@settings(max_examples=examples(60), deadline=None)
def test_the_parts_add_up_to_the_whole(played):
    everything = about(played).tally
    assert everything == tally_all(played)
    by_year = [about(played, year=year).tally for year in ("2025", "2026")]
    by_year[0].take(by_year[1].rows())
    assert by_year[0] == everything
    for kind in d.OF_SEATS:
        shares = [about(played, name).tally for name in NAMES]
        assert sum(one.count(kind) for one in shares) == everything.count(kind), kind
        assert sum(one.total(kind) for one in shares) == everything.total(kind), kind


@given(winters(), st.sampled_from(NAMES), st.sampled_from(NAMES))
@settings(max_examples=examples(60), deadline=None)
def test_the_hands_behind_a_figure_add_up_to_it(played, who, against):
    for asked in (
        FiguresQuery(),
        FiguresQuery((who,)),
        FiguresQuery((who,), (against,)),
        FiguresQuery((who,), year="2026"),
        FiguresQuery((who, against)),
    ):
        tally = figures([summarize(game) for game in played], asked, same).tally
        for kind in KINDS:
            found = [deed for game in played for deed in facts_behind(game, asked, same, kind)]
            assert len(found) == tally.count(kind), (asked, kind)
            assert sum(deed.value for deed in found) == tally.total(kind), (asked, kind)
            for at in tally.at_values(kind):
                apart = [deed for game in played for deed in facts_behind(game, asked, same, kind, at)]
                assert (len(apart), sum(deed.value for deed in apart)) == (tally.count(kind, at), tally.total(kind, at))


WINTER = [
    hand(0, 60, 70, 30),
    hand(1, 75, 40, 60),
    hand(0, "100-for-200", 100, 0, bids={1: 80}),
]


def test_contracts_are_told_apart_by_height_with_their_margin_and_cost():
    rules = named_rules("standard").with_options(hundred_for_200=True)
    aline, benoit = (about([scored(rules, WINTER)], name).tally for name in ("Aline", "Benoît"))
    assert [(at, aline.count(d.MADE, at)) for at in aline.at_values(d.BID)] == [(60, 1), ("100-for-200", 1)]
    assert aline.mean(d.BID) == 80  # the hundred for two hundred promises 100 points
    assert aline.mean(d.MARGIN) == 5
    assert (benoit.count(d.FAILED), benoit.total(d.FAILED), benoit.mean(d.MARGIN)) == (1, 75, -15)
    assert about([scored(rules, WINTER)], "Claire").tally.count(d.BID) == 0


def test_correcting_a_hand_corrects_the_year():
    before = about([scored("standard", [hand(1, 75, 40, 60)])], "Benoît", year="2026").tally
    after = about([scored("standard", [hand(1, 75, 25, 75)])], "Benoît", year="2026").tally
    assert (before.count(d.FAILED), before.count(d.BOXED), before.count(d.MADE)) == (1, 1, 0)
    assert (after.count(d.FAILED), after.count(d.BOXED), after.count(d.MADE)) == (0, 0, 1)


def test_points_that_count_for_nothing_near_the_end_are_counted():
    played = [scored("standard", [opening(1, 150), hand(0, 60, 60, 40)])]
    denis = about(played, "Denis").tally
    assert (denis.count(d.UNBID), denis.total(d.UNBID)) == (1, 40)
    assert about(played, "Aline").tally.count(d.UNBID) == 0


def test_a_game_belongs_to_those_who_sat_there_at_its_end_and_a_hand_to_those_who_played_it():
    events = [hand(0, 60, 90, 10), hand(0, 60, 90, 10), hand(0, 60, 90, 10)]
    after = ("Rosa", *NAMES[1:4])
    game = scored("standard", events, seated=(NAMES[:4], after, after))
    aline, rosa = about([game], "Aline"), about([game], "Rosa")
    assert (aline.tally.count(d.WON), aline.tally.count(d.MADE)) == (0, 1)
    assert (rosa.tally.count(d.WON), rosa.tally.count(d.MADE)) == (1, 2)


def test_rows_and_comebacks_say_where_they_are():
    won = [hand(0, 60, 90, 10), hand(0, 60, 90, 10), hand(0, 60, 90, 10)]
    turned = [hand(0, 80, 40, 60), hand(0, "100-for-200", 100, 0), hand(0, 80, 100, 0), hand(0, 50, 100, 0)]
    rules = named_rules("standard").with_options(hundred_for_200=True)
    lost = [replace(one, contractor=1, points=one.points[::-1]) for one in won]
    found = about([scored(rules, events, key=key) for key, events in enumerate([lost, won, turned])], "Aline")
    assert found.won_in_a_row.where == [(1, None), (2, None)]
    assert found.made_in_a_row.length == 3
    assert found.made_in_a_row.where == [(1, 0), (1, 1), (1, 2)]
    assert found.comeback == (140, 2)


def test_seats_are_counted_from_the_dealer():
    played = [scored("standard", [hand(1, 60, 30, 70), hand(1, 60, 50, 50)], first_dealer=0)]
    benoit = about(played, "Benoît").tally
    assert {at: benoit.count(d.SEATED, at) for at in benoit.at_values(d.SEATED)} == {1: 1, 0: 1}
    assert (benoit.count(d.TAKEN, 1), benoit.total(d.TAKEN, 1), benoit.total(d.TAKEN, 0)) == (1, 1, 0)
    assert benoit.total(d.SEATED, 0) == -60


def test_two_names_of_one_person_are_one_where_they_are_joined():
    games = [scored("standard", [hand(0, 60, 70, 30)], players=(name, *NAMES[1:4])) for name in ("Mémère", "Thérèse")]
    joined = {"Mémère": "Thérèse"}
    found = figures([summarize(game) for game in games], FiguresQuery(("Thérèse",)), lambda name: joined.get(name, name))
    assert found.tally.count(d.MADE) == 2
