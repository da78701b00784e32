"""Errors in a tournament record: codes and parameters without prose."""

from __future__ import annotations

from scorekeeper.engine.errors import CodedError


class TournamentError(CodedError):
    """A problem with a tournament (`entrants`, `needs.results` …). `event`: the round; 0 for name, options and entrants."""

    place = "in round"


class Malformed(TournamentError):
    """The record is not valid: a wrong key, a wrong type, an unknown entrant."""


class Illegal(TournamentError):
    """The record is well formed, but this kind of tournament does not allow it."""

    kind = "illegal"


class NotEnoughKnown(TournamentError):
    """The answer depends on something not recorded yet (`needs.results`, `needs.winner`)."""

    kind = "unknown"
