"""The reasons of a score in words: one sentence for each line, which tells a family at once why.

The command line formats a hundred thousand lines a second. So the sentences are translated once per language, and the
numbers then go in with one formatting call.
"""

from __future__ import annotations

from scorekeeper.engine.auction import FREE, HUNDRED_FOR_200
from scorekeeper.messages.game import sentences
from scorekeeper.messages.names import DOER_KINDS, PAIR, names_of
from scorekeeper.messages.numbers import change, listing, number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from scorekeeper.engine.reasons import Line
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.messages.marks import Gettext
    from scorekeeper.messages.names import Names


class Lines:
    """The sentences of one language, ready for names and numbers."""

    def __init__(self, t: Gettext) -> None:
        self.t = t
        self.kinds = {kind: {key: t(message) for key, message in sentences.of_kind(kind).items()} for kind in DOER_KINDS}
        self.usual = {kind: {key: _positional(words[key], *_USUAL[key]) for key in _USUAL} for kind, words in self.kinds.items()}

    def bind(self, names: Names | Sequence[str]) -> Callable[[Line], str]:
        """Return a function from a line of one game to its sentence. `names` are by side, or a `Names`."""
        return _GameLines(self, names).text

    def seated(self, rules: RuleSet) -> Callable[[Sequence[str]], Callable[[Line], str]]:
        """Return a function that takes names by seat and returns what `bind` does."""
        return lambda players: self.bind(names_of(rules, players))

    def text(self, line: Line, names: Names | Sequence[str]) -> str:
        """Return the sentence of one line."""
        return _GameLines(self, names).text(line)


def line_text(t: Gettext, line: Line, names: Names | Sequence[str]) -> str:
    """Return the sentence of one line. For many lines, `Lines(t).bind(names)` is faster."""
    return Lines(t).text(line, names)


class _GameLines:
    """The sentences of one language with the names of one game.

    `w` has all sentences by key, `usual` the sentences of every hand, and `sides` the names by side.
    """

    __slots__ = ("sides", "t", "usual", "w")

    def __init__(self, lines: Lines, names: Names | Sequence[str]) -> None:
        self.t = lines.t
        kind = getattr(names, "kind", PAIR)
        self.w, self.usual = lines.kinds[kind], lines.usual[kind]
        self.sides: Sequence[str] = getattr(names, "sides", names)  # type: ignore[arg-type]

    def text(self, line: Line) -> str:
        return BUILDERS[line.rule](self, line)


_CONTRACT = ("bid", "took", "change")
_USUAL = {
    "score.made": _CONTRACT,
    "score.failed": _CONTRACT,
    "free": _CONTRACT,
    "opponents": ("pile", "change"),
    "opponents.nothing": (),
}
"""The sentences of every hand, with their numbers in the order of the arguments."""


def _positional(sentence: str, *figures: str) -> Callable[..., str]:
    """Return a function from the player or side and the numbers, in that order, to the sentence.

    Formatting by name would take several times as long.
    """
    text = sentence.replace("{", "{{").replace("}", "}}").replace("%(player)s", "{0}").replace("%(side)s", "{0}")
    for place, figure in enumerate(figures, 1):
        text = text.replace(f"%({figure})s", f"{{{place}}}")
    return text.format


class _FormattedNumbers(dict):  # type: ignore[type-arg]  # some phones can't load a subscripted dict
    """Formatted numbers. The usual ones are cached."""

    def __init__(self, write: Callable[[int], str]) -> None:
        super().__init__()
        self.write = write

    def __missing__(self, n: int) -> str:
        text = self.write(n)
        if -2000 < n < 2000:
            self[n] = text
        return text


_change = _FormattedNumbers(change)
_number = _FormattedNumbers(number)


def _contract(b: _GameLines, line: Line) -> str:
    p = line.params
    if "partner_of" in p:
        return _partner(b, line)
    bid = p["bid"]
    return b.usual["free" if bid == FREE else line.rule](b.sides[line.side], bid, p["took"], _change[line.points])


def _partner(b: _GameLines, line: Line) -> str:
    p: dict[str, Any] = line.params
    key = "partner.free" if p["bid"] == FREE else "partner.made" if p["made"] else "partner.failed"
    bid = b.w[HUNDRED_FOR_200] if p["bid"] == HUNDRED_FOR_200 else p["bid"]
    who = {"player": b.sides[line.side], "contractor": b.sides[p["partner_of"]]}
    return b.w[key] % {**who, "bid": bid, "change": _change[line.points]}


def _hundred_for_200(b: _GameLines, line: Line) -> str:
    p = line.params
    if "partner_of" in p:
        return _partner(b, line)
    name = b.sides[line.side]
    key = "hundred_for_200.made" if p["made"] else "hundred_for_200.failed"
    return b.w[key] % {"side": name, "player": name, "took": p["took"], "change": _change[line.points]}


def _opponents(b: _GameLines, line: Line) -> str:
    pile = line.params["pile"]
    if not pile:
        return b.usual["opponents.nothing"](b.sides[line.side])
    return b.usual["opponents"](b.sides[line.side], pile, _change[line.points])


def _at_the_line(b: _GameLines, line: Line) -> str:
    p = line.params
    name, pile = b.sides[line.side], p["pile"]
    if not pile:
        return b.w["opponents.nothing"] % {"side": name, "player": name}
    key = line.rule + (".counts" if line.points else ".lost")
    bid = p.get("qualifying")
    return b.w[f"{key}.qualifying" if bid else key] % {
        "side": name,
        "player": name,
        "score": _number[p["score"]],
        "line": _number[p["line"]],
        "pile": pile,
        "bid": bid,
        "change": _change[line.points],
    }


def _no_trump(b: _GameLines, line: Line) -> str:
    return b.w["no_trump"] % {"side": b.sides[line.side], "change": _change[line.points]}


def _adjustment(b: _GameLines, line: Line) -> str:
    figures = {"reason": line.params["reason"], "change": _change[line.points]}
    return b.w["adjustment"] % {"side": b.sides[line.side], **figures}


def _start(b: _GameLines, line: Line) -> str:
    figures = {"score": _number[line.points], "change": _change[line.points]}
    return b.w["start.scores"] % {"side": b.sides[line.side], "player": b.sides[line.side], **figures}


def _announced_all(b: _GameLines, line: Line) -> str:
    name = b.sides[line.side]
    took = line.params["took"]
    ending = "made" if line.params["made"] else "missed" if took is None else "failed"
    return b.w[f"announced_all.{ending}"] % {"side": name, "player": name, "took": took}


def _hundred(b: _GameLines, line: Line) -> str:
    name = b.sides[line.side]
    p: dict[str, Any] = line.params
    key = {0: "hundred", 1: "hundred.chienne", 2: "hundred.double"}.get(p["tricks_lost"], "hundred.more")
    return b.w[key] % {"side": name, "player": name, "tricks": p["tricks_lost"]}


def _target(b: _GameLines, line: Line) -> str:
    p: dict[str, Any] = line.params
    name = b.sides[line.side]
    others = listing(b.t, [b.sides[s] for s in p["others"]]) if p["others"] else ""
    figures = {"score": p["score"], "target": p["target"], "others": others}
    return b.w[f"target.{p['why']}" if p["why"] else "target"] % {"side": name, "player": name, **figures}


def _below(b: _GameLines, line: Line) -> str:
    p: dict[str, Any] = line.params
    name = b.sides[line.side]
    figures = {"score": _number[p["score"]], "limit": _number[-p["limit"]]}
    return b.w[line.rule] % {"side": name, "player": name, **figures}


def _skunk(b: _GameLines, line: Line) -> str:
    return b.w[f"skunk.{line.params['skunk']}"]


BUILDERS: dict[str, Callable[[_GameLines, Line], str]] = {
    "score.made": _contract,
    "score.failed": _contract,
    "score.hundred_for_200": _hundred_for_200,
    "score.opponents": _opponents,
    "score.must_bid": _at_the_line,
    "score.must_win_or_set": _at_the_line,
    "score.no_trump": _no_trump,
    "adjustment": _adjustment,
    "start.scores": _start,
    "end.announced_all": _announced_all,
    "end.hundred": _hundred,
    "end.target": _target,
    "end.hole": _below,
    "end.drop_out": _below,
    "skunk": _skunk,
}
"""The function that formats the lines of each rule."""
