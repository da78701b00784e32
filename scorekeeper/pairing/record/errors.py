"""Errors in a tournament record: codes and parameters without prose, in the same shape as the engine's errors."""

from __future__ import annotations


class TournamentError(ValueError):
    """A problem with a tournament.

    `code`: the kind of problem (`entrants`, `needs.results` …).
    `params`: what was read and what would be right.
    `event`: the round, counted from 1; 0 for the header (name, options, entrants), or None if no round is concerned.
    """

    kind = "malformed"

    def __init__(self, code: str, event: int | None = None, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.event = event
        self.params = params

    def __str__(self) -> str:
        where = "" if self.event is None else f" in round {self.event}"
        return f"{self.code}{where}: {self.params}"


class Malformed(TournamentError):
    """The record is not valid: a wrong key, a wrong type, an unknown entrant."""


class Illegal(TournamentError):
    """The record is well formed, but this kind of tournament does not allow it."""

    kind = "illegal"


class NotEnoughKnown(TournamentError):
    """The answer depends on something not recorded yet (`needs.results`, `needs.winner`)."""

    kind = "unknown"
