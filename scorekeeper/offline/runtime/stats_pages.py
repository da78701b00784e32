"""Additions to the pages about many games on a phone: a note on the games they cover, and counting in steps."""

from __future__ import annotations

from datetime import datetime

from flask import render_template

from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.i18n.translation import ngettext
from scorekeeper.games.commands.library.game_lists import accesses_of_devices
from scorekeeper.games.commands.stats.summaries import summarize_games
from scorekeeper.offline.runtime.answering import BEFORE_PAGE, FACT_LISTENERS, SERVER, STORED_PARTS
from scorekeeper.offline.stubs.flask import GLOBALS
from scorekeeper.offline.stubs.games.stored_games import GAMES
from scorekeeper.offline.stubs.games.summary_cache import (
    drop_lost_summaries,
    has_cached_summary,
    load_summaries,
    summaries_to_store,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from scorekeeper.offline.stubs.request import Request

OF_MANY = ("/stats", "/library", "/evenings", "/laboratory")
FACTS = "/facts.json"
STEP_MS = 400
"""Milliseconds of counting before other requests get their turn."""


def which_games() -> str:
    """Return a note on the games that a page covers offline. Empty if there is no server that could know more."""
    if SERVER["none"]:
        return ""
    games = [game for game in GAMES.values() if game.revision and not game.hidden]
    copied = len([game for game in games if game.copied])
    own = len(games) - copied
    phrases = [ngettext("%(num)s copied from the server", "%(num)s copied from the server", copied)] if copied else []
    phrases += [ngettext("%(num)s started here", "%(num)s started here", own)] if own else []
    return _("Offline: based on the games on this phone (%(games)s).", games=", ".join(phrases)) if phrases else ""


def count_for_a_moment(request: Request) -> str | None:
    """Count new games for a moment before a page about many games.

    Return a progress page while some are left, else None.
    """
    if not (request.path.startswith(OF_MANY) or request.path.endswith(FACTS)):
        return None
    ways = accesses_of_devices((), None)
    missing = [way for way in ways if not has_cached_summary(way)]
    until = _now() + STEP_MS if missing else 0
    for place, way in enumerate(missing):
        if _now() > until:
            return render_template("offline/counting.html", done=len(ways) - len(missing) + place, total=len(ways))
        summarize_games([way])
    return None


def _now() -> float:
    ms: float = datetime.now().ms  # type: ignore[attr-defined]  # noqa: DTZ005 (the phone's stand-in)
    return ms


def _take_summaries(of: Mapping[str, Any]) -> None:
    if "counted" in of:
        load_summaries(of["counted"])
    if "lost" in of:
        drop_lost_summaries()


FACT_LISTENERS.append(_take_summaries)
BEFORE_PAGE.append(count_for_a_moment)
STORED_PARTS["counted"] = summaries_to_store
GLOBALS["which_games"] = which_games
