"""Writes replays of many games as JSON. Parts that games share are worded and encoded once."""

from __future__ import annotations

import re
from operator import itemgetter

from scorekeeper.formats import strict_json
from scorekeeper.formats.replay import hand_json, replay_json
from scorekeeper.messages.game.outcome import doubt_formatter
from scorekeeper.messages.names import Names, side_kind, side_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from scorekeeper.engine.events import Line
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.engine.scored_game import Hand, Replay
    from scorekeeper.formats.replay import LineText
    from scorekeeper.messages.game.lines import Lines

MOST_CACHED = 4096
"""The number of cached templates, about a kilobyte each."""

_MARKS = re.compile(b"\xee\x80([\x80-\x8f])")
"""Placeholders for the sides in UTF-8, from the private use area, so that they appear in no text."""
_FIRST_MARK = 0xE000


class _HandTemplate:
    """A template for all hands with the same lines.

    `text` takes the number, dealer, scores, boxed, and the side names that `named` picks, each as JSON.
    `lines` is kept so that no other lines can get the same `id()`.
    """

    __slots__ = ("lines", "named", "text")

    def __init__(self, lines: Sequence[Line], text: bytes, pick_names: Callable[[list[bytes]], Iterable[bytes]]) -> None:
        self.lines = lines
        self.text = text
        self.named = pick_names


class ReplayWriter:
    """Writes the output of `replay_json` in one language, as orjson encodes it."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._forms: dict[int, _HandTemplate] = {}
        self._flags: dict[tuple[bool, ...], bytes] = {}
        self._names: dict[tuple[str, ...], bytes] = {}

    def write(self, replay: Replay, rules: RuleSet, players: tuple[str, ...]) -> object:
        """Return the replay with its hands already encoded.

        `rules`: those it was scored under. `players`: names by seat.
        """

        def text(line: Line) -> str:  # only for opening scores, which few games have
            return self._lines.seated(rules)(players)(line)

        hands = strict_json.Fragment(b"[%b]" % b",".join(self._hands(replay, rules, players)))
        return replay_json(replay, text, doubtful=doubt_formatter(self._lines.t, players), hands=hands)

    def _hands(self, replay: Replay, rules: RuleSet, players: tuple[str, ...]) -> list[bytes]:
        dumps = strict_json.dumps
        forms, flags, encoded = self._forms, self._flags, self._encoded(rules, players)
        out = []
        for hand in replay.hands:
            if hand.players is not None:
                players = hand.players
                encoded = self._encoded(rules, players)
            if type(hand.lines) is not tuple:
                out.append(dumps(hand_json(hand, self._lines.seated(rules)(players))))
                continue
            form = forms.get(id(hand.lines)) or self._form(hand, rules)
            boxed = flags.get(hand.boxed) or flags.setdefault(hand.boxed, dumps(hand.boxed))
            out.append(form.text % (hand.n, hand.dealer, *hand.scores, boxed, *form.named(encoded)))
        return out

    def _encoded(self, rules: RuleSet, players: Sequence[str]) -> list[bytes]:
        """Return the sides' names as they appear inside a JSON string."""
        known, found = self._names, []
        for side in rules.table.sides:
            names = tuple([players[seat] for seat in side])
            if names not in known:
                if len(known) >= MOST_CACHED:
                    known.clear()
                known[names] = strict_json.dumps(side_name(names))[1:-1]
            found.append(known[names])
        return found

    def _form(self, hand: Hand, rules: RuleSet) -> _HandTemplate:
        marks = [chr(_FIRST_MARK + side) for side in range(len(rules.table.sides))]
        text = self._lines.bind(Names(marks, kind=side_kind(rules)))
        scores = strict_json.Fragment(b"[%b]" % b",".join([b"%d"] * len(hand.scores)))
        written = strict_json.dumps({**hand_json(hand, _escape_percent(text)), **_GAPS, "scores": scores})
        sides = [mark[0] & 0xF for mark in _MARKS.findall(written)]
        pick_names = itemgetter(*sides) if len(sides) > 1 else itemgetter(slice(sides[0], sides[0] + 1))
        form = _HandTemplate(hand.lines, _MARKS.sub(b"%b", written), pick_names)
        if len(self._forms) >= MOST_CACHED:
            self._forms.clear()
        self._forms[id(hand.lines)] = form
        return form


_GAPS = {name: strict_json.Fragment(gap) for name, gap in (("n", "%d"), ("dealer", "%d"), ("boxed", "%b"))}


def _escape_percent(text: LineText) -> LineText:
    return lambda line: text(line).replace("%", "%%")
