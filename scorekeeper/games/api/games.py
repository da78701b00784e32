"""Games: starting, importing, reading, listing and exporting them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from flask import Response, request, url_for

from scorekeeper.base.allowances import IMPORTED_ENTRIES, NEW_GAMES
from scorekeeper.base.api import answers, paging, requests
from scorekeeper.base.api.operations import operation
from scorekeeper.codec.declared import copy_as
from scorekeeper.games.actions import diary, games, history, incoming, lists, playing, sharing
from scorekeeper.games.actions.game_state import load
from scorekeeper.games.actions.lists import LoadedGame
from scorekeeper.games.api import accesses, models
from scorekeeper.games.api import answers as game_answers
from scorekeeper.games.api.questions import GameAbout, GameFirstDealer, Players
from scorekeeper.games.store.link import ROLES
from scorekeeper.rules.actions import house_rules

if TYPE_CHECKING:
    from scorekeeper.base.devices import Visitor
    from scorekeeper.engine.ruleset import RuleSet

_CREATED = {200: "NewGame", 201: "NewGame"}


@operation(
    "POST",
    "/games",
    tag="games",
    access="device",
    summary="Start a game",
    about=(
        "Send the header of a game file, or a whole file to import it. The response has two secret links, for scoring and for"
        " watching."
    ),
    query=("unscored",),
    headers=("key?",),
    body="NewRecord",
    answers=_CREATED,
    problems=(403, 429),
)
def create_game() -> Response:
    sent, visitor, uuid = requests.body(), requests.visitor(), requests.optional_key()
    NEW_GAMES.spend(visitor, request.remote_addr or "")
    known = None
    if isinstance(sent, dict) and "events" in sent:
        IMPORTED_ENTRIES.spend(visitor, request.remote_addr or "", incoming.count_entries(sent))
        keep = requests.flag("unscored")
        record = incoming.check_record(sent, keep_unscored=keep)
        known = games.find_existing(record, visitor)
        access = games.create_from_record(record, visitor, uuid=uuid, roles=ROLES)
    else:
        access = games.create(sent, visitor, uuid=uuid, roles=ROLES)
    links: dict[str, models.Link | None] = dict.fromkeys(ROLES)
    status = 201 if known is None else 200
    # A repeated request finds the links of the first one, unless they were revoked since.
    shares = sharing.list_shares(access) if access.may_score else []
    links.update({share.role: game_answers.link(share) for share in shares if share.revoked_at is None})
    body = copy_as(models.NewGame, game_answers.game(access, load(access)), links=models.FirstLinks(**links))
    response = answers.respond(body, status, etag=game_answers.etag_of(access))
    response.headers["Location"] = url_for("api.read_game", game=access.game_id)
    return response


@operation(
    "GET",
    "/games",
    tag="games",
    access="device",
    summary="List this device’s games",
    about="Lists games created on this device or opened by link, most recently changed first, at most 100 per page.",
    query=paging.PAGING,
    answers={200: "GameList"},
)
def list_games() -> Response:
    limit, after = paging.requested_page()
    limit = min(limit or lists.LISTED, lists.LISTED)
    listed = lists.page_of_device(requests.visitor(), limit + 1, None if after is None else _changed_before(after))
    shown, following = paging.split_page(listed, _paging_position, limit)
    return answers.respond(models.GameList([game_answers.brief(one.access, one.game) for one in shown], following))


_EPOCH, _TICK = datetime(1970, 1, 1, tzinfo=UTC), timedelta(microseconds=1)


def _paging_position(one: LoadedGame) -> paging.Position:
    return -((one.access.changed_at - _EPOCH) // _TICK), -one.access.game_id


def _changed_before(place: paging.Position) -> tuple[datetime, int]:
    try:
        ticks, game = place
        return _EPOCH - ticks * _TICK, -game
    except (ValueError, OverflowError):
        raise paging.invalid_cursor() from None


@operation(
    "GET",
    "/games/{game}",
    tag="games",
    access="watch",
    summary="Read a game",
    about=(
        "Includes the game file, its replay with reasons, and what the next hand needs. Send `If-None-Match` to get 304"
        " while unchanged."
    ),
    answers={200: "Game", 304: None},
)
def read_game(game: int) -> Response:
    access = accesses.game_access(game)
    etag = game_answers.etag_of(access)
    return answers.not_modified(etag) or answers.respond(game_answers.game(access, load(access)), etag=etag)


@operation(
    "GET",
    "/games/{game}/record",
    tag="games",
    access="watch",
    summary="Export a game",
    about="Returns the game file, which other servers and the command line can import. Version 1 cannot store every game (422).",
    query=("edition",),
    answers={200: "Record"},
)
def export_game(game: int) -> Response:
    access = accesses.game_access(game)
    edition = int(requests.choice("edition", ("1", "2"), "2"))
    records = diary.export_records([LoadedGame(access, load(access))], _rules_namer(requests.visitor()), edition)
    response = answers.respond(records[0])
    response.headers["Content-Disposition"] = f'attachment; filename="game-{game}.json"'
    return response


@operation(
    "GET",
    "/games/{game}/changes",
    tag="games",
    access="watch",
    summary="Read a game’s history",
    about="Lists changes, newest first: who, when and what was there before.",
    query=paging.PAGING,
    answers={200: "History"},
)
def read_history(game: int) -> Response:
    changes = history.history(accesses.game_access(game))
    return answers.respond(models.History(*paging.select_page(changes, lambda step: (-step.revision,))))


def _rules_namer(visitor: Visitor | None) -> Callable[[RuleSet], str]:
    """Return a function that gives the device's name for its own rules."""
    kept = house_rules.of_device(visitor)
    return lambda rules: next((one.name for one in kept if one.rules == rules), "")


@operation(
    "PUT",
    "/games/{game}/first-dealer",
    tag="games",
    access="score",
    summary="Correct the first dealer",
    about="Later dealers move along. If someone dealt out of turn later, record a `deal` event instead.",
    headers=("revision", "key?"),
    body="GameFirstDealer",
    answers={200: "Written"},
)
def put_first_dealer_right(game: int) -> Response:
    access = accesses.scoring_access(game)
    seat = requests.read(GameFirstDealer).first_dealer
    return accesses.command_runner(access)(playing.deal_first(seat))


@operation(
    "PUT",
    "/games/{game}/about",
    tag="games",
    access="score",
    summary="Set a game’s place and occasion",
    about="Omitted fields are cleared. The history keeps the old values.",
    headers=("revision", "key?"),
    body="GameAbout",
    answers={200: "Written"},
)
def tell_about_game(game: int) -> Response:
    access = accesses.scoring_access(game)
    about = requests.read(GameAbout)
    return accesses.command_runner(access)(playing.set_place_and_occasion(about.place, about.occasion))


@operation(
    "PUT",
    "/games/{game}/players",
    tag="games",
    access="score",
    summary="Rename the players",
    about="Corrects the spelling for the whole game. If other people sit down, record a `seats` event instead.",
    headers=("revision", "key?"),
    body="Players",
    answers={200: "Written"},
)
def rename_players(game: int) -> Response:
    access = accesses.scoring_access(game)
    players = requests.read(Players).players
    return accesses.command_runner(access)(playing.rename(players))
