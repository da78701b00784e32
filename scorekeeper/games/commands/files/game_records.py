"""Game records with facts about the session: time, place, and who recorded what. Phones make them too."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from scorekeeper.core.i18n import timezones
from scorekeeper.formats.record_details import About, MatchPlace, Stamp

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from scorekeeper.formats.game_record import Record
    from scorekeeper.games.commands.access import Access
    from scorekeeper.games.commands.game_state import GameState
    from scorekeeper.games.store.log import RecordedEntry


def build_record(
    access: Access,
    game: GameState,
    uuid: str,
    match: MatchPlace | None,
    rules_name: str,
    id_of: Callable[[RecordedEntry], str | None],
) -> Record:
    """Return the record of a game.

    `uuid` is the game's id, and `rules_name` the device's name for its rules, or empty. `id_of` gives the id of an entry, if
    it has one.
    """
    log = game.log
    about = About(
        id=uuid,
        started_at=log.header.get("started_at") or local_iso_time(access.created_at),
        ended_at=_ended_at(game),
        rules_name=rules_name or log.header.get("rules_name"),
        match=match,
        place=log.about.get("place"),
        occasion=log.about.get("occasion"),
    )
    counting = [entry for entry in log.entries if not entry.struck]
    stamps = [Stamp(id_of(entry), local_iso_time(entry.at), entry.who or None) for entry in counting]
    return replace(game.record, about=about, stamps=tuple(stamps))


def _ended_at(game: GameState) -> str | None:
    """Return when the game was won, from its imported record or from the recording of its last hand."""
    if not game.outcome.over:
        return None
    last = next(entry for entry in reversed(game.entries) if entry.hand is not None)
    ended: str | None = game.log.header.get("ended_at")
    return ended or local_iso_time(last.at)


def local_iso_time(at: datetime) -> str:
    """Return the ISO time in the local zone, with its offset, so that the day is right."""
    return timezones.to_page_zone(at).isoformat(timespec="seconds")


def is_same_game(record: Record, game: GameState) -> bool:
    """Return whether an imported record has the same events, players and first dealer as the game."""
    game_record = game.record
    return (game_record.events, game_record.players, game_record.first_dealer) == (
        record.events,
        record.players,
        record.first_dealer,
    )
