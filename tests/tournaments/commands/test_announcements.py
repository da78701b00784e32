"""Announcements: one at a time, with an end, undoable, and kept by an archive."""

from __future__ import annotations

from datetime import timedelta
from unittest import mock

import pytest

from scorekeeper.archives import export, restore
from scorekeeper.core.db import database
from scorekeeper.core.refusals import NotAllowed
from scorekeeper.tournaments.commands import history
from scorekeeper.tournaments.commands.calls import announcements
from scorekeeper.tournaments.commands.calls.announcements import current_announcement
from tests.tournaments.club_night import Desk, refused


@pytest.fixture
def desk(inside):
    return Desk(4, options={"rounds": 3})


def said(desk):
    found = current_announcement(desk.board)
    return None if found is None else (found.kind, found.text)


def test_there_is_one_announcement_at_a_time_and_every_change_is_undone(desk):
    desk.do(announcements.post, "coffee", "", 5)
    desk.do(announcements.post, "text", "  The  draw is at the bar ")
    assert said(desk) == ("text", "The draw is at the bar")
    desk.do(history.undo)
    assert said(desk) == ("coffee", "")
    desk.do(announcements.remove)
    assert said(desk) is None
    with refused("announcement.none"):
        desk.do(announcements.remove)
    desk.do(history.undo)
    assert said(desk) == ("coffee", "")


def test_an_announcement_ends_by_itself(desk):
    desk.do(announcements.post, "coffee", "", 5)
    later = database.now()
    for minutes, is_there in ((4, True), (6, False)):
        with mock.patch.object(announcements, "now", return_value=later + timedelta(minutes=minutes)):
            assert (said(desk) is not None) == is_there
    desk.do(announcements.post, "draw")
    with mock.patch.object(announcements, "now", return_value=later + timedelta(days=2)):
        assert said(desk) == ("draw", "")


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (("beer",), "announcement.kind"),
        (("text", " "), "announcement.text"),
        (("text", None), "announcement.text"),
        (("text", "x" * 141), "announcement.text"),
        (("coffee", "", 0), "announcement.minutes"),
        (("coffee", "", "5"), "announcement.minutes"),
        (("coffee", "", 1441), "announcement.minutes"),
    ],
)
def test_an_announcement_names_what_is_wrong_with_it(desk, sent, code):
    with refused(code):
        desk.do(announcements.post, *sent)


def test_only_the_desk_announces(desk):
    desk.next_round()
    with pytest.raises(NotAllowed):
        desk.phone(1, 1).do(announcements.post, "coffee")


def test_an_announcement_survives_an_archive(desk):
    desk.do(announcements.post, "text", "Le tirage est au bar", 15)
    desk.do(announcements.post, "last_hand")
    data = export.export_club(desk.club)
    assert export.export_club(restore.import_club(desk.account, data)) == data
