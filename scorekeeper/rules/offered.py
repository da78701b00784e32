"""The values of a house rule that are offered to be chosen, and each as a form sends it."""

from __future__ import annotations

from scorekeeper.engine.options import Number
from scorekeeper.engine.variants import NAMED, named

TYPE_CHECKING = False  # loaded by phones, where `typing` costs seconds
if TYPE_CHECKING:
    from scorekeeper.engine.options import Option

NONE = "none"
MOST_CHIPS = 21
"""A number with more values than this is offered as those that are usual, and a field for any other."""
USUAL_CENTS = (0, 5, 10, 25, 50, 100)


def values_offered(option: Option) -> list[object]:
    """The values that get a chip of their own: all of them if they are few, else those that some known game is played with."""
    if option.choices:
        return list(option.choices)
    assert isinstance(option, Number)
    if (option.high - option.low) // option.step < MOST_CHIPS:
        return list(range(option.low, option.high + 1, option.step))
    if option.unit == "cents":
        return list(USUAL_CENTS)
    used = {named(name).values()[option.name] for name in NAMED}
    return [*sorted(v for v in used if isinstance(v, int)), *([None] if option.nullable else [])]


def has_other(option: Option) -> bool:
    """Whether values without a chip can be given in a field of their own."""
    return not option.choices and isinstance(option, Number) and (option.high - option.low) // option.step >= MOST_CHIPS


def to_text(value: object) -> str:
    """A value as a form sends it."""
    if value is None:
        return NONE
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)
