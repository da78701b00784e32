"""What every page of the ruling desk shares: the rules it is asked under, who sits where, its own address."""

from __future__ import annotations

from dataclasses import dataclass, field

from scorekeeper.codec.rules_link import rules_from_link, rules_to_link
from scorekeeper.engine.errors import UnsoundRules
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.engine.variants import NAMED, name_of, named
from scorekeeper.rules.offered import to_text, values_offered
from scorekeeper.rules.titles import AT, nearest, title_of
from scorekeeper.rulings.questions import links
from scorekeeper.wording.errors import error_text, problem_texts
from scorekeeper.wording.marks import N_
from scorekeeper.wording.names import Names, names_of
from scorekeeper.wording.rules import GROUPS, choice_label, diff_text, group_title, option_label, phase_title, variant_title

TYPE_CHECKING = False  # loaded by phones
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from scorekeeper.engine.errors import GameError
    from scorekeeper.games.actions.game_state import GameState
    from scorekeeper.wording.marks import Gettext

    Address = Callable[[str, Mapping[str, Any]], str]
    """The address of a page of the desk with the parts of a question: `rulings.score` and the parts in, address out."""

DEFAULT_RULES = "informal"
CUSTOM = "as-now"
LARGEST_GAME = 10**13 - 1
"""Games that began on a phone have thirteen digits until a server has them."""
PLAYER = N_("Player %(n)s")
SILENT_HAND = N_("%(player)s’s silent hand")
COMPASS = N_("North"), N_("East"), N_("South"), N_("West")


@dataclass(frozen=True)
class Reader:
    """Who reads: in whose words, under which addresses. `lang`: the language that the address asks for, if it does."""

    t: Gettext
    address: Address
    lang: str = ""


def filled(parts: Mapping[str, Any]) -> dict[str, Any]:
    """The parts of an address that say something."""
    return {name: value for name, value in parts.items() if value not in ("", None)}


@dataclass(frozen=True)
class QuestionContext:
    """A question's surroundings. `kind`: which question; `names` by seat and side; `given`: the names as the address has them,
    None if it has none; `game`: the game that it was asked from, to go back to; `state`: the question as the address has it.
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
        """The reader's words."""
        return self.reader.t

    @property
    def common(self) -> dict[str, str]:
        """The parts of the address that go along to any other question."""
        parts = {"rules": rules_to_link(self.rules)}
        if self.given:
            parts["names"] = "~".join(self.given)
        if self.game is not None:
            parts["game"] = str(self.game)
        if self.reader.lang:
            parts["lang"] = self.reader.lang
        return parts

    def url(self, kind: str | None = None, **changes: str) -> str:
        """The address of this question with parts changed (empty ones left out), or of another kind of question."""
        state = {**self.state, **changes} if kind in (None, self.kind) else changes
        return self.address(kind or self.kind, {**self.common, **state})

    def under(self, rules: RuleSet) -> str:
        """The address of the same question under other rules."""
        return self.address(self.kind, {**self.common, **self.state, "rules": rules_to_link(rules)})

    def address(self, page: str, parts: Mapping[str, Any]) -> str:
        """The address of a page of the desk with these parts, empty ones left out."""
        return self.reader.address(page, filled(parts))

    @property
    def title(self) -> str:
        """What the rules are called."""
        return title_of(self.t, self.rules)

    @property
    def differs(self) -> list[str]:
        """What they have that it has not, in words."""
        return diff_text(self.t, named(nearest(self.rules)), self.rules)

    def seats(self) -> list[dict[str, Any]]:
        """The seats of the drawn table, clockwise: `seat`, `name`, `at`, `side`."""
        table = self.rules.table
        at = AT[table.players]
        return [{"seat": s, "name": self.names.seats[s], "at": at[s], "side": table.side_of[s]} for s in range(table.players)]


def read(reader: Reader, kind: str, args: Mapping[str, str], default: str = DEFAULT_RULES) -> QuestionContext:
    """The surroundings of a question. Raises `BadLink`, `GameError` for rules that cannot be."""
    rules = rules_from_link(args.get("rules", "") or default)
    given = links.names(args, rules.table.players)
    game = links.whole(args, "game", 1, LARGEST_GAME)
    return QuestionContext(kind, rules, names_for(reader.t, rules, given), given, game, reader)


def names_for(t: Gettext, rules: RuleSet, given: tuple[str, ...] | None) -> Names:
    """The names at the table; compass points or numbers where nobody is named, silent hands after their players."""
    players = rules.table.players
    if given is None:
        given = tuple(map(t, COMPASS)) if players == 4 else tuple(t(PLAYER) % {"n": seat + 1} for seat in range(players))
    names = names_of(rules, given)
    if rules.format == "two_handed":
        silent = tuple(t(SILENT_HAND) % {"player": name} for name in given)
        return Names(names.sides, (*names.seats, *silent), names.kind)
    return names


@dataclass(frozen=True)
class Picker:
    """A rule set to be chosen and changed, as a form shows it. `prefix` tells two on one page apart."""

    prefix: str
    rules: RuleSet
    value: str
    title: str
    groups: list[tuple[str, list[tuple[str, str]]]]
    sections: list[tuple[str, list[dict[str, Any]]]]
    changed: list[str]
    errors: list[str]


def picker(t: Gettext, rules: RuleSet, prefix: str = "", errors: list[str] | None = None, players: int | None = None) -> Picker:
    """The form's content; with `players`, only the named sets that so many play."""
    near = nearest(rules)
    chosen, usual = rules.values(), named(near).values()
    groups = []
    for group, variants in GROUPS.items():
        fitting = [n for n in variants if players is None or named(n).table.players == players]
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
    shown = [(phase_title(t, phase), fields) for phase, fields in sections.items()]
    value = name_of(rules) or CUSTOM
    return Picker(prefix, rules, value, title, groups, shown, diff_text(t, named(near), rules), errors or [])


def picked(args: Mapping[str, str], current: RuleSet, prefix: str = "") -> RuleSet | None:
    """The rule set that a form sent, None if it sent none. Raises `UnsoundRules`, `BadLink`."""
    base = args.get(f"{prefix}base")
    if base is None:
        return None
    if base != CUSTOM and base not in NAMED:
        raise links.BadLink(f"{prefix}base", base, links.ONE_OF)
    if base != (name_of(current) or CUSTOM):
        return named(base)  # another game: what was changed in the one before does not go along
    changes: dict[str, object] = {}
    for name, option in RuleSet.options.items():
        text = args.get(f"{prefix}opt-{name}")
        if text is None or text == to_text(current.values()[name]):
            continue
        offered = {to_text(v): v for v in values_offered(option)}
        if text not in offered:
            raise links.BadLink(name, text, links.ONE_OF)
        changes[name] = offered[text]
    return current.but(**changes) if changes else current


def rules_errors(t: Gettext, error: GameError) -> list[str]:
    """Why a rule set cannot be played, a sentence a problem."""
    return problem_texts(t, error) if isinstance(error, UnsoundRules) else [error_text(t, error)]


def from_game(game: GameState, game_id: int) -> dict[str, str]:
    """What a game fills in for a question asked from it."""
    return {
        "rules": rules_to_link(game.rules),
        "names": "~".join(name.replace("~", "-") for name in game.players),
        "game": str(game_id),
    }
