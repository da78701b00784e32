"""API endpoints for the players' secret links: one for each table of a round and one for each entrant."""

from __future__ import annotations

from flask import Response

from scorekeeper.core.api import responses
from scorekeeper.core.api.operations import operation
from scorekeeper.core.http.site_root import rooted
from scorekeeper.core.refusals import NotFound
from scorekeeper.tournaments.api import authorization, round_models
from scorekeeper.tournaments.commands import player_links
from scorekeeper.tournaments.commands.snapshot import load


@operation(
    "GET",
    "/tournaments/{tournament}/rounds/{round}/links",
    tag="rounds",
    access="club.score",
    summary="List a round’s table links",
    about="Each link opens one match on a phone. Slips show it as a QR code.",
    answers={200: "TableLinks"},
)
def read_table_links(tournament: int, round: int) -> Response:  # noqa: A002 (the name in the address)
    access = authorization.tournament(tournament, "score")
    if load(access).round(round) is None:
        raise NotFound("round", "round", read=round)
    found = player_links.table_links(access, round)
    return responses.respond(round_models.TableLinks([_of_table(n, token) for n, token in found.items()]))


def _of_table(number: int, token: str) -> round_models.TableLink:
    return round_models.TableLink(token, rooted(f"/t/{token}"), number)


@operation(
    "POST",
    "/tournaments/{tournament}/rounds/{round}/tables/{table}/link",
    tag="rounds",
    access="club.direct",
    summary="Renew a table’s link",
    about="The old link stops working. Use this when a slip is lost or someone else has read it.",
    answers={201: "TableLink"},
)
def renew_table_link(tournament: int, round: int, table: int) -> Response:  # noqa: A002
    access = authorization.tournament(tournament, "direct")
    return responses.respond(_of_table(table, player_links.renew_table(access, round, table)), 201)


@operation(
    "GET",
    "/tournaments/{tournament}/links",
    tag="entrants",
    access="club.direct",
    summary="List entrant links",
    about="Each link opens an entrant’s own page.",
    answers={200: "EntrantLinks"},
)
def read_entrant_links(tournament: int) -> Response:
    found = player_links.entrant_links(authorization.tournament(tournament, "direct"))
    return responses.respond(round_models.EntrantLinks([_of_entrant(i, token) for i, token in found.items()]))


def _of_entrant(entrant: str, token: str) -> round_models.EntrantLink:
    return round_models.EntrantLink(token, rooted(f"/e/{token}"), entrant)


@operation(
    "POST",
    "/tournaments/{tournament}/entrants/{entrant}/link",
    tag="entrants",
    access="club.direct",
    summary="Renew an entrant’s link",
    about="The old link stops working.",
    answers={201: "EntrantLink"},
)
def renew_entrant_link(tournament: int, entrant: int) -> Response:
    access = authorization.tournament(tournament, "direct")
    return responses.respond(_of_entrant(f"e{entrant}", player_links.renew_entrant(access, f"e{entrant}")), 201)
