"""How a house rule is declared, and formats, seats and sides (rulebook section 2), the first phase.

An option is a class attribute of its phase. A rule set stores the values in its own `__dict__`. Python looks there before
it calls a non-data descriptor, so reading an option runs none of our code.
Form fields, the API schema, the command line, rule cards, rule diffs and stored JSON all come from these declarations.
"""

from __future__ import annotations

from scorekeeper.engine.errors import Problem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Default = object | Callable[[Mapping[str, object]], object]


class Option:
    """One house rule.

    `default`: the standard value, or a function of the values already settled. The hole limit, for one, defaults to the
    target.
    `rule`: the id of the rulebook rule that describes the option.
    """

    kind = ""
    nullable = False
    choices: tuple[object, ...] = ()

    def __init__(self, default: Default, rule: str) -> None:
        self.default = default
        self.rule = rule
        self.name = ""
        self.phase = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name
        self.phase = owner.__name__.lower()

    def settle(self, values: Mapping[str, object]) -> object:
        """Return the value to use when the rule set doesn't give one.

        `values`: the options declared before this one.
        """
        return self.default(values) if callable(self.default) else self.default

    def problem(self, value: object) -> Problem | None:
        """Return the problem with this value on its own, or None."""
        if any(value is c or (type(value) is type(c) and value == c) for c in self.choices):
            return None
        return Problem("option.choice", {"option": self.name, "read": value, "choices": self.choices})


class Choice(Option):
    """One of several named values, the standard one first."""

    kind = "choice"

    def __init__(self, *choices: str, rule: str, default: Default | None = None) -> None:
        super().__init__(choices[0] if default is None else default, rule)
        self.choices = choices

    if TYPE_CHECKING:

        def __get__(self, rules: object, owner: type | None = None) -> str: ...


class Flag(Option):
    """A yes-or-no option. Standard rules leave every optional house rule off."""

    kind = "flag"
    choices = (False, True)

    def __init__(self, *, rule: str) -> None:
        super().__init__(False, rule)

    if TYPE_CHECKING:

        def __get__(self, rules: object, owner: type | None = None) -> bool: ...


class Number(Option):
    """A whole number from `low` to `high` in steps of `step`, or one of `choices` if given."""

    kind = "number"

    def __init__(
        self,
        default: Default,
        *,
        rule: str,
        low: int = 0,
        high: int = 0,
        step: int = 1,
        choices: tuple[int, ...] = (),
        unit: str = "points",
    ) -> None:
        super().__init__(default, rule)
        self.low, self.high, self.step, self.unit = low, high, step, unit
        self.choices = choices
        if choices:
            self.low, self.high = min(choices), max(choices)

    def problem(self, value: object) -> Problem | None:
        if value is None and self.nullable:
            return None
        if self.choices:
            return super().problem(value)
        if type(value) is int and self.low <= value <= self.high and value % self.step == 0:
            return None
        bounds = {"low": self.low, "high": self.high, "step": self.step}
        return Problem("option.number", {"option": self.name, "read": value, **bounds})

    if TYPE_CHECKING:

        def __get__(self, rules: object, owner: type | None = None) -> int: ...


class Limit(Number):
    """A number that `null` turns off."""

    nullable = True

    if TYPE_CHECKING:

        def __get__(self, rules: object, owner: type | None = None) -> int | None: ...  # type: ignore[override]


class SeatChoice(Option):
    """A seat, or a word for how it is chosen."""

    kind = "choice"

    def __init__(self, word: str, *, seats: int, rule: str) -> None:
        super().__init__(word, rule)
        self.choices = (word, *range(seats))

    if TYPE_CHECKING:

        def __get__(self, rules: object, owner: type | None = None) -> str | int: ...


class Phase:
    """A phase of the game. Its options are declared in the class body, in order."""


INDIVIDUAL_FORMATS = ("called_partner", "silent_partner", "cutthroat")
TWO_SIDED_FORMATS = ("partnership", "two_threes", "two_handed")

PLAYERS = {
    "partnership": 4,
    "two_threes": 6,
    "three_pairs": 6,
    "called_partner": 5,
    "silent_partner": 5,
    "two_handed": 2,
}
_SIDES = {"partnership": 2, "two_threes": 2, "three_pairs": 3, "two_handed": 2}


class Seating(Phase):
    """Options of the table. In a rule set, `table` is the seating they lead to."""

    table: Table

    format = Choice(
        "partnership",
        "two_threes",
        "three_pairs",
        "called_partner",
        "silent_partner",
        "cutthroat",
        "two_handed",
        rule="format",
    )
    silent_seat = SeatChoice("rotates", seats=5, rule="format.silent_partner")


class Table:
    """The seats of a rule set.

    `players`: the number of players. `hands`: the number of hands dealt.
    `sides`: the seats of each side, numbered by their lowest seat.
    `side_of`: the side of each seat, None for a player who is always silent.
    `individual`: each player has a score of their own.
    `silence`: a player is silent, always or in turn.
    `deals_after`, `usual_bids`: caches of the next dealer and of `usual_bids`, valid while no side has dropped out.
    """

    def __init__(self, rules: Seating, hands: int) -> None:
        self.individual = rules.format in INDIVIDUAL_FORMATS
        self.hands = hands
        self.players = 2 if rules.format == "two_handed" else self.hands
        silent = rules.silent_seat
        self.fixed_silent = silent if rules.format == "silent_partner" and isinstance(silent, int) else None
        self.silence = rules.format == "silent_partner"
        self.rotating_silent = self.silence and self.fixed_silent is None
        seats = [s for s in range(self.players) if s != self.fixed_silent]
        n = _SIDES.get(rules.format, len(seats))
        self.sides = tuple(tuple(s for i, s in enumerate(seats) if i % n == side) for side in range(n))
        self.side_of: tuple[int | None, ...] = tuple(
            next((i for i, side in enumerate(self.sides) if seat in side), None) for seat in range(self.players)
        )
        self.deals_after: dict[int, int] = {}
        self.usual_bids: dict[tuple[int, int | None], frozenset[tuple[int, int | str]]] = {}

    def silent(self, dealer: int) -> int | None:
        """Return the silent player's seat when `dealer` deals, or None (`format.silent_partner`).

        The seat is fixed, or the one to the dealer's right.
        """
        if self.rotating_silent:
            return (dealer - 1) % self.players
        return self.fixed_silent
