"""Looking before leaping: what a change would do, what a hand must tell."""

from __future__ import annotations

from typing import Any

from flask import Response

from scorekeeper.base.api import answers, requests
from scorekeeper.base.api.operations import operation
from scorekeeper.engine.errors import Malformed
from scorekeeper.games.actions import playing, preview
from scorekeeper.games.actions.view import load
from scorekeeper.games.api import answers as game_answers
from scorekeeper.games.api import ways
from scorekeeper.wording.marks import N_


@operation(
    "POST",
    "/games/{game}/preview",
    tag="events",
    access="watch",
    summary=N_("See what a change would do, without making it"),
    about=N_(
        "`event` alone: recording it; with `before`, in front of that entry; with `entry`, in its place. `strike` or `restore`:"
        " that entry. `undo`: that change. `first_dealer`: another one. With `keep_deals` later deals stand as they are. Answers"
        " as the change itself would, and records nothing."
    ),
    body="PreviewQuestion",
    answers={200: "Preview"},
)
def preview_change(game: int) -> Response:
    way = ways.game_way(game)
    asked = requests.object_body("event", "entry", "before", "strike", "restore", "undo", "first_dealer", "keep_deals")
    keep = asked.pop("keep_deals", False)
    if type(keep) is not bool:
        raise Malformed("event", reason="type", field="keep_deals", read=keep, right="flag")
    numbers = {name: _whole(asked, name) for name in asked if name != "event"}
    wanted = frozenset(asked)
    if wanted == {"event"} or wanted == {"event", "before"}:
        act = playing.record(asked["event"], before=numbers.get("before"), keep_deals=keep)
    elif wanted == {"event", "entry"}:
        act = playing.correct(numbers["entry"], asked["event"], keep_deals=keep)
    elif wanted == {"strike"}:
        act = playing.strike(numbers["strike"], keep_deals=keep)
    elif wanted == {"restore"}:
        act = playing.restore(numbers["restore"], keep_deals=keep)
    elif wanted == {"first_dealer"}:
        act = playing.deal_first(numbers["first_dealer"])
    elif wanted == {"undo"}:
        act = playing.undo(numbers["undo"])
    else:
        choices = ("event", "event + before", "event + entry", "strike", "restore", "undo", "first_dealer")
        raise Malformed("event", reason="key", field="preview", read=sorted(asked), choices=choices)
    found = preview.of(way, act)
    return answers.respond({"revision": found.before.revision, **game_answers.effect(found)})


def _whole(asked: dict[str, Any], name: str) -> int:
    value = asked[name]
    if type(value) is not int:
        raise Malformed("event", reason="type", field=name, read=value, right="whole")
    return value


@operation(
    "POST",
    "/games/{game}/needs",
    tag="events",
    access="watch",
    summary=N_("Ask what the coming hand must tell"),
    about=N_("Given what is known of it so far. Only facts that the score depends on are worth asking people for."),
    body="Known",
    answers={200: "NeedsAnswer"},
)
def ask_needs(game: int) -> Response:
    view = load(ways.game_way(game))
    asked = requests.object_body("contractor", "bid", "points")
    contractor = None if asked.get("contractor") is None else _whole(asked, "contractor")
    if contractor is not None and not 0 <= contractor < view.rules.table.players:
        high = view.rules.table.players - 1
        raise Malformed("event", reason="seat", field="contractor", read=contractor, high=high)
    bid, points = asked.get("bid"), asked.get("points")
    if bid is not None and type(bid) is not int and not isinstance(bid, str):
        raise Malformed("event", reason="type", field="bid", read=bid, right="bid")
    if points is not None and (not isinstance(points, list) or any(type(pile) is not int for pile in points)):
        raise Malformed("event", reason="type", field="points", read=points, right="list")
    known = {"contractor": contractor, "bid": bid, "points": None if points is None else tuple(points)}
    return answers.respond({"revision": view.revision, "needs": game_answers.coming(view.state, **known)})
