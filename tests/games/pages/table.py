"""A game on the pad, as seen by the device that scores it."""

from __future__ import annotations

import json
import re
import uuid

from scorekeeper.core.devices import visitors
from scorekeeper.games.commands.library import game_creation
from tests.visitor import text_of, value_of

FOUR = ["Aline", "Benoît", "Claire", "Denis"]
FIVE = [*FOUR, "Émile"]
SIX = [*FIVE, "Fleur"]


class Table:
    """A game and its device."""

    def __init__(self, app, client, rules, players, events=(), first_dealer=0):
        self.app, self.client = app, client
        record = {"format": "scorekeeper-game/1", "rules": rules, "players": players}
        with app.app_context():
            self.visitor = visitors.make()
            whole = {**record, "first_dealer": first_dealer, "events": list(events)}
            self.id = game_creation.import_record(whole, self.visitor, keep_unscored=True).game_id
            cookie = visitors.cookie_value(self.visitor)
        self.client.set_cookie(visitors.COOKIE, cookie)

    def get(self, path=""):
        return self.client.get(f"/games/{self.id}{path}")

    def post(self, path="/hands", **fields):
        page = self.get()
        asked = {"revision": value_of(page, "revision"), "uuid": str(uuid.uuid4()), **fields}
        return self.client.post(f"/games/{self.id}{path}", data=asked)

    def save(self, **fields):
        answer = self.post(action="record", **fields)
        assert answer.status_code == 303, text_of(answer)
        return self.client.get(answer.location)

    @property
    def events(self):
        found = re.search(r'id="state">(.*?)</script>', self.get().get_data(as_text=True))
        return json.loads(found[1])["record"]["events"]

    @property
    def scores(self):
        text = self.get().get_data(as_text=True)
        found = re.findall(r'class="board-score">(.*?)</p>', text)
        return [int(re.sub(r"<[^>]+>", "", score).replace("−", "-")) for score in found]


def played(contractor, bid, *points, **more):
    return {"contractor": contractor, "bid": bid, "points": list(points), **more}
