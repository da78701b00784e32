"""Pages for the house rules saved on this device."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.forms import form_input
from scorekeeper.core.forms.form_input import submission_key
from scorekeeper.core.forms.forms import Form, TextField, TickField
from scorekeeper.core.i18n.translation import t
from scorekeeper.core.pages.lan_address import mark_private
from scorekeeper.core.pages.layout import set_device_cookie, show_refusals_on, visitor, visitor_or_new
from scorekeeper.core.pages.live_parts import template_values
from scorekeeper.core.refusals import Refusal, refusal_text
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, name_of, named_rules
from scorekeeper.formats.rules import rules_to_link
from scorekeeper.messages.rules.rules import GROUPS, group_title, variant_blurb, variant_title
from scorekeeper.rules.commands import house_rules as kept_rules
from scorekeeper.rules.pages import rules_form
from scorekeeper.rules.pages.shared_rules import chosen_difference_texts, difference_texts, render_card
from scorekeeper.rules.pages.words import RulesChoice, rules_title
from scorekeeper.rules.store.house_rules import LONGEST_RULES_NAME
from scorekeeper.rules.titles import nearest

if TYPE_CHECKING:
    from scorekeeper.rules.commands.house_rules import SavedRules
    from scorekeeper.rules.pages.rules_form import RulesDraft

blueprint = Blueprint("our_rules", __name__)

DELETED = "deleted rules"


class OurRulesForm(rules_form.RulesForm):
    """House rules and their name."""

    name = TextField(most=80)


class DeleteForm(Form):
    """Delete house rules, or restore them."""

    deleted = TickField(default=True)


@dataclass(frozen=True)
class ListedRules:
    """House rules in the list. `about`: the rule set they resemble. `differs`: the differences, in words."""

    id: int
    name: str
    about: str
    differs: list[str]


@dataclass(frozen=True)
class OurRulesPage:
    """The form for house rules, new or saved.

    `draft`: its contents. `chosen`: the rules it began with, as a link. `base_title`: their title.
    `groups`: named rule sets by group. `changes`: changed options as JSON. `changed`: the same in words.
    `usual`: the named rule set that equals the result.
    `problem_texts`: why the rules can't be played. `resolutions`: ways to fix that.
    """

    draft: RulesDraft
    kept: SavedRules | None
    name: str
    name_error: str
    longest: int
    chosen: str
    base_title: str
    groups: list[tuple[str, list[RulesChoice]]]
    changes: str
    changed: list[str]
    usual: str
    sections: list[rules_form.Section]
    problem_texts: list[str]
    resolutions: list[str]
    uuid: str


@blueprint.get("/rules/ours")
def index() -> str:
    """Show the house rules of this device."""
    return render_template("rules/saved_rules/index.html", sets=[_list_item(saved) for saved in kept_rules.of_device(visitor())])


def _list_item(saved: SavedRules) -> ListedRules:
    return ListedRules(saved.id, saved.name, rules_title(saved.rules), difference_texts(nearest(saved.rules), saved.rules))


@blueprint.get("/rules/ours/new")
def new() -> str:
    """Show the form with every option, filled in from the rules in `of`."""
    rules = rules_form.rules_from_link_or(request.args.get("of", ""), named_rules("informal"))
    base = request.args.get("base", "")
    draft = rules_form.draft_of(rules, base if base in VARIANTS_BY_NAME else nearest(rules))
    return _render_form(draft, request.args.get("name", "")[:LONGEST_RULES_NAME])


@blueprint.get("/rules/ours/<int:set_id>/edit")
def edit(set_id: int) -> str:
    """Show the form for saved rules."""
    saved = kept_rules.load(visitor(), set_id)
    return _render_form(rules_form.draft_of(saved.rules, saved.base), saved.name, saved)


@blueprint.post("/rules/ours/new")
def make() -> ResponseReturnValue:
    """Save new rules, or apply one step of the form and show it again."""
    return _apply_step(None)


@blueprint.post("/rules/ours/<int:set_id>/edit")
def change(set_id: int) -> ResponseReturnValue:
    """Save changed rules, or apply one step of the form. Games stay as they are."""
    return _apply_step(kept_rules.load(visitor(), set_id))


def _apply_step(saved: SavedRules | None) -> ResponseReturnValue:
    form = OurRulesForm.from_post()
    draft, name = rules_form.read_rules(form, named_rules("informal")), form.name.data
    step, number = form_input.pressed_list_button("save")
    if step == "rules":
        draft = draft.with_changes({})
    elif step == "way" and number is not None:
        draft = draft.with_resolution(number)
    elif step == "save":
        if draft.problems:
            return _render_form(draft, name, saved), 422
        return _save(draft, name, saved)
    return _render_form(draft, name, saved)


def _save(draft: RulesDraft, name: str, saved: SavedRules | None) -> ResponseReturnValue:
    device = visitor_or_new()
    base = name_of(draft.base) or nearest(draft.base)

    def show_form_again(refusal: Refusal) -> Response:
        text, key = refusal_text(t(), refusal), submission_key() if refusal.field == "uuid" else ""
        return set_device_cookie(Response(_render_form(draft, name, saved, text, key), 422), device)

    show_refusals_on(show_form_again, when=lambda refusal: refusal.field in ("name", "uuid"))
    if saved is None:
        return _redirect_to(kept_rules.save(device, name, draft.rules, base=base, uuid=form_input.key()), device)
    return _redirect_to(kept_rules.change(device, saved.id, name, draft.rules, base=base), device)


def _redirect_to(saved: SavedRules, device: Any) -> Response:
    answer = redirect(url_for("our_rules.show", set_id=saved.id), 303)
    assert isinstance(answer, Response)
    return set_device_cookie(answer, device)


def _render_form(draft: RulesDraft, name: str, saved: SavedRules | None = None, name_error: str = "", key: str = "") -> str:
    base = name_of(draft.base) or nearest(draft.base)
    sections, _alone = rules_form.sections(t(), draft.values, draft.changes, draft.problems, {})
    groups = [(group_title(t(), group), [_choice(name) for name in names]) for group, names in GROUPS.items()]
    page = OurRulesPage(
        draft=draft,
        kept=saved,
        name=name,
        name_error=name_error,
        longest=LONGEST_RULES_NAME,
        chosen=rules_to_link(draft.base),
        base_title=variant_title(t(), base),
        groups=groups,
        changes=json.dumps(dict(draft.changes)),
        changed=_change_texts(draft),
        usual=variant_title(t(), known) if _change_texts(draft) and (known := name_of(draft.rules)) else "",
        sections=sections,
        problem_texts=[rules_form.plain_text(t(), p) for p in draft.problems],
        resolutions=[rules_form.resolution_text(t(), resolution) for resolution in draft.resolutions],
        uuid=key or form_input.key_or_new(),
    )
    return render_template("rules/saved_rules/form.html", **template_values(page))


def _change_texts(draft: RulesDraft) -> list[str]:
    return [] if draft.problems else chosen_difference_texts(draft.base, draft.rules, set(draft.changes))


def _choice(name: str) -> RulesChoice:
    return RulesChoice(name, variant_title(t(), name), variant_blurb(t(), name))


@blueprint.get("/rules/ours/<int:set_id>")
def show(set_id: int) -> Response:
    """Show saved rules in words, with the available actions."""
    saved = kept_rules.load(visitor(), set_id)
    return mark_private(Response(render_card(saved.rules, saved.name, saved)))


@blueprint.post("/rules/ours/<int:set_id>/copy")
def copy(set_id: int) -> ResponseReturnValue:
    """Duplicate saved rules and open the form."""
    device = visitor_or_new()
    duplicate = kept_rules.duplicate(device, set_id, uuid=form_input.key())
    return redirect(url_for("our_rules.edit", set_id=duplicate.id), 303)


@blueprint.post("/rules/ours/<int:set_id>/delete")
def delete(set_id: int) -> ResponseReturnValue:
    """Delete saved rules, or restore them with `deleted=0`."""
    device = visitor_or_new()
    is_deleted = DeleteForm.from_post().deleted.data
    saved = kept_rules.delete(device, set_id, deleted=is_deleted)
    if not is_deleted:
        return redirect(url_for("our_rules.show", set_id=saved.id), 303)
    flash(str(saved.id), DELETED)
    return redirect(url_for("our_rules.index"), 303)
