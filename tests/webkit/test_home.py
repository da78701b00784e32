"""The first page of an evening in WebKit: online, offline between games, in game 3 that began offline, online, a second phone."""

from __future__ import annotations

import os
import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from selenium.webdriver.common.by import By

from scorekeeper.core.devices import visitors
from scorekeeper.games.commands.authorization import access_to
from scorekeeper.games.commands.library import matches
from tests.offline.browser.test_stats_offline import COPIES
from tests.webkit.test_evening import LONG, games_of, is_stored, played
from tests.webkit.test_webkit import start_game

pytestmark = pytest.mark.webkit

PICTURES = os.environ.get("HOME_PICTURES", "")


def show_home(phone, step):
    """Open the first page, and return what it says about the running game."""
    phone.open("/")
    text = " ".join(phone.text(".now").replace("(online only)", "").split())
    if PICTURES:
        phone.browser.save_screenshot(str(Path(PICTURES) / f"webkit-{step}.png"))
    return text


def win(phone, contractor):
    for _ in range(2):
        played(phone, contractor, 90, 100)
    phone.find('form[action$="/rematch"]')
    phone.wait(lambda: not phone.browser.find_elements(By.CSS_SELECTOR, "#rows .is-pending"))


def test_the_first_page_of_an_evening_is_right_at_every_step(house, open_phone):
    phone = open_phone()
    phone.patience = LONG
    start_game(phone)
    first = phone.path
    win(phone, 0)
    with house.app.app_context():
        cookie = phone.browser.get_cookie(visitors.COOKIE)["value"]
        second = matches.rematch(access_to(int(first.rpartition("/")[2]), cookie=cookie), games_to_win=2)
    phone.open(f"/games/{second.game_id}")
    win(phone, 1)
    online = show_home(phone, "1-online")
    assert online.startswith("Tonight 1–1, game 3")
    phone.wait(lambda: is_stored(phone))
    phone.wait(lambda: len(phone.promised(COPIES)) == 2)

    house.down()
    assert show_home(phone, "2-offline-between-games") == online
    phone.tap(".now .btn--primary")
    phone.wait(lambda: "/games/9" in phone.path and phone.find("form#pad"))
    assert "Tonight 1–1" in phone.text("#tally")
    played(phone, 0, 60, 70)
    said = show_home(phone, "3-offline-in-game-3")
    assert said.startswith("Tonight 1–1, game 3")
    assert "Only on this phone" in said
    assert {"70", "30"} <= {*re.findall(r"\d+", said)}

    house.up()
    phone.ask("dispatchEvent(new Event('online'))")
    phone.wait(lambda: all(one.get("moved") for one in games_of(phone).values()))
    said = show_home(phone, "4-online-again")
    assert said.startswith("Tonight 1–1, game 3")
    assert "Only on this phone" not in said
    third = phone.find(".now .btn--primary").get_attribute("href").removeprefix(house.url)
    assert "/games/9" not in third

    phone.open(f"{third}/share")
    phone.tap('[name=role][value="score"]')
    link = phone.find(".address").get_attribute("value")
    other = open_phone()
    other.patience = LONG
    other.open(urlsplit(link).path)
    other.tap("main .btn--primary")
    other.find("form#pad")
    said = show_home(other, "5-second-phone")
    assert "game 3" in said
    assert {"70", "30"} <= {*re.findall(r"\d+", said)}
