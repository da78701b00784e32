"""A tournament and what follows from its record: what desk, public pages, API and papers ask alike, in no language."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from scorekeeper.codec.rules import parse_rules
from scorekeeper.tournament import director
from scorekeeper.tournament.errors import TournamentError
from scorekeeper.tournament.method import Method, in_stage, of
from scorekeeper.tournament.record import MatchLength, Options, Tournament
from scorekeeper.tournament.results import Outcomes, ledger, match_points

if TYPE_CHECKING:
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.tournament.bracket import PlayedBracket
    from scorekeeper.tournament.draft import RoundDraft
    from scorekeeper.tournament.record import Entrant, Round
    from scorekeeper.tournament.standings import StandingRow


class TournamentState:
    """A tournament as its record has it, to be read only. What follows from it is worked out when it is asked for, once."""

    def __init__(self, tournament: Tournament) -> None:
        self._given = tournament

    @cached_property
    def tournament(self) -> Tournament:
        """The record."""
        return self._given

    @property
    def options(self) -> Options:
        """The options, as the pairing code has them."""
        return self.tournament.options

    @property
    def pairing(self) -> Method:
        """How rounds are paired, and all that follows from it."""
        return of(self.tournament)

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
        """The name of an entrant; in a round, of whoever sits there then."""
        entered = self._entered.get(entrant)
        if entered is None:
            return entrant
        return entered.name if number is None else entered.name_in(number)

    def stage_options(self, number: int | None) -> Options:
        """The options under which a round is played: its stage's. None, or no such round: the tournament's."""
        one = None if number is None else self._played.get(number)
        return self.tournament.played_as(one.stage)[1] if one is not None else self.options

    def match_in(self, number: int | None) -> MatchLength:
        """How long a match lasts in a round. None, or no such round: as the tournament has it."""
        return self.stage_options(number).match

    def is_knockout(self, number: int | None = None) -> bool:
        """Whether somebody has to win each table (of that round)."""
        one = None if number is None else self._played.get(number)
        return (in_stage(self.tournament, one.stage) if one is not None else self.pairing).knockout

    @cached_property
    def rounds_in_all(self) -> int | None:
        """How many rounds there will be, where that is known in advance; None in knock-outs and stages."""
        return self.pairing.rounds_in_all(self.tournament)

    @cached_property
    def finished(self) -> bool:
        """Whether everything has been played."""
        return director.is_finished(self.tournament)

    @cached_property
    def standings(self) -> list[StandingRow]:
        """The standings so far. Raises TournamentError where a bracket cannot be drawn yet."""
        return director.standings(self.tournament)

    @cached_property
    def bracket(self) -> PlayedBracket | None:
        """The bracket as far as it has been played, None where there is none or too few have entered."""
        try:
            return director.bracket(self.tournament)
        except TournamentError:
            return None

    @cached_property
    def next_error(self) -> TournamentError | None:
        """Why no further round can be paired now: `needs.results`, `finished`, `entrants.few` …; None where one can be."""
        try:
            director.next_round(self.tournament)
        except TournamentError as error:
            return error
        return None

    @cached_property
    def planned(self) -> tuple[RoundDraft, ...] | None:
        """All rounds of a movement that needs no results, as they were planned; None where each depends on the one before."""
        try:
            return director.schedule(self.tournament).rounds
        except TournamentError:
            return None

    @cached_property
    def ledger(self) -> Outcomes:
        """Return every entrant's rounds as they were played."""
        return ledger(self.tournament)

    @cached_property
    def counted(self) -> Outcomes:
        """Return every entrant's rounds as they count."""
        return self.pairing.ledger(self.tournament)

    @cached_property
    def match_points(self) -> dict[str, Fraction]:
        """Everyone's match points, of all stages together."""
        return match_points(self.counted)
