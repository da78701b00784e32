"""Three kinds of bad input: malformed, against the rules, not enough known. Codes and parameters, no prose."""

from __future__ import annotations

from dataclasses import dataclass


class GameError(ValueError):
    """Something in a record cannot be used.

    `code` is one of the codes of the game record (`bid`, `points.sum`, `needs.bids` …); `params` says what was read and what
    would be right, for whoever puts it into words; `event` counts from 1, 0 is the header, None is not known yet.
    """

    kind = "malformed"

    def __init__(self, code: str, event: int | None = None, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.event = event
        self.params = params

    def at(self, event: int) -> GameError:
        """The same error, placed at an event if it has no place yet."""
        if self.event is None:
            self.event = event
        return self

    def __str__(self) -> str:
        where = "" if self.event is None else f" at event {self.event}"
        return f"{self.code}{where}: {self.params}"


class Malformed(GameError):
    """It is not a record of this form: wrong key, wrong type, no such seat."""


class Illegal(GameError):
    """It is well formed, and the rules of this game do not allow it."""

    kind = "illegal"


class NotEnoughKnown(GameError):
    """The score depends on a fact that the record does not hold (`needs.bids`, `needs.trump`, `needs.called_seat` …)."""

    kind = "unknown"


@dataclass(frozen=True)
class Objection:
    """Why the rules do not allow something at the table: the rule's id, and the figures behind it (`reason` among them)."""

    rule: str
    params: dict[str, object]


@dataclass(frozen=True)
class Problem:
    """One reason why a rule set is unsound: what is wrong (`reason`), with which option, read what, right would be what."""

    reason: str
    params: dict[str, object]


class UnsoundRules(Illegal):
    """A rule set that cannot be played, with every reason at once."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("rules")
        self.problems = problems
        self.params = {"problems": problems}

    def __str__(self) -> str:
        return "rules: " + "; ".join(f"{p.reason} {p.params}" for p in self.problems)
