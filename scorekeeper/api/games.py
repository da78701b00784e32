"""Games: started, brought in, read, listed, taken out."""

from __future__ import annotations

from typing import Any

from flask import Response, request, url_for

from scorekeeper.api import answers, requests
from scorekeeper.api.operations import operation
from scorekeeper.storage.link import ROLES
from scorekeeper.wording.marks import N_
from scorekeeper.workflows import games, history, lists, playing, sharing
from scorekeeper.workflows.allowances import NEW_GAMES
from scorekeeper.workflows.view import load

_CREATED = {201: "NewGame"}


@operation(
    "POST",
    "/games",
    tag="games",
    access="device",
    summary=N_("Start a game"),
    about=N_(
        "The body is the header of a game record; with events, the whole record is brought in. Answers with two secret links,"
        " one to score and one to watch: whoever holds one needs no account. With the device’s cookie the game is also that"
        " device’s own."
    ),
    query=("unscored",),
    headers=("key?",),
    body="NewRecord",
    answers=_CREATED,
    problems=(429,),
)
def create_game() -> Response:
    found, visitor, uuid = requests.body(), requests.visitor(), requests.given_key()
    NEW_GAMES.spend(visitor, request.remote_addr or "")
    if isinstance(found, dict) and "events" in found:
        keep = requests.flag("unscored")
        way = games.bring_in(found, visitor, keep_unscored=keep, uuid=uuid, roles=ROLES)
    else:
        way = games.create(found, visitor, uuid=uuid, roles=ROLES)
    links: dict[str, Any] = dict.fromkeys(ROLES)
    # A repeated request finds those of the first time, unless they were ended since.
    links.update({share.role: answers.link(share) for share in sharing.shares(way) if share.revoked_at is None})
    body = {**answers.game(way, load(way)), "links": links}
    response = answers.respond(body, 201, etag=answers.etag_of(way))
    response.headers["Location"] = url_for("api.read_game", game=way.game_id)
    return response


@operation(
    "GET",
    "/games",
    tag="games",
    access="device",
    summary=N_("List this device’s games"),
    about=N_("Those that the device made or opened by a link, the one last changed first; at most 100."),
    answers={200: "GameList"},
)
def list_games() -> Response:
    found = lists.of_device(requests.visitor())
    return answers.respond({"games": [answers.brief(game.way, game.view) for game in found]})


@operation(
    "GET",
    "/games/{game}",
    tag="games",
    access="watch",
    summary=N_("Read a game"),
    about=N_(
        "The record, its replay with the reasons, its entries, and what the next hand must tell. `entries` stands beside"
        " `record.events`, in the same order; `replay.hands` ends where an entry cannot be scored. Ask again with"
        " `If-None-Match` for 304 while nothing has changed."
    ),
    answers={200: "Game", 304: None},
)
def read_game(game: int) -> Response:
    way = requests.game_way(game)
    etag = answers.etag_of(way)
    return answers.unchanged(etag) or answers.respond(answers.game(way, load(way)), etag=etag)


@operation(
    "GET",
    "/games/{game}/record",
    tag="games",
    access="watch",
    summary=N_("Export a game"),
    about=N_("The whole game record, for files, for the command line, and to be brought in elsewhere."),
    answers={200: "Record"},
)
def export_game(game: int) -> Response:
    way = requests.game_way(game)
    response = answers.respond(load(way).record_json())
    response.headers["Content-Disposition"] = f'attachment; filename="game-{game}.json"'
    return response


@operation(
    "GET",
    "/games/{game}/changes",
    tag="games",
    access="watch",
    summary=N_("Read the history"),
    about=N_("Every change, the newest first: who, when, and what stood before."),
    answers={200: "History"},
)
def read_history(game: int) -> Response:
    return answers.respond({"changes": answers.history(history.history(requests.game_way(game)))})


@operation(
    "PUT",
    "/games/{game}/players",
    tag="games",
    access="score",
    summary=N_("Rename the players"),
    headers=("revision", "key?"),
    body="Players",
    answers={200: "Written"},
)
def rename_players(game: int) -> Response:
    way = requests.scoring_way(game)
    players = requests.object_body("players").get("players")
    return answers.written(playing.rename(way, players, revision=requests.revision(), uuid=requests.key()))
