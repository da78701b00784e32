"""A stand-in for `collections`."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def namedtuple(name: str, fields: str) -> Any:
    names = fields.split()

    class Named(tuple):
        def __new__(cls, *args: Any, **kwargs: Any) -> Any:
            return tuple.__new__(cls, [*args, *[kwargs[name] for name in names[len(args) :]]])

        def __getattr__(self, field: str) -> Any:
            if field in names:
                return self[names.index(field)]
            raise AttributeError(field)

    Named.__name__ = name
    return Named
