"""The changes of a tournament in words."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Any

from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.base import hours
from scorekeeper.codec.rules import parse_rules
from scorekeeper.codec.tournament_options import parse_options
from scorekeeper.rules.pages.words import clock_time
from scorekeeper.tournaments.desk.plan import plan_facts
from scorekeeper.tournaments.desk.tables import result_text
from scorekeeper.tournaments.store import parts
from scorekeeper.tournaments.words import day_text, side_name
from scorekeeper.wording.lists import clauses

if TYPE_CHECKING:
    from scorekeeper.tournaments.actions.board import Board
    from scorekeeper.tournaments.actions.history import Step

Tell = Callable[["Board", "Step"], str]


def _plain(text: Callable[[], str]) -> Tell:
    return lambda _board, _step: text()


def _who(board: Board, step: Step) -> str:
    """The entrant that a change is about, by the name of that time."""
    value = step.after.get(step.subject) or step.before.get(step.subject)
    return str(value["name"]) if isinstance(value, dict) and "name" in value else board.name_of(step.subject.partition("/")[2])


def _round(step: Step) -> str:
    return step.subject.partition("/")[2].partition("/")[0]


def _named(text: Callable[[str], str]) -> Tell:
    return lambda board, step: text(_who(board, step))


def _numbered(text: Callable[[str], str]) -> Tell:
    return lambda _board, step: text(_round(step))


def _entered(_board: Board, step: Step) -> str:
    names = [value["name"] for part, value in step.after.items() if part.startswith("entrant/") and value]
    if len(names) == 1:
        return _("%(name)s entered", name=names[0])
    return ngettext("%(num)s entrant entered", "%(num)s entrants entered", len(names))


def _placed(text: Callable[[dict[str, Any]], str]) -> Tell:
    def tell(_board: Board, step: Step) -> str:
        number, table = parts.place_of(step.subject) or (0, 0)
        return text({"round": number, "table": table})

    return tell


def _left(board: Board, step: Step) -> str:
    value = step.after.get(step.subject) or {}
    if value.get("left") is None:
        return _("%(name)s taken off the list", name=_who(board, step))
    return _("%(name)s left, before round %(n)s", name=_who(board, step), n=value["left"])


def _swapped(_board: Board, step: Step) -> str:
    return _("Two changed places by hand in round %(n)s", n=_round(step))


def _announced(_board: Board, step: Step) -> str:
    return _("Announced: everybody sees it") if step.after.get("status") == "open" else _("Hidden: only the desk sees it")


def _entry_form(_board: Board, step: Step) -> str:
    was, now = ((part.get("entry") or {}).get("open") for part in (step.before, step.after))
    if was == now or "entry" not in step.after:
        return _("Public entry form changed")
    return _("Public entry form opened") if now else _("Public entry form closed")


TELL: dict[str, Tell] = {
    "create": _plain(lambda: _("The tournament was made")),
    "edit": _plain(lambda: _("The tournament was changed")),
    "prizes": _plain(lambda: _("Prizes written down")),
    "entry_form": _entry_form,
    "announce": _announced,
    "finish": _plain(lambda: _("The tournament was finished")),
    "reopen": _plain(lambda: _("The tournament was opened again")),
    "enter": _entered,
    "change_entrant": _named(lambda name: _("Entry changed: %(name)s", name=name)),
    "withdraw": _left,
    "admit": _named(lambda name: _("%(name)s came in from the waiting list", name=name)),
    "rejoin": _named(lambda name: _("%(name)s came back", name=name)),
    "substitute": _named(lambda name: _("Substitute for %(name)s", name=name)),
    "absent": _named(lambda name: _("Sitting out changed: %(name)s", name=name)),
    "byes": _named(lambda name: _("Bye changed: %(name)s", name=name)),
    "seed": _plain(lambda: _("Order of seeds changed")),
    "pair": _numbered(lambda n: _("Round %(n)s paired", n=n)),
    "swap": _swapped,
    "discard": _numbered(lambda n: _("Draft of round %(n)s thrown away", n=n)),
    "publish": _numbered(lambda n: _("Round %(n)s published", n=n)),
    "unpublish": _numbered(lambda n: _("Round %(n)s made a draft again", n=n)),
    "ahead": _numbered(lambda n: _("More matches begun in round %(n)s", n=n)),
    "repair": _numbered(lambda n: _("Unplayed tables of round %(n)s paired anew", n=n)),
    "result": _placed(lambda at: _("Result of round %(round)s, table %(table)s", **at)),
    "accept": _placed(lambda at: _("Report taken: round %(round)s, table %(table)s", **at)),
    "clear": _placed(lambda at: _("Result taken away: round %(round)s, table %(table)s", **at)),
    "report": _placed(lambda at: _("Report from round %(round)s, table %(table)s", **at)),
    "confirm": _placed(lambda at: _("Confirmed: round %(round)s, table %(table)s", **at)),
    "dispute": _placed(lambda at: _("Dispute: round %(round)s, table %(table)s", **at)),
    "retract": _placed(lambda at: _("Report taken back: round %(round)s, table %(table)s", **at)),
    "clock_start": _plain(lambda: _("Clock started")),
    "clock_pause": _plain(lambda: _("Clock paused")),
    "clock_resume": _plain(lambda: _("Clock running again")),
    "clock_add": _plain(lambda: _("Clock changed")),
    "clock_call": _plain(lambda: _("Last hand called")),
    "clock_stop": _plain(lambda: _("Clock taken away")),
}


def step_text(board: Board, step: Step) -> str:
    """A change in one line."""
    if step.undoes is not None:
        origin = {"n": step.origin}
        return _("Change %(n)s taken back", **origin) if step.redo else _("Change %(n)s done again", **origin)
    tell = TELL.get(step.action)
    text = tell(board, step) if tell else step.action
    anew = next((part for part in step.after if part.startswith("round/")), None) if step.action in ("result", "clear") else None
    return clauses(_, [text, _("unplayed tables of round %(n)s paired anew", n=anew[6:])]) if anew else text


def versions(board: Board, step: Step, *, seats: bool = False) -> tuple[list[str], list[str]]:
    """What stood before, and what stands since, where that can be said in a line. `seats`: also the tables seated otherwise."""
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
    """Who sits at each table of a round that is published."""
    if not value or not value["published"]:
        return []
    number = int(part.partition("/")[2])
    place = _("Round %(round)s, table %(table)s", round=number, table="%s")
    sides = [(t.number, [side_name(board, ids, number) for ids in t.sides]) for t in parts.tables_of(value)]
    return [_("%(label)s: %(text)s", label=place % n, text=" – ".join(names)) for n, names in sides]


def _value(board: Board, part: str, value: Any) -> str:
    kind = part.partition("/")[0]
    if value is None:
        return ""
    if kind in ("result", "report"):
        number, table = parts.place_of(part) or (0, 0)
        found = board.table(number, table)
        names = tuple(side_name(board, ids, number) for ids in found.sides) if found else ("1", "2", "3")
        text = _("%(label)s: %(text)s", label=" – ".join(names), text=result_text(parts.result_of(value), names))
        return _("%(side)s says: %(what)s", side=names[int(part.rpartition("/")[2])], what=text) if kind == "report" else text
    if kind == "entrant":
        return _entrant(value)
    if kind == "dispute":
        return str(value.get("note", ""))
    if part == "about":
        told = {**value, "day": day_text(value["day"]) if value.get("day") else "", "starts": clock_time(value.get("starts", ""))}
        return " · ".join(str(told[name]) for name in ("name", "day", "starts", "venue", "note", "prizes") if told.get(name))
    if part == "setup":
        return " · ".join(
            plan_facts(value["method"], parse_options(value["options"], value["method"]), parse_rules(value["rules"]))
        )
    if part == "entry":
        return _form(value)
    if part == "clock":
        return ngettext("clock of %(num)s minute", "clock of %(num)s minutes", value["minutes"])
    return ""


def _form(value: dict[str, Any]) -> str:
    facts = [_("open to everybody") if value["open"] else _("closed to the public")]
    if value.get("limit"):
        facts.append(ngettext("limit of %(num)s", "limit of %(num)s", value["limit"]))
    if value.get("closes"):
        facts.append(_("until %(when)s", when=hours.stamp(datetime.fromisoformat(value["closes"]))))
    return " · ".join([*facts, value["note"]] if value.get("note") else facts)


def _entrant(value: dict[str, Any]) -> str:
    facts = [value["name"]]
    if value.get("seed") is not None:
        facts.append(_("seed %(n)s", n=value["seed"]))
    if value.get("waiting"):
        facts.append(_("waiting"))
    if value.get("withdrawn"):
        facts.append(_("off the list"))
    if value.get("left") is not None:
        facts.append(_("left before round %(n)s", n=value["left"]))
    facts += [_("from round %(n)s: %(name)s", n=s["round"], name=s["name"]) for s in value.get("substitutes", ())]
    if value.get("byes"):
        facts.append(_("bye in round %(n)s", n=", ".join(map(str, value["byes"]))))
    if value.get("absent"):
        facts.append(_("sits out round %(n)s", n=", ".join(map(str, value["absent"]))))
    return " · ".join(facts)
