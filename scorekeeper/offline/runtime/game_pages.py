"""Additions to the pages of games on a phone."""

from __future__ import annotations

from scorekeeper.base import hours
from scorekeeper.base.refusals import add_texts
from scorekeeper.games.actions import disputes, refusals
from scorekeeper.phone.answering import BEFORE_PAGE, FACT_LISTENERS, QUESTIONS, SERVER, STORED_PARTS
from scorekeeper.phone.here.caches import forget
from scorekeeper.phone.here.filters import FILTERS
from scorekeeper.phone.here.flask import GLOBALS
from scorekeeper.phone.here.games import kept, sending, waiting
from scorekeeper.rules.pages.addresses import option_url, rule_url

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from scorekeeper.games.actions.game_state import GameState


def take_games(of: Mapping[str, Any]) -> None:
    """Take the phone's games and copies, and the facts that the server knows about this device."""
    if "games" in of:
        forget(kept.load_own_games(of["games"]))
    if "copies" in of:
        forget(kept.load_copies(of["copies"], of["lost"]))
    if "known" in of:
        kept.SERVER_FACTS.update(of["known"])
    if "name" in of:
        kept.PHONE_NAME["name"] = of["name"]


def dispute_of(game: GameState, entry: int) -> disputes.Dispute | None:
    """Return the dispute about an entry, or None."""
    return disputes.disputes(game).get(entry)


def data_to_send(asked: Mapping[str, Any]) -> Any:
    """Return what the server gets of a game: its `beginning`, and its commands `after` a revision."""
    number = asked["game"]
    return {"beginning": sending.game_start(number), "acts": sending.commands_after(number, asked["after"])}


def is_only_on_phone(number: int) -> bool:
    """Return whether only this phone has a game and there is a server to send it to."""
    return number > kept.FIRST and not SERVER["none"]


FACT_LISTENERS.append(take_games)
QUESTIONS["send"] = data_to_send
add_texts(refusals.TEXTS)
BEFORE_PAGE.append(waiting.apply_waiting_commands)
STORED_PARTS["games"] = kept.games_to_store
STORED_PARTS["acts"] = waiting.applied_commands
GLOBALS.update(
    only_here=is_only_on_phone, rule_url=rule_url, option_url=option_url, dispute_of=dispute_of, csrf_token=waiting.token
)
FILTERS["timed"] = hours.time_element
FILTERS["datetimeformat"] = hours.timestamp_in_words
FILTERS["dateformat"] = hours.date_in_words
