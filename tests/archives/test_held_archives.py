"""Archives that wait for the user's decision."""

from __future__ import annotations

import os
import time

from scorekeeper.archives import held_archives as archives


def test_an_archive_waits_an_hour_for_the_answer_of_its_own_account_and_then_is_gone(tmp_path):
    name = archives.hold(tmp_path, 1, b"one")
    other = archives.hold(tmp_path, 2, b"another")
    assert archives.held(tmp_path, 1, name) == b"one"
    assert archives.held(tmp_path, 1, other) is None
    old = time.time() - archives.KEPT - 60
    for kept in (tmp_path / archives.FOLDER).iterdir():
        os.utime(kept, (old, old))
    assert archives.held(tmp_path, 1, name) is None
    assert list((tmp_path / archives.FOLDER).iterdir()) == []
