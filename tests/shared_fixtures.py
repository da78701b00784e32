"""Slow fixtures that every test shares: made by the first worker that needs them, copied by the others."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from scorekeeper.core import files


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """Return a folder filled by `make` in the first worker; the others wait for it. It is read-only afterwards."""
    run = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        run = run.parent  # each worker has its own folder inside the run's
    place = run / f"made-{name}"
    with files.hold_lock(run / f"making-{name}", wait=True):
        if not place.exists():
            draft = run / f"draft-{name}"
            shutil.rmtree(draft, ignore_errors=True)  # of a worker that failed
            draft.mkdir()
            make(draft)
            draft.rename(place)
    return place
