"""Questions as addresses: parsing and writing. Nothing is stored."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.core.numbers import parse_integer as read_whole
from scorekeeper.engine.auction import UNKNOWN_BID
from scorekeeper.engine.deal import SUIT
from scorekeeper.formats.record_header import LONGEST_NAME
from scorekeeper.messages.marks import N_
from scorekeeper.rulings.auction import Call

TYPE_CHECKING = False  # phones load this, and there `typing` and `re` cost seconds
if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.engine.events import Bid
    from scorekeeper.messages.marks import Gettext

MOST_CALLS = 120
MOST_SCORE = 10_000
LONGEST = 400
"""The most characters in one part of a question."""

_SEATS = ("0", "1", "2", "3", "4", "5")
_WORDS: dict[str, Bid] = {"p": "pass", "k": "keep", "200": "100-for-200"}
_SHORT = {"pass": "p", "keep": "k", "100-for-200": "200"}


WRONG = N_("%(field)s: “%(read)s” is not valid. Use %(right)s.")
TOO_LONG = N_("at most %(count)s characters")


class BadLink(Exception):
    """An invalid part of an address: its name, the value read, and what is expected (a message id)."""

    def __init__(self, field: str, read: str, right: str) -> None:
        super().__init__(field)
        self.field, self.read, self.right = field, read[:60], right

    def text(self, t: Gettext) -> str:
        """Return the message in the reader's language."""
        return t(WRONG) % {"field": self.field, "read": self.read, "right": t(self.right) % {"count": LONGEST}}


CARDS = N_("cards separated by dots, such as AS.10H.5D")
CALLS = N_("calls separated by dots: a number, p (pass), k (keep) or 200 (100 for 200)")
WHOLE = N_("a whole number")
NUMBERS = N_("a whole number for each side, separated by dots")
SEAT = N_("the number of a seat at this table")
BIDS = N_("a seat and its bid, such as 1-60.3-75, or “none”")
NAMES = N_("a name for each seat, separated by ~")
ONE_OF = N_("a value that the page offers")


def read_text(args: Mapping[str, str], field: str) -> str:
    """Return a part of the question, empty if missing."""
    value = args.get(field, "")
    if len(value) > LONGEST:
        raise BadLink(field, value, TOO_LONG)
    return value


def read_cards(args: Mapping[str, str], field: str) -> tuple[str, ...]:
    """Return distinct cards."""
    value = read_text(args, field)
    codes = tuple(value.split(".")) if value else ()
    if len(set(codes)) != len(codes) or any(card not in SUIT for card in codes):
        raise BadLink(field, value, CARDS)
    return codes


def read_calls(args: Mapping[str, str], field: str) -> tuple[Call, ...]:
    """Return the calls of an auction. `s2-75` is a bid of 75 by seat 2, whether or not it is in turn."""
    value = read_text(args, field)
    parts = value.split(".") if value else []
    if len(parts) > MOST_CALLS:
        raise BadLink(field, value, CALLS)
    return tuple(_call(field, part) for part in parts)


def _call(field: str, part: str) -> Call:
    before, dash, code = part.rpartition("-")
    seat = before.removeprefix("s")
    has_seat = before.startswith("s") and seat in _SEATS
    if (dash and not has_seat) or not (code in _WORDS or _is_number(code, 4)):
        raise BadLink(field, part, CALLS)
    call: Bid = _WORDS[code] if code in _WORDS else int(code)
    return Call(call, int(seat) if has_seat else None)


def _is_number(text: str, most: int) -> bool:
    """Return whether the text is a number of at most `most` digits, without sign or spaces."""
    return text.isascii() and text.isdigit() and len(text) <= most


def call_code(call: Bid, seat: int | None = None) -> str:
    """Return a call as written in an address."""
    code = _SHORT[call] if isinstance(call, str) else str(call)
    return code if seat is None else f"s{seat}-{code}"


def calls_code(calls: tuple[Call, ...]) -> str:
    return ".".join(call_code(c.call, c.seat) for c in calls)


def read_number(args: Mapping[str, str], field: str, low: int, high: int, right: str = WHOLE) -> int | None:
    """Return a whole number from `low` to `high`, or None if missing."""
    value = read_text(args, field).strip()
    if not value:
        return None
    number = read_whole(value, low, high)
    if number is None:
        raise BadLink(field, value, right)
    return number


def read_numbers(args: Mapping[str, str], field: str, count: int, low: int, high: int) -> tuple[int, ...] | None:
    """Return `count` numbers, or None if missing."""
    value = read_text(args, field)
    if not value:
        return None
    parts = value.split(".")
    if len(parts) != count or not all(_is_number(part.removeprefix("-"), 5) for part in parts):
        raise BadLink(field, value, NUMBERS)
    read = tuple(int(part) for part in parts)
    if not all(low <= n <= high for n in read):
        raise BadLink(field, value, NUMBERS)
    return read


def read_choice(args: Mapping[str, str], field: str, choices: tuple[str, ...], default: str = "") -> str:
    """Return one of `choices`, or `default` if missing."""
    value = read_text(args, field)
    if not value:
        return default
    if value not in choices:
        raise BadLink(field, value, ONE_OF)
    return value


def parse_bid(field: str, value: str) -> Bid | None:
    """Return a bid from an address: `75`, `200` (100 for 200) or `free`."""
    if not value:
        return None
    if value == "200":
        return "100-for-200"
    if value == "free":
        return "free"
    if _is_number(value, 3):
        return int(value)
    raise BadLink(field, value, ONE_OF)


def bid_code(value: Bid) -> str:
    """Return a bid as written in an address."""
    return "200" if value == "100-for-200" else str(value)


def read_bids(args: Mapping[str, str], field: str) -> dict[int, Bid] | None:
    """Return the other players' bids: `1-60.3-75`, `1-bid` for an unknown amount, `none`. None if missing."""
    value = read_text(args, field)
    if not value:
        return None
    made_by: dict[int, Bid] = {}
    for part in [] if value == "none" else value.split("."):
        seat, dash, code = part.partition("-")
        bid = UNKNOWN_BID if code == UNKNOWN_BID else parse_bid(field, code)
        if not dash or seat not in tuple("012345") or bid is None or bid == "free" or int(seat) in made_by:
            raise BadLink(field, part, BIDS)
        made_by[int(seat)] = bid
    return made_by


def read_names(args: Mapping[str, str], players: int) -> tuple[str, ...] | None:
    """Return the names by seat, or None if missing."""
    value = args.get("names", "")
    if not value:
        return None
    names = tuple(value.split("~"))
    longest = LONGEST_NAME
    if len(names) != players or not all(0 < len(name) <= longest and name.isprintable() and name.strip() for name in names):
        raise BadLink("names", value, NAMES)
    return names


@dataclass(frozen=True)
class Toggle:
    """A change to one part of a question, as a button sends it: `trump~H`."""

    field: str
    value: str


def read_pressed(args: Mapping[str, str]) -> Toggle | None:
    """Return the button that was pressed, or None."""
    value = read_text(args, "set")
    if not value:
        return None
    field, tilde, new = value.partition("~")
    if not tilde:
        raise BadLink("set", value, ONE_OF)
    return Toggle(field, new)
