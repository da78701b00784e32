"""Links on slips printed ahead: they lead to their table once its round is published, and not before."""

from __future__ import annotations

import pytest

from scorekeeper.archives import export, restore
from scorekeeper.core.refusals import NotFound
from scorekeeper.tournaments.commands import authorization, history, player_links
from scorekeeper.tournaments.commands.printouts import printouts
from scorekeeper.tournaments.commands.printouts.print_options import Addresses
from tests.tournaments.club_night import Desk, refused
from tests.visitor import forge

ADDRESSES = Addresses(str, "", "", str)


@pytest.fixture
def desk(inside):
    """A round robin of four with its three rounds known."""
    return Desk(4, method="round_robin", options={})


def printed(desk: Desk) -> dict[str, dict[str, str]]:
    """Return the secrets on the slips, by round and table."""
    return printouts.facts_for_printing(desk.access, desk.board, ADDRESSES, links=True)["links"]


def test_a_link_works_from_the_publication_of_its_round(desk):
    links = printed(desk)
    assert {n: sorted(row) for n, row in links.items()} == {str(n): ["1", "2"] for n in (1, 2, 3)}
    with refused("link.early", NotFound):
        authorization.table(links["1"]["2"])
    desk.next_round()
    access = authorization.table(links["1"]["2"])
    assert (access.tournament_id, access.round, access.table) == (desk.id, 1, 2)
    assert player_links.table_links(desk.access, 1) == {int(table): secret for table, secret in links["1"].items()}
    with refused("link.early", NotFound):
        authorization.table(links["2"]["1"])


def test_slips_printed_twice_have_the_same_links(desk):
    assert printed(desk) == printed(desk)
    desk.next_round()
    assert printed(desk) == printed(desk)


def test_a_link_ends_with_its_round_or_when_the_table_gets_another(desk):
    links = printed(desk)
    desk.next_round()
    player_links.renew_table(desk.access, 1, 1)
    desk.do(history.undo)
    for table in ("1", "2"):
        with refused("link.closed", NotFound):
            authorization.table(links["1"][table])
    desk.next_round() if desk.board.draft is None else None
    with refused("link.closed", NotFound):
        authorization.table(links["1"]["1"])


def test_a_wrong_secret_never_says_that_a_round_is_coming(desk):
    secret = printed(desk)["1"]["1"]
    with refused("link.closed", NotFound):
        authorization.table(forge(secret))


def test_a_swiss_has_links_only_for_published_rounds(inside):
    desk = Desk(4)
    assert printed(desk) == {}
    desk.next_round()
    assert list(printed(desk)) == ["1"]


def test_links_printed_ahead_survive_an_archive(desk):
    printed(desk)
    data = export.export_club(desk.club)
    assert export.export_club(restore.import_club(desk.account, data)) == data
