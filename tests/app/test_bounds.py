"""Limits on what anyone may store, and on what a text may expand to."""

from __future__ import annotations

import io
import tracemalloc
import zipfile
from datetime import timedelta

import pytest

from scorekeeper.archives import restore
from scorekeeper.core import limits
from scorekeeper.core.db.database import db, now
from scorekeeper.core.devices import visitors
from scorekeeper.core.refusals import Refusal
from scorekeeper.engine.errors import Malformed
from scorekeeper.formats import json_reader
from scorekeeper.games.commands.library import game_creation
from scorekeeper.games.commands.recording import table_commands
from scorekeeper.games.commands.recording.event_writer import write
from scorekeeper.games.commands.sharing import share_links
from scorekeeper.games.store.game import Game
from scorekeeper.tournaments.commands.results import table_reports
from tests.games.kitchen_table import Table, hand, header, key
from tests.tournaments.club_night import Desk, refused

pytestmark = pytest.mark.slow

MANY = 300 * 2**20


def packed(files: dict[str, bytes]) -> bytes:
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w", zipfile.ZIP_DEFLATED) as made:
        for name, text in files.items():
            made.writestr(name, text)
    return body.getvalue()


def junk(piece: bytes, size: int) -> bytes:
    """Return a JSON list of one piece, repeated."""
    return b"[" + b",".join([piece] * (size // (len(piece) + 1))) + b"]"


@pytest.mark.parametrize("piece", [b"[]", b"{}", b'{"a":1}', b'"\xc3\xa9"', b"1.5"])
def test_a_text_that_would_fill_the_memory_is_refused_before_anything_is_made_of_it(piece):
    text = junk(piece, 24 * 2**20)
    tracemalloc.start()
    with pytest.raises(Malformed) as found:
        json_reader.read_json(text)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found.value.params["reason"] == "many"
    assert peak < 2**20


def test_an_archive_of_junk_is_refused_with_its_first_file(inside):
    account = Desk(0).account
    text = junk(b"{}", 6 * 2**20)
    names = [f"tournaments/{n:04}.json" for n in range(1, 9)]
    head = b'{"format":"scorekeeper-club/2","name":"C"}'
    data = packed({"club.json": head, **dict.fromkeys(names, text)})
    tracemalloc.start()
    with pytest.raises(Refusal) as found:
        restore.check_archive(account, data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found.value.code == "archive.value"
    assert peak < MANY


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA])
def test_a_zip_that_was_damaged_on_its_way_is_told_as_no_archive(inside, method):
    account, body = Desk(0).account, io.BytesIO()
    with zipfile.ZipFile(body, "w", method) as made:
        made.writestr("club.json", b'{"format":"scorekeeper-club/2"}' + bytes(range(32, 126)) * 40)
    data = bytearray(body.getvalue())
    data[60:140] = b"\xff" * 80
    with refused("archive.zip"):
        restore.check_archive(account, bytes(data))


def test_a_device_keeps_so_many_games_and_no_more(inside, monkeypatch):
    monkeypatch.setattr(game_creation, "MOST_GAMES", 2)
    visitor = visitors.make()
    for _ in range(2):
        game_creation.create(header(), visitor)
    with refused("game.many"):
        game_creation.create(header(), visitor)
    assert limits.MOST_GAMES == 5000


def test_games_in_which_nothing_was_recorded_go_after_a_season_and_no_others(inside):
    visitor = visitors.make()
    empty, fresh = game_creation.create(header(), visitor, roles=("score",)), game_creation.create(header(), visitor)
    nobodys = game_creation.create(header(), None)
    played = Table()
    write(played.access, table_commands.record(hand()), revision=1, uuid=key())
    share_links.create(empty, "watch")
    desk = Desk(4)
    desk.next_round()
    at_table = desk.phone(1, 1)

    kept = table_reports.open_game(at_table.access, at_table.visitor).game_id
    old = now() - timedelta(days=91)
    db.session.execute(db.update(Game).where(Game.id != fresh.game_id).values(changed_at=old))
    db.session.commit()
    assert game_creation.delete_empty_games() == 2
    left = set(db.session.scalars(db.select(Game.id)))
    assert left == {fresh.game_id, played.game_id, kept}
    assert nobodys.game_id not in left
    assert game_creation.delete_empty_games() == 0
