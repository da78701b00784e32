"""Rulings and the rulebook on a phone: the same pages as the server's, character by character."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, quote, urlencode

import pytest

from scorekeeper.core.i18n.translation import LANGUAGES
from scorekeeper.engine.errors import GameError
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME
from scorekeeper.formats.rules import parse_rules, rules_to_link
from scorekeeper.offline.views import addresses, kit
from scorekeeper.rulebook import book
from scorekeeper.rulings.questions import links
from tests.offline.conftest import conformance
from tests.offline.packed import Desk

pytestmark = pytest.mark.slow

HOST = "192.0.2.7"
KINDS = ("auction", "discard", "play", "misdeal", "score", "over")
NAMES = "names=Aline~Beno%C3%AEt~Claire~Denis&game=7"

BOOK = [f"/rulebook/{key}".rstrip("/") for key in book.pages()] + ["/rulebook?size=a4"]
RULES = ["/rules", *(f"/rules/{name}" for name in VARIANTS_BY_NAME)]
SHORT = [f"/rulebook/rule/{name}" for name in ("auction.keep", "keep", "kitty", "nothing")] + [
    "/rulebook/nothing",
    "/rules/nothing",
]
DESK = [
    *("/rulings", "/rulings?rules=kitty&game=3&lang=fr", "/rulings?rules=nothing"),
    *(f"/rulings/{kind}?rules={rules}" for kind in KINDS for rules in VARIANTS_BY_NAME),
    *("/rulings/auction?dealer=2&calls=60.s3-75.k.p&rules=kitty", "/rulings/auction?calls=60.61&" + NAMES),
    *("/rulings/auction?calls=60.p&call=75", "/rulings/auction?calls=60.p&who=0&call=200", "/rulings/auction?calls=60&back=1"),
    *(
        "/rulings/auction?calls=x",
        "/rulings/auction?rules=nothing",
        "/rulings/auction?dealer=9",
        "/rulings/auction?calls=" + "p" * 500,
    ),
    "/rulings/discard?rules=kitty&held=AS.10S.5S.KS.QS.JS.9S.8S.7S.AH.10H.5H.KH&mode=put&discard=9S.8S.7S.5S&trump=H",
    *("/rulings/discard?rules=kitty&held=AS&tap=10S", "/rulings/discard?rules=kitty&set=trump~H", "/rulings/discard?held=AS.AS"),
    *(
        "/rulings/play?cards=AS.KS.5S.7S.10H&trump=S&" + NAMES,
        "/rulings/play?cards=AS&tap=KS",
        "/rulings/play?cards=AS.KH.5S.7S.KS",
    ),
    *("/rulings/misdeal?hand=7S.8S.9S.7H.8H.9H.7D.8D.9D", "/rulings/misdeal?hand=7S&tap=AS"),
    *("/rulings/score?scores=100.-55&contractor=0&bid=75&points=85.15&" + NAMES, "/rulings/score?set=bid~75"),
    *("/rulings/score?score0=85&boxed0=1&score1=%E2%88%92+20", "/rulings/score?points=50.60&contractor=1&bid=50"),
    *("/rulings/over?scores=205.40&contractor=0&ask=1", "/rulings/over?score0=5&score1=200", "/rulings/over?scores=1.2.3"),
    *("/rulings/compare", "/rulings/compare?a=kitty&b=le_rough", "/rulings/compare?a=zz"),
    "/rulings/compare?a=kitty&b=kitty~target-300&swap=1&a-base=kitty",
    *("/rulings/score?base=le_rough&rules=standard&scores=5.5", "/rulings/score?base=standard&opt-pack=52&rules=standard"),
]
SOUGHT = [
    "",
    *("keep", "garder", "levée", "LEVEE", "coeur", "cœur", "100 for 200", "sans atout", "xyzzy", "keep xyzzy", "<b>", "o"),
]


def asked_of(kind, request):
    """Return a conformance question as an address, or None if the pages don't support it."""
    try:
        parts = {
            "rules": rules_to_link(parse_rules(request["rules"])),
            "dropped": "".join(map(str, request.get("dropped") or ())),
        }
    except GameError:
        return None
    if kind == "auction":
        parts |= {"dealer": request["dealer"], "calls": ".".join(links.call_code(call) for call in request["calls"])}
    else:
        cards = [card for trick in request["tricks"] for card in trick]
        parts |= {"contractor": request["contractor"], "trump": request.get("trump") or "", "cards": ".".join(cards)}
    return f"/rulings/{kind}?" + urlencode({name: value for name, value in parts.items() if value != ""})


CASES = [address for kind in ("auction", "play") for case in conformance(kind) if (address := asked_of(kind, case["request"]))]


class PhoneAndServer:
    """The server and a phone with the same requests."""

    def __init__(self, app, client):
        with app.test_request_context():
            known = addresses(kit().endpoints)
            self.static = app.jinja_env.globals["asset_url"]("")
        self.client = client
        self.phone = Desk("rulebook", "search", "rulings", addresses=known)

    def plain(self, html):
        """Return the page without parts that differ between requests, and without file versions."""
        html = re.sub(r'(name="csrf_token" value=")[^"]*', r"\1", html.replace(self.static, "/static/"))
        html = re.sub(r'\n*<p class="soft"><small>[^<]*: (\d{4}-){2}\d{4}</small></p>', "", html)
        return re.sub(r'\+-[\w-]+(?=\.css")', "", html)

    def differ(self, path, lang):
        """Return the first line that differs, or an empty string."""
        self.client.set_cookie("lang", lang, domain=HOST)
        server = self.client.get(path, base_url=f"http://{HOST}")
        args = parse_qsl(path.partition("?")[2], keep_blank_values=True)
        phone = self.phone.answer(path, lang, scheme="http", host=HOST, args=args)
        if phone["status"] != server.status_code:
            return f"{path} {lang}: {server.status_code} and {phone['status']}"
        if server.location:
            same = phone["headers"]["Location"] == server.location
            return "" if same else f"{path} {lang}: {server.location} and {phone['headers']['Location']}"
        one, other = self.plain(server.text).split("\n"), self.plain(phone["body"]).split("\n")
        differing = [f"{path} {lang}: {a!r} and {b!r}" for a, b in zip(one, other, strict=False) if a != b]
        return (differing or [f"{path} {lang}: lines"])[0] if one != other else ""


@pytest.fixture
def both(app, client):
    asked = PhoneAndServer(app, client)
    yield asked
    asked.phone.close()


@pytest.mark.thorough("the same pages as the server's, in many more cases")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_of_the_rulebook_is_the_servers(both, lang):
    assert list(filter(None, [both.differ(path, lang) for path in (*BOOK, *RULES, *SHORT)])) == []


@pytest.mark.thorough("the same pages as the server's, in many more cases")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_kind_of_question_is_answered_as_by_the_server(both, lang):
    assert list(filter(None, [both.differ(path, lang) for path in DESK])) == []


@pytest.mark.thorough("tests/offline/browser/test_referee_in_the_browser.py asks the same cases")
def test_every_case_of_the_referee_is_ruled_on_as_by_the_server(both):
    assert len(CASES) > 250
    assert list(filter(None, [both.differ(path, "fr") for path in CASES])) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_search_finds_the_same(both, lang):
    words = [word for hit in book.pages() for word in book.page_title(str, hit).split()]
    queries = [*SOUGHT, *words[::3]][:60]
    assert list(filter(None, [both.differ(f"/rulebook/search?q={quote(query)}", lang) for query in queries])) == []
