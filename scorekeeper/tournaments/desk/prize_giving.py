"""The prize-giving and what comes after: podium, door prizes, a text for the press, a copy for other sites."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from flask import Blueprint, Response, render_template
from sqlalchemy import select

from scorekeeper.clubs.pages.signed_in import signed_in
from scorekeeper.core.db.database import db
from scorekeeper.core.forms.forms import Form, TextField
from scorekeeper.core.http.downloads import make_download
from scorekeeper.core.i18n.timezones import date_in_words
from scorekeeper.core.i18n.translation import LANGUAGES, language, t
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.numbers import parse_integer_or_text
from scorekeeper.core.pages.lan_address import reachable_root
from scorekeeper.core.pages.live_parts import template_values
from scorekeeper.messages.game.outcome import bid_text
from scorekeeper.pairing.record.door_prizes import LONGEST_PRIZE
from scorekeeper.tournaments.commands import redacted_view
from scorekeeper.tournaments.commands.door.door_prizes import draw_door_prize, people_in_draw, winner_name
from scorekeeper.tournaments.commands.door.door_state import door_prizes_of
from scorekeeper.tournaments.commands.door.money_state import has_prizes
from scorekeeper.tournaments.commands.live.best_of_day import BestOfDay, best_of_day
from scorekeeper.tournaments.commands.printouts.printouts import facts_for_printing
from scorekeeper.tournaments.desk.command_handler import carry_out
from scorekeeper.tournaments.desk.common import DeskContext, open_desk, page
from scorekeeper.tournaments.printouts.event import EventDetails, PrintedEvent
from scorekeeper.tournaments.publication.press import PressFacts, press_text
from scorekeeper.tournaments.publication.static_copy import static_copy
from scorekeeper.tournaments.store.tournament import StoredTournament

if TYPE_CHECKING:
    from scorekeeper.tournaments.commands.event_writer import WrittenTournament
    from scorekeeper.tournaments.commands.snapshot import Board

blueprint = Blueprint("desk_prizes", __name__, url_prefix="/desk/<int:tournament_id>/prize-giving")


class DrawForm(Form):
    """A draw: the prize in words, and the seed to repeat a draw, empty for a random one."""

    prize = TextField()
    seed = TextField()


@dataclass(frozen=True)
class ShownPrize:
    """A door prize that was drawn."""

    name: str
    prize: str
    seed: int
    among: int


@dataclass(frozen=True)
class PrizeGivingPage:
    """The page. `best`: (label, text) of the best of the day, from `hands`; `press`: the text by language;
    `has_prizes`: in words or from a purse.
    """

    drawn: list[ShownPrize]
    in_draw: int
    best: list[tuple[str, str]]
    hands: int
    press: dict[str, str]
    snippet: str
    has_prizes: bool
    longest_prize: int = LONGEST_PRIZE


@blueprint.get("")
@signed_in
def show(tournament_id: int) -> Response:
    """Show the podium's button, the best of the day, the door prizes, and everything for other sites."""
    desk = open_desk(tournament_id)
    board = desk.board
    best = best_of_day(desk.access, board)
    drawn = [ShownPrize(winner_name(board, one), one.prize, one.seed, one.among) for one in door_prizes_of(board)]
    languages = sorted(LANGUAGES, key=lambda lang: lang != language())
    facts = PrizeGivingPage(
        drawn,
        len(people_in_draw(board)),
        _best_texts(best),
        best.hands if best is not None else 0,
        {lang: _press(desk, lang) for lang in languages} if board.status == "finished" else {},
        _snippet(desk),
        bool(board.about.prizes) or has_prizes(board),
    )
    return page("tournaments/desk/prize_giving.html", desk, languages=LANGUAGES, **template_values(facts))


def _best_texts(best: BestOfDay | None) -> list[tuple[str, str]]:
    if best is None:
        return []
    feats = (
        (_("Highest contract made"), best.highest),
        (_("Most contracts made in a row"), best.run),
        (_("Most boxed"), best.boxed),
    )
    return [(label, f"{', '.join(feat.names)} – {bid_text(t(), feat.value)}") for label, feat in feats if feat is not None]


def _public_board(desk: DeskContext) -> Board:
    return redacted_view.redact_names(desk.board, redacted_view.choice_of(desk.access.public_names, desk.board))


def _public_details(desk: DeskContext, board: Board) -> EventDetails:
    return EventDetails.from_facts(facts_for_printing(desk.access, board), board.public_additions)


def _press(desk: DeskContext, lang: str) -> str:
    board = _public_board(desk)
    won = tuple((winner_name(board, one), one.prize) for one in door_prizes_of(board))
    printed = PrintedEvent(board, _public_details(desk, board), lang)
    return press_text(printed, PressFacts(best_of_day(desk.access, board), won, _next_day(desk, lang)))


def _next_day(desk: DeskContext, lang: str) -> str:
    """Return the day of the club's next announced tournament in words, or nothing."""
    later = (
        select(StoredTournament.day)
        .where(StoredTournament.club_id == desk.access.club_id, StoredTournament.status.in_(("open", "running")))
        .where(StoredTournament.day > desk.board.about.day, StoredTournament.id != desk.id)
        .order_by(StoredTournament.day)
        .limit(1)
    )
    day = db.session.scalar(later)
    return date_in_words(date.fromisoformat(day), "long", lang) if day else ""


def _snippet(desk: DeskContext) -> str:
    """Return the HTML that shows the standings in a frame of another site; nothing while only the desk sees the event."""
    if desk.board.status == "draft":
        return ""
    address = reachable_root() + desk.url("embedded.standings")
    return render_template("tournaments/desk/_snippet.html", address=address, name=desk.board.name).strip()


@blueprint.post("")
@signed_in
def draw(tournament_id: int) -> Response:
    """Draw a door prize."""
    desk = open_desk(tournament_id)
    form, back = DrawForm.from_post(), desk.url("desk_prizes.show") + "#draw"
    command = draw_door_prize(form.prize.data, parse_integer_or_text(form.seed.data))
    return carry_out(desk, command, _winner_text, back)


def _winner_text(written: WrittenTournament) -> str:
    won = door_prizes_of(written.board)[-1]
    return _("Door prize: %(name)s", name=winner_name(written.board, won))


@blueprint.get("/copy.zip")
@signed_in
def download_pages(tournament_id: int) -> Response:
    """Download the event as plain pages, with the names that the public sees."""
    desk = open_desk(tournament_id)
    board = _public_board(desk)
    return make_download(static_copy(board, _public_details(desk, board)), [board.name], "zip")
