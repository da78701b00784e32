"""Errors for bad input: malformed, against the rules, or incomplete. They carry codes and parameters, no prose.

The classes for tournaments are in `pairing/record/errors.py`.
"""

from __future__ import annotations

from dataclasses import dataclass


class CodedError(ValueError):
    """A problem with a record.

    `code`: one of the record's codes. `params`: the value that was read and the right one, for the message. `event`: counts
    from 1; 0 is the header, None is not known yet. `place`: what `event` counts.
    """

    kind = "malformed"
    place = "at event"

    def __init__(self, code: str, event: int | None = None, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.event = event
        self.params = params

    def __str__(self) -> str:
        where = "" if self.event is None else f" {self.place} {self.event}"
        return f"{self.code}{where}: {self.params}"


class GameError(CodedError):
    """A game record that can't be used (`bid`, `points.sum`, `needs.bids` …)."""

    def at(self, event: int) -> GameError:
        """Set the event number if it is not set yet, and return the same error."""
        if self.event is None:
            self.event = event
        return self


class Malformed(GameError):
    """A record in the wrong format: a wrong key, a wrong type, no such seat."""


class Illegal(GameError):
    """A well-formed record of something that the rules of the game don't allow."""

    kind = "illegal"


class NotEnoughKnown(GameError):
    """A record without a fact that the score depends on (`needs.bids`, `needs.trump`, `needs.called_seat` …)."""

    kind = "unknown"


@dataclass(frozen=True)
class Objection:
    """Why the rules don't allow something at the table: the rule id and its details, `reason` among them."""

    rule: str
    params: dict[str, object]


@dataclass(frozen=True)
class Problem:
    """One reason why a rule set is unsound. `params`: the option, its value and what would be right."""

    reason: str
    params: dict[str, object]


class UnsoundRules(Illegal):
    """A rule set that can't be played. It carries every reason, not just the first."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("rules")
        self.problems = problems
        self.params = {"problems": problems}

    def __str__(self) -> str:
        return "rules: " + "; ".join(f"{p.reason} {p.params}" for p in self.problems)
