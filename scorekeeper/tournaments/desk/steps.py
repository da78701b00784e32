"""The changes of a tournament in words."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.base import hours
from scorekeeper.codec.rules import parse_rules
from scorekeeper.codec.tournament_options import parse_options
from scorekeeper.rules.pages.words import clock_time
from scorekeeper.tournaments.actions.act import TOURNAMENT_ACTS
from scorekeeper.tournaments.desk.plan import plan_facts
from scorekeeper.tournaments.desk.tables import result_text
from scorekeeper.tournaments.store import parts
from scorekeeper.tournaments.words import day_text, side_name
from scorekeeper.wording.lists import clauses

if TYPE_CHECKING:
    from scorekeeper.tournaments.actions.act import Sentence
    from scorekeeper.tournaments.actions.board import Board
    from scorekeeper.tournaments.actions.history import TournamentStep


def _who(board: Board, step: TournamentStep) -> str:
    """The entrant that a change is about, by the name of that time."""
    value = step.after.get(step.subject) or step.before.get(step.subject)
    return str(value["name"]) if isinstance(value, dict) and "name" in value else board.name_of(step.subject.partition("/")[2])


def step_text(board: Board, step: TournamentStep) -> str:
    """A change in one line: the sentence that was declared for it (`act`), with what it is about."""
    if step.undoes is not None:
        origin = {"n": step.origin}
        return _("Change %(n)s taken back", **origin) if step.redo else _("Change %(n)s done again", **origin)
    kind = TOURNAMENT_ACTS.get(step.action)
    text = step.action if kind is None else _filled(board, step, kind.sentence(step.subject, step.before, step.after))
    anew = next((part for part in step.after if part.startswith("round/")), None) if step.action in ("result", "clear") else None
    return clauses(_, [text, _("unplayed tables of round %(n)s paired anew", n=anew[6:])]) if anew else text


def _filled(board: Board, step: TournamentStep, sentence: Sentence) -> str:
    if isinstance(sentence, tuple):
        return ngettext(*sentence, sum(1 for part, value in step.after.items() if part.startswith("entrant/") and value))
    number, table = parts.place_of(step.subject) or (0, 0)
    left = (step.after.get(step.subject) or {}).get("left")
    facts: dict[str, Any] = {"round": number, "table": table, "n": left or step.subject.partition("/")[2].partition("/")[0]}
    if "%(name)s" in sentence:
        facts["name"] = _who(board, step)
    return _(sentence, **facts)


def versions(board: Board, step: TournamentStep, *, seats: bool = False) -> tuple[list[str], list[str]]:
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
