"""The rarest facts about the people of a finished game, over the games that a device or its household knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.core.i18n import timezones
from scorekeeper.games.commands.library.game_lists import accesses_of_devices
from scorekeeper.games.commands.sharing import households
from scorekeeper.games.commands.stats import summary_cache
from scorekeeper.games.commands.stats.game_collection import GameCollection
from scorekeeper.games.commands.stats.summaries import session_day
from scorekeeper.messages.people_facts import people_fact_text
from scorekeeper.stats.people_facts import rarest_facts

if TYPE_CHECKING:
    from scorekeeper.core.devices.visitors import Visitor
    from scorekeeper.games.commands.access import Access
    from scorekeeper.messages.marks import Gettext


def people_facts(t: Gettext, device: Visitor | None, access: Access) -> list[str]:
    """Return at most three facts about the people of a finished game in words, the rarest first.

    They compare it with the earlier games of the device or its household. None if a phone has not counted all its games yet.
    """
    if device is None:
        return []
    devices = households.household_devices(device) or [device.id]
    if not summary_cache.is_ready(accesses_of_devices(devices, device.id)):
        return []
    games = GameCollection(devices, device.id)
    mine = next((one.summary for one in games.games if one.access.game_id == access.game_id), None)
    if mine is None:
        return []
    year = "" if mine.year == session_day(timezones.now())[:4] else mine.year
    return [
        people_fact_text(t, fact, games.people.called, timezones.iso_date_in_words, year)
        for fact in rarest_facts(games.summaries(), mine.key, games.people)
    ]
