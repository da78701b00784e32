"""What a hand must still tell, as JSON."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.engine.needs import Needs


def needs_json(needs: Needs) -> dict[str, object]:
    """Every field of `Needs` by its name, seats and sides as lists."""
    values = [(name, getattr(needs, name)) for name in needs.__match_args__]
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values}
