"""Rotating partners: rounds of a known whist tournament or from a seeded search, and how even the result is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache, partial
from itertools import combinations

from scorekeeper.pairing.movements.rotation_search import Mix, anneal, keep_more_apart, make_round, whist
from scorekeeper.pairing.record.draft import DraftTable, Reason, RoundDraft, entrants_to_pair, refuse_finished, sit_outs
from scorekeeper.pairing.record.record import ApartRule, Tournament
from scorekeeper.pairing.search.matching import chance
from scorekeeper.pairing.search.pairing_constraints import NOT_ROUND_1, OPPONENTS, PARTNERS, KeptApart, pairs_with_roles
from scorekeeper.pairing.search.swap_search import cost_of_parting
from scorekeeper.pairing.standings.results import meetings

Seats = Sequence[Sequence[str]]


@dataclass(frozen=True)
class Balance:
    """Counts over all rounds.

    `partner_repeats`: partnerships after the first of the same two players.
    `opponents_least`, `opponents_most`: the least and most often that two players oppose each other.
    `perfect`: none of the three counts can be better.
    """

    players: int
    rounds: int
    partner_repeats: int
    partners_most: int
    opponents_least: int
    opponents_most: int
    sit_outs_least: int
    sit_outs_most: int
    perfect: bool

    def as_dict(self) -> dict[str, int | bool]:
        return asdict(self)

    @property
    def key(self) -> tuple[int, int, int]:
        """Return a sort key. Smaller is better."""
        return self.partner_repeats, self.sit_outs_most - self.sit_outs_least, self.opponents_most - self.opponents_least


def balance(ids: Sequence[str], rounds: Iterable[tuple[Iterable[Seats], Iterable[str]]]) -> Balance:
    """Return the balance of `rounds`, each (tables as sides of ids, sit-outs), among these players.

    Sides of one player have no partners to count.
    """
    partners: Counter[frozenset[str]] = Counter()
    opponents: Counter[frozenset[str]] = Counter({frozenset(p): 0 for p in combinations(ids, 2)})
    out = Counter(dict.fromkeys(ids, 0))
    number = 0
    for tables, sitting in rounds:
        number += 1
        out.update(sitting)
        for sides in tables:
            for side in sides:
                partners.update(frozenset(p) for p in combinations(side, 2))
            for one, other in combinations(sides, 2):
                opponents.update(frozenset((a, b)) for a in one for b in other)
    repeats = sum(times - 1 for times in partners.values())
    least, most = min(opponents.values(), default=0), max(opponents.values(), default=0)
    spare = partners.total() - len(ids) * (len(ids) - 1) // 2
    rested = (min(out.values(), default=0), max(out.values(), default=0))
    fair = rested[1] - rested[0] <= 1
    perfect = repeats == max(0, spare) and most - least <= 1 and fair
    together = max(partners.values(), default=0)
    return Balance(len(ids), number, repeats, together, least, most, *rested, perfect)


Sides = tuple[tuple[str, str], tuple[str, str]]
# Search limits, as seats to fill and exchanges to try: two or three seconds of CPU time. A few rounds can be made perfect with
# enough exchanges. Many rounds can't, so more restarts work better.
FEW = (3_000, 200_000)
MANY = (12_000, 60_000)
# Costs if players are to be kept apart. Each outweighs all that follow: never, repeated partner, rather not.
NEVER_SO, PARTNER_AGAIN, RATHER_NOT_SO = 1 << 40, 1 << 20, 1 << 12


@dataclass(frozen=True)
class Rotation:
    """Rounds of (tables, sit-outs). `made_by`: `whist` or `search`."""

    rounds: tuple[tuple[tuple[Sides, ...], tuple[str, ...]], ...]
    made_by: str
    balance: Balance


def full_length(players: int) -> int:
    """Return the number of rounds in which everyone can partner everyone once."""
    return players if players % 2 else players - 1


@lru_cache(maxsize=32)
def rotation(ids: tuple[str, ...], rounds: int, seed: int, apart: tuple[ApartRule, ...] = ()) -> Rotation:
    """Return a schedule for these players. The same seed gives the same schedule.

    A known Wh(v) is used if all its rounds (or more) are played. For fewer rounds, its beginning is compared with a search
    and the more even one is used. If some players are to be kept apart, the search takes that into account and the schedule
    that does it better is used. The best round for *not in round 1* then comes first.
    """
    order = list(ids)
    chance(seed, "rotation", "seats").shuffle(order)
    if any(len(one.who & {*ids}) > 1 for one in apart):
        return _apart_rotation(order, rounds, seed, apart)
    known = whist(len(order))
    found = None
    if known:
        cycle = [known[r % len(known)] for r in range(rounds)]
        found = _name_players(order, [(tables, _missing(tables, len(order))) for tables in cycle], "whist")
        if rounds >= len(known) or found.balance.perfect:
            return found
    searched = _search(order, rounds, seed)
    return found if found and found.balance.key <= searched.balance.key else searched


def _apart_rotation(order: Sequence[str], rounds: int, seed: int, apart: tuple[ApartRule, ...]) -> Rotation:
    known = whist(len(order)) or []
    cycle = [known[r % len(known)] for r in range(rounds)] if known else []
    plans = [_name_players(order, [(tables, _missing(tables, len(order))) for tables in cycle], "whist")] if known else []
    plans.append(_search(order, rounds, seed, apart))
    return min((_with_best_first_round(plan, apart) for plan in plans), key=lambda plan: _price(plan, apart))


def _with_best_first_round(plan: Rotation, apart: tuple[ApartRule, ...]) -> Rotation:
    """Return the same rounds, starting with the one in which the fewest meet who should not meet in round 1."""
    first = KeptApart(apart, 1)
    counts = [sum(first.count(sides)[1] for sides in tables) for tables, _ in plan.rounds]
    k = counts.index(min(counts)) if any(one.rule == NOT_ROUND_1 for one in apart) and counts else 0
    return replace(plan, rounds=(*plan.rounds[k:], *plan.rounds[:k]))


def _price(plan: Rotation, apart: tuple[ApartRule, ...]) -> tuple[int, ...]:
    """Return *never* meetings, repeated partners, *rather not* meetings, and how uneven the rest is."""
    apart_by_round = [KeptApart(apart, number) for number in (1, 2)]
    counts = [apart_by_round[min(k, 1)].count(sides) for k, (tables, _) in enumerate(plan.rounds) for sides in tables]
    repeats, *uneven = plan.balance.key
    return sum(never for never, _ in counts), repeats, sum(rather for _, rather in counts), *uneven


def _mix(order: Sequence[str], apart: tuple[ApartRule, ...], number: int) -> Mix:
    """Return an empty mix, with extra costs for players to keep apart in round `number`."""
    kept_apart = KeptApart(apart, number)
    if not kept_apart:
        return Mix(len(order))
    dear: list[dict[tuple[int, int], int]] = []
    for role in (PARTNERS, OPPONENTS):
        weights = {(i, j): kept_apart.weight(order[i], order[j], role) for i, j in combinations(range(len(order)), 2)}
        dear.append(
            {two: never * NEVER_SO + rather * RATHER_NOT_SO for two, (never, rather) in weights.items() if never or rather}
        )
    return Mix(len(order), (dear[0], dear[1]), PARTNER_AGAIN)


def _missing(tables: Sequence[Sequence[int]], players: int) -> list[int]:
    return sorted(set(range(players)) - {i for table in tables for i in table})


def _name_players(
    order: Sequence[str], rounds: Sequence[tuple[Sequence[Sequence[int]], Sequence[int]]], made_by: str
) -> Rotation:
    lines = []
    for tables, sitting in rounds:
        named_tables = tuple(((order[a], order[b]), (order[c], order[d])) for a, b, c, d in tables)
        lines.append((named_tables, tuple(order[i] for i in sitting)))
    return Rotation(tuple(lines), made_by, balance(order, lines))


def _search(order: Sequence[str], rounds: int, seed: int, apart: tuple[ApartRule, ...] = ()) -> Rotation:
    best: Rotation | None = None
    seats, exchanges = FEW if 3 * rounds <= len(order) + 2 else MANY
    attempts = max(1, min(24, seats // max(1, len(order) * rounds)))
    for attempt in range(attempts):
        draw = chance(seed, "rotation", attempt)
        mix = _mix(order, apart, 2)
        lines = [make_round(mix, draw) for _ in range(rounds)]
        found = _name_players(order, lines, "search")
        if not _is_perfect(found, apart):
            anneal(mix, lines, draw, exchanges // attempts, partial(_is_perfect_plan, order, lines, apart))
            keep_more_apart(mix, lines)
            found = _name_players(order, lines, "search")
        if best is None or _price(found, apart) < _price(best, apart):
            best = found
        if _is_perfect(best, apart):
            break
    if best is None:  # pragma: no cover  (there is at least one attempt)
        raise AssertionError
    return best


def _is_perfect(plan: Rotation, apart: tuple[ApartRule, ...]) -> bool:
    return plan.balance.perfect and not any(_price(plan, apart)[:3:2])


def _is_perfect_plan(
    order: Sequence[str], lines: Sequence[tuple[Sequence[Sequence[int]], Sequence[int]]], apart: tuple[ApartRule, ...]
) -> bool:
    return _is_perfect(_name_players(order, lines, "search"), apart)


def planned_rotation(tournament: Tournament) -> Rotation:
    """Return the schedule for the entrants who were there at the start."""
    ids = tuple(e.id for e in tournament.ranked_by_seed if e.joined == 1 and (e.left is None or e.left > 1))
    return rotation(ids, tournament.options.rounds or full_length(len(ids)), tournament.seed, tournament.apart)


def rotating_round(tournament: Tournament) -> RoundDraft:
    """Return the next round, which needs no results.

    It comes from the schedule while the same players are present. After that it is the best next round.
    """
    number = tournament.next_number
    refuse_finished(tournament, tournament.options.rounds)
    seated = entrants_to_pair(tournament, number, least=4)
    director_byes = sit_outs(tournament, number)
    tables, sitting, code = _planned_round(tournament, seated) or _improvise_round(tournament, seated)
    why = (Reason(code, {"round": number}),)
    notices = _apart_notices(tournament, tables)
    why_bye = {i: (Reason("bye.turn"),) for i in sitting} | {i: (Reason("bye.given"),) for i in director_byes}
    drafted = tuple(DraftTable(k, sides, (*notices[k - 1], *why)) for k, sides in enumerate(tables, 1))
    return RoundDraft(number, drafted, (*sitting, *director_byes), 0, why_bye)


def _apart_notices(tournament: Tournament, tables: Sequence[Sides]) -> list[tuple[Reason, ...]]:
    """Return, by table, the notices about players who should be apart.

    They say what the cheapest exchange of two seats would cost.
    """
    apart = KeptApart(tournament.apart, tournament.next_number)
    sides = [side for r in tournament.rounds for t in r.tables for side in t.sides]
    partners = Counter(frozenset(side) for side in sides)
    opponents = Counter(two for two, rounds in meetings(tournament).items() for _ in rounds)

    def price(_: int, sides: tuple[tuple[str, ...], ...]) -> tuple[int, ...]:
        never, rather = apart.count(sides)
        opponent_cost = sum(2 * opponents[frozenset((a, b))] + 1 for a, b, role in pairs_with_roles(sides) if role == OPPONENTS)
        return never, sum(partners[frozenset(side)] for side in sides), rather, opponent_cost

    names = ("never", "partners", "rather", "opponents")
    return [tuple(r for two in apart.at(sides) for r in cost_of_parting(apart, tables, price, two, names)) for sides in tables]


def _planned_round(tournament: Tournament, seated: Sequence[str]) -> tuple[Sequence[Sides], Sequence[str], str] | None:
    started = {e.id for e in tournament.entrants if e.joined == 1 and (e.left is None or e.left > 1)}
    if set(seated) != started or any({i for t in r.tables for i in t.ids} - started for r in tournament.rounds):
        return None
    plan = planned_rotation(tournament)
    if len(tournament.rounds) >= len(plan.rounds):
        return None
    for one, (tables, _) in zip(tournament.rounds, plan.rounds, strict=False):
        if {_shape(t.sides) for t in one.tables} != {_shape(sides) for sides in tables}:
            return None
    tables, sitting = plan.rounds[len(tournament.rounds)]
    return tables, sitting, f"rotation.{plan.made_by}"


def _shape(sides: Sequence[Sequence[str]]) -> frozenset[frozenset[str]]:
    return frozenset(frozenset(side) for side in sides)


def _improvise_round(tournament: Tournament, seated: Sequence[str]) -> tuple[Sequence[Sides], Sequence[str], str]:
    ids = [e.id for e in tournament.ranked_by_seed]
    place = {i: k for k, i in enumerate(ids)}
    mix = _mix(ids, tournament.apart, tournament.next_number)
    joined = {e.id: e.joined for e in tournament.entrants}
    for one in tournament.rounds:
        for table in one.tables:
            if len(table.ids) == 4 and len(table.sides) == 2:
                mix.count([place[i] for i in table.ids])
        for i in one.byes:
            mix.out[place[i]] += 1
        # A late entry starts level with the player who sat out least.
        for i in (i for i in ids if joined[i] == one.number + 1):
            earlier = [mix.out[place[j]] for j in ids if joined[j] <= one.number]
            mix.out[place[i]] = min(earlier, default=0)
    draw = chance(tournament.seed, "rotation", "round", tournament.next_number)
    lines = [make_round(mix, draw, sorted(place[i] for i in seated))]
    anneal(mix, lines, draw, 3000, lambda: False)
    keep_more_apart(mix, lines)
    tables, sitting = lines[0]
    named_tables = [((ids[a], ids[b]), (ids[c], ids[d])) for a, b, c, d in tables]
    return named_tables, [ids[i] for i in sitting], "rotation.search"
