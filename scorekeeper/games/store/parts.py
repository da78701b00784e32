"""The names of the log's actions, and of the parts that they change."""

from __future__ import annotations

ACTIONS = (
    "create",
    "record",
    "correct",
    "strike",
    "restore",
    "rename",
    "first_dealer",
    "about",
    "open_contract",
    "cancel_contract",
    "dispute",
    "ruling",
)

PARTS = ("event", "struck", "contract", "deal", "players", "seats", "first_dealer", "about", "dispute")
"""The parts of a game or of an entry that a change may affect."""

LONGEST_UUID = 36

EXTRA_ENTRY_OFFSET = 10_000
"""More than the number of changes that a game can have.

An entry that comes with a change about another entry (a `deal` that keeps the later deals unchanged) has that change's
revision plus this number as its id.
"""
