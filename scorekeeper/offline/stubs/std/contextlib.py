"""A stand-in for `contextlib`."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any


class suppress:  # noqa: N801 (as the library's)
    """Suppress these exceptions."""

    def __init__(self, *kinds: type[BaseException]) -> None:
        self.kinds = kinds

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: object, _trace: object) -> bool:
        return error is not None and isinstance(error, self.kinds)


class _Manager:
    def __init__(self, steps: Iterator[Any]) -> None:
        self.steps = steps

    def __enter__(self) -> Any:
        return next(self.steps)

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> bool:
        try:
            if error is None:
                next(self.steps)
            else:
                self.steps.throw(error)  # type: ignore[attr-defined]
        except StopIteration:
            return True
        return False


def contextmanager(function: Callable[..., Iterator[Any]]) -> Callable[..., _Manager]:
    return lambda *args, **kwargs: _Manager(function(*args, **kwargs))
