"""Split a tournament with stages for the check, and work out the ranking of any method."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from scorekeeper.pairing.method import Method, method_of
from scorekeeper.pairing.record.record import DROP_ORDERS, Entrant, Round, Table, Tournament, draw_of
from scorekeeper.pairing.recount import RankedLine, by_seed, recount_ranking
from scorekeeper.pairing.verify.bracket import Bracket, open_draw, seats_of
from scorekeeper.pairing.verify.fixed_places import results_missing


def recount_standings(tournament: Tournament) -> list[RankedLine]:
    """Return the standings under the tournament's method."""
    return method_of(tournament).recount(tournament)


def knockout_ranking(tournament: Tournament) -> list[RankedLine]:
    """Return a knock-out's standings, by the places that the bracket gives."""
    places = bracket_before(tournament).places()
    return recount_ranking(tournament, {e.id: places.get(e.id, len(places) + 1) for e in tournament.entrants})


def bracket_before(tournament: Tournament, one: Round | None = None) -> Bracket:
    """Return the bracket after the recorded tables, or as it was when round `one` was paired.

    Entrants who were seated in `one` or had a bye in it had not left at that time.
    """
    number = tournament.next_number if one is None else one.number
    in_round = set() if one is None else {*one.byes, *(i for t in one.tables for i in t.ids)}
    left = {e.id: e.left for e in tournament.entrants if e.left is not None and e.left <= number}
    leavers = {who: since for who, since in left.items() if who not in in_round or since < number}
    first = draw_of(tournament.rounds) if tournament.rounds else one
    drawn = set() if first is None else {*first.byes, *(i for t in first.tables for i in t.ids)}
    entrants = [e for e in tournament.entrants if e.joined == 1 and (e.left is None or e.left > 1 or e.id in drawn)]
    line = by_seed(entrants)
    if tournament.rounds:
        line = _arranged_draw(line, draw_of(tournament.rounds))
    elif one is not None and open_draw(tournament):
        line = _arranged_draw(line, one)
    drop_order = tournament.options.drop_order
    orders = [drop_order] if drop_order or not method_of(tournament).drops else DROP_ORDERS
    found = [_with_tables(replace(tournament, options=replace(tournament.options, drop_order=o)), line, leavers) for o in orders]
    return min(found, key=lambda one: one[0])[1]


def _with_tables(tournament: Tournament, line: list[str], leavers: dict[str, int]) -> tuple[int, Bracket]:
    """Return how many tables have no place in the bracket of this line, and the bracket."""
    double = method_of(tournament).drops
    tables: dict[str, Table] = {}
    unknown = 0
    for r in tournament.rounds:
        tables |= {t.match: t for t in r.tables if t.match}
        nameless = [t for t in r.tables if not t.match]
        if nameless:
            ready = Bracket(line, tables, {}, tournament.options, double=double).ready()
            for table in nameless:
                name = next((n for n, m in ready.items() if {*m.sides} == {*table.ids} and n not in tables), None)
                if name is not None:
                    tables[name] = table
                unknown += name is None
    by_hand = {t.match: r.number for r in tournament.rounds if r.by_hand for t in r.tables if t.match}
    bracket = Bracket(line, tables, leavers, tournament.options, double=double, by_hand=by_hand)
    return bracket.fallen_elsewhere + unknown, bracket


def with_drop_order(tournament: Tournament) -> Tournament:
    """Return the tournament with its drop order set from its rounds if no option sets it."""
    if not method_of(tournament).drops or tournament.options.drop_order or not tournament.rounds:
        return tournament
    return replace(tournament, options=replace(tournament.options, drop_order=bracket_before(tournament).order))


def _arranged_draw(line: list[str], first: Round) -> list[str]:
    """Return the draw as the director arranged it. An entrant who lost a seat has the bye of the one who took it."""
    seats = seats_of(max(1, (len(line) - 1).bit_length()))
    at = {t.match: t.ids for t in first.tables}
    found: list[str | None] = [None] * len(seats)
    for k in range(0, len(seats), 2):
        for seed, who in zip(seats[k : k + 2], at.get(f"W1.{k // 2 + 1}", ()), strict=False):
            found[seed - 1] = who
    moved = [who for seed, who in enumerate(line) if who not in found and found[seed] is not None]
    for seed, who in enumerate(line):
        if found[seed] is None:
            found[seed] = moved.pop(0) if who in found and moved else who
    return [who for who in found if who is not None]


Fault = tuple[str, Mapping[str, object]]
POOL_COLUMNS = ("pool_place", "points_a_match", "margin_a_match")
"""The columns that rank entrants who are out after the pools."""


@dataclass(frozen=True)
class StagePart:
    """A stage or pool as a tournament, after `offset` earlier rounds. `drawn`: whether its seeds are certain."""

    tournament: Tournament
    offset: int
    pool: str | None = None
    drawn: bool = True


@dataclass(frozen=True)
class Draw:
    """The entrants of a stage in tiers: all in one, or pool winners, runners-up and so on.

    `pool`: each entrant's earlier pool. `exact`: whether the order within tiers is known too.
    """

    tiers: Sequence[Sequence[str]]
    pool: Mapping[str, str]
    exact: bool

    @property
    def line(self) -> list[str]:
        """Return everyone, tier by tier."""
        return [who for tier in self.tiers for who in tier]


def parts_to_check(tournament: Tournament, stage: int) -> list[StagePart]:
    """Return a stage as far as it has been played, split into its pools."""
    option = tournament.options.stages[stage - 1]
    rounds = [r for r in tournament.rounds if r.stage == stage]
    offset = sum(r.stage < stage for r in tournament.rounds)
    if stage == 1:
        line, exact = by_seed(tournament.entrants), True
    else:
        draw = qualified_entrants(tournament, stage)
        line, exact = draw.line, draw.exact
        if rounds:
            line = _line_as_seated(line, draw_of(rounds))
    pools = _snake(line, option.pools) if option.pools > 1 else {None: line}
    inner = replace(tournament, method=option.method, options=option.options, penalties=())
    return [StagePart(_part(inner, ids, rounds, offset), offset, pool, exact) for pool, ids in pools.items()]


def parts_when_paired(tournament: Tournament, one: Round) -> list[StagePart]:
    """Return the tournament, or each pool of the stage, with this round and what was known when it was paired."""
    if not method_of(tournament).staged:
        then = tournament.before(one.number)
        return [StagePart(replace(then, rounds=(*then.rounds, one)), 0)]
    entrants = tuple(e for e in tournament.entrants if e.joined <= one.number)
    upto = tuple(r for r in tournament.rounds if r.number < one.number)
    return [
        _with_known_results(part)
        for part in parts_to_check(replace(tournament, entrants=entrants, rounds=(*upto, one)), one.stage)
    ]


def with_drop_orders(tournament: Tournament) -> Tournament:
    """Return the tournament with the drop orders that its options leave out, read from its rounds."""
    if not method_of(tournament).staged:
        return with_drop_order(tournament)
    stages = list(tournament.options.stages)
    for k in {r.stage - 1 for r in tournament.rounds if 0 < r.stage <= len(stages)}:
        if method_of(stages[k]).drops:
            stages[k] = replace(stages[k], options=with_drop_order(parts_to_check(tournament, k + 1)[0].tournament).options)
    return replace(tournament, options=replace(tournament.options, stages=tuple(stages)))


def _with_known_results(part: StagePart) -> StagePart:
    """Return a part with the results known when its last round was paired."""
    inner, last = part.tournament, part.tournament.rounds[-1]
    return replace(part, tournament=replace(inner, rounds=(*inner.before(last.number).rounds, last)))


def _line_as_seated(line: list[str], first: Round) -> list[str]:
    """Return the line with exchanged entrants in the places where the first round seats them."""
    seated = [*(i for t in first.tables for i in t.ids), *first.byes]
    others = [i for i in seated if i not in line]
    found = [i if i in seated else others.pop(0) if others else i for i in line]
    return found + others


def _snake(line: Sequence[str], pools: int) -> dict[str | None, list[str]]:
    """Split a line into pools in the order A B C C B A A B C …"""
    turns = [*range(pools), *reversed(range(pools))]
    return {_letters(k): [who for n, who in enumerate(line) if turns[n % len(turns)] == k] for k in range(pools)}


def _letters(k: int) -> str:
    """Return a pool's letters: A to Z, then AA, AB and so on, counted from 0."""
    return (_letters(k // 26 - 1) if k >= 26 else "") + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[k % 26]


def _part(inner: Tournament, ids: Sequence[str], rounds: Sequence[Round], offset: int) -> Tournament:
    everyone = {e.id: e for e in inner.entrants}
    slices = []
    for one in rounds:
        tables = tuple(
            replace(t, was=tuple(e._replace(until=e.until - offset) for e in t.was)) for t in one.tables if {*t.ids} & {*ids}
        )
        slices.append(
            replace(one, number=one.number - offset, stage=1, tables=tables, byes=tuple(i for i in one.byes if i in ids))
        )
    strays = (i for one in slices for t in one.tables for i in t.ids if i not in ids)
    line = dict.fromkeys([*ids, *strays])
    entrants = tuple(_shift_rounds(everyone[who], seed, offset) for seed, who in enumerate(line, 1))
    apart = inner.apart if offset == 0 else tuple(one for one in inner.apart if one.rule != "not_round_1")
    return replace(inner, entrants=entrants, rounds=tuple(slices), apart=apart)


def _shift_rounds(one: Entrant, seed: int, offset: int) -> Entrant:
    return replace(
        one,
        seed=seed,
        joined=max(1, one.joined - offset),
        left=one.left and max(1, one.left - offset),
        byes=tuple(r - offset for r in one.byes if r > offset),
        absent=tuple(r - offset for r in one.absent if r > offset),
    )


def qualified_entrants(tournament: Tournament, stage: int) -> Draw:
    """Return the entrants of this stage, by what was known when its first round was paired."""
    first = next((r for r in tournament.rounds if r.stage == stage), None)
    seated = set() if first is None else {i for t in first.tables for i in t.ids} | {*first.byes}
    number = tournament.next_number if first is None else first.number
    then = tournament.before(number)
    leavers = {e.id for e in tournament.entrants if e.left is not None and e.left <= number} - seated
    option, before = tournament.options.stages[stage - 1], tournament.options.stages[stage - 2]
    earlier = parts_to_check(then, stage - 1)
    orders = [[line.id for line in _ranking_of_part(part.tournament) if line.id not in leavers] for part in earlier]
    if len(orders) == 1:
        return Draw([orders[0][: option.cut or before.advance or None]], {}, exact=True)
    pool = {who: part.pool or "" for part, order in zip(earlier, orders, strict=True) for who in order}
    values_by_pool = {part.pool: _values_per_match(part.tournament) for part in earlier}
    seeds = {e.id: e.seed or 0 for part in earlier for e in part.tournament.entrants}
    tiers = []
    for place in range(before.advance or 2):
        tier = [order[place] for order in orders if place < len(order)]
        tiers.append(sorted(tier, key=lambda who: (*values_by_pool[pool[who]][who], seeds[who])))
    knockout = method_of(option).knockout
    if option.cut is not None and not knockout:
        return Draw([[who for tier in tiers for who in tier][: option.cut]], pool, exact=True)
    return Draw(tiers, pool, exact=not knockout)


def _values_per_match(part: Tournament) -> dict[str, tuple[Fraction, Fraction]]:
    """Return match points and margin per match without byes, so that pools of different sizes compare. Smaller is better."""
    figures = {}
    for who, turns in method_of(part).counting(part).turns.items():
        played = [t for t in turns if t.against]
        matches = max(1, len(played))
        points, margin = (
            sum(column, Fraction(0)) for column in ([t.points for t in played], [Fraction(t.margin) for t in played])
        )
        figures[who] = -points / matches, -margin / matches
    return figures


def stage_faults(tournament: Tournament, one: Round) -> Iterator[Fault]:
    """Yield faults in a round's stage: the wrong stage, or entrants who did not qualify for it."""
    last = max((r.stage for r in tournament.rounds if r.number < one.number), default=1)
    if one.stage not in (last, last + 1) or one.stage > len(tournament.options.stages):
        yield "stage.order", {"read": one.stage, "right": last}
        return
    if one.by_hand:
        return
    now = replace(tournament, rounds=tuple(r for r in tournament.rounds if r.number <= one.number))
    option = tournament.options.stages[one.stage - 1]
    belongs = {e.id: part.pool for part in parts_to_check(now, one.stage) for e in part.tournament.entrants}
    if option.pools > 1:
        for table in one.tables:
            for who in table.ids:
                if belongs.get(who) != table.pool:
                    yield "stage.pool", {"who": who, "read": table.pool or "–", "right": belongs.get(who) or "–"}
    if one.stage > last and one.stage > 1:
        yield from results_missing(now.before(one.number))
        yield from _draw_faults(qualified_entrants(now, one.stage), one, option.cut, method_of(option))


def _draw_faults(draw: Draw, one: Round, cut: int | None, method: Method) -> Iterator[Fault]:
    seated = {i for t in one.tables for i in t.ids} | {*one.byes}
    right = draw.line
    if cut is None or cut >= len(right) or draw.exact:
        for who in right:
            if who not in seated:
                yield "stage.missing", {"who": who}
        for who in sorted(seated - {*right}):
            yield "stage.out", {"who": who}
        if seated == {*right} and len(draw.tiers) > 1 and method.knockout:
            yield from _seed_faults(draw, one)


def _seed_faults(draw: Draw, one: Round) -> Iterator[Fault]:
    """Yield entrants out of place.

    Better tiers must have better seeds, and pool-mates must be in opposite halves where possible.
    """
    line = draw.line
    tier = {who: k for k, tier in enumerate(draw.tiers) for who in tier}
    rounds = max(1, (len(line) - 1).bit_length())
    matches = {t.match: t for t in one.tables}
    top: dict[str, bool] = {}
    for k in range(1 << rounds - 1):
        table = matches.get(f"W1.{k + 1}")
        if table is not None:
            top |= dict.fromkeys(table.ids, k < 1 << rounds - 2)
    if len(one.byes) + 2 * len(matches) == len(line) and one.byes:
        better = max(tier[who] for who in one.byes)
        worse = [who for t in one.tables for who in t.ids if tier[who] < better]
        for who in worse:
            yield "stage.tier", {"who": who}
    if not one.byes and len(draw.tiers) == 2 and len(top) == len(line):
        for t in one.tables:
            if len({tier[who] for who in t.ids}) == 1 and len(draw.tiers[0]) == len(draw.tiers[1]):
                yield "stage.tier", {"who": t.ids[0]}
        first = {draw.pool[who]: top[who] for who in draw.tiers[0]}
        mates = [who for who in draw.tiers[1] if first.get(draw.pool[who]) == top[who]]
        spare = abs(sum(top[who] for who in draw.tiers[1]) - sum(not half for half in first.values()))
        for who in mates[spare:]:
            yield "stage.halves", {"who": who}


def _ranking_of_part(part: Tournament) -> list[RankedLine]:
    """Return the ranking. The two rankings of a Mitchell are merged rank by rank."""
    return sorted(recount_standings(part), key=lambda line: line.rank)


def staged_lines(tournament: Tournament) -> list[RankedLine]:
    """Return the standings: the last stage, then the others as earlier stages ranked them, all pools in one list."""
    last = max((r.stage for r in tournament.rounds), default=1)
    lines: list[RankedLine] = []
    for stage in range(last, 0, -1):
        before, pools = {line.id for line in lines}, parts_to_check(tournament, stage)
        if stage < last and len(pools) > 1:
            lines += _rank_across_pools(pools, before, str(stage))
            continue
        for part in pools:
            new = [line for line in _ranking_of_part(part.tournament) if line.id not in before]
            firsts = {line.rank: k for k, line in reversed([*enumerate(new, 1)])}
            label = part.pool or str(stage)
            lines += [replace(line, rank=len(before) + firsts[line.rank], field=label) for line in new]
    return lines


def _rank_across_pools(pools: Sequence[StagePart], before: set[str], label: str) -> list[RankedLine]:
    """Rank the entrants of all pools that are not in `before`: by rank in the pool, then points per match."""
    found: list[tuple[tuple[Fraction, ...], RankedLine]] = []
    out: list[RankedLine] = []
    for part in pools:
        match_values, uncounted = _values_per_match(part.tournament), method_of(part.tournament).counting(part.tournament).out
        for line in _ranking_of_part(part.tournament):
            if line.id in before:
                continue
            counts = line.id not in uncounted
            column_values = (Fraction(line.rank), *(-x for x in match_values[line.id])) if counts else (None, None, None)
            values = {"match_points": line.values.get("match_points"), **dict(zip(POOL_COLUMNS, column_values, strict=True))}
            new = replace(line, field=label, values=values, by=None)
            if counts:
                found.append(((Fraction(line.rank), *match_values[line.id]), new))
            else:
                out.append(new)
    found.sort(key=lambda one: one[0])
    lines: list[RankedLine] = []
    above: str | None = None
    for n, (key, line) in enumerate(found):
        ahead = [other for other, _ in found if other < key]
        if n and found[n - 1][0] != key:
            differs = [a != b for a, b in zip(found[n - 1][0], key, strict=True)]
            above = POOL_COLUMNS[differs.index(True)]
        lines.append(replace(line, rank=len(before) + len(ahead) + 1, by=above if ahead else None))
    best = [line for line in lines if line.rank == len(before) + 1]
    lines = [replace(line, by=lines[len(best)].by) for line in best] + lines[len(best) :] if len(best) < len(lines) else lines
    return lines + [replace(line, rank=len(before) + len(lines) + 1) for line in out]
