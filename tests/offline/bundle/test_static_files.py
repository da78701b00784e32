"""The scorekeeper as static files: complete, reproducible, and an evening on a static host."""

from __future__ import annotations

import contextlib
import functools
import json
import re
import shutil
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import expect

from scorekeeper.cli.command_line import main
from scorekeeper.cli.instance import offline_files
from scorekeeper.offline.bundle import bundle
from scorekeeper.offline.static_files import PATH_PLACEHOLDER, plain_files
from scorekeeper.offline.stubs.games.game_export import as_uuid
from tests.browsing.pad import FOUR, chip, expect_scores, save_hand, scores, start_here, touch
from tests.browsing.test_accessibility import expect_accessible
from tests.compiled import bring_with_files
from tests.fixture_caches import make_texts
from tests.offline.browser.test_imported_here import same
from tests.shared_fixtures import made_once

LONG = 60_000
"""Milliseconds. The first page compiles the program."""


@pytest.fixture(scope="session")
def written(tmp_path_factory):
    """The folder that the command writes."""
    return made_once(tmp_path_factory, "plain", lambda folder: offline_files.write(folder, plain_files(), []))


@contextlib.contextmanager
def plain_host(root: Path):
    """Serve files, with `404.html` for missing ones, and record the requests."""
    asked = []

    class Handing(SimpleHTTPRequestHandler):
        def log_message(self, *_args):
            pass

        def do_GET(self):
            asked.append(self.path)
            super().do_GET()

        def do_POST(self):
            asked.append(f"POST {self.path}")
            self.send_error(405)

        def send_error(self, code, message=None, explain=None):
            if code != 404:
                return super().send_error(code, message, explain)
            body = (root / "cards" / "404.html").read_bytes()
            self.send_response(404)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            return self.wfile.write(body)

    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handing, directory=str(root)))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/cards/", asked
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture(scope="session")
def written_and_compiled(written, browser, tmp_path_factory):
    """The same with compiled code, which takes a new browser many seconds."""

    def make(folder):
        shutil.copytree(written, folder / "cards")
        with plain_host(folder) as (url, _asked):
            bring_with_files(browser, url, folder / "cards")

    return made_once(tmp_path_factory, "plain-compiled", make)


@pytest.fixture
def fresh_host(written, tmp_path):
    """A host that no browser has opened, with the files below a path: its address and its requests."""
    shutil.copytree(written, tmp_path / "host" / "cards")
    with plain_host(tmp_path / "host") as there:
        yield there


@pytest.fixture
def host(written_and_compiled):
    """A host whose files include compiled code."""
    with plain_host(written_and_compiled) as there:
        yield there


def known_to(script: str, constant: str):
    """Return a constant at the top of a worker's script."""
    text = re.match(rf'const {constant} = JSON\.parse\((".*?[^\\]")\.replaceAll', script).group(1)
    return json.loads(json.loads(text))


def addresses_in(value):
    """Return every file address in a value."""
    if isinstance(value, dict):
        return [found for one in value.values() for found in addresses_in(one)]
    if isinstance(value, list):
        return [found for one in value for found in addresses_in(one)]
    return [value] if isinstance(value, str) and value.startswith(f"{PATH_PLACEHOLDER}/") and not value.endswith("/") else []


@pytest.mark.slow
def test_every_file_that_the_workers_name_is_there(written):
    shell = known_to((written / "sw.js").read_text("utf-8"), "SHELL")
    kit = known_to((written / "phone" / "worker.js").read_text("utf-8"), "KIT")
    named = addresses_in(shell) + addresses_in(kit) + [shell["base"] + name for name in shell["statics"]]
    assert len(named) > 100
    assert [name for name in named if not (written / name.removeprefix(f"{PATH_PLACEHOLDER}/")).is_file()] == []


@pytest.mark.slow
def test_the_first_page_the_manifest_and_the_pages_name_files_that_are_there(written):
    html = (written / "index.html").read_text("utf-8")
    manifest = json.loads((written / "manifest.webmanifest").read_text("utf-8"))
    named = re.findall(r'(?:src|href)="([^"]+)"', html) + [icon["src"] for icon in manifest["icons"]]
    assert len(named) > 8
    assert [name for name in named if not (written / name).is_file()] == []
    assert manifest["start_url"] == manifest["scope"] == "./"
    assert 'http-equiv="Content-Security-Policy"' in html
    assert "unsafe" not in html


@pytest.mark.slow
@pytest.mark.thorough("the same pages as the server's, in many more cases")
def test_twice_the_same_bytes(written, monkeypatch):
    monkeypatch.setattr(bundle, "make_texts", make_texts)  # which is made once for all other tests
    again = plain_files()
    assert {name: (written / name).read_bytes() for name in again} == again


@pytest.mark.slow
def test_a_folder_with_other_files_is_refused_and_left_alone(tmp_path):
    (tmp_path / "letter.txt").write_text("Dear Aline", "utf-8")
    done = CliRunner().invoke(main, ["phone", "build", str(tmp_path)])
    assert done.exit_code == 1
    assert "contains other files" in done.output
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


@pytest.mark.slow
def test_what_was_written_before_is_replaced_and_what_else_lies_there_stays(tmp_path):
    offline_files.write(tmp_path, {"phone/old/engine.js": b"1", "index.html": b"1"}, [])
    (tmp_path / "CNAME").write_text("cards.example.org", "utf-8")
    before = offline_files.earlier_files(tmp_path)
    assert sorted(before) == ["index.html", "phone/old/engine.js"]
    offline_files.write(tmp_path, {"index.html": b"2"}, before)
    assert (tmp_path / "index.html").read_bytes() == b"2"
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["CNAME", "index.html", offline_files.MARK]


@pytest.mark.slow
def test_a_list_that_names_files_elsewhere_removes_none(tmp_path):
    (tmp_path / offline_files.MARK).write_text(
        json.dumps({"files": {"../letter.txt": "", "/etc/passwd": "", "a.js": ""}}), "utf-8"
    )
    assert offline_files.earlier_files(tmp_path) == ["a.js"]


hand = functools.partial(save_hand, patience=LONG)


@pytest.mark.browser
def test_a_game_without_a_server_and_the_same_game_on_one(fresh_host, open_page, client):
    url, asked = fresh_host
    page = open_page(keeps=True, errors_expected=True)
    page.set_default_timeout(LONG)
    page.goto(url)
    page.wait_for_selector(".masthead", timeout=LONG)
    expect(page.locator('main a[href$="/games/new"]')).to_be_visible()
    expect(page.locator('a[href*="/club"], a[href*="/paper"], a[href*="/help"]')).to_have_count(0)
    since = len(asked)

    page.goto(f"{url}games/new")
    for seat, name in enumerate(FOUR):
        page.fill(f'[name="player-{seat}"]', name)
    page.click('button[value="start"]')
    page.wait_for_selector("form#pad")
    address = page.url
    assert address.startswith(f"{url}games/9")
    hand(page, 0, 75, 85, ("85", "15"))
    hand(page, 1, 80, 90, ("95", "105"))
    page.reload()
    expect_scores(page, "95", "105")

    page.goto(f"{address}/hands/3/edit")
    touch(chip(page, "points", 80))
    touch(page.locator("#changebar [value=record]"))
    page.wait_for_url(re.compile(f"{re.escape(address)}([?#].*)?$"))
    expect_scores(page, "105", "95")
    expect(page.locator("#rows .is-pending")).to_have_count(0)

    page.locator(".menu summary").click()
    with page.expect_download() as saved:
        page.locator('.menu a[href$="/record.json"]').click()
    record = json.loads(Path(saved.value.path()).read_text("utf-8"))
    assert [event["points"] for event in record["events"]] == [[85, 15], [20, 80]]

    page.goto(f"{address}/share")
    expect(page.locator("main")).to_contain_text("has no server")
    page.goto(address)
    # Nobody was asked for any page, and nothing was sent.
    of_pages = [path for path in asked[since:] if not re.search(r"\.(js|css|json|woff2|svg|png|webmanifest)$|/kept/", path)]
    assert of_pages == []

    answer = client.post("/games/bring-in", data={"text": json.dumps(record), "uuid": "one-key-for-it"}, follow_redirects=True)
    assert answer.status_code == 200
    told = client.get(f"{answer.request.path}/record.json").get_json()
    bare = [[{k: v for k, v in event.items() if k != "at"} for event in one["events"]] for one in (told, record)]
    assert bare[0] == bare[1]
    assert [told[name] for name in ("id", "players", "rules")] == [record[name] for name in ("id", "players", "rules")]
    theirs = open_page(javascript=False)
    theirs.set_content(answer.get_data(as_text=True))
    assert scores(theirs) == scores(page) == ["105", "95"]


def open_offline(host, open_page, **options):
    """Return a phone that has opened the program once and is now offline."""
    page = open_page(keeps=True, errors_expected=True, bypass_csp=True, **options)
    page.set_default_timeout(LONG)  # any page may be the first that needs a part of the program
    page.goto(host[0])
    page.wait_for_selector(".masthead", timeout=LONG)
    page.context.set_offline(True)
    return page


def new_game(page, url):
    return start_here(page, url.rstrip("/"), *FOUR)


def records(page, path):
    """Return the records in a page's file."""
    text = page.evaluate("async (path) => (await fetch(path)).text()", path)
    return [json.loads(line) for line in text.splitlines() if line]


def choose(page, url, text):
    """Import a file on its page."""
    page.goto(f"{url}games/bring-in")
    page.set_input_files('[name="file"]', {"name": "200.jsonl", "mimeType": "application/x-ndjson", "buffer": text.encode()})
    page.locator("main form .btn--primary").click()


@pytest.mark.browser
def test_an_evening_without_a_network_goes_to_another_phone_and_to_a_server_whole_and_once(host, open_page, client):
    url, asked = host
    page = open_offline(host, open_page)
    since = len(asked)
    expect(page.locator(".blank")).to_contain_text("Your games stay on this device")
    expect(page.locator(".blank")).not_to_contain_text("sheet")
    first = new_game(page, url)
    hand(page, 0, 75, 85, ("85", "15"))
    second = new_game(page, url)
    hand(page, 1, 80, 90, ("10", "90"))
    expect(page.locator('form#pad [name="revision"]')).to_have_value("2")  # the answer to the first hand is there
    hand(page, 2, 60, 70, ("80", "120"))
    expect(page.locator('form#pad [name="revision"]')).to_have_value("3")
    page.goto(url)
    with page.expect_download() as saved:
        page.locator(".home-menu summary").click()
        page.locator('a[href$="/games/all.jsonl"]').click()
    text = Path(saved.value.path()).read_text("utf-8")
    told = [json.loads(line) for line in text.splitlines()]
    assert [len(one["events"]) for one in told] == [1, 2]
    assert told == records(page, f"{first}/record.json") + records(page, f"{second}/record.json")

    other = open_offline(host, open_page, language="fr-CA")
    choose(other, url, text)
    expect(other.locator("main")).to_contain_text("2")
    expect(other.locator("main .games li")).to_have_count(2)
    choose(other, url, text)
    expect(other.locator("main .games li")).to_have_count(2)
    assert same(records(other, f"{url}games/all.jsonl"), told)

    answer = client.post("/games/bring-in", data={"text": text, "uuid": "one-key-for-it"})
    assert answer.status_code == 200
    there = [json.loads(line) for line in client.get("/games/all.jsonl").get_data(as_text=True).splitlines()]
    assert same(there, told)
    assert [path for path in asked[since:] if path.startswith("/cards/games")] == []


@pytest.mark.browser
def test_a_game_that_is_over_has_its_rematch_and_no_sheet_that_a_server_makes(host, open_page):
    page = open_offline(host, open_page)
    game = new_game(page, host[0])
    hand(page, 0, 90, 100, ("100", "0"))
    hand(page, 2, 90, 100, ("200", "0"))
    expect(page.locator("#rows .is-pending")).to_have_count(0)  # rendered by the code that answers the pages
    expect(page.locator('main a[href$="/sheet.pdf"]')).to_have_count(0)
    touch(page.locator('form[action$="/rematch"] .btn--primary'))
    page.wait_for_url(lambda url: "/games/9" in url and not url.startswith(game))
    expect(page.locator("form#pad")).to_be_visible()


@pytest.mark.browser
def test_what_a_family_wants_to_know_afterwards_is_there_without_a_server(host, open_page):
    url, _asked = host
    page = open_offline(host, open_page)
    game = new_game(page, url)
    hand(page, 0, 75, 85, ("85", "15"))
    hand(page, 1, 80, 90, ("95", "105"))
    expect(page.locator('form#pad [name="revision"]')).to_have_value("3")
    page.goto(url)
    page.locator('a[href$="/stats"]').click()
    expect(page.locator("main")).to_contain_text("1 in play")
    expect(page.locator("main")).not_to_contain_text("Offline:")
    page.goto(f"{url}library")
    expect(page.locator(".games > li")).to_have_count(1)
    for path, text in (("story", "hand 2"), ("board", "105"), ("odds", "about 5 in 10")):
        page.goto(f"{game}/{path}")
        expect(page.locator("main")).to_contain_text(text)
    page.goto(f"{url}laboratory?rules=kitty")
    expect(page.locator("#told")).to_be_visible()


@pytest.mark.browser
@pytest.mark.parametrize(("language", "dark"), [("en-CA", False), ("fr-CA", True)])
def test_axe_finds_nothing_on_the_pages_without_a_server(host, open_page, language, dark):
    url, _asked = host
    page = open_offline(host, open_page, language=language, dark=dark)
    expect_accessible(page, "the first page")
    game = new_game(page, url)
    hand(page, 0, 75, 85, ("85", "15"))
    expect(page.locator('form#pad [name="revision"]')).to_have_value("2")
    expect_accessible(page, "the pad")
    (record,) = records(page, f"{game}/record.json")
    for path in ("", "games/new", "settings", "rulebook", "rules", "rulings", "games/bring-in", "clubs"):
        page.goto(url + path)
        expect_accessible(page, path)
    for path in ("history", "names", "hands/2", "hands/2/edit", "take-off", "share"):
        page.goto(f"{game}/{path}")
        expect_accessible(page, path)
    choose(page, url, "{")
    expect(page.locator(".faults")).to_be_visible()
    expect_accessible(page, "a file that is refused")
    otherwise = {**record, "events": [{**record["events"][0], "points": [80, 20]}, {"kind": "passed_out"}]}
    choose(page, url, json.dumps(otherwise))
    expect(page.locator('[name="take-1"]').first).to_be_visible()
    expect_accessible(page, "a game told on two phones")
    page.locator('[name="take-0"][value="there"]').check()
    page.locator("main form .btn--primary").click()
    page.wait_for_selector("form#pad")
    expect_scores(page, "80", "20")


@pytest.mark.browser
def test_an_address_below_in_french_and_what_needs_a_server(host, open_page):
    url, _asked = host
    page = open_page(keeps=True, errors_expected=True, language="fr-CA")
    page.set_default_timeout(LONG)
    page.goto(f"{url}rulebook/how-to-play")
    page.wait_for_selector(".topbar", timeout=LONG)
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    assert page.url == f"{url}rulebook/how-to-play"
    page.goto(f"{url}desk")
    expect(page.locator("main")).to_contain_text("Cette application n’a pas de serveur")
    page.goto(f"{url}rulings/score?contractor=0&bid=75&points=85.15")
    expect(page.locator('.menu a[href$="/paper"]')).to_have_count(0)  # dead links are gone
    expect(page.locator("main details:has(img)")).to_have_count(0)  # its picture comes from a server
    page.goto(f"{url}settings")
    page.locator('label.chip:has(> [name="lang"][value="en"])').click()
    page.locator("main form .btn--primary").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("485dce7c7b115e486756fb6e035340e0", "485dce7c-7b11-5e48-6756-fb6e035340e0"),
        ("485DCE7C-7B11-5E48-6756-FB6E035340E0", "485dce7c-7b11-5e48-6756-fb6e035340e0"),
        ("begin-1", None),
        ("485dce7c7b115e486756fb6e035340eg", None),
    ],
)
def test_keys_stand_in_records_as_a_server_reads_them(key, told):
    assert as_uuid(key) == told
