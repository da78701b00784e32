"""Additions to the pages of games on a phone."""

from __future__ import annotations

from scorekeeper.core.i18n import timezones
from scorekeeper.core.refusals import add_texts
from scorekeeper.games.commands import refusals
from scorekeeper.games.commands.recording import disputes
from scorekeeper.offline.runtime.answering import BEFORE_PAGE, FACT_LISTENERS, QUESTIONS, SERVER, STORED_PARTS
from scorekeeper.offline.stubs.cache import forget
from scorekeeper.offline.stubs.filters import FILTERS
from scorekeeper.offline.stubs.flask import GLOBALS
from scorekeeper.offline.stubs.games import outgoing_games, pending_games, stored_games
from scorekeeper.rules.pages.rulebook_links import option_url, rule_url

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from scorekeeper.games.commands.game_state import GameState


def take_games(of: Mapping[str, Any]) -> None:
    """Take the phone's games and copies, and the facts that the server knows about this device."""
    if "games" in of:
        forget(stored_games.load_own_games(of["games"]))
    if "copies" in of:
        forget(stored_games.load_copies(of["copies"], of["lost"]))
    if "known" in of:
        stored_games.SERVER_FACTS.update(of["known"])
    if "name" in of:
        stored_games.PHONE_NAME["name"] = of["name"]


def dispute_of(game: GameState, entry: int) -> disputes.Dispute | None:
    """Return the dispute about an entry, or None."""
    return disputes.disputes(game).get(entry)


def data_to_send(params: Mapping[str, Any]) -> Any:
    """Return what the server gets of a game: its `beginning`, and its commands `after` a revision."""
    number = params["game"]
    return {"beginning": outgoing_games.game_start(number), "acts": outgoing_games.commands_after(number, params["after"])}


def is_only_on_phone(number: int) -> bool:
    """Return whether only this phone has a game and there is a server to send it to."""
    return number > stored_games.FIRST and not SERVER["none"]


FACT_LISTENERS.append(take_games)
QUESTIONS["send"] = data_to_send
add_texts(refusals.TEXTS)
BEFORE_PAGE.append(pending_games.apply_waiting_commands)
STORED_PARTS["games"] = stored_games.games_to_store
STORED_PARTS["acts"] = pending_games.applied_commands
GLOBALS.update(
    only_here=is_only_on_phone, rule_url=rule_url, option_url=option_url, dispute_of=dispute_of, csrf_token=pending_games.token
)
FILTERS["timed"] = timezones.time_element
FILTERS["datetimeformat"] = timezones.timestamp_in_words
FILTERS["dateformat"] = timezones.date_in_words
