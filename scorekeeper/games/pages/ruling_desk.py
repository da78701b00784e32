"""The address of the ruling desk for a hand at a table, for packages that do not depend on the rulings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from scorekeeper.core.pages.layout import has_page

if TYPE_CHECKING:
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.games.commands.game_state import GameState

AddressOfHand = Callable[[str, "RuleSet", Sequence[str], "GameState | None"], str]
"""Returns the address for a kind of question, or `index`, under these rules, with the players and the hand on the pad."""

_ADDRESSES: list[AddressOfHand] = []


def register_address(address: AddressOfHand) -> None:
    """Register the function that makes the address."""
    _ADDRESSES[:] = [address]


def address_of_hand(kind: str, rules: RuleSet, players: Sequence[str], game: GameState | None) -> str | None:
    """Return the address, or None if this program has no ruling desk."""
    return _ADDRESSES[0](kind, rules, players, game) if _ADDRESSES and has_page("rulings.index") else None
