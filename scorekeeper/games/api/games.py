"""Games: starting, importing, reading, listing and exporting them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from flask import Response, request, url_for

from scorekeeper.base.allowances import BROUGHT_IN, NEW_GAMES
from scorekeeper.base.api import answers, paging, requests
from scorekeeper.base.api.operations import operation
from scorekeeper.codec.declared import drawn
from scorekeeper.games.actions import diary, games, history, incoming, lists, playing, sharing
from scorekeeper.games.actions.game_state import load
from scorekeeper.games.actions.lists import Listed
from scorekeeper.games.api import accesses, models
from scorekeeper.games.api import answers as game_answers
from scorekeeper.games.api.questions import GameAbout, GameFirstDealer, Players
from scorekeeper.games.store.link import ROLES
from scorekeeper.rules.actions import house_rules
from scorekeeper.wording.marks import N_

if TYPE_CHECKING:
    from scorekeeper.base.devices import Visitor
    from scorekeeper.engine.ruleset import RuleSet

_CREATED = {200: "NewGame", 201: "NewGame"}


@operation(
    "POST",
    "/games",
    tag="games",
    access="device",
    summary=N_("Start a game"),
    about=N_(
        "The body is the header of a game record; with events, the whole record is brought in. Answers with two secret links,"
        " one to score and one to watch: whoever holds one needs no account. With the device’s cookie the game is also that"
        " device’s own; a record whose `id` it has already is answered with that game (200), which stays as it is."
    ),
    query=("unscored",),
    headers=("key?",),
    body="NewRecord",
    answers=_CREATED,
    problems=(403, 429),
)
def create_game() -> Response:
    sent, visitor, uuid = requests.body(), requests.visitor(), requests.given_key()
    NEW_GAMES.spend(visitor, request.remote_addr or "")
    known = None
    if isinstance(sent, dict) and "events" in sent:
        BROUGHT_IN.spend(visitor, request.remote_addr or "", incoming.entries_of(sent))
        keep = requests.flag("unscored")
        record = incoming.check(sent, keep_unscored=keep)
        known = games.already_here(record, visitor)
        access = games.begin(record, visitor, uuid=uuid, roles=ROLES)
    else:
        access = games.create(sent, visitor, uuid=uuid, roles=ROLES)
    links: dict[str, models.Link | None] = dict.fromkeys(ROLES)
    status = 201 if known is None else 200
    # A repeated request finds the links of the first one, unless they were revoked since.
    shares = sharing.shares(access) if access.may_score else []
    links.update({share.role: game_answers.link(share) for share in shares if share.revoked_at is None})
    body = drawn(models.NewGame, game_answers.game(access, load(access)), links=models.FirstLinks(**links))
    response = answers.respond(body, status, etag=game_answers.etag_of(access))
    response.headers["Location"] = url_for("api.read_game", game=access.game_id)
    return response


@operation(
    "GET",
    "/games",
    tag="games",
    access="device",
    summary=N_("List this device’s games"),
    about=N_("The games that the device created or opened by a link, most recently changed first; at most 100 per page."),
    query=paging.PAGING,
    answers={200: "GameList"},
)
def list_games() -> Response:
    limit, after = paging.asked()
    limit = min(limit or lists.LISTED, lists.LISTED)
    listed = lists.page_of_device(requests.visitor(), limit + 1, None if after is None else _changed_before(after))
    shown, following = paging.cut(listed, _place, limit)
    return answers.respond(models.GameList([game_answers.brief(one.access, one.game) for one in shown], following))


_EPOCH, _TICK = datetime(1970, 1, 1, tzinfo=UTC), timedelta(microseconds=1)


def _place(one: Listed) -> paging.Place:
    return -((one.access.changed_at - _EPOCH) // _TICK), -one.access.game_id


def _changed_before(place: paging.Place) -> tuple[datetime, int]:
    try:
        ticks, game = place
        return _EPOCH - ticks * _TICK, -game
    except (ValueError, OverflowError):
        raise paging.no_cursor() from None


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
    access = accesses.game_way(game)
    etag = game_answers.etag_of(access)
    return answers.unchanged(etag) or answers.respond(game_answers.game(access, load(access)), etag=etag)


@operation(
    "GET",
    "/games/{game}/record",
    tag="games",
    access="watch",
    summary=N_("Export a game"),
    about=N_(
        "The whole game record with the evening it tells of, for files, for the command line, and to be brought in elsewhere."
        " 422 for a game that the edition asked for has no words for."
    ),
    query=("edition",),
    answers={200: "Record"},
)
def export_game(game: int) -> Response:
    access = accesses.game_way(game)
    edition = int(requests.choice("edition", ("1", "2"), "2"))
    records = diary.records([Listed(access, load(access))], _called(requests.visitor()), edition)
    response = answers.respond(records[0])
    response.headers["Content-Disposition"] = f'attachment; filename="game-{game}.json"'
    return response


@operation(
    "GET",
    "/games/{game}/changes",
    tag="games",
    access="watch",
    summary=N_("Read the history"),
    about=N_("Every change, the newest first: who, when, and what stood before."),
    query=paging.PAGING,
    answers={200: "History"},
)
def read_history(game: int) -> Response:
    changes = history.history(accesses.game_way(game))
    return answers.respond(models.History(*paging.page(changes, lambda step: (-step.revision,))))


def _called(visitor: Visitor | None) -> Callable[[RuleSet], str]:
    """Return a function that gives the device's name for its own rules."""
    kept = house_rules.of_device(visitor)
    return lambda rules: next((one.name for one in kept if one.rules == rules), "")


@operation(
    "PUT",
    "/games/{game}/first-dealer",
    tag="games",
    access="score",
    summary=N_("Corrected the first dealer"),
    about=N_("The deals that follow from it move along. Somebody who dealt out of turn later is an event: `deal`."),
    headers=("revision", "key?"),
    body="GameFirstDealer",
    answers={200: "Written"},
)
def put_first_dealer_right(game: int) -> Response:
    access = accesses.scoring_way(game)
    seat = requests.read(GameFirstDealer).first_dealer
    return accesses.doing(access)(playing.deal_first(seat))


@operation(
    "PUT",
    "/games/{game}/about",
    tag="games",
    access="score",
    summary=N_("Say where a game is played, and what for"),
    about=N_("What is left out is not known any more; the history keeps it."),
    headers=("revision", "key?"),
    body="GameAbout",
    answers={200: "Written"},
)
def tell_about_game(game: int) -> Response:
    access = accesses.scoring_way(game)
    about = requests.read(GameAbout)
    return accesses.doing(access)(playing.tell(about.place, about.occasion))


@operation(
    "PUT",
    "/games/{game}/players",
    tag="games",
    access="score",
    summary=N_("Rename the players"),
    about=N_("Another spelling for the whole game. Somebody else who sits down is an event: `seats`."),
    headers=("revision", "key?"),
    body="Players",
    answers={200: "Written"},
)
def rename_players(game: int) -> Response:
    access = accesses.scoring_way(game)
    players = requests.read(Players).players
    return accesses.doing(access)(playing.rename(players))
