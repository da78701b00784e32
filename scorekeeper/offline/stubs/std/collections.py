"""A stand-in for `collections`."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def namedtuple(name: str, fields: str) -> Any:
    names = fields.split()

    class Named(tuple):
        def __new__(cls, *given: Any, **named: Any) -> Any:
            return tuple.__new__(cls, [*given, *[named[name] for name in names[len(given) :]]])

        def __getattr__(self, wanted: str) -> Any:
            if wanted in names:
                return self[names.index(wanted)]
            raise AttributeError(wanted)

    Named.__name__ = name
    return Named
