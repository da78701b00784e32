"""How a house rule is declared: name, kind, choices or bounds, default, rule id.

An option is a class attribute of its phase. A rule set stores the values in its own `__dict__`. Python looks there before
it calls a non-data descriptor, so reading an option runs none of our code.
Form fields, the API schema, the command line, rule cards, rule diffs and stored JSON all come from these declarations.
"""

from __future__ import annotations

from scorekeeper.engine.errors import Problem

TYPE_CHECKING = False  # `typing` costs seconds to import on a phone
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
