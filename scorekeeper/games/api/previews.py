"""Previews: the effect of a change, and the facts that a hand needs."""

from __future__ import annotations

from scorekeeper.core.api.schema import LEFT_OUT, keys_of
from scorekeeper.engine.errors import Malformed
from scorekeeper.formats.declared import copy_as
from scorekeeper.games.api import models, request_models
from scorekeeper.games.api import responses as game_answers
from scorekeeper.games.api.authorization import game_operations
from scorekeeper.games.api.request_models import ChangeToSee
from scorekeeper.games.commands.authorization import Access
from scorekeeper.games.commands.game_state import GameState
from scorekeeper.games.commands.recording import event_writer, table_commands

_WATCH = game_operations("events", "watch")
_CHANGE_FIELDS = [name for name in keys_of(ChangeToSee) if name != "keep_deals"]


@_WATCH.post("/games/{game}/preview", body="PreviewQuestion")
def preview_change(access: Access, sent: ChangeToSee) -> models.Preview:
    """Preview a change.

    Send one change, such as an event, a void or an undo. The response is what the change would return; nothing is saved.
    """
    keep, wanted = sent.keep_deals, {name for name in _CHANGE_FIELDS if getattr(sent, name) is not LEFT_OUT}
    if wanted == {"event"} or wanted == {"event", "before"}:
        act = table_commands.record(sent.event, before=sent.before if "before" in wanted else None, keep_deals=keep)
    elif wanted == {"event", "entry"}:
        act = table_commands.correct(sent.entry, sent.event, keep_deals=keep)
    elif wanted == {"strike"}:
        act = table_commands.strike(sent.strike, keep_deals=keep)
    elif wanted == {"restore"}:
        act = table_commands.restore(sent.restore, keep_deals=keep)
    elif wanted == {"first_dealer"}:
        act = table_commands.deal_first(sent.first_dealer)
    elif wanted == {"undo"}:
        act = table_commands.undo(sent.undo)
    else:
        choices = ("event", "event + before", "event + entry", "strike", "restore", "undo", "first_dealer")
        raise Malformed("event", reason="key", field="preview", read=sorted(wanted), choices=choices)
    previewed = event_writer.preview_command(access, act)
    return copy_as(models.Preview, game_answers.effect(previewed), revision=previewed.before.revision)


@_WATCH.post("/games/{game}/needs")
def ask_needs(state: GameState, sent: request_models.Known) -> models.NeedsAnswer:
    """Read what the next hand needs.

    Send what is known so far. The response names the facts that the score depends on.
    """
    contractor, bid, points = sent.contractor, sent.bid, sent.points
    if contractor is not None and not 0 <= contractor < state.rules.table.players:
        high = state.rules.table.players - 1
        raise Malformed("event", reason="seat", field="contractor", read=contractor, high=high)
    if bid is not None and type(bid) is not int and not isinstance(bid, str):
        raise Malformed("event", reason="type", field="bid", read=bid, right="bid")
    known = {"contractor": contractor, "bid": bid, "points": None if points is None else tuple(points)}
    return models.NeedsAnswer(state.revision, game_answers.next_hand_needs(state.state, **known))
