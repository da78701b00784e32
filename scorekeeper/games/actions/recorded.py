"""A game as a record that tells of the evening: when it was, where, who wrote down what. Phones make them too."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from scorekeeper.base import hours
from scorekeeper.codec.record_about import About, MatchPlace, Stamp

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from scorekeeper.codec.game_record import Record
    from scorekeeper.games.actions.access import Access
    from scorekeeper.games.actions.game_state import GameState
    from scorekeeper.games.store.log import LogEntry


def whole(
    access: Access, game: GameState, uuid: str, match: MatchPlace | None, rules_name: str, id_of: Callable[[LogEntry], str | None]
) -> Record:
    """The record of a game. `uuid`: its own id; `rules_name`: what this device calls its rules, empty where it has no name for
    them; `id_of`: the id of an entry, if it has one.
    """
    log = game.log
    about = About(
        id=uuid,
        started_at=log.header.get("started_at") or moment(access.created_at),
        ended_at=_ended_at(game),
        rules_name=rules_name or log.header.get("rules_name"),
        match=match,
        place=log.about.get("place"),
        occasion=log.about.get("occasion"),
    )
    counting = [entry for entry in log.entries if not entry.struck]
    stamps = [Stamp(id_of(entry), moment(entry.at), entry.who or None) for entry in counting]
    return replace(game.record, about=about, stamps=tuple(stamps))


def _ended_at(game: GameState) -> str | None:
    """When the game was won: as it was told when it was brought in, else when its last hand was recorded."""
    if not game.outcome.over:
        return None
    last = next(entry for entry in reversed(game.entries) if entry.hand is not None)
    ended: str | None = game.log.header.get("ended_at")
    return ended or moment(last.at)


def moment(at: datetime) -> str:
    """In the time of the place, with its offset: whoever reads it knows which evening it was."""
    return hours.local(at).isoformat(timespec="seconds")


def same_game(record: Record, game: GameState) -> bool:
    """Whether a record that was brought in tells of the game what is known here."""
    here = game.record
    return (here.events, here.players, here.first_dealer) == (record.events, record.players, record.first_dealer)
