"""The facts that a hand must still provide, as JSON."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.engine.missing_facts import Needs


def needs_json(needs: Needs) -> dict[str, object]:
    """Return every field of `Needs` by name, with lists for tuples."""
    values = [(name, getattr(needs, name)) for name in needs.__match_args__]
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values}
