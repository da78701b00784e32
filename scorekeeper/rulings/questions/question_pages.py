"""The pages for rulings, from address to content, on the server and on an offline phone."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.errors import GameError
from scorekeeper.engine.replay.compare import compare_options
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.formats.rules import rules_from_link, rules_to_link
from scorekeeper.messages.errors.error_text import plain_error_text
from scorekeeper.messages.marks import N_
from scorekeeper.messages.rules.rules import choice_label, option_label
from scorekeeper.rules.titles import title_of
from scorekeeper.rulings.questions import question_context as desks
from scorekeeper.rulings.questions.kinds import RULING_PAGES
from scorekeeper.rulings.questions.links import BadLink

TYPE_CHECKING = False  # phones load this
if TYPE_CHECKING:
    from typing import Any

    from scorekeeper.messages.marks import Gettext
    from scorekeeper.rulings.questions.kind import Args, QuestionKind, QuestionParts
    from scorekeeper.rulings.questions.question_context import QuestionContext, Reader

COMPARE = "compare"
"""The page that compares two rule sets."""
INDEX = "index"
CODE = "code"
"""A question as a QR code. It is not a page, and only the server makes it."""

ANSWER = "#answer"
"""The end of a question's link. It scrolls to the answer."""

RULES = N_("Rules")
COMPARE_TITLE = N_("How do two rule sets differ?")
TITLE_A, TITLE_B = N_("%(rules)s (A)"), N_("%(rules)s (B)")

_PARTS = frozenset(
    (
        *("names", "game", "lang", "dealer", "calls", "hand", "held", "discard", "trump", "contractor", "cards", "partner"),
        *("dropped", "scores", "bid", "points", "bids", "made", "took"),
    )
)
"""The parts of a question that stay when the rules change."""


@dataclass(frozen=True)
class Page:
    """A page: its template, values and status code.

    `address`: its own address, to be saved or sent; empty without an answer. `code`: the address of its QR code.
    """

    template: str
    values: dict[str, Any]
    status: int = 200
    address: str = ""
    code: str = ""


@dataclass(frozen=True)
class QuestionRedirect:
    """A redirect to the question that a pressed button makes."""

    address: str


def pages() -> tuple[str, ...]:
    """Return the names of all pages, as used in addresses."""
    return (INDEX, *RULING_PAGES, COMPARE)


def page(reader: Reader, name: str, args: Args) -> Page | QuestionRedirect:
    """Return the page, or a redirect, for an address with this query. Raises `KeyError` for an unknown page."""
    try:
        if name == INDEX:
            return _index(reader, args)
        if name == COMPARE:
            return _compare(reader, args)
        return _question(reader, RULING_PAGES[name], args)
    except (BadLink, GameError) as error:
        return _invalid_page(reader, name, args, error)


def _index(reader: Reader, args: Args) -> Page:
    desk = desks.read_context(reader, INDEX, args)
    kinds = [(name, reader.t(kind.title)) for name, kind in RULING_PAGES.items()] + [(COMPARE, reader.t(COMPARE_TITLE))]
    return Page("index", {"desk": desk, "kinds": kinds, "given": "rules" in args})


def _question(reader: Reader, kind: QuestionKind, args: Args) -> Page | QuestionRedirect:
    desk = desks.read_context(reader, kind.name, args, kind.rules)
    try:
        rules = desks.read_picked_rules(args, desk.rules)
    except GameError as error:
        plain, context = kind.show(desk, {})
        return _question_page(kind, plain, context, 422, desks.rules_errors(reader.t, error))
    if rules is not None:  # new rules were sent: the same question under those
        parts = {k: v for k, v in args.items() if k in _PARTS and _means_same(desk.rules, rules, k)}
        return QuestionRedirect(desk.address(kind.name, {**parts, "rules": rules_to_link(rules)}))
    desk, context = kind.show(desk, args)
    return QuestionRedirect(context["go"]) if "go" in context else _question_page(kind, desk, context)


def _question_page(
    kind: QuestionKind, desk: QuestionContext, context: dict[str, Any], status: int = 200, errors: list[str] | None = None
) -> Page:
    values = {
        "desk": desk,
        "title": desk.t(kind.title),
        "picker": desks.make_picker(desk.t, desk.rules, errors=errors),
        "in_words": _describe_question(kind, desk),
        **context,
    }
    code = desk.address(CODE, {**desk.common, **desk.state, "kind": kind.name})
    return Page(kind.name, values, status, desk.url() + ANSWER, code)


def _describe_question(kind: QuestionKind, desk: QuestionContext) -> QuestionParts:
    """Return the question as (label, text), without empty parts."""
    rules = [desk.title, *desk.differs]
    parts = [(desk.t(RULES), ". ".join(rules) if len(rules) > 1 else rules[0]), *kind.asked(desk)]
    return [(label, text) for label, text in parts if text]


def _means_same(before: RuleSet, after: RuleSet, part: str) -> bool:
    """Return whether a part of a question means the same under other rules."""
    if part in ("game", "lang"):
        return True
    cards = (before.pack, before.hand_cards, before.kitty) == (after.pack, after.hand_cards, after.kitty)
    return before.format == after.format and before.table.players == after.table.players and (cards or part == "names")


def _invalid_page(reader: Reader, name: str, args: Args, error: BadLink | GameError) -> Page:
    """Return the page for an invalid address: what is wrong, and a link to start the question over."""
    text = error.text(reader.t) if isinstance(error, BadLink) else plain_error_text(reader.t, error)
    keeps = isinstance(error, GameError) and error.code != "rules"
    again = reader.address(name, desks.non_empty_parts({"rules": args.get("rules")}) if keeps else {})
    return Page("bad", {"text": text, "again": again}, 400)


def _compare(reader: Reader, args: Args) -> Page | QuestionRedirect:
    """Return the page with the differences between two rule sets, in words."""
    t, desk = reader.t, desks.read_context(reader, COMPARE, args)
    one = rules_from_link(args.get("a", "") or rules_to_link(desk.rules))
    other = rules_from_link(args.get("b", "") or ("kitty" if rules_to_link(one) == "standard" else "standard"))
    chosen = desks.read_picked_rules(args, one, "a-"), desks.read_picked_rules(args, other, "b-")
    if any(rules is not None for rules in chosen):
        pair = {"a": rules_to_link(chosen[0] or one), "b": rules_to_link(chosen[1] or other)}
        if "swap" in args:
            pair = {"a": pair["b"], "b": pair["a"]}
        common_args = {k: v for k, v in desk.common.items() if k in ("game", "lang", "names")}
        return QuestionRedirect(desk.address(COMPARE, {**common_args, **pair}))
    rows = [
        (option_label(t, name), choice_label(t, name, a), choice_label(t, name, b), RuleSet.options[name].rule)
        for name, (a, b) in compare_options(one, other).items()
    ]
    pair = {"a": rules_to_link(one), "b": rules_to_link(other)}
    values = {
        "desk": desk,
        "title": t(COMPARE_TITLE),
        "rows": rows,
        "one": desks.make_picker(t, one, "a-"),
        "other": desks.make_picker(t, other, "b-"),
        "titles": _two_titles(t, one, other),
        "link_a": pair["a"],
        "link_b": pair["b"],
    }
    return Page(COMPARE, values, address=desk.address(COMPARE, pair), code=desk.address(CODE, {**pair, "kind": COMPARE}))


def _two_titles(t: Gettext, one: RuleSet, other: RuleSet) -> tuple[str, str]:
    titles = title_of(t, one), title_of(t, other)
    return titles if titles[0] != titles[1] else (t(TITLE_A) % {"rules": titles[0]}, t(TITLE_B) % {"rules": titles[1]})
