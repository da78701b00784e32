"""What all questions share: the rules, the players' names, their own address, and their parts in words."""

from __future__ import annotations

from dataclasses import dataclass, field

from scorekeeper.engine.deal import sort_hand
from scorekeeper.engine.errors import UnsoundRules
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, RuleSet, name_of, named_rules
from scorekeeper.formats.rules import rules_from_link, rules_to_link
from scorekeeper.messages.errors.error_messages import card_text
from scorekeeper.messages.errors.error_text import error_text, problem_texts
from scorekeeper.messages.game.outcome import trump_text
from scorekeeper.messages.marks import N_
from scorekeeper.messages.names import Names, names_of
from scorekeeper.messages.numbers import number
from scorekeeper.messages.rules.rules import (
    GROUPS,
    choice_label,
    diff_text,
    group_title,
    option_label,
    phase_title,
    variant_title,
)
from scorekeeper.rules.titles import SEAT_DIRECTIONS, for_players, nearest, title_of, to_text, values_offered
from scorekeeper.rulings.questions import links
from scorekeeper.rulings.rescore import same_seats

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from scorekeeper.engine.errors import GameError
    from scorekeeper.games.commands.game_state import GameState
    from scorekeeper.messages.marks import Gettext

    Address = Callable[[str, Mapping[str, Any]], str]
    """A function that returns the address of a page with the parts of a question."""


def seat_name(desk: QuestionContext, field: str) -> str:
    """Return the name of the player at the seat in this field."""
    seat = desk.state.get(field, "")
    return desk.names.seats[int(seat)] if seat else ""


def trump_row(desk: QuestionContext) -> tuple[str, str]:
    trump = desk.state.get("trump", "")
    return desk.t(N_("Trump")), trump_text(desk.t, trump) if trump else ""


def cards_text(desk: QuestionContext, field: str) -> str:
    """Return the cards in this field, in words."""
    return " ".join(card_text(card) for card in sort_hand(links.read_cards(desk.state, field)))


def scores_text(desk: QuestionContext) -> str:
    scores = [number(int(n)) for n in desk.state["scores"].split(".")]
    return ", ".join(f"{name} {score}" for name, score in zip(desk.names.sides, scores, strict=True))


DEFAULT_RULES = "informal"
CUSTOM = "as-now"
LARGEST_GAME = 10**13 - 1
"""Games begun on a phone have a thirteen-digit number until the server has them."""
PLAYER = N_("Player %(n)s")
SILENT_HAND = N_("%(player)s’s silent hand")
COMPASS = N_("North"), N_("East"), N_("South"), N_("West")


@dataclass(frozen=True)
class Reader:
    """The reader's language and addresses. `lang`: the language in the address, if any."""

    t: Gettext
    address: Address
    lang: str = ""


def non_empty_parts(parts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parts of an address that are not empty."""
    return {name: value for name, value in parts.items() if value not in ("", None)}


@dataclass(frozen=True)
class QuestionContext:
    """The context of a question.

    `kind`: the question. `names`: by seat and side. `given`: the names in the address, or None.
    `game`: the game it was asked from, to go back to. `state`: the question as in the address.
    """

    kind: str
    rules: RuleSet
    names: Names
    given: tuple[str, ...] | None
    game: int | None
    reader: Reader
    state: dict[str, str] = field(default_factory=dict)

    @property
    def t(self) -> Gettext:
        """The reader's translations."""
        return self.reader.t

    @property
    def common(self) -> dict[str, str]:
        """The parts of the address that every question shares."""
        parts = {"rules": rules_to_link(self.rules)}
        if self.given:
            parts["names"] = "~".join(self.given)
        if self.game is not None:
            parts["game"] = str(self.game)
        if self.reader.lang:
            parts["lang"] = self.reader.lang
        return parts

    def url(self, kind: str | None = None, **changes: str) -> str:
        """Return the address of this question with changes, or of another kind of question. Empty parts are left out."""
        state = {**self.state, **changes} if kind in (None, self.kind) else changes
        return self.address(kind or self.kind, {**self.common, **state})

    def under(self, rules: RuleSet) -> str:
        """Return the address of the same question under other rules."""
        return self.address(self.kind, {**self.common, **self.state, "rules": rules_to_link(rules)})

    def address(self, page: str, parts: Mapping[str, Any]) -> str:
        """Return the address of a page with these parts, leaving out empty ones."""
        return self.reader.address(page, non_empty_parts(parts))

    @property
    def title(self) -> str:
        """The title of the rules."""
        return title_of(self.t, self.rules)

    @property
    def differs(self) -> list[str]:
        """The differences from the nearest named rule set, in words."""
        return diff_text(self.t, named_rules(nearest(self.rules)), self.rules)

    def seats(self) -> list[dict[str, Any]]:
        """Return the seats of the drawn table, clockwise: `seat`, `name`, `at`, `side`."""
        table = self.rules.table
        at = SEAT_DIRECTIONS[table.players]
        return [{"seat": s, "name": self.names.seats[s], "at": at[s], "side": table.side_of[s]} for s in range(table.players)]


def read_context(reader: Reader, kind: str, args: Mapping[str, str], default: str = DEFAULT_RULES) -> QuestionContext:
    """Return the context of a question. Raises `BadLink`, and `GameError` for invalid rules."""
    rules = rules_from_link(args.get("rules", "") or default)
    player_names = links.read_names(args, rules.table.players)
    game = links.read_number(args, "game", 1, LARGEST_GAME)
    return QuestionContext(kind, rules, names_for(reader.t, rules, player_names), player_names, game, reader)


def names_for(t: Gettext, rules: RuleSet, player_names: tuple[str, ...] | None) -> Names:
    """Return the names at the table, with compass points or numbers where none are given.

    Silent hands are named after their players.
    """
    players = rules.table.players
    if player_names is None:
        player_names = tuple(map(t, COMPASS)) if players == 4 else tuple(t(PLAYER) % {"n": seat + 1} for seat in range(players))
    names = names_of(rules, player_names)
    if rules.format == "two_handed":
        silent = tuple(t(SILENT_HAND) % {"player": name} for name in player_names)
        return Names(names.sides, (*names.seats, *silent), names.kind)
    return names


@dataclass(frozen=True)
class Picker:
    """A form to choose and change a rule set. `prefix` tells two on one page apart."""

    prefix: str
    rules: RuleSet
    value: str
    title: str
    groups: list[tuple[str, list[tuple[str, str]]]]
    sections: list[tuple[str, list[dict[str, Any]]]]
    changed: list[str]
    errors: list[str]


def make_picker(
    t: Gettext, rules: RuleSet, prefix: str = "", errors: list[str] | None = None, game: RuleSet | None = None
) -> Picker:
    """Return the form's content. With a game's rules, it only lists named sets for the same players and partners."""
    near = nearest(rules)
    chosen, usual = rules.values(), named_rules(near).values()
    groups = []
    for group, variants in GROUPS.items():
        fitting = [n for n in variants if game is None or _fits(game, n)]
        if fitting:
            groups.append((group_title(t, group), [(n, variant_title(t, n)) for n in fitting]))
    sections: dict[str, list[dict[str, Any]]] = {}
    for name, option in RuleSet.options.items():
        value = chosen[name]
        offered = values_offered(option)
        values = offered if value in offered else [*offered, value]
        items = [(to_text(v), choice_label(t, name, v)) for v in values]
        part = {"name": name, "label": option_label(t, name), "values": items, "value": to_text(value)}
        sections.setdefault(option.phase, []).append({**part, "changed": value != usual[name]})
    title = title_of(t, rules)
    phase_fields = [(phase_title(t, phase), fields) for phase, fields in sections.items()]
    value = name_of(rules) or CUSTOM
    return Picker(prefix, rules, value, title, groups, phase_fields, diff_text(t, named_rules(near), rules), errors or [])


def _for_players(rules: RuleSet, players: int) -> RuleSet:
    """Return the rules for this number of players, or as they are if their number is fixed."""
    try:
        return for_players(rules, players)
    except ValueError:
        return rules


def _fits(game: RuleSet, name: str) -> bool:
    return same_seats(game, _for_players(named_rules(name), game.table.players))


def read_picked_rules(args: Mapping[str, str], current: RuleSet, prefix: str = "", players: int | None = None) -> RuleSet | None:
    """Return the rule set that the form sent, for this number of players, or None. Raises `UnsoundRules` and `BadLink`."""
    base = args.get(f"{prefix}base")
    if base is None:
        return None
    if base != CUSTOM and base not in VARIANTS_BY_NAME:
        raise links.BadLink(f"{prefix}base", base, links.ONE_OF)
    if base != (name_of(current) or CUSTOM):
        named = named_rules(base)  # changes to the previous rule set don't carry over
        return named if players is None else _for_players(named, players)
    changes: dict[str, object] = {}
    for name, option in RuleSet.options.items():
        text = args.get(f"{prefix}opt-{name}")
        if text is None or text == to_text(current.values()[name]):
            continue
        offered = {to_text(v): v for v in values_offered(option)}
        if text not in offered:
            raise links.BadLink(name, text, links.ONE_OF)
        changes[name] = offered[text]
    return current.with_options(**changes) if changes else current


def rules_errors(t: Gettext, error: GameError) -> list[str]:
    """Return why a rule set can't be played, one sentence for each problem."""
    return problem_texts(t, error) if isinstance(error, UnsoundRules) else [error_text(t, error)]


def from_game(game: GameState, game_id: int) -> dict[str, str]:
    """Return the parts of a question's address that a game fills in."""
    return {
        "rules": rules_to_link(game.rules),
        "names": "~".join(name.replace("~", "-") for name in game.players),
        "game": str(game_id),
    }
