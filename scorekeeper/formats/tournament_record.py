"""The tournament record (`scorekeeper-tournament/1`): parsing and writing. Version 2 is in `tournament_v2`."""

from __future__ import annotations

from collections.abc import Callable

from scorekeeper.formats.declared import dump, keys_of
from scorekeeper.formats.fields import Fields, parse_checked
from scorekeeper.formats.rules import parse_rules
from scorekeeper.formats.tournament_options import check_cuts, dump_options, parse_options
from scorekeeper.pairing.method import METHODS
from scorekeeper.pairing.record import errors
from scorekeeper.pairing.record.errors import TournamentError
from scorekeeper.pairing.record.record import (
    HIGHEST_FIRST_TABLE,
    LONGEST_NAME,
    MOST_ROUNDS,
    Earlier,
    Entrant,
    Result,
    Round,
    Table,
    Tournament,
)

FORMAT = "scorekeeper-tournament/1"
V2_FORMAT = "scorekeeper-tournament/2"
MOST_ENTRANTS = 5000
HIGHEST_SCORE = 1_000_000

# The output of `standings` and `pair` may go into a record unchanged. Explanations are ignored; the check makes its own.
RECORD = ("format", "name", "method", "seed", "options", "rules", "entrants", "rounds", "standings")
_ROUND_2 = (*keys_of(Round), "why_byes", "notes", "rematches", "bracket", "finals")
# Version 1 numbers tables from 1.
FIRST_TABLE = "first_table"
RECORD_2 = (*RECORD, FIRST_TABLE)
_ROUND = tuple(name for name in _ROUND_2 if name != FIRST_TABLE)
_TABLE = (*keys_of(Table), "why")


def parse_tournament(obj: object) -> Tournament:
    """Return a whole record. For version 2, only what version 1 has too; `tournament_v2` reads the rest.

    Raises `Malformed` at its round (0 is the header), or the rule set's own `GameError`.
    """
    if not isinstance(obj, dict) or obj.get("format") not in (FORMAT, V2_FORMAT):
        read = obj.get("format") if isinstance(obj, dict) else obj
        missing = isinstance(obj, dict) and "format" not in obj
        raise errors.Malformed(
            "format", 0, reason="missing" if missing else "version", field="format", read=read, right=f"{FORMAT}, {V2_FORMAT}"
        )
    version_2 = obj["format"] == V2_FORMAT
    read = Fields(obj, "format", "", RECORD_2 if version_2 else RECORD)
    method = read.choice("method", tuple(METHODS))
    rules = obj.get("rules", "standard")
    parse_rules(rules)
    entrants = read.items("entrants", MOST_ENTRANTS, parse_entrant)
    known: set[str] = set()
    for place, one in enumerate(entrants):
        if one.id in known:
            raise errors.Malformed("entrants", 0, reason="twice", field=f"entrants[{place}].id", read=one.id)
        known.add(one.id)
    options = parse_options(obj.get("options") or {}, method)
    check_cuts(options)
    return Tournament(
        method,
        entrants,
        read.items("rounds", MOST_ROUNDS, lambda item, place: parse_round(item, place, known, version_2=version_2), ()),
        options,
        read.whole("seed", -(2**63), 2**63, 0),
        read.text("name", LONGEST_NAME, "", 0),
        rules,
        first_table=read.whole(FIRST_TABLE, 1, HIGHEST_FIRST_TABLE, 1),
    )


def parse_entrant(obj: object, place: int = 0) -> Entrant:
    """Return one entrant. The default name is the id. Raises `Malformed("entrants")`."""
    if isinstance(obj, dict) and obj.get("name") is None and "id" in obj:
        obj = {**obj, "name": obj["id"]}
    return parse_checked(Entrant, obj, "entrants", f"entrants[{place}]")


def parse_round(obj: object, place: int, known: set[str], *, version_2: bool) -> Round:
    """Return the round at this index, with entrants from `known`. Raises `Malformed("round")` at its number."""
    read = Fields(obj, "round", f"rounds[{place}]", _ROUND_2 if version_2 else _ROUND, place + 1)
    number = read.whole("round", 1, MOST_ROUNDS, place + 1)
    if number != place + 1:
        raise read.wrong("round", "order", right=place + 1)

    def table(item: object, k: int) -> Table:
        return parse_table(item, f"rounds[{place}].tables[{k}]", number, k + 1, known)

    def bye(item: object, k: int) -> str:
        if not isinstance(item, str) or item not in known:
            raise read.wrong(f"byes[{k}]", "unknown", read=item)
        return item

    return Round(
        number,
        read.items("tables", MOST_ENTRANTS, table),
        read.items("byes", MOST_ENTRANTS, bye, ()),
        read.whole("stage", 1, 100, 1),
        read.flag("by_hand", False),
        read.flag("ahead", False),
        read.whole(FIRST_TABLE, 1, HIGHEST_FIRST_TABLE, 1),
    )


def parse_table(obj: object, path: str, number: int, usual: int, known: set[str]) -> Table:
    """Return one table of a round. Raises `Malformed("round")`."""
    read = Fields(obj, "round", path, _TABLE, number)

    def side(item: object, k: int) -> tuple[str, ...]:
        where = f"sides[{k}]"
        if not isinstance(item, list) or not 1 <= len(item) <= 3:
            raise read.wrong(where, "side", read=item)
        for who in item:
            if not isinstance(who, str) or who not in known:
                raise read.wrong(where, "unknown", read=who)
        return tuple(item)

    sides = read.items("sides", 3, side)
    if len(sides) < 2:
        raise read.wrong("sides", "sides")
    seated: set[str] = set()
    for who in (i for ids in sides for i in ids):
        if who in seated:
            raise read.wrong("sides", "twice", read=who)
        seated.add(who)

    def earlier(item: object, k: int) -> Earlier:
        inner = Fields(item, "round", f"{path}.was[{k}]", keys_of(Earlier), number)
        return Earlier(inner.whole("round", number, MOST_ROUNDS), parse_result(inner, len(sides)))

    return Table(
        read.whole("table", 1, MOST_ENTRANTS, usual),
        sides,
        parse_result(read, len(sides)),
        read.text("match", 20) if read.has("match") else None,
        read.text("pool", 20) if read.has("pool") else None,
        read.items("was", 1000, earlier, ()),
    )


def parse_result(read: Fields, sides: int) -> Result:
    """Return the result among a table's keys. `forfeit`: a side, a list of sides, or true with a `winner`."""

    def scores(name: str) -> tuple[int, ...] | None:
        if not read.has(name):
            return None
        numbers = read.wholes(name, -HIGHEST_SCORE, HIGHEST_SCORE, sides)
        if len(numbers) != sides:
            raise read.wrong(name, "count", right=sides)
        return numbers

    def game(item: object, k: int) -> tuple[int, ...]:
        inner = Fields({"scores": item}, read.code, f"{read.where('games')}[{k}]", ("scores",), read.event)
        numbers = inner.wholes("scores", -HIGHEST_SCORE, HIGHEST_SCORE, sides)
        if len(numbers) != sides:
            raise read.wrong(f"games[{k}]", "count", read=item, right=sides)
        return numbers

    winner = read.optional_whole("winner", 0, sides - 1)
    forfeit = _forfeit(read, sides, winner)
    if winner is not None and winner in forfeit:
        raise read.wrong("winner", "forfeit_winner")
    return Result(scores("scores"), winner, forfeit, scores("boxes"), read.items("games", 100, game, ()))


def _forfeit(read: Fields, sides: int, winner: int | None) -> tuple[int, ...]:
    value = read.obj.get("forfeit")
    if value is None or value is False:
        return ()
    if value is True:
        if winner is None:
            raise read.wrong("forfeit", "forfeit", high=sides - 1)
        return tuple(s for s in range(sides) if s != winner)
    if type(value) is int and 0 <= value < sides:
        return (value,)
    if isinstance(value, list) and all(type(s) is int and 0 <= s < sides for s in value):
        return tuple(sorted(set(value)))
    raise read.wrong("forfeit", "forfeit", high=sides - 1)


def dump_tournament(tournament: Tournament) -> dict[str, object]:
    """Return the record as JSON, with every option set. It is in version 2 if tables don't start at number 1."""
    own_first = {} if tournament.first_table == 1 else {FIRST_TABLE: tournament.first_table}
    from_one = not own_first and all(one.first_table == 1 for one in tournament.rounds)
    return {
        "format": FORMAT if from_one else V2_FORMAT,
        "name": tournament.name,
        "method": tournament.method,
        "seed": tournament.seed,
        "options": dump_options(tournament.options, tournament.method),
        "rules": tournament.rules,
        **own_first,
        "entrants": [dump_entrant(e) for e in tournament.entrants],
        "rounds": [dump(r) for r in tournament.rounds],
    }


def dump_entrant(entrant: Entrant) -> dict[str, object]:
    """Return an entrant as JSON, without empty values except `left`."""
    return dump(entrant)


def dump_result(result: Result) -> dict[str, object]:
    return dump(result)


def tournament_error_json(error: TournamentError, text: Callable[[TournamentError], str]) -> dict[str, object]:
    """Return the `error` object that replaces an answer."""
    problem: dict[str, object] = {"event": error.event or 0, "code": error.code, "message": text(error)}
    if "matches" in error.params:
        problem["matches"] = error.params["matches"]
    return {"error": problem}
