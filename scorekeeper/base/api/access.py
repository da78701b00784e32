"""Kinds of access to the API, with their credentials and descriptions. Each operation names one."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.wording.marks import N_


@dataclass(frozen=True)
class Access:
    """A kind of access. `text`: who has it. `schemes`: names of security schemes, or "" for none."""

    text: str
    schemes: tuple[str, ...]


_CLUB = ("token", "account")

WAYS: dict[str, Access] = {
    "open": Access(N_("Anyone"), ()),
    "device": Access(N_("Anyone; with a device’s cookie, that device"), ("", "device")),
    "watch": Access(N_("Whoever has a link, to score or to watch"), ("link", "device")),
    "score": Access(N_("Whoever has a link to score"), ("link", "device")),
    "table": Access(N_("Whoever has the link of the table"), ("table",)),
    "entrant": Access(N_("Whoever has the link of the entrant"), ("entrant",)),
    "club.public": Access(N_("Anyone; the desk sees more, with a token or signed in"), ("", *_CLUB)),
    "club.read": Access(N_("The club’s own: a token that may read, or whoever is signed in"), _CLUB),
    "club.score": Access(N_("Scorers and above: a token that may score, or whoever is signed in"), _CLUB),
    "club.direct": Access(N_("Directors and organisers: a token that may direct, or whoever is signed in"), _CLUB),
    "club.organise": Access(N_("Organisers: a token that may organise, or whoever is signed in"), _CLUB),
}

SCHEMES: dict[str, tuple[dict[str, str], str]] = {
    "link": ({"type": "http", "scheme": "bearer"}, N_("The secret of a share link.")),
    "token": (
        {"type": "http", "scheme": "bearer"},
        N_(
            "A token of a club’s account, made on the account’s own page, with a scope: `read`, `score`, `direct` or `organise`."
            " Each may also do what those before it may, and none more than the account’s role."
        ),
    ),
    "table": ({"type": "http", "scheme": "bearer"}, N_("The secret of a table’s link, as the code on its slip has it.")),
    "entrant": ({"type": "http", "scheme": "bearer"}, N_("The secret of an entrant’s own link.")),
    "account": (
        {"type": "apiKey", "in": "cookie", "name": "scorekeeper_account"},
        N_("A browser that is signed in. What writes must also carry the header X-Scorekeeper: 1."),
    ),
    "device": (
        {"type": "apiKey", "in": "cookie", "name": "scorekeeper_device"},
        N_("A device’s own games. What writes must also carry the header X-Scorekeeper: 1."),
    ),
}
"""The security schemes of the OpenAPI document, with their descriptions."""


SCOPES: dict[str, str] = {
    "read": N_("read, tournaments that are not announced yet too"),
    "score": N_("enter results, decide disputes, run the clock, print papers"),
    "direct": N_("run tournaments and leagues, keep the players’ names"),
    "organise": N_("decide who else may, take the whole club out"),
}
"""What a token of each scope may do in addition to the scopes above it."""

CREDENTIALS = (
    (
        N_("Link of a game"),
        N_("from the answer that started it, or its page for sharing"),
        N_("one game and its rematches, to score or to watch"),
    ),
    (
        N_("Token of a club"),
        N_("made on the page of an account; shown once"),
        N_("one club, as far as its scope and the account’s role both reach"),
    ),
    (
        N_("Link of a table"),
        N_("on the slip, as the end of its address; the desk reads them all"),
        N_("one match of one round: report, confirm, disagree, open the pad"),
    ),
    (
        N_("Link of an entrant"),
        N_("handed out by the desk"),
        N_("where that entrant sits, and the link of the table"),
    ),
)
"""Values for `Authorization: Bearer …`: what each is, where to get it, and what it gives access to."""


def of_club(access: str) -> bool:
    """Return whether the access concerns a club, its tournaments or their tables rather than a single game."""
    return access in ("table", "entrant") or access.startswith("club.")
