"""The ruling desk: an argument at the table ends here. The whole question stands in the address; nothing is stored."""

from __future__ import annotations

import io
from typing import Any

import segno
from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.base.i18n import gettext as _
from scorekeeper.base.i18n import t
from scorekeeper.base.pages.reach import only_here, root
from scorekeeper.codec.rules_link import rules_from_link, rules_to_link
from scorekeeper.engine.compare import difference
from scorekeeper.engine.errors import GameError
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.rules.pages.words import rules_title
from scorekeeper.rulings.questions import desk as desks
from scorekeeper.rulings.questions.desk import QuestionContext
from scorekeeper.rulings.questions.kind import Args, Asked, QuestionKind
from scorekeeper.rulings.questions.kinds import RULING_PAGES
from scorekeeper.rulings.questions.links import BadLink
from scorekeeper.rulings.sources import source_text
from scorekeeper.wording.errors import plain_error_text
from scorekeeper.wording.rules import choice_label, option_label, rule_title

blueprint = Blueprint("rulings", __name__)

COMPARE = "compare"
"""The page beside them: two rule sets, which is no question to the engine."""


@blueprint.app_context_processor
def words() -> dict[str, Any]:
    """What the desk's macros need wherever they stand."""
    return {"rule_words": lambda rule: rule_title(t(), rule), "rule_source": lambda rule: source_text(t(), rule)}


@blueprint.get("/rulings")
def index() -> ResponseReturnValue:
    """Every question that can be asked."""
    try:
        desk = desks.read("index", request.args)
    except (BadLink, GameError) as error:
        return _bad("index", error)
    kinds = [(name, t()(kind.title)) for name, kind in RULING_PAGES.items()] + [(COMPARE, _compare_title())]
    return render_template("rulings/index.html", desk=desk, kinds=kinds, given="rules" in request.args)


def _compare_title() -> str:
    return _("How do two rule sets differ?")


def _register(kind: QuestionKind) -> None:
    """Put a kind of question on the desk."""

    @blueprint.get(f"/rulings/{kind.name}", endpoint=kind.name)
    def question() -> ResponseReturnValue:
        """A question with its answer; a button that was pressed leads to the address it makes."""
        args = request.args.to_dict()
        try:
            desk = desks.read(kind.name, args, kind.rules)
            if (changed := _changed_rules(kind, desk, args)) is not None:
                return changed
            desk, context = kind.show(desk, args)
        except (BadLink, GameError) as error:
            return _bad(kind.name, error)
        if "go" in context:
            return redirect(context["go"])
        return _shown(kind, desk, context)


for _kind in RULING_PAGES.values():
    _register(_kind)


def _shown(
    kind: QuestionKind, desk: QuestionContext, context: dict[str, Any], status: int = 200, errors: list[str] | None = None
) -> Response:
    body = render_template(
        f"rulings/{kind.name}.html",
        desk=desk,
        title=t()(kind.title),
        picker=desks.picker(desk.rules, errors=errors),
        in_words=_in_words(kind, desk),
        only_here=only_here(),
        link=root() + desk.url(),
        code=desks.address("rulings.code", {**desk.common, **desk.state, "kind": kind.name}),
        **context,
    )
    return make_response(body, status)


def _in_words(kind: QuestionKind, desk: QuestionContext) -> Asked:
    """What was asked, part by part; parts that say nothing left out."""
    rules = [desk.title, *desk.differs]
    parts = [(_("Rules"), ". ".join(rules) if len(rules) > 1 else rules[0]), *kind.asked(desk)]
    return [(label, text) for label, text in parts if text]


def _changed_rules(kind: QuestionKind, desk: QuestionContext, args: Args) -> ResponseReturnValue | None:
    """Where the form for the rules was sent: the question under them, or why they cannot be played."""
    try:
        rules = desks.picked(args, desk.rules)
    except GameError as error:
        plain, context = kind.show(desk, {})
        return _shown(kind, plain, context, 422, desks.rules_errors(error))
    if rules is None:
        return None
    parts = {k: v for k, v in args.items() if k in _PARTS and _fits(desk.rules, rules, k)}
    return redirect(desks.address(f"rulings.{kind.name}", {**parts, "rules": rules_to_link(rules)}))


_PARTS = frozenset(
    (
        *("names", "game", "lang", "dealer", "calls", "hand", "held", "discard", "trump", "contractor", "cards", "partner"),
        *("dropped", "scores", "bid", "points", "bids", "made", "took"),
    )
)
"""What of a question goes along to other rules."""


def _fits(before: RuleSet, after: RuleSet, part: str) -> bool:
    """Whether a part of a question means the same under other rules."""
    if part in ("game", "lang"):
        return True
    cards = (before.pack, before.hand_cards, before.kitty) == (after.pack, after.hand_cards, after.kitty)
    return before.format == after.format and before.table.players == after.table.players and (cards or part == "names")


def _bad(kind: str, error: BadLink | GameError) -> Response:
    """An address that says nothing: what is wrong with it, and the same question from the beginning."""
    text = str(error) if isinstance(error, BadLink) else plain_error_text(t(), error)
    again = url_for(f"rulings.{kind}")
    if isinstance(error, GameError) and error.code != "rules":
        again = url_for(f"rulings.{kind}", rules=request.args.get("rules") or None)
    return make_response(render_template("rulings/bad.html", text=text, again=again), 400)


@blueprint.get("/rulings/compare")
def compare() -> ResponseReturnValue:
    """Two rule sets in words, only where they differ."""
    args = request.args
    try:
        desk = desks.read("compare", args)
        one = rules_from_link(args.get("a", "") or rules_to_link(desk.rules))
        other = rules_from_link(args.get("b", "") or ("kitty" if rules_to_link(one) == "standard" else "standard"))
        chosen = desks.picked(args, one, "a-"), desks.picked(args, other, "b-")
    except (BadLink, GameError) as error:
        return _bad("compare", error)
    if any(rules is not None for rules in chosen):
        pair = {"a": rules_to_link(chosen[0] or one), "b": rules_to_link(chosen[1] or other)}
        if "swap" in args:
            pair = {"a": pair["b"], "b": pair["a"]}
        kept = {k: v for k, v in desk.common.items() if k in ("game", "lang", "names")}
        return redirect(desks.address("rulings.compare", {**kept, **pair}))
    rows = [
        (option_label(t(), name), choice_label(t(), name, a), choice_label(t(), name, b), RuleSet.options[name].rule)
        for name, (a, b) in difference(one, other).items()
    ]
    pair = {"a": rules_to_link(one), "b": rules_to_link(other)}
    return render_template(
        "rulings/compare.html",
        desk=desk,
        title=_compare_title(),
        rows=rows,
        one=desks.picker(one, "a-"),
        other=desks.picker(other, "b-"),
        titles=_two_titles(one, other),
        link_a=pair["a"],
        link_b=pair["b"],
        only_here=only_here(),
        link=root() + desks.address("rulings.compare", pair),
        code=desks.address("rulings.code", {**pair, "kind": "compare"}),
    )


def _two_titles(one: RuleSet, other: RuleSet) -> tuple[str, str]:
    titles = rules_title(one), rules_title(other)
    return titles if titles[0] != titles[1] else (_("%(rules)s (A)", rules=titles[0]), _("%(rules)s (B)", rules=titles[1]))


@blueprint.get("/rulings/<kind>.svg")
def code(kind: str) -> Response:
    """A question's address as a QR code."""
    if kind not in RULING_PAGES and kind != COMPARE:
        abort(404)
    address = root() + desks.address(f"rulings.{kind}", request.args.to_dict())
    try:
        drawn = segno.make(address, error="l", micro=False)
    except segno.DataOverflowError:
        abort(404)
    out = io.BytesIO()
    drawn.save(out, kind="svg", border=3, light="#fff", dark="#000", omitsize=True)
    return Response(out.getvalue(), mimetype="image/svg+xml")
