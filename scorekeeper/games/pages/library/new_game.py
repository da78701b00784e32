"""The form for a new game: names by seat, and rules. Every button sends the whole form.

The game page asks for the first dealer.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from flask import Blueprint, Response, redirect, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.core.events.idempotency import KeyReused
from scorekeeper.core.forms import form_input
from scorekeeper.core.forms.form_input import submission_key
from scorekeeper.core.http.site_root import rooted
from scorekeeper.core.i18n.translation import LANGUAGES, t, t_for
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.limits import LONGEST_NAME, check_uuid
from scorekeeper.core.pages.layout import set_device_cookie, show_refusals_on, visitor, visitor_or_new
from scorekeeper.core.pages.live_parts import template_values
from scorekeeper.core.security.rate_limits import NEW_GAMES
from scorekeeper.engine import options
from scorekeeper.engine.errors import GameError
from scorekeeper.engine.ruleset import RuleSet, named_rules
from scorekeeper.formats.rules import rules_from_link, rules_to_link, text_from_value, value_from_text
from scorekeeper.games.commands.library import game_creation, game_lists, matches
from scorekeeper.games.commands.library.game_lists import LoadedGame
from scorekeeper.games.pages.library import new_game_draft as drafts
from scorekeeper.games.pages.library.new_game_draft import NewGameDraft
from scorekeeper.messages.errors.error_text import plain_error_text
from scorekeeper.messages.marks import N_
from scorekeeper.messages.rules.rules import diff_text, group_title
from scorekeeper.rules.pages import rules_form
from scorekeeper.rules.pages.words import RulesChoice, rules_blurb, rules_title, saved_rules

if TYPE_CHECKING:
    from scorekeeper.engine.errors import Problem

blueprint = Blueprint("new_game", __name__)

FIRST = "informal"
"""The rules for a device without games: most families play them."""
RECENT = 3
CHIPS = 10
"""Known names that can be tapped."""
MATCHES = (2, 3, 4, 5, 7)
TARGETS = (200, 300, 500)
"""The targets that always have a button."""
RULE_CHOICES = (
    ("no_trump", "plain", "forbidden", N_("No trump")),
    ("no_trump", "double", "forbidden", N_("No trump, double")),
    ("hundred_for_200", True, False, N_("100 for 200")),
)
"""The rules that have a button: an option, its value when the button is pressed, its value when not, and the label."""


@dataclass(frozen=True)
class RuleChip:
    """A button that changes a rule. `pressed`: whether what it says is in force."""

    button: str
    label: str
    pressed: bool


@dataclass(frozen=True)
class NewGamePage:
    """The values for the form of a new game.

    By seat, `places` say where the seat is, `words` are the default names, and `names` the current ones. `wrong_seat` has an
    invalid name. `known` are the device's names, of which `chips` can be tapped.

    `targets` and `rule_choices` are the rules that a tap changes. `played` are the current rules. `ours`, `recent` and
    `groups` are the rule sets to choose from: the device's own, the visible ones, and the other named ones by group.
    `chosen` is the selected one. `changes` are the changed options as JSON, `changed` the same in words. `sections` are the
    house rules by phase, without `silent_field`, which is shown separately.

    `problems` say why the rules can't be played, `problem_texts` the same in words, and `resolutions` are the ways to fix
    it. `error` says why the game was not started. `started` is a game that was started from this page before.
    """

    draft: NewGameDraft
    table: options.Table
    places: list[str]
    words: list[str]
    names: list[str]
    wrong_seat: object
    known: list[str]
    chips: int
    targets: list[RuleChip]
    rule_choices: list[RuleChip]
    played: RulesChoice
    ours: list[RulesChoice]
    recent: list[RulesChoice]
    groups: list[tuple[str, list[RulesChoice]]]
    chosen: str
    changes: str
    changed: list[str]
    sections: list[rules_form.Section]
    silent_field: rules_form.Field | None
    problems: list[Problem]
    problem_texts: list[str]
    resolutions: list[str]
    counts: tuple[int, ...]
    matches: tuple[int, ...]
    longest: int
    error: str | None
    started: LoadedGame | None
    uuid: str


@blueprint.get("/games/new")
def form() -> str:
    """Show the form filled in with the rules last played, or the rules in the query."""
    NEW_GAMES.check(visitor())
    listed = game_lists.games_of_device(visitor())
    return _page(_first_draft(listed, request.args.get("rules", "")), listed)


@blueprint.post("/games/new")
def post() -> ResponseReturnValue:
    """Start the game, or apply one step of the form and show it again."""
    listed = game_lists.games_of_device(visitor())
    draft = drafts.read(drafts.NewGameForm.from_post(), _first_draft(listed, "").base)
    step, number = form_input.pressed_list_button("start")
    if step == "start":
        return _start(draft, listed)
    return _page(_apply_step(draft, step, number or 0, listed), listed)


def _first_draft(listed: list[LoadedGame], rules_link: str) -> NewGameDraft:
    played = sorted((one for one in listed if one.access.may_score), key=lambda one: one.access.game_id, reverse=True)
    rules = played[0].game.rules if played else saved_rules()[0].rules if saved_rules() else named_rules(FIRST)
    if rules_link:
        try:
            rules = rules_from_link(rules_link)
        except GameError:
            rules_link = ""
    draft = NewGameDraft(rules, names=_names(rules.table.players, played))
    if played and played[0].game.rules == rules:
        return replace(draft, dealer=played[0].game.state.dealer)
    return draft


def _names(count: int, played: list[LoadedGame]) -> tuple[str, ...]:
    """Return the names from the last game with this number of players."""
    last = next((g.game.players for g in played if g.game.rules.table.players == count), ())
    unnamed = _default_names()
    return (*("" if name in unnamed else name for name in last), *[""] * (drafts.SEATS - len(last)))


def _apply_step(draft: NewGameDraft, step: str, number: int, listed: list[LoadedGame]) -> NewGameDraft:
    if step == "count":
        return _draft_for_count(draft, number, listed)
    if step == "rules":
        return _without_invalid_dealer(replace(draft, changes={}), draft)
    if step == "way":
        return _without_invalid_dealer(draft.with_resolution(number), draft)
    if step == "set":
        return _set_rule(draft)
    if step == "swap":
        return drafts.swap_players(draft, number)
    if step == "rotate":
        return drafts.rotate_players(draft)
    return _without_invalid_dealer(draft, draft)


def _set_rule(draft: NewGameDraft) -> NewGameDraft:
    """Return the draft with the rule of the pressed button, such as `set-target-500`."""
    name, _dash, text = form_input.pressed_button().removeprefix("set-").partition("-")
    if name not in ("target", *[option for option, *_rest in RULE_CHOICES]):
        return draft
    return drafts.set_option(draft, name, value_from_text(name, text))


def _without_invalid_dealer(draft: NewGameDraft, before: NewGameDraft) -> NewGameDraft:
    """Return the draft without its dealer if the new rules' table has no such seat."""
    seats = [s for s in range(draft.players) if s != draft.rules.table.fixed_silent]
    if draft.dealer is None or (draft.dealer in seats and draft.players == before.players):
        return draft
    return replace(draft, dealer=None)


def _draft_for_count(draft: NewGameDraft, count: int, listed: list[LoadedGame]) -> NewGameDraft:
    if count not in drafts.COUNTS:
        return draft
    recent = [rules for rules in game_lists.recent_rules(listed) if rules.table.players == count]
    ours = [rule_set.rules for rule_set in saved_rules() if rule_set.rules.table.players == count]
    base = next(iter([*recent, *ours]), drafts.named_rules_for(count)[0][1])
    names = draft.names if any(draft.names) else _names(count, listed)
    return NewGameDraft(base, names=names, games_to_win=draft.games_to_win)


def _start(draft: NewGameDraft, listed: list[LoadedGame]) -> ResponseReturnValue:
    if draft.problems:
        return _page(draft, listed), 422
    show_refusals_on(
        lambda refusal: (_page(draft, listed, started=refusal.game if isinstance(refusal, KeyReused) else None), 422),
        when=lambda refusal: isinstance(refusal, KeyReused) or refusal.code == "uuid",
    )
    try:
        key = check_uuid(form_input.key())
        names = [name or word for name, word in zip(draft.names, seat_words(draft.rules.table), strict=False)]
        NEW_GAMES.spend(visitor(), request.remote_addr or "")
        device = visitor_or_new()
        access = game_creation.start(draft.rules, names[: draft.players], draft.deals, device, uuid=key)
        if draft.games_to_win:
            matches.set_match_length(access, draft.games_to_win)
    except GameError as error:
        return _page(draft, listed, error), 422
    answer = redirect(rooted(f"/games/{access.game_id}"), 303)
    assert isinstance(answer, Response)
    return set_device_cookie(answer, device)


def seat_words(table: options.Table) -> list[str]:
    """Return the default names of the players, clockwise, as the person with the phone would call them.

    The empty fields show these words, so that form, pad and sheet use the same ones. They are not compass directions,
    because no one at a kitchen table knows who is North.
    """
    words = _numbered(table)
    words[0], words[1], words[-1] = _("Me"), _("Left seat"), _("Right seat")
    if partner := _partner(table):
        words[partner] = _("Partner")
    elif table.players in (2, 4):
        words[table.players // 2] = _("Across")
    return words


def _default_names() -> set[str]:
    """Return the default names in every language. They are never suggested as names."""
    words: set[str] = set()
    for lang in LANGUAGES:
        say = t_for(lang)
        words |= {say(word) for word in (N_("Me"), N_("Left seat"), N_("Right seat"), N_("Partner"), N_("Across"))}
        words |= {say(N_("Player %(n)s")) % {"n": n + 1} for n in range(drafts.SEATS)}
    return words


def places(table: options.Table) -> list[str]:
    """Return where each player sits, clockwise from the person with the phone."""
    position_words = _numbered(table)
    position_words[0], position_words[1], position_words[-1] = _("You"), _("On your left"), _("On your right")
    if partner := _partner(table):
        position_words[partner] = _("Your partner")
    elif table.players in (2, 4):
        position_words[table.players // 2] = _("Across from you")
    return position_words


def _partner(table: options.Table) -> int:
    """Return the seat of the first player's only partner, or 0 if there is none or several."""
    partners = [seat for seat in range(1, table.players) if table.side_of[seat] == table.side_of[0] is not None]
    return partners[0] if len(partners) == 1 else 0


def _numbered(table: options.Table) -> list[str]:
    return [_("Player %(n)s", n=seat + 1) for seat in range(table.players)]


def _page(draft: NewGameDraft, listed: list[LoadedGame], error: GameError | None = None, started: int | None = None) -> str:
    """Return the form. `started` is the game that was started from it before with other values."""
    table, rules = draft.rules.table, draft.rules
    names = [name or word for name, word in zip(draft.names, seat_words(table), strict=False)]
    silent: dict[object, str] = {seat: names[seat] for seat in range(table.players)} if rules.format == "silent_partner" else {}
    apart = ("silent_seat",) if silent else ()
    sections, alone = rules_form.sections(t(), draft.values, draft.changes, draft.problems, {"silent_seat": silent}, apart)
    unnamed = _default_names()
    choice_values = [value for value, _rules in _choices(draft, listed)]
    ours = [replace(_option(k.rules), title=k.name) for k in saved_rules() if k.rules.table.players == draft.base.table.players]
    our_values = {option.value for option in ours}
    page = NewGamePage(
        draft=draft,
        table=table,
        places=places(table),
        names=names,
        targets=_target_chips(draft),
        rule_choices=_rule_chips(draft),
        played=_option(rules),
        chips=CHIPS,
        ours=ours,
        recent=[_option(r) for value, r in _choices(draft, listed) if value not in our_values],
        groups=_groups(draft, {*choice_values, *our_values}),
        chosen=rules_to_link(draft.base),
        changes=json.dumps(dict(draft.changes)),
        changed=diff_text(t(), draft.base, rules) if draft.changes and not draft.problems else [],
        sections=sections,
        silent_field=alone.get("silent_seat"),
        problems=draft.problems,
        problem_texts=[rules_form.plain_text(t(), p) for p in draft.problems],
        resolutions=[rules_form.resolution_text(t(), one) for one in draft.resolutions],
        known=[name for name in game_lists.recent_names(listed) if name not in unnamed][:40],
        words=seat_words(table),
        counts=drafts.COUNTS,
        matches=MATCHES,
        longest=LONGEST_NAME,
        error=plain_error_text(t(), error) if error else None,
        wrong_seat=error.params.get("seat") if error else None,
        started=next((game for game in listed if game.access.game_id == started), None),
        uuid=submission_key() if started else form_input.key_or_new(),
    )
    return render_template("games/library/new_game.html", **template_values(page))


def _target_chips(draft: NewGameDraft) -> list[RuleChip]:
    """Return a button for each usual target, and for the rule set's own and the current one."""
    now = draft.values["target"]
    targets = sorted({*TARGETS, draft.base.target, draft.rules.target})
    return [RuleChip(f"set-target-{n}", _("To %(target)s", target=n), pressed=n == now) for n in targets]


def _rule_chips(draft: NewGameDraft) -> list[RuleChip]:
    chips = []
    for name, on, off, label in RULE_CHOICES:
        pressed = draft.values[name] == on
        chips.append(RuleChip(f"set-{name}-{text_from_value(off if pressed else on)}", _(label), pressed))
    return chips


def _choices(draft: NewGameDraft, listed: list[LoadedGame]) -> list[tuple[str, RuleSet]]:
    """Return the visible rule sets: the last used with this number of players, else the most popular."""
    count = draft.base.table.players
    recent = [rules for rules in game_lists.recent_rules(listed) if rules.table.players == count][:RECENT]
    first = list(dict.fromkeys([*recent, *(rules for _group, rules in drafts.named_rules_for(count))]))[:RECENT]
    known = {rules_to_link(rules): rules for rules in first}
    chosen = rules_to_link(draft.base)
    if chosen not in known and not any(chosen == rules_to_link(rules) for _group, rules in drafts.named_rules_for(count)):
        known[chosen] = draft.base
    return list(known.items())


def _option(rules: RuleSet) -> RulesChoice:
    return RulesChoice(rules_to_link(rules), rules_title(rules), rules_blurb(rules))


def _groups(draft: NewGameDraft, shown_values: set[str]) -> list[tuple[str, list[RulesChoice]]]:
    """Return the other named rule sets for this number of players, by group."""
    by_group: dict[str, list[RulesChoice]] = {}
    for group, rules in drafts.named_rules_for(draft.base.table.players):
        if rules_to_link(rules) not in shown_values:
            by_group.setdefault(group, []).append(_option(rules))
    return [(group_title(t(), group), options) for group, options in by_group.items()]
