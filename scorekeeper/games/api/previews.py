"""Previews: the effect of a change, and the facts that a hand needs."""

from __future__ import annotations

from flask import Response

from scorekeeper.base.api import answers, requests
from scorekeeper.base.api.declared import LEFT_OUT, keys_of
from scorekeeper.base.api.operations import operation
from scorekeeper.codec.declared import copy_as
from scorekeeper.engine.errors import Malformed
from scorekeeper.games.actions import playing, preview
from scorekeeper.games.actions.game_state import load
from scorekeeper.games.api import accesses, models, questions
from scorekeeper.games.api import answers as game_answers
from scorekeeper.games.api.questions import ChangeToSee

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
    access = accesses.game_access(game)
    asked = requests.read(ChangeToSee)
    keep, wanted = asked.keep_deals, {name for name in _CHANGE_FIELDS if getattr(asked, name) is not LEFT_OUT}
    if wanted == {"event"} or wanted == {"event", "before"}:
        act = playing.record(asked.event, before=asked.before if "before" in wanted else None, keep_deals=keep)
    elif wanted == {"event", "entry"}:
        act = playing.correct(asked.entry, asked.event, keep_deals=keep)
    elif wanted == {"strike"}:
        act = playing.strike(asked.strike, keep_deals=keep)
    elif wanted == {"restore"}:
        act = playing.restore(asked.restore, keep_deals=keep)
    elif wanted == {"first_dealer"}:
        act = playing.deal_first(asked.first_dealer)
    elif wanted == {"undo"}:
        act = playing.undo(asked.undo)
    else:
        choices = ("event", "event + before", "event + entry", "strike", "restore", "undo", "first_dealer")
        raise Malformed("event", reason="key", field="preview", read=sorted(wanted), choices=choices)
    previewed = preview.preview_command(access, act)
    return answers.respond(copy_as(models.Preview, game_answers.effect(previewed), revision=previewed.before.revision))


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
    state = load(accesses.game_access(game))
    asked = requests.read(questions.Known)
    contractor, bid, points = asked.contractor, asked.bid, asked.points
    if contractor is not None and not 0 <= contractor < state.rules.table.players:
        high = state.rules.table.players - 1
        raise Malformed("event", reason="seat", field="contractor", read=contractor, high=high)
    if bid is not None and type(bid) is not int and not isinstance(bid, str):
        raise Malformed("event", reason="type", field="bid", read=bid, right="bid")
    known = {"contractor": contractor, "bid": bid, "points": None if points is None else tuple(points)}
    return answers.respond(models.NeedsAnswer(state.revision, game_answers.next_hand_needs(state.state, **known)))
