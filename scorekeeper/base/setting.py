"""What a setting is: its variable, what it means, how it is read, and what is said of one that is wrong."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorekeeper.base.numbers import whole
from scorekeeper.wording.marks import N_

if TYPE_CHECKING:
    from scorekeeper.wording.marks import Gettext

PREFIX = "SCOREKEEPER_"


class WrongSetting(ValueError):
    """A variable says what its setting cannot be; `read` is what it says."""

    def __init__(self, setting: Setting, read: str) -> None:
        super().__init__(f"{setting.variable}: “{read}” was read; {setting.right_in(str)} would be right")
        self.setting, self.read = setting, read


@dataclass(frozen=True)
class Setting:
    """One. `default`: as it would be typed; `read` raises ValueError; `right`: what would be, in words, with `bounds`."""

    name: str
    meaning: str
    default: str
    read: Callable[[str], Any]
    right: str
    bounds: dict[str, Any] = field(default_factory=dict)
    secret: bool = False

    @property
    def variable(self) -> str:
        """The variable of the environment."""
        return PREFIX + self.name

    @property
    def told(self) -> str:
        """What the variable says; nothing where it is not set, or empty."""
        return os.environ.get(self.variable, "").strip()

    def value(self) -> Any:
        """What holds. Raises WrongSetting."""
        text = self.told or self.default
        try:
            return self.read(text)
        except ValueError as error:
            raise WrongSetting(self, text) from error

    def of_start(self) -> Any:
        """What holds where the command that starts says nothing else: a wrong one is told after, with all others."""
        try:
            return self.value()
        except WrongSetting:
            return self.read(self.default)

    def right_in(self, t: Gettext) -> str:
        """What would be right."""
        return t(self.right).format(**self.bounds)


def number(text: str, low: int, high: int) -> int:
    """A whole number. Raises ValueError."""
    found = whole(text, low, high)
    if found is None:
        raise ValueError(text)
    return found


def between(low: int, high: int) -> dict[str, Any]:
    """How a setting that is a whole number is read."""
    words = N_("a whole number from {low} to {high}")
    return {"read": partial(number, low=low, high=high), "right": words, "bounds": {"low": low, "high": high}}


def full_path(text: str) -> Path | None:
    """A path from the root on; None for nothing. Raises ValueError."""
    if text and not Path(text).is_absolute():
        raise ValueError(text)
    return Path(text) if text else None
