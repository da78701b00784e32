"""Errors as problem documents (RFC 9457): a code for programs and a message in the reader's language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, g, request
from sqlalchemy.exc import DataError
from werkzeug.exceptions import HTTPException

from scorekeeper.core.api import responses, schema
from scorekeeper.core.db.database import RETRY_AFTER, UNAVAILABLE, OutcomeUnknown, is_full
from scorekeeper.core.http.request_log import log_database_failure
from scorekeeper.core.http.site_root import rooted
from scorekeeper.core.i18n.translation import t as request_t
from scorekeeper.core.refusals import NotFound, Refusal, TooMany, refusal_text
from scorekeeper.engine.errors import CodedError, GameError
from scorekeeper.formats import strict_json
from scorekeeper.messages.errors.error_text import error_text, problem_texts
from scorekeeper.messages.marks import N_
from scorekeeper.pairing.record.errors import TournamentError
from scorekeeper.pairing.words import tournament_error_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from scorekeeper.messages.marks import Gettext
    from scorekeeper.messages.names import Names

PREFIX = "/api/"
BEARER = 'Bearer realm="scorekeeper"'
INVALID_TOKEN = f'{BEARER}, error="invalid_token"'

TITLES = {
    "json": N_("Invalid JSON"),
    "format": N_("Invalid format"),
    "rules": N_("Invalid rules"),
    "players": N_("Players do not match the rules"),
    "event": N_("Invalid event"),
    "question": N_("Invalid ruling request"),
    "body": N_("Invalid request body"),
    "auction": N_("Invalid auction"),
    "bid": N_("Invalid bid"),
    "points.value": N_("Invalid card points"),
    "points.sum": N_("Card points do not add up to 100"),
    "points.count": N_("Wrong number of piles"),
    "needs.bids": N_("Bids are missing"),
    "needs.trump": N_("The trump is missing"),
    "needs.called_seat": N_("The holder of the called card is missing"),
    "needs.piles": N_("Each player’s card points are missing"),
    "needs.discard_points": N_("The card points of the discard are missing"),
    "needs.discard_pile": N_("The winner of the discard is missing"),
    "announced_all": N_("Announcing all 100 is not allowed"),
    "passed_out": N_("Passing out a hand is not allowed"),
    "misdeal": N_("No misdeal under these rules"),
    "adjustment": N_("Invalid adjustment"),
    "game.over": N_("The game is over"),
    "revision": N_("The game has changed"),
    "revision.ahead": N_("This revision does not exist yet"),
    "revision.missing": N_("The revision is missing"),
    "uuid": N_("Invalid idempotency key"),
    "uuid.missing": N_("The idempotency key is missing"),
    "uuid.reused": N_("The idempotency key was already used"),
    "auth": N_("A link or a token is required"),
    "csrf": N_("Cross-site request refused"),
    "game": N_("Game not found"),
    "game.private": N_("Members only"),
    "game.often": N_("Too many requests"),
    "match": N_("Not part of a match"),
    "entry": N_("Entry not found"),
    "place": N_("Position not found"),
    "link": N_("Link not found"),
    "link.closed": N_("The link no longer works"),
    "link.last": N_("The only way to score the game"),
    "link.many": N_("Too many links"),
    "role": N_("Invalid role"),
    "watch_only": N_("Watching only"),
    "undo.nothing": N_("Nothing to undo"),
    "undo.same": N_("Nothing would change"),
    "struck": N_("Already void"),
    "not_struck": N_("Not void"),
    "contract.none": N_("No open contract"),
    "same": N_("Nothing would change"),
    "about": N_("Invalid place or occasion"),
    "edition": N_("Not possible in version 1"),
    "events.many": N_("The game is full"),
    "changes.many": N_("The history is full"),
    "game.many": N_("Too many games on this device"),
    "games_to_win": N_("Invalid match length"),
    "not_over": N_("The game is not over"),
    "pdf.pango": N_("PDF files are not available"),
    "pdf.full": N_("The printing queue is full"),
    "pdf.failed": N_("Printing failed"),
    "account.none": N_("Account not found"),
    "deal.from": N_("The starting hand is missing"),
    "deal.start": N_("Not possible from the start of the game"),
    "parameter": N_("Invalid parameter"),
    "database": N_("The database is not available"),
    "database.full": N_("The disk is full"),
    "database.unknown": N_("It may not have been saved"),
    "http": N_("The request failed"),
    "http.not_found": N_("Address not found"),
    "http.method": N_("Method not allowed"),
    "http.too_large": N_("The request body is too large"),
    "http.media_type": N_("Unsupported content type"),
}
"""Titles of problems by code or its first part. Other packages add theirs with `add_titles`."""

_DETAILS: dict[type[Refusal], Callable[[Any], Mapping[str, object]]] = {}


def add_titles(titles: Mapping[str, str]) -> None:
    """Add or replace titles of problems."""
    TITLES.update(titles)


def add_details(refusal: type[Refusal], more: Callable[[Any], Mapping[str, object]]) -> None:
    """Add the keys from `more` to the problem of this refusal, such as the current state."""
    _DETAILS[refusal] = more


_TEXTS = {
    "revision.missing": N_('Send the revision that you last saw in the If-Match header, such as If-Match: "%(right)s".'),
    "uuid.missing": N_("Send a unique key that you choose in the Idempotency-Key header. A repeated request then counts once."),
    "auth": N_("Send the secret of a link as “Authorization: Bearer …”, or use a device that has the game."),
    "auth.club": N_("Send a token as “Authorization: Bearer …”, or sign in with this browser."),
    "auth.table": N_("Send the secret of the table’s link as “Authorization: Bearer …”."),
    "auth.entrant": N_("Send the secret of the entrant’s link as “Authorization: Bearer …”."),
    "token": N_("This token is invalid or was revoked."),
    "csrf": N_("Nothing was saved. A request that uses a cookie needs the header X-Scorekeeper: 1."),
    "rules.name": N_("There is no rule set named “%(read)s”."),
    "parameter": N_("%(field)s: “%(read)s” is not a whole number."),
    "parameter.unknown": N_("“%(field)s” is not a parameter of this request. Its parameters are: %(right)s."),
    "parameter.limit": N_("limit: “%(read)s” is not valid. Use a number from 1 to %(most)s."),
    "parameter.cursor": N_("cursor: “%(read)s” is not valid. Send the `next` value of the previous page."),
    "parameter.choice": N_("%(field)s: “%(read)s” is not valid. Use one of these: %(right)s."),
    "list.lines": N_("Some lines need a correction. No one was entered yet."),
    "list.ambiguous": N_(
        "This list can be read in several ways, so no one was entered yet. Add headings, or choose a separator."
    ),
    "object": N_("The request body must be a JSON object."),
    "http.400": N_("The request could not be understood."),
    "http.404": N_("There is nothing at this address."),
    "http.405": N_("This address does not accept %(method)s. Use %(allowed)s."),
    "http.413": N_("The request body is too large. The limit is %(most)s MiB."),
    "http.415": N_("Send the request body as %(right)s."),
    "http.422": N_("This contains an unsupported character. Nothing was saved. Remove the character, then try again."),
    "http.500": N_(
        "Something went wrong on the server. Your change may have been saved: check, or send it again with the same key."
    ),
    "database": N_("The database is not available, or it is locked. Nothing was saved. Wait a moment, then try again."),
    "database.full": N_("The server’s disk is full. Nothing was saved. Ask the operator to free up space, then try again."),
    "database.unknown": N_("The database did not answer. Your change may have been saved. Send it again with the same key."),
}


_CODES = {404: "http.not_found", 405: "http.method", 413: "http.too_large", 415: "http.media_type"}
"""Codes of HTTP errors by status."""

FORMS: dict[str, str] = {}
"""The expected body by endpoint, for the title of the problem with a malformed body."""


class RequestProblem(Exception):
    """An invalid API request, found before the game is loaded.

    `text`: a key of the texts above. `reasons`: messages, if there are several.
    """

    def __init__(self, status: int, code: str, text: str | None = None, *, reasons: Sequence[str] = (), **params: object) -> None:
        super().__init__(code)
        self.status, self.code, self.text, self.params = status, code, text or code, params
        self.reasons = reasons


def handle_errors(blueprint: Blueprint) -> None:
    """Answer all errors of the blueprint's views with problems."""
    blueprint.register_error_handler(GameError, game_problem)
    blueprint.register_error_handler(TournamentError, tournament_problem)
    blueprint.register_error_handler(Refusal, refusal_problem)
    blueprint.register_error_handler(RequestProblem, request_problem)
    blueprint.register_error_handler(HTTPException, http_problem)
    blueprint.register_error_handler(OutcomeUnknown, database_problem)
    blueprint.register_error_handler(DataError, lambda _error: request_problem(RequestProblem(422, "http", "http.422")))
    for away in UNAVAILABLE:
        blueprint.register_error_handler(away, database_problem)


def answer_unrouted() -> Response | None:
    """Answer unknown paths under `/api/` with a problem instead of a page."""
    error = request.routing_exception
    if error is None or not request.path.startswith(PREFIX) or (error.code or 300) < 400:
        return None
    return http_problem(error)


def game_problem(error: GameError) -> Response:
    """Return the problem for an error in the game's rules or a record's format."""
    t, more = request_t(), _facts_of(error)
    status = 400 if error.code in ("json", "format") else 422
    if reasons := problem_texts(t, error):
        more["problems"] = reasons
    return make_problem(status, error.code, error_text(t, error, _names()), **more)


def tournament_problem(error: TournamentError) -> Response:
    """Return the problem for an error in a tournament's record or rules."""
    more = _facts_of(error)
    if "matches" in error.params:
        more["matches"] = error.params["matches"]
    return make_problem(422, error.code, tournament_error_text(request_t(), error), **more)


def _facts_of(error: CodedError) -> dict[str, object]:
    more: dict[str, object] = {"kind": error.kind}
    if error.event is not None:
        more["event"] = error.event
    if isinstance(field := error.params.get("field"), str):
        more["field"] = field
    return more


def _names() -> Names | None:
    """Return the players' names, if the request concerns a game that set `g.seated`."""
    return g.seated() if "seated" in g else None


def refusal_problem(refusal: Refusal) -> Response:
    """Return the problem for a refused action."""
    t = request_t()
    more: dict[str, object] = {"field": refusal.field} if refusal.field else {}
    for kind, get_details in _DETAILS.items():
        if isinstance(refusal, kind):
            more.update(get_details(refusal))
    wrong_token = refusal.code == "link.closed" and "Authorization" in request.headers
    response = make_problem(401 if wrong_token else refusal.status, refusal.code, refusal_text(t, refusal), **more)
    if wrong_token:
        response.headers["WWW-Authenticate"] = INVALID_TOKEN
    if isinstance(refusal, NotFound):
        response.headers["Cache-Control"] = "no-store"
    if refusal.status == 503:
        response.headers["Retry-After"] = str(RETRY_AFTER)
    if isinstance(refusal, TooMany):
        response.headers["Retry-After"] = str(60 * int(str(refusal.params["minutes"])))
    return response


def request_problem(error: RequestProblem) -> Response:
    """Return the problem for an invalid request."""
    t = request_t()
    more: dict[str, object] = {"field": field} if isinstance(field := error.params.get("field"), str) else {}
    if error.reasons:
        more["problems"] = list(error.reasons)
    response = make_problem(error.status, error.code, t(_TEXTS[error.text]) % error.params, **more)
    if error.status == 401:
        response.headers["WWW-Authenticate"] = INVALID_TOKEN if error.text == "token" else BEARER
    return response


def database_problem(error: Exception) -> Response:
    """Return the problem for a database that is unavailable, locked or never confirmed a commit."""
    log_database_failure(error)
    code = "database.unknown" if isinstance(error, OutcomeUnknown) else "database.full" if is_full(error) else "database"
    response = make_problem(503, code, request_t()(_TEXTS[code]))
    response.headers["Retry-After"] = str(RETRY_AFTER)
    return response


def http_problem(error: HTTPException) -> Response:
    """Return the problem for an HTTP error."""
    t = request_t()
    status = error.code or 500
    allowed = sorted(getattr(error, "valid_methods", None) or ())
    most = (request.max_content_length or 0) // 2**20
    params = {"method": request.method, "allowed": ", ".join(allowed), "most": most}
    text = _TEXTS.get(f"http.{status}")
    response = make_problem(status, _CODES.get(status, "http"), t(text) % params if text else (error.description or error.name))
    if allowed:
        response.headers["Allow"] = ", ".join(allowed)
    return response


def make_problem(status: int, code: str, detail: str, **more: object) -> Response:
    """Return a problem document. Its type is the code's anchor on the API page."""
    t: Gettext = request_t()
    sought = FORMS.get(request.endpoint or "", code) if code == "event" else code
    known = next((name for name in (sought, sought.partition(".")[0]) if name in TITLES), "http")
    body = {
        "type": rooted(f"/api#{known}"),
        "title": t(TITLES[known]),
        "status": status,
        "code": code,
        "detail": detail,
        **more,
    }
    response = Response(strict_json.dumps(body, schema.serialize, responses.OPTIONS), status, mimetype="application/problem+json")
    response.headers["Cache-Control"] = "no-store"
    return response
