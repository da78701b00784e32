"""Two phones at the same moment, with real threads on real databases."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from scorekeeper.core.devices import visitors
from scorekeeper.games.commands import authorization
from scorekeeper.games.commands.game_state import load
from scorekeeper.games.commands.library import game_creation, matches
from scorekeeper.games.commands.recording import table_commands
from scorekeeper.games.commands.recording.event_writer import write
from scorekeeper.games.commands.refusals import Conflict
from scorekeeper.games.commands.sharing import share_links
from tests.games.kitchen_table import hand, header, key

PHONES = 8


def at_once(app, work):
    """Run `work(i)` in one thread for each phone, all starting together. Returns the answers in order."""
    start = Barrier(PHONES)

    def phone(i):
        with app.app_context():
            start.wait()
            try:
                return work(i)
            except Conflict as conflict:
                return conflict

    with ThreadPoolExecutor(PHONES) as pool:
        return list(pool.map(phone, range(PHONES)))


def start(app):
    with app.app_context():
        visitor = visitors.make()
        return visitor, game_creation.create(header(), visitor).game_id


def points(i):
    return (50 + 5 * i, 50 - 5 * i)


def test_of_phones_that_record_on_the_same_revision_exactly_one_wins(served):
    visitor, game = start(served)

    def record(i):
        access = authorization.access_by_device(game, visitor.key)
        return write(access, table_commands.record(hand(0, 50, points(i))), revision=1, uuid=key())

    answers = at_once(served, record)
    winners = [a for a in answers if not isinstance(a, Conflict)]
    assert len(winners) == 1
    with served.app_context():
        now = load(authorization.access_by_device(game, visitor.key))
        assert [e.event for e in now.entries] == [winners[0].entry.event]
        for conflict in answers:
            if isinstance(conflict, Conflict):
                assert conflict.game.scores == now.scores
                assert conflict.yours != conflict.since[0].after["event"]


def test_the_same_hand_sent_many_times_at_once_counts_once(served):
    visitor, game = start(served)
    uuid = key()

    def record(_):
        access = authorization.access_by_device(game, visitor.key)
        return write(access, table_commands.record(hand()), revision=1, uuid=uuid)

    answers = at_once(served, record)
    assert [a.change.revision for a in answers] == [2] * PHONES
    assert sorted(a.repeated for a in answers) == [False] + [True] * (PHONES - 1)
    with served.app_context():
        assert len(load(authorization.access_by_device(game, visitor.key)).entries) == 1


def test_phones_that_try_again_after_a_conflict_all_get_their_hand_in(served):
    visitor, game = start(served)

    def record(i):
        uuid = key()
        while True:
            access = authorization.access_by_device(game, visitor.key)
            try:
                return write(
                    access, table_commands.record({"kind": "passed_out", "note": str(i)}), revision=access.revision, uuid=uuid
                )
            except Conflict:
                continue

    at_once(served, record)
    with served.app_context():
        now = load(authorization.access_by_device(game, visitor.key))
        assert sorted(e.event.note for e in now.entries) == [str(i) for i in range(PHONES)]
        assert now.revision == 1 + PHONES


def test_a_link_opened_many_times_at_once_by_one_device_is_opened_once(served):
    visitor, game = start(served)
    with served.app_context():
        token = share_links.create(authorization.access_by_device(game, visitor.key), "score").token
        phone = visitors.make()
    assert {access.role for access in at_once(served, lambda _: share_links.open_link(token, phone))} == {"score"}


def test_a_rematch_and_a_new_game_asked_for_at_once_are_one_game(served):
    visitor, game = start(served)
    with served.app_context():
        for _ in range(2):
            access = authorization.access_by_device(game, visitor.key)
            write(access, table_commands.record(hand(0, 100, (100, 0))), revision=access.revision, uuid=key())
    rematches = at_once(served, lambda _: matches.rematch(authorization.access_by_device(game, visitor.key)).game_id)
    assert len(set(rematches)) == 1
    uuid = key()
    started = at_once(served, lambda _: game_creation.create(header(), visitor, uuid=uuid).game_id)
    assert len(set(started)) == 1
