"""Kinds of access to the API, with their credentials and descriptions. Each operation names one."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Access:
    """A kind of access. `text`: who has it. `schemes`: names of security schemes, or "" for none."""

    text: str
    schemes: tuple[str, ...]


_CLUB = ("token", "account")

ACCESS_KINDS: dict[str, Access] = {
    "open": Access("Anyone", ()),
    "device": Access("Anyone; a device cookie says which device", ("", "device")),
    "watch": Access("Anyone with a link to the game", ("link", "device")),
    "score": Access("Anyone with a scoring link to the game", ("link", "device")),
    "table": Access("Anyone with the table’s link", ("table",)),
    "entrant": Access("Anyone with the entrant’s link", ("entrant",)),
    "club.public": Access("Anyone; the desk sees more, with a token or signed in", ("", *_CLUB)),
    "club.read": Access("A club token of any scope, or a signed-in account of the club", _CLUB),
    "club.score": Access("Scorers and above, signed in or with a token of scope `score`", _CLUB),
    "club.direct": Access("Directors and organizers, signed in or with a token of scope `direct`", _CLUB),
    "club.organise": Access("Organizers, signed in or with a token of scope `organise`", _CLUB),
}

SCHEMES: dict[str, tuple[dict[str, str], str]] = {
    "link": ({"type": "http", "scheme": "bearer"}, "The secret of a share link."),
    "token": (
        {"type": "http", "scheme": "bearer"},
        "A club token of scope `read`, `score`, `direct` or `organise`. Each includes those before it, up to the account’s role.",
    ),
    "table": ({"type": "http", "scheme": "bearer"}, "The secret of a table’s link, from the QR code on its slip."),
    "entrant": ({"type": "http", "scheme": "bearer"}, "The secret of an entrant’s link."),
    "account": (
        {"type": "apiKey", "in": "cookie", "name": "scorekeeper_account"},
        "The session of a signed-in browser. Requests that write also need the header `X-Scorekeeper: 1`.",
    ),
    "device": (
        {"type": "apiKey", "in": "cookie", "name": "scorekeeper_device"},
        "The device that has the games. Requests that write also need the header `X-Scorekeeper: 1`.",
    ),
}
"""The security schemes of the OpenAPI document, with their descriptions."""


SCOPES: dict[str, str] = {
    "read": "read everything, including unannounced tournaments",
    "score": "enter results, settle disputes and calls, run the clock, make printouts",
    "direct": "run tournaments and leagues, edit player names",
    "organise": "manage members, export or delete the club",
}
"""What a token of each scope may do in addition to the scopes above it."""

CREDENTIALS = (
    (
        "Game link",
        "in the response that started the game, or under Share in its menu",
        "one game and its rematches, to score or to watch",
    ),
    (
        "Club token",
        "created on the account page and shown once",
        "one club, within the token’s scope and the account’s role",
    ),
    (
        "Table link",
        "at the end of the URL on the slip; the desk can list all of them",
        "one match: report, confirm or dispute its result, call the director, open the pad",
    ),
    (
        "Entrant link",
        "handed out by the desk",
        "the entrant’s seat and the link of the current table",
    ),
)
"""Values for `Authorization: Bearer …`: what each is, where to get it, and what it gives access to."""


def concerns_club(access: str) -> bool:
    """Return whether the access concerns a club, its tournaments or their tables rather than a single game."""
    return access in ("table", "entrant") or access.startswith("club.")
