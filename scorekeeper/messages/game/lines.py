"""The reasons of a score in words: one sentence for each line, which tells a family at once why.

The command line formats a hundred thousand lines a second. So the sentences are translated once per language, and the
numbers then go in with one formatting call.
"""

from __future__ import annotations

from scorekeeper.engine.auction import FREE, HUNDRED_FOR_200
from scorekeeper.messages.marks import N_
from scorekeeper.messages.names import DOER_KINDS, PAIR, SOLO, TEAM, TOGETHER, TWO, names_of
from scorekeeper.messages.numbers import change, listing, number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from scorekeeper.engine.events import Line
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.messages.marks import Gettext
    from scorekeeper.messages.names import Names


class Lines:
    """The sentences of one language, ready for names and numbers."""

    def __init__(self, t: Gettext) -> None:
        self.t = t
        self.kinds = {kind: {key: t(message) for key, message in of_kind(kind).items()} for kind in DOER_KINDS}
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


def lines_of(t: Gettext) -> Lines:
    """Return the sentences of a language, translated when they are first needed."""
    if t not in _translated:
        if len(_translated) >= MOST_TRANSLATED:  # a function made for one call is never asked for again
            _translated.clear()
        _translated[t] = Lines(t)
    return _translated[t]


_translated: dict[Gettext, Lines] = {}
MOST_TRANSLATED = 8


def line_text(t: Gettext, line: Line, names: Names | Sequence[str]) -> str:
    """Return the sentence of one line. For many lines, `lines_of(t).bind(names)` is faster."""
    return lines_of(t).text(line, names)


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

    def say(self, key: str, scored: Line, **figures: object) -> str:
        """Return a sentence about the side, or the player, of a scored line."""
        name = self.sides[scored.side]
        return self.w[key] % {"side": name, "player": name, **figures}


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
    return b.say(key, line, contractor=b.sides[p["partner_of"]], bid=bid, change=_change[line.points])


def _hundred_for_200(b: _GameLines, line: Line) -> str:
    p = line.params
    if "partner_of" in p:
        return _partner(b, line)
    key = "hundred_for_200.made" if p["made"] else "hundred_for_200.failed"
    return b.say(key, line, took=p["took"], change=_change[line.points])


def _opponents(b: _GameLines, line: Line) -> str:
    pile = line.params["pile"]
    if not pile:
        return b.usual["opponents.nothing"](b.sides[line.side])
    return b.usual["opponents"](b.sides[line.side], pile, _change[line.points])


def _at_the_line(b: _GameLines, line: Line) -> str:
    p = line.params
    pile, bid = p["pile"], p.get("qualifying")
    if not pile:
        return b.say("opponents.nothing", line)
    key = line.rule + (".counts" if line.points else ".lost")
    figures = {"score": _number[p["score"]], "line": _number[p["line"]], "pile": pile, "bid": bid}
    return b.say(f"{key}.qualifying" if bid else key, line, change=_change[line.points], **figures)


def _no_trump(b: _GameLines, line: Line) -> str:
    return b.say("no_trump", line, change=_change[line.points])


def _adjustment(b: _GameLines, line: Line) -> str:
    return b.say("adjustment", line, reason=line.params["reason"], change=_change[line.points])


def _start(b: _GameLines, line: Line) -> str:
    return b.say("start.scores", line, score=_number[line.points], change=_change[line.points])


def _announced_all(b: _GameLines, line: Line) -> str:
    took = line.params["took"]
    ending = "made" if line.params["made"] else "missed" if took is None else "failed"
    return b.say(f"announced_all.{ending}", line, took=took)


def _hundred(b: _GameLines, line: Line) -> str:
    tricks: Any = line.params["tricks_lost"]
    key = {0: "hundred", 1: "hundred.chienne", 2: "hundred.double"}.get(tricks, "hundred.more")
    return b.say(key, line, tricks=tricks)


def _target(b: _GameLines, line: Line) -> str:
    p: dict[str, Any] = line.params
    others = listing(b.t, [b.sides[s] for s in p["others"]]) if p["others"] else ""
    key = f"target.{p['why']}" if p["why"] else "target"
    return b.say(key, line, score=p["score"], target=p["target"], others=others)


def _below(b: _GameLines, line: Line) -> str:
    p: dict[str, Any] = line.params
    return b.say(line.rule, line, score=_number[p["score"]], limit=_number[-p["limit"]])


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


_ANYONE = {
    "100-for-200": N_("100 for 200"),
    "partner.made": N_("%(player)s played with %(contractor)s, whose bid of %(bid)s was made: %(change)s."),
    "partner.failed": N_("%(player)s played with %(contractor)s, whose bid of %(bid)s failed: %(change)s."),
    "partner.free": N_("%(player)s played with %(contractor)s, who had the contract without a bid: %(change)s."),
    "no_trump": N_("No trump counts double: %(change)s again for %(side)s."),
    "adjustment": N_("Adjustment for %(side)s (%(reason)s): %(change)s."),
    "skunk.loser_negative": N_("The losers are below zero: a skunk, so this game counts as two."),
    "skunk.loser_scoreless": N_("The losers’ score never moved: a skunk, so this game counts as two."),
}

_PAIR = {
    **_ANYONE,
    "score.made": N_("%(side)s bid %(bid)s and took %(took)s: %(change)s."),
    "score.failed": N_("%(side)s bid %(bid)s but took only %(took)s: %(change)s."),
    "free": N_("%(side)s had the contract without a bid and took %(took)s: %(change)s."),
    "hundred_for_200.made": N_("%(side)s bid 100 for 200 and took all 100: %(change)s."),
    "hundred_for_200.failed": N_("%(side)s bid 100 for 200 but took only %(took)s: %(change)s."),
    "start.scores": N_("%(side)s had %(score)s on the paper sheet and start at %(change)s."),
    "opponents": N_("%(side)s took %(pile)s: %(change)s."),
    "opponents.nothing": N_("%(side)s took no points."),
    "score.must_bid.counts": N_(
        "%(side)s had %(score)s. At %(line)s or more, defenders score only if they bid, and one of them "
        "did. Their %(pile)s points count: %(change)s."
    ),
    "score.must_bid.lost": N_(
        "%(side)s had %(score)s. At %(line)s or more, defenders score only if they bid, and neither of "
        "them did. Their %(pile)s points do not count."
    ),
    "score.must_bid.counts.qualifying": N_(
        "%(side)s had %(score)s. At %(line)s or more, defenders score only if they bid %(bid)s or more, "
        "and one of them did. Their %(pile)s points count: %(change)s."
    ),
    "score.must_bid.lost.qualifying": N_(
        "%(side)s had %(score)s. At %(line)s or more, defenders score only if they bid %(bid)s or more, "
        "and neither of them did. Their %(pile)s points do not count."
    ),
    "score.must_win_or_set.counts": N_(
        "%(side)s had %(score)s. At %(line)s or more, defenders score only if the contract fails, and it "
        "did. Their %(pile)s points count: %(change)s."
    ),
    "score.must_win_or_set.lost": N_(
        "%(side)s had %(score)s. At %(line)s or more, defenders score only if the contract fails, and it "
        "was made. Their %(pile)s points do not count."
    ),
    "announced_all.made": N_("%(side)s announced all 100 points and took them: they win the game."),
    "announced_all.failed": N_("All 100 points were announced but only %(took)s were taken: %(side)s win the game."),
    "announced_all.missed": N_("All 100 points were announced but not all were taken: %(side)s win the game."),
    "hundred": N_("%(side)s took all 100 points: they win the game."),
    "hundred.chienne": N_("%(side)s took all 100 points and lost one empty trick, a chienne: they win the game."),
    "hundred.double": N_("%(side)s took all 100 points and lost two empty tricks, a double chienne: they win the game."),
    "hundred.more": N_("%(side)s took all 100 points and lost %(tricks)s empty tricks: they win the game."),
    "target": N_("%(side)s reached %(target)s with %(score)s: they win the game."),
    "target.bidding_side": N_(
        "%(others)s reached %(target)s too, but the bidding side comes first: %(side)s win the game with %(score)s."
    ),
    "target.higher_score": N_(
        "%(others)s reached %(target)s too, but the higher score wins: %(side)s win the game with %(score)s."
    ),
    "target.win_only_by_bid": N_(
        "%(others)s reached %(target)s too, but only a made bid wins: %(side)s win the game with %(score)s."
    ),
    "end.hole": N_(
        "%(side)s are in the hole at %(score)s, %(limit)s or worse, and another side is not below zero. They lose the game."
    ),
    "end.drop_out": N_(
        "%(side)s are in the hole at %(score)s, %(limit)s or worse, and another side is not below zero. They drop out."
    ),
}

_TEAM = {
    **_PAIR,
    "score.must_bid.lost": N_(
        "%(side)s had %(score)s. At %(line)s or more, defenders score only if they bid, and none of them "
        "did. Their %(pile)s points do not count."
    ),
    "score.must_bid.lost.qualifying": N_(
        "%(side)s had %(score)s. At %(line)s or more, defenders score only if they bid %(bid)s or more, "
        "and none of them did. Their %(pile)s points do not count."
    ),
}

_SOLO = {
    **_ANYONE,
    "score.made": N_("%(player)s bid %(bid)s and took %(took)s: %(change)s."),
    "score.failed": N_("%(player)s bid %(bid)s but took only %(took)s: %(change)s."),
    "free": N_("%(player)s had the contract without a bid and took %(took)s: %(change)s."),
    "hundred_for_200.made": N_("%(player)s bid 100 for 200 and took all 100: %(change)s."),
    "hundred_for_200.failed": N_("%(player)s bid 100 for 200 but took only %(took)s: %(change)s."),
    "start.scores": N_("%(player)s had %(score)s on the paper sheet and starts at %(change)s."),
    "opponents": N_("%(player)s took %(pile)s: %(change)s."),
    "opponents.nothing": N_("%(player)s took no points."),
    "score.must_bid.counts": N_(
        "%(player)s had %(score)s. At %(line)s or more, a defender must have bid to score, and "
        "%(player)s did. The %(pile)s points count: %(change)s."
    ),
    "score.must_bid.lost": N_(
        "%(player)s had %(score)s. At %(line)s or more, a defender must have bid to score, and "
        "%(player)s did not. The %(pile)s points do not count."
    ),
    "score.must_bid.counts.qualifying": N_(
        "%(player)s had %(score)s. At %(line)s or more, a defender must have bid %(bid)s or more to "
        "score, and %(player)s did. The %(pile)s points count: %(change)s."
    ),
    "score.must_bid.lost.qualifying": N_(
        "%(player)s had %(score)s. At %(line)s or more, a defender must have bid %(bid)s or more to "
        "score, and %(player)s did not. The %(pile)s points do not count."
    ),
    "score.must_win_or_set.counts": N_(
        "%(player)s had %(score)s. At %(line)s or more, a defender scores only if the contract fails, "
        "and it did. The %(pile)s points count: %(change)s."
    ),
    "score.must_win_or_set.lost": N_(
        "%(player)s had %(score)s. At %(line)s or more, a defender scores only if the contract fails, "
        "and it was made. The %(pile)s points do not count."
    ),
    "announced_all.made": N_("%(player)s announced all 100 points and took them: %(player)s wins the game."),
    "announced_all.failed": N_("All 100 points were announced but only %(took)s were taken: %(player)s wins the game."),
    "announced_all.missed": N_("All 100 points were announced but not all were taken: %(player)s wins the game."),
    "hundred": N_("%(player)s took all 100 points and wins the game."),
    "hundred.chienne": N_("%(player)s took all 100 points, lost one empty trick on the way, a chienne, and wins the game."),
    "hundred.double": N_(
        "%(player)s took all 100 points, lost two empty tricks on the way, a double chienne, and wins the game."
    ),
    "hundred.more": N_("%(player)s took all 100 points, lost %(tricks)s empty tricks on the way, and wins the game."),
    "target": N_("%(player)s reached %(target)s with %(score)s and wins the game."),
    "target.bidding_side": N_(
        "%(others)s reached %(target)s too, but the contractor’s camp comes first: %(player)s wins the game with %(score)s."
    ),
    "target.higher_score": N_(
        "%(others)s reached %(target)s too, but the higher score wins: %(player)s wins the game with %(score)s."
    ),
    "target.win_only_by_bid": N_(
        "%(others)s reached %(target)s too, but only a made bid wins: %(player)s wins the game with %(score)s."
    ),
    "end.hole": N_(
        "%(player)s is in the hole at %(score)s, %(limit)s or worse, and another player is not below "
        "zero. The game ends and the highest score wins."
    ),
}

_TWO = {
    **_SOLO,
    "target.bidding_side": N_(
        "%(others)s reached %(target)s too, but the contractor comes first: %(player)s wins the game with %(score)s."
    ),
    "end.hole": N_(
        "%(player)s is in the hole at %(score)s, %(limit)s or worse, and the other player is not below "
        "zero. %(player)s loses the game."
    ),
}

_TOGETHER = {
    **_SOLO,
    "score.made": N_("%(player)s bid %(bid)s and the contractor’s camp took %(took)s: %(change)s."),
    "score.failed": N_("%(player)s bid %(bid)s but the contractor’s camp took only %(took)s: %(change)s."),
    "opponents": N_("The defenders took %(pile)s together: %(change)s for %(player)s."),
    "opponents.nothing": N_("The defenders took no points: nothing for %(player)s."),
    "hundred": N_("The contractor’s camp took all 100 points: %(player)s wins the game."),
}

_KINDS = {PAIR: _PAIR, TEAM: _TEAM, TWO: _TWO, SOLO: _SOLO, TOGETHER: _TOGETHER}


def of_kind(kind: str) -> dict[str, str]:
    """Return the message ids by key for a kind of sides (`scorekeeper.messages.names.DOER_KINDS`)."""
    return _KINDS[kind]
