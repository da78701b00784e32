"""Commands on who should not meet (tournament record, section 6, *meetings*)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.core.i18n.translation import NN_
from scorekeeper.core.refusals import NotFound, Refusal
from scorekeeper.formats.declared import dump, parse
from scorekeeper.messages.marks import N_
from scorekeeper.pairing.search.pairing_constraints import ROLES, STRICTEST_FIRST
from scorekeeper.tournaments.commands.adjustments.profiles import known_tag
from scorekeeper.tournaments.commands.command import Json, Sentence, TournamentEffect, command
from scorekeeper.tournaments.commands.setup.entry_validation import get_entrant
from scorekeeper.tournaments.commands.setup.validation import check_not_finished
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.store import parts
from scorekeeper.tournaments.store.parts import MeetingPart

MOST_MEETINGS = 1000


@dataclass(frozen=True, slots=True)
class Meeting:
    """Entrants who should not meet, with the number of their rule. `entrants`: any two of them."""

    number: int
    part: MeetingPart
    entrants: tuple[str, ...]


def meetings_of(board: Board) -> list[Meeting]:
    """Return who should not meet, in order of entry."""
    found = []
    for part, value in board.log.parts.items():
        kind, _, number = part.partition("/")
        if kind == "meeting":
            one = parse(MeetingPart, value)
            who = one.between if one.tag is None else tuple(e.id for e in board.entrants if one.tag in e.tags)
            found.append(Meeting(int(number), one, who))
    return found


def _sentence(_subject: str, _before: Json, _after: Json) -> Sentence:
    return NN_("%(num)s rule about who should not meet", "%(num)s rules about who should not meet")


@command("keep_apart", right="direct", changes=("meeting",), says=_sentence)
def keep_apart(board: Board, rules: Sequence[Mapping[str, Any]]) -> TournamentEffect:
    """Add rules about who should not meet, as in the tournament record.

    A rule for the same entrants or the same tag replaces the earlier one. Raises Refusal("meeting…", "tournament.finished"),
    NotFound("entrant").
    """
    check_not_finished(board)
    if not rules:
        raise Refusal("meeting.between", "between")
    known = {_key(one.part): one.number for one in meetings_of(board)}
    number = max((int(part[8:]) for part in board.log.stamps if part.startswith("meeting/")), default=0)
    after: Json = {}
    for sent in rules:
        checked = _check_meeting(board, sent)
        key = _key(checked)
        if key not in known:
            number += 1
            known[key] = number
        after[parts.meeting_part(known[key])] = dump(checked)
    if len(known) > MOST_MEETINGS:
        raise Refusal("meeting.many", high=MOST_MEETINGS)
    return TournamentEffect("meetings", after)


@command("let_meet", right="direct", changes=("meeting",), says=N_("A rule about who should not meet was removed"))
def let_meet(board: Board, number: int) -> TournamentEffect:
    """Remove a rule about who should not meet. Raises NotFound("meeting")."""
    check_not_finished(board)
    part = parts.meeting_part(number)
    if part not in board.log.parts:
        raise NotFound("meeting", "meeting", read=number)
    return TournamentEffect(part, {part: None})


def _check_meeting(board: Board, sent: Mapping[str, Any]) -> MeetingPart:
    between, tag, rule, role = (sent.get(name) for name in ("between", "tag", "rule", "as"))
    if rule not in STRICTEST_FIRST:
        raise Refusal("meeting.rule", "rule", read=str(rule)[:20])
    if role is not None and role not in ROLES:
        raise Refusal("meeting.as", "as", read=str(role)[:20])
    if role is not None and not board.individuals:
        raise Refusal("meeting.pairs", "as")
    if tag is not None:
        if between:
            raise Refusal("meeting.both", "tag")
        return MeetingPart(str(rule), (), known_tag(board, tag), role)
    ids = between if isinstance(between, list | tuple) else ()
    who = tuple(dict.fromkeys(get_entrant(board, str(one)[:40]).id for one in ids))
    if len(who) < 2:
        raise Refusal("meeting.between", "between")
    return MeetingPart(str(rule), who, None, role)


def _key(one: MeetingPart) -> tuple[object, ...]:
    return frozenset(one.between), one.tag, one.role
