"""A tournament and the values derived from its record, for the desk, public pages, API and printouts."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from scorekeeper.formats.rules import parse_rules
from scorekeeper.pairing import stages
from scorekeeper.pairing.directing import director
from scorekeeper.pairing.method import Method, method_in_stage, method_of
from scorekeeper.pairing.record.errors import TournamentError
from scorekeeper.pairing.record.record import MatchLength, Options, Tournament
from scorekeeper.pairing.standings.results import Outcomes, ledger, match_points
from scorekeeper.pairing.standings.ties import entrants_without_match

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.pairing.record.bracket import PlayedBracket, StageBracket
    from scorekeeper.pairing.record.draft import RoundDraft
    from scorekeeper.pairing.record.record import Entrant, Round
    from scorekeeper.pairing.standings.standings import StandingRow


class TournamentState:
    """A tournament from its record, read-only. Derived values are computed on demand, once."""

    def __init__(self, tournament: Tournament) -> None:
        self._given = tournament

    @cached_property
    def tournament(self) -> Tournament:
        """The record."""
        return self._given

    @property
    def options(self) -> Options:
        """The options, in the form that pairing uses."""
        return self.tournament.options

    @property
    def pairing(self) -> Method:
        """The pairing method and all that depends on it."""
        return method_of(self.tournament)

    @property
    def individuals(self) -> bool:
        """Whether single players enter, not pairs."""
        return self.pairing.side(self.options) > 1

    @cached_property
    def rules(self) -> RuleSet:
        """The rule set of its matches."""
        return parse_rules(self.tournament.rules)

    @cached_property
    def _entered(self) -> dict[str, Entrant]:
        return {e.id: e for e in self.tournament.entrants}

    @cached_property
    def _played(self) -> dict[int, Round]:
        return {one.number: one for one in self.tournament.rounds}

    def name_of(self, entrant: str, number: int | None = None) -> str:
        """Return an entrant's name, or in round `number` the name of the player who sits there."""
        entered = self._entered.get(entrant)
        if entered is None:
            return entrant
        return entered.name if number is None else entered.name_in(number)

    def stage_options(self, number: int | None, pool: str | None = None) -> Options:
        """Return the options of the round's stage, or the tournament's for None or an unknown round.

        `pool`: the table's pool or final. Without it, several finals have the options of final A.
        """
        one = None if number is None else self._played.get(number)
        return self.tournament.played_as(one.stage, pool)[1] if one is not None else self.options

    def match_in(self, number: int | None, pool: str | None = None) -> MatchLength:
        """Return the length of a match in a round, or the tournament's for None or an unknown round. `pool`: as above."""
        return self.stage_options(number, pool).match

    def is_knockout(self, number: int | None = None, pool: str | None = None) -> bool:
        """Return whether every table must have a winner, in that round or in the tournament. `pool`: as above."""
        one = None if number is None else self._played.get(number)
        return (method_in_stage(self.tournament, one.stage, pool) if one is not None else self.pairing).knockout

    @cached_property
    def rounds_in_all(self) -> int | None:
        """The number of rounds, if known in advance; None in knock-outs and stages."""
        return self.pairing.rounds_in_all(self.tournament)

    @cached_property
    def finished(self) -> bool:
        """Whether everything has been played."""
        return director.is_finished(self.tournament)

    @cached_property
    def standings(self) -> list[StandingRow]:
        """The standings so far. Raises TournamentError if a bracket cannot be drawn yet."""
        return director.standings(self.tournament)

    @cached_property
    def standings_by_final(self) -> list[tuple[str, list[StandingRow]]]:
        """The standings by final, each ranked from 1, as `director.standings_by_final`. Raises as `standings`."""
        return director.standings_by_final(self.tournament)

    @cached_property
    def final_letters(self) -> dict[str, str]:
        """The letter of everyone's final, by entrant; empty until finals side by side have begun."""
        return stages.letters_by_entrant(self.tournament, stages.stage_of(self.tournament))

    @cached_property
    def brackets(self) -> list[StageBracket]:
        """The brackets so far, one for each knock-out final; empty if there is none or too few have entered."""
        try:
            return director.brackets(self.tournament)
        except TournamentError:
            return []

    @property
    def bracket(self) -> PlayedBracket | None:
        """The bracket so far, the first one with several finals; None if there is none or too few have entered."""
        return self.brackets[0].bracket if self.brackets else None

    @cached_property
    def next_error(self) -> TournamentError | None:
        """Why no further round can be paired now, such as `needs.results` or `finished`; None if one can."""
        try:
            director.next_round(self.tournament)
        except TournamentError as error:
            return error
        return None

    @cached_property
    def who_played(self) -> frozenset[str]:
        """The entrants with a match that they did not forfeit. A bye counts unless its entrant has left."""
        return frozenset(e.id for e in self.tournament.entrants) - {*self.who_did_not_play}

    @cached_property
    def who_did_not_play(self) -> list[str]:
        """The entrants who have no match so far, in order of entry."""
        return entrants_without_match(self.tournament)

    def only_played(self, rows: Iterable[StandingRow]) -> list[StandingRow]:
        """Return the lines of the standings without entrants who have no match."""
        return [row for row in rows if row.id in self.who_played]

    @cached_property
    def begins_finals(self) -> bool:
        """Whether the next round begins the finals or another stage. Then no one else enters."""
        if not self.pairing.staged or self.next_error is not None:
            return False
        return director.next_round(self.tournament).stage > stages.stage_of(self.tournament)

    @cached_property
    def planned(self) -> tuple[RoundDraft, ...] | None:
        """All rounds of a movement that needs no results; None if each round depends on the one before."""
        try:
            return director.schedule(self.tournament).rounds
        except TournamentError:
            return None

    @cached_property
    def ledger(self) -> Outcomes:
        """Every entrant's rounds as played."""
        return ledger(self.tournament)

    @cached_property
    def counted(self) -> Outcomes:
        """Every entrant's rounds as they count."""
        return self.pairing.ledger(self.tournament)

    @cached_property
    def match_points(self) -> dict[str, Fraction]:
        """Each entrant's match points, over all stages."""
        return match_points(self.counted)
