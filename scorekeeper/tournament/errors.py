"""What a tournament record may get wrong: codes and parameters, no prose; the same shape as the engine's errors."""

from __future__ import annotations


class TournamentError(ValueError):
    """Something in a tournament cannot be used.

    `code` names the kind of trouble (`entrants`, `needs.results` …), `params` what was read and what would be right, `event` the
    round it stands in (counted from 1; 0 is the header: name, options, entrants; None where no round is concerned).
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
    """It is not a tournament record: wrong key, wrong type, an entrant nobody entered."""


class Illegal(TournamentError):
    """It is well formed, and this kind of tournament does not allow it."""

    kind = "illegal"


class NotEnoughKnown(TournamentError):
    """The answer depends on something not recorded yet (`needs.results`, `needs.winner`)."""

    kind = "unknown"
