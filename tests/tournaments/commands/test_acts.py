"""What all commands of a tournament share: declared once, checked, executed, and recognized when sent twice."""

from __future__ import annotations

import pytest

from scorekeeper.clubs.commands.members import roster
from scorekeeper.core.events.idempotency import KeyReused, hash_content
from scorekeeper.core.refusals import NotAllowed, TooMany
from scorekeeper.core.security.rate_limits import RateLimit
from scorekeeper.formats.declared import dump
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.command import TOURNAMENT_COMMANDS, TournamentEffect, command, command_with_access
from scorekeeper.tournaments.commands.entrants import entries
from scorekeeper.tournaments.commands.event_writer import preview, write
from scorekeeper.tournaments.commands.results import results, table_reports
from scorekeeper.tournaments.commands.rounds import rounds
from scorekeeper.tournaments.commands.setup import lifecycle
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.store import parts
from tests.tournaments.club_night import Desk, key, pairs, refused

pytestmark = pytest.mark.usefixtures("inside")


@pytest.fixture
def declare():
    """Declares commands for a test, and removes them afterwards."""
    known = dict(TOURNAMENT_COMMANDS)
    yield command
    TOURNAMENT_COMMANDS.clear()
    TOURNAMENT_COMMANDS.update(known)


def test_every_act_says_who_may_do_it_what_it_changes_and_what_the_log_says():
    for action, kind in TOURNAMENT_COMMANDS.items():
        assert kind.action == action
        assert kind.right in ("score", "direct", "organise", "table", "door", None), action
        assert kind.changes, action
        assert set(kind.changes) <= set(parts.PART_KINDS), action
        assert kind.sentence("", {}, {}), action


def test_a_key_stands_for_all_that_was_asked_for_however_it_was_said(declare):
    @declare("try", right="direct", changes=("about",), says="Tried")
    def tried(board: Board, one: int, other: str = "x", *, third: bool = False) -> TournamentEffect:
        raise AssertionError

    access = Desk(0).access
    known = {
        tried(1).content(access),
        tried(one=1).content(access),
        tried(1, "x").content(access),
        tried(1, other="x", third=False).content(access),
    }
    assert known == {hash_content("try", [1, "x", False])}
    assert tried(2).content(access) not in known
    assert tried(1, third=True).content(access) not in known


def test_one_thing_that_was_asked_for_stands_for_itself_and_nothing_for_nothing():
    access = Desk(0).access
    assert lifecycle.announce(False).content(access) == hash_content("announce", False)
    assert lifecycle.finish().content(access) == hash_content("finish")


def test_what_answers_a_question_comes_under_the_key_of_the_question():
    access = Desk(0).access
    score = {"scores": [300, 200]}
    asked, answered = results.enter(1, 1, score), results.enter(1, 1, score, overrule=True)
    assert asked.content(access) == answered.content(access) == hash_content("result", [1, 1, score, False, False])


def test_the_same_at_another_table_is_something_else():
    desk = Desk(4)
    desk.next_round()
    one, two = (desk.phone(1, n).access for n in (1, 2))
    said = table_reports.retract(0)
    assert said.content(one) == hash_content("retract", [1, 1, 0])
    assert said.content(two) == hash_content("retract", [1, 2, 0])


def test_looking_at_an_act_and_making_it_do_nothing():
    desk = Desk(4)
    before = desk.board.revision
    paired = rounds.pair()
    seen, after = preview(desk.access, paired)
    assert (seen.draft, after.draft.number) == (None, 1)
    assert desk.board.revision == before
    assert write(desk.access, paired, revision=before, uuid=key()).board.draft.number == 1


def test_who_may_not_is_refused_before_anything_is_looked_at():
    desk = Desk(4)
    desk.next_round()
    phone = desk.phone(1, 1)
    with refused("role.direct", NotAllowed):
        phone.do(rounds.pair)
    with refused("role.table", NotAllowed):
        desk.do(table_reports.retract, 7)


def test_a_plan_is_held_to_what_its_act_says_that_it_changes(declare):
    @declare("stray", right="direct", changes=("about",), says="Strayed")
    def stray(board: Board) -> TournamentEffect:
        return TournamentEffect("", {"status": "open", "about": {**dump(board.about), "venue": "Salle"}})

    desk = Desk(0)
    with pytest.raises(AssertionError, match="status"):
        desk.do(stray)
    assert desk.board.about.venue == ""


def test_a_plan_that_depends_on_who_asks_is_told_who_does(declare):
    @command_with_access("sign", right="direct", changes=("about",), says="Signed")
    def sign(access: TournamentAccess, board: Board, word: str) -> TournamentEffect:
        return TournamentEffect("", {"about": {**dump(board.about), "venue": f"{word} {access.who}"}})

    desk = Desk(0)
    assert desk.do(sign, "chez").board.about.venue == "chez Rita"


def test_what_is_done_before_the_lock_is_done_once_and_only_for_what_can_be_done():
    desk = Desk(2)
    sent, own = pairs(3)[2:], key()
    desk.do(entries.enter, sent, uuid=own)
    known = [p.name for p in roster.players(desk.club)]
    assert desk.do(entries.enter, sent, uuid=own, revision=1).repeated
    with refused("entrant.taken"):
        desk.do(entries.enter, [{"players": ["Aline", "Nouveau"]}])
    assert [p.name for p in roster.players(desk.club)] == known


def test_a_name_sent_twice_by_the_form_is_counted_once(monkeypatch):
    desk = Desk(0)
    desk.do(lifecycle.set_entry, {"open": True})
    counted = []

    def spend(allowance, visitor, address):
        if counted:
            raise TooMany("entry.often", minutes=15)
        counted.append(address)

    monkeypatch.setattr(RateLimit, "spend", spend)
    own, entry = key(), {"players": ["Aline", "Denis"]}
    for _ in range(2):
        desk.do(entries.enter_public, entry, address="192.0.2.7", uuid=own)
    assert counted == ["192.0.2.7"]
    other = {"players": ["Rosa", "Edgar"]}
    with pytest.raises(KeyReused):
        desk.do(entries.enter_public, other, address="192.0.2.7", uuid=own)
    with refused("entry.often", TooMany):
        desk.do(entries.enter_public, other, address="192.0.2.7")
    assert len(desk.board.entrants) == 1


def test_what_cannot_be_read_is_refused_before_its_key_is_looked_at():
    desk = Desk(0)
    own = key()
    desk.do(lifecycle.set_prizes, "Un jambon", uuid=own)
    with refused("text.none"):
        desk.do(lifecycle.set_prizes, 7, uuid=own)
