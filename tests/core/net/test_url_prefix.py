"""Running below a path: trusted headers, and no link that leaves the path."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from scorekeeper.clubs.commands.accounts import operator
from scorekeeper.core.config.settings import PATH_PREFIX, WrongSetting
from scorekeeper.core.net import proxies, url_prefix
from scorekeeper.core.pages.web_fonts import folder as fonts_folder
from tests.crawler import Walk
from tests.prefix_proxy import Stripping
from tests.tournaments.club_night import PASSWORD
from tests.visitor import form, start

pytestmark = pytest.mark.slow

HOST = "club.example"
TOLD = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https", "X-Forwarded-Host": HOST}


@pytest.fixture
def behind(make_app, tmp_path):
    """A visitor of a program behind a proxy that strips `/cards`."""

    def make(name="one", prefix="/cards", **settings):
        app = make_app(tmp_path / name, TRUSTED_PROXIES=proxies.parse_proxies("1"), WTF_CSRF_ENABLED=False, **settings)
        app.wsgi_app = Stripping(app.wsgi_app, prefix)
        return app.test_client()

    return make


# ---- trusted headers


@pytest.mark.parametrize("text", ["", "/cards", "/our/cards", "/C_a.r~d-s/2"])
def test_a_path_is_taken_as_it_is(text):
    assert url_prefix.parse_prefix(text) == text


@pytest.mark.parametrize(
    "text",
    [
        *("/", "cards", "/cards/", "//evil.example", "/a//b", "/a/../b", "/."),
        *("/a b", "/é", "/a%2fb", "/a\\b", "/a?b", '/"', "/a\n", "/" + 200 * "a"),
    ],
)
def test_whatever_may_be_read_in_two_ways_is_no_path(monkeypatch, text):
    with pytest.raises(ValueError, match=re.escape(text)):
        url_prefix.parse_prefix(text)
    if text.strip() == text:
        monkeypatch.setenv("SCOREKEEPER_PREFIX", text)
        with pytest.raises(WrongSetting, match="SCOREKEEPER_PREFIX"):
            PATH_PREFIX.value()


@pytest.mark.parametrize("said", ["//evil.example", "/a/../b", "/a b", '/"onload', "evil", "/" + 300 * "a"])
def test_a_proxy_that_says_no_path_is_told_so_and_nothing_of_it_becomes_an_address(make_app, said):
    app = make_app(TRUSTED_PROXIES=proxies.parse_proxies("1"))
    refused = app.test_client().get("/", headers={**TOLD, "X-Forwarded-Prefix": said})
    assert refused.status_code == 421
    assert "X-Forwarded-Prefix" in refused.text
    assert "/cards" in refused.text, "what would be right"
    assert refused.mimetype == "text/plain"
    assert app.test_client().get("/up", headers={**TOLD, "X-Forwarded-Prefix": said}).status_code == 200


def test_proxies_one_behind_the_other_each_take_a_part(make_app):
    client = make_app(TRUSTED_PROXIES=proxies.parse_proxies("2")).test_client()
    both = client.get("/", headers={**TOLD, "X-Forwarded-Prefix": "/evil, /club/, /cards"})
    assert 'href="/club/cards/api"' in both.text
    assert "/evil" not in both.text


def test_where_the_setting_says_it_a_proxy_may_take_it_away_or_not_and_say_the_same(make_app):
    client = make_app(PREFIX="/cards", TRUSTED_PROXIES=proxies.parse_proxies("1")).test_client()
    for path, headers in (
        ("/cards/rulebook", {}),
        ("/rulebook", {}),
        ("/rulebook", {**TOLD, "X-Forwarded-Prefix": "/cards"}),
    ):
        page = client.get(path, headers=headers)
        assert page.status_code == 200
        assert 'href="/cards/"' in page.text
    other = client.get("/rulebook", headers={**TOLD, "X-Forwarded-Prefix": "/evil"})
    assert other.status_code == 421
    assert "/cards" in other.text
    assert client.get("/cardsharp").status_code == 404
    onward = client.get("/cards?lang=fr")
    assert (onward.status_code, onward.location) == (308, "/cards/?lang=fr")
    assert client.get("/up").status_code == client.get("/cards/up").status_code == 200


def test_a_path_of_the_program_is_no_trouble_where_the_proxy_says_that_it_took_it_away(behind):
    client = behind(prefix="/games")
    game = client.post("/games/games/new", data=form()).location
    assert game.startswith("/games/games/")
    assert client.get(game).status_code == 200


def test_a_server_that_the_program_hangs_in_says_it_by_script_name(make_app):
    client = make_app().test_client()
    page = client.get("/rulebook", environ_overrides={"SCRIPT_NAME": "/cards"})
    assert 'href="/cards/"' in page.text
    assert 'href="/"' not in page.text


# ---- nothing leads elsewhere


def furnish(client, prefix):
    """Create a club with games, a tournament and a season through the program's pages."""
    with client.application.app_context():
        begun = {"name": "Rita", "password": PASSWORD, "club": "Club", "code": operator.first_account_code()}
    assert client.post(f"{prefix}/club/start", data=begun).status_code == 303
    game = client.post(f"{prefix}/games/new", data=form()).location
    assert game.startswith(f"{prefix}/games/")
    return game


@pytest.mark.thorough("follows every link of the program")
def test_a_visitor_who_follows_everything_never_leaves_the_path(behind, cut_fonts):
    client = behind()
    shutil.copytree(cut_fonts, fonts_folder(Path(client.application.instance_path)), dirs_exist_ok=True)
    walk = Walk(client, "/cards")
    game = furnish(client, "/cards")
    for address in (
        "/cards/",
        game,
        "/cards/desk",
        "/cards/sw.js",
        "/cards/phone/worker.js",
        "/cards/offline/fr",
        "/cards/kept/en",
        "/cards/api/v1/openapi.json",
    ):
        walk.add("/cards/", address)
    walk.add("/cards/", "/cards/games/new", form())  # at its default it begins none
    asked = walk.go()
    assert not walk.out
    assert not client.application.wsgi_app.strangers
    assert not walk.broken
    assert asked > 100, sorted(walk.seen)
    kinds = {kind for kind, _read in walk.kinds}
    assert {"/cards/rulebook", "/cards/desk", "/cards/settings", "/cards/manifest.webmanifest", "/cards/games/#/share"} <= kinds
    assert any(kind.startswith("/cards/static/") for kind in kinds)
    assert any(kind.startswith("/cards/fonts/") for kind in kinds)


def test_the_walk_finds_what_leads_out(make_app, tmp_path):
    # Without the setting, the program's links bypass the proxy.
    app = make_app(tmp_path / "untold", WTF_CSRF_ENABLED=False)
    app.wsgi_app = Stripping(app.wsgi_app, "/cards", says=False)
    walk = Walk(app.test_client(), "/cards")
    walk.add("/cards/", "/cards/")
    walk.go()
    assert {line.partition(": ")[2] for line in walk.out} >= {"/api", "/manifest.webmanifest", "goes on to /?"}


# ---- addresses for programs and phones


@pytest.mark.thorough("follows every link of the program")
def test_the_service_worker_and_the_worker_know_the_path_and_keep_what_is_theirs_under_it(behind):
    client = behind()
    shell = json.loads(client.get("/cards/sw.js").text.partition("const SHELL = ")[2].partition(";\n")[0])
    assert shell["root"] == "/cards"
    addresses = [shell["base"], *shell["files"], *shell["kit"], *shell["optional"], *shell["offline"].values()]
    assert addresses
    assert all(address.startswith("/cards/") for address in addresses)
    kit = json.loads(client.get("/cards/phone/worker.js").text.partition("const KIT = ")[2].partition(";\n")[0])
    assert kit["root"] == "/cards"
    assert all(url.startswith("/cards/phone/") for url in (kit["brython"], kit["engine"], *kit["messages"].values()))
    assert client.get(kit["engine"]).status_code == 200


def test_a_program_answers_a_game_of_its_own_with_addresses_below_the_path(behind):
    client = behind()
    made = client.post(
        "/cards/api/v1/games", json={"rules": "kitty", "players": ["A", "B", "C", "D"]}, headers={"X-Scorekeeper": "1"}
    )
    if made.status_code == 201:
        assert made.headers["Location"].startswith("/cards/api/v1/games/")
    else:
        assert made.json["type"].startswith("/cards/api#")
    missing = client.get("/cards/api/v1/games/999999")
    assert missing.json["type"].startswith("/cards/api#")
    assert "https://localhost/cards/" in client.get("/cards/api", base_url="https://localhost").text


def test_a_link_that_is_handed_out_has_the_path(behind):
    client = behind()
    game = furnish(client, "/cards")
    page = client.post(f"{game}/share", data={"role": "watch"}, follow_redirects=True)
    link = re.search(r"http://[\w.:-]+(/cards/s/[\w.-]+)", page.text)
    assert link
    opened = client.application.test_client().get(link[1])
    assert opened.status_code in (200, 303)


def test_whoever_is_sent_on_stays_below_the_path(behind):
    client = behind()
    furnish(client, "/cards")
    for target in ("/elsewhere", "//evil.example", "/cards//evil.example", "/cardsharp", "/cards\\evil"):
        onward = client.post("/cards/language", data={"lang": "fr", "next": target})
        assert onward.location == "/cards/", target
    assert client.post("/cards/language", data={"lang": "fr", "next": "/cards/rulebook"}).location == "/cards/rulebook"
    stranger = client.application.test_client()
    asked = stranger.get("/cards/desk")
    assert asked.location.startswith("/cards/club/sign-in?next=/cards/desk")


def test_two_programs_below_paths_of_one_host_have_cookies_of_their_own(behind):
    one, two = behind("one", "/cards"), behind("two", "/bridge")
    for client, prefix in ((one, "/cards"), (two, "/bridge")):
        page = client.post(f"{prefix}/games/new", data=form())
        paths = {re.search(r"(?i); path=([^;]*)", cookie)[1] for cookie in page.headers.getlist("Set-Cookie")}
        assert paths == {prefix}


def test_what_is_kept_for_one_game_is_kept_below_its_own_path(behind):
    client = behind()
    game = client.post("/cards/games/new", data=form()).location
    told = client.post(f"{game}/auction", data={"mode": "calls", "revision": "1"})
    (path,) = (re.search(r"(?i); path=([^;]*)", one)[1] for one in told.headers.getlist("Set-Cookie") if "auction" in one)
    assert path == game


def test_secure_cookies_of_https_at_home_have_a_name_that_browsers_take_for_a_path(make_app):
    client = make_app(HTTPS=True, PREFIX="/cards", WTF_CSRF_ENABLED=False).test_client()
    made = client.post("/cards/games/new", data=form(), base_url="https://localhost")
    cookies = made.headers.getlist("Set-Cookie")
    assert cookies
    assert all(cookie.startswith("__Secure-") for cookie in cookies if "secure" in cookie.lower())
    assert client.get(made.location, base_url="https://localhost").status_code == 200


def test_without_a_path_nothing_of_it_is_written(app):
    client = app.test_client()
    game = start(client)
    for address in ("/", game, "/sw.js", "/phone/worker.js", "/manifest.webmanifest"):
        text = client.get(address).text
        assert "data-root" not in text
        assert '"root"' not in text
    assert 'href="/api"' in client.get("/").text


def test_style_sheets_for_paths_without_end_are_neither_kept_nor_compressed(make_app):
    app = make_app(TRUSTED_PROXIES=proxies.parse_proxies("1"))
    client = app.test_client()

    for number in range(30):
        sheet = client.get("/static/css/core/fonts.css", headers={**TOLD, "X-Forwarded-Prefix": f"/p{number}"})
        assert f"url(/p{number}/fonts/" in sheet.text
    stored = {path.name.partition(".")[0] for path in (Path(app.instance_path) / "static").glob("*")}
    assert len(stored) <= 8
