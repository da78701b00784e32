"""Names on public pages follow the director's choice at every address."""

from __future__ import annotations

import contextlib
import html
import io
import itertools
import json
import re

import pytest
from flask import Response
from python_calamine import CalamineWorkbook

from scorekeeper.clubs.commands.privacy import privacy, public_names
from scorekeeper.core.http.downloads import XLSX
from scorekeeper.formats.tournament_record import parse_tournament
from scorekeeper.tournaments.commands import player_links
from scorekeeper.tournaments.commands.entrants import entries
from scorekeeper.tournaments.commands.printouts import document_jobs
from scorekeeper.tournaments.commands.printouts.print_options import PrintOptions
from scorekeeper.tournaments.commands.setup import lifecycle
from scorekeeper.tournaments.commands.tournament_state import TournamentState
from scorekeeper.tournaments.printouts import stored
from scorekeeper.tournaments.printouts.documents import make_documents
from scorekeeper.tournaments.printouts.event import EventDetails
from tests.tournaments.club_night import PASSWORD, Desk, key, refused
from tests.tournaments.named_evening import FAMILIES, NamedEvening

pytestmark = pytest.mark.slow

VALUES = {
    **dict.fromkeys(("slug",), ("club-du-moulin",)),
    **dict.fromkeys(("club", "league_id", "league", "place", "player"), ("1",)),
    **dict.fromkeys(("tournament", "tournament_id", "number", "round", "table", "game_id", "game"), ("1", "2")),
    **dict.fromkeys(("key", "person"), ("1", "2", "1+2", "~wilfrid mazerolle")),
    "entrant": ("e1", "e2", "1", "2"),
    "sheet": ("entrants", "results", "standings"),
}
ELSEWHERE = ("/rulebook", "/rules", "/rulings", "/games", "/paper", "/icons", "/static", "/api/v1/rules", "/api/v1/openapi")
"""Addresses that have nothing to do with a club."""
MORE = ("/tables?by=name", "/standings?now=1", "/where?q=marie", "/where?q=leblanc", "/enter?entered=e1", "/tables?round=1")


@pytest.fixture
def evening(app, monkeypatch):
    """The club, with printouts as the text they would be made from."""
    from scorekeeper.leagues.api import leagues as api
    from scorekeeper.leagues.pages import leagues as pages

    for module, name in ((api, "make_pdf_response"), (pages, "pdf_page")):
        monkeypatch.setattr(module, name, lambda make, **_: Response(make()))
    with app.app_context():
        return NamedEvening()


def addresses(app):
    """Yield every address for reading, with existing ids."""
    for rule in app.url_map.iter_rules():
        known = [VALUES.get(name) for name in rule.arguments]
        if "GET" not in rule.methods or None in known:
            continue
        for chosen in itertools.product(*known):
            with contextlib.suppress(ValueError):  # `e1` is not a number
                path = rule.build(dict(zip(rule.arguments, chosen, strict=True)))
                if path is not None and not path[1].startswith(ELSEWHERE):
                    yield path[1]
    yield from ("/clubs/club-du-moulin/season/ratings?of=pairs", "/api/v1/tournaments/2/standings?live=1")
    yield from (f"/tournaments/2{more}" for more in MORE)


def page_texts(client, app):
    """Yield the text of each address that has any."""
    for path in addresses(app):
        answer = client.get(path)
        if answer.status_code < 400:
            text = _cells(answer.data) if answer.mimetype == XLSX else answer.get_data(as_text=True)
            yield path, text.casefold() + (answer.location or "").casefold()


def _cells(workbook):
    """Return the text of every cell of a workbook."""
    book = CalamineWorkbook.from_filelike(io.BytesIO(workbook))
    sheets = (book.get_sheet_by_name(name).to_python() for name in book.sheet_names)
    return " ".join(str(cell) for rows in sheets for row in rows for cell in row)


@pytest.mark.parametrize(("choice", "where"), [("initial", "club"), ("number", "tournaments")])
@pytest.mark.thorough("asks every public address of a club")
def test_no_address_that_is_open_to_all_tells_more_of_a_name_than_was_chosen(app, client, evening, choice, where):
    for path in ("/tournaments/2/tables", "/api/v1/tournaments/2/rounds/2/tables/1", "/clubs/club-du-moulin/season/ratings"):
        assert any(family in client.get(path).get_data(as_text=True) for family in FAMILIES), path
    with app.app_context():
        if where == "club":
            privacy.set_names(evening.club, choice)
        else:
            evening.past.do(lifecycle.edit, {"public_names": choice})
            evening.now.do(lifecycle.edit, {"public_names": choice})
    seen = dict(page_texts(client, app))
    assert len(seen) > 60
    for path, text in seen.items():
        mine = text.replace("q=leblanc", "").replace('"leblanc"', "").replace("“leblanc”", "")  # what was typed is shown again
        for family in FAMILIES:
            assert family.casefold() not in mine, (path, family)
    assert any(("marie le." if choice == "initial" else "#1") in text for text in seen.values())


def test_the_desk_and_those_at_a_table_see_whole_names(app, evening):
    with app.app_context():
        privacy.set_names(evening.club, public_names.NUMBER)
        table = evening.now.board.table(2, 1)
        here = [evening.now.board.name_of(one, 2) for one in table.ids]
        elsewhere = [e.name for e in evening.now.board.entrants if e.id not in table.ids and e.status == "in"]
        token = player_links.table_links(evening.now.access, 2)[1]
        own = player_links.entrant_links(evening.now.access)[table.ids[0]]
    desk, phone = app.test_client(), app.test_client()
    desk.post("/club/sign-in", data={"name": "Rita", "password": PASSWORD})
    at_desk, at_table = (client.get(path).get_data(as_text=True) for client, path in ((desk, "/desk/2"), (phone, f"/t/{token}")))
    at_home = phone.get(f"/e/{own}").get_data(as_text=True)
    for name in here:
        for page in (at_desk, at_table, at_home):
            assert html.escape(name) in page
    for name in elsewhere:
        assert html.escape(name) in at_desk
        assert html.escape(name) not in at_table + at_home


def test_a_paper_for_the_wall_says_names_as_everybody_sees_them_unless_whole_ones_are_asked_for(app, evening, monkeypatch):
    monkeypatch.setattr(stored, "pdf_page", lambda make, **_: Response(make()))
    with app.app_context():
        privacy.set_names(evening.club, public_names.INITIAL)
    desk = app.test_client()
    desk.post("/club/sign-in", data={"name": "Rita", "password": PASSWORD})
    walls = ("pairings", "names", "standings", "crosstable", "poster", "report")
    for kind in (*walls, "slips", "scoresheets", "results", "history", "signin"):
        usual, shown, whole = (
            desk.get(f"/desk/2/documents/{kind}.pdf{q}").get_data(as_text=True) for q in ("", "?names=shown", "?names=whole")
        )
        assert kind == "poster" or "Leblanc" in whole, kind
        assert usual == shown or kind == "slips", kind
        assert ("Leblanc" not in usual) is (kind in walls), kind
    assert "public names" in desk.get("/desk/2/documents").get_data(as_text=True)


def test_all_papers_at_once_say_names_on_walls_as_everybody_sees_them(app, evening, monkeypatch):
    started = []
    monkeypatch.setattr(document_jobs, "start", lambda *given: started.append(given))
    with app.app_context():
        privacy.set_names(evening.club, public_names.INITIAL)
    desk = app.test_client()
    desk.post("/club/sign-in", data={"name": "Rita", "password": PASSWORD})
    for names in ("", "whole"):
        data = {"size": "letter", "lang": "en", "rounds": "2", "names": names}
        assert desk.post("/desk/2/documents", data=data).status_code == 303
    files, whole = (given[1] for given in started)
    posted = files[document_jobs.POSTED]
    event = (
        TournamentState(parse_tournament(files[document_jobs.RECORD])),
        EventDetails(players=files[document_jobs.ABOUT]["players"]),
    )
    wall = (TournamentState(parse_tournament(posted["record"])), EventDetails(players=posted["players"]))
    made = {one.kind: one.html() for one in make_documents(PrintOptions(), event, wall)}
    for kind in ("pairings", "names", "standings", "report"):
        assert "Leblanc" not in made[kind], kind
        assert "Marie Le." in made[kind], kind
    for kind in ("scoresheets", "slips", "signin", "history"):
        assert "Leblanc" in made[kind], kind
    assert "Leblanc" in json.dumps(whole[document_jobs.POSTED])


def make_future_evening(evening, name):
    """Return a future evening with an open entry form and one entry."""
    found = Desk(0, organiser=evening.past.account, name=name)
    found.do(lifecycle.edit, {"entry": {"open": True}, "shown": True})
    found.do(entries.enter, [{"players": ["Marie Leblanc", "Luc Roy"]}])
    return found


def enter_by_form(app, desk, *names):
    """Enter with the form. Returns the status, its message, and the public names."""
    visitor, page = app.test_client(), f"/tournaments/{desk.id}/enter"
    with app.app_context():
        revision = str(desk.access.revision)
    sent = {"player-0": names[0], "player-1": names[1], "revision": revision, "uuid": key()}
    answer = visitor.post(page, data=sent)
    said = answer.get_data(as_text=True) if answer.status_code != 303 else visitor.get(page).get_data(as_text=True)
    listed = visitor.get(f"/tournaments/{desk.id}/entrants").get_data(as_text=True)
    return answer.status_code, html.unescape(said), re.findall(r"Marie[^<&]*", html.unescape(listed))


def test_who_is_not_signed_in_is_not_told_that_a_whole_name_is_entered(app, evening):
    with app.app_context():
        privacy.set_names(evening.club, public_names.INITIAL)
        there, not_there = make_future_evening(evening, "Bientôt"), make_future_evening(evening, "Plus tard")
    first, second = (
        enter_by_form(app, there, "Marie Leblanc", "Anne Cyr"),
        enter_by_form(app, not_there, "Marie Lebrun", "Anne Cyr"),
    )
    assert "Marie Leblanc & Anne Cyr: entered." in first[1]
    assert "Marie Lebrun & Anne Cyr: entered." in second[1]
    assert (first[0], first[2]) == (second[0], second[2])
    assert len(first[2]) > 1
    status, said, _listed = enter_by_form(app, there, "Rosa Cyr", "rosa cyr")
    assert (status, "“Rosa Cyr” is there twice" in said) == (422, True)
    with app.app_context():
        sent = {"players": ["Marie Leblanc", "Rose Aucoin"]}
        headers = {"If-Match": f'"{there.access.revision}"', "Idempotency-Key": key()}
    answer = app.test_client().post(f"/api/v1/tournaments/{there.id}/entries", json=sent, headers=headers)
    assert answer.status_code == 200, answer.json
    assert "Leblanc" not in answer.get_data(as_text=True)
    with app.app_context():
        # The desk sees who is who, and decides.
        assert [e.players[0] for e in there.board.entrants] == ["Marie Leblanc", "Marie Leblanc (2)", "Marie Leblanc (3)"]
        privacy.set_names(evening.club, public_names.FULL)
    desk = app.test_client()
    desk.post("/club/sign-in", data={"name": "Rita", "password": PASSWORD})
    assert desk.get(f"/desk/{there.id}/entrants").get_data(as_text=True).count("entered twice?") == 2
    status, said, _listed = enter_by_form(app, there, "Luc Roy", "Zita Cyr")
    assert (status, "“Luc Roy” has already entered." in said) == (422, True)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Marie Leblanc", "Marie L."),
        ("Marie-Claude Roy-Leblanc", "Marie-Claude R."),
        ("LEBLANC Marie", "Marie L."),
        ("Leblanc, Marie", "Marie L."),
        ("Alcide de la Garde", "Alcide G."),
        ("Jean-Guy d’Entremont", "Jean-Guy E."),
        ("Marie Leblanc (2)", "Marie L. (2)"),
        ("Marie Leblanc (Memramcook)", "Marie L."),
        ("Zoé", "Zoé"),
    ],
)
def test_a_name_is_cut_to_first_name_and_initial_however_it_is_written(name, shown):
    assert public_names.short_name(name) == shown


def test_two_who_would_be_called_alike_get_a_letter_more_and_never_the_whole_name():
    people = ["Marie Leblanc", "Marie Landry", "Luc Roy", "Luc Royer", "Anne Ek", "Anne Ek"]
    called = public_names.initials({n: (name, n) for n, name in enumerate(people, 1)})
    assert [*called.values()] == ["Marie Le.", "Marie La.", "Luc Ro.", "Luc Roy.", "Anne E. (5)", "Anne E. (6)"]


def test_what_is_no_way_to_show_names_is_refused(app, evening):
    with app.app_context(), refused("names.choice"):
        privacy.set_names(evening.club, "nicknames")
