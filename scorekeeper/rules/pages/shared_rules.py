"""Shared house rules: a link, QR code, PDF or file that holds all of them, and reading them from pasted text."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlsplit

from flask import Blueprint, Response, abort, redirect, render_template, request, send_file, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.file_names import file_name
from scorekeeper.core.forms import form_input
from scorekeeper.core.forms.form_input import submission_key
from scorekeeper.core.forms.forms import Form, TextField
from scorekeeper.core.i18n.translation import QUERY, t
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.pages.lan_address import qr_code, reachable_root, why_unreachable
from scorekeeper.core.pages.layout import set_device_cookie, settings, show_refusals_on, visitor, visitor_or_new
from scorekeeper.core.pages.live_parts import template_values
from scorekeeper.core.pages.pdf_responses import pdf_page
from scorekeeper.core.pdf.pdf_options import requested_options
from scorekeeper.core.refusals import refusal_text
from scorekeeper.engine.errors import GameError, Malformed
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, name_of, named_rules
from scorekeeper.formats.json_reader import read_json
from scorekeeper.formats.rules import (
    dump_difference,
    minimal_changes,
    parse_rules,
    rules_from_link,
    rules_from_query,
    rules_to_link,
    rules_to_query,
)
from scorekeeper.messages.errors.error_text import error_text, problem_texts
from scorekeeper.messages.rules.rules import GROUPS, diff_text, group_title, variant_title
from scorekeeper.rulebook.view import rule_card
from scorekeeper.rules.commands import house_rules as kept_rules
from scorekeeper.rules.pages.words import rules_blurb, rules_title
from scorekeeper.rules.printouts.documents import rule_card_sheet_html
from scorekeeper.rules.printouts.facts import key_facts
from scorekeeper.rules.store.house_rules import LONGEST_RULES_NAME
from scorekeeper.rules.titles import nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.rules.commands.house_rules import SavedRules
    from scorekeeper.rules.printouts.facts import PrintedFact


LONGEST = 20_000
"""Characters, enough for a long game."""


IGNORED_PARAMETERS = (QUERY, "size", "mark")
"""Query parameters of a rule card's address that are not options."""
TRACKING_PREFIXES = ("utm_", "fbclid", "gclid", "msclkid", "igsh", "mc_")
"""Prefixes of tracking parameters that other services add to links."""


class UnreadableRules(ValueError):
    """The text contains no readable rules. `texts` says why."""

    def __init__(self, *texts: str) -> None:
        super().__init__(*texts)
        self.texts = texts


def read_text(text: str) -> tuple[RuleSet, str]:
    """Return the rules in the text and their name, if it has one. Raises NotRead with every reason."""
    text = text.strip()
    if not text:
        raise UnreadableRules(_("Paste a link or the text of a file, or choose a file."))
    if len(text) > LONGEST:
        raise UnreadableRules(_("That is too long. The limit is %(high)s characters.", high=LONGEST))
    try:
        return _read_json_rules(text) if text[0] in '{["' else _read_link(text)
    except GameError as error:
        raise UnreadableRules(*error_texts(error)) from error


def _read_json_rules(text: str) -> tuple[RuleSet, str]:
    value = read_json(text)
    if not isinstance(value, dict) or "rules" not in value:
        return parse_rules(value), ""
    name = value.get("name", "")
    return parse_rules(value["rules"]), _name(name) if isinstance(name, str) else ""


def _read_link(text: str) -> tuple[RuleSet, str]:
    line = next(_find_links(text), text)
    address = urlsplit(line)
    _before, of, base = address.path.rpartition("/rules/of/")
    if of:
        return rules_from_address(base.partition("/")[0], parse_qsl(address.query, keep_blank_values=True))
    _before, of, base = address.path.rpartition("/rules/")
    return rules_from_link(base if of else line), ""


def rules_from_address(base: str, query: Iterable[tuple[str, str]]) -> tuple[RuleSet, str]:
    """Return the rules and the name that a link contains. Raises `GameError`."""
    options: dict[str, str] = {}
    name = ""
    for key, value in query:
        if key == "name":
            name = _name(value)
        elif key not in IGNORED_PARAMETERS and not key.startswith(TRACKING_PREFIXES):
            if key in options:
                raise Malformed("rules", reason="type", read=f"{key}={options[key]}&{key}={value}")
            options[key] = value
    return rules_from_query(base, options), name


def error_texts(error: GameError) -> list[str]:
    """Return every reason for the error, in words."""
    return problem_texts(t(), error) or [error_text(t(), error)]


def _find_links(text: str) -> Iterator[str]:
    """Return the links to rules in a message."""
    return (word for word in text.split() if "/rules/" in word)


def _name(text: str) -> str:
    name = " ".join(text.split())[:LONGEST_RULES_NAME]
    return name if name.isprintable() else ""


blueprint = Blueprint("shared_rules", __name__)


class KeepForm(Form):
    """A name for the rules of a link."""

    name = TextField(most=80)


class BringInForm(Form):
    """A pasted link or file."""

    text = TextField()


def difference_texts(base: str, rules: RuleSet) -> list[str]:
    """Return a sentence for each rule that was changed from `base`, but not for options that follow others."""
    return chosen_difference_texts(named_rules(base), rules, set(minimal_changes(base, rules)))


def chosen_difference_texts(base: RuleSet, rules: RuleSet, names: set[str]) -> list[str]:
    """Return the differences in the named options, in words."""
    texts = zip(dump_difference(base, rules), diff_text(t(), base, rules), strict=True)
    return [text for name, text in texts if name in names]


def link_to(rules: RuleSet, name: str = "", endpoint: str = "shared_rules.shared") -> str:
    """Return the link that holds these rules and their name."""
    base, query = rules_to_query(rules)
    values: dict[str, Any] = {**query, "name": name} if name else {**query}
    return url_for(endpoint, base=base, **values)


def _requested_rules(base: str) -> tuple[RuleSet, str]:
    """Return the rules and name in the request's address. Raises `GameError`."""
    if base not in VARIANTS_BY_NAME:
        abort(404)
    return rules_from_address(base, request.args.items(multi=True))


@blueprint.errorhandler(GameError)
def refused(error: GameError) -> tuple[str, int]:
    """Show why a link contains no valid rules."""
    return render_template("rules/saved_rules/refused.html", texts=error_texts(error)), 422


@blueprint.get("/rules/of/<base>")
def shared(base: str) -> str:
    """Show the rules of a link, ready to be played, saved or printed."""
    rules, name = _requested_rules(base)
    return render_card(rules, name, None)


@blueprint.post("/rules/of/<base>")
def keep(base: str) -> ResponseReturnValue:
    """Save the rules of a link on this device."""
    rules, shared_name = _requested_rules(base)
    form = KeepForm.from_post()
    name = form.name.data if form.name.sent else shared_name[:80]
    device = visitor_or_new()
    show_refusals_on(
        lambda refusal: set_device_cookie(
            Response(render_card(rules, shared_name, None, name, refusal_text(t(), refusal)), 422), device
        ),
        when=lambda refusal: refusal.field == "name",
    )
    saved = kept_rules.save(device, name, rules, uuid=form_input.key())
    answer = redirect(url_for("our_rules.show", set_id=saved.id), 303)
    assert isinstance(answer, Response)
    return set_device_cookie(answer, device)


@dataclass(frozen=True)
class CardPage:
    """The page of a rule set.

    `kept`: the saved set shown. `own`: a saved set with the same rules.
    `base`: the named set it is based on. `differs`: the differences, in words. `usual`: the named set with equal rules.
    `link`: an address with all of the rules. `word`: the rules as one word. `only_here`: why no one else can open the link.
    `others`: rule sets to compare with. `typed`: a name for the set. `name_error`: what is wrong with it.
    """

    title: str
    kept: SavedRules | None
    own: SavedRules | None
    about: str
    base: str
    base_title: str
    differs: list[str]
    usual: str
    facts: list[PrintedFact]
    sections: list[tuple[str, list[str]]]
    link: str
    only_here: str
    code_url: str
    pdf_url: str
    json_url: str
    play_url: str
    change_url: str
    word: str
    others: list[tuple[str, list[tuple[str, str]]]]
    typed: str
    name_error: str
    longest: int
    uuid: str


def render_card(rules: RuleSet, name: str, saved: SavedRules | None, typed: str | None = None, name_error: str = "") -> str:
    """Render the page of a rule set. `saved`: the saved set, if any. `typed`: the name that was refused."""
    device = visitor()
    base = saved.base if saved else rules_to_query(rules)[0]
    suggested = kept_rules.free_name(device, name or rules_title(rules))
    page = CardPage(
        title=name or rules_title(rules),
        kept=saved,
        own=None if saved else kept_rules.find(device, rules),
        about=rules_blurb(rules) if name_of(rules) else "",
        base=base,
        base_title=variant_title(t(), base),
        differs=difference_texts(base, rules),
        usual=variant_title(t(), known) if (known := name_of(rules)) else "",
        facts=key_facts(rules, t()),
        sections=rule_card(t(), rules),
        link=reachable_root() + link_to(rules, name),
        only_here=why_unreachable(),
        code_url=link_to(rules, name, "shared_rules.code"),
        pdf_url=link_to(rules, name, "shared_rules.card_pdf"),
        json_url=link_to(rules, name, "shared_rules.card_json"),
        play_url=url_for("new_game.form", rules=rules_to_link(rules)),
        change_url=url_for("our_rules.new", of=rules_to_link(rules), base=base, name=name or None),
        word=rules_to_link(rules),
        others=_rules_to_compare(rules),
        typed=suggested if typed is None else typed,
        name_error=name_error,
        longest=LONGEST_RULES_NAME,
        uuid=submission_key(),
    )
    return render_template("rules/saved_rules/card.html", **template_values(page))


def _rules_to_compare(rules: RuleSet) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the rule sets to compare with, as (value, title) by group."""
    ours = [(rules_to_link(saved.rules), saved.name) for saved in kept_rules.of_device(visitor()) if saved.rules != rules]
    known = [
        (group_title(t(), group), [(name, variant_title(t(), name)) for name in names if named_rules(name) != rules])
        for group, names in GROUPS.items()
    ]
    return [(title, found) for title, found in [(_("Our rules"), ours), *known] if found]


@blueprint.get("/rules/of/<base>/code.svg")
def code(base: str) -> Response:
    """Return the link as a QR code."""
    return qr_code(reachable_root() + link_to(*_requested_rules(base)))


@blueprint.get("/rules/of/<base>/card.pdf")
def card_pdf(base: str) -> Response:
    """Return the rules as a one-page PDF with the link as a QR code."""
    rules, name = _requested_rules(base)
    options = requested_options(settings()["mark"])
    link = "" if why_unreachable() else reachable_root() + link_to(rules, name)
    return pdf_page(
        lambda: rule_card_sheet_html(rules, options, title=name, link=link),
        name=[options.t("Rule card"), name or rules_title(rules)],
        of=("our card", link, options),
    )


@blueprint.get("/rules/of/<base>/rules.json")
def card_json(base: str) -> Response:
    """Return the rules as a JSON file: their name, the nearest named set and the differences."""
    rules, name = _requested_rules(base)
    near = nearest(rules)
    card = {"name": name or rules_title(rules), "rules": {"base": near, **dump_difference(named_rules(near), rules)}}
    body = json.dumps(card, ensure_ascii=False, indent=1) + "\n"
    title = file_name([name or rules_title(rules)]) + ".json"
    return send_file(io.BytesIO(body.encode()), "application/json", as_attachment=True, download_name=title)


@blueprint.get("/rules/bring-in")
def bring_in() -> str:
    """Show the form to paste a link or file."""
    return render_template("rules/saved_rules/bring_in.html", text="", errors=[])


@blueprint.post("/rules/bring-in")
def take() -> ResponseReturnValue:
    """Open the pasted rules, or show why they can't be read."""
    file = request.files.get("file")
    text = file.read(20_001).decode("utf-8", "replace") if file and file.filename else BringInForm.from_post().text.data
    try:
        rules, name = read_text(text)
    except UnreadableRules as error:
        return render_template("rules/saved_rules/bring_in.html", text=text[:20_000], errors=error.texts), 422
    return redirect(link_to(rules, name), 303)
