"""Commands on rounds: pair a draft, change it, publish it, or unpublish it while nothing has been played."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from sqlalchemy.orm import Session

from scorekeeper.clubs.commands.members import roster
from scorekeeper.core.refusals import NotFound, Refusal
from scorekeeper.core.security.signing import same_name
from scorekeeper.messages.marks import N_
from scorekeeper.pairing.directing import corrections, director, repairs
from scorekeeper.pairing.verify.verify import CheckProblem, check_last
from scorekeeper.pairing.words import problem_text
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.command import Json, TournamentCommand, TournamentEffect, command, command_with_access
from scorekeeper.tournaments.commands.door import check_ins
from scorekeeper.tournaments.commands.door.door_state import DoorState
from scorekeeper.tournaments.commands.entrants.entries import remember_pairs
from scorekeeper.tournaments.commands.event_writer import dry_run
from scorekeeper.tournaments.commands.live import live_games
from scorekeeper.tournaments.commands.player_links import update_links
from scorekeeper.tournaments.commands.setup.entry_validation import next_number, rewrite_part
from scorekeeper.tournaments.commands.setup.validation import check_not_finished
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.commands.tables_state import RoundView
from scorekeeper.tournaments.store import parts
from scorekeeper.tournaments.store.parts import RoundPart

if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext

MOST_COMPARED = 200
"""The most entrants for which publishing checks a Swiss round against every possible pairing.

With more, that would take seconds.
"""


class UnsoundDraft(Refusal):
    """The check found problems with a draft."""

    def __init__(self, board: Board, number: int, problems: Sequence[CheckProblem]) -> None:
        super().__init__("round.unsound", read=number)
        self.problems = problems
        self.names = {i: board.name_of(i, number) for i in board.names}

    def worded(self, t: Gettext) -> dict[str, object]:
        """Return the first few problems in words."""
        return {"right": " ".join(problem_text(t, p, self.names) for p in self.problems[:4])}


@command_with_access(
    "pair",
    right="direct",
    changes=("round", "entrant", "check_in"),
    says=N_("Round %(n)s paired"),
)
def pair(
    access: TournamentAccess,
    board: Board,
    *,
    without: Collection[str] = (),
    admit: Collection[str] = (),
    rest_here: bool = False,
) -> TournamentEffect:
    """Pair the next round as a draft, replacing any other draft.

    With check-in, `without`: entrants to leave out because they are missing, unless they have arrived since; `admit`: waiting
    entrants who get a spot; `rest_here`: everyone else is here. Raises TournamentError if no round can be paired,
    Refusal("door.closed", "entrant.drawn").
    """
    check_not_finished(board)
    changed = _attendance(board, without, admit, rest_here=rest_here)
    after = dry_run(access, board, TournamentEffect("", changed))[1] if changed else board
    pairing = director.next_round(after.tournament)
    part = parts.round_part(pairing.number)
    # With check-ins in the same event, it is paired on the state after them.
    return TournamentEffect(part, {**changed, part: parts.round_json(pairing, paired=after.revision, published=False)})


def _attendance(board: Board, without: Collection[str], admit: Collection[str], *, rest_here: bool) -> Json:
    """Return the parts that change because of who is at the door when a round is paired."""
    if not (without or admit or rest_here):
        return {}
    if board.rounds and not board.pairing.takes_late(board.tournament):
        raise Refusal("entrant.drawn")
    door, number = DoorState(board), next_number(board)
    after = check_ins.leave_out(board, (one for one in door.absentees if one.entry.id in without))
    if rest_here:
        after |= check_ins.check_in_expected(board, (one for one in door.playing if one.entry.id not in without))
    for one in board.entrants:
        if one.waiting and one.id in admit and not one.seeks_partner:
            after |= rewrite_part(board, one.id, waiting=False, joined=number)
    return {part: value for part, value in after.items() if board.log.parts.get(part) != value}


@command("swap", right="direct", changes=("round",), says=N_("Two changed places by hand in round %(n)s"))
def swap(board: Board, one: str, other: str) -> TournamentEffect:
    """Swap two entrants of the draft by hand, byes included. Raises Refusal("round.no_draft"), TournamentError("swap")."""
    draft = _draft(board)
    part = parts.round_part(draft.number)
    paired = board.log.paired(draft.number)
    swapped = corrections.swap_in_draft(board.tournament, paired.draft(draft.number), one, other)
    return TournamentEffect(part, {part: parts.round_json(swapped, paired=paired.paired, published=False, by_hand=True)})


@command("discard", right="direct", changes=("round",), says=N_("Draft of round %(n)s discarded"))
def discard(board: Board) -> TournamentEffect:
    part = parts.round_part(_draft(board).number)
    return TournamentEffect(part, {part: None})


def publish(*, anyway: bool = False) -> TournamentCommand:
    """Publish the draft and create links for its tables. The first round starts the tournament.

    Raises Refusal("round.stale") if something the draft was computed from has changed, unless `anyway`;
    Refusal("round.seats") if entrants have joined or left, so that it must be paired again; Unsound if the check finds
    problems; Refusal("round.misplayed") if a bracket continued from a result that was corrected since.
    """
    return replace(_publish(anyway, {}), first=lambda access, board: _publish(anyway, _roster_ids(access, board)))


@command_with_access(
    "publish",
    right="direct",
    changes=("round", "status", "clock", "entrant"),
    says=N_("Round %(n)s published"),
    asked=lambda anyway, _ids: [anyway],
)
def _publish(access: TournamentAccess, board: Board, anyway: bool, ids: Mapping[str, Sequence[int]]) -> TournamentEffect:
    check_not_finished(board)
    draft = _draft(board)
    if board.draft_stale:
        if not anyway:
            raise Refusal("round.stale", read=draft.number)
        check_seats(board, draft)
    part = parts.round_part(draft.number)
    drafted = board.log.parts[part]
    # The entrants or options have changed since it was paired, so the draft counts as paired by hand.
    by_hand = draft.by_hand or _is_outdated(board, draft)
    published = parts.rewrite_fields(RoundPart, drafted, published=True, by_hand=by_hand)
    after: Json = {part: published, "status": "running", "clock": None}
    for entry in board.playing:
        if not entry.player_ids and entry.id in ids:
            after |= rewrite_part(board, entry.id, player_ids=ids[entry.id])
    effect = TournamentEffect(part, after, also=_write_after_publishing)
    check_sound(dry_run(access, board, effect)[1], draft.number)
    return effect


def _write_after_publishing(session: Session, access: TournamentAccess, before: Board, after: Board) -> None:
    """Write the links of a published round, and the pairs who entered by the form and now play."""
    update_links(session, access, before, after)
    remember_pairs(session, access, before, after)


def check_sound(after: Board, number: int) -> None:
    """Check the round just published. Raises Unsound, Refusal("round.misplayed")."""
    wrong = repairs.misplayed_matches(after.tournament)
    if wrong:
        raise Refusal("round.misplayed", read=", ".join(m.slot.name for m in wrong.values()))
    problems = check_last(after.tournament, MOST_COMPARED)
    if problems:
        raise UnsoundDraft(after, number, problems)


def _is_outdated(board: Board, draft: RoundView) -> bool:
    """Return whether an entrant or the options changed since the draft was paired.

    Results since then are in the log.
    """
    stamps = board.log.stamps.items()
    return any(s.revision > draft.paired and part.partition("/")[0] in ("entrant", "setup") for part, s in stamps)


def check_seats(board: Board, draft: RoundView) -> None:
    """Raise Refusal("round.seats") if an entrant who has joined has no seat, or one who has left still has one."""
    present = {e.id for e in board.tournament.present(draft.number)}
    seated = {i for t in draft.tables for i in t.ids} | set(draft.byes)
    everybody = not board.pairing.has_draw
    wrong = (seated - present) | (present - seated if everybody else set())
    if wrong:
        raise Refusal("round.seats", read=", ".join(sorted((board.name_of(i) for i in wrong), key=same_name)))


def _roster_ids(access: TournamentAccess, board: Board) -> dict[str, list[int]]:
    """Return roster ids for entrants from the form: by playing, they become players of the club."""
    missing = [e for e in board.playing if e.players and not e.player_ids]
    if not missing:
        return {}
    numbers = iter(roster.ids_of(access.club_id, [name for e in missing for name in e.players]))
    return {e.id: [next(numbers) for _ in e.players] for e in missing}


@command_with_access("unpublish", right="direct", changes=("round", "status", "clock"), says=N_("Round %(n)s is a draft again"))
def unpublish(access: TournamentAccess, board: Board, number: int | None = None) -> TournamentEffect:
    """Make the last round a draft again. `number`: if given, it must be the last round.

    Raises Refusal("round.ahead") if matches were started early in it, Refusal("round.played") if anything was played or
    reported in it, NotFound("round").
    """
    check_not_finished(board)
    last = last_round(board, number)
    if last.ahead:
        raise Refusal("round.ahead", read=last.number)
    check_untouched(access, last)
    part = parts.round_part(last.number)
    after: Json = {part: parts.rewrite_fields(RoundPart, board.log.parts[part], published=False), "clock": None}
    after["status"] = "running" if last.number > 1 else "open"
    return TournamentEffect(part, after, (f"result/{last.number}/", f"report/{last.number}/"), also=update_links)


def last_round(board: Board, number: int | None) -> RoundView:
    """Return the last published round, which must be `number` if given. Raises Refusal if there is a draft after it."""
    last = board.current
    if last is None:
        raise Refusal("tournament.not_started")
    if number not in (None, last.number):
        raise NotFound("round", "round", read=number)
    if board.draft is not None:
        raise Refusal("round.draft_open", read=board.draft.number)
    return last


def check_untouched(access: TournamentAccess, one: RoundView) -> None:
    """Raise Refusal("round.played") if a table of the round has a result, a report, a dispute or a hand on the pad."""
    if not one.untouched or live_games.started_tables(access, one.number):
        raise Refusal("round.played", read=one.number)


def _draft(board: Board) -> RoundView:
    if board.draft is None:
        raise Refusal("round.no_draft")
    return board.draft
