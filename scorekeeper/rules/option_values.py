"""The values that a form offers for a house rule."""

from __future__ import annotations

from scorekeeper.engine.options import Number
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, named_rules

TYPE_CHECKING = False  # phones load this, and there `typing` costs seconds
if TYPE_CHECKING:
    from scorekeeper.engine.options import Option

NONE = "none"
MOST_CHIPS = 21
"""The most values shown as buttons. Above it, a form shows the usual ones and a field for other values."""
USUAL_CENTS = (0, 5, 10, 25, 50, 100)


def values_offered(option: Option) -> list[object]:
    """Return the values that get a button: all of them if few, else the ones that named rule sets use."""
    if option.choices:
        return list(option.choices)
    assert isinstance(option, Number)
    if (option.high - option.low) // option.step < MOST_CHIPS:
        return list(range(option.low, option.high + 1, option.step))
    if option.unit == "cents":
        return list(USUAL_CENTS)
    used = {named_rules(name).values()[option.name] for name in VARIANTS_BY_NAME}
    return [*sorted(v for v in used if isinstance(v, int)), *([None] if option.nullable else [])]


def has_other(option: Option) -> bool:
    """Return whether the form also needs a field for other values."""
    return not option.choices and isinstance(option, Number) and (option.high - option.low) // option.step >= MOST_CHIPS


def to_text(value: object) -> str:
    """Return a value the way a form sends it."""
    if value is None:
        return NONE
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)
