"""Errors as problem documents (RFC 9457): a code for programs and a message in the reader's language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import orjson
from flask import Blueprint, Response, g, request
from sqlalchemy.exc import DataError
from werkzeug.exceptions import HTTPException

from scorekeeper.base.api import answers, declared
from scorekeeper.base.db import AWAY, RETRY_AFTER, OutcomeUnknown, is_full
from scorekeeper.base.i18n import t as request_t
from scorekeeper.base.refusals import NotFound, Refusal, TooMany, refusal_text
from scorekeeper.base.root import rooted
from scorekeeper.base.watching import database_failed
from scorekeeper.engine.errors import GameError
from scorekeeper.tournament.errors import TournamentError
from scorekeeper.tournament.words import tournament_error_text
from scorekeeper.wording.errors import error_text, problem_texts
from scorekeeper.wording.marks import N_

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from scorekeeper.wording.marks import Gettext
    from scorekeeper.wording.names import Names

PREFIX = "/api/"
BEARER = 'Bearer realm="scorekeeper"'
INVALID_TOKEN = f'{BEARER}, error="invalid_token"'

TITLES = {
    "json": N_("Not JSON"),
    "format": N_("Not a game record"),
    "rules": N_("Rules that cannot be played"),
    "players": N_("Players do not fit the rules"),
    "event": N_("Not an event of this game"),
    "question": N_("Not a question to the referee"),
    "body": N_("Not of this form"),
    "auction": N_("An auction that cannot be"),
    "bid": N_("A bid that cannot be"),
    "points.value": N_("Not card points"),
    "points.sum": N_("Piles do not make 100"),
    "points.count": N_("Wrong number of piles"),
    "needs.bids": N_("It must be told who bid"),
    "needs.trump": N_("The trump must be told"),
    "needs.called_seat": N_("It must be told who held the called card"),
    "needs.piles": N_("It must be told what each player took"),
    "needs.discard_points": N_("The points of the discard must be told"),
    "needs.discard_pile": N_("It must be told where the discard lay"),
    "announced_all": N_("All 100 cannot be announced"),
    "passed_out": N_("A hand cannot be passed out"),
    "misdeal": N_("No misdeal under these rules"),
    "adjustment": N_("Not an adjustment"),
    "game.over": N_("The game is over"),
    "revision": N_("The game has changed meanwhile"),
    "revision.ahead": N_("No such revision yet"),
    "revision.missing": N_("The revision is missing"),
    "uuid": N_("Not a key"),
    "uuid.missing": N_("The key is missing"),
    "uuid.reused": N_("The key was used before"),
    "auth": N_("A link or a token is needed"),
    "csrf": N_("Not sent by our own pages"),
    "game": N_("No such game"),
    "game.private": N_("Only for members"),
    "game.often": N_("Too often: wait"),
    "match": N_("No match"),
    "entry": N_("No such entry"),
    "place": N_("No such place"),
    "link": N_("No such link"),
    "link.closed": N_("The link is closed"),
    "link.last": N_("The last link for scoring"),
    "link.many": N_("Too many links"),
    "role": N_("Neither to score nor to watch"),
    "watch_only": N_("Only for watching"),
    "undo.nothing": N_("Nothing to undo"),
    "undo.same": N_("Nothing would change"),
    "struck": N_("Struck out already"),
    "not_struck": N_("Not struck out"),
    "contract.none": N_("No open contract"),
    "same": N_("Nothing would change"),
    "about": N_("Not a place or an occasion"),
    "edition": N_("The first edition has no words for it"),
    "events.many": N_("The game is full"),
    "changes.many": N_("The history is full"),
    "game.many": N_("Too many games on this device"),
    "games_to_win": N_("Not a length of a match"),
    "not_over": N_("The game is not over"),
    "pdf.pango": N_("No PDF files on this computer"),
    "pdf.full": N_("The printing queue is full"),
    "pdf.failed": N_("Not printed"),
    "account.none": N_("No such account"),
    "deal.from": N_("It must be told from when on"),
    "deal.start": N_("Not from the start of the game"),
    "parameter": N_("A parameter that cannot be read"),
    "database": N_("The database cannot be reached"),
    "database.full": N_("The disk is full"),
    "database.unknown": N_("Not known whether it was recorded"),
    "http": N_("The request cannot be answered"),
    "http.not_found": N_("Unknown address"),
    "http.method": N_("Method not allowed"),
    "http.too_large": N_("The body is too large"),
    "http.media_type": N_("Unsupported content type"),
}
"""Titles of problems by code or its first part. Other packages add theirs with `add_titles`."""

_MORE: dict[type[Refusal], Callable[[Any], Mapping[str, object]]] = {}


def add_titles(titles: Mapping[str, str]) -> None:
    """Add or replace titles of problems."""
    TITLES.update(titles)


def show(refusal: type[Refusal], more: Callable[[Any], Mapping[str, object]]) -> None:
    """Add the keys from `more` to the problem of this refusal, such as the current state."""
    _MORE[refusal] = more


_TEXTS = {
    "revision.missing": N_('Send the revision that you have seen as the header If-Match, such as If-Match: "%(right)s".'),
    "uuid.missing": N_("Send a key of your own making as the header Idempotency-Key: the same again counts once."),
    "auth": N_("Send the secret of a link as “Authorization: Bearer …”, or come from a device that has the game."),
    "auth.club": N_("Send a token as “Authorization: Bearer …”, or sign in on this browser."),
    "auth.table": N_("Send the secret of a table’s link as “Authorization: Bearer …”."),
    "auth.entrant": N_("Send the secret of an entrant’s link as “Authorization: Bearer …”."),
    "token": N_("This token does not open anything, or not any more."),
    "csrf": N_("A request with the device’s cookie needs the header X-Scorekeeper: 1, which other sites cannot send."),
    "rules.name": N_("There is no rule set named “%(read)s”."),
    "parameter": N_("%(field)s: “%(read)s” was read; a whole number was expected."),
    "parameter.unknown": N_("“%(field)s” is not a parameter of this request. Its parameters are: %(right)s."),
    "parameter.limit": N_("limit: “%(read)s” is not valid. Use a number from 1 to %(most)s."),
    "parameter.cursor": N_("cursor: “%(read)s” is not a cursor. Send the `next` of the page before."),
    "parameter.choice": N_("%(field)s: “%(read)s” was read; one of these was expected: %(right)s."),
    "list.lines": N_("Nobody is entered yet: some lines have to be looked at."),
    "list.ambiguous": N_("This list can be read in several ways, so nobody is entered yet. Add headings, or choose a separator."),
    "object": N_("A JSON object was expected."),
    "http.400": N_("The request could not be understood."),
    "http.404": N_("There is nothing at this address."),
    "http.405": N_("This address does not take %(method)s; it takes %(allowed)s."),
    "http.413": N_("The body is too large: at most %(most)s MiB is read."),
    "http.415": N_("The body should be sent as %(right)s."),
    "http.422": N_("There is a sign in what was sent that no text can hold. Nothing was recorded."),
    "http.500": N_("Something went wrong here. Send it again under the same key, or look: it may have been recorded."),
    "database": N_("The database cannot be reached, or somebody else keeps it locked. Nothing was recorded: send it again."),
    "database.full": N_(
        "The disk of the server is full. Nothing was recorded. The person who runs the program has to make room. Then send it"
        " again."
    ),
    "database.unknown": N_("No answer came from the database: it may have been recorded. Send it again under the same key."),
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
    blueprint.register_error_handler(GameError, of_game)
    blueprint.register_error_handler(TournamentError, of_tournament)
    blueprint.register_error_handler(Refusal, of_refusal)
    blueprint.register_error_handler(RequestProblem, of_request)
    blueprint.register_error_handler(HTTPException, of_http)
    blueprint.register_error_handler(OutcomeUnknown, of_database)
    blueprint.register_error_handler(DataError, lambda _error: of_request(RequestProblem(422, "http", "http.422")))
    for away in AWAY:
        blueprint.register_error_handler(away, of_database)


def answer_unrouted() -> Response | None:
    """Answer unknown paths under `/api/` with a problem instead of a page."""
    error = request.routing_exception
    if error is None or not request.path.startswith(PREFIX) or (error.code or 300) < 400:
        return None
    return of_http(error)


def of_game(error: GameError) -> Response:
    """Return the problem for an error in the game's rules or a record's format."""
    t = request_t()
    status = 400 if error.code in ("json", "format") else 422
    more: dict[str, object] = {"kind": error.kind}
    if error.event is not None:
        more["event"] = error.event
    if isinstance(field := error.params.get("field"), str):
        more["field"] = field
    if reasons := problem_texts(t, error):
        more["problems"] = reasons
    return problem(status, error.code, error_text(t, error, _names()), **more)


def _names() -> Names | None:
    """Return the players' names, if the request concerns a game that set `g.seated`."""
    return g.seated() if "seated" in g else None


def of_refusal(refusal: Refusal) -> Response:
    """Return the problem for a refused action."""
    t = request_t()
    more: dict[str, object] = {"field": refusal.field} if refusal.field else {}
    for kind, shown in _MORE.items():
        if isinstance(refusal, kind):
            more.update(shown(refusal))
    wrong_token = refusal.code == "link.closed" and "Authorization" in request.headers
    response = problem(401 if wrong_token else refusal.status, refusal.code, refusal_text(t, refusal), **more)
    if wrong_token:
        response.headers["WWW-Authenticate"] = INVALID_TOKEN
    if isinstance(refusal, NotFound):
        response.headers["Cache-Control"] = "no-store"
    if refusal.status == 503:
        response.headers["Retry-After"] = str(RETRY_AFTER)
    if isinstance(refusal, TooMany):
        response.headers["Retry-After"] = str(60 * int(str(refusal.params["minutes"])))
    return response


def of_tournament(error: TournamentError) -> Response:
    """Return the problem for an error in a tournament's record or rules."""
    more: dict[str, object] = {"kind": error.kind}
    if error.event is not None:
        more["event"] = error.event
    if isinstance(field := error.params.get("field"), str):
        more["field"] = field
    if "matches" in error.params:
        more["matches"] = error.params["matches"]
    return problem(422, error.code, tournament_error_text(request_t(), error), **more)


def of_request(error: RequestProblem) -> Response:
    """Return the problem for an invalid request."""
    t = request_t()
    more: dict[str, object] = {"field": field} if isinstance(field := error.params.get("field"), str) else {}
    if error.reasons:
        more["problems"] = list(error.reasons)
    response = problem(error.status, error.code, t(_TEXTS[error.text]) % error.params, **more)
    if error.status == 401:
        response.headers["WWW-Authenticate"] = INVALID_TOKEN if error.text == "token" else BEARER
    return response


def of_database(error: Exception) -> Response:
    """Return the problem for a database that is unavailable, locked or never confirmed a commit."""
    database_failed(error)
    code = "database.unknown" if isinstance(error, OutcomeUnknown) else "database.full" if is_full(error) else "database"
    response = problem(503, code, request_t()(_TEXTS[code]))
    response.headers["Retry-After"] = str(RETRY_AFTER)
    return response


def of_http(error: HTTPException) -> Response:
    """Return the problem for an HTTP error."""
    t = request_t()
    status = error.code or 500
    allowed = sorted(getattr(error, "valid_methods", None) or ())
    most = (request.max_content_length or 0) // 2**20
    params = {"method": request.method, "allowed": ", ".join(allowed), "most": most}
    text = _TEXTS.get(f"http.{status}")
    response = problem(status, _CODES.get(status, "http"), t(text) % params if text else (error.description or error.name))
    if allowed:
        response.headers["Allow"] = ", ".join(allowed)
    return response


def problem(status: int, code: str, detail: str, **more: object) -> Response:
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
    response = Response(orjson.dumps(body, declared.plain, answers.OPTIONS), status, mimetype="application/problem+json")
    response.headers["Cache-Control"] = "no-store"
    return response
