"""Validation of entries, and helpers for an entrant's part of the log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from scorekeeper.clubs.commands.members.roster import check_name, pair_name
from scorekeeper.clubs.store.club import LONGEST_PLAYER_NAME
from scorekeeper.core.refusals import NotFound, Refusal
from scorekeeper.core.security.signing import normalize_text, same_name
from scorekeeper.formats.names import is_valid_name
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.commands.tables_state import EnteredEntrant
from scorekeeper.tournaments.store import parts
from scorekeeper.tournaments.store.parts import EntrantPart

LONGEST_ENTRANT_NAME = 80
HIGHEST_SEED = 9999

part_of = parts.entrant_part


def seats_each(board: Board) -> int:
    """Return the number of players in an entrant: one, or the size of a side."""
    return 1 if board.individuals else len(board.rules.table.sides[0])


def next_number(board: Board) -> int:
    """Return the number of the first round that is not published yet."""
    return len(board.rounds) + 1


def get_entrant(board: Board, entrant: str) -> EnteredEntrant:
    """Return an entrant. Raises NotFound("entrant")."""
    entry = board.entrant(entrant)
    if entry is None:
        raise NotFound("entrant", "entrant")
    return entry


def rewrite_part(board: Board, entrant: str, *without: str, **facts: object) -> dict[str, Any]:
    """Return an entrant's part with the given fields rewritten and those in `without` removed."""
    remaining_fields = {key: value for key, value in board.log.parts[part_of(entrant)].items() if key not in without}
    return {part_of(entrant): parts.rewrite_fields(EntrantPart, remaining_fields, **facts)}


def check_entry(board: Board, entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return the checked `name`, `players` and `seed` of an entry. With `seeks_partner`, it is a single player.

    Raises Refusal("entrant…", "player.name", "partner.event").
    """
    each = seats_each(board)
    if entry.get("seeks_partner") is True:
        if each != 2:
            raise Refusal("partner.event")
        each = 1
    sent_players = entry.get("players")
    if sent_players is not None and (not isinstance(sent_players, list | tuple) or len(sent_players) > 6):
        raise Refusal("entrant.players", "players", read=str(sent_players)[:20], right=each)
    players = [check_name(name) for name in sent_players or ()]
    name = entry.get("name")
    name = normalize_text(name) if isinstance(name, str) else ""
    if not players and name and each == 1:
        players = [check_name(name)]
    if len(players) != each and (players or not name):
        raise Refusal("entrant.players", "players", read=len(players), right=each)
    if len({same_name(p) for p in players}) != len(players):
        raise Refusal("entrant.twice", "players", read=players[0])
    name = name or pair_name(players)
    longest = LONGEST_ENTRANT_NAME if name != pair_name(players) else 2 * LONGEST_PLAYER_NAME
    if not is_valid_name(name, longest) or not same_name(name):
        raise Refusal("entrant.name", "name", high=LONGEST_ENTRANT_NAME)
    seed = entry.get("seed")
    if seed is not None and (type(seed) is not int or not 1 <= seed <= HIGHEST_SEED):
        raise Refusal("entrant.seed", "seed", high=HIGHEST_SEED)
    return {"name": name, "players": players, "seed": seed}


def names_in_use(entrants: Iterable[EnteredEntrant]) -> set[str]:
    """Return every name of the entrants and their players, in the form used to compare them."""
    return {same_name(name) for e in entrants for name in (e.name, *e.players)}


def check_free(used_names: set[str], entry: Mapping[str, Any]) -> None:
    """Raise Refusal("entrant.taken") for a name that is already used."""
    for name in (entry["name"], *entry["players"]):
        if same_name(name) in used_names:
            raise Refusal("entrant.taken", "players", read=name)


def objections(board: Board, entries: Sequence[Mapping[str, Any]]) -> dict[int, tuple[Refusal, int | None]]:
    """Return why entries of a list are refused, by position.

    If a name repeats another entry of the list, also that entry's position.
    """
    used_names = names_in_use(e for e in board.entrants if e.status != "withdrawn")
    listed: dict[str, int] = {}
    refusals: dict[int, tuple[Refusal, int | None]] = {}
    for place, entry in enumerate(entries):
        try:
            checked = check_entry(board, entry)
            check_free(used_names, checked)
        except Refusal as refusal:
            refusals[place] = (refusal, None)
            continue
        names = {same_name(name): name for name in (checked["name"], *checked["players"])}
        again = next((key for key in names if key in listed), None)
        if again is None:
            listed |= dict.fromkeys(names, place)
        else:
            refusals[place] = (Refusal("entrant.listed", "players", read=names[again]), listed[again])
    return refusals


def number_namesakes(board: Board, entries: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return entries ready to be written. For a `namesake`, each name that is already used gets a number.

    “Jean LeBlanc (2)” can be given a more helpful name later.
    """
    used_names = names_in_use(e for e in board.entrants if e.status != "withdrawn")
    found = []
    for entry in entries:
        one = {key: value for key, value in entry.items() if key != "namesake"}
        players, name = one.get("players"), one.get("name")
        texts = isinstance(players, list | tuple) and all(isinstance(p, str) for p in players)
        if entry.get("namesake") is True and (texts or players is None):
            if players:
                one["players"] = [_numbered_name(p, used_names) for p in players]
            if isinstance(name, str) and name:
                one["name"] = _numbered_name(name, used_names)
        elif texts:
            used_names |= {same_name(str(n)) for n in (*(players or ()), name or pair_name(players or ()))}
        found.append(one)
    return found


def _numbered_name(name: str, used_names: set[str]) -> str:
    numbered, n = normalize_text(name), 1
    while same_name(numbered) in used_names:
        n += 1
        numbered = f"{normalize_text(name)} ({n})"
    used_names.add(same_name(numbered))
    return numbered


def entries_open(board: Board, now: datetime) -> bool:
    """Return whether the public entry form accepts entries."""
    form = board.entry
    closed = form.closes is not None and datetime.fromisoformat(form.closes) <= now
    return board.status == "open" and form.open and not closed


def check_open(board: Board, now: datetime) -> None:
    """Raise Refusal("entry.closed") if the public entry form does not accept entries."""
    if not entries_open(board, now):
        raise Refusal("entry.closed")


def is_drawn(board: Board) -> bool:
    """Return whether the draw has been made, so that no one else can enter."""
    return bool(board.rounds) and not board.pairing.takes_late(board.tournament)


def promote_waiting(board: Board, places: float) -> dict[str, Any]:
    """Return the parts that give a place to up to `places` waiting entrants, in order. Single players wait for a partner."""
    waiting = [e for e in board.entrants if e.status == "waiting" and not e.seeks_partner]
    after: dict[str, Any] = {}
    for k, e in enumerate(waiting):
        if k < places:
            after |= rewrite_part(board, e.id, waiting=False)
    return after
