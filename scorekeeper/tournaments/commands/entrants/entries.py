"""Commands on entrants: enter, change, withdraw, rejoin, substitute."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from sqlalchemy.orm import Session

from scorekeeper.clubs.commands.members import roster
from scorekeeper.clubs.commands.privacy.public_names import FULL
from scorekeeper.clubs.store.club import LONGEST_PLAYER_NAME
from scorekeeper.core.db.database import now
from scorekeeper.core.devices.visitors import Visitor
from scorekeeper.core.events.idempotency import as_pairs
from scorekeeper.core.i18n.translation import NN_
from scorekeeper.core.refusals import Refusal
from scorekeeper.core.security.rate_limits import ENTRIES
from scorekeeper.core.security.signing import normalize_text
from scorekeeper.formats.declared import dump
from scorekeeper.formats.names import is_valid_name
from scorekeeper.messages.marks import N_
from scorekeeper.pairing.record.attendance import HERE
from scorekeeper.pairing.record.record import DISQUALIFIED
from scorekeeper.pairing.verify.verify import check
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.command import (
    Json,
    Sentence,
    TournamentCommand,
    TournamentEffect,
    command,
    command_with_access,
)
from scorekeeper.tournaments.commands.door.door_state import read_door
from scorekeeper.tournaments.commands.event_writer import WrittenTournament, dry_run, first_answer
from scorekeeper.tournaments.commands.redacted_view import choice_of
from scorekeeper.tournaments.commands.setup.entry_validation import (
    check_entry,
    check_free,
    check_open,
    get_entrant,
    is_drawn,
    names_in_use,
    next_number,
    number_namesakes,
    objections,
    part_of,
    promote_waiting,
    rewrite_part,
)
from scorekeeper.tournaments.commands.setup.lifecycle import MOST_ENTRANTS
from scorekeeper.tournaments.commands.setup.validation import check_not_finished
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.commands.tables_state import EnteredEntrant
from scorekeeper.tournaments.store import parts
from scorekeeper.tournaments.store.parts import CheckInPart, EntrantPart

Entries = Iterable[Mapping[str, Any]]


def _entry_sentence(_subject: str, _before: Json, after: Json) -> Sentence:
    many = sum(part.startswith("entrant/") and value is not None for part, value in after.items())
    return N_("%(name)s entered") if many == 1 else NN_("%(num)s entrant added", "%(num)s entrants added")


def enter(entries: Entries, *, asked: object = None) -> TournamentCommand:
    """Enter one or more entrants at the desk, regardless of the form's limit.

    In a running tournament they play from the next round. An entry has `players` (names), a `name` if the pair has another
    one or is a team, and maybe a `seed`. With `seeks_partner`, it is one player who waits for a partner. `namesake` means
    another person with a name that is already entered; a number tells them apart. `asked`: the request that the key covers,
    if not the entries. Raises NotAllowed, Refusal("entrant…", "partner.event").
    """
    sent = [*entries]
    return replace(_enter(sent, asked), first=partial(_enter_on_roster, sent, asked))


@command(
    "enter",
    right="direct",
    changes=("entrant", "check_in"),
    says=_entry_sentence,
    asked=lambda sent, asked: [sent if asked is None else asked],
)
def _enter(board: Board, sent: Sequence[Mapping[str, Any]], asked: object) -> TournamentEffect:  # noqa: ARG001 (for the key)
    return replace(_enter_effect(board, number_namesakes(board, sent), "desk"), also=remember_pairs)


def _enter_on_roster(
    sent: Sequence[Mapping[str, Any]], asked: object, access: TournamentAccess, board: Board
) -> TournamentCommand:
    numbered_entries = number_namesakes(board, sent)
    _enter_effect(board, numbered_entries, "desk")  # a refused entry must not add to the club's roster
    each = [[normalize_text(p) for p in e.get("players") or ()] for e in numbered_entries]
    numbers = iter(roster.ids_of(access.club_id, [name for names in each for name in names]))
    for entry, names in zip(numbered_entries, each, strict=True):
        if names:
            entry["player_ids"] = [next(numbers) for _ in names]
    return _enter(numbered_entries, asked)


def entered_before(access: TournamentAccess, uuid: str, asked: object) -> WrittenTournament | None:
    """Return the entries made under this key, or None.

    Raises KeyReused if the key was used for something other than `asked`.
    """
    return first_answer(access, enter((), asked=asked), uuid)


def enter_public(entry: Mapping[str, Any], *, visitor: Visitor | None = None, address: str) -> TournamentCommand:
    """Enter by the public form, on the waiting list if it is full.

    If the public does not see full names, the form does not reveal that a name is already entered. A second entry with that
    name gets a number that only the desk sees, and the desk decides whether they are two people (`ShownBoard`). `visitor`
    and `address` limit automated entries. Raises Refusal("entry.closed"), TooMany("entry.often"), Refusal("entrant…").
    """
    single = {"seeks_partner": True} if entry.get("seeks_partner") is True else {}
    entering = _enter_by_form({"players": entry.get("players"), "name": entry.get("name"), **single})
    return replace(entering, first=partial(_check_public_entry, entering, visitor, address))


@command_with_access("enter", right=None, changes=("entrant",), says=_entry_sentence, asked=lambda entry: [[entry]])
def _enter_by_form(access: TournamentAccess, board: Board, entry: dict[str, Any]) -> TournamentEffect:
    check_open(board, now())
    if entry.get("seeks_partner") and not board.entry.singles:
        raise Refusal("partner.closed")
    if choice_of(access.public_names, board) == FULL:
        return _enter_effect(board, [entry], "form")
    check_entry(board, entry)  # as typed: one person must not be entered twice
    return _enter_effect(board, number_namesakes(board, [{**entry, "namesake": True}]), "form")


def _check_public_entry(
    entering: TournamentCommand, visitor: Visitor | None, address: str, _way: TournamentAccess, board: Board
) -> TournamentCommand:
    check_open(board, now())
    ENTRIES.spend(visitor, address)
    return entering


def _enter_effect(board: Board, entries: Sequence[dict[str, Any]], via: str) -> TournamentEffect:
    check_not_finished(board)
    if not entries:
        raise Refusal("entrant.none", "entrants")
    if is_drawn(board):
        raise Refusal("entrant.drawn")
    not_withdrawn = [e for e in board.entrants if e.status != "withdrawn"]
    if len(not_withdrawn) + len(entries) > MOST_ENTRANTS:
        raise Refusal("entrant.many", high=MOST_ENTRANTS)
    for refusal, _other in objections(board, entries).values():
        raise refusal
    places = _places_left(board, via)
    after: Json = {}
    for n, entry in enumerate(entries, board.log.last_entrant + 1):
        checked = check_entry(board, entry)
        facts = {"id": f"e{n}", **checked, "joined": next_number(board), "via": via}
        if "player_ids" in entry:
            facts["player_ids"] = entry["player_ids"]
        if entry.get("seeks_partner") is True:
            facts |= {"waiting": True, "seeks_partner": True}
        elif places is not None and len(after) >= places:
            facts["waiting"] = True
        after[part_of(facts["id"])] = parts.rewrite_fields(EntrantPart, {}, **facts)
    subject = next(iter(after)) if len(after) == 1 else "entrants"
    if via == "desk" and board.rounds and read_door(board) is not None:
        # Entrants who come late are at the desk.
        after |= {parts.check_in_part(part.partition("/")[2]): dump(CheckInPart(HERE)) for part in [*after]}
    return TournamentEffect(subject, after)


def _places_left(board: Board, via: str) -> int | None:
    """Return the places left on the public form; None without a limit."""
    limit = board.entry.limit if via == "form" else None
    return None if limit is None else max(0, limit - sum(e.status == "in" for e in board.entrants))


def remember_pairs(session: Session, access: TournamentAccess, before: Board, after: Board) -> None:
    """Store in the roster which players entered together with this change."""
    known = {e.id: e.player_ids for e in before.entrants}
    roster.remember_pairs(session, access.club_id, [e.player_ids for e in after.entrants if known.get(e.id) != e.player_ids])


@command(
    "change_entrant",
    right="direct",
    changes=("entrant",),
    says=N_("Entry changed: %(name)s"),
    asked=lambda entrant, entry: [entrant, as_pairs(entry)],
)
def change(board: Board, entrant: str, entry: Mapping[str, Any]) -> TournamentEffect:
    """Change an entrant's names or seed. Missing fields stay."""
    one = get_entrant(board, entrant)
    if "seed" in entry and board.rounds and entry["seed"] != one.seed:
        raise Refusal("options.running", "seed", name="seed")
    full_entry = {"name": one.name, "players": one.players, "seed": one.seed, **entry}
    names = full_entry["players"]
    if one.seeks_partner and not (isinstance(names, list | tuple) and len(names) > 1):
        full_entry["seeks_partner"] = True  # a second name makes a pair
    if "players" in entry and "name" not in entry:
        full_entry["name"] = None
    checked = check_entry(board, full_entry)
    check_free(names_in_use(e for e in board.entrants if e.id != entrant and e.status != "withdrawn"), checked)
    without = () if tuple(checked["players"]) == one.players else ("player_ids",)
    if one.seeks_partner and "seeks_partner" not in full_entry:
        facts = {} if one.withdrawn else {"joined": next_number(board)}
        return _rewrite_effect(board, entrant, *without, "seeks_partner", "waiting", **checked, **facts)
    return _rewrite_effect(board, entrant, *without, **checked)


def _rewrite_effect(board: Board, entrant: str, *without: str, **facts: object) -> TournamentEffect:
    return TournamentEffect(part_of(entrant), rewrite_part(board, entrant, *without, **facts))


def _withdrawal_sentence(subject: str, _before: Json, after: Json) -> Sentence:
    part = parts.parse_part(subject, after[subject]) if subject in after else None
    left = part.left if isinstance(part, EntrantPart) else None
    return N_("%(name)s removed from the list") if left is None else N_("%(name)s left, before round %(n)s")


@command("withdraw", right="direct", changes=("entrant",), says=_withdrawal_sentence)
def withdraw(board: Board, entrant: str, since: int | None = None) -> TournamentEffect:
    """Withdraw an entrant.

    Before the first round, the entrant leaves the list and the first on the waiting list gets the place. Later, the entrant
    leaves from round `since`, by default the next. Raises Refusal("entrant.seated") if the entrant already has a seat in
    such a round.
    """
    check_not_finished(board)
    one = get_entrant(board, entrant)
    if one.withdrawn or one.left is not None:
        raise Refusal("entrant.left", read=one.name)
    if not board.rounds or one.status == "waiting":
        withdrawal = _rewrite_effect(board, entrant, "waiting", withdrawn=True)
        return withdrawal if one.status == "waiting" else replace(withdrawal, after={**withdrawal.after, **_promote_first(board)})
    number = next_number(board) if since is None else since
    _check_round(number)
    if any(r.number >= number and board.seat(entrant, r.number) for r in board.rounds):
        raise Refusal("entrant.seated", read=one.name)
    return _rewrite_effect(board, entrant, left=number)


def _promote_first(board: Board) -> Json:
    """Return the parts that give the first waiting entrant a place.

    Empty without a limit, or if the tournament is still over it.
    """
    limit = board.entry.limit
    if limit is None or sum(e.status == "in" for e in board.entrants) > limit:
        return {}
    return promote_waiting(board, 1)


@command("admit", right="direct", changes=("entrant",), says=N_("%(name)s came in from the waiting list"))
def admit(board: Board, entrant: str) -> TournamentEffect:
    """Give an entrant on the waiting list a place; in a running tournament, from the next round."""
    check_not_finished(board)
    one = get_entrant(board, entrant)
    if not one.waiting:
        raise Refusal("entrant.not_waiting", read=one.name)
    if is_drawn(board):
        raise Refusal("entrant.drawn")
    if one.seeks_partner:
        raise Refusal("partner.first", read=one.name)
    return _rewrite_effect(board, entrant, waiting=False, joined=next_number(board))


@command_with_access("rejoin", right="direct", changes=("entrant",), says=N_("%(name)s came back"))
def rejoin(access: TournamentAccess, board: Board, entrant: str) -> TournamentEffect:
    """Let an entrant who left play again from the next round. The rounds between count as missed.

    Raises Refusal("entrant.gone_on") if a bracket has since continued without them.
    """
    check_not_finished(board)
    one = get_entrant(board, entrant)
    if one.withdrawn:
        if is_drawn(board):
            raise Refusal("entrant.drawn")
        check_free(names_in_use(e for e in board.entrants if e.status != "withdrawn"), {"name": one.name, "players": one.players})
        waits = {"waiting": True} if one.seeks_partner else {}
        return _rewrite_effect(board, entrant, "withdrawn", joined=next_number(board), **waits)
    if one.left is None:
        raise Refusal("entrant.not_left", read=one.name)
    check_disqualified(board, one)
    missed = range(one.left, next_number(board))
    absent = sorted({*one.absent, *(n for n in missed if not board.seat(entrant, n))})
    back = _rewrite_effect(board, entrant, left=None, absent=absent)
    if missed and board.pairing.knockout:
        known = list(check(board.tournament))
        if any(problem not in known for problem in check(dry_run(access, board, back)[1].tournament)):
            raise Refusal("entrant.gone_on", read=one.name)
    return back


def check_disqualified(board: Board, one: EnteredEntrant) -> None:
    """Raise Refusal("entrant.disqualified") if the entrant is disqualified."""
    if any(p.kind == DISQUALIFIED and p.entrant == one.id for p in board.log.adjustments.penalties):
        raise Refusal("entrant.disqualified", read=one.name)


@command("substitute", right="direct", changes=("entrant",), says=N_("Substitute for %(name)s"))
def substitute(board: Board, entrant: str, since: int, name: object) -> TournamentEffect:
    """Replace an entrant's player from round `since`. The score stays with the entrant."""
    check_not_finished(board)
    one = get_entrant(board, entrant)
    text = normalize_text(name) if isinstance(name, str) else ""
    if not is_valid_name(text, 2 * LONGEST_PLAYER_NAME):
        raise Refusal("entrant.name", "name", high=2 * LONGEST_PLAYER_NAME)
    _check_round(since)
    return _rewrite_effect(board, entrant, substitutes=one.with_substitute(since, text).substitutes)


@command("absent", right="direct", changes=("entrant",), says=N_("Sit-out changed: %(name)s"))
def absent(board: Board, entrant: str, number: int, missing: bool = True) -> TournamentEffect:
    """Set whether an entrant sits out a coming round without a bye."""
    return _set_round_fact(board, "absent", entrant, number, missing)


@command("byes", right="direct", changes=("entrant",), says=N_("Bye changed: %(name)s"))
def give_bye(board: Board, entrant: str, number: int, has_bye: bool = True) -> TournamentEffect:
    """Set whether an entrant has a bye in a coming round."""
    return _set_round_fact(board, "byes", entrant, number, has_bye)


def _set_round_fact(board: Board, kind: str, entrant: str, number: int, on: bool) -> TournamentEffect:
    check_not_finished(board)
    one = get_entrant(board, entrant)
    _check_round(number)
    if number < next_number(board):
        raise Refusal("round.number", "round", read=number)
    numbers = {*getattr(one, kind)} | {number} if on else {*getattr(one, kind)} - {number}
    return _rewrite_effect(board, entrant, **{kind: sorted(numbers)})


@command("seed", right="direct", changes=("entrant",), says=N_("Order of seeds changed"))
def seed_order(board: Board, order: Sequence[str]) -> TournamentEffect:
    """Seed the entrants 1, 2, 3 and so on. Raises Refusal("entrant.order"), Refusal("options.running")."""
    if board.rounds:
        raise Refusal("options.running", "seed", name="seed")
    if sorted(order) != sorted(e.id for e in board.entrants if e.status == "in"):
        raise Refusal("entrant.order", "order")
    after: Json = {}
    for n, i in enumerate(order, 1):
        after |= rewrite_part(board, i, seed=n)
    return TournamentEffect("entrants", after)


def _check_round(number: object) -> None:
    if type(number) is not int or not 1 <= number <= 1000:
        raise Refusal("round.number", "round", read=str(number)[:10])
