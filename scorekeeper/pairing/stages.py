"""Tournaments in stages: pools then a knock-out with pool-mates in opposite halves, or Swiss rounds then a cut."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from fractions import Fraction

from scorekeeper.pairing.method import method_of
from scorekeeper.pairing.movements.final_tables import running_blocks, table_blocks
from scorekeeper.pairing.record import errors
from scorekeeper.pairing.record.bracket import bracket_size, number_in_hall, seed_positions
from scorekeeper.pairing.record.decisions import TieDecision
from scorekeeper.pairing.record.record import FixedPlace, Round, Stage, Table, Tournament, draw_of
from scorekeeper.pairing.search.matching import perfect_matching
from scorekeeper.pairing.standings.standings import StandingRow
from scorekeeper.pairing.standings.ties import settle_ties, shared_ranks


@dataclass(frozen=True)
class Part:
    """A stage, or one of its pools or finals, as a tournament.

    `offset`: how many rounds come before its own. `tables`: the tournament's numbers of its tables 1, 2 and so on. Empty if
    they are the same, as they are for everything but finals.
    """

    tournament: Tournament
    offset: int
    pool: str | None = None
    tables: tuple[int, ...] = ()

    def table(self, own: int) -> int:
        """Return the tournament's number of a table of this part."""
        return number_in_hall(self.tables, own)


def stage_of(tournament: Tournament) -> int:
    """Return the stage of the last recorded round, from 1."""
    return max((r.stage for r in tournament.rounds), default=1)


def offset_of(tournament: Tournament) -> int:
    """Return the number of rounds before the current stage, or 0 if there are no stages."""
    return parts(tournament, stage_of(tournament))[0].offset if method_of(tournament).staged else 0


def current_finals(tournament: Tournament, stage: int | None = None) -> dict[str, Stage]:
    """Return finals A, B … of a stage, or of the current one, by letter. Empty unless it is played as several finals."""
    if not tournament.options.stages:
        return {}
    return tournament.options.stages[(stage or stage_of(tournament)) - 1].finals


def join_finals(tournament: Tournament, finals: Sequence[Part]) -> Tournament:
    """Return the tournament with the rounds of the current stage as its finals have them, numbered as in the tournament."""
    number = stage_of(tournament)
    rounds = [r for r in tournament.rounds if r.stage < number]
    for one in (r for r in tournament.rounds if r.stage == number):
        tables: list[Table] = []
        byes: list[str] = []
        own = [(part, r) for part in finals for r in part.tournament.rounds if r.number + part.offset == one.number]
        for part, r in own:
            for t in r.tables:
                was = tuple(e._replace(until=e.until + part.offset) for e in t.was)
                tables.append(replace(t, number=part.table(t.number), pool=part.pool, was=was))
            byes += r.byes
        by_hand = one.by_hand or any(r.by_hand for _, r in own)
        rounds.append(replace(one, tables=tuple(sorted(tables, key=lambda t: t.number)), byes=tuple(byes), by_hand=by_hand))
    while rounds and rounds[-1].stage == number and not rounds[-1].tables:
        rounds.pop()
    return replace(tournament, rounds=tuple(rounds))


def parts(tournament: Tournament, number: int) -> list[Part]:
    """Return the stage with this number (from 1) as one part, or one for each pool or final."""
    if not 1 <= number <= len(tournament.options.stages):
        raise errors.Illegal("stages", 0, stage=number, stages=len(tournament.options.stages))
    stage = tournament.options.stages[number - 1]
    rounds = [r for r in tournament.rounds if r.stage == number]
    if stage.finals:
        return _final_parts(tournament, number, rounds)
    order = [e.id for e in tournament.ranked_by_seed] if number == 1 else _drawn_entrants(tournament, number, rounds)
    offset = sum(r.stage < number for r in tournament.rounds)
    if stage.pools == 1:
        return [_part(tournament, stage, order, rounds, offset, None)]
    pools = snake(order, stage.pools)
    return [_part(tournament, stage, pools[k], rounds, offset, pool_name(k)) for k in range(stage.pools)]


def _final_parts(tournament: Tournament, number: int, rounds: Sequence[Round]) -> list[Part]:
    """Return a part for each final, with its own tables."""
    offset = sum(r.stage < number for r in tournament.rounds)
    finals = tournament.options.stages[number - 1].finals
    groups = dict(zip(finals, final_entrants(tournament, number, rounds), strict=True))
    owners: dict[int, str] = {}
    for table in (t for r in rounds for t in r.tables if t.pool in finals):
        owners.setdefault(table.number, table.pool or "")
    letters = {who: letter for letter, ids in groups.items() for who in ids}
    for place in tournament.places:
        if place.table is not None and place.entrant in letters:
            owners.setdefault(place.table, letters[place.entrant])
    blocks = table_blocks(_final_sizes(finals, groups), owners, first_table_of(tournament, rounds))
    return [_part(tournament, finals[k], ids, rounds, offset, k, blocks[k]) for k, ids in groups.items()]


def first_table_of(tournament: Tournament, rounds: Sequence[Round] | None = None) -> int:
    """Return the number that the tables of the next round start at. Finals keep theirs for the whole stage.

    `rounds`: the rounds of the finals so far, if they are known.
    """
    if rounds is None:
        stage = stage_of(tournament)
        rounds = [r for r in tournament.rounds if r.stage == stage] if current_finals(tournament, stage) else []
    return rounds[0].first_table if rounds else tournament.first_table


def _final_sizes(finals: Mapping[str, Stage], groups: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """Return how many tables each final's entrants fill."""
    return {letter: len(ids) // method_of(finals[letter]).seats(finals[letter].options) for letter, ids in groups.items()}


def moved_finals(tournament: Tournament, number: int) -> dict[str, tuple[int, ...]]:
    """Return the finals of a stage that has not begun whose tables are not numbered through, with their numbers."""
    found = parts(tournament, number)
    groups = {part.pool or "": [e.id for e in part.tournament.entrants] for part in found}
    usual = running_blocks(_final_sizes(current_finals(tournament, number), groups), tournament.first_table)
    return {part.pool: part.tables for part in found if part.pool and part.tables != usual[part.pool]}


def final_entrants(tournament: Tournament, number: int, rounds: Sequence[Round] = ()) -> list[list[str]]:
    """Return the entrants of each final of a stage, by seed in it. `rounds`: its rounds so far.

    Once a final has begun, its first round’s entrants stay in it, whatever is corrected before.
    """
    if not rounds:
        return _qualified_for_finals(tournament, number)
    first = [*(i for t in rounds[0].tables for i in t.ids), *rounds[0].byes]
    letters: dict[str, str | None] = {}
    for table in (t for r in rounds for t in r.tables):
        for who in table.ids:
            letters.setdefault(who, table.pool)
    entrants = tuple(replace(e, left=None) if e.id in first else e for e in tournament.entrants)
    drawn = _qualified_for_finals(replace(tournament, entrants=entrants).before(rounds[0].number), number)
    names = [*tournament.options.stages[number - 1].finals]
    known = {i for ids in drawn for i in ids}
    found = []
    for letter, ids in zip(names, drawn, strict=True):
        mine = [i for i in first if letters.get(i) == letter or (i not in letters and i in ids)]
        mine += [i for i in first if letter == names[-1] and letters.get(i) not in names and i not in known]
        others = iter([i for i in mine if i not in ids])
        order = [i if i in mine else next(others, i) for i in ids]
        found.append([i for i in dict.fromkeys([*order, *others]) if i in mine])
    return found


def _qualified_for_finals(tournament: Tournament, number: int) -> list[list[str]]:
    """Return who goes to each final by the standings of the stage before, in order of their seeds in it."""
    since = _first_round(tournament, number)
    ranked, tiers = _ranked_tiers(tournament, number, {e.id for e in tournament.entrants if e.joined > since})
    line = [one for tier in tiers for one in tier]
    found = []
    for final in tournament.options.stages[number - 1].finals.values():
        mine, line = (line, []) if final.cut is None else (line[: final.cut], line[final.cut :])
        if ranked > 1 and method_of(final).knockout and mine:
            own_tiers = [[one for one in tier if one in mine] for tier in tiers]
            found.append(_seed_apart([tier for tier in own_tiers if tier]))
        else:
            found.append([i for i, _ in mine])
    return found


def ties_at_cut(tournament: Tournament, number: int) -> list[list[StandingRow]]:
    """Return the lines of the stage before that share a rank although their entrants go to different finals."""
    if not current_finals(tournament, number) or len(parts(tournament, number - 1)) > 1:
        return []
    groups = final_entrants(tournament, number)
    line = [who for ids in groups for who in ids]
    of_final = {who: k for k, ids in enumerate(groups) for who in ids}
    (before,) = parts(tournament, number - 1)
    rows = {row.id: row for row in ranked_rows(before.tournament)}
    settled = settle_ties([rows[who] for who in line], tournament, number)
    return [tied for tied in shared_ranks(settled) if len({of_final[row.id] for row in tied}) > 1]


def decided_at_cut(tournament: Tournament, number: int) -> list[TieDecision]:
    """Return the decisions for the draw of the finals of a stage about entrants who share a rank in the stage before."""
    own = [one for one in tournament.decided if one.stage == number]
    if not own or not current_finals(tournament, number) or len(before := parts(tournament, number - 1)) > 1:
        return []
    ranks = {row.id: row.rank for row in ranked_rows(before[0].tournament)}
    return [one for one in own if len({ranks.get(who) for who in one.order}) == 1]


def refuse_small_finals(tournament: Tournament, number: int) -> None:
    """Raise `finals` if a final of this stage takes more than can play in it, or has too few to begin."""
    finals = current_finals(tournament, number)
    for (letter, final), ids in zip(finals.items(), final_entrants(tournament, number) if finals else (), strict=True):
        least = method_of(final).seats(final.options)
        if final.cut is not None and len(ids) < final.cut:
            raise errors.Illegal("finals", 0, reason="short", final=letter, read=final.cut, right=len(ids))
        if len(ids) < least:
            raise errors.Illegal("finals", 0, reason="few", final=letter, read=len(ids), right=least)


def without_idle_rounds(final: Tournament) -> Tournament:
    """Return a final without its last rounds in which only other finals played."""
    rounds = list(final.rounds)
    while rounds and not rounds[-1].tables and not rounds[-1].byes:
        rounds.pop()
    return replace(final, rounds=tuple(rounds))


def pool_name(k: int) -> str:
    """Return A, B, C … Z, then AA, AB …"""
    letter = chr(ord("A") + k % 26)
    return letter if k < 26 else pool_name(k // 26 - 1) + letter


def snake(order: Sequence[str], pools: int) -> list[list[str]]:
    """Deal entrants by seed into pools, back and forth."""
    dealt: list[list[str]] = [[] for _ in range(pools)]
    for k, i in enumerate(order):
        lap, place = divmod(k, pools)
        dealt[place if lap % 2 == 0 else pools - 1 - place].append(i)
    return dealt


def _drawn_entrants(tournament: Tournament, number: int, rounds: Sequence[Round]) -> list[str]:
    """Return the entrants of this stage. Once it has started, corrections in the stage before don't change them.

    Entrants seated by hand in another's place have that place.
    """
    if not rounds:
        return qualified_entrants(tournament, number)
    draw = draw_of(rounds)
    first = [*(i for t in draw.tables for i in t.ids), *draw.byes]
    # Entrants who have left since were there when the stage was drawn.
    entrants = tuple(replace(e, left=None) if e.id in first else e for e in tournament.entrants)
    order = qualified_entrants(replace(tournament, entrants=entrants).before(rounds[0].number), number)
    others = iter([i for i in first if i not in order])
    order = [i if i in first else next(others, i) for i in order]
    return list(dict.fromkeys([*order, *others]))


def _part(
    tournament: Tournament,
    stage: Stage,
    ids: Sequence[str],
    rounds: Sequence[Round],
    offset: int,
    pool: str | None,
    tables: tuple[int, ...] = (),
) -> Part:
    among = {*ids}
    mine = [replace(r, tables=tuple(t for t in r.tables if among & {*t.ids})) for r in rounds]
    if tables:
        # Someone's place may be at a table of another final.
        tables = tuple(dict.fromkeys([*tables, *sorted(t.number for r in mine for t in r.tables)]))
    # In a record made by hand, an entrant may sit in the wrong place.
    strays = (i for r in mine for t in r.tables for i in t.ids if i not in among)
    place = {i: k + 1 for k, i in enumerate(dict.fromkeys([*ids, *strays]))}
    entrants = []
    for e in tournament.entrants:
        if e.id in place:
            shift = {
                "joined": max(1, e.joined - offset),
                "left": None if e.left is None else max(1, e.left - offset),
                "byes": tuple(r - offset for r in e.byes if r > offset),
                "absent": tuple(r - offset for r in e.absent if r > offset),
            }
            entrants.append(replace(e, seed=place[e.id], **shift))  # type: ignore[arg-type]

    def own_table(t: Table) -> Table:
        was = tuple(e._replace(until=e.until - offset) for e in t.was)
        return replace(t, number=tables.index(t.number) + 1 if tables else t.number, was=was)

    part_rounds = tuple(
        replace(
            r,
            number=r.number - offset,
            stage=1,
            tables=tuple(map(own_table, r.tables)),
            byes=tuple(i for i in r.byes if i in place),
        )
        for r in mine
    )
    # A later stage's first round is not the event's first round.
    apart = tuple(one for one in tournament.apart if not offset or one.rule != "not_round_1")
    inner = replace(
        tournament, method=stage.method, entrants=tuple(entrants), rounds=part_rounds, options=stage.options, apart=apart
    )
    # Tables and entrants already include the penalties.
    inner = replace(inner, penalties=())
    if tables:
        places = tuple(_own_place(one, tables) for one in tournament.places)
        inner = replace(inner, places=places, first_table=1, rounds=tuple(replace(r, first_table=1) for r in part_rounds))
    return Part(inner, offset, pool, tables)


def _own_place(one: FixedPlace, tables: tuple[int, ...]) -> FixedPlace:
    """Return a place in a final by the final's own table numbers. A table of another final can't be one of them."""
    return replace(one, table=tables.index(one.table) + 1 if one.table in tables else None)


def qualified_entrants(tournament: Tournament, number: int) -> list[str]:
    """Return the entrants of this stage, in order of their seeds in it."""
    stage = tournament.options.stages[number - 1]
    before = tournament.options.stages[number - 2]
    pools, tiers = _ranked_tiers(tournament, number)
    if pools == 1:
        return [i for i, _ in tiers[0]][: stage.cut or before.advance]
    tiers = tiers[: before.advance or 2]
    if not method_of(stage).knockout:
        return [i for tier in tiers for i, _ in tier][: stage.cut]
    return _seed_apart(tiers)[: stage.cut]


def _ranked_tiers(
    tournament: Tournament, number: int, out: AbstractSet[str] = frozenset()
) -> tuple[int, list[list[tuple[str, int]]]]:
    """Return the number of pools before this stage, and who could go on: pool winners, then all second in a pool and so on.

    Each has the index of the pool. Without pools, all are in one tier, best first. Leavers and those in `out` are left out.
    """
    earlier = parts(tournament, number - 1)
    leavers = {e.id for e in tournament.entrants if e.left is not None and e.left <= _first_round(tournament, number)} | out
    rows = [[row for row in ranked_rows(p.tournament) if row.id not in leavers] for p in earlier]
    if len(rows) == 1:
        return 1, [[(row.id, 0) for row in settle_ties(rows[0], tournament, number)]]
    ranked = [[row.id for row in some] for some in rows]
    worths = {who: worth for p in earlier for who, worth in values_per_match(p.tournament).items()}
    seeds = {e.id: e.seed or 0 for p in earlier for e in p.tournament.entrants}
    tiers = []
    for place in range(max(map(len, ranked))):
        tier = [(ids[place], k) for k, ids in enumerate(ranked) if place < len(ids)]
        tiers.append(sorted(tier, key=lambda one: (worths[one[0]], seeds[one[0]])))
    return len(ranked), tiers


def _first_round(tournament: Tournament, number: int) -> int:
    return next((r.number for r in tournament.rounds if r.stage == number), tournament.next_number)


def values_per_match(pool: Tournament) -> dict[str, tuple[Fraction, Fraction]]:
    """Return keys to compare entrants of pools of different sizes. Lower is better.

    They are match points per match, then margin per match.
    """
    worths = {}
    for who, rounds in method_of(pool).ledger(pool).items():
        played = [o for o in rounds if o.opponents]
        matches = max(1, len(played))
        points = sum((o.points for o in played), Fraction(0)) / matches
        worths[who] = (-points, -Fraction(sum(o.margin for o in played)) / matches)
    return worths


def _seed_apart(tiers: Sequence[Sequence[tuple[str, int]]]) -> list[str]:
    """Assign bracket seeds tier by tier so that pool-mates meet as late as possible.

    Two of a pool are in opposite halves.
    """
    total = sum(len(tier) for tier in tiers)
    size = bracket_size(total)
    line = {seed: k for k, seed in enumerate(seed_positions(size))}
    order: list[str] = []
    mates: dict[int, list[int]] = {}
    for tier in tiers:
        first = len(order) + 1
        n = len(tier)
        edges = []
        for k, (_, pool) in enumerate(tier):
            for s in range(n):
                place = line[first + s]
                # Pool-mates whose paths to the final join earlier meet earlier, which costs more.
                shared = sum(1 << 4 * (size.bit_length() - (place ^ other).bit_length()) for other in mates.get(pool, ()))
                edges.append((k, n + s, shared << 32 | (k - s) ** 2))
        seats = {k: s - n for k, s in perfect_matching(2 * n, edges) or ()}
        chosen = sorted(range(n), key=lambda k: seats[k])
        for k in chosen:
            mates.setdefault(tier[k][1], []).append(line[first + seats[k]])
        order += [tier[k][0] for k in chosen]
    return order


def letters_by_entrant(tournament: Tournament, stage: int) -> dict[str, str]:
    """Return the letter of everyone's final in a stage, by entrant; empty unless it is played as several finals."""
    finals = current_finals(tournament, stage)
    if not finals:
        return {}
    groups = final_entrants(tournament, stage, [r for r in tournament.rounds if r.stage == stage])
    return {who: letter for letter, ids in zip(finals, groups, strict=True) for who in ids}


def ranked_rows(part: Tournament) -> list[StandingRow]:
    """Return a part's standings, best first. For a Mitchell, both winners come first, then both seconds and so on."""
    return sorted(method_of(part).standings(part), key=lambda row: row.rank)
