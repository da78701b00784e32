"""What the next tournament knows about its regulars from several earlier ones."""

from __future__ import annotations

from scorekeeper.tournaments.commands.adjustments import meetings, places, profiles
from scorekeeper.tournaments.commands.series.regular_facts import copied_facts, facts_of
from tests.tournaments.club_night import Desk


def test_the_facts_are_those_of_the_last_time_that_someone_came(inside):
    before = Desk(4)
    for who in ("e2", "e4"):
        before.do(profiles.set_profile, who, ["Dames"], 15)
    before.do(places.fix_place, "e4", 1)
    last = Desk(3, organiser=before.account)
    last.do(profiles.set_profile, "e2", [], 10)
    after = copied_facts(Desk(5, organiser=before.account).board, facts_of([last.board, before.board]))
    assert after == {"profile/e2": {"handicap": 10}, "profile/e4": {"tags": ["Dames"], "handicap": 15}, "place/e4": {"table": 1}}


def test_a_rule_that_was_removed_last_time_does_not_come_back(inside):
    before = Desk(4)
    rules = [{"between": ["e1", "e2"], "rule": "never"}, {"between": ["e1", "e4"], "rule": "rather_not"}]
    before.do(meetings.keep_apart, rules)
    last = Desk(3, organiser=before.account)
    after = copied_facts(Desk(4, organiser=before.account).board, facts_of([last.board, before.board]))
    assert after == {"meeting/1": {"rule": "rather_not", "between": ["e1", "e4"]}}


def test_nothing_is_copied_for_someone_who_does_not_come(inside):
    before = Desk(4)
    before.do(profiles.set_profile, "e4", ["Dames"])
    before.do(places.fix_place, "e3", 1)
    rules = [{"between": ["e1", "e4"], "rule": "never"}, {"tag": "Dames", "rule": "never"}]
    before.do(meetings.keep_apart, rules)
    assert copied_facts(Desk(2, organiser=before.account).board, facts_of([before.board])) == {}
