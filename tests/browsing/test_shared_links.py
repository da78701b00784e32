"""Every shareable link and QR code, opened by a stranger in a browser with scripts.

The links are collected from every page and picture, so that new kinds are found automatically. `SHOWS` has what each must
show.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field, replace
from unittest import mock
from urllib.parse import parse_qsl, unquote, urlsplit, urlunsplit

import pytest
import segno
from playwright.sync_api import expect

from scorekeeper.clubs.commands.accounts import accounts
from scorekeeper.core.i18n.translation import t_for
from scorekeeper.core.net import own_addresses
from scorekeeper.formats.rules import rules_from_query
from scorekeeper.games.commands import authorization, game_state
from scorekeeper.games.commands.sharing import share_links
from scorekeeper.rulebook.view import rule_card
from scorekeeper.rules.printouts import documents
from scorekeeper.rulings.questions import question_pages
from scorekeeper.rulings.questions.kinds import RULING_PAGES
from scorekeeper.rulings.questions.question_context import Reader
from scorekeeper.tournaments.commands import authorization as tournament_entrance
from scorekeeper.tournaments.commands import snapshot as tournament_board
from scorekeeper.tournaments.commands.event_writer import write
from scorekeeper.tournaments.commands.setup import lifecycle
from scorekeeper.tournaments.printouts.documents import ALL_PAPERS
from tests.app.asking import QUERIES, doors
from tests.app.callers import world
from tests.app.stand_ins import NoPapers
from tests.browsing.pad import go
from tests.fixtures.serving import serving
from tests.rulings.test_forms_sent_again import CASES
from tests.tournaments.club_night import PASSWORD, key

pytestmark = pytest.mark.browser

HOUSE = "192.0.2.7"
"""The computer's local network address, while its pages are opened as localhost."""
ADDRESS = re.compile(r"https?://[^\"'<>\s\\]+")
TEXT, TOLD = re.compile(r'data-send\s+data-text="([^"]*)"'), re.compile(r"data-told>([^<]*)<")
EN = t_for("en")
SEES_ALL = ("visitor", "device-own", "operator")
"""Callers who together see every link."""
ELSEWHERE = {"/api", "/https"}
"""Pages that show this computer's own address to someone at it."""


class PapersAsHtml(NoPapers):
    """Printouts as HTML with their QR codes, without PDFs."""

    def document(self, tag, html, visitor):
        html()
        return super().document(tag, html, visitor)


@dataclass
class Shared:
    """The links by endpoint, links to localhost, and by page the texts shown and sent."""

    by_endpoint: dict[str, set[str]] = field(default_factory=dict)
    only_here: list[str] = field(default_factory=list)
    texts: dict[str, tuple[str, str]] = field(default_factory=dict)


@pytest.fixture(scope="module")
def made(tmp_path_factory, migrated_database):
    """A club and a game on a server, with everyone who has access."""
    with world(tmp_path_factory.mktemp("links"), migrated_database, drawn=True) as one, serving(one.app) as port:
        open_entry(one)
        yield one, f"http://127.0.0.1:{port}"


def open_entry(one):
    """Open the entry form of the tournament that has not begun."""
    one.end()
    with one.app.app_context():
        access = tournament_entrance.desk(later(one)["tournament"], accounts.sign_in("Rita", PASSWORD, "127.0.0.1")[0])
        write(access, lifecycle.set_entry({"open": True}), revision=access.revision, uuid=key())
    one.keep()


def later(one):
    """Return the ids of that tournament."""
    return next(caller.about for caller in one.callers if caller.name == "visitor-draft")


@pytest.fixture(scope="module")
def shared(made):
    """All links and codes for sharing, on every page, for every viewer."""
    one, _ = made
    found, coded = Shared(), []
    draw = segno.make

    def remember(text, **how):
        coded.append(text)
        return draw(text, **how)

    one.app.extensions["printer"] = PapersAsHtml()
    with (
        mock.patch("segno.make", remember),
        mock.patch.object(own_addresses, "lan_address", return_value=HOUSE),
        mock.patch.object(documents, "_fitting_step", return_value=0),
    ):
        for address, path, caller in all_addresses(one):
            answer = one.app.test_client(use_cookies=False).get(path, headers=caller.headers, follow_redirects=True)
            text = answer.get_data(as_text=True) if answer.mimetype == "text/html" and answer.status_code == 200 else ""
            answer.close()
            if sent := TEXT.findall(text):
                found.texts[address] = html.unescape(TOLD.findall(text)[0]), html.unescape(sent[0])
            links = [html.unescape(link).partition('"')[0] for link in ADDRESS.findall(text)] + coded
            coded.clear()
            for link in links:
                if urlsplit(link).hostname == HOUSE:
                    note(one, found, link)
                elif urlsplit(link).hostname == "localhost" and address not in ELSEWHERE:
                    found.only_here.append(f"{address}: {link}")
    return found


def all_addresses(one):
    """Yield every address with its callers: pages, QR codes, printouts, and all kinds of rulings."""
    nobody = one.callers[0]
    for case in CASES:
        kind, _, query = case.partition("?")
        yield f"/rulings/{kind}", f"/rulings/{case}", nobody
        yield f"/rulings/{kind}.svg", f"/rulings/{kind}.svg?{query}", nobody
    for door in doors(one.app):
        if door.method != "GET" or door.api:
            continue
        papers = [{"kind": kind} for kind in ALL_PAPERS] if door.address.endswith("/documents/<kind>.pdf") else [{}]
        secret = {door.places[0]: one.secrets[door.secret]["valid"]} if door.secret in one.secrets else {}
        callers = [caller for caller in one.callers if caller.name in SEES_ALL]
        callers += [replace(callers[-1], about=later(one))] if "tournament" in door.places else []
        for caller in callers:
            for paper in papers:
                path = door.filled(one, {**caller.about, **secret, **paper})
                yield door.address, path + (f"?{QUERIES[door.address]}" if door.address in QUERIES else ""), caller


def note(one, found, link):
    """Add a link to its endpoint."""
    parts = urlsplit(link)
    endpoint, _values = one.app.url_map.bind("localhost").match(unquote(parts.path), method="GET")
    found.by_endpoint.setdefault(endpoint, set()).add(link)


# ---- what each kind of link must show: `page` has opened it, `parts` is the link, `one` its world


def says(*texts):
    """Return a check that the page contains these texts."""

    def check(page, _one, _parts):
        for text in texts:
            expect(page.locator("main")).to_contain_text(text)

    return check


def token_of(parts) -> str:
    return parts.path.rpartition("/")[2]


def game(page, one, parts):
    """Check that the scores are the engine's, before and after the button."""
    with one.app.app_context():
        token = token_of(parts)
        opening = share_links.find_link_target(token)
        scores = game_state.load(authorization.access_by_token(opening.game_id, token)).state.scores
    shown = [int(text.replace("\u2212", "-")) for text in page.locator(".games .score").all_inner_texts()]
    assert shown == [*scores]
    page.get_by_role("button", name="Open the game on this device").click()
    expect(page.locator("#board .board-score")).to_have_text([str(score) for score in scores])
    assert page.locator("form#pad").count() == (opening.role == "score")


def table(page, one, parts):
    """Check that the page shows the table's number and every player."""
    with one.app.app_context():
        access = tournament_entrance.table(token_of(parts))
        board = tournament_board.load(access)
        here = board.table(access.round, access.table)
        names = [board.names[who] for side in here.sides for who in side]
    expect(page.locator("main")).to_contain_text(f"Table {access.table}")
    for name in names:
        expect(page.locator("main")).to_contain_text(name)


def rules_card(page, one, parts):
    """Check that the page has every sentence of the rule card."""
    base, options = parts.path.rpartition("/")[2], dict(parse_qsl(parts.query))
    options.pop("name", None)
    rules = rules_from_query(base, options)
    text = " ".join(page.locator("main").inner_text().split())
    for _heading, sentences in rule_card(EN, rules):
        for sentence in sentences:
            assert " ".join(sentence.split()) in text, sentence


def ruling(page, _one, parts):
    """Check that the page has the engine's answer, also under its own link."""
    answer = engines_answer(parts)
    for again in (False, True):
        if again:
            own = urlsplit(page.locator(".keep .address").input_value())
            go(page, urlunsplit((*urlsplit(page.url)[:2], *own[2:])))
        page.wait_for_load_state("networkidle")
        expect(page.locator("#answer")).to_contain_text(answer)
        if not answer:
            return
        assert urlsplit(page.url)[2:4] == parts[2:4]


def engines_answer(parts) -> str:
    """Return the engine's answer to the question in a link, empty if the question is incomplete."""
    reader = Reader(EN, lambda name, _parts: name, "en")
    shown = question_pages.page(reader, parts.path.rpartition("/")[2], dict(parse_qsl(parts.query)))
    return shown.values["answer"].sentence if shown.values.get("answer") else ""


def entry_form(page, one, parts):
    """Check the entry form, or the message once the tournament has begun."""
    if f"/{later(one)['tournament']}/" in parts.path:
        expect(page.locator("main")).to_contain_text("Plus tard")
        expect(page.locator("main form [name=player-0]")).to_be_editable()
    else:
        expect(page.locator("main")).to_contain_text("Entries are closed.")


def four_words(page, _one, parts):
    """Check that the join phrase is in the field and no longer in the address."""
    expect(page.locator("[name=code]")).to_have_value(parts.fragment.replace("-", " "))
    assert "#" not in page.url


def own_page(page, one, parts):
    """Check that the page shows the entrant's name and a link to their table."""
    with one.app.app_context():
        access = tournament_entrance.entrant(token_of(parts))
        name = tournament_board.load(access).names[access.entrant]
    expect(page.locator("main")).to_contain_text(name)


SHOWS = {
    "accounts.join": says("Club du Moulin", "Your name"),
    "at_table.show": table,
    "check_in.show": says("Tap your name"),
    "embedded.standings": says("All results"),
    "entry_form.show": entry_form,
    "stats.show": says("Aline & Claire", "2 of 2"),
    "household.opened": says("Join the household?"),
    "https.page": says("Trust this computer"),
    "joining.show": four_words,
    "own.opened": own_page,
    "rules.card": rules_card,
    "share.opened": game,
    "shared_rules.shared": rules_card,
    "tournaments.show": says("Soirée", "All standings"),
    **{f"rulings.{kind}": ruling for kind in RULING_PAGES},
    "rulings.compare": says("How do two rule sets differ?"),
}
"""What each link must show, by endpoint."""


def test_what_is_given_to_others_never_says_localhost(shared):
    assert shared.only_here == []


def test_of_every_kind_of_link_it_is_known_what_it_must_show(shared):
    assert set(shared.by_endpoint) == set(SHOWS)


def test_a_text_that_is_sent_is_the_one_that_is_shown(shared):
    assert {"/evenings/<day>", "/games/<int:game_id>/story"} <= set(shared.texts)
    for shown, sent in shared.texts.values():
        assert sent.endswith(shown)
        assert "Aline and Claire won, 200–0." in sent


def test_every_link_that_is_given_to_others_shows_a_stranger_what_it_is_about(made, shared, open_page):
    one, url = made
    for endpoint, links in sorted(shared.by_endpoint.items()):
        for link in sorted(links):
            open_as_stranger(open_page(errors_expected=True), url, link, one, SHOWS[endpoint])


def open_as_stranger(page, url, link, one, check):
    """Open a link as a stranger."""
    parts = urlsplit(link)
    go(page, url + urlunsplit(("", "", *parts[2:])))
    check(page, one, parts)
    page.context.close()


@pytest.mark.journey
def test_the_links_of_an_evening_show_a_stranger_what_they_are_about(made, open_page):
    one, url = made
    links = {
        "share.opened": f"/s/{one.secrets['/s/']['valid']}",
        "at_table.show": f"/t/{one.secrets['/t/']['valid']}",
        "own.opened": f"/e/{one.secrets['/e/']['valid']}",
        "entry_form.show": f"/tournaments/{later(one)['tournament']}/enter",
        "shared_rules.shared": "/rules/of/kitty?target=300",
        "rulings.over": f"/rulings/{next(case for case in CASES if case.startswith('over'))}",
    }
    for endpoint, link in links.items():
        open_as_stranger(open_page(errors_expected=True), url, link, one, SHOWS[endpoint])
