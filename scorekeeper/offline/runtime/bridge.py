"""The engine on the phone as the pad calls it: `needs`, `preview`, `replay` and so on, in plain JSON values.

It runs inside the worker under Brython, and under CPython in the tests. The codec and the wording make every answer. A
request that can't be answered gives `{"error": {...}}` with the codes of the game record.
"""

from __future__ import annotations

from scorekeeper.engine.deal import draw_dealer
from scorekeeper.engine.errors import GameError, Malformed
from scorekeeper.engine.events import Played
from scorekeeper.engine.replay.ledger import Ledger
from scorekeeper.engine.replay.validation import doubts_of
from scorekeeper.engine.state import State, needs
from scorekeeper.formats.bidding import bidding_json, hold_until_illegal, needs_json, read_call, read_calls
from scorekeeper.formats.game_record import parse_bid, parse_event, parse_header, split_stamp
from scorekeeper.formats.record_header import FORMAT, version_of
from scorekeeper.formats.replay import FORMAT as REPLAY_FORMAT
from scorekeeper.formats.replay import doubts_json, hand_json, outcome_json, start_json
from scorekeeper.messages.errors.error_text import plain_error_text
from scorekeeper.messages.game.lines import lines_of
from scorekeeper.messages.game.outcome import doubt_formatter, draw_text, outcome_text, standing_text, status_text
from scorekeeper.messages.names import names_of
from scorekeeper.offline.runtime.ending import ending_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from scorekeeper.engine.events import Event
    from scorekeeper.engine.replay.ledger import PostedEntry
    from scorekeeper.engine.scored_game import Doubt
    from scorekeeper.formats.game_record import Record
    from scorekeeper.messages.names import Names

    Json = dict[str, Any]

EXTRA_OPERATIONS: dict[str, Any] = {}
"""Operations whose modules are loaded on first use, by name."""

NOTHING = {"status": None, "text": ""}


class ReplayedEvent:
    """An event of a record, its status, the ledger right after it, and the names by seat after it."""

    __slots__ = ("doubts", "ledger", "players", "posted", "raw")

    def __init__(self, raw: object, ledger: Ledger, posted: PostedEntry, players: tuple[str, ...], doubts: list[Doubt]) -> None:
        self.raw = raw
        self.ledger = ledger
        self.posted = posted
        self.players = players
        self.doubts = doubts


class ScoredGame:
    """The current game. It remembers what it has scored, so that each request costs only what is new."""

    def __init__(self, messages: dict[str, str]) -> None:
        self.messages = messages
        self.t = lambda message: messages.get(message) or message
        self.lines = lines_of(self.t)
        self.header: object = None
        self.record: Record | None = None
        self.steps: list[ReplayedEvent] = []
        self.edition = 0
        self.texts: dict[tuple[str, ...], Any] = {}

    def answer(self, operation: str, request: Json) -> Json:
        """Return the answer to a request of the page."""
        try:
            events = self._open(request.get("record"))
            if operation == "preview":
                return self.preview(events, request.get("event"), request.get("replace"), request.get("before"))
            if operation == "needs":
                return self.needs(events, request.get("draft") or {}, request.get("at"))
            if operation == "bidding":
                return self.bidding(events, request)
            if operation == "draw":
                return self.draw(request.get("chance"))
            if operation == "ending":
                return self.ending(events)
            if operation in EXTRA_OPERATIONS:
                return self.more(operation, events, request)
            return self.replay(events)
        except GameError as error:
            return self._error(error)

    def _open(self, record: object) -> list[object]:
        """Make a game the current one and return its events. Raises Malformed."""
        if not isinstance(record, dict):
            raise Malformed("format", event=0, reason="type", field="format", read=record, right=FORMAT)
        header = {name: value for name, value in record.items() if name != "events"}
        events = record.get("events")
        if not isinstance(events, list):
            raise Malformed("format", event=0, reason="events", field="events", read=events)
        if header != self.header:
            self.header = None
            self.record = parse_header(header)
            self.steps = []
            self.header = header
            self.edition = version_of(header)
            self.texts = {}
        return events

    def _start(self) -> Ledger:
        assert self.record is not None
        return Ledger(State(self.record.rules, self.record.first_dealer, self.record.start_scores))

    def _ledger(self, steps: list[ReplayedEvent]) -> Ledger:
        return steps[-1].ledger if steps else self._start()

    def _score(self, events: list[object], known: list[ReplayedEvent]) -> list[ReplayedEvent]:
        """Score the events and return the steps. Steps of `known` with the same events are reused."""
        steps: list[ReplayedEvent] = []
        for step, raw in zip(known, events):  # noqa: B905 (lengths may differ)
            if step.raw != raw:
                break
            steps.append(step)
        ledger, players = self._ledger(steps), self._seated(steps)
        for raw in events[len(steps) :]:
            event = _read(raw, self.edition)
            ledger = ledger.copy()
            posted, doubts = ledger.post(event), []
            if posted.hand is not None:
                players = posted.hand.players or players
                doubts = doubts_of(ledger.state.rules, event, posted.hand) if isinstance(event, Played) else []
            steps.append(ReplayedEvent(raw, ledger, posted, players, doubts))
        return steps

    def _seated(self, steps: list[ReplayedEvent]) -> tuple[str, ...]:
        assert self.record is not None
        return steps[-1].players if steps else self.record.players

    def _names(self) -> Names:
        assert self.record is not None
        return names_of(self.record.rules, self._seated(self.steps))

    def replay(self, events: list[object]) -> Json:
        """Return the replay of the game record, section 2.

        If an event can't be scored, the replay ends before it and has the first `error`. `entries` then give each event's
        status, with `text` in words.
        """
        steps = self.steps = self._score(events, self.steps)
        state = self._ledger(steps).state
        hands = [step.posted.hand for step in steps if step.posted.hand is not None]
        start = {} if state.start is None else {"start": start_json(state.start, self._text(self._seated([])))}
        answer = {
            "format": REPLAY_FORMAT,
            **start,
            "hands": [self._hand(s) for s in steps[: len(hands)]],
            **self._standing(state),
        }
        doubts = [doubt for step in steps for doubt in step.doubts]
        if doubts:
            answer["doubts"] = doubts_json(doubts, hands, doubt_formatter(self.t, self._seated([])))
        error = next((step.posted.error for step in steps if step.posted.error is not None), None)
        if error is not None:
            answer |= self._error(error)
            answer["entries"] = [self._status(step) for step in steps]
        return answer

    def ending(self, events: list[object]) -> Json:
        """Return the `end` of the game in words, with the next steps. None if the game is not over."""
        steps = self.steps = self._score(events, self.steps)
        scored = [(step.posted.hand, step.players) for step in steps if step.posted.hand is not None]
        return {"end": ending_json(self.t, self._ledger(steps).state, scored)}

    def needs(self, events: list[object], draft: Json, at: int | None) -> Json:
        """Return the facts that the next hand still needs, given a draft of it.

        With `at`, only the events before that index count.
        """
        if at is not None:
            events = events[:at]
        self.steps = self._score(events, self.steps)
        state = self._ledger(self.steps).state
        contractor, bid, points, called = (draft.get(name) for name in ("contractor", "bid", "points", "called_seat"))
        players = state.rules.table.players
        for field, seat in (("contractor", contractor), ("called_seat", called)):
            if seat is not None and not (type(seat) is int and 0 <= seat < players):
                raise Malformed("event", reason="seat", field=field, read=seat, high=players - 1)
        if points is not None and not (isinstance(points, list) and all(type(pile) is int for pile in points)):
            raise Malformed("event", reason="type", field="points", read=points, right="list")
        bid = None if bid is None else parse_bid(bid, "bid")
        return needs_json(needs(state, contractor, bid, None if points is None else tuple(points), called))

    def bidding(self, events: list[object], params: Json) -> Json:
        """Return the next hand's auction after `calls`, with one more `call` if it is allowed.

        `seat` is a player who wants to call. Calls have the format of the page's fields: `60.pass.keep`.
        """
        assert self.record is not None
        self.steps = self._score(events, self.steps)
        state = self._ledger(self.steps).state
        seat = params.get("seat")
        if seat is not None and not (type(seat) is int and 0 <= seat < state.rules.table.players):
            raise Malformed("event", reason="seat", field="seat", read=seat, high=state.rules.table.players - 1)
        bidding = hold_until_illegal(state.rules, state.dealer, read_calls(params.get("calls") or ""), state.dropped)
        return bidding_json(self.t, self._names(), bidding, read_call(params.get("call")), seat)

    def more(self, operation: str, events: list[object], params: Json) -> Json:
        """Answer an operation of `EXTRA_OPERATIONS` about the current game."""
        steps = self.steps = self._score(events, self.steps)
        hands = [step.posted.hand for step in steps if step.posted.hand is not None]
        answer: Json = EXTRA_OPERATIONS[operation](self.t, self._ledger(steps).state, hands, self._names(), params.get("habits"))
        return answer

    def draw(self, chance: object) -> Json:
        """Draw the first dealer, and return the cards in order and `said`, the result in words.

        `chance` has large random numbers, one for each card and one more.
        """
        assert self.record is not None
        rules = self.record.rules
        if not isinstance(chance, list) or len(chance) <= rules.pack or not all(type(one) is int and one >= 0 for one in chance):
            raise Malformed("event", reason="type", field="chance", read=chance, right="list")
        numbers = iter(chance)
        drawing = draw_dealer(rules, lambda high: next(numbers) % high)
        cards = [{"card": card, "seat": seat} for card, seat in drawing.cards]
        return {"cards": cards, "dealer": drawing.dealer, "said": draw_text(self.t, drawing, self.record.players)}

    def preview(self, events: list[object], event: object, replace: int | None, before: int | None) -> Json:
        """Return the effects of recording `event` at the end or before an index, or in place of the event at `replace`.

        With `replace` and no event, the old one is voided. `changes` are the other events that it affects, each with its
        state `before` and `after`.
        """
        old = self.steps = self._score(events, self.steps)
        place, after = _place(len(events), replace, before)
        new = self._score([*events[:place], *([] if event is None else [event]), *events[after:]], old)
        subject = None if event is None else new[place]
        objection = None if subject is None else subject.posted.objection(new=replace is None)
        if objection is not None:
            raise objection
        later = zip(old[after:], new[place + (event is not None) :], strict=True)
        changes = [
            {"n": after + i + 1, "before": self._step(was), "after": self._step(now)}
            for i, (was, now) in enumerate(later)
            if not was.posted.looks_like(now.posted)
        ]
        return {
            "hand": None if subject is None else self._hand(subject),
            **(NOTHING if subject is None else self._status(subject)),
            "replaced": None if replace is None else self._step(old[replace]),
            "changes": changes,
            **self._standing(self._ledger(new).state),
        }

    def _standing(self, state: State) -> Json:
        """Return the state of the game. `notes` say what each score means against the game's own target."""
        target, sides = state.rules.target, range(len(state.scores))
        return {
            "scores": state.scores,
            "notes": [standing_text(self.t, state, side, target) for side in sides],
            "boxed": [score < 0 for score in state.scores],
            "dropped": state.dropped,
            "next_dealer": state.dealer,
            "outcome": {**outcome_json(state.outcome), "text": outcome_text(self.t, state.outcome, self._names())},
        }

    def _text(self, players: tuple[str, ...]) -> Any:
        """Return the function that puts lines into words for these names."""
        assert self.record is not None
        if players not in self.texts:
            self.texts[players] = self.lines.bind(names_of(self.record.rules, players))
        return self.texts[players]

    def _hand(self, step: ReplayedEvent) -> Json | None:
        return None if step.posted.hand is None else hand_json(step.posted.hand, self._text(step.players))

    def _status(self, step: ReplayedEvent) -> Json:
        return {"status": step.posted.status, "text": status_text(self.t, step.posted.status)}

    def _step(self, step: ReplayedEvent) -> Json:
        error = step.posted.error and self._error(step.posted.error)["error"]
        return {**self._status(step), "hand": self._hand(step), "error": error}

    def _error(self, error: GameError) -> Json:
        names = None if self.record is None or self.header is None else self._names()
        problem = {"event": error.event or 0, "code": error.code, "kind": error.kind, "field": error.params.get("field")}
        return {"error": {**problem, "message": plain_error_text(self.t, error, names)}}


def _place(count: int, replace: int | None, before: int | None) -> tuple[int, int]:
    """Return the index for the event, and the index at which the other events continue. Raises Malformed."""
    for index in (replace, before):
        if index is not None and not (type(index) is int and 0 <= index < count):
            raise Malformed("event", reason="range", field="index", read=index, low=0, high=count - 1)
    if replace is not None:
        return replace, replace + 1
    place = count if before is None else before
    return place, place


def _read(raw: object, edition: int) -> Event | GameError:
    """Return the event, or the error that makes it unreadable."""
    try:
        return parse_event(split_stamp(raw)[1] if edition > 1 else raw, edition)
    except GameError as error:
        return error
