"""Games: starting, importing, reading, listing, exporting and scoring them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any

from flask import Response, g, request, url_for

from scorekeeper.core import limits
from scorekeeper.core.api import requests, responses
from scorekeeper.core.api.json_schema import SEAT, array, list_bounds, nullable, text
from scorekeeper.core.api.operations import OperationGroup
from scorekeeper.core.api.problems import RequestProblem
from scorekeeper.core.api.requests import Next
from scorekeeper.core.devices.visitors import Visitor
from scorekeeper.core.i18n.translation import t
from scorekeeper.core.security.rate_limits import IMPORTED_ENTRIES, NEW_GAMES
from scorekeeper.engine.endings import check_start
from scorekeeper.engine.errors import Malformed
from scorekeeper.engine.replay.compare import replay_under
from scorekeeper.engine.replay.game import replay
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, RuleSet, named_rules
from scorekeeper.formats.declared import copy_as
from scorekeeper.formats.game_record import parse_record
from scorekeeper.formats.replay import replay_json
from scorekeeper.games.api import models
from scorekeeper.games.api import responses as game_answers
from scorekeeper.games.api.authorization import game_operations
from scorekeeper.games.commands import history
from scorekeeper.games.commands.authorization import Access
from scorekeeper.games.commands.command import GameCommand
from scorekeeper.games.commands.files import game_export
from scorekeeper.games.commands.game_state import load
from scorekeeper.games.commands.history import GameStep
from scorekeeper.games.commands.library import game_creation, game_lists, import_validation
from scorekeeper.games.commands.library.game_lists import LoadedGame
from scorekeeper.games.commands.recording import table_commands
from scorekeeper.games.commands.sharing import share_links
from scorekeeper.games.store.link import ROLES
from scorekeeper.messages.game.outcome import doubt_formatter
from scorekeeper.messages.names import names_of
from scorekeeper.rules.commands import house_rules


@dataclass(frozen=True, slots=True)
class FirstLinks:
    """The first links of a game, one for each role."""

    score: models.Link | None
    watch: models.Link | None


@dataclass(frozen=True, slots=True)
class NewGame(models.Game):
    """A new game."""

    links: FirstLinks


@dataclass(frozen=True, slots=True)
class GameList:
    """Games, the last changed first."""

    games: Annotated[list[models.GameBrief], list_bounds(0, 100)]
    next: Next


@dataclass(frozen=True, slots=True)
class History:
    """Changes, newest first."""

    changes: list[GameStep]
    next: Next


_LINE = nullable(text(limits.LONGEST_PLACE))


@dataclass(frozen=True, slots=True)
class Players:
    """The names of the players."""

    players: Annotated[Any, array(text(limits.LONGEST_NAME, 1), 2, 6)]


@dataclass(frozen=True, slots=True)
class GameFirstDealer:
    """The seat that dealt first."""

    first_dealer: Annotated[Any, SEAT]


@dataclass(frozen=True, slots=True)
class GameAbout:
    """The place and the occasion of a game."""

    place: Annotated[Any, _LINE] = None
    occasion: Annotated[Any, _LINE] = None


_DEVICE = OperationGroup("games", "device")
_WATCH = game_operations("games", "watch")
_SCORE = game_operations("games", "score")
_CREATED = {200: NewGame, 201: NewGame}


@_DEVICE.post("/games", query=("unscored",), headers=("key?",), body="NewRecord", answers=_CREATED, problems=(403, 429))
def create_game() -> Response:
    """Start a game.

    Send the header of a game file, or a whole file to import it. The response has two secret links, for scoring and for watching.
    """
    sent, visitor, uuid = requests.body(), requests.visitor(), requests.optional_key()
    NEW_GAMES.spend(visitor, request.remote_addr or "")
    known = None
    if isinstance(sent, dict) and "events" in sent:
        IMPORTED_ENTRIES.spend(visitor, request.remote_addr or "", import_validation.count_entries(sent))
        keep = requests.flag("unscored")
        record = import_validation.check_record(sent, keep_unscored=keep)
        known = game_creation.find_existing(record, visitor)
        access = game_creation.create_from_record(record, visitor, uuid=uuid, roles=ROLES)
    else:
        access = game_creation.create(sent, visitor, uuid=uuid, roles=ROLES)
    links: dict[str, models.Link | None] = dict.fromkeys(ROLES)
    status = 201 if known is None else 200
    # A repeated request finds the links of the first one, unless they were revoked since.
    shares = share_links.list_shares(access) if access.may_score else []
    links.update({share.role: game_answers.link(share) for share in shares if share.revoked_at is None})
    body = copy_as(NewGame, game_answers.game(access, load(access)), links=FirstLinks(**links))
    response = responses.respond(body, status, etag=game_answers.etag_of(access))
    response.headers["Location"] = url_for("api.read_game", game=access.game_id)
    return response


@_DEVICE.get("/games", query=requests.PAGING)
def list_games() -> GameList:
    """List this device’s games.

    Lists games created on this device or opened by link, most recently changed first, at most 100 per page.
    """
    limit, after = requests.requested_page()
    limit = min(limit or game_lists.LISTED, game_lists.LISTED)
    listed = game_lists.page_of_device(requests.visitor(), limit + 1, None if after is None else _changed_before(after))
    page_games, following = requests.split_page(listed, _paging_position, limit)
    return GameList([game_answers.brief(one.access, one.game) for one in page_games], following)


_EPOCH, _TICK = datetime(1970, 1, 1, tzinfo=UTC), timedelta(microseconds=1)


def _paging_position(one: LoadedGame) -> requests.Position:
    return -((one.access.changed_at - _EPOCH) // _TICK), -one.access.game_id


def _changed_before(place: requests.Position) -> tuple[datetime, int]:
    try:
        ticks, game = place
        return _EPOCH - ticks * _TICK, -game
    except (ValueError, OverflowError):
        raise requests.invalid_cursor() from None


@_WATCH.get("/games/{game}", etag=game_answers.etag_of)
def read_game(access: Access) -> models.Game:
    """Read a game.

    Includes the game file, its replay with reasons, and what the next hand needs. Send `If-None-Match` to get 304 while
    unchanged.
    """
    return game_answers.game(access, load(access))


@_WATCH.get("/games/{game}/record", query=("edition",), answers={200: "Record"})
def export_game(access: Access, game: int) -> Response:
    """Export a game.

    Returns the game file, which other servers and the command line can import. Version 1 cannot store every game (422).
    """
    edition = int(requests.choice("edition", ("1", "2"), "2"))
    records = game_export.export_records([LoadedGame(access, load(access))], _rules_namer(requests.visitor()), edition)
    response = responses.respond(records[0])
    response.headers["Content-Disposition"] = f'attachment; filename="game-{game}.json"'
    return response


@_WATCH.get("/games/{game}/changes", query=requests.PAGING)
def read_history(access: Access) -> History:
    """Read a game’s history.

    Lists changes, newest first: who, when and what was there before.
    """
    return History(*requests.select_page(history.history(access), lambda step: (-step.revision,)))


def _rules_namer(visitor: Visitor | None) -> Callable[[RuleSet], str]:
    """Return a function that gives the device's name for its own rules."""
    saved_rules = house_rules.of_device(visitor)
    return lambda rules: next((one.name for one in saved_rules if one.rules == rules), "")


@_SCORE.put("/games/{game}/first-dealer")
def put_first_dealer_right(sent: GameFirstDealer) -> GameCommand:
    """Correct the first dealer.

    Later dealers move along. If someone dealt out of turn later, record a `deal` event instead.
    """
    return table_commands.deal_first(sent.first_dealer)


@_SCORE.put("/games/{game}/about")
def tell_about_game(sent: GameAbout) -> GameCommand:
    """Set a game’s place and occasion.

    Omitted fields are cleared. The history keeps the old values.
    """
    return table_commands.set_place_and_occasion(sent.place, sent.occasion)


@_SCORE.put("/games/{game}/players")
def rename_players(sent: Players) -> GameCommand:
    """Rename the players.

    Corrects the spelling for the whole game. If other people sit down, record a `seats` event instead.
    """
    return table_commands.rename(sent.players)


@OperationGroup("rules", "open").post("/replay", query=("rules",), body="Record", answers={200: "Replay"})
def replay_record() -> dict[str, Any]:
    """Score a game file.

    Nothing is saved. Scoring under other `rules` fails if the file lacks a fact that they need.
    """
    record = parse_record(requests.body())
    other = request.args.get("rules")
    if other is None:
        rules, result = record.rules, replay(record.rules, record.first_dealer, record.events, record.start_scores)
    else:
        if other not in VARIANTS_BY_NAME:
            raise RequestProblem(404, "rules", "rules.name", read=other[:40])
        rules = named_rules(other)
        if len(record.players) != rules.table.players:
            raise Malformed("players", event=0, reason="number", read=len(record.players), right=rules.table.players)
        check_start(rules, record.first_dealer)
        result = replay_under(record.rules, rules, record.first_dealer, record.events, record.start_scores)
    if result.error is not None:
        g.seated = lambda: names_of(rules, result.seated(record.players))
        raise result.error
    seated = responses.client_lines().seated(rules)
    return replay_json(result, seated(record.players), seated, doubt_formatter(t(), record.players))
