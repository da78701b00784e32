"""A link or token belongs to one row: after an older backup is restored, it opens nothing else."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.clubs.commands.members import invitations
from scorekeeper.core.db.database import db
from scorekeeper.core.devices import visitors
from scorekeeper.core.refusals import NotFound
from scorekeeper.games.commands import authorization
from scorekeeper.games.commands.library import examples, game_creation
from scorekeeper.games.commands.sharing import share_links
from scorekeeper.tournaments.commands import authorization as desk_entrance
from scorekeeper.tournaments.commands import player_links
from tests.games.kitchen_table import header
from tests.tournaments.club_night import Desk, refused

pytestmark = pytest.mark.sqlite("an older copy of the file is put in its place")


class Copy:
    """A copy of an instance's database, to be restored."""

    def __init__(self, app: Any) -> None:
        self.file = Path(app.instance_path) / "scorekeeper.sqlite3"
        db.session.commit()
        db.session.execute(db.text("PRAGMA wal_checkpoint(TRUNCATE)"))
        self._let_go()
        self.kept = self.file.with_suffix(".kept")
        shutil.copy(self.file, self.kept)

    def put_back(self) -> None:
        """Restore the database."""
        self._let_go()
        for left in self.file.parent.glob(f"{self.file.name}*"):
            left.unlink()
        shutil.copy(self.kept, self.file)

    def _let_go(self) -> None:
        db.session.remove()
        db.engine.dispose()


def _old(table: str) -> None:
    """Remove the random part of the rows, as in old databases."""
    db.session.execute(db.text(f"UPDATE {table} SET salt = NULL"))
    db.session.commit()


def test_a_link_to_a_game_opens_no_other_game_after_a_copy_was_put_back(inside):
    copy = Copy(inside)
    first = share_links.create(game_creation.create(header(), visitors.make()), "score")
    copy.put_back()
    other = game_creation.create(header(), visitors.make())
    again = share_links.create(other, "score")
    assert (first.id, again.token != first.token) == (again.id, True)
    with pytest.raises(NotFound):
        share_links.find_link_target(first.token)
    with pytest.raises(NotFound):
        authorization.access_by_token(other.game_id, first.token)
    assert authorization.access_by_token(other.game_id, again.token).role == "score"


def test_an_invitation_is_no_other_invitation_after_a_copy_was_put_back(inside):
    desk = Desk(0)
    copy = Copy(inside)
    first = invitations.create(desk.club, "scorer")
    copy.put_back()
    again = invitations.create(desk.club, "organiser")
    assert first.id == again.id
    with refused("invitation.closed", NotFound):
        invitations.find_invitation(first.token)
    assert invitations.find_invitation(again.token).role == "organiser"


def test_the_links_of_a_table_and_of_an_entrant_open_no_others_after_a_copy_was_put_back(inside):
    desk = Desk(4)
    copy = Copy(inside)
    desk.next_round()
    tables, entrants = player_links.table_links(desk.access, 1), player_links.entrant_links(desk.access)
    copy.put_back()
    desk.next_round()
    again, own = player_links.table_links(desk.access, 1), player_links.entrant_links(desk.access)
    for old, new, opens in ((tables[1], again[1], desk_entrance.table), (entrants["e1"], own["e1"], desk_entrance.entrant)):
        assert old.partition(".")[0] == new.partition(".")[0]
        with refused("link.closed", NotFound):
            opens(old)
        assert desk_entrance.tournament_of(old) is None
        assert opens(new).tournament_id == desk.id


def test_what_was_handed_out_before_rows_had_a_random_part_goes_on_working(inside):
    desk = Desk(4)
    desk.next_round()
    for table in ("links", "tournament_links", "invitations"):
        _old(table)
    made = share_links.create(game_creation.create(header(), visitors.make()), "score")
    asked = invitations.create(desk.club, "scorer")
    for table in ("links", "invitations"):
        _old(table)
    assert authorization.token_by_id(made.id) == authorization.token_of(made.id, None) != made.token
    assert share_links.find_link_target(authorization.token_of(made.id, None)).link_id == made.id
    assert desk_entrance.table(player_links.table_links(desk.access, 1)[2]).table == 2
    assert [one.id for one in invitations.list_open(desk.club)] == [asked.id]
    assert invitations.find_invitation(invitations.list_open(desk.club)[0].token).role == "scorer"


def test_an_example_game_is_shown_only_while_its_link_is_the_one_that_was_meant(inside):
    copy = Copy(inside)
    examples.save_example_links([share_links.create(game_creation.create(header(), visitors.make()), "watch").id])
    assert len(examples.listed_examples()) == 1
    copy.put_back()
    share_links.create(game_creation.create(header(), visitors.make()), "watch")
    assert examples.listed_examples() == []
