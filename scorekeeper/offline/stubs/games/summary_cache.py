"""Cached game summaries. The service worker stores them with the games, so that each revision is counted once."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime
from functools import cache

from scorekeeper.formats.rules import rules_from_link, rules_to_link
from scorekeeper.games.commands.stats.game_summary import SummarizedGame
from scorekeeper.offline.stubs.games.stored_games import GAMES
from scorekeeper.stats.summary import SeatingPeriod, Summary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from scorekeeper.games.commands.access import Access

    Json = dict[str, Any]

_stored: dict[int, Json] = {}
"""As the service worker stores them: `id`, `revision`, `changed`, and the summary as JSON (`text`)."""
_read: dict[int, tuple[Json, SummarizedGame]] = {}
_new: list[Json] = []
_rules = cache(rules_from_link)


def load_summaries(summaries: list[Json]) -> None:
    """Add summaries from the service worker."""
    for one in summaries:
        _stored[one["id"]] = one


def has_cached_summary(access: Access) -> bool:
    """Return whether there is a summary of the game at its current revision."""
    one = _stored.get(access.game_id)
    return one is not None and one["revision"] == access.revision and one["changed"] == access.changed_at.ms  # type: ignore[attr-defined]


FEW = 3
"""Games that a phone counts within one page."""


def is_ready(accesses: Iterable[Access]) -> bool:
    """Return whether these games can be counted within one page: all but a few are counted already."""
    return len([access for access in accesses if not has_cached_summary(access)]) <= FEW


def cached_summary(access: Access) -> SummarizedGame | None:
    """Return the summary of the game at its current revision, or None."""
    if not has_cached_summary(access):
        return None
    one, read = _stored[access.game_id], _read.get(access.game_id)
    if read is None or read[0] is not one:
        read = _read[access.game_id] = (one, _parse_summary(access, json.loads(one["text"])))
    elif read[1].access is not access:
        read = _read[access.game_id] = (one, replace(read[1], access=access))
    return read[1]


def cache_summary(counted: SummarizedGame, _hands: int) -> None:
    """Store the summary of a game at its current revision."""
    access = counted.access
    facts = {"id": access.game_id, "revision": access.revision, "changed": access.changed_at.ms}  # type: ignore[attr-defined]
    one = {**facts, "text": json.dumps(_dump_summary(counted))}
    _stored[access.game_id] = one
    _read[access.game_id] = (one, counted)
    _new.append(one)


def summaries_to_store() -> list[Json]:
    """Return the summaries made for this answer."""
    summaries = list(_new)
    _new.clear()
    return summaries


def _dump_summary(one: SummarizedGame) -> list[Any]:
    of = one.summary
    stints = [[s.players, s.seats, s.sides, s.bids, s.listed] for s in of.stints]
    facts = [of.day, of.rules_key, of.place, of.sides, of.winners, of.games, of.behind, stints]
    return [rules_to_link(one.rules), one.called, one.began.isoformat(), one.occasion, one.words, facts]


def _parse_summary(access: Access, summary_json: list[Any]) -> SummarizedGame:
    link, called, began, occasion, words, facts = summary_json
    day, rules_key, place, sides, winners, games, behind, stints = facts
    seated = tuple([SeatingPeriod(*stint) for stint in stints])
    summary = Summary(access.game_id, day, rules_key, place, sides, seated, tuple(winners), games, behind)
    return SummarizedGame(access, summary, _rules(link), called, datetime.fromisoformat(began), occasion, words)


def drop_lost_summaries() -> None:
    """Drop the summaries of games that are gone."""
    for number in [number for number in _stored if number not in GAMES]:
        del _stored[number]
        _read.pop(number, None)
