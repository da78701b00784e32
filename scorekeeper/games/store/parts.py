"""What a change of a game is called, and what it may change: the words of the log."""

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
"""What a change may change, of the game or of one entry."""

LONGEST_UUID = 36

BESIDE = 10_000
"""More than a game has changes. An entry that came along with a change about another entry (a `deal` that keeps the later deals
as they stand) is named by that change's revision, so much further on."""
