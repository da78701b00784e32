"""Slow fixtures that every test shares: made by the first worker that needs them, copied by the others."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from scorekeeper.base import files


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """A folder of the run that `make` has filled, whichever worker came first; the others wait for it. Nobody writes to it."""
    run = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        run = run.parent  # each worker has a folder of its own in that of the run
    place = run / f"made-{name}"
    with files.held(run / f"making-{name}", wait=True):
        if not place.exists():
            draft = run / f"draft-{name}"
            shutil.rmtree(draft, ignore_errors=True)  # of a worker that failed
            draft.mkdir()
            make(draft)
            draft.rename(place)
    return place
