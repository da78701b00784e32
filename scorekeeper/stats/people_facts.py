"""Facts about the people of a finished game, compared with the games before it: streaks, firsts, records.

Each fact has its rarity, so that a page can show the rarest.
"""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.auction import HUNDRED_FOR_200
from scorekeeper.stats.hand_facts import MADE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scorekeeper.stats.people import Team
    from scorekeeper.stats.player_stats import People
    from scorekeeper.stats.summary import SeatingPeriod, Summary

HUNDRED_OF_YEAR, COMEBACK_OF_YEAR, SINCE, NEVER_BEFORE = "hundred_of_year", "comeback_of_year", "since", "never_before"
STOPPED, WON_RUN, FIRST_WIN, WINS = "stopped", "won_run", "first_win", "wins"
OWN_HUNDRED, ALL_MADE, MADE_RUN = "own_hundred", "all_made", "made_run"
KINDS = (
    *(HUNDRED_OF_YEAR, COMEBACK_OF_YEAR, SINCE, NEVER_BEFORE, STOPPED, WON_RUN, FIRST_WIN, WINS),
    *(OWN_HUNDRED, ALL_MADE, MADE_RUN),
)
"""The kinds of facts, most interesting first among equally rare ones, and the value of each.

`hundred_of_year`: the first 100 for 200 made this year, 1; `comeback_of_year`: how far behind the winners had been, more
than any winners before them this year; `since`: the first win against the other side since `day`, with the games lost in
between; `never_before`: the first win against the other side, with the games lost before; `stopped`: the games won in a row
by people who have now lost; `won_run`: games won in a row; `first_win`: the first game won, with the games lost before;
`wins`: a round number of games won; `own_hundred`: the person's first 100 for 200 made, if it is not the year's first, with
the games before; `all_made`: bids in this game, all of them made; `made_run`: bids made in a row.
"""

MOST_SHOWN = 3
COMMON = 3
"""A fact is shown only if at most one in this many games has it."""
FEWEST_RUN = 3
FEWEST_LOST = 2
FEWEST_BEFORE_FIRST_WIN = 3
FEWEST_OF_YEAR = 5
"""Finished games of a year before something is said to be its first or its best."""
FEWEST_BEFORE_HUNDRED = 5
FEWEST_ALL_MADE = 4
FEWEST_MADE_RUN = 8
ROUND_NUMBERS = (10, 25)
ROUND_STEP = 50


@dataclass(frozen=True, slots=True)
class PersonFact:
    """A fact about `who`, for some kinds against a team. `value` and `day` (YYYY-MM-DD) depend on the kind: see `KINDS`.

    It is true in `games` of `of` finished games, this one included, at least to this value.
    """

    kind: str
    who: Team
    value: int
    against: Team = ()
    day: str = ""
    games: int = 0
    of: int = 0


def rarest_facts(summaries: Iterable[Summary], key: int, person: People, most: int = MOST_SHOWN) -> list[PersonFact]:
    """Return the rarest facts about the finished game `key`, at most one of each kind, the rarest first.

    The summaries must be in order of time. Games after this one don't count.
    """
    known: dict[str, list[int]] = {}
    found: list[PersonFact] = []
    history = _History(person)
    for game in summaries:
        facts = history.add(game)
        largest: dict[str, int] = {}
        for one in facts:
            largest[one.kind] = max(one.value, largest.get(one.kind, 0))
        for kind, value in largest.items():
            known.setdefault(kind, []).append(value)
        if game.key == key:
            found = facts
            break
    rated = [_rated(one, known[one.kind], history.finished) for one in found]
    rare = [one for one in rated if one.games * COMMON <= one.of]
    chosen: dict[str, PersonFact] = {}
    for one in sorted(rare, key=lambda one: (one.games, KINDS.index(one.kind), -one.value, one.who)):
        chosen.setdefault(one.kind, one)
    return list(chosen.values())[:most]


def _rated(fact: PersonFact, values: list[int], finished: int) -> PersonFact:
    games = len([value for value in values if value >= fact.value])
    return PersonFact(fact.kind, fact.who, fact.value, fact.against, fact.day, games, finished)


class _Record:
    """A person's games so far. `run` has the team of each game in the present streak of games won."""

    __slots__ = ("games", "hundreds", "made_run", "run", "won")

    def __init__(self) -> None:
        self.games = self.won = self.made_run = self.hundreds = 0
        self.run: list[Team] = []


class _Rivalry:
    """Two sides' games so far, for one of them: games lost since `day`, its last win (empty if there is none)."""

    __slots__ = ("day", "lost")

    def __init__(self) -> None:
        self.lost = 0
        self.day = ""


class _Year:
    """A year so far: finished games, 100 for 200 made, and the largest comeback."""

    __slots__ = ("comeback", "finished", "hundreds")

    def __init__(self) -> None:
        self.finished = self.hundreds = self.comeback = 0


class _History:
    """The games so far."""

    def __init__(self, person: People) -> None:
        self.person = person
        self.people: dict[str, _Record] = {}
        self.rivalries: dict[tuple[Team, Team], _Rivalry] = {}
        self.years: dict[str, _Year] = {}
        self.finished = 0

    def add(self, game: Summary) -> list[PersonFact]:
        """Add a game that is later than all before it, and return the facts about it, none if it is not finished."""
        year = self.years.setdefault(game.year, _Year())
        facts = [*self._facts_of_bids(game, year)]
        if not game.over:
            return []
        names = [self.person(name) for name in game.stints[-1].players]
        teams = [tuple(sorted({names[seat] for seat in seats})) for seats in game.sides]
        facts += self._facts_of_rivals(game, teams)
        facts += self._facts_of_people(game, teams)
        if game.behind > year.comeback:
            if year.finished >= FEWEST_OF_YEAR:
                facts.append(PersonFact(COMEBACK_OF_YEAR, teams[game.winners[0]], game.behind))
            year.comeback = game.behind
        year.finished += 1
        self.finished += 1
        return facts

    def _facts_of_bids(self, game: Summary, year: _Year) -> Iterator[PersonFact]:
        bids: dict[str, list[tuple[int, bool]]] = {}
        hundreds: dict[str, int] = {}
        for period in game.stints:
            for seat, name in enumerate(period.players):
                who = self.person(name)
                bids.setdefault(who, []).extend(period.bids[seat])
                if made := _hundreds_made(period, seat):
                    hundreds[who] = hundreds.get(who, 0) + made
        yield from self._facts_of_hundreds(hundreds, year)
        for who, own in bids.items():
            record = self._record(who)
            for _hand, made in sorted(own):
                record.made_run = record.made_run + 1 if made else 0
            if own and record.made_run >= FEWEST_MADE_RUN:
                yield PersonFact(MADE_RUN, (who,), record.made_run)
            if len(own) >= FEWEST_ALL_MADE and all(made for _hand, made in own):
                yield PersonFact(ALL_MADE, (who,), len(own))

    def _facts_of_hundreds(self, hundreds: dict[str, int], year: _Year) -> Iterator[PersonFact]:
        first_of_year = not year.hundreds and year.finished >= FEWEST_OF_YEAR and len(hundreds) == 1
        if first_of_year:
            yield PersonFact(HUNDRED_OF_YEAR, tuple(hundreds), 1)
        for who, made in hundreds.items():
            record = self._record(who)
            if not record.hundreds and record.games >= FEWEST_BEFORE_HUNDRED and not first_of_year:
                yield PersonFact(OWN_HUNDRED, (who,), record.games)
            record.hundreds += made
        year.hundreds += sum(hundreds.values())

    def _facts_of_rivals(self, game: Summary, teams: list[Team]) -> Iterator[PersonFact]:
        for side, ours in enumerate(teams):
            for other, theirs in enumerate(teams):
                if side == other or side not in game.winners or other in game.winners:
                    continue
                rivalry = self.rivalries.setdefault((ours, theirs), _Rivalry())
                self.rivalries.setdefault((theirs, ours), _Rivalry()).lost += 1
                if rivalry.lost >= FEWEST_LOST and rivalry.day != game.day:
                    kind = SINCE if rivalry.day else NEVER_BEFORE
                    yield PersonFact(kind, ours, rivalry.lost, theirs, rivalry.day)
                rivalry.lost, rivalry.day = 0, game.day

    def _facts_of_people(self, game: Summary, teams: list[Team]) -> Iterator[PersonFact]:
        for side, team in enumerate(teams):
            if side in game.winners:
                for who in team:
                    yield from self._facts_of_win(who, team)
                yield from self._runs(WON_RUN, team)
            else:
                yield from self._runs(STOPPED, team)
                for who in team:
                    self._record(who).run = []
            for who in team:
                self._record(who).games += 1

    def _facts_of_win(self, who: str, team: Team) -> Iterator[PersonFact]:
        record = self._record(who)
        if not record.won and record.games >= FEWEST_BEFORE_FIRST_WIN:
            yield PersonFact(FIRST_WIN, (who,), record.games)
        record.won += 1
        record.run.append(team)
        if record.won in ROUND_NUMBERS or record.won % ROUND_STEP == 0:
            yield PersonFact(WINS, (who,), record.won)

    def _runs(self, kind: str, team: Team) -> Iterator[PersonFact]:
        """Yield the streaks of a team: as one if its members won the same games together."""
        runs = [self._record(who).run for who in team]
        if all(run == [team] * len(runs[0]) for run in runs):
            if len(runs[0]) >= FEWEST_RUN:
                yield PersonFact(kind, team, len(runs[0]))
            return
        for who, run in zip(team, runs, strict=True):
            if len(run) >= FEWEST_RUN:
                yield PersonFact(kind, (who,), len(run))

    def _record(self, who: str) -> _Record:
        return self.people.setdefault(who, _Record())


def _hundreds_made(period: SeatingPeriod, seat: int) -> int:
    return sum([row[2] for row in period.seats[seat] if row[0] == MADE and row[1] == HUNDRED_FOR_200])
