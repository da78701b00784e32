"""How a house rule is declared: name, kind, choices or bounds, default, rule id.

An option is a class attribute of its phase. Reading it from a rule set gives the value: the value lies in the rule set's own
`__dict__`, which Python looks into before it asks a non-data descriptor, so that no code of ours runs on the way.
Form fields, API schema, command line, rule cards, rule diffs and stored JSON are all made from these declarations.
"""

from __future__ import annotations

from scorekeeper.engine.errors import Problem

TYPE_CHECKING = False  # `typing` costs seconds to import on a phone
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Default = object | Callable[[Mapping[str, object]], object]


class Option:
    """One house rule.

    `default` is the standard value, or a function of the values already settled (the hole limit is the target unless set).
    `rule` is the id of the rule in the rulebook that says what the option does.
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
        """The value in force where the rule set does not name one; `values` holds the options declared before this one."""
        return self.default(values) if callable(self.default) else self.default

    def problem(self, value: object) -> Problem | None:
        """What is wrong with a value, taken alone; None if nothing."""
        if any(value is c or (type(value) is type(c) and value == c) for c in self.choices):
            return None
        return Problem("option.choice", {"option": self.name, "read": value, "choices": self.choices})


class Choice(Option):
    """One of a few named values, the standard one first."""

    kind = "choice"

    def __init__(self, *choices: str, rule: str, default: Default | None = None) -> None:
        super().__init__(choices[0] if default is None else default, rule)
        self.choices = choices

    if TYPE_CHECKING:

        def __get__(self, rules: object, owner: type | None = None) -> str: ...


class Flag(Option):
    """Played, or not. No house rule that can be left out is standard."""

    kind = "flag"
    choices = (False, True)

    def __init__(self, *, rule: str) -> None:
        super().__init__(False, rule)

    if TYPE_CHECKING:

        def __get__(self, rules: object, owner: type | None = None) -> bool: ...


class Number(Option):
    """A whole number from `low` to `high`, in steps of `step`; where `choices` are given, one of those."""

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
        """What is wrong with a number, taken alone; None if nothing."""
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
    """A phase of the game: the options declared in its class body, in that order."""
