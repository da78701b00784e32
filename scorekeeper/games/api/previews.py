"""Previews: the effect of a change, and the facts that a hand needs."""

from __future__ import annotations

from flask import Response

from scorekeeper.core.api import requests, responses
from scorekeeper.core.api.operations import operation
from scorekeeper.core.api.schema import LEFT_OUT, keys_of
from scorekeeper.engine.errors import Malformed
from scorekeeper.formats.declared import copy_as
from scorekeeper.games.api import authorization, models, request_models
from scorekeeper.games.api import responses as game_answers
from scorekeeper.games.api.request_models import ChangeToSee
from scorekeeper.games.commands.game_state import load
from scorekeeper.games.commands.recording import event_writer, table_commands

_CHANGE_FIELDS = [name for name in keys_of(ChangeToSee) if name != "keep_deals"]


@operation(
    "POST",
    "/games/{game}/preview",
    tag="events",
    access="watch",
    summary="Preview a change",
    about="Send one change, such as an event, a void or an undo. The response is what the change would return; nothing is saved.",
    body="PreviewQuestion",
    answers={200: "Preview"},
)
def preview_change(game: int) -> Response:
    access = authorization.game_access(game)
    asked = requests.read(ChangeToSee)
    keep, wanted = asked.keep_deals, {name for name in _CHANGE_FIELDS if getattr(asked, name) is not LEFT_OUT}
    if wanted == {"event"} or wanted == {"event", "before"}:
        act = table_commands.record(asked.event, before=asked.before if "before" in wanted else None, keep_deals=keep)
    elif wanted == {"event", "entry"}:
        act = table_commands.correct(asked.entry, asked.event, keep_deals=keep)
    elif wanted == {"strike"}:
        act = table_commands.strike(asked.strike, keep_deals=keep)
    elif wanted == {"restore"}:
        act = table_commands.restore(asked.restore, keep_deals=keep)
    elif wanted == {"first_dealer"}:
        act = table_commands.deal_first(asked.first_dealer)
    elif wanted == {"undo"}:
        act = table_commands.undo(asked.undo)
    else:
        choices = ("event", "event + before", "event + entry", "strike", "restore", "undo", "first_dealer")
        raise Malformed("event", reason="key", field="preview", read=sorted(wanted), choices=choices)
    previewed = event_writer.preview_command(access, act)
    return responses.respond(copy_as(models.Preview, game_answers.effect(previewed), revision=previewed.before.revision))


@operation(
    "POST",
    "/games/{game}/needs",
    tag="events",
    access="watch",
    summary="Read what the next hand needs",
    about="Send what is known so far. The response names the facts that the score depends on.",
    body="Known",
    answers={200: "NeedsAnswer"},
)
def ask_needs(game: int) -> Response:
    state = load(authorization.game_access(game))
    asked = requests.read(request_models.Known)
    contractor, bid, points = asked.contractor, asked.bid, asked.points
    if contractor is not None and not 0 <= contractor < state.rules.table.players:
        high = state.rules.table.players - 1
        raise Malformed("event", reason="seat", field="contractor", read=contractor, high=high)
    if bid is not None and type(bid) is not int and not isinstance(bid, str):
        raise Malformed("event", reason="type", field="bid", read=bid, right="bid")
    known = {"contractor": contractor, "bid": bid, "points": None if points is None else tuple(points)}
    return responses.respond(models.NeedsAnswer(state.revision, game_answers.next_hand_needs(state.state, **known)))
