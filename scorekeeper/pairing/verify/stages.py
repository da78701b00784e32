"""Split a tournament with stages for the check, and work out the ranking of any method."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations

from scorekeeper.pairing.method import Method, method_of
from scorekeeper.pairing.record.record import Entrant, Round, Stage, Tournament, draw_of
from scorekeeper.pairing.recount import RankedLine, by_seed
from scorekeeper.pairing.verify.drawn_bracket import bracket_before, with_drop_order
from scorekeeper.pairing.verify.fixed_places import results_missing


def recount_standings(tournament: Tournament) -> list[RankedLine]:
    """Return the standings under the tournament's method."""
    return method_of(tournament).recount(tournament)


Fault = tuple[str, Mapping[str, object]]


@dataclass(frozen=True)
class StagePart:
    """A stage, pool or final as a tournament, after `offset` earlier rounds. `drawn`: whether its seeds are certain."""

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
    """Return a stage as far as it has been played, split into its pools or finals."""
    option = tournament.options.stages[stage - 1]
    rounds = [r for r in tournament.rounds if r.stage == stage]
    offset = sum(r.stage < stage for r in tournament.rounds)
    if option.finals:
        return _finals_to_check(tournament, stage, rounds, offset)
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


def _finals_to_check(tournament: Tournament, stage: int, rounds: Sequence[Round], offset: int) -> list[StagePart]:
    """Return the finals of a stage, each with its own tables numbered from 1 in every round."""
    found: list[StagePart] = []
    draws = final_draws(tournament, stage)
    for letter, final in tournament.options.stages[stage - 1].finals.items():
        line = draws[letter].line
        if rounds:
            own, first = members(rounds, letter, line), rounds[0]
            tables = tuple(t for t in first.tables if own & {*t.ids})
            seated = replace(first, tables=tables, byes=tuple(who for who in first.byes if who in own))
            line = [who for who in _line_as_seated(line, seated) if who in own]
        inner = replace(tournament, method=final.method, options=final.options, penalties=())
        part = _part(inner, line, rounds, offset)
        found.append(StagePart(replace(part, rounds=tuple(map(_renumber, part.rounds))), offset, letter, draws[letter].exact))
    return found


def _renumber(one: Round) -> Round:
    """Return a round with its tables numbered from 1, in order."""
    by_number = sorted(one.tables, key=lambda t: t.number)
    return replace(one, tables=tuple(replace(t, number=k) for k, t in enumerate(by_number, 1)), first_table=1)


def final_is_over(final: Tournament, number: int) -> bool:
    """Return whether a final has nothing left to play in its round `number`, while others go on."""
    method = method_of(final)
    if method.knockout:
        return not bracket_before(final).due()
    present = [e for e in final.entrants if e.in_round(number)]
    if len(present) < 2 * method.side(final.options):
        return True
    if method.all_meet:
        met = Counter(frozenset(t.ids) for r in final.rounds for t in r.tables)
        pairs = combinations([e.id for e in present], 2)
        return all(met[frozenset(two)] >= final.options.legs for two in pairs)
    played = sum(bool(r.tables or r.byes) for r in final.rounds)
    return played >= final.options.rounds if final.options.rounds else not method.by_results and played > 0


def members(rounds: Sequence[Round], letter: str, drawn: Sequence[str]) -> set[str]:
    """Return who plays in a final: seated there first, or with a bye in its first round and drawn for it."""
    at: dict[str, str | None] = {}
    for table in [t for r in rounds for t in r.tables]:
        for who in table.ids:
            at[who] = at.get(who, table.pool)
    began = {who for table in rounds[0].tables for who in table.ids} | {*rounds[0].byes}
    return {who for who in began if at.get(who) == letter or (who not in at and who in drawn)}


def final_draws(tournament: Tournament, stage: int) -> dict[str, Draw]:
    """Return the entrants of each final by letter, by what was known when its first round was paired."""
    finals = tournament.options.stages[stage - 1].finals
    tiers, pool = _tiers_before(tournament, stage)
    order = [who for tier in tiers for who in tier]
    draws = {}
    for letter, final in finals.items():
        size = len(order) if final.cut is None else final.cut
        own, order = {*order[:size]}, order[size:]
        mine = [[who for who in tier if who in own] for tier in tiers]
        draws[letter] = Draw([tier for tier in mine if tier], pool, exact=not (pool and method_of(final).knockout))
    return draws


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
        every = [stages[k], *stages[k].lower_finals]
        if any(method_of(one).drops for one in every):
            own = [with_drop_order(part.tournament).options for part in parts_to_check(tournament, k + 1)]
            first, *lower = [replace(one, options=options) for one, options in zip(every, own, strict=True)]
            stages[k] = replace(first, lower_finals=tuple(lower))
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
    option, before = tournament.options.stages[stage - 1], tournament.options.stages[stage - 2]
    tiers, pool = _tiers_before(tournament, stage)
    if not pool:
        return Draw([tiers[0][: option.cut or before.advance or None]], {}, exact=True)
    tiers = tiers[: before.advance or 2]
    knockout = method_of(option).knockout
    if option.cut is not None and not knockout:
        return Draw([[who for tier in tiers for who in tier][: option.cut]], pool, exact=True)
    return Draw(tiers, pool, exact=not knockout)


def _tiers_before(tournament: Tournament, stage: int) -> tuple[list[list[str]], dict[str, str]]:
    """Return who was left when this stage began, in tiers by place in the pool, and everyone's pool. Without pools: one tier."""
    first = next((r for r in tournament.rounds if r.stage == stage), None)
    seated = set() if first is None else {i for t in first.tables for i in t.ids} | {*first.byes}
    number = tournament.next_number if first is None else first.number
    then = tournament.before(number)
    leavers = {e.id for e in tournament.entrants if e.left is not None and e.left <= number} - seated
    if tournament.options.stages[stage - 1].finals:
        leavers |= {e.id for e in tournament.entrants if e.joined > number}
    earlier = parts_to_check(then, stage - 1)
    lines = [[line for line in ranking_of_part(part.tournament) if line.id not in leavers] for part in earlier]
    if len(lines) == 1:
        return [_order_after_decisions(then, stage, lines[0])], {}
    orders = [[line.id for line in some] for some in lines]
    pool = {who: part.pool or "" for part, order in zip(earlier, orders, strict=True) for who in order}
    values_by_pool = {part.pool: values_per_match(part.tournament) for part in earlier}
    seeds = {e.id: e.seed or 0 for part in earlier for e in part.tournament.entrants}
    tiers = []
    for place in range(max(len(order) for order in orders)):
        tier = [order[place] for order in orders if place < len(order)]
        tiers.append(sorted(tier, key=lambda who: (*values_by_pool[pool[who]][who], seeds[who])))
    return tiers, pool


def _order_after_decisions(then: Tournament, stage: int, lines: Sequence[RankedLine]) -> list[str]:
    """Return a ranking, with ties at the cut to this stage's finals in the order that was decided."""
    order = [line.id for line in lines]
    rank = {line.id: line.rank for line in lines}
    for one in (one for one in then.decided if one.stage == stage and one.order[0] in rank):
        tied = [who for who in order if rank[who] == rank[one.order[0]]]
        others = [who for who in tied if who not in one.order]
        without_match = others == [who for who in tied if not has_played(then, who)]
        if len(tied) == len(one.order) + len(others) and (not others or without_match):
            place = order.index(tied[0])
            order[place : place + len(tied)] = [*one.order, *others]
    return order


def has_played(tournament: Tournament, who: str) -> bool:
    """Return whether an entrant had a match that they did not forfeit, or a bye and is still there."""
    (entrant,) = (e for e in tournament.entrants if e.id == who)
    for one in tournament.rounds:
        if who in one.byes and entrant.left is None:
            return True
        sides = [(t, side) for t in one.tables for side, ids in enumerate(t.sides) if who in ids]
        if any(side not in t.result.forfeit for t, side in sides):
            return True
    return False


def values_per_match(part: Tournament) -> dict[str, tuple[Fraction, Fraction]]:
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
    now = replace(tournament, rounds=tuple(r for r in tournament.rounds if r.number <= one.number))
    option = tournament.options.stages[one.stage - 1]
    if option.finals:
        yield from _final_faults(now, one, option, first=one.stage > last)
        return
    if one.by_hand:
        return
    belongs = {e.id: part.pool for part in parts_to_check(now, one.stage) for e in part.tournament.entrants}
    if option.pools > 1:
        for table in one.tables:
            for who in table.ids:
                if belongs.get(who) != table.pool:
                    yield "stage.pool", {"who": who, "read": table.pool or "–", "right": belongs.get(who) or "–"}
    if one.stage > last and one.stage > 1:
        yield from results_missing(now.before(one.number))
        yield from _draw_faults(qualified_entrants(now, one.stage), one, option.cut, method_of(option))


def _final_faults(now: Tournament, one: Round, option: Stage, *, first: bool) -> Iterator[Fault]:
    """Yield entrants in the wrong final. In its first round, that goes by the standings of the stage before."""
    draws = final_draws(now, one.stage)
    rounds = [r for r in now.rounds if r.stage == one.stage]
    for table in one.tables:
        for who in table.ids:
            right = [letter for letter, draw in draws.items() if who in members(rounds, letter, draw.line)]
            if table.pool not in right:
                yield "stage.final", {"who": who, "read": table.pool or "–", "right": right[0] if right else "–"}
    if not first or one.by_hand:
        return
    yield from results_missing(now.before(one.number))
    for letter, draw in draws.items():
        seated = {who for t in one.tables if t.pool == letter for who in t.ids} | ({*one.byes} & {*draw.line})
        yield from (("stage.missing", {"who": who}) for who in draw.line if who not in seated)
        yield from (("stage.out", {"who": who}) for who in sorted(seated - {*draw.line}))
        if seated == {*draw.line} and len(draw.tiers) > 1 and method_of(option.finals[letter]).knockout:
            tables = tuple(t for t in one.tables if t.pool == letter)
            yield from _seed_faults(draw, replace(one, tables=tables, byes=tuple(i for i in one.byes if i in seated)))
    known = {who for draw in draws.values() for who in draw.line}
    yield from (("stage.out", {"who": who}) for who in one.byes if who not in known)


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


def ranking_of_part(part: Tournament) -> list[RankedLine]:
    """Return the ranking. The two rankings of a Mitchell are merged rank by rank."""
    return sorted(recount_standings(part), key=lambda line: line.rank)
