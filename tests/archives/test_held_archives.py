"""Archives that wait for the user's decision."""

from __future__ import annotations

import os
import time

from scorekeeper.archives import pending_imports as archives


def test_an_archive_waits_an_hour_for_the_answer_of_its_own_account_and_then_is_gone(tmp_path):
    name = archives.store_archive(tmp_path, 1, b"one")
    other = archives.store_archive(tmp_path, 2, b"another")
    assert archives.load_archive(tmp_path, 1, name) == b"one"
    assert archives.load_archive(tmp_path, 1, other) is None
    old = time.time() - archives.LIFETIME - 60
    for kept in (tmp_path / archives.FOLDER).iterdir():
        os.utime(kept, (old, old))
    assert archives.load_archive(tmp_path, 1, name) is None
    assert list((tmp_path / archives.FOLDER).iterdir()) == []
