"""Events of a tournament in words, as the desk lists them."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from scorekeeper.core.db.database import now
from scorekeeper.core.i18n import timezones
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.i18n.translation import ngettext, t
from scorekeeper.core.pages.history_entry import HistoryEntry
from scorekeeper.formats.rules import parse_rules
from scorekeeper.formats.tournament_options import parse_options
from scorekeeper.messages.numbers import clauses, price
from scorekeeper.pairing.money.purse import Purse
from scorekeeper.pairing.money.side_pots import SidePot
from scorekeeper.pairing.record.attendance import Charge, Payment
from scorekeeper.pairing.record.decisions import TieDecision
from scorekeeper.pairing.record.door_prizes import DoorPrize
from scorekeeper.pairing.record.record import Penalty, Result
from scorekeeper.pairing.search.pairing_constraints import NEVER, NOT_ROUND_1, PARTNERS, RATHER_NOT
from scorekeeper.pairing.words import decision_text
from scorekeeper.rules.pages.words import clock_time
from scorekeeper.tournaments.call_words import announcement_text, call_facts, calls_setting
from scorekeeper.tournaments.commands import history
from scorekeeper.tournaments.commands.command import TOURNAMENT_COMMANDS
from scorekeeper.tournaments.desk.format_summary import plan_facts
from scorekeeper.tournaments.desk.tables import result_line
from scorekeeper.tournaments.penalty_words import penalty_text
from scorekeeper.tournaments.prize_words import places_text, pot_reason, pot_title
from scorekeeper.tournaments.store import parts
from scorekeeper.tournaments.store.announcement_part import AnnouncementPart
from scorekeeper.tournaments.store.call_parts import CallPart, CallsPart
from scorekeeper.tournaments.store.clock_part import Clock
from scorekeeper.tournaments.store.log import TournamentEvent
from scorekeeper.tournaments.store.parts import (
    AboutPart,
    CheckInPart,
    DisputePart,
    DoorPart,
    EntrantPart,
    EntryPart,
    HallPart,
    MeetingPart,
    PlacePart,
    PriceCategoryPart,
    ProfilePart,
    RankedTagsPart,
    SetupPart,
)
from scorekeeper.tournaments.words import day_text, door_state_text, ended_account, payment_method, replacements, side_name

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scorekeeper.tournaments.commands.command import Sentence
    from scorekeeper.tournaments.commands.history import TournamentStep
    from scorekeeper.tournaments.commands.snapshot import Board
    from scorekeeper.tournaments.desk.common import DeskContext


def _entrant_name(board: Board, step: TournamentStep) -> str:
    """Return the entrant an event is about, by the name at the time."""
    value = step.after.get(step.subject) or step.before.get(step.subject)
    if isinstance(value, dict) and "name" in value and not step.subject.startswith(parts.price_part("")):
        return str(value["name"])
    if isinstance(value, dict) and "entrant" in value:
        return board.name_of(value["entrant"])
    return board.name_of(step.subject.split("/")[1] if "/" in step.subject else "")


def step_text(board: Board, step: TournamentStep) -> str:
    """Return an event on one line: the sentence declared for its command, filled in."""
    if step.undoes is not None:
        origin = {"n": step.origin}
        return _("Change %(n)s undone", **origin) if step.redo else _("Change %(n)s redone", **origin)
    kind = TOURNAMENT_COMMANDS.get(step.action)
    text = step.action if kind is None else _fill_sentence(board, step, kind.sentence(step.subject, step.before, step.after))
    repaired_part = (
        next((part for part in step.after if part.startswith("round/")), None) if step.action in ("result", "clear") else None
    )
    return clauses(_, [text, _("unplayed tables of round %(n)s paired again", n=repaired_part[6:])]) if repaired_part else text


def _fill_sentence(board: Board, step: TournamentStep, sentence: Sentence) -> str:
    if isinstance(sentence, tuple):
        kind = {"check_ins": "check_in/", "meetings": "meeting/"}.get(step.subject, "entrant/")
        return ngettext(*sentence, sum(1 for part, value in step.after.items() if part.startswith(kind) and value))
    number, table = parts.place_of(step.subject) or (0, 0)
    left = _left_from_round(step.subject, step.after.get(step.subject))
    facts: dict[str, Any] = {"round": number, "table": table, "n": left or step.subject.partition("/")[2].partition("/")[0]}
    if "%(name)s" in sentence:
        facts["name"] = _entrant_name(board, step)
    return _(sentence, **facts)


def _left_from_round(subject: str, value: Any) -> int | None:
    """Return the first round that the entrant no longer plays, or None."""
    part = parts.parse_part(subject, value) if value else None
    return part.left if isinstance(part, EntrantPart) else None


def versions(board: Board, step: TournamentStep, *, seats: bool = False) -> tuple[list[str], list[str]]:
    """Return the state before and after an event, as far as a line can describe it.

    `seats`: also the tables whose seats changed.
    """
    before, after = [], []
    for part in step.after:
        if seats and part.startswith("round/"):
            old, new = (_seats(board, part, value) for value in (step.before.get(part), step.after[part]))
            before += [line for line in old if line not in new]
            after += [line for line in new if line not in old]
        was, now = _value(board, part, step.before.get(part)), _value(board, part, step.after[part])
        if was != now:
            before += [was] if was else []
            after += [now] if now else []
    return before[:12], after[:12]


def _seats(board: Board, part: str, value: Any) -> list[str]:
    """Return the seats at each table of a published round."""
    paired = parts.parse_part(part, value)
    if paired is None or not paired.published:
        return []
    number = int(part.partition("/")[2])
    place = _("Round %(round)s, table %(table)s", round=number, table="%s")
    sides = [(t.number, [side_name(board, ids, number) for ids in t.sides]) for t in paired.tables]
    return [_("%(label)s: %(text)s", label=place % n, text=" – ".join(names)) for n, names in sides]


def _value(board: Board, part: str, value: Any) -> str:
    """Return a part's content on one line."""
    if value is None:
        return ""
    one = parts.parse_part(part, value)
    if isinstance(one, Result):
        return _result(board, part, one)
    if isinstance(one, SidePot):
        return _("%(label)s: %(text)s", label=pot_title(t(), one), text=pot_reason(t(), one, board.name_of))
    if isinstance(one, TieDecision):
        names = ", ".join(board.name_of(who) for who in one.order)
        return _("%(label)s: %(text)s", label=names, text=decision_text(t(), one))
    if isinstance(one, MeetingPart):
        return meeting_text(board, one)
    if isinstance(one, Penalty):
        return _("%(label)s: %(text)s", label=board.name_of(one.entrant), text=penalty_text(t(), one))
    if isinstance(one, ProfilePart | PlacePart):
        return _("%(label)s: %(text)s", label=board.name_of(part.partition("/")[2]), text=_entrant_extra(one))
    say = _PART_TEXTS.get(type(one))
    return "" if say is None else say(one)


def _result(board: Board, part: str, result: Result) -> str:
    number, table = parts.place_of(part) or (0, 0)
    seated = board.table(number, table)
    names = tuple(side_name(board, ids, number) for ids in seated.sides) if seated else ("1", "2", "3")
    text = _("%(label)s: %(text)s", label=" – ".join(names), text=result_line(result, names))
    reported = part.startswith("report/")
    return _("%(side)s says: %(what)s", side=names[int(part.rpartition("/")[2])], what=text) if reported else text


def _about(about: AboutPart) -> str:
    day, starts = (day_text(about.day) if about.day else ""), clock_time(about.starts)
    return " · ".join(text for text in (about.name, day, starts, about.venue, about.note, about.prizes) if text)


def _setup(setup: SetupPart) -> str:
    return " · ".join(plan_facts(setup.method, parse_options(setup.options, setup.method), parse_rules(setup.rules)))


def _form(form: EntryPart) -> str:
    facts = [_("open to everyone") if form.open else _("closed to the public")]
    if form.limit:
        facts.append(ngettext("limit of %(num)s", "limit of %(num)s", form.limit))
    if form.closes:
        facts.append(_("until %(when)s", when=timezones.timestamp_in_words(datetime.fromisoformat(form.closes))))
    return " · ".join([*facts, form.note] if form.note else facts)


def _entrant(entrant: EntrantPart) -> str:
    facts = [entrant.name]
    if entrant.seed is not None:
        facts.append(_("seed %(n)s", n=entrant.seed))
    if entrant.seeks_partner:
        facts.append(_("looking for a partner"))
    elif entrant.waiting:
        facts.append(_("waiting"))
    if entrant.withdrawn:
        facts.append(_("off the list"))
    if entrant.left is not None:
        facts.append(_("left before round %(n)s", n=entrant.left))
    facts += replacements(entrant)
    if entrant.byes:
        facts.append(_("bye in round %(n)s", n=", ".join(map(str, entrant.byes))))
    if entrant.absent:
        facts.append(_("sits out round %(n)s", n=", ".join(map(str, entrant.absent))))
    return " · ".join(facts)


def _door(door: DoorPart) -> str:
    if not door.open:
        return _("No check-in")
    fee = _("Check-in, entry fee %(price)s", price=price(_, door.price)) if door.price else _("Check-in")
    return " · ".join([fee, *(_("%(name)s %(amount)s", name=one.name, amount=price(_, one.cents)) for one in door.prices)])


def _charge(found: Charge) -> str:
    return _("%(name)s %(amount)s", name=found.reason, amount=price(_, found.cents))


def _payment(paid: Payment) -> str:
    amount = _("%(amount)s (%(method)s)", amount=price(_, paid.cents), method=payment_method(t(), paid.method))
    return _("refund: %(text)s", text=amount) if paid.refund else amount


def _purse(found: Purse) -> str:
    facts = [_("%(share)s%% of the entry fees", share=found.share)]
    facts += [_("%(name)s %(amount)s", name=one.name, amount=price(_, one.cents)) for one in found.sponsors]
    if found.hall:
        facts.append(_("hall %(amount)s", amount=price(_, found.hall)))
    for one in found.lists:
        facts += [_("%(group)s: best quarter", group=one.group)] if one.best_quarter else []
        for prize in one.prizes:
            amount = price(_, prize.cents) if prize.cents else f"{prize.percent}%"
            places = places_text(t(), prize.first, prize.last)
            facts.append(_("%(name)s %(amount)s", name=f"{one.group} {places}".strip(), amount=amount))
    return " · ".join(facts)


def meeting_text(board: Board, one: MeetingPart) -> str:
    """Return a rule about who should not meet in words."""
    who = _("everyone with the tag “%(tag)s”", tag=one.tag) if one.tag else ", ".join(board.name_of(i) for i in one.between)
    return _("%(label)s: %(text)s", label=who, text=meeting_rule_text(one.rule, one.role))


def meeting_rule_text(rule: str, role: str | None) -> str:
    """Return in words how strictly two should not meet."""
    text = {NEVER: _("never"), RATHER_NOT: _("rather not"), NOT_ROUND_1: _("not in round 1")}[rule]
    if role is None:
        return text
    return _("%(rule)s, as partners", rule=text) if role == PARTNERS else _("%(rule)s, as opponents", rule=text)


def _entrant_extra(one: ProfilePart | PlacePart) -> str:
    if isinstance(one, ProfilePart):
        facts = [*one.tags, *([_("handicap %(n)s", n=one.handicap)] if one.handicap else [])]
    else:
        facts = [_("Table %(n)s", n=one.table)] if one.table else []
        facts += [] if one.side is None else [_("East–West") if one.side else _("North–South")]
    return ", ".join(facts)


_PART_TEXTS: dict[type, Callable[[Any], str]] = {
    AboutPart: _about,
    SetupPart: _setup,
    EntryPart: _form,
    EntrantPart: _entrant,
    DisputePart: lambda found: str(found.note),
    DoorPart: _door,
    CheckInPart: lambda found: door_state_text(t(), found.state),
    Payment: _payment,
    TieDecision: lambda found: decision_text(t(), found),
    DoorPrize: lambda found: _("draw %(seed)s among %(among)s", seed=found.seed, among=found.among),
    PriceCategoryPart: lambda found: str(found.name),
    Charge: _charge,
    Purse: _purse,
    RankedTagsPart: lambda found: ", ".join(found.tags) or _("none"),
    AnnouncementPart: lambda found: announcement_text(t(), found),
    CallsPart: calls_setting,
    CallPart: lambda found: call_facts(t(), found),
    HallPart: lambda found: _("Tables start at number %(n)s", n=found.first_table),
    Clock: lambda found: ngettext("%(num)s-minute clock", "%(num)s-minute clock", found.minutes),
}
"""The text for each kind of part. Rounds are described by their seats, and the status by its event."""


def describe_step(desk: DeskContext, step: TournamentStep) -> HistoryEntry:
    """Return an event in words."""
    was, now = versions(desk.board, step)
    may = step.revision > 1 and bool(step.after) and not step.undone and (desk.access.may("direct") or step.mine)
    who = ended_account() if step.ended else step.who
    return HistoryEntry(step.revision, step.at, who, step_text(desk.board, step), was, now, step.redo, step.undone, may)


def describe_rows(desk: DeskContext, rows: Sequence[TournamentEvent]) -> list[HistoryEntry]:
    """Return conflicting events in words, newest first."""
    return [describe_step(desk, history.step_of(desk.access, desk.board, row)) for row in reversed(rows)]


def describe_wanted(desk: DeskContext, unsaved: dict[str, Any]) -> list[str]:
    """Return in words what a command would have written."""
    row = TournamentEvent(
        desk.id, desk.board.revision, "", now(), None, None, None, "", "edit", "", dict.fromkeys(unsaved), unsaved, None
    )
    return versions(desk.board, history.step_of(desk.access, desk.board, row))[1]


def describe_table_events(desk: DeskContext, number: int, table: int) -> list[HistoryEntry]:
    """Return the events about one table."""
    steps = history.history(desk.access, limit=desk.board.revision)
    return [describe_step(desk, s) for s in steps if any(parts.place_of(part) == (number, table) for part in s.after)]
