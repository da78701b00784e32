"""Entrants with the same family name, whom the desk proposes to keep apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scorekeeper.core.security.signing import same_name
from scorekeeper.pairing.search.pairing_constraints import NEVER
from scorekeeper.tournaments.commands.adjustments.meetings import meetings_of
from scorekeeper.tournaments.words import family_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.tournaments.commands.snapshot import Board


@dataclass(frozen=True, slots=True)
class Family:
    """Entrants with a family name in common who may meet so far. `name`: as it is written first."""

    name: str
    entrants: tuple[str, ...]


def families_of(board: Board) -> list[Family]:
    """Return entrants with the same family name who may meet so far, by name. They can be kept apart with one rule."""
    found: dict[str, tuple[str, list[str]]] = {}
    for entry in board.entrants:
        if entry.status not in ("in", "waiting"):
            continue
        for name in dict.fromkeys(family_name(player) for player in entry.players or (entry.name,)):
            if same_name(name):
                who = found.setdefault(same_name(name), (name, []))[1]
                who += [entry.id] if entry.id not in who else []
    apart = [set(one.entrants) for one in meetings_of(board)]
    families = [Family(name, tuple(who)) for name, who in found.values() if len(who) > 1]
    return sorted(
        (one for one in families if not any({*one.entrants} <= who for who in apart)), key=lambda one: same_name(one.name)
    )


def family_rules(families: Sequence[Family], rule: str = NEVER) -> list[dict[str, Any]]:
    """Return the rules that keep families apart."""
    return [{"between": list(one.entrants), "rule": rule} for one in families]
