"""The comparison of two versions of a game: the differences, and the choice of what to keep."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Blueprint, Response, flash, render_template
from flask.typing import ResponseReturnValue

from scorekeeper.base.i18n import gettext as _
from scorekeeper.base.i18n import ngettext, t
from scorekeeper.base.pages import reading
from scorekeeper.base.pages.forms import Form, SeveralFields, TextField
from scorekeeper.base.pages.frame import visitor
from scorekeeper.base.refusals import NotFound, Refusal
from scorekeeper.base.root import rooted
from scorekeeper.codec.reading import read_json
from scorekeeper.engine.errors import GameError
from scorekeeper.engine.game import replay
from scorekeeper.games.actions import games, incoming, merging
from scorekeeper.games.actions.game_state import GameState, load
from scorekeeper.games.pages.game_page import device_access, redirect_after_post
from scorekeeper.games.pages.hands import game_values
from scorekeeper.games.pages.steps import event_facts
from scorekeeper.games.pages.titles import side_names
from scorekeeper.games.pages.trying import catch_problem
from scorekeeper.wording.errors import error_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.codec.game_record import Record
    from scorekeeper.engine.events import Event
    from scorekeeper.games.actions.entrance import Access

blueprint = Blueprint("merging", __name__, url_prefix="/games/<int:game_id>/compare")


class CompareForm(Form):
    """The record of the other phone, or of this one (`mine`), and the choice for each difference."""

    text = TextField()
    mine = TextField()
    take = SeveralFields()


@dataclass(frozen=True)
class DifferenceText:
    """A difference in words: its place, and both versions. A version is empty if it has nothing there."""

    n: int
    title: str
    here: list[str]
    there: list[str]


def page(access: Access, record: Record, text: str, *, mine: bool = False, problem: str = "", status: int = 200) -> Response:
    """Return the page with the differences.

    `text` is the record as it came, which the form sends again. `mine` says that the record is this phone's.
    """
    game = load(access)
    names = side_names(game.rules, game.players)
    found = merging.find_game_differences(game, record) if merging.is_same_table(game, record) else []
    body = render_template(
        "games/compare.html",
        **game_values(access, game),
        found=[_describe_difference(game, one) for one in found],
        goes_on=merging.only_adds(found),
        stopped=merging.only_lacks(found),
        same_table=merging.is_same_table(game, record),
        scores=[*zip(names, game.scores, _scores(record), strict=False)],
        text=text,
        mine=mine,
        problem=problem,
    )
    return Response(body, status)


def _scores(record: Record) -> Sequence[int]:
    """Return the final scores of the record, as far as it can be scored."""
    return replay(record.rules, record.first_dealer, record.events, record.start_scores).scores


def _describe_difference(game: GameState, one: merging.Difference) -> DifferenceText:
    def facts(event: Event) -> list[str]:
        return event_facts(game, event, one.here.players if one.here else game.players)

    if one.here is not None and one.here.number:
        title = _("Hand %(n)s", n=one.here.number)
    elif one.here is not None:
        title = _("A line on the sheet")
    elif one.before is not None and one.before.number:
        title = _("Before hand %(n)s", n=one.before.number)
    else:
        title = _("After the last hand")
    return DifferenceText(one.n, title, facts(one.here.event) if one.here else [], facts(one.there) if one.there else [])


@blueprint.post("")
def take(game_id: int) -> ResponseReturnValue:
    """Apply the chosen differences, or show them if nothing was chosen."""
    access = device_access(game_id)
    access.check_may_score()
    form = CompareForm.sent()
    record = _record(access, form.text.data)
    chosen = {int(n) for n, side in form.take.data.items() if n.isdecimal() and side == "there"}
    mine = bool(form.mine.data)
    if not form.take.data:
        return page(access, record, form.text.data, mine=mine)
    with catch_problem(load(access)) as problem:
        taken = merging.apply_differences(access, record, chosen, revision=reading.revision(), uuid=reading.key())
        told = ngettext("%(num)s change was saved.", "%(num)s changes were saved.", taken)
        nothing = _("Nothing was changed in this game.")
        flash(told if taken else nothing, "brought")
        return redirect_after_post(rooted(f"/games/{game_id}"))
    return page(device_access(game_id), record, form.text.data, mine=mine, problem=problem.text, status=problem.status)


def _record(access: Access, text: str) -> Record:
    """Return the record that was sent.

    Raises NotFound("game") for another game's record, and Refusal("merge.record") for an invalid one.
    """
    try:
        record = incoming.check_record(read_json(text), keep_unscored=True)
    except GameError as error:
        raise Refusal("merge.record", "text", why=error_text(t(), error)) from None
    there = games.find_existing(record, visitor())
    if there is None or there.game_id != access.game_id:
        raise NotFound("game")
    return record
