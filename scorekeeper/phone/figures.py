"""What pages about many games find on a phone beside their own modules: a line that says which games these are."""

from __future__ import annotations

from scorekeeper.base.i18n import gettext as _
from scorekeeper.base.i18n import ngettext
from scorekeeper.phone.answering import SERVER
from scorekeeper.phone.here.flask import GLOBALS
from scorekeeper.phone.here.games.kept import GAMES


def which_games() -> str:
    """Of which games a page can tell without a network; empty where there is no other place that could know more."""
    if SERVER["none"]:
        return ""
    games = [game for game in GAMES.values() if game.revision and not game.hidden]
    copied = len([game for game in games if game.copied])
    own = len(games) - copied
    told = [ngettext("%(num)s copied from the server", "%(num)s copied from the server", copied)] if copied else []
    told += [ngettext("%(num)s begun on it", "%(num)s begun on it", own)] if own else []
    return _("Without a network: from the games that this phone has (%(games)s).", games=", ".join(told)) if told else ""


GLOBALS["which_games"] = which_games
