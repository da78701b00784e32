"""API endpoints for the players' secret links: one for each table of a round and one for each entrant."""

from __future__ import annotations

from flask import Response

from scorekeeper.base.api import answers
from scorekeeper.base.api.operations import operation
from scorekeeper.base.refusals import NotFound
from scorekeeper.base.root import rooted
from scorekeeper.tournaments.actions import links
from scorekeeper.tournaments.actions.board import load
from scorekeeper.tournaments.api import requests, round_models
from scorekeeper.wording.marks import N_


@operation(
    "GET",
    "/tournaments/{tournament}/rounds/{round}/links",
    tag="rounds",
    access="club.score",
    summary=N_("Read the links of a round’s tables"),
    about=N_("For slips: the secret of each table, which opens that match on a phone."),
    answers={200: "TableLinks"},
)
def read_table_links(tournament: int, round: int) -> Response:  # noqa: A002 (the name in the address)
    access = requests.tournament(tournament, "score")
    if load(access).round(round) is None:
        raise NotFound("round", "round", read=round)
    found = links.table_links(access, round)
    return answers.respond(round_models.TableLinks([_of_table(n, token) for n, token in found.items()]))


def _of_table(number: int, token: str) -> round_models.TableLink:
    return round_models.TableLink(token, rooted(f"/t/{token}"), number)


@operation(
    "POST",
    "/tournaments/{tournament}/rounds/{round}/tables/{table}/link",
    tag="rounds",
    access="club.direct",
    summary=N_("Renew the link of a table"),
    about=N_("The one before opens nothing any more: for a slip that was lost, or that somebody else has read."),
    answers={201: "TableLink"},
)
def renew_table_link(tournament: int, round: int, table: int) -> Response:  # noqa: A002
    access = requests.tournament(tournament, "direct")
    return answers.respond(_of_table(table, links.renew_table(access, round, table)), 201)


@operation(
    "GET",
    "/tournaments/{tournament}/links",
    tag="entrants",
    access="club.direct",
    summary=N_("Read the links of the entrants"),
    about=N_("For “where do I sit?”: the secret of each entrant’s own page."),
    answers={200: "EntrantLinks"},
)
def read_entrant_links(tournament: int) -> Response:
    found = links.entrant_links(requests.tournament(tournament, "direct"))
    return answers.respond(round_models.EntrantLinks([_of_entrant(i, token) for i, token in found.items()]))


def _of_entrant(entrant: str, token: str) -> round_models.EntrantLink:
    return round_models.EntrantLink(token, rooted(f"/e/{token}"), entrant)


@operation(
    "POST",
    "/tournaments/{tournament}/entrants/{entrant}/link",
    tag="entrants",
    access="club.direct",
    summary=N_("Renew the link of an entrant"),
    about=N_("The one before opens nothing any more."),
    answers={201: "EntrantLink"},
)
def renew_entrant_link(tournament: int, entrant: int) -> Response:
    access = requests.tournament(tournament, "direct")
    return answers.respond(_of_entrant(f"e{entrant}", links.renew_entrant(access, f"e{entrant}")), 201)
