"""Entrants: entered at the desk or by themselves, changed, gone, back, replaced."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy.orm import Session

from scorekeeper.base.allowances import ENTRIES
from scorekeeper.base.db import now
from scorekeeper.base.devices import Visitor
from scorekeeper.base.keys import tidy
from scorekeeper.base.one_key import given
from scorekeeper.base.refusals import Refusal
from scorekeeper.clubs.actions import roster
from scorekeeper.clubs.store.club import LONGEST_PLAYER_NAME
from scorekeeper.codec.names import fits
from scorekeeper.tournaments.actions.board import Board, load
from scorekeeper.tournaments.actions.entrants import (
    check_entry,
    check_free,
    check_open,
    is_drawn,
    named,
    next_number,
    objections,
    part_of,
    promoted,
    told_apart,
    value_of,
)
from scorekeeper.tournaments.actions.events import MOST_ENTRANTS
from scorekeeper.tournaments.actions.setup import check_going
from scorekeeper.tournaments.actions.way import TournamentWay
from scorekeeper.tournaments.actions.writing import Draft, Plan, Written, first_answer, write
from scorekeeper.tournaments.store import parts

Entries = Iterable[Mapping[str, Any]]


def enter(way: TournamentWay, entries: Entries, *, asked: object = None, revision: int, uuid: str) -> Written:
    """Enter one or many at the desk, whatever the limit of the entry form; while it runs, from the next round on.

    An entry has `players` (names), `name` where the pair is called otherwise or is a team, and may have a `seed`. With
    `namesake` somebody else of a name that is entered already is meant: a number behind it tells them apart.
    `asked`: what the key stands for, where it is not the entries themselves. Raises NotAllowed, Refusal("entrant…").
    """
    way.check("direct")
    board = load(way)
    sent = [*entries]
    wanted = told_apart(board, sent)
    plan = _entering(wanted, "desk")
    if uuid not in board.log.uuids:
        plan(board)  # nobody is put on the club's roster by an entry that is refused
        _add_roster_ids(way.club_id, wanted)
    plan = _remembering(way.club_id, wanted, plan)
    return write(way, plan, right="direct", action="enter", asked=sent if asked is None else asked, revision=revision, uuid=uuid)


def entered_before(way: TournamentWay, uuid: str, asked: object) -> Written | None:
    """What was entered under this key, if it was used before. Raises KeyReused where that was something else than `asked`."""
    return first_answer(way, uuid, "enter", asked)


def enter_public(
    way: TournamentWay, entry: Mapping[str, Any], *, visitor: Visitor | None = None, address: str, revision: int, uuid: str
) -> Written:
    """Enter oneself by the form; beyond its limit, on the waiting list.

    `visitor`, `address`: who, from where, so that nobody fills the list by machine.
    Raises Refusal("entry.closed"), TooMany("entry.often"), Refusal("entrant…").
    """
    board = load(way)
    if uuid not in board.log.uuids:
        check_open(board, now())
        ENTRIES.spend(visitor, address)
    wanted = [{"players": entry.get("players"), "name": entry.get("name")}]
    plan = _entering(wanted, "form")

    def open_only(board: Board) -> Draft:
        check_open(board, now())
        return plan(board)

    return write(way, open_only, right=None, action="enter", asked=wanted, revision=revision, uuid=uuid)


def _entering(entries: Sequence[dict[str, Any]], via: str) -> Plan:
    def plan(board: Board) -> Draft:
        check_going(board)
        if not entries:
            raise Refusal("entrant.none", "entrants")
        if is_drawn(board):
            raise Refusal("entrant.drawn")
        kept = [e for e in board.entrants if e.status != "withdrawn"]
        if len(kept) + len(entries) > MOST_ENTRANTS:
            raise Refusal("entrant.many", high=MOST_ENTRANTS)
        for refusal, _other in objections(board, entries).values():
            raise refusal
        places = _places(board, via)
        after: dict[str, Any] = {}
        for n, entry in enumerate(entries, board.log.last_entrant + 1):
            found = check_entry(board, entry)
            value = {"id": f"e{n}", **found, "joined": next_number(board), "via": via}
            if "player_ids" in entry:
                value["player_ids"] = entry["player_ids"]
            if places is not None and len(after) >= places:
                value["waiting"] = True
            after[parts.entrant_part(value["id"])] = value
        subject = next(iter(after)) if len(after) == 1 else "entrants"
        return Draft("enter", subject, after)

    return plan


def _places(board: Board, via: str) -> int | None:
    """Places left for those who enter by the form; None where there is no limit."""
    limit = board.entry["limit"] if via == "form" else None
    return None if limit is None else max(0, limit - sum(e.status == "in" for e in board.entrants))


def _add_roster_ids(club_id: int, entries: Sequence[dict[str, Any]]) -> None:
    each = [[tidy(p) for p in e.get("players") or ()] for e in entries]
    numbers = iter(roster.ids_of(club_id, [name for names in each for name in names]))
    for entry, names in zip(entries, each, strict=True):
        if names:
            entry["player_ids"] = [next(numbers) for _ in names]


def _remembering(club_id: int, entries: Sequence[Mapping[str, Any]], plan: Plan) -> Plan:
    def also(session: Session, before: Board, after: Board) -> None:  # noqa: ARG001 (who they are says enough)
        roster.remember_pairs(session, club_id, [e.get("player_ids", ()) for e in entries])

    def remembering(board: Board) -> Draft:
        draft = plan(board)
        return Draft(draft.action, draft.subject, draft.after, also=also)

    return remembering


def change(way: TournamentWay, entrant: str, entry: Mapping[str, Any], *, revision: int, uuid: str) -> Written:
    """Write an entrant's names or seed anew; what is not given stays."""

    def plan(board: Board) -> Draft:
        value = value_of(board, entrant)
        if "seed" in entry and board.rounds and entry["seed"] != value.get("seed"):
            raise Refusal("options.running", "seed", name="seed")
        whole = {**value, **entry}
        if "players" in entry and "name" not in entry:
            whole["name"] = None
        found = check_entry(board, whole)
        check_free(named(e for e in board.entrants if e.id != entrant and e.status != "withdrawn"), found)
        new = {**value, **found}
        if new.get("players") != value.get("players"):
            new.pop("player_ids", None)
        return Draft("change_entrant", part_of(entrant), {part_of(entrant): new})

    return write(way, plan, right="direct", action="change_entrant", asked=[entrant, given(entry)], revision=revision, uuid=uuid)


def withdraw(way: TournamentWay, entrant: str, since: int | None = None, *, revision: int, uuid: str) -> Written:
    """Take an entrant out: before the first round off the list, and the first who waits comes in; later from round `since` on.

    `since` None: from the next round. Raises Refusal("entrant.seated") for a round in which there is a seat already.
    """

    def plan(board: Board) -> Draft:
        check_going(board)
        value = value_of(board, entrant)
        if value.get("withdrawn") or value.get("left") is not None:
            raise Refusal("entrant.left", read=value["name"])
        if not board.rounds or value.get("waiting"):
            gone = {name: v for name, v in value.items() if name != "waiting"} | {"withdrawn": True}
            after = {part_of(entrant): gone}
            if not value.get("waiting"):
                after |= _promoted(board)
            return Draft("withdraw", part_of(entrant), after)
        number = next_number(board) if since is None else since
        _check_round(number)
        if any(r.number >= number and board.seat(entrant, r.number) for r in board.rounds):
            raise Refusal("entrant.seated", read=value["name"])
        return Draft("withdraw", part_of(entrant), {part_of(entrant): {**value, "left": number}})

    return write(way, plan, right="direct", action="withdraw", asked=[entrant, since], revision=revision, uuid=uuid)


def _promoted(board: Board) -> dict[str, Any]:
    """The first who waits, with a place; nobody where the tournament is not limited or still too full."""
    limit = board.entry["limit"]
    if limit is None or sum(e.status == "in" for e in board.entrants) > limit:
        return {}
    return promoted(board, 1)


def admit(way: TournamentWay, entrant: str, *, revision: int, uuid: str) -> Written:
    """Take an entrant from the waiting list; while it runs, from the next round on."""

    def plan(board: Board) -> Draft:
        check_going(board)
        value = value_of(board, entrant)
        if not value.get("waiting"):
            raise Refusal("entrant.not_waiting", read=value["name"])
        if is_drawn(board):
            raise Refusal("entrant.drawn")
        return Draft("admit", part_of(entrant), {part_of(entrant): {**value, "waiting": False, "joined": next_number(board)}})

    return write(way, plan, right="direct", action="admit", asked=entrant, revision=revision, uuid=uuid)


def rejoin(way: TournamentWay, entrant: str, *, revision: int, uuid: str) -> Written:
    """Let an entrant who left play again from the next round on; the rounds between are missed."""

    def plan(board: Board) -> Draft:
        check_going(board)
        value = value_of(board, entrant)
        if value.get("withdrawn"):
            back = {name: v for name, v in value.items() if name != "withdrawn"} | {"joined": next_number(board)}
            if is_drawn(board):
                raise Refusal("entrant.drawn")
            check_free(named(e for e in board.entrants if e.status != "withdrawn"), back)
            return Draft("rejoin", part_of(entrant), {part_of(entrant): back})
        left = value.get("left")
        if left is None:
            raise Refusal("entrant.not_left", read=value["name"])
        missed = range(left, next_number(board))
        absent = sorted({*value.get("absent", ()), *(n for n in missed if not board.seat(entrant, n))})
        return Draft("rejoin", part_of(entrant), {part_of(entrant): {**value, "left": None, "absent": absent}})

    return write(way, plan, right="direct", action="rejoin", asked=entrant, revision=revision, uuid=uuid)


def substitute(way: TournamentWay, entrant: str, since: int, name: object, *, revision: int, uuid: str) -> Written:
    """Somebody else on that chair from round `since` on; the score stays the chair's."""

    def plan(board: Board) -> Draft:
        check_going(board)
        value = value_of(board, entrant)
        text = tidy(name) if isinstance(name, str) else ""
        if not fits(text, 2 * LONGEST_PLAYER_NAME):
            raise Refusal("entrant.name", "name", high=2 * LONGEST_PLAYER_NAME)
        _check_round(since)
        kept = [s for s in value.get("substitutes", ()) if s["round"] < since]
        new = {**value, "substitutes": [*kept, {"round": since, "name": text}]}
        return Draft("substitute", part_of(entrant), {part_of(entrant): new})

    return write(way, plan, right="direct", action="substitute", asked=[entrant, since, name], revision=revision, uuid=uuid)


def absent(way: TournamentWay, entrant: str, number: int, missing: bool = True, *, revision: int, uuid: str) -> Written:
    """An entrant sits out a round to come without a bye, or after all does not."""
    return _in_round(way, "absent", entrant, number, missing, revision, uuid)


def give_bye(way: TournamentWay, entrant: str, number: int, given: bool = True, *, revision: int, uuid: str) -> Written:
    """An entrant has a bye in a round to come, or after all has not."""
    return _in_round(way, "byes", entrant, number, given, revision, uuid)


def _in_round(way: TournamentWay, kind: str, entrant: str, number: int, on: bool, revision: int, uuid: str) -> Written:
    def plan(board: Board) -> Draft:
        check_going(board)
        value = value_of(board, entrant)
        _check_round(number)
        if number < next_number(board):
            raise Refusal("round.number", "round", read=number)
        numbers = {*value.get(kind, ()), number} if on else {*value.get(kind, ())} - {number}
        return Draft(kind, part_of(entrant), {part_of(entrant): {**value, kind: sorted(numbers)}})

    return write(way, plan, right="direct", action=kind, asked=[entrant, number, on], revision=revision, uuid=uuid)


def seed_order(way: TournamentWay, order: Sequence[str], *, revision: int, uuid: str) -> Written:
    """Number the entrants who are in as seeds 1, 2, 3 … Raises Refusal("entrant.order"), Refusal("options.running")."""

    def plan(board: Board) -> Draft:
        if board.rounds:
            raise Refusal("options.running", "seed", name="seed")
        if sorted(order) != sorted(e.id for e in board.entrants if e.status == "in"):
            raise Refusal("entrant.order", "order")
        return Draft("seed", "entrants", {part_of(i): {**value_of(board, i), "seed": n} for n, i in enumerate(order, 1)})

    return write(way, plan, right="direct", action="seed", asked=order, revision=revision, uuid=uuid)


def _check_round(number: object) -> None:
    if type(number) is not int or not 1 <= number <= 1000:
        raise Refusal("round.number", "round", read=str(number)[:10])
