"""A club for the screenshots: an evening in progress, one in draft, a bracket, and posted sheets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import select

from scorekeeper.clubs.commands.accounts import accounts
from scorekeeper.clubs.commands.members import invitations, members
from scorekeeper.clubs.store.account import Account
from scorekeeper.core.db.database import db
from scorekeeper.tournaments.commands import authorization as tournament_entrance
from scorekeeper.tournaments.commands.command import TournamentCommand
from scorekeeper.tournaments.commands.entrants import entries
from scorekeeper.tournaments.commands.event_writer import write
from scorekeeper.tournaments.commands.results import table_reports as tournament_tables
from scorekeeper.tournaments.commands.rounds import clock, rounds
from tests.tournaments import evening

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask
    from playwright.sync_api import BrowserContext, Page

    from tests.look.__main__ import Album

NAME, PASSWORD = "Organiser", "fleur de lys au vent"
PAPERS = ("pairings", "names", "slips", "scoresheets", "standings", "crosstable", "report", "history")


@dataclass(frozen=True)
class Club:
    """Tournaments by number, and the secret of a table."""

    slug: str
    live: int
    draft: int
    bracket: int
    table: str


def fill(app: Flask) -> Club:
    """Make and play the evenings, in a club next to the examples' club."""
    with app.app_context():
        _organiser()
        live = evening.tournament(evening.pairs(13), name="Memramcook", options={"rounds": 5}, starts="19:00")
        evening.play_round(live)
        evening.play_round(live, upper=False)
        _do(entries.withdraw, live, "e4")
        evening.next_round(live)
        tables = evening.tables(live)
        for number, side, scores in ((1, 0, [300, 200]), (1, 1, [200, 300]), (2, 0, [345, 290])):
            _do(tournament_tables.report, tournament_entrance.table(tables[number]), side, {"scores": scores})
        evening.enter(live, 3, [-45, 310])
        evening.enter(live, 4, {"forfeit": [1]})
        _do(clock.start, live, 32)
        draft = evening.tournament(evening.pairs(9), name="Bouctouche", options={"rounds": 4})
        evening.play_round(draft)
        _do(rounds.pair, draft)
        bracket = evening.tournament(evening.pairs(16), "double_elimination", name="Coupe – Cup")
        for _ in range(3):
            evening.play_round(bracket)
        return Club(live.club_slug, live.tournament_id, draft.tournament_id, bracket.tournament_id, tables[5])


def _organiser() -> None:
    """Create the organizer, invited by the examples' account, with a club of their own."""
    found = db.session.execute(select(Account.id, Account.name)).first()
    assert found is not None
    demo = accounts.Account(*found)
    access = members.club_access(members.clubs_of_account(demo)[0].slug, demo)
    mine, _ = invitations.accept_new(invitations.create(access, "organiser").token, NAME, PASSWORD)
    members.create_club(mine, "Club de cartes de Memramcook")
    members.remove(access, mine.id)


def _do(act: Callable[..., TournamentCommand], access: tournament_entrance.TournamentAccess, *what: object) -> None:
    write(access, act(*what), revision=evening.now(access).revision, uuid=evening.key())


def sign_in(page: Page, root: str) -> None:
    """Sign in to the desk as the organizer."""
    page.goto(f"{root}/club/sign-in")
    page.locator("[name=name]").fill(NAME)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main .btn--primary").click()
    page.wait_for_url("**/desk/**")


def pages(album: Album, club: Club) -> None:
    """Take the director's desk, public pages, the hall screen and a player's phone."""
    take, page = album.take, album.page
    take("club-table-phone", f"/t/{club.table}")
    screen = ("/screen",) if album.look.startswith("desktop") else ()
    for name in ("", "/tables", "/standings", "/cross", "/entrants", *screen):
        take(f"club-public{name.replace('/', '-')}", f"/tournaments/{club.live}{name}")
    take("club-bracket", f"/tournaments/{club.bracket}/bracket")
    take("club-sign-in", "/club/sign-in")
    sign_in(page, album.root)
    take("desk-club")
    for name, path in {
        "desk-new": f"/clubs/{club.slug}/new",
        "desk-live": f"/{club.live}",
        "desk-table": f"/{club.live}/rounds/3/tables/1",
        "desk-entrants": f"/{club.live}/entrants",
        "desk-standings": f"/{club.live}/standings",
        "desk-history": f"/{club.live}/history",
        "desk-report": f"/{club.live}/report",
        "desk-papers": f"/{club.live}/documents",
        "desk-draft": f"/{club.draft}/draft",
        "desk-bracket-live": f"/{club.bracket}",
    }.items():
        take(name, f"/desk{path}")


def papers(context: BrowserContext, root: str, club: Club, lang: str) -> dict[str, bytes]:
    """Return every printout of the evening and a bracket as PDFs."""
    sign_in(context.new_page(), root)
    found = {}
    for number, kinds in ((club.live, PAPERS), (club.bracket, ("bracket",))):
        for kind in kinds:
            answer = context.request.get(f"{root}/desk/{number}/documents/{kind}.pdf?lang={lang}&size=letter")
            assert answer.ok, f"{kind}: {answer.status}"
            found[f"club-{kind}"] = answer.body()
    return found
