"""The comparison of two versions of a game: the differences, and the choice of what to keep."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Blueprint, Response, flash, render_template
from flask.typing import ResponseReturnValue

from scorekeeper.core.forms import form_input
from scorekeeper.core.forms.forms import Form, SeveralFields, TextField
from scorekeeper.core.http.site_root import rooted
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.i18n.translation import ngettext, t
from scorekeeper.core.pages.layout import visitor
from scorekeeper.core.refusals import NotFound, Refusal
from scorekeeper.engine.errors import GameError
from scorekeeper.engine.replay.game import replay
from scorekeeper.formats.json_reader import read_json
from scorekeeper.games.commands.game_state import GameState, load
from scorekeeper.games.commands.library import game_creation, import_validation
from scorekeeper.games.commands.offline import version_merge
from scorekeeper.games.pages.history.hands import game_values
from scorekeeper.games.pages.pad.game_page import device_access, redirect_after_post
from scorekeeper.games.pages.pad.submit import catch_problem
from scorekeeper.games.pages.parts.ending_view import side_names
from scorekeeper.games.pages.parts.steps import event_facts
from scorekeeper.messages.errors.error_text import error_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.engine.events import Event
    from scorekeeper.formats.game_record import Record
    from scorekeeper.games.commands.authorization import Access

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
    found = version_merge.find_game_differences(game, record) if version_merge.is_same_table(game, record) else []
    body = render_template(
        "games/offline/compare.html",
        **game_values(access, game),
        found=[_describe_difference(game, one) for one in found],
        goes_on=version_merge.only_adds(found),
        stopped=version_merge.only_lacks(found),
        same_table=version_merge.is_same_table(game, record),
        scores=[*zip(names, game.scores, _scores(record), strict=False)],
        text=text,
        mine=mine,
        problem=problem,
    )
    return Response(body, status)


def _scores(record: Record) -> Sequence[int]:
    """Return the final scores of the record, as far as it can be scored."""
    return replay(record.rules, record.first_dealer, record.events, record.start_scores).scores


def _describe_difference(game: GameState, one: version_merge.Difference) -> DifferenceText:
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
    form = CompareForm.from_post()
    record = _record(access, form.text.data)
    chosen = {int(n) for n, side in form.take.data.items() if n.isdecimal() and side == "there"}
    mine = bool(form.mine.data)
    if not form.take.data:
        return page(access, record, form.text.data, mine=mine)
    with catch_problem(load(access)) as problem:
        count = version_merge.apply_differences(access, record, chosen, revision=form_input.revision(), uuid=form_input.key())
        sentence = ngettext("%(num)s change was saved.", "%(num)s changes were saved.", count)
        nothing = _("Nothing was changed in this game.")
        flash(sentence if count else nothing, "brought")
        return redirect_after_post(rooted(f"/games/{game_id}"))
    return page(device_access(game_id), record, form.text.data, mine=mine, problem=problem.text, status=problem.status)


def _record(access: Access, text: str) -> Record:
    """Return the record that was sent.

    Raises NotFound("game") for another game's record, and Refusal("merge.record") for an invalid one.
    """
    try:
        record = import_validation.check_record(read_json(text), keep_unscored=True)
    except GameError as error:
        raise Refusal("merge.record", "text", why=error_text(t(), error)) from None
    existing_access = game_creation.find_existing(record, visitor())
    if existing_access is None or existing_access.game_id != access.game_id:
        raise NotFound("game")
    return record
