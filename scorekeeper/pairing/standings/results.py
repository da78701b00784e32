"""Turn tables into each entrant's rounds: result, match points, game points, opponents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from scorekeeper.pairing.record.record import Options, Penalty, Points, Result, Round, Table, Tournament

PENALTY, AWARDED = "penalty", "awarded"


@dataclass(frozen=True, slots=True)
class RoundOutcome:
    """One entrant's round.

    `kind`: win, tie, loss, bye, forfeit, third (one of three pairs at a table), playing, awarded (the director's points
    replace the result) or penalty (no round: match points that change the total).
    `open`: it does not count yet. The table is being played, or a bye waits for its round's tables.
    """

    round: int
    kind: str
    points: Fraction
    opponents: tuple[str, ...] = ()
    partners: tuple[str, ...] = ()
    scored: int = 0
    margin: Fraction | int = 0
    boxes: int = 0
    open: bool = False


def game_points(result: Result) -> tuple[int, ...] | None:
    """Return the game points of each side over the whole match, or None while unknown."""
    if result.scores is not None:
        return result.scores
    return tuple(sum(side) for side in zip(*result.games, strict=True)) if result.games else None


def games_won(result: Result, sides: int) -> tuple[int, ...]:
    """Return how many games of a match each side won."""
    best = [max(game) for game in result.games]
    return tuple(
        sum(game[s] == top and game.count(top) == 1 for game, top in zip(result.games, best, strict=True)) for s in range(sides)
    )


def standing_at_table(result: Result, sides: int) -> tuple[int, ...] | None:
    """Return what decides the table, one number per side, higher is better. None while undecided."""
    if result.forfeit:
        return tuple(-1 if s in result.forfeit else 0 for s in range(sides))
    if result.winner is not None:
        return tuple(1 if s == result.winner else 0 for s in range(sides))
    if result.games:
        return games_won(result, sides)
    return result.scores


def index_of_leader(counts: Sequence[int]) -> int | None:
    """Return the index of the highest number, or None if several share it."""
    best = max(counts)
    return counts.index(best) if counts.count(best) == 1 else None


def winner_of(table: Table) -> int | None:
    """Return the winning side, or None for a tie, a double forfeit or a table still being played."""
    standing = standing_at_table(table.result, len(table.sides))
    if standing is None:
        return None
    nobody_came = bool(table.result.forfeit) and max(standing) < 0
    return None if nobody_came else index_of_leader(standing)


def _kinds(table: Table, points: Points) -> list[tuple[str, Fraction]]:
    standing = standing_at_table(table.result, len(table.sides))
    if standing is None:
        return [("playing", Fraction(0))] * len(table.sides)
    worth = [points.win, points.loss] if len(standing) == 2 else [points.win, points.tie, points.loss]
    order = sorted(standing, reverse=True)
    kinds: list[tuple[str, Fraction]] = []
    for side, value in enumerate(standing):
        if side in table.result.forfeit:
            kinds.append(("forfeit", points.forfeit))
            continue
        if table.result.forfeit:
            kinds.append(("win", points.win))
            continue
        first, same = order.index(value), order.count(value)
        if len(standing) == 2:
            kinds.append(("tie", points.tie) if same == 2 else (("win", "loss")[first], worth[first]))
        else:
            kinds.append(("third", sum(worth[first : first + same], Fraction(0)) / same))
    return kinds


def _margin(scores: tuple[int, ...], side: int, cap: int | None) -> Fraction | int:
    others = sum(scores) - scores[side]
    margin: Fraction | int = scores[side] - (others if len(scores) == 2 else Fraction(others, len(scores) - 1))
    return margin if cap is None else max(-cap, min(cap, margin))


@dataclass(frozen=True, slots=True)
class _CachedOutcomes:
    """The outcomes of a table, with the round and options that they were computed for."""

    number: int
    options: Options
    outcomes: dict[str, RoundOutcome]


def table_outcomes(number: int, table: Table, options: Options) -> Mapping[str, RoundOutcome]:
    """Return the outcome for everyone at a table. It is computed once for each table."""
    cached = table.made
    if not isinstance(cached, _CachedOutcomes) or cached.number != number or cached.options is not options:
        cached = _CachedOutcomes(number, options, _table_outcomes(number, table, options))
        object.__setattr__(table, "made", cached)  # a cache; the facts stay frozen
    return cached.outcomes


def _table_outcomes(number: int, table: Table, options: Options) -> dict[str, RoundOutcome]:
    scores = game_points(table.result) or (0,) * len(table.sides)
    boxes = table.result.boxes or (0,) * len(table.sides)
    outcomes = {}
    for side, (kind, points) in enumerate(_kinds(table, options.points)):
        against = tuple(i for other, ids in enumerate(table.sides) if other != side for i in ids)
        for one in table.sides[side]:
            outcomes[one] = RoundOutcome(
                number,
                kind,
                points,
                against,
                tuple(i for i in table.sides[side] if i != one),
                scores[side],
                _margin(scores, side, options.margin_cap),
                boxes[side],
                kind == "playing",
            )
    return outcomes


def round_outcomes(one: Round, options: Options) -> dict[str, RoundOutcome]:
    """Return the outcome for everyone in a round. A bye has no points until every table of the round has ended."""
    over = all(t.result.known for t in one.tables)
    bye = options.points.bye if over else Fraction(0)
    outcomes: dict[str, RoundOutcome] = {i: RoundOutcome(one.number, "bye", bye, open=not over) for i in one.byes}
    for table in one.tables:
        outcomes |= table_outcomes(one.number, table, options)
    return outcomes


Outcomes = dict[str, list[RoundOutcome]]


def ledger(tournament: Tournament) -> Outcomes:
    """Return every entrant's rounds in order."""
    return apply_penalties_to_book(outcomes_before_penalties(tournament), tournament)


def outcomes_before_penalties(tournament: Tournament) -> Outcomes:
    """Return every entrant's rounds in order, before penalties."""
    book: Outcomes = {e.id: [] for e in tournament.entrants}
    for one in tournament.rounds:
        for who, outcome in round_outcomes(one, tournament.options).items():
            book[who].append(outcome)
    return book


def apply_penalties_to_book(book: Outcomes, tournament: Tournament) -> Outcomes:
    """Return the book with the penalties of paired rounds applied."""
    for penalty in tournament.penalties:
        if penalty.round < tournament.next_number:
            _apply_penalty(book[penalty.entrant], penalty)
    return book


def _apply_penalty(rounds: list[RoundOutcome], penalty: Penalty) -> None:
    """Apply a penalty (tournament record, section 6). Match points are an extra line; awarded points replace the round's."""
    at = next((k for k, o in enumerate(rounds) if o.round == penalty.round), None)
    if penalty.kind == "match_points":
        rounds.append(RoundOutcome(penalty.round, PENALTY, penalty.points, open=True))
    elif penalty.kind == AWARDED and at is None:
        rounds.append(RoundOutcome(penalty.round, AWARDED, penalty.points, open=True))
    elif penalty.kind == AWARDED and at is not None:
        rounds[at] = replace(rounds[at], kind=AWARDED, points=penalty.points)


def match_points(book: Outcomes) -> dict[str, Fraction]:
    """Return every entrant's match points."""
    return {who: sum((o.points for o in rounds), Fraction(0)) for who, rounds in book.items()}


def meetings(tournament: Tournament, *, paired: bool = False) -> dict[frozenset[str], list[int]]:
    """Return the rounds in which two entrants met at a table, decided or not.

    At a table with a forfeit no one has met. With `paired` these tables count too.
    """
    rounds_by_pair: dict[frozenset[str], list[int]] = {}
    for one in tournament.rounds:
        for table in one.tables:
            if table.result.forfeit and not paired:
                continue
            for s, side in enumerate(table.sides):
                for other in table.sides[s + 1 :]:
                    for a in side:
                        for b in other:
                            rounds_by_pair.setdefault(frozenset((a, b)), []).append(one.number)
    return rounds_by_pair


def byes_had(tournament: Tournament) -> dict[str, int]:
    """Return how many byes each entrant has had. A seat at a three-pair table that replaces the bye counts as one."""
    had = {e.id: 0 for e in tournament.entrants}
    for one in tournament.rounds:
        seats = [t.ids for t in one.tables if len(t.sides) == 3]
        for who in (*one.byes, *(i for ids in seats for i in ids)):
            had[who] += 1
    return had


def free_points(tournament: Tournament) -> dict[str, int]:
    """Return how often each entrant had a bye or won by forfeit."""
    had = byes_had(tournament)
    tables = (t for one in tournament.rounds for t in one.tables if len(t.sides) == 2 and t.result.forfeit)
    for who in (i for t in tables for side, ids in enumerate(t.sides) if side not in t.result.forfeit for i in ids):
        had[who] += 1
    return had
