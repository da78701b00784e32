"""What others subscribe to on a club's public page: its calendar file, and a feed of dates and results (Atom, RFC 4287)."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from flask import Blueprint, Response, request, url_for

from scorekeeper.clubs.pages.signed_in import find_club_access
from scorekeeper.core.i18n import timezones
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.i18n.translation import language
from scorekeeper.core.pages.lan_address import reachable_root
from scorekeeper.core.refusals import NotFound
from scorekeeper.tournaments.commands import authorization, redacted_view
from scorekeeper.tournaments.commands.setup import lifecycle
from scorekeeper.tournaments.context import PublicContext
from scorekeeper.tournaments.public.calendar_file import CalendarEvent, calendar_file
from scorekeeper.tournaments.words import day_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorekeeper.tournaments.commands.setup.lifecycle import TournamentListItem

blueprint = Blueprint("club_subscriptions", __name__, url_prefix="/club/<slug>")

MOST_EVENTS, MOST_ENTRIES = 100, 20
WINNERS = 3
_ATOM = "http://www.w3.org/2005/Atom"


def _open_latest(listed: list[TournamentListItem], most: int) -> Iterator[tuple[TournamentListItem, PublicContext]]:
    """Yield the latest tournaments as the public sees them."""
    for one in listed[:most]:
        try:
            access = authorization.public(one.id)
        except NotFound:  # a private club's, or hidden in the meantime
            continue
        timezones.use_club_zone(access.zone)
        yield one, PublicContext(access, redacted_view.load_redacted(access))


def _club(slug: str) -> tuple[str, list[TournamentListItem]]:
    return lifecycle.public_of_club(slug, inside=find_club_access(slug) is not None)


@blueprint.get("/calendar.ics")
def calendar(slug: str) -> Response:
    """Return the club's announced and past tournaments as a calendar file."""
    name, listed = _club(slug)
    host = request.host.partition(":")[0]
    events = [_event(one, context, host) for one, context in _open_latest(listed, MOST_EVENTS)]
    return _answer(calendar_file(name, events), "text/calendar; charset=utf-8")


def _event(one: TournamentListItem, context: PublicContext, host: str) -> CalendarEvent:
    about = context.board.about
    starts: datetime | date = date.fromisoformat(about.day)
    ends = None
    if about.starts:
        starts = timezones.start_time(about.day, about.starts, timezones.club_zone(context.access.zone))
        ends = starts + timedelta(minutes=about.minutes) if about.minutes else None
    text = "\n\n".join(filter(None, (about.note, about.prizes)))
    url = reachable_root() + context.url()
    return CalendarEvent(f"tournament-{one.id}@{host}", one.name, starts, ends, one.changed_at, url, about.venue, text)


@blueprint.get("/feed.atom")
def feed(slug: str) -> Response:
    """Return the club's latest dates and results as a feed."""
    name, listed = _club(slug)
    shown = [*_open_latest(sorted(listed, key=lambda one: one.changed_at, reverse=True), MOST_ENTRIES)]
    root = ElementTree.Element("feed", {"xmlns": _ATOM, "xml:lang": language()})
    here = reachable_root() + request.path
    page = reachable_root() + url_for("club_public.show", slug=slug)
    _add(root, "id", page)
    _add(root, "title", name)
    _add(root, "updated", _timestamp(max((one.changed_at for one, _context in shown), default=datetime(2026, 1, 1, tzinfo=UTC))))
    ElementTree.SubElement(root, "link", {"rel": "self", "type": "application/atom+xml", "href": here})
    ElementTree.SubElement(root, "link", {"rel": "alternate", "type": "text/html", "href": page})
    _add(ElementTree.SubElement(root, "author"), "name", name)
    for one, context in shown:
        entry = ElementTree.SubElement(root, "entry")
        url = reachable_root() + context.url("standings" if one.status == "finished" else "show")
        _add(entry, "id", reachable_root() + context.url())
        _add(entry, "title", _("%(label)s: %(text)s", label=one.name, text=day_text(one.day)))
        _add(entry, "updated", _timestamp(one.changed_at))
        ElementTree.SubElement(entry, "link", {"href": url})
        _add(entry, "summary", _summary(context))
    return _answer(ElementTree.tostring(root, encoding="utf-8", xml_declaration=True), "application/atom+xml; charset=utf-8")


def _summary(context: PublicContext) -> str:
    """Return the first ranks of a finished tournament, or when and where one will be."""
    board, about = context.board, context.board.about
    if board.status == "finished" and board.rounds:
        return " · ".join(f"{row.rank}. {board.name_of(row.id)}" for row in board.standings if row.rank <= WINNERS)
    when = timezones.iso_date_in_words(about.day, "full")
    begins = timezones.time_in_words(datetime.strptime(about.starts, "%H:%M").time()) if about.starts else ""  # noqa: DTZ007 (a time of day)
    return " · ".join(filter(None, (when, begins, about.venue, about.note)))


def _add(parent: ElementTree.Element, tag: str, text: str) -> None:
    ElementTree.SubElement(parent, tag).text = text


def _timestamp(moment: datetime) -> str:
    aware = moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
    return aware.astimezone(UTC).isoformat(timespec="seconds")


def _answer(content: bytes, kind: str) -> Response:
    """Return the file. Subscribers ask often, so unchanged content gets 304."""
    response = Response(content, mimetype=kind.partition(";")[0], content_type=kind)
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag()
    return response.make_conditional(request)  # type: ignore[return-value]
