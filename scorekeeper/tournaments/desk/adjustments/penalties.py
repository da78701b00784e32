"""Pages of penalties and warnings: give one after a look at what it changes, and take it back."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, abort

from scorekeeper.clubs.pages.signed_in import signed_in
from scorekeeper.core.forms.forms import Form, LineField, WholeNumberField
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.i18n.translation import t
from scorekeeper.messages.rules.titles import rule_title
from scorekeeper.pairing.directing.corrections import consequences
from scorekeeper.pairing.record.record import AWARDED, GAME_POINTS, MATCH_POINTS, WARNING
from scorekeeper.rulebook.book import rule_places
from scorekeeper.tournaments.commands.adjustments import penalties
from scorekeeper.tournaments.commands.event_writer import preview
from scorekeeper.tournaments.desk.command_handler import carry_out
from scorekeeper.tournaments.desk.common import REFUSED, DeskContext, open_desk, page, refusal_message
from scorekeeper.tournaments.desk.effects import effects
from scorekeeper.tournaments.desk.tables import result_line
from scorekeeper.tournaments.penalty_words import penalty_text
from scorekeeper.tournaments.words import side_name

if TYPE_CHECKING:
    from scorekeeper.pairing.directing.corrections import RankChange
    from scorekeeper.tournaments.commands.adjustments.penalties import NumberedPenalty
    from scorekeeper.tournaments.commands.command import TournamentCommand
    from scorekeeper.tournaments.commands.snapshot import Board
    from scorekeeper.tournaments.commands.tables_state import EnteredEntrant, TableView
    from scorekeeper.tournaments.desk.effects import Effects

blueprint = Blueprint("desk_penalties", __name__, url_prefix="/desk/<int:tournament_id>")

WITH_POINTS = (GAME_POINTS, MATCH_POINTS, AWARDED)


class PenaltyForm(Form):
    """A penalty: its kind, round, points, reason and rule. `table`: the table whose page asked for it."""

    kind = LineField(most=20)
    round = WholeNumberField()
    points = LineField(most=12)
    reason = LineField(most=500)
    rule = LineField(most=40)
    table = WholeNumberField()


@dataclass(frozen=True)
class RuleGroup:
    """Rules under one heading of the rulebook, as (id, words)."""

    title: str
    rules: list[tuple[str, str]]


@dataclass(frozen=True)
class PenaltyEffects:
    """What a penalty changes: the result of the table before and after, the entrant's rank, and everything else."""

    names: str
    was: str
    becomes: str
    rank: RankChange | None
    rest: Effects | None


@blueprint.get("/entrants/<entrant>/penalty")
@signed_in
def ask(tournament_id: int, entrant: str) -> Response:
    """Show the form of a penalty and, once it is filled in, what the penalty would change."""
    desk, entry = _open(tournament_id, entrant)
    form = PenaltyForm.from_request()
    if not form.kind.data:
        return _page(desk, entry, form)
    try:
        command = _command(entry, form)
        before, after = preview(desk.access, command)
    except REFUSED as error:
        return _page(desk, entry, form, 422, problem=refusal_message(error))
    return _page(desk, entry, form, found=_effects(before, after, entry, form))


@blueprint.post("/entrants/<entrant>/penalty")
@signed_in
def give(tournament_id: int, entrant: str) -> Response:
    """Give the penalty."""
    desk, entry = _open(tournament_id, entrant)
    form = PenaltyForm.from_post()
    text = _("Warning noted: %(name)s.", name=entry.name) if form.kind.data == WARNING else ""
    text = text or _("Penalty given: %(name)s.", name=entry.name)
    return carry_out(desk, _command(entry, form), text, _return_url(desk, entry, form))


@blueprint.post("/penalties/<int:number>/lift")
@signed_in
def lift(tournament_id: int, number: int) -> Response:
    """Take a penalty back."""
    desk = open_desk(tournament_id)
    given = next((one for one in penalties.penalties_of(desk.board) if one.number == number), None) or abort(404)
    who = given.penalty.entrant
    name = desk.board.name_of(who)
    text = _("Warning taken back: %(name)s.", name=name) if given.penalty.kind == WARNING else ""
    text = text or _("Penalty taken back: %(name)s.", name=name)
    return carry_out(desk, penalties.lift_penalty(number), text, desk.url("desk_entrants.one", entrant=who))


def _open(tournament_id: int, entrant: str) -> tuple[DeskContext, EnteredEntrant]:
    desk = open_desk(tournament_id)
    desk.access.check("direct")
    return desk, desk.board.entrant(entrant) or abort(404)


def _command(entry: EnteredEntrant, form: PenaltyForm) -> TournamentCommand:
    with_points = form.kind.data in WITH_POINTS
    points = _read_points(form.points.data) if with_points else None
    return penalties.penalize(entry.id, form.kind.data, form.round.or_text, points, form.reason.data, form.rule.data or None)


def _read_points(text: str) -> Fraction | str | None:
    """Return points as typed: −20, 1,5 or ½; the text itself if it is not a number, None for an empty field."""
    plain = text.replace("−", "-").replace("–", "-").replace(",", ".").replace("½", ".5").replace(" ", "")
    if not plain:
        return None
    try:
        return Fraction(plain)
    except (ValueError, ZeroDivisionError):
        return text


def _return_url(desk: DeskContext, entry: EnteredEntrant, form: PenaltyForm) -> str:
    number, place = form.round.data, form.table.data
    if number and place and desk.board.table(number, place) is not None:
        return desk.url("desk_results.table", number=number, place=place)
    return desk.url("desk_entrants.one", entrant=entry.id)


def _page(desk: DeskContext, entry: EnteredEntrant, form: PenaltyForm, status: int = 200, **more: Any) -> Response:
    kinds = penalties.kinds_for(desk.board, entry)
    values = {
        "entry": entry,
        "form": form,
        "kinds": kinds,
        "kind": form.kind.data if form.kind.data in kinds else kinds[0],
        "kind_words": kind_words(),
        "rounds": [one.number for one in desk.board.rounds],
        "groups": rule_groups(),
        "back": _return_url(desk, entry, form),
        "problem": "",
        "found": None,
    }
    return page("tournaments/desk/adjustments/penalty.html", desk, status, **{**values, **more})


def kind_words() -> dict[str, tuple[str, str]]:
    """Return the name of each kind of penalty, and what it does."""
    return {
        "warning": (_("Warning"), _("Changes nothing. It stays with the entrant.")),
        "game_points": (_("Game points"), _("Added to the round’s score before the winner is decided.")),
        "match_points": (_("Match points"), _("Added to the total.")),
        "awarded": (_("Awarded points"), _("Match points for the round, in place of its result.")),
        "forfeit": (_("Forfeit"), _("The side loses the match.")),
        "disqualified": (_("Disqualified"), _("Leaves from the next round on. Earlier results stay.")),
    }


def rule_groups() -> list[RuleGroup]:
    """Return the rulebook's rules by subject."""
    titles = {
        "format": _("Table and partners"),
        "deal": _("Deal"),
        "auction": _("The bidding"),
        "kitty": _("The kitty"),
        "play": _("The play"),
        "score": _("Scoring"),
        "end": _("End of the game"),
    }
    found: dict[str, list[tuple[str, str]]] = {}
    for rule in rule_places():
        found.setdefault(rule.partition(".")[0], []).append((rule, rule_title(t(), rule)))
    others = [one for subject, rules in found.items() if subject not in titles for one in rules]
    return [RuleGroup(titles[one], rules) for one, rules in found.items() if one in titles] + [RuleGroup(_("Other"), others)]


def _effects(before: Board, after: Board, entry: EnteredEntrant, form: PenaltyForm) -> PenaltyEffects:
    number = form.round.data or len(before.rounds)
    seats = [board.seat(entry.id, number) for board in (before, after)]
    tables = [None if seat is None else seat.table for seat in seats]
    was, becomes = "", ""
    names: tuple[str, ...] = ()
    if tables[0] is not None and tables[1] is not None:
        names = tuple(side_name(before, ids, number) for ids in tables[0].sides)
        was, becomes = (result_line(one.result, names) if one and one.result.known else _("no result") for one in tables)
    if not before.rounds:
        return PenaltyEffects(" – ".join(names), was, becomes, None, None)
    follows = consequences(before.tournament, after.tournament)
    rank = next((one for one in follows.moved if one.id == entry.id and one.before and one.after), None)
    return PenaltyEffects(" – ".join(names), was, becomes, rank, effects(before, follows))


@dataclass(frozen=True)
class ListedPenalty:
    """A penalty in words. `rule`: its title in the rulebook, empty for none."""

    number: int
    text: str
    rule: str
    given: NumberedPenalty


def listed_penalties(board: Board, entrant: str) -> list[ListedPenalty]:
    """Return an entrant's penalties and warnings in words, in order of entry."""
    return [
        ListedPenalty(one.number, penalty_text(t(), one.penalty), _rule_words(one.penalty.rule), one)
        for one in penalties.penalties_of(board, entrant)
    ]


def _rule_words(rule: str | None) -> str:
    """Return the title of a rule. A record from elsewhere may name an unknown one."""
    return rule_title(t(), rule) if rule in rule_places() else rule or ""


def penalties_at_table(board: Board, table: TableView) -> list[str]:
    """Return the penalties of the entrants at a table in its round, in words."""
    found = [one.penalty for one in penalties.penalties_of(board) if one.penalty.round == table.round]
    texts = ((board.name_of(one.entrant, table.round), penalty_text(t(), one)) for one in found if one.entrant in table.ids)
    return [_("%(label)s: %(text)s", label=name, text=text) for name, text in texts]
