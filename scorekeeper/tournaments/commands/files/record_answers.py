"""Answers about a tournament record as JSON, for the command line and the API.

Nothing is stored. Every function may raise TournamentError or GameError.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from scorekeeper.formats.tournament_answers import check_json, draft_json, schedule_json, standings_json
from scorekeeper.formats.tournament_attachments import parse_attachments
from scorekeeper.formats.tournament_v2 import parse_v2, v2_json
from scorekeeper.pairing.directing import director, repairs
from scorekeeper.pairing.directing.corrections import with_round
from scorekeeper.pairing.method import method_of
from scorekeeper.pairing.record.bracket import StageBracket
from scorekeeper.pairing.record.draft import Reason, RoundDraft
from scorekeeper.pairing.record.record import Tournament
from scorekeeper.pairing.verify.verify import CheckProblem, check
from scorekeeper.pairing.words import problem_text, reason_text, tournament_error_text

if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext
    from scorekeeper.pairing.record.errors import TournamentError

Answer = dict[str, object]


def pair_record(t: Gettext, obj: object) -> Answer:
    """Return the next round, with the reason for each table."""
    record, _ = parse_v2(obj)
    draft = director.next_round(record)
    return draft_json(draft, _reason_describer(t, record), _brackets(record, draft))


def _brackets(record: Tournament, draft: RoundDraft) -> list[StageBracket]:
    """Return the bracket that the draft belongs to, or one for each final that is a knock-out."""
    return director.brackets(with_round(record, draft) if method_of(record).staged else record)


def schedule_record(t: Gettext, obj: object) -> Answer:
    """Return all rounds at once, and how evenly they mix entrants."""
    record, _ = parse_v2(obj)
    return schedule_json(director.schedule(record), _reason_describer(t, record))


def rank_record(_t: Gettext, obj: object) -> Answer:
    """Return the standings, with the tie-break that decided each line."""
    record, additions = parse_v2(obj)
    return v2_json(standings_json(director.standings(record)), record, additions)


def check_record(t: Gettext, obj: object) -> Answer:
    """Return the problems that an independent check finds.

    It also recomputes any standings and brackets given with the record.
    """
    record, _ = parse_v2(obj)
    problems = check(record, parse_attachments(obj, record))
    return check_json(problems, problem_describer(t, record), None if problems else find_blockage(t, record))


def find_blockage(t: Gettext, record: Tournament) -> tuple[TournamentError, str] | None:
    """Return why the bracket of a sound record cannot continue, with the text, or None."""
    error = repairs.find_blocking_error(record)
    return None if error is None else (error, tournament_error_text(t, error))


def problem_describer(t: Gettext, record: Tournament) -> Callable[[CheckProblem], str]:
    """Return a function that describes the problems found in this record."""
    names = _names(record)
    return lambda problem: problem_text(t, problem, names)


def _reason_describer(t: Gettext, record: Tournament) -> Callable[[Reason], str]:
    names = _names(record)
    return lambda reason: reason_text(t, reason, names)


def _names(record: Tournament) -> Mapping[str, str]:
    return {e.id: e.name_in(record.next_number) for e in record.entrants}
