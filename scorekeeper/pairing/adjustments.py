"""What version 2 of the record adds (tournament record, section 6): penalties, handicaps, tags.

A penalty that changes a table or an entrant's stay is applied to the facts at once (`apply_penalties`), so that brackets,
pairings and the check see the result that counts. Match points are applied later, by `results.ledger`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from scorekeeper.pairing.method import method_of
from scorekeeper.pairing.record import errors
from scorekeeper.pairing.record.record import Entrant, Penalty, Result, Round, Table, Tournament
from scorekeeper.pairing.standings.results import game_points, games_won, index_of_leader
from scorekeeper.pairing.standings.standings import StandingRow, rank_tournament

Columns = tuple[int, ...]

ON_TABLES = ("game_points", "forfeit")
"""The penalties that change a table's result."""


@dataclass(frozen=True, slots=True)
class Additions:
    """What version 2 stores about entrants.

    `handicaps`: game points by id. `tags`: tags by id. `ranked`: the tags with their own standings, None for all.
    """

    handicaps: Mapping[str, int] = field(default_factory=dict)
    tags: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    penalties: tuple[Penalty, ...] = ()
    ranked: tuple[str, ...] | None = None

    @property
    def all_tags(self) -> list[str]:
        """Return every tag once, in order of entry."""
        return list(dict.fromkeys(tag for tags in self.tags.values() for tag in tags))

    @property
    def ranked_tags(self) -> list[str]:
        """Return the tags that have their own standings, in order of entry."""
        return [tag for tag in self.all_tags if self.ranked is None or tag in self.ranked]

    def carries(self, who: str, tag: str) -> bool:
        """Return whether an entrant has this tag."""
        return tag in self.tags.get(who, ())

    def penalties_of(self, who: str) -> list[Penalty]:
        """Return an entrant's penalties, in the order of the record."""
        return [one for one in self.penalties if one.entrant == who]


def apply_penalties(tournament: Tournament, penalties: Sequence[Penalty]) -> Tournament:
    """Return the tournament with its penalties applied.

    Raises `penalties` for game points in a round where the entrant had no table.
    """
    if not penalties:
        return tournament
    disqualified_in = {p.entrant: p.round for p in sorted(penalties, key=lambda p: -p.round) if p.kind == "disqualified"}
    entrants = tuple(_disqualify(e, disqualified_in[e.id]) if e.id in disqualified_in else e for e in tournament.entrants)
    rounds = list(tournament.rounds)
    for k, one in enumerate(penalties):
        if one.kind not in ON_TABLES or one.round > len(rounds):
            continue
        found = rounds[one.round - 1]
        if not any(one.entrant in t.ids for t in found.tables):
            raise errors.Illegal(
                "penalties", one.round, reason="no_table", field=f"penalties[{k}].entrant", read=one.entrant, round=one.round
            )
        tables = tuple(_apply_penalty(t, one) if one.entrant in t.ids else t for t in found.tables)
        rounds[one.round - 1] = replace(found, tables=tables)
    return replace(tournament, entrants=entrants, rounds=tuple(rounds), penalties=tuple(penalties))


def effective_penalties(tournament: Tournament, penalties: Iterable[Penalty]) -> tuple[Penalty, ...]:
    """Return the penalties that can be applied: of entrants, and at a table of theirs if the penalty changes its result."""
    penalties = tuple(penalties)
    if not penalties:
        return ()
    known = {e.id for e in tournament.entrants}
    seated = {(r.number, who) for r in tournament.rounds for t in r.tables for who in t.ids}
    return tuple(
        one
        for one in penalties
        if one.entrant in known
        and (one.kind not in ON_TABLES or one.round > len(tournament.rounds) or (one.round, one.entrant) in seated)
    )


def apply_table_penalties(table: Table, number: int, penalties: Iterable[Penalty]) -> Table:
    """Return a table with the penalties of its round applied."""
    for one in penalties:
        if one.round == number and one.kind in ON_TABLES and one.entrant in table.ids:
            table = _apply_penalty(table, one)
    return table


def _disqualify(entrant: Entrant, since: int) -> Entrant:
    return replace(entrant, left=since if entrant.left is None else min(since, entrant.left))


def _apply_penalty(table: Table, one: Penalty) -> Table:
    """Return the table with the penalty applied to its result, and to the earlier results that later rounds were paired with."""
    side = next(s for s, ids in enumerate(table.sides) if one.entrant in ids)
    was = tuple(earlier._replace(result=_penalized(earlier.result, side, len(table.sides), one)) for earlier in table.was)
    return replace(table, result=_penalized(table.result, side, len(table.sides), one), was=was)


def _penalized(result: Result, side: int, sides: int, one: Penalty) -> Result:
    if one.kind == "forfeit":
        winner = None if result.winner == side else result.winner
        return replace(result, winner=winner, forfeit=tuple(sorted({*result.forfeit, side})))
    if not result.known:
        return result
    more = [int(one.points) if s == side else 0 for s in range(sides)]
    scores_before = game_points(result) or (0,) * sides
    scores = tuple(a + b for a, b in zip(scores_before, more, strict=True))
    return _drop_outdated_winner(result, replace(result, scores=scores), sides)


def _drop_outdated_winner(before: Result, after: Result, sides: int) -> Result:
    """Return `after`, without its recorded winner if the new scores have a different leader.

    A winner is recorded where scores alone don't decide: for a tie, or a race in which the contractor's side counts first.
    """
    then, now = (games_won(r, sides) if r.games else r.scores for r in (before, after))
    if then is None or now is None or index_of_leader(now) in (None, index_of_leader(then)):
        return after
    return replace(after, winner=None)


def rows_with_tag(rows: Sequence[StandingRow], additions: Additions, tag: str) -> list[StandingRow]:
    """Return the lines of the entrants with a tag, ranked among themselves."""
    found = [row for row in rows if additions.carries(row.id, tag)]
    return [replace(row, rank=1 + sum((o.field, o.rank < row.rank) == (row.field, True) for o in found)) for row in found]


def by_handicap(tournament: Tournament, handicaps: Mapping[str, int]) -> list[StandingRow]:
    """Return the standings with handicaps.

    In a knock-out the scratch results decided the pairings, so only its tie-breaks rank.
    """
    rounds = tuple(_round_with_handicaps(tournament, one, handicaps) for one in tournament.rounds)
    adjusted = replace(tournament, rounds=rounds)
    return rank_tournament(adjusted) if method_of(tournament).has_draw else method_of(tournament).standings(adjusted)


def _round_with_handicaps(tournament: Tournament, one: Round, handicaps: Mapping[str, int]) -> Round:
    def table(t: Table) -> Table:
        return _table_with_handicaps(t, handicaps, tournament.played_as(one.stage, t.pool)[1].match.best_of)

    return replace(one, tables=tuple(table(t) for t in one.tables))


def _table_with_handicaps(table: Table, handicaps: Mapping[str, int], best_of: int) -> Table:
    """Return a table with handicaps added. A side has its members' handicaps; a match that was not played has none."""
    result = table.result
    each = [handicap_of(ids, handicaps, best_of) for ids in table.sides]
    if result.forfeit or not result.known or not any(each):
        return table
    games = tuple(_add_scores(game, each) for game in result.games)
    scores = None if result.scores is None else _add_scores(result.scores, [h * (len(games) or 1) for h in each])
    return replace(table, result=_drop_outdated_winner(result, replace(result, scores=scores, games=games), len(each)))


def handicap_of(ids: Iterable[str], handicaps: Mapping[str, int], best_of: int) -> int:
    """Return the game points that partners get together: half of their sum for each game of a best-of match."""
    points = sum(handicaps.get(i, 0) for i in ids)
    return _half(points) if best_of > 1 else points


def _half(points: int) -> int:
    """Return exactly half of a number."""
    return points // 2 if points % 2 == 0 else Fraction(points, 2)  # type: ignore[return-value]  # adds up like an integer


def _add_scores(scores: Columns, more: Sequence[int]) -> Columns:
    return tuple(a + b for a, b in zip(scores, more, strict=True))
