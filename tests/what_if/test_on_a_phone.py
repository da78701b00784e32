from __future__ import annotations

import pytest

from scorekeeper.offline.bundle import packs


@pytest.mark.slow
def test_what_is_found_and_how_it_is_asked_and_told_can_be_packed_for_a_phone():
    for entry in ("findings", "report", "words", "query"):
        modules = packs.collect(f"scorekeeper.what_if.{entry}")
        assert list(modules)[-1] == f"scorekeeper.what_if.{entry}"
        assert "scorekeeper.engine.replay.game" in modules or entry == "query"
