"""Rounds: paired as a draft, changed by hand, published; taken back or paired anew while that rewrites nothing played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from sqlalchemy.orm import Session

from scorekeeper.base.keys import same_name
from scorekeeper.base.refusals import NotFound, Refusal
from scorekeeper.clubs.actions import roster
from scorekeeper.tournament import corrections, director, repairs
from scorekeeper.tournament.check import CheckProblem, check_last
from scorekeeper.tournament.words import problem_text
from scorekeeper.tournaments.actions import live
from scorekeeper.tournaments.actions.act import Json, TournamentAct, TournamentEffect, act, act_by
from scorekeeper.tournaments.actions.board import Board
from scorekeeper.tournaments.actions.entrance import TournamentAccess
from scorekeeper.tournaments.actions.entrants import rewritten
from scorekeeper.tournaments.actions.entries import remember_pairs
from scorekeeper.tournaments.actions.links import follow
from scorekeeper.tournaments.actions.setup import check_going
from scorekeeper.tournaments.actions.tables_state import RoundView
from scorekeeper.tournaments.actions.writing import tried
from scorekeeper.tournaments.store import parts
from scorekeeper.tournaments.store.parts import RoundPart
from scorekeeper.wording.marks import N_

if TYPE_CHECKING:
    from scorekeeper.wording.marks import Gettext

WEIGHED = 200
"""Among more entrants, publishing does not weigh a Swiss round over every possible pair again: it would take seconds."""


class Unsound(Refusal):
    """A draft with which the check finds fault."""

    def __init__(self, board: Board, number: int, problems: Sequence[CheckProblem]) -> None:
        super().__init__("round.unsound", read=number)
        self.problems = problems
        self.names = {i: board.name_of(i, number) for i in board.names}

    def worded(self, t: Gettext) -> dict[str, object]:
        """What is wrong, the first few sentences."""
        return {"right": " ".join(problem_text(t, p, self.names) for p in self.problems[:4])}


@act("pair", right="direct", changes=("round",), says=N_("Round %(n)s paired"))
def pair(board: Board) -> TournamentEffect:
    """Pair the next round as a draft; again, anew from what is known now. Raises TournamentError where none can be paired."""
    check_going(board)
    pairing = director.next_round(board.tournament)
    part = parts.round_part(pairing.number)
    return TournamentEffect(part, {part: parts.round_json(pairing, paired=board.revision, published=False)})


@act("swap", right="direct", changes=("round",), says=N_("Two changed places by hand in round %(n)s"))
def swap(board: Board, one: str, other: str) -> TournamentEffect:
    """Exchange two entrants of the draft by hand, byes included. Raises Refusal("round.no_draft"), TournamentError("swap")."""
    draft = _draft(board)
    part = parts.round_part(draft.number)
    paired = board.log.paired(draft.number)
    swapped = corrections.swapped(board.tournament, paired.draft(draft.number), one, other)
    return TournamentEffect(part, {part: parts.round_json(swapped, paired=paired.paired, published=False, by_hand=True)})


@act("discard", right="direct", changes=("round",), says=N_("Draft of round %(n)s discarded"))
def discard(board: Board) -> TournamentEffect:
    """Throw the draft away."""
    part = parts.round_part(_draft(board).number)
    return TournamentEffect(part, {part: None})


def publish(*, anyway: bool = False) -> TournamentAct:
    """Let everybody see the draft, and give its tables their links. The first round starts the tournament.

    Raises Refusal("round.stale") where something it was computed from has changed since, unless it is meant `anyway`;
    Refusal("round.seats") where somebody has come or gone: then it must be paired again; Unsound where the check finds fault
    with it, Refusal("round.misplayed") where a bracket was played on upon a result that was corrected since.
    """
    return replace(_publish(anyway, {}), first=lambda access, board: _publish(anyway, _roster_ids(access, board)))


@act_by(
    "publish",
    right="direct",
    changes=("round", "status", "clock", "entrant"),
    says=N_("Round %(n)s published"),
    asked=lambda anyway, _ids: [anyway],
)
def _publish(access: TournamentAccess, board: Board, anyway: bool, ids: Mapping[str, Sequence[int]]) -> TournamentEffect:
    check_going(board)
    draft = _draft(board)
    if board.draft_stale:
        if not anyway:
            raise Refusal("round.stale", read=draft.number)
        check_seats(board, draft)
    part = parts.round_part(draft.number)
    drafted = board.log.parts[part]
    # A pairing for other entrants or options is the director's from here on: nobody should expect it of these.
    by_hand = draft.by_hand or _outlived(board, draft)
    published = parts.changed(RoundPart, drafted, published=True, by_hand=by_hand)
    after: Json = {part: published, "status": "running", "clock": None}
    for entry in board.playing:
        if not entry.player_ids and entry.id in ids:
            after |= rewritten(board, entry.id, player_ids=ids[entry.id])
    effect = TournamentEffect(part, after, also=_published)
    check_sound(tried(access, board, effect)[1], draft.number)
    return effect


def _published(session: Session, access: TournamentAccess, before: Board, after: Board) -> None:
    """What is written with a round: its links, and the pairs who entered by the form and now play."""
    follow(session, access, before, after)
    remember_pairs(session, access, before, after)


def check_sound(after: Board, number: int) -> None:
    """Ask of the round just published what the check asks. Raises Unsound, Refusal("round.misplayed")."""
    wrong = repairs.misplayed(after.tournament)
    if wrong:
        raise Refusal("round.misplayed", read=", ".join(m.slot.name for m in wrong.values()))
    problems = check_last(after.tournament, WEIGHED)
    if problems:
        raise Unsound(after, number, problems)


def _outlived(board: Board, draft: RoundView) -> bool:
    """Whether an entrant or the options have changed since the draft was paired; results since then are told by the log."""
    stamps = board.log.stamps.items()
    return any(s.revision > draft.paired and part.partition("/")[0] in ("entrant", "setup") for part, s in stamps)


def check_seats(board: Board, draft: RoundView) -> None:
    """Raise Refusal("round.seats") where somebody who has come since has no seat, or somebody who has gone since has one."""
    here = {e.id for e in board.tournament.present(draft.number)}
    seated = {i for t in draft.tables for i in t.ids} | set(draft.byes)
    everybody = not board.pairing.drawn
    wrong = (seated - here) | (here - seated if everybody else set())
    if wrong:
        raise Refusal("round.seats", read=", ".join(sorted((board.name_of(i) for i in wrong), key=same_name)))


def _roster_ids(access: TournamentAccess, board: Board) -> dict[str, list[int]]:
    """Roster numbers of those who entered by the form: now that they play, they are players of the club."""
    missing = [e for e in board.playing if e.players and not e.player_ids]
    if not missing:
        return {}
    numbers = iter(roster.ids_of(access.club_id, [name for e in missing for name in e.players]))
    return {e.id: [next(numbers) for _ in e.players] for e in missing}


@act_by("unpublish", right="direct", changes=("round", "status", "clock"), says=N_("Round %(n)s is a draft again"))
def unpublish(access: TournamentAccess, board: Board, number: int | None = None) -> TournamentEffect:
    """Make the last round a draft again, which must be `number` if that is given.

    Raises Refusal("round.ahead") where matches were begun ahead in it, Refusal("round.played") once anything was played or
    reported in it, NotFound("round").
    """
    check_going(board)
    last = last_round(board, number)
    if last.ahead:
        raise Refusal("round.ahead", read=last.number)
    check_untouched(access, last)
    part = parts.round_part(last.number)
    after: Json = {part: parts.changed(RoundPart, board.log.parts[part], published=False), "clock": None}
    after["status"] = "running" if last.number > 1 else "open"
    return TournamentEffect(part, after, (f"result/{last.number}/", f"report/{last.number}/"), also=follow)


def last_round(board: Board, number: int | None) -> RoundView:
    """The last round published, which must be `number` if that is given, and after which no draft is open."""
    last = board.current
    if last is None:
        raise Refusal("tournament.not_started")
    if number not in (None, last.number):
        raise NotFound("round", "round", read=number)
    if board.draft is not None:
        raise Refusal("round.draft_open", read=board.draft.number)
    return last


def check_untouched(access: TournamentAccess, one: RoundView) -> None:
    """Raise Refusal("round.played") where a table of this round has a result, a report, a dispute or a hand on the pad."""
    if not one.untouched or live.begun(access, one.number):
        raise Refusal("round.played", read=one.number)


def _draft(board: Board) -> RoundView:
    if board.draft is None:
        raise Refusal("round.no_draft")
    return board.draft
