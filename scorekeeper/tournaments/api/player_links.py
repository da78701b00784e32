"""API endpoints for the players' secret links: one for each table of a round and one for each entrant."""

from __future__ import annotations

from scorekeeper.core.http.site_root import rooted
from scorekeeper.core.refusals import NotFound
from scorekeeper.tournaments.api import round_models
from scorekeeper.tournaments.api.authorization import tournament_operations
from scorekeeper.tournaments.commands import player_links
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.snapshot import load

_SCORE = tournament_operations("rounds", "club.score")
_ROUNDS_DIRECT = tournament_operations("rounds", "club.direct")
_ENTRANTS_DIRECT = tournament_operations("entrants", "club.direct")


@_SCORE.get("/tournaments/{tournament}/rounds/{round}/links")
def read_table_links(access: TournamentAccess, round: int) -> round_models.TableLinks:  # noqa: A002
    """List a round’s table links.

    Each link opens one match on a phone. Slips show it as a QR code.
    """
    if load(access).round(round) is None:
        raise NotFound("round", "round", read=round)
    found = player_links.table_links(access, round)
    return round_models.TableLinks([_of_table(n, token) for n, token in found.items()])


def _of_table(number: int, token: str) -> round_models.TableLink:
    return round_models.TableLink(token, rooted(f"/t/{token}"), number)


@_ROUNDS_DIRECT.post("/tournaments/{tournament}/rounds/{round}/tables/{table}/link", status=201)
def renew_table_link(access: TournamentAccess, round: int, table: int) -> round_models.TableLink:  # noqa: A002
    """Renew a table’s link.

    The old link stops working. Use this when a slip is lost or someone else has read it.
    """
    return _of_table(table, player_links.renew_table(access, round, table))


@_ENTRANTS_DIRECT.get("/tournaments/{tournament}/links")
def read_entrant_links(access: TournamentAccess) -> round_models.EntrantLinks:
    """List entrant links.

    Each link opens an entrant’s own page.
    """
    found = player_links.entrant_links(access)
    return round_models.EntrantLinks([_of_entrant(i, token) for i, token in found.items()])


def _of_entrant(entrant: str, token: str) -> round_models.EntrantLink:
    return round_models.EntrantLink(token, rooted(f"/e/{token}"), entrant)


@_ENTRANTS_DIRECT.post("/tournaments/{tournament}/entrants/{entrant}/link", status=201)
def renew_entrant_link(access: TournamentAccess, entrant: int) -> round_models.EntrantLink:
    """Renew an entrant’s link.

    The old link stops working.
    """
    return _of_entrant(f"e{entrant}", player_links.renew_entrant(access, f"e{entrant}"))
