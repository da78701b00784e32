"""An evening recorded on one phone over a bad network, with real taps.

`python -m tests.faults.evening SEED [RATE] [ACTS]` repeats one and prints the result.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Error as Failed
from sqlalchemy import select

from scorekeeper import create_app
from scorekeeper.core.db.database import db
from scorekeeper.core.devices import visitors
from scorekeeper.games.commands import authorization, game_state
from scorekeeper.games.store.change import StoredGameEvent
from scorekeeper.games.store.link import Grant
from scorekeeper.server.startup.bootstrap import upgrade_database
from tests import browser as chromium
from tests.browsing.pad import give_game, go
from tests.faults.evening_result import EveningResult
from tests.faults.page_queries import BAR, KEPT
from tests.faults.person import Person
from tests.faults.proxy import between
from tests.fixtures.serving import serving

RULES = {"target": 5000, "opponents_score": "always", "hundred_wins": True}
"""A game that only ends when a contractor's camp takes all 100, and never needs the other bids."""
AFTER = 3
"""Actions after the rematch."""


class Evening(Person):
    """A number of actions by one person, and the result. `others`: untouched games of this phone."""

    others = 0

    def play(self, acts: int) -> EveningResult:
        """Do that many actions, then wait on a good network until everything has left the phone."""
        go(self.page, self.game)
        ways = (
            self.hand,
            self.hand,
            self.hand,
            self.bid_first,
            self.passed_out,
            self.undo,
            self.mend,
            self.strike,
            self.reload,
            self.back,
            self.begin_again,
            self.in_another_tab,
            self.correct,
        )
        for n in range(acts):
            if n == acts - AFTER:
                self.rematch()
            self._network_at(n)
            self.told.acts += 1
            way = self.chance.choice(ways)
            self._note(f"{way.__name__}, {'away' if self.network.away else 'there'}, {len(self.expected)} hands")
            try:
                way()
            except (Failed, AssertionError) as error:
                self._note(f"{str(error)[:200]} at {self.page.url}: {self._see(BAR)}")
                raise AssertionError("\n".join(self.told.journal)) from error
            self._questions()
        self._settle()
        self.told.met = dict(self.network.met)
        return self.told

    def _network_at(self, n: int) -> None:
        """Take the network away or restore it before some actions."""
        if n % 10 == 5:
            self.network.away = self.network.rate > 0 and self.chance.random() < 0.5
        elif n % 10 == 9:
            self.network.away = False

    def _questions(self) -> None:
        entries = self._see(KEPT) or []
        for state in ("asked", "refused", "closed"):
            found = [entry for entry in entries if entry["state"] == state]
            if not found:
                continue
            self.told.wrong.append(str(found))
            if state == "asked":
                self.told.false_questions += len(found)
            else:
                self.told.refused += len(found)
            button = self.page.locator(".slip--clash [data-do='again']").first
            button.tap(timeout=3000)

    def _settle(self) -> None:
        self.network.away, self.network.rate = False, 0.0
        self._look_until(self._all_left)
        left = self._see(KEPT)
        if left:
            self.told.wrong.append(f"still here: {left}")
        for game, expected in [*self.played, (self.game, self.expected)]:
            found = self.recorded(game)
            rest = list(found)
            for hand in expected:
                if hand in rest:
                    rest.remove(hand)
                else:
                    self.told.lost += 1
            self.told.twice += len(rest)
            if found != expected:
                self.told.wrong.append(f"{expected} told, {found} recorded")
                self.told.journal += self.changes(game)
        games, wanted = len(self.kept_games()), self.others + 1 + len(self.played)
        if games != wanted:
            self.told.wrong.append(f"{games} games, of {wanted}")

    def _all_left(self) -> bool:
        """Return whether the server has everything the phone has."""
        return not self._see(KEPT)

    def recorded(self, game: str) -> list[tuple[Any, ...]]:
        """Return the hands on the server."""
        with self.app.app_context():
            shown = game_state.load(authorization.access_to(int(game.rpartition("/")[2]), cookie=self.cookie))
            return [event_as_entered(entry.event) for entry in shown.entries]

    def changes(self, game: str) -> list[str]:
        """Return the server's log of a game, one line for each event."""
        with self.app.app_context():
            its = (
                select(StoredGameEvent)
                .where(StoredGameEvent.game_id == int(game.rpartition("/")[2]))
                .order_by(StoredGameEvent.revision)
            )
            return [
                f"{one.revision} {one.at:%H:%M:%S.%f} {one.action} {one.uuid} entry {one.entry} undoes {one.undoes} {one.after}"
                for one in db.session.scalars(its)
            ]

    def kept_games(self) -> list[int]:
        """Return the ids of this phone's games."""
        with self.app.app_context():
            visitor = visitors.load(self.cookie)
            return list(db.session.scalars(select(Grant.game_id).where(Grant.device_id == visitor.id))) if visitor else []


def event_as_entered(event: Any) -> tuple[Any, ...]:
    """Return a recorded event as the person entered it."""
    return (event.contractor, event.bid, event.points[0]) if event.kind == "played" else (event.kind,)


def one(app: Any, url: str, browser: Any, seed: int, rate: float, acts: int) -> EveningResult:
    """Play one evening against a program at `url`."""
    context = chromium.new_context(browser)
    try:
        page = context.new_page()
        with between(url, rate=rate, seed=seed) as (bad, network):
            served = ServedApp(app, bad)
            game = give_game(served, page, good_way=url, **RULES)  # an evening is not about compiling
            cookie = next(one["value"] for one in context.cookies() if one["name"] == visitors.COOKIE)
            return Evening(app, network, page, game, cookie, seed).play(acts)
    finally:
        context.close()


@dataclass(frozen=True)
class ServedApp:
    """An application, and its address for the phone."""

    app: Any
    url: str


def repeat_evening(play: Callable[..., EveningResult]) -> None:
    """Repeat one evening with the command line's arguments."""
    seed, rate, acts = (float(text) for text in [*sys.argv[1:], "0.3", "40"][:3])
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(instance_path=folder)
        upgrade_database(app)
        with serving(app) as port, chromium.launch() as browser:
            told = play(app, f"http://127.0.0.1:{port}", browser, int(seed), rate, int(acts))
        print(told if told.sound else told.story)
        with app.app_context():
            app.extensions["sqlalchemy"].engine.dispose()


if __name__ == "__main__":
    repeat_evening(one)
