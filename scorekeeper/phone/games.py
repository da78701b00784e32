"""Additions to the pages of games on a phone."""

from __future__ import annotations

from scorekeeper.base import hours
from scorekeeper.base.refusals import add_texts
from scorekeeper.games.actions import disputes, refusals
from scorekeeper.phone.answering import FIRST, KEEPS, QUESTIONS, SERVER, TOLD
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


def told(of: Mapping[str, Any]) -> None:
    """Take the phone's games and copies, and the facts that the server knows about this device."""
    if "games" in of:
        forget(kept.know(of["games"]))
    if "copies" in of:
        forget(kept.know_copies(of["copies"], of["lost"]))
    if "known" in of:
        kept.KNOWN.update(of["known"])
    if "name" in of:
        kept.WHO["name"] = of["name"]


def dispute_of(game: GameState, entry: int) -> disputes.Dispute | None:
    """Return the dispute about an entry, or None."""
    return disputes.disputes(game).get(entry)


def to_send(asked: Mapping[str, Any]) -> Any:
    """Return what the server gets of a game: its `beginning`, and its commands `after` a revision."""
    number = asked["game"]
    return {"beginning": sending.beginning(number), "acts": sending.acts(number, asked["after"])}


def only_here(number: int) -> bool:
    """Return whether only this phone has a game and there is a server to send it to."""
    return number > kept.FIRST and not SERVER["none"]


TOLD.append(told)
QUESTIONS["send"] = to_send
add_texts(refusals.TEXTS)
FIRST.append(waiting.stand)
KEEPS["games"] = kept.to_keep
KEEPS["acts"] = waiting.acts
GLOBALS.update(only_here=only_here, rule_url=rule_url, option_url=option_url, dispute_of=dispute_of, csrf_token=waiting.token)
FILTERS["timed"] = hours.timed
FILTERS["datetimeformat"] = hours.stamp
FILTERS["dateformat"] = hours.in_words
