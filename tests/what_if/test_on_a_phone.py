from __future__ import annotations

import pytest

from scorekeeper.phone import pack


@pytest.mark.slow
def test_what_is_found_and_how_it_is_asked_and_told_can_be_packed_for_a_phone():
    for entry in ("findings", "told", "words", "asked"):
        modules = pack.collect(f"scorekeeper.laboratory.{entry}")
        assert list(modules)[-1] == f"scorekeeper.laboratory.{entry}"
        assert "scorekeeper.engine.weighed" in modules or entry == "asked"
