"""An evening that begins offline on a phone and reaches the server over a bad network.

`python -m tests.faults.begun SEED [RATE] [ACTS]` repeats one and prints the result.
"""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import TimeoutError as TooLate

from scorekeeper.core.devices import visitors
from scorekeeper.engine.ruleset import named_rules
from scorekeeper.rules.commands import house_rules
from tests import browser as chromium
from tests.browsing.pad import FOUR, give_game, go, keep
from tests.faults.evening import RULES, Evening, ServedApp, repeat_evening
from tests.faults.evening_result import EveningResult
from tests.faults.person import game_address
from tests.faults.proxy import between

HOUSE = "At our table"
HERE = "/games/9"
"""The start of a game's address before a server has it."""


class OfflineEvening(Evening):
    """An evening that begins offline. The game's address changes once a server has it.

    `there`: the command before which the network returns. From then on it is like every evening.
    """

    others = 1

    def begin(self) -> None:
        """Start the game on its page, with saved house rules."""
        self.there = self.chance.randrange(4, 12)
        self.network.away = True
        self.knows = self.chance.random() < 0.5  # or the phone believes that there is one
        self.page.context.set_offline(self.knows)
        self.page.goto(self.game)
        self.page.locator("details:has([name=rules]) > summary").first.tap()
        self.page.locator("label:has([name=rules])", has_text=HOUSE).tap()
        for seat, name in enumerate(FOUR):
            self.page.fill(f'[name="player-{seat}"]', name)
        self._tap(self.page.locator('button[value="start"]'))
        self.page.wait_for_url(lambda url: HERE in url)
        self.game = game_address(self.page.url)

    def _left(self, frame: Any) -> None:
        if not frame.url.endswith("/games/new"):
            super()._left(frame)
        address = game_address(frame.url)
        if frame == self.page.main_frame and HERE in self.game and HERE not in address and re.search(r"/games/\d+$", address):
            self._note(f"  {self.game} is {address}")
            self.game = address

    def _network_at(self, n: int) -> None:
        if n == self.there:
            self.network.away = False
            if self.knows:
                chromium.network_is_back(self.page.context)
        elif n > self.there:
            super()._network_at(n)

    def _opens(self) -> bool:
        """Return True: the phone renders its pages itself."""
        return True

    def _change(self, entry: str, own: int) -> bool:
        """Try again if the game has just moved to the server: sending the old form shows the server's version."""
        try:
            return super()._change(entry, own)
        except TooLate:
            if game_address(self.page.url) != self.game or HERE in self.game:
                raise
            return super()._change(entry, own)

    def rematch(self) -> None:
        """Start a rematch once the server has the game."""
        self.network.away = False
        self._until_it_is_there()
        super().rematch()

    def _until_it_is_there(self) -> None:
        """Wait until the server has the game, and reload if nothing happens."""
        for _ in range(10):
            self._look_until(lambda: HERE not in self.page.url, 8)
            if HERE not in self.page.url:
                return
            go(self.page, self.game)

    def _all_left(self) -> bool:
        return super()._all_left() and HERE not in self.page.url


def one(app: Any, url: str, browser: Any, seed: int, rate: float, acts: int) -> EveningResult:
    """Play one such evening against a program at `url`."""
    context = chromium.new_context(browser)
    try:
        page = context.new_page()
        with between(url, rate=0.0, seed=seed) as (bad, network):
            give_game(ServedApp(app, bad), page, good_way=url, players=("Rosa", "Edgar", "Léa", "Yvon"))
            cookie = next(one["value"] for one in context.cookies() if one["name"] == visitors.COOKIE)
            with app.app_context():
                rules = named_rules("kitty").with_options(**RULES)
                house_rules.save(visitors.load(cookie), HOUSE, rules, base="kitty", uuid=f"house-rules-{seed}")
            page.goto(f"{bad}/rules")
            keep(page)
            chromium.until(page, lambda: page.evaluate("async () => Boolean(await caches.match('/known'))"))
            network.rate, network.ends = rate, (*network.ends, "/begin", "/copies", "/known")
            evening = OfflineEvening(app, network, page, f"{bad}/games/new", cookie, seed)
            evening.begin()
            return evening.play(acts)
    finally:
        context.close()


if __name__ == "__main__":
    repeat_evening(one)
