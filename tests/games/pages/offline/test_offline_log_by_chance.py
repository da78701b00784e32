"""A phone's log at random: requests and answers lost, repeated, late; two phones; restarts."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.games.commands.offline import noop_commands
from tests.games.kitchen_table import hand, key
from tests.games.pages.offline.test_offline_log import Phones
from tests.tiers import examples

ACTS = st.lists(
    st.tuples(
        st.sampled_from(["hand", "hand", "hand", "passed", "open", "undo", "strike", "correct"]),
        st.integers(0, 3),
        st.sampled_from([50, 60, 75, 90]),
        st.lists(st.sampled_from(["lost", "answer lost", "twice", "much later"]), max_size=3),
    ),
    max_size=12,
)


class Model:
    """A phone's log as `docs/reference/offline-log.md` describes it, and the expected record."""

    def __init__(self, phone):
        self.phone = phone
        self.held = []
        self.before = None
        self.seen = 1
        self.expected = {}

    def act(self, what, seat, bid, fates):
        """Store one command, and send it until it is answered."""
        hands = list(self.expected)
        content = {"do": "record", "event": hand(seat, bid, (65, 35))}
        if what == "passed":
            content = {"do": "record", "event": {"kind": "passed_out", "note": " "}}
        elif what == "open":
            content = {"do": "open", "event": {"contractor": seat, "bid": bid}}
        elif what != "hand" and hands:
            of = hands[seat % len(hands)]
            content = {"do": what, "of": of, **({"event": hand(seat, bid)} if what == "correct" else {})}
        sent = {**content, "named": key(), "seen": self.seen, "after": self.before}
        for fate in fates:
            if fate == "much later":
                self.held.append(sent)
            elif fate != "lost":
                for _ in range(1 + (fate == "twice")):
                    self.phone.says(**sent)
        found = self.phone.says(**sent)
        assert found["state"] == "done", found
        self.before = sent["named"]
        self._expect(content, sent["named"])

    def _expect(self, content, named):
        if content["do"] == "record":
            event = content["event"]
            self.expected[named] = (event.get("kind"), event.get("contractor"), event.get("bid"))
        elif content["do"] == "correct":
            self.expected[content["of"]] = (None, content["event"]["contractor"], content["event"]["bid"])
        elif content["do"] in ("undo", "strike"):
            del self.expected[content["of"]]


@pytest.mark.slow
@settings(max_examples=examples(15), suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(acts=ACTS)
def test_whatever_the_network_does_every_act_of_a_phone_counts_once_and_it_is_never_asked(app, acts):
    phones = Phones(app, target=5000, hole_limit=5000)  # a game that does not end
    model = Model(phones.one)
    for n, act in enumerate(acts):
        model.act(*act)
        if n % 3 == 2 and model.held:  # a request that was given up arrives late
            phones.one.says(**model.held.pop(0))
    for late in model.held:
        phones.one.says(**late)
    found = [(e.event.kind, getattr(e.event, "contractor", None), getattr(e.event, "bid", None)) for e in phones.game().entries]
    assert found == [(kind or "played", seat, bid) for kind, seat, bid in model.expected.values()]


def test_a_correction_that_changed_nothing_changes_nothing_either_when_it_comes_again_after_an_undo(app):
    phone = Phones(app, target=5000, hole_limit=5000).one
    recorded, correction = key(), {"do": "correct", "event": hand(0, 90), "named": key()}
    phone.says(do="record", event=hand(0, 90), named=recorded)
    asked = {**correction, "of": recorded, "seen": 2, "after": recorded}
    phone.says(**asked)
    phone.says(do="undo", of=recorded, after=correction["named"])
    phone.says(**asked)
    assert not phone.phones.game().entries


def test_a_bid_that_stood_already_is_not_saved_again_by_a_late_copy(app):
    phone = Phones(app).one
    saved = {"do": "open", "event": {"contractor": 0, "bid": 60}}
    phone.says(**saved, named=key())
    again = {**saved, "named": key(), "seen": 2}
    phone.says(**again)
    phone.says(do="record", event=hand(0, 60), named=key(), seen=2, after=again["named"])
    assert phone.says(**again)["state"] == "done"
    assert phone.phones.game().contract is None


def test_a_key_under_which_nothing_was_to_be_done_still_means_one_thing(app):
    phone = Phones(app).one
    idle = key()
    assert phone.says(do="cancel", named=idle)["state"] == "done"
    found = phone.says(do="open", event={"contractor": 0, "bid": 60}, named=idle)
    assert found["state"] == "refused"
    assert phone.phones.game().contract is None


def test_of_acts_that_did_nothing_the_newest_are_kept(app, monkeypatch):
    monkeypatch.setattr(noop_commands, "MOST", 3)
    phone = Phones(app).one
    keys = [key() for _ in range(5)]
    for one in keys:
        phone.says(do="cancel", named=one)
    with app.app_context():
        kept = [bool(noop_commands.stored_content(phone.phones.id, one)) for one in keys]
    assert kept == [False, False, True, True, True]
