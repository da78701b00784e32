"""A match of hands is ended by its last hand, not by the game's endings."""

from __future__ import annotations

from scorekeeper.engine.events import Played
from scorekeeper.engine.replay.game import replay
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.tournaments.commands.live.match_games import match_rules
from tests.tournaments.club_night import Desk

ENDED_BY_SCORES = {"target", "hole_limit"}
MATTER_ONLY_AT_THE_TARGET = {"both_reach", "win_only_by_bid"}
WIN_THE_MATCH = {"hundred_wins", "announced_all"}
COUNTS_GAMES_ONLY = {"skunk"}


def test_every_option_that_can_end_a_game_is_decided_for_a_match_of_hands():
    endings = {name for name, option in RuleSet.options.items() if option.phase == "endings"}
    decided = ENDED_BY_SCORES | MATTER_ONLY_AT_THE_TARGET | WIN_THE_MATCH | COUNTS_GAMES_ONLY
    assert endings == decided, "decide in tournaments/commands/live/match_games.py (match_rules), then say it here"


def test_no_score_ends_a_match_of_hands(inside):
    desk = Desk(6, options={"rounds": 3, "match": {"kind": "hands", "hands": 8}})
    desk.next_round()
    rules = match_rules(desk.board, desk.board.current.tables[0])
    for points in ((100, 0), (0, 100)):
        found = replay(rules, 0, [Played(0, 60, points, {})] * 40)
        assert not found.outcome.over
