"""The whole book: its pages in reading order, and the place of each rule and option."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from scorekeeper.engine.ruleset import PHASES, VARIANTS_BY_NAME, RuleSet, named_rules
from scorekeeper.messages.marks import N_
from scorekeeper.messages.rules.labels import phase_title
from scorekeeper.messages.rules.titles import RULES, variant_title
from scorekeeper.rulebook.chapters import decisions, how_to_play, how_to_score, irregularities, tactics
from scorekeeper.rulebook.chapters.named_games import GROUPS
from scorekeeper.rulebook.content import Chapter
from scorekeeper.rulebook.options.entries import entries

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorekeeper.messages.marks import Gettext
    from scorekeeper.rulebook.content import Decision

TITLE = N_("The rulebook of 200")
LEDE = N_("How the game is played, every house rule we know of, where each comes from, and how to play it better.")

HOW = Chapter(
    "how-to-play",
    N_("How to play"),
    N_("The standard game for four, from the first jack to the last trick, with one hand played out in full."),
    how_to_play.SECTIONS + how_to_score.SECTIONS,
)
TACTICS = Chapter(
    "tactics",
    N_("Tactics"),
    N_("What good players do, under the question you would ask them."),
    tactics.SECTIONS,
)
OPTIONS = Chapter(
    "options",
    N_("Every house rule"),
    N_("What each option does, where it is played, and one example put to the scoring engine under each of its values."),
)
GAMES = Chapter(
    "games",
    N_("The games by name"),
    N_("From Le Dix to Le Rough: where each version comes from, and how it differs."),
)
GLOSSARY = Chapter("glossary", N_("Words of the table"), N_("English and French side by side."))
IRREGULARITIES = Chapter(
    "irregularities",
    N_("When something goes wrong"),
    N_(
        "Cards dealt wrong, calls and leads out of turn: what the texts say, and what card tables usually do where they are "
        "silent."
    ),
    irregularities.SECTIONS,
)
CHOICES = Chapter(
    "choices",
    N_("What we chose"),
    N_("Where the texts leave something open: what they say, what this program does, and why. Your table may do otherwise."),
    decisions.SECTIONS,
)
SOURCES = Chapter("sources", N_("Who says so"), N_("The texts behind these rules."))

CHAPTERS = (HOW, IRREGULARITIES, OPTIONS, GAMES, TACTICS, GLOSSARY, CHOICES, SOURCES)


@dataclass(frozen=True)
class Place:
    """A place in the book: the page's key and an anchor."""

    page: str
    anchor: str


def phases() -> list[str]:
    """Return the phases of the game that have options, in order."""
    return [phase.__name__.lower() for phase in PHASES]


def options_of(phase: str) -> list[str]:
    return [name for name, option in RuleSet.options.items() if option.phase == phase]


@cache
def pages() -> tuple[str, ...]:
    """Return the keys of all pages in reading order. The first, empty, is the table of contents."""
    keys = [""]
    for chapter in CHAPTERS:
        keys.append(chapter.key)
        if chapter is OPTIONS:
            keys += [f"options/{phase}" for phase in phases()]
        if chapter is GAMES:
            keys += [f"games/{name}" for group in GROUPS for name in group.games]
    return tuple(keys)


def page_title(t: Gettext, key: str) -> str:
    """Return a page's title for contents and links. Raises KeyError for an unknown page."""
    if not key:
        return t(TITLE)
    chapter, _, rest = key.partition("/")
    if rest and chapter == "options":
        return phase_title(t, rest)
    if rest:
        return variant_title(t, rest)
    return t({c.key: c.title for c in CHAPTERS}[chapter])


def neighbours(key: str) -> tuple[str | None, str | None]:
    """Return the pages before and after this one."""
    known = pages()
    at = known.index(key)
    return (known[at - 1] if at else None), (known[at + 1] if at + 1 < len(known) else None)


@cache
def rule_places() -> dict[str, Place]:
    """Return the place of each rule id."""
    places = {rule: Place(HOW.key, rule) for section in HOW.sections for rule in section.rules}
    explained = entries()
    for name, option in RuleSet.options.items():
        for rule in (option.rule, *explained[name].states):
            places.setdefault(rule, Place(f"options/{option.phase}", rule))
    return {rule: places[rule] for rule in RULES if rule in places}


def rules_stated_by(option: str) -> list[str]:
    """Return the rule ids that the entry of this option states."""
    declared = RuleSet.options[option]
    page, places = f"options/{declared.phase}", rule_places()
    mine, explained = [], entries()
    for rule in (declared.rule, *explained[option].states):
        owner = next(n for n, o in RuleSet.options.items() if rule in (o.rule, *explained[n].states))
        if owner == option and rule in places and places[rule].page == page:
            mine.append(rule)
    return mine


def option_place(name: str) -> Place:
    return Place(f"options/{RuleSet.options[name].phase}", name)


def games_in_order() -> list[str]:
    """Return the named rule sets in the order of the book."""
    return [name for group in GROUPS for name in group.games if name in VARIANTS_BY_NAME]


def decisions_about(rules: Iterable[str]) -> list[Decision]:
    """Return our decisions about these rule ids."""
    rule_ids = set(rules)
    return [decision for decision in decisions.DECISIONS if rule_ids & set(decision.rules)]


def decisions_in(name: str) -> list[Decision]:
    """Return our decisions specific to a named game. For the standard game, return those for every game."""
    if name == "standard":
        return [decision for decision in decisions.DECISIONS if decision.general]
    rules = named_rules(name)
    return [d for d in decisions.DECISIONS if name in d.games or (d.where and all(getattr(rules, o) in v for o, v in d.where))]
