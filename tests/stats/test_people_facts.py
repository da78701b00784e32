"""Facts about the people of a game are true in the games before it, and as rare as they say, over random games."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.engine.auction import HUNDRED_FOR_200
from scorekeeper.engine.ruleset import named_rules
from scorekeeper.messages.people_facts import people_fact_text
from scorekeeper.stats import hand_facts as d
from scorekeeper.stats import people_facts as f
from scorekeeper.stats.people_facts import PersonFact, rarest_facts
from scorekeeper.stats.player_stats import FiguresQuery, figures
from scorekeeper.stats.summary import summarize
from tests.engine.table import hand
from tests.stats.test_figures import NAMES, same, scored
from tests.tiers import examples

pytestmark = pytest.mark.slow

HUNDRED_RULES = named_rules("standard").with_options(hundred_for_200=True)
WON, LOST = [hand(0, 60, 90, 10)] * 3, [hand(1, 60, 10, 90)] * 3
FROM_BEHIND = [hand(1, 80, 10, 90), *WON]
HUNDRED = [hand(0, HUNDRED_FOR_200, 100, 0)]
STEADY = [hand(0, 50, 50, 50)] * 5
PLAYS = (WON, LOST, FROM_BEHIND, HUNDRED, STEADY, WON[:1])
DAYS = ("2025-12-30", "2026-01-03", "2026-01-05", "2026-02-01")
TABLES = (
    NAMES[:4],
    ("Aline", "Claire", "Benoît", "Denis"),
    ("Aline", "Benoît", "Rosa", "Denis"),
    ("Denis", "Aline", "Benoît", "Claire"),
)


def play(events, key=0, day="2026-01-05", players=NAMES[:4]):
    return summarize(scored(HUNDRED_RULES, events, key=key, day=day, players=players))


@st.composite
def years(draw):
    """Draw games over two years, mostly of the same pairs."""
    days = sorted(draw(st.lists(st.sampled_from(DAYS), min_size=1, max_size=40)))
    which = st.tuples(st.sampled_from(PLAYS), st.sampled_from(TABLES))
    return [play(events, key, day, players) for key, day in enumerate(days) for events, players in [draw(which)]]


def all_facts(played, key):
    return rarest_facts(played, key, same, most=len(f.KINDS))


def before(played, fact_game):
    return [game for game in played if game.key < fact_game.key]


def ended_with(played, *team):
    """Return (game, won) for the finished games that these people ended on one side."""
    found = []
    for game in played:
        for side, seats in enumerate(game.sides):
            if game.over and set(team) <= {game.stints[-1].players[seat] for seat in seats}:
                found.append((game, side in game.winners))
    return found


def last_row(results):
    """Return the number of wins at the end of some results."""
    row = 0
    for _game, won in results:
        row = row + 1 if won else 0
    return row


def is_true(fact, game, played):
    """Return whether a fact is true, from all games and without the code that found it."""
    earlier, until = before(played, game), [*before(played, game), game]
    of_year = [one for one in earlier if one.year == game.year]
    tally = figures(until, FiguresQuery(fact.who), same).tally
    hundreds = lambda some: figures(some, FiguresQuery(), same).tally.count(d.MADE, HUNDRED_FOR_200)  # noqa: E731
    meetings = [(one, won) for one, won in ended_with(earlier, *fact.who) if ended_with([one], *fact.against) and fact.against]
    bids = [
        made
        for one in until
        for period in one.stints
        for seat, name in enumerate(period.players)
        if name in fact.who
        for _n, made in period.bids[seat]
    ]
    results = {who: ended_with(until, who) for who in fact.who}
    return {
        f.HUNDRED_OF_YEAR: lambda: not hundreds(of_year) and hundreds([game]) > 0 and tally.count(d.MADE, HUNDRED_FOR_200) > 0,
        f.COMEBACK_OF_YEAR: lambda: (
            game.behind == fact.value > max([one.behind for one in of_year], default=0) and ended_with([game], *fact.who)[0][1]
        ),
        f.SINCE: lambda: (
            [won for _game, won in meetings][-fact.value - 1 :] == [True] + [False] * fact.value
            and meetings[-fact.value - 1][0].day == fact.day
            and ended_with([game], *fact.who)[0][1]
        ),
        f.NEVER_BEFORE: lambda: [won for _game, won in meetings] == [False] * fact.value and ended_with([game], *fact.who)[0][1],
        f.STOPPED: lambda: all(
            last_row(ended_with(earlier, who)) == fact.value and not row[-1][1] for who, row in results.items()
        ),
        f.WON_RUN: lambda: all(last_row(row) == fact.value for row in results.values()),
        f.FIRST_WIN: lambda: all([won for _game, won in row] == [False] * fact.value + [True] for row in results.values()),
        f.WINS: lambda: all(sum(won for _game, won in row) == fact.value and row[-1][1] for row in results.values()),
        f.OWN_HUNDRED: lambda: (
            not figures(earlier, FiguresQuery(fact.who), same).tally.count(d.MADE, HUNDRED_FOR_200)
            and tally.count(d.MADE, HUNDRED_FOR_200) > 0
            and len(ended_with(earlier, *fact.who)) == fact.value
        ),
        f.ALL_MADE: lambda: (
            figures([game], FiguresQuery(fact.who), same).tally.count(d.MADE) == fact.value
            and figures([game], FiguresQuery(fact.who), same).tally.count(d.BID) == fact.value
        ),
        f.MADE_RUN: lambda: bids[-fact.value :] == [True] * fact.value and bids[-fact.value - 1 : -fact.value] in ([], [False]),
    }[fact.kind]()


@given(years())
@settings(max_examples=examples(60), deadline=None)
def test_every_fact_is_true_and_its_rarity_is_counted(played):
    ended = [game for game in played if game.over]
    largest = {}  # every fact of every game, common ones too
    for place, game in enumerate(ended):
        for fact in all_facts(played, game.key):
            assert is_true(fact, game, played), fact
            assert fact.of == place + 1
            assert 1 <= fact.games <= fact.of / f.COMMON
            known = [one for one in largest.get(fact.kind, []) if one >= fact.value]
            assert fact.games >= len(known) + 1
            largest.setdefault(fact.kind, []).append(fact.value)


@given(years())
@settings(max_examples=examples(30), deadline=None)
def test_at_most_three_are_shown_the_rarest_first_and_one_of_each_kind(played):
    for game in played:
        shown = rarest_facts(played, game.key, same)
        assert len(shown) <= f.MOST_SHOWN
        assert [fact.games for fact in shown] == sorted(fact.games for fact in shown)
        assert len({fact.kind for fact in shown}) == len(shown)
        assert shown == all_facts(played, game.key)[: f.MOST_SHOWN]
        if not game.over:
            assert not shown


@given(years())
@settings(max_examples=examples(30), deadline=None)
def test_later_games_change_nothing(played):
    for place, game in enumerate(played):
        assert all_facts(played, game.key) == all_facts(played[: place + 1], game.key)


def kinds(played):
    return {fact.kind: (fact.who, fact.value) for fact in all_facts(played, played[-1].key)}


def numbered(*plays, day="2026-01-05", players=NAMES[:4]):
    return [play(events, key, day, players) for key, events in enumerate(plays)]


def test_three_in_a_row_belong_to_the_pair_that_won_them_together():
    assert kinds(numbered(WON, WON, WON))[f.WON_RUN] == (("Aline", "Claire"), 3)
    assert f.WON_RUN not in kinds(numbered(WON, WON))
    mixed = [play(WON, 0, players=("Aline", "Benoît", "Rosa", "Denis")), play(WON, 1), play(WON, 2)]
    assert kinds(mixed)[f.WON_RUN] == (("Aline",), 3)


def test_a_run_that_is_stopped_is_somebody_s():
    assert kinds(numbered(LOST, LOST, LOST, WON))[f.STOPPED] == (("Benoît", "Denis"), 3)


def test_the_first_win_since_a_day_needs_losses_in_between_and_another_evening():
    played = [play(WON, 0, "2026-01-03"), *[play(LOST, key, "2026-01-05") for key in (1, 2)], play(WON, 3, "2026-02-01")]
    [fact] = [one for one in all_facts(played, 3) if one.kind == f.SINCE]
    assert (fact.who, fact.against, fact.day) == (("Aline", "Claire"), ("Benoît", "Denis"), "2026-01-03")
    assert f.SINCE not in kinds(numbered(WON, LOST, LOST, WON))


def test_the_first_hundred_and_the_largest_comeback_of_a_year_need_a_year_to_speak_of():
    assert f.HUNDRED_OF_YEAR not in kinds(numbered(WON, LOST, HUNDRED))
    many = numbered(WON, LOST, WON, LOST, WON, LOST, HUNDRED)
    assert kinds(many)[f.HUNDRED_OF_YEAR] == (("Aline",), 1)
    again = numbered(WON, LOST, WON, LOST, HUNDRED, LOST, HUNDRED)
    assert f.HUNDRED_OF_YEAR not in kinds(again)
    assert kinds(numbered(WON, LOST, WON, LOST, WON, LOST, FROM_BEHIND))[f.COMEBACK_OF_YEAR][0] == ("Aline", "Claire")


def test_what_is_often_true_is_no_news():
    assert f.ALL_MADE not in kinds(numbered(STEADY))
    assert kinds(numbered(WON, LOST, STEADY))[f.ALL_MADE] == (("Aline",), 4)


@pytest.mark.parametrize("kind", f.KINDS)
def test_every_kind_has_words_for_one_person_and_for_two(kind):
    fact = PersonFact(kind, ("Aline", "Claire"), 25, ("Benoît", "Denis"), "2026-01-03")
    for year in ("", "2025"):
        said = people_fact_text(lambda text: text, fact, same, lambda day: f"<{day}>", year)
        assert said.startswith("Aline & Claire: ")
        assert "%" not in said
