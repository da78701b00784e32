"""The type of a setting: its variable, meaning, parser and error message."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorekeeper.core.numbers import parse_integer
from scorekeeper.messages.marks import N_

if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext

PREFIX = "SCOREKEEPER_"


class WrongSetting(ValueError):
    """An environment variable with an invalid value, `read`."""

    def __init__(self, setting: Setting, read: str) -> None:
        super().__init__(f"{setting.variable}: “{read}” was read; {setting.describe_valid_values(str)} would be right")
        self.setting, self.read = setting, read


@dataclass(frozen=True)
class Setting:
    """A setting. `default`: as typed. `read`: a parser that raises ValueError.

    `right`: a description of valid values, with `bounds`.
    """

    name: str
    meaning: str
    default: str
    read: Callable[[str], Any]
    right: str
    bounds: dict[str, Any] = field(default_factory=dict)
    secret: bool = False

    @property
    def variable(self) -> str:
        """The environment variable's name."""
        return PREFIX + self.name

    @property
    def environment_value(self) -> str:
        """The environment variable's value, or "" if it is not set."""
        return os.environ.get(self.variable, "").strip()

    def value(self) -> Any:
        """Return the effective value. Raises WrongSetting."""
        text = self.environment_value or self.default
        try:
            return self.read(text)
        except ValueError as error:
            raise WrongSetting(self, text) from error

    def value_or_default(self) -> Any:
        """Return the value as a command's default. An invalid one gives the setting's default; `check` reports it later."""
        try:
            return self.value()
        except WrongSetting:
            return self.read(self.default)

    def describe_valid_values(self, t: Gettext) -> str:
        """Return the translated description of valid values."""
        return t(self.right).format(**self.bounds)


def number(text: str, low: int, high: int) -> int:
    """Parse an integer within bounds. Raises ValueError."""
    found = parse_integer(text, low, high)
    if found is None:
        raise ValueError(text)
    return found


def between(low: int, high: int) -> dict[str, Any]:
    """Return the fields of a setting that is an integer within bounds."""
    words = N_("a whole number from {low} to {high}")
    return {"read": partial(number, low=low, high=high), "right": words, "bounds": {"low": low, "high": high}}


def full_path(text: str) -> Path | None:
    """Parse an absolute path, or None if empty. Raises ValueError."""
    if text and not Path(text).is_absolute():
        raise ValueError(text)
    return Path(text) if text else None
