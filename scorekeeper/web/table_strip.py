"""Above the pad of a tournament's match: which table this is, how far it is, where its sides stand, and the way back to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import url_for
from flask_babel import gettext as _

from scorekeeper.web.at_table_view import Sight
from scorekeeper.web.public_tables import progress_text
from scorekeeper.web.words import rules_title
from scorekeeper.workflows import club_board, club_live, club_way
from scorekeeper.workflows.refusals import NotFound

if TYPE_CHECKING:
    from scorekeeper.workflows.entrance import Way


@dataclass(frozen=True)
class Strip:
    """What the strip says.

    `url`: the table's page; `text`: round and table; `far`: how far; `over`: all of it is played; `decided`: it has its result;
    `notes`: where each side stands; `rules`: their name.
    """

    url: str
    text: str
    far: str
    over: bool
    decided: bool
    notes: tuple[str, ...]
    rules: str


def strip_of(way: Way) -> Strip | None:
    """The strip for a game that belongs to a table, for those who may score it; None for every other game."""
    if not way.may_score:
        return None
    found = club_live.of_games([way.game_id]).get(way.game_id)
    if found is None:
        return None
    _tournament, number, table, link = found
    token = club_way.token_of(link)
    try:
        at = club_way.table(token)
        sight = Sight(at, club_board.load(at), None)
    except NotFound:
        return None
    live = sight.live
    return Strip(
        url_for("at_table.show", token=token),
        _("Round %(n)s, table %(table)s", n=number, table=table),
        progress_text(live) if live is not None and not sight.table.result.known else "",
        live is not None and live.progress.complete,
        sight.table.result.known,
        tuple(sight.notes),
        rules_title(sight.board.rules),
    )
