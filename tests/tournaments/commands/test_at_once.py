"""Many phones and a desk at the same moment, with real threads on real databases."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest

from scorekeeper.clubs.commands.members import api_tokens, invitations, members
from scorekeeper.core.refusals import NotFound, Refusal
from scorekeeper.tournaments.commands.entrants import entries
from scorekeeper.tournaments.commands.event_writer import BoardConflict, write
from scorekeeper.tournaments.commands.privacy import deletion
from scorekeeper.tournaments.commands.results import results, table_reports
from scorekeeper.tournaments.commands.setup import lifecycle
from scorekeeper.tournaments.commands.snapshot import Board, load, load_present, remember
from scorekeeper.tournaments.store.log import events_after, fold
from tests.tournaments.club_night import PASSWORD, Desk, key

pytestmark = pytest.mark.slow

PHONES = 8


def at_once(app, *works):
    """Run functions in threads that start together, and return their answers or refusals in order."""
    start = Barrier(len(works))

    def run(work):
        with app.app_context():
            start.wait()
            try:
                return work()
            except Refusal as refusal:
                return refusal

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(run, works))


def check_board(app, desk):
    """Check that the cached tournament equals the one from its log."""
    with app.app_context():
        board = desk.board
        fresh = Board(fold(events_after(desk.id)))
        assert (fresh.log.parts, fresh.rounds, fresh.standings) == (board.log.parts, board.rounds, board.standings)
        assert [r.revision for r in events_after(desk.id)] == list(range(1, board.revision + 1))
        return board


def test_every_table_reports_at_once_and_every_report_counts(served):
    with served.app_context():
        desk = Desk(2 * PHONES)
        desk.next_round()
        phones = [desk.phone(1, n) for n in range(1, PHONES + 1)]
        seen = desk.access.revision
    works = [lambda phone=phone, n=n: phone.report(0, 300 - 5 * n, 200, revision=seen) for n, phone in enumerate(phones)]
    assert not [a for a in at_once(served, *works) if isinstance(a, Refusal)]
    board = check_board(served, desk)
    assert [t.reports[0].result.scores for t in board.current.tables] == [(300 - 5 * n, 200) for n in range(PHONES)]


def test_both_sides_report_at_once_and_the_result_stands_or_is_disputed(served):
    with served.app_context():
        desk = Desk(4)
        desk.next_round()
        agree, differ = [desk.phone(1, 1), desk.phone(1, 1)], [desk.phone(1, 2), desk.phone(1, 2)]
        seen = desk.access.revision
    works = [lambda side=side: agree[side].report(side, 300, 200, revision=seen) for side in (0, 1)]
    works += [lambda side=side: differ[side].report(side, 300, 200 + 5 * side, revision=seen) for side in (0, 1)]
    assert not [a for a in at_once(served, *works) if isinstance(a, Refusal)]
    board = check_board(served, desk)
    assert [(t.status, t.result.scores) for t in board.current.tables] == [("done", (300, 200)), ("disputed", None)]


def test_a_director_corrects_while_a_phone_confirms_and_nothing_is_lost_silently(served):
    with served.app_context():
        desk = Desk(4)
        desk.next_round()
        desk.phone(1, 1).report(0, 300, 200)
        other, access = desk.phone(1, 1), desk.access
        seen = access.revision

    def correct():
        return write(access, results.enter(1, 1, {"scores": [200, 300]}, overrule=True), revision=seen, uuid=key())

    def confirm():
        return other.do(table_reports.confirm, 1, revision=seen)

    answers = at_once(served, correct, confirm)
    refused = [a for a in answers if isinstance(a, Refusal)]
    assert len(refused) == 1
    assert isinstance(refused[0], BoardConflict) or refused[0].code in ("table.done", "result.overrules")
    winner = next(a for a in answers if not isinstance(a, Refusal))
    assert check_board(served, desk).table(1, 1).result == winner.board.table(1, 1).result


def test_the_same_submission_many_times_at_once_counts_once(served):
    with served.app_context():
        desk = Desk(4)
        desk.next_round()
        phone, uuid, seen = desk.phone(1, 1), key(), desk.access.revision
    answers = at_once(served, *[lambda: phone.report(0, 300, 200, uuid=uuid, revision=seen)] * PHONES)
    assert len({a.change.revision for a in answers}) == 1
    assert sorted(a.repeated for a in answers) == [False] + [True] * (PHONES - 1)
    assert check_board(served, desk).revision == seen + 1


def test_two_desks_that_enter_the_same_table_at_once_do_not_overwrite_each_other(served):
    with served.app_context():
        desk = Desk(4)
        desk.next_round()
        access = desk.access
    works = [
        lambda n=n: write(access, results.enter(1, 1, {"scores": [300, 5 * n]}), revision=access.revision, uuid=key())
        for n in range(PHONES)
    ]
    answers = at_once(served, *works)
    winners = [a for a in answers if not isinstance(a, Refusal)]
    assert len(winners) == 1
    assert all(isinstance(a, BoardConflict) for a in answers if isinstance(a, Refusal))
    assert check_board(served, desk).table(1, 1).result == winners[0].board.table(1, 1).result


def test_desks_that_write_again_and_again_read_what_they_wrote_and_lose_nothing(served):
    with served.app_context():
        desk = Desk(2 * PHONES)
        desk.next_round()
        seen, secret = desk.access.revision, api_tokens.create(desk.club, "desks", "score")[1]
        seats = {t.number: t.ids for t in desk.board.current.tables}
    base, times = f"/api/v1/tournaments/{desk.id}", 4
    written = []

    def work(n):
        table, mine = n or 1, seen  # two of them at the first table
        client, auth = served.test_client(), {"Authorization": f"Bearer {secret}"}
        for k in range(times):
            scores = [200 + 5 * k, 5 * n]
            while True:
                headers = {**auth, "If-Match": f'"{mine}"', "Idempotency-Key": key()}
                answer = client.put(f"{base}/rounds/1/tables/{table}/result", json={"scores": scores}, headers=headers)
                if answer.status_code != 409:
                    break
                assert table == 1
                mine = answer.json["current"]["revision"]
            assert answer.status_code == 200
            mine = answer.json["revision"]
            written.append((mine, table, scores))
            read = client.get(f"{base}/standings", headers=auth).json
            made = {row["id"]: row["points_for"] for row in read["standings"]}
            assert read["revision"] >= mine
            assert table == 1 or [made[i] for i in seats[table]] == scores

    at_once(served, *[lambda n=n: work(n) for n in range(PHONES)])
    board = check_board(served, desk)
    assert sorted(revision for revision, _, _ in written) == list(range(seen + 1, seen + 1 + PHONES * times))
    last = {table: tuple(scores) for _, table, scores in sorted(written)}
    assert {t.number: t.result.scores for t in board.current.tables} == {**last, PHONES: None}


def test_a_club_is_deleted_while_its_tables_report_and_its_desk_goes_on(served):
    with served.app_context():
        desk = Desk(2 * PHONES)
        desk.next_round()
        phones = [desk.phone(1, n) for n in range(1, PHONES + 1)]
        club, access = desk.club, desk.access
        other = Desk(0, organiser=desk.account, name="Autre soirée").access
    works = [lambda phone=phone: phone.report(0, 300, 200, revision=access.revision) for phone in phones]
    works.append(lambda: lifecycle.create(club, {"name": "Soirée", "method": "swiss", "options": {"rounds": 5}}))
    works.append(lambda: write(other, entries.enter([{"players": ["Yves", "Zita"]}]), revision=other.revision, uuid=key()))
    works.append(lambda: deletion.delete_club(club, club.name))
    answers = at_once(served, *works)
    assert answers[-1] is None
    assert all(a.status == 404 for a in answers if isinstance(a, Refusal))
    with served.app_context():
        assert not members.clubs_of_account(desk.account)


def test_a_tournament_deleted_between_the_door_and_the_reading_is_not_there(served):
    with served.app_context():
        desk = Desk(4)
        access = desk.access
        deletion.delete_club(desk.club, desk.club.name)
        served.extensions.pop("scorekeeper.boards", None)  # as in another process
        with pytest.raises(NotFound, match="tournament"):
            load(access)


def test_phones_that_open_the_pad_at_once_share_one_game(served):
    with served.app_context():
        desk = Desk(4)
        desk.next_round()
        phones = [desk.phone(1, 1) for _ in range(4)]
    works = [lambda phone=phone: table_reports.open_game(phone.access, phone.visitor).game_id for phone in phones]
    assert len(set(at_once(served, *works))) == 1


def test_two_who_start_at_once_make_one_first_account(served):
    works = [lambda n=n: invitations.create_first_account(f"Rita {n}", PASSWORD, "Club") for n in range(4)]
    answers = at_once(served, *works)
    assert sorted(isinstance(a, Refusal) for a in answers) == [False, True, True, True]
    assert {a.code for a in answers if isinstance(a, Refusal)} == {"start.done"}


def test_what_is_remembered_of_a_tournament_goes_on_from_the_log_as_it_is_and_never_past_it(served):
    with served.app_context():
        desk = Desk(4)
        desk.next_round()
        seen, old = desk.access, desk.board
        desk.result(1, 1, 300, 200)
        remember(desk.id, old, seen.changed_at)  # as another process has it cached
        access, board = load_present(seen)
        assert (access.revision, access.changed_at) == (desk.access.revision, desk.access.changed_at)
        assert (board.revision, board.table(1, 1).result.scores) == (old.revision + 1, (300, 200))
        assert load_present(seen)[1] is board  # nothing was added
        # A restored database has other changes under the same numbers.
        foreign = old.after([events_after(desk.id)[-1]._replace(after={"about": {**old.log.parts["about"], "name": "Other"}})])
        remember(desk.id, foreign, board.log.stamps["result/1/1"].at + timedelta(seconds=1))
        assert load_present(seen)[1].name == old.name
        remember(desk.id, foreign.after([events_after(desk.id)[-1]._replace(revision=foreign.revision + 1)]), seen.changed_at)
        assert load_present(seen)[1].revision == old.revision + 1


def test_who_writes_to_a_tournament_that_another_process_has_deleted_is_told_so(served):
    with served.app_context():
        desk = Desk(4)
        desk.next_round()
        seen, remembered = desk.access, desk.board
        deletion.delete_tournament(seen, remembered.name)
        remember(desk.id, remembered, seen.changed_at)
        with pytest.raises(NotFound, match="tournament"):
            write(seen, results.enter(1, 1, {"scores": [300, 200]}), revision=seen.revision, uuid=key())
