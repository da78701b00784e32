"""A form that a phone answered itself because the server was silent: the form and the new game both arrive."""

from __future__ import annotations

import uuid
from concurrent.futures import ThreadPoolExecutor
from itertools import permutations
from threading import Barrier

import pytest
from sqlalchemy import select

from scorekeeper.core.db.database import db
from scorekeeper.core.devices import visitors
from scorekeeper.engine.ruleset import named_rules
from scorekeeper.formats.rules import dump_rules, rules_to_link
from scorekeeper.games.store.change import StoredGameEvent
from scorekeeper.games.store.game import Game
from tests.visitor import NAMES

pytestmark = pytest.mark.slow

TIMES = 6


class TwoRequests:
    """Two requests of one phone for one game: the form, and the game it began itself without an answer."""

    def __init__(self, app, names=NAMES[:4]):
        self.app, self.key = app, str(uuid.uuid4())
        app.config["WTF_CSRF_ENABLED"] = False
        with app.app_context():
            self.cookie = visitors.cookie_value(visitors.make())
        rules = named_rules("kitty")
        players = {f"player-{seat}": name for seat, name in enumerate(names)}
        self.form = {"rules": rules_to_link(rules), "first_dealer": "0", "do": "start", "uuid": self.key, **players}
        about = {"id": str(uuid.uuid4()), "started_at": "2026-01-02T20:15:00-04:00"}
        header = {"format": "scorekeeper-game/2", "rules": dump_rules(rules), "players": list(names), "first_dealer": 0}
        self.beginning = {"key": self.key, "record": {**header, **about}}

    def new(self):
        """Send the form, and return its game."""
        answer = self._client().post("/games/new", data=self.form)
        assert answer.status_code == 303, answer.get_data(as_text=True)
        return int(answer.headers["Location"].rpartition("/")[2])

    def begin(self):
        """Send the beginning, and return its game."""
        answer = self._client().post("/games/begin", json=self.beginning, headers={"X-Scorekeeper": "1"}).json
        assert answer["state"] == "done", answer
        return answer["game"]

    def refused(self):
        """Return why the form is rejected."""
        answer = self._client().post("/games/new", data=self.form)
        assert answer.status_code == 422
        return answer.get_data(as_text=True)

    def _client(self):
        client = self.app.test_client()
        client.set_cookie(visitors.COOKIE, self.cookie)
        return client

    def games(self):
        """Return all games that resulted, with their ids."""
        began = (
            select(Game.id, Game.uuid)
            .join(StoredGameEvent, StoredGameEvent.game_id == Game.id)
            .where(StoredGameEvent.uuid == self.key)
        )
        with self.app.app_context():
            return db.session.execute(began).all()


@pytest.mark.parametrize("order", sorted(set(permutations(["new", "begin", "new", "begin"]))))
def test_whichever_comes_first_and_however_often_it_is_one_game(app, order):
    sent = TwoRequests(app)
    (game,) = {getattr(sent, one)() for one in order}
    assert sent.games() == [(game, sent.beginning["record"]["id"])]


def test_a_form_with_something_else_in_it_is_not_the_game_that_its_phone_began(app):
    sent = TwoRequests(app)
    sent.begin()
    sent.form["player-1"] = "Somebody else"
    assert "You already started a game here" in sent.refused()
    assert len(sent.games()) == 1


def test_released_at_the_same_moment_they_are_one_game_and_every_answer_leads_to_it(served):
    for _ in range(TIMES):
        sent = TwoRequests(served)
        works = [sent.new, sent.begin, sent.begin, sent.new]
        start = Barrier(len(works))

        def released(work, start=start):
            start.wait()
            return work()

        with ThreadPoolExecutor(len(works)) as pool:
            games = list(pool.map(released, works))
        (game,) = set(games)
        assert sent.games() == [(game, sent.beginning["record"]["id"])]
