"""Errors in the input, in words: the field, the value read, and the values allowed."""

from __future__ import annotations

from scorekeeper.engine.errors import Objection
from scorekeeper.messages.errors.error_messages import EXPECTED, FAULTS, GENERAL, call_text, card_text, objection_text
from scorekeeper.messages.marks import N_
from scorekeeper.messages.numbers import choosing, listing, number
from scorekeeper.messages.rules.labels import problem_text
from scorekeeper.messages.rules.titles import rule_title

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scorekeeper.engine.errors import GameError
    from scorekeeper.messages.marks import Gettext
    from scorekeeper.messages.names import Names

LONGEST = 60
"""Most characters of the input to quote."""
MOST = 12
"""Most entries of a list to quote."""
_LATIN = 0x250
"""The first code point after the Latin letters."""


def error_text(t: Gettext, error: GameError, names: Names | None = None) -> str:
    """Return one or two sentences for an error, or a sentence for each problem of a rule set that can't be played.

    Without `names`, seats and sides are numbered.
    """
    problems = error.params.get("problems")
    if problems:
        return " ".join([t(N_("These rules cannot be played.")), *problem_texts(t, error)])
    figures = _Figures(t, error.params, names)
    if "rule" in error.params and f"{error.code}:illegal" in FAULTS:
        return _objection_sentence(t, error, figures)
    return t(message_id(error)) % figures


def plain_error_text(t: Gettext, error: GameError, names: Names | None = None) -> str:
    """Return the text of `error_text` without the key of the record, for people at a table, who don't see the record."""
    if error.params.get("problems"):
        return error_text(t, error, names)
    return error_text(lambda message: _without_key(t(message)), error, names)


def _without_key(message: str) -> str:
    """Return `points: 75 …` as `75 …`. The French sentence has a word before the key (`Clé points : 75 …`).

    The key stays if nothing else says what was wrong (`tricks_lost: 40 was read; …`).
    """
    before, colon, sentence = message.partition(":")
    word, _, key = before.strip().rpartition(" ")
    sentence = sentence.strip()
    literal = key.replace("_", "").isalpha() and key == key.lower() and " " not in word
    if colon and (literal or (key == "%(field)s" and sentence.startswith("%(read_as_player)s"))):
        return sentence[:1].upper() + sentence[1:]
    return message


def _objection_sentence(t: Gettext, error: GameError, figures: _Figures) -> str:
    """Return the sentence for a call or a card that was not allowed, with the reason."""
    params = error.params
    why = objection_text(t, Objection(str(params["rule"]), params), figures.names)
    index, call, card = params.get("index"), params.get("call"), params.get("card")
    facts = {
        "n": figures.number_from_one(index + 1) if isinstance(index, int) else "",
        "call": call_text(t, call) if isinstance(call, (int, str)) else "",
        "card": card_text(card) if isinstance(card, str) else "",
    }
    # After the auction no one has a turn, so the call has no seat.
    reason = "ended" if params.get("seat") is None and f"{error.code}:ended" in FAULTS else "illegal"
    return t(FAULTS[f"{error.code}:{reason}"]) % {**facts, "seat": figures["seat"], "why": why}


def problem_texts(t: Gettext, error: GameError) -> list[str]:
    """Return a sentence for each problem of a rule set that can't be played. Empty for any other error."""
    problems = error.params.get("problems") or ()
    return [problem_text(t, problem, quoted) for problem in problems]  # type: ignore[attr-defined]


def message_id(error: GameError) -> str:
    """Return the message for the error's code and reason, or a general one that fits its parameters."""
    code, reason = error.code, error.params.get("reason")
    fault = FAULTS.get(f"{code}:{reason}") or FAULTS.get(f":{reason}") or FAULTS.get(code)
    if fault:
        return fault
    return next(message for needed, message in GENERAL if all(name in error.params for name in needed))


def quoted(t: Gettext, read: object) -> str:
    """Return a value from the input in a form that is safe to show: short, and recognizable as a quotation."""
    if read is None:
        return "null"
    if read is True or read is False:
        return "true" if read else "false"
    if isinstance(read, int):
        return number(read) if abs(read) < 10**12 else t(N_("a very large number"))
    if isinstance(read, str):
        return t(N_("“%(text)s”")) % {"text": read if len(read) <= LONGEST else read[:LONGEST] + "…"}
    if isinstance(read, (list, tuple)):
        entries = [_entry(t, entry) for entry in read[:MOST]]
        return "[" + ", ".join(entries) + (", …" if len(entries) < len(read) else "") + "]"
    if isinstance(read, float):
        return repr(read)
    return t(N_("a list of names and values"))


def _entry(t: Gettext, read: object) -> str:
    """Return an entry of a list as text. A list in it is shown only if it has a single plain entry."""
    if isinstance(read, dict):
        return "{…}" if read else "{}"
    if isinstance(read, (list, tuple)):
        plain = len(read) == 1 and not isinstance(read[0], (list, tuple, dict))
        return "[" + quoted(t, read[0]) + "]" if plain else "[…]" if read else "[]"
    return quoted(t, read)


def key_text(name: str) -> str:
    """Return a key from the input. Letters of other scripts, which may look like Latin ones, appear as code points."""
    return "".join([sign if ord(sign) < _LATIN else f"\\u{ord(sign):04x}" for sign in name[:LONGEST]])


def expected_text(t: Gettext, right: object) -> str:
    """Return the allowed value in words: a kind of value (`whole`, `list` …), a choice, or the value itself."""
    if isinstance(right, str) and right in EXPECTED:
        return t(EXPECTED[right])
    if isinstance(right, (list, tuple)):
        return choosing(t, [value if isinstance(value, str) else quoted(t, value) for value in right])
    return right if isinstance(right, str) else quoted(t, right)


class _Figures:
    """The parameters of an error, each put into words only when a sentence uses it."""

    def __init__(self, t: Gettext, params: dict[str, object], names: Names | None) -> None:
        self.t, self.params, self.names = t, params, names

    def keys(self) -> Iterable[str]:
        """Return the names of the parameters, which Brython asks for before it accepts a mapping."""
        return self.params

    def __getitem__(self, key: str) -> str:
        name, _, form = key.partition("_as_")
        value = self.params.get(name)
        if form == "player" or key == "seat" or key == "dealer":
            return self._player(value)
        if key == "side" or form == "side":
            return self._side(value)
        if key == "right" or key == "choices":
            return expected_text(self.t, value)
        if key == "field":
            return key_text(str(value))
        if key == "rule":
            return rule_title(self.t, str(value))
        if form == "counted":
            return self.number_from_one(value)
        if key == "text":  # from the operating system
            return quoted(self.t, self.t(str(value)))
        if isinstance(value, (list, tuple)) and (key == "piles" or key == "winners"):
            return self._several(key, value)
        if key == "pile":
            return self._pile(value)
        return quoted(self.t, value)

    def _player(self, seat: object) -> str:
        seats: Sequence[str] = self.names.seats if self.names else ()
        if type(seat) is int and 0 <= seat < len(seats):
            return seats[seat]
        return self.t(N_("the player at seat %(seat)s")) % {"seat": quoted(self.t, seat)}

    def _side(self, side: object) -> str:
        if self.names and type(side) is int and 0 <= side < len(self.names):
            return self.names[side]
        return self.t(N_("side %(side)s")) % {"side": quoted(self.t, side)}

    def _several(self, key: str, values: Sequence[object]) -> str:
        if key == "winners":
            return listing(self.t, [self._side(side) for side in values])
        return " + ".join([quoted(self.t, pile) for pile in values])

    def _pile(self, pile: object) -> str:
        return self.number_from_one(pile + 1) if type(pile) is int else quoted(self.t, pile)

    def number_from_one(self, n: object) -> str:
        """Return the number of a call, a trick or a pile.

        If seats are numbers too, which count from 0, the text says that this number counts from 1.
        """
        quoted_number = quoted(self.t, n)
        return quoted_number if self.names else self.t(N_("%(n)s (counted from 1)")) % {"n": quoted_number}


_RULES = {
    "auction": "auction.step",
    "auction:passed_out": "auction.all_pass",
    "auction:unfinished": "auction.end",
    "bid:hundred_for_200": "auction.hundred_for_200",
    "bid": "auction.all_pass",
    "points.value": "deal.pack",
    "points.value:dropped": "end.drop_out",
    "points.value:discard": "kitty.discard_to",
    "points.value:no_kitty": "kitty.discard_to",
    "points.sum": "deal.pack",
    "points.count": "deal.pack",
    "needs.bids:unbid": "end.win_only_by_bid",
    "needs.bids": "score.must_bid",
    "needs.trump": "score.no_trump",
    "needs.trump:discard_limit": "kitty.discard_limit",
    "needs.trump:discard_show_trumps": "kitty.discard_show_trumps",
    "needs.called_seat": "format.called_partner",
    "needs.piles": "score.defenders",
    "needs.discard_points": "kitty.discard_to",
    "needs.discard_pile": "kitty.discard_to",
    "announced_all": "end.announced_all",
    "passed_out": "auction.all_pass",
    "misdeal": "deal.misdeal",
    "adjustment": "adjustment",
    "adjustment:dropped": "end.drop_out",
    "game.over": "end.target",
    "event:dropped": "end.drop_out",
    "event:silent": "format.silent_partner",
    "event:silent_dealer": "deal.rotation",
    "event:no_trump": "play.no_trump",
    "event:not_called": "format.called_partner",
}


def broken_rule(error: GameError) -> str | None:
    """Return the id of the rule that a record breaks, or None if the record is only malformed."""
    rule = error.params.get("rule")
    if isinstance(rule, str):
        return rule
    if error.code == "bid" and error.params.get("reason") == "number":
        read, low = error.params.get("read"), error.params.get("low")
        below = isinstance(read, int) and isinstance(low, int) and read < low
        return "auction.minimum" if below else "auction.step"
    return _RULES.get(f"{error.code}:{error.params.get('reason')}") or _RULES.get(error.code)
