"""House rules as documents: chosen, named and kept on the device, given away as a link that holds all of them."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, abort, flash, redirect, render_template, request, send_file, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.codec.rules import dump_difference
from scorekeeper.codec.rules_link import rules_to_link, rules_to_query
from scorekeeper.engine.errors import GameError
from scorekeeper.engine.variants import NAMED, name_of, named
from scorekeeper.i18n import t, t_for
from scorekeeper.sheets import rule_card_sheet_html
from scorekeeper.sheets.facts import key_facts
from scorekeeper.storage.house_rules import LONGEST_RULES_NAME
from scorekeeper.web import house_rules, rules_draft
from scorekeeper.web.bring_in_rules import NotRead, of_address, read_text, why_not
from scorekeeper.web.frame import remember, settings, visitor, visitor_or_new
from scorekeeper.web.new_game import group_title
from scorekeeper.web.new_game_draft import GROUPS
from scorekeeper.web.pdf_answers import asked_lang, asked_size, file_name, pdf
from scorekeeper.web.share import only_here, private, qr_code, root
from scorekeeper.web.tickets import ticket
from scorekeeper.web.words import nearest, rules_blurb, rules_title
from scorekeeper.wording.rules import diff_text, rule_card, variant_blurb, variant_title
from scorekeeper.workflows import house_rules as kept_rules
from scorekeeper.workflows.refusals import Refusal, refusal_text

if TYPE_CHECKING:
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.web.rules_draft import RulesDraft
    from scorekeeper.workflows.house_rules import Kept

blueprint = Blueprint("our_rules", __name__)

DELETED = "deleted rules"


@blueprint.get("/rules/ours")
def index() -> str:
    """The house rules of this device."""
    return render_template("our_rules/index.html", sets=[_listed(kept) for kept in kept_rules.of_device(visitor())])


def _listed(kept: Kept) -> dict[str, Any]:
    return {
        "id": kept.id,
        "name": kept.name,
        "about": rules_title(kept.rules),
        "differs": diff_text(t(), named(nearest(kept.rules)), kept.rules),
    }


@blueprint.get("/rules/ours/new")
def new() -> str:
    """A form of all options, filled in with the rules asked for (`of`, a link in one word)."""
    rules = rules_draft.rules_or(request.args.get("of", ""), named("informal"))
    base = request.args.get("base", "")
    draft = rules_draft.of_rules(rules, base if base in NAMED else nearest(rules))
    return _form(draft, request.args.get("name", "")[:LONGEST_RULES_NAME])


@blueprint.get("/rules/ours/<int:set_id>/edit")
def edit(set_id: int) -> str:
    """The same form for rules that are kept."""
    kept = kept_rules.load(visitor(), set_id)
    return _form(rules_draft.of_rules(kept.rules, kept.base), kept.name, kept)


@blueprint.post("/rules/ours/new")
def make() -> ResponseReturnValue:
    """Keep the rules, or do one step of the form and show it again."""
    return _done(None)


@blueprint.post("/rules/ours/<int:set_id>/edit")
def change(set_id: int) -> ResponseReturnValue:
    """The same for rules that are kept; no game changes."""
    return _done(kept_rules.load(visitor(), set_id))


def _done(kept: Kept | None) -> ResponseReturnValue:
    draft = rules_draft.read_rules(request.form, named("informal"))
    name = request.form.get("name", "")[:80]
    step, _dash, number = request.form.get("do", "save").partition("-")
    if step == "rules":
        draft = draft.with_changes({})
    elif step == "way" and number.isascii() and number.isdecimal() and len(number) < 3:
        draft = draft.with_way(int(number))
    elif step == "save":
        if draft.problems:
            return _form(draft, name, kept), 422
        return _saved(draft, name, kept)
    return _form(draft, name, kept)


def _saved(draft: RulesDraft, name: str, kept: Kept | None) -> ResponseReturnValue:
    device = visitor_or_new()
    base = name_of(draft.base) or nearest(draft.base)
    try:
        if kept is None:
            kept = kept_rules.save(device, name, draft.rules, base=base, uuid=request.form.get("uuid", ""))
        else:
            kept = kept_rules.change(device, kept.id, name, draft.rules, base=base)
    except Refusal as refusal:
        if refusal.field != "name":
            raise
        return remember(Response(_form(draft, name, kept, refusal_text(t(), refusal)), 422), device)
    return _to(kept, device)


def _to(kept: Kept, device: Any) -> Response:
    answer = redirect(url_for("our_rules.show", set_id=kept.id), 303)
    assert isinstance(answer, Response)
    return remember(answer, device)


def _form(draft: RulesDraft, name: str, kept: Kept | None = None, name_error: str = "") -> str:
    base = name_of(draft.base) or nearest(draft.base)
    sections, _alone = house_rules.sections(t(), draft.values, draft.changes, draft.problems, {})
    groups = [(group_title(group), [_choice(name) for name in names]) for group, names in GROUPS.items()]
    return render_template(
        "our_rules/form.html",
        draft=draft,
        kept=kept,
        name=name,
        name_error=name_error,
        longest=LONGEST_RULES_NAME,
        chosen=rules_to_link(draft.base),
        base_title=variant_title(t(), base),
        groups=groups,
        changes=json.dumps(dict(draft.changes)),
        changed=diff_text(t(), draft.base, draft.rules) if draft.changes and not draft.problems else [],
        usual=variant_title(t(), known) if draft.changes and (known := name_of(draft.rules)) else "",
        sections=sections,
        problem_texts=[house_rules.problem_text(t(), p, house_rules.quoted) for p in draft.problems],
        ways=[house_rules.way_text(t(), way) for way in draft.ways],
        uuid=request.form.get("uuid") or ticket(),
    )


def _choice(name: str) -> dict[str, str]:
    return {"value": name, "title": variant_title(t(), name), "blurb": variant_blurb(t(), name)}


@blueprint.get("/rules/ours/<int:set_id>")
def show(set_id: int) -> Response:
    """Rules that are kept, in words, with all that can be done with them."""
    kept = kept_rules.load(visitor(), set_id)
    return private(Response(_card(kept.rules, kept.name, kept)))


@blueprint.post("/rules/ours/<int:set_id>/copy")
def copy(set_id: int) -> ResponseReturnValue:
    """A copy, to be changed."""
    device = visitor_or_new()
    made = kept_rules.duplicate(device, set_id, uuid=request.form.get("uuid", ""))
    return redirect(url_for("our_rules.edit", set_id=made.id), 303)


@blueprint.post("/rules/ours/<int:set_id>/delete")
def delete(set_id: int) -> ResponseReturnValue:
    """Off the list; or, with `deleted=0`, on it again."""
    device = visitor_or_new()
    gone = request.form.get("deleted", "1") != "0"
    kept = kept_rules.delete(device, set_id, deleted=gone)
    if not gone:
        return redirect(url_for("our_rules.show", set_id=kept.id), 303)
    flash(str(kept.id), DELETED)
    return redirect(url_for("our_rules.index"), 303)


def link_to(rules: RuleSet, name: str = "", endpoint: str = "our_rules.shared", **more: str) -> str:
    """The address that holds these rules, and the name of the house rules."""
    base, query = rules_to_query(rules)
    return url_for(endpoint, base=base, **query, **({"name": name} if name else {}), **more)


def _asked(base: str) -> tuple[RuleSet, str]:
    """The rules of the address and their name there. Raises `GameError`."""
    if base not in NAMED:
        abort(404)
    return of_address(base, request.args.items(multi=True))


@blueprint.errorhandler(GameError)
def refused(error: GameError) -> tuple[str, int]:
    """A link that holds no rules, and why."""
    return render_template("our_rules/refused.html", texts=why_not(error)), 422


@blueprint.get("/rules/of/<base>")
def shared(base: str) -> str:
    """The rules that a link holds, in words: to play with, to keep, to print."""
    rules, name = _asked(base)
    return _card(rules, name, None)


@blueprint.post("/rules/of/<base>")
def keep(base: str) -> ResponseReturnValue:
    """Keep them on this device."""
    rules, shared_name = _asked(base)
    name = request.form.get("name", shared_name)[:80]
    device = visitor_or_new()
    try:
        made = kept_rules.save(device, name, rules, uuid=request.form.get("uuid", ""))
    except Refusal as refusal:
        if refusal.field != "name":
            raise
        return remember(Response(_card(rules, shared_name, None, name, refusal_text(t(), refusal)), 422), device)
    return _to(made, device)


def _card(rules: RuleSet, name: str, kept: Kept | None, typed: str | None = None, name_error: str = "") -> str:
    device = visitor()
    base = kept.base if kept else rules_to_query(rules)[0]
    suggested = kept_rules.free_name(device, name or rules_title(rules))
    return render_template(
        "our_rules/card.html",
        title=name or rules_title(rules),
        kept=kept,
        own=None if kept else kept_rules.find(device, rules),
        about=rules_blurb(rules) if name_of(rules) else "",
        base=base,
        base_title=variant_title(t(), base),
        differs=diff_text(t(), named(base), rules),
        usual=variant_title(t(), known) if (known := name_of(rules)) else "",
        facts=key_facts(rules, t()),
        sections=rule_card(t(), rules),
        link=root() + link_to(rules, name),
        only_here=only_here(),
        code_url=link_to(rules, name, "our_rules.code"),
        pdf_url=link_to(rules, name, "our_rules.card_pdf"),
        json_url=link_to(rules, name, "our_rules.card_json"),
        play_url=url_for("new_game.form", rules=rules_to_link(rules)),
        change_url=url_for("our_rules.new", of=rules_to_link(rules), base=base, name=name or None),
        word=rules_to_link(rules),
        typed=suggested if typed is None else typed,
        name_error=name_error,
        longest=LONGEST_RULES_NAME,
        uuid=ticket(),
    )


@blueprint.get("/rules/of/<base>/code.svg")
def code(base: str) -> Response:
    """The link as a QR code."""
    return qr_code(root() + link_to(*_asked(base)))


@blueprint.get("/rules/of/<base>/card.pdf")
def card_pdf(base: str) -> Response:
    """The rules on one page, with the link as a QR code."""
    rules, name = _asked(base)
    size, mark, lang = asked_size(), settings()["mark"], asked_lang()
    words, link = t_for(lang), root() + link_to(rules, name)
    return pdf(
        lambda: rule_card_sheet_html(rules, size=size, t=words, lang=lang, mark=mark, title=name, link=link),
        name=[words("Rule card"), name or rules_title(rules)],
        of=("our card", link, size, mark, lang),
    )


@blueprint.get("/rules/of/<base>/rules.json")
def card_json(base: str) -> Response:
    """The rules as a file: their name, the named set they differ from, and in what."""
    rules, name = _asked(base)
    near = nearest(rules)
    found = {"name": name or rules_title(rules), "rules": {"base": near, **dump_difference(named(near), rules)}}
    body = json.dumps(found, ensure_ascii=False, indent=1) + "\n"
    title = file_name([name or rules_title(rules)]) + ".json"
    return send_file(io.BytesIO(body.encode()), "application/json", as_attachment=True, download_name=title)


@blueprint.get("/rules/bring-in")
def bring_in() -> str:
    """Where a link or a file's text is pasted."""
    return render_template("our_rules/bring_in.html", text="", errors=[])


@blueprint.post("/rules/bring-in")
def take() -> ResponseReturnValue:
    """Show the rules that were pasted, or say why there are none."""
    file = request.files.get("file")
    text = file.read(20_001).decode("utf-8", "replace") if file and file.filename else request.form.get("text", "")
    try:
        rules, name = read_text(text)
    except NotRead as error:
        return render_template("our_rules/bring_in.html", text=text[:20_000], errors=error.texts), 422
    return redirect(link_to(rules, name), 303)
