"""Entries of the book in one language, ready for a page or printout, and the rule card of a rule set."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.deal import RANK, SUIT
from scorekeeper.engine.replay.compare import compare_options
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, named_rules
from scorekeeper.messages.game.outcome import trump_text
from scorekeeper.messages.marks import N_
from scorekeeper.messages.rules.labels import choice_label, option_help, option_label, phase_title
from scorekeeper.messages.rules.titles import variant_blurb, variant_title
from scorekeeper.rulebook import book
from scorekeeper.rulebook.chapters.glossary import TERMS
from scorekeeper.rulebook.chapters.named_games import HISTORIES
from scorekeeper.rulebook.options.endings import hole_sentence
from scorekeeper.rulebook.options.entries import ABOUT, entries, nonstandard_values
from scorekeeper.rulebook.options.scoring import limit_sentence
from scorekeeper.rulebook.search import fold_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.messages.marks import Gettext
    from scorekeeper.rulebook.chapters.glossary import Term
    from scorekeeper.rulebook.content import Decision
    from scorekeeper.rulebook.examples.cases import Case, GivenFact


CARD = N_("%(rank)s of %(suit)s")
ALSO_CALLED = N_("(Elsewhere: %(words)s.)")


def card_name(t: Gettext, code: str) -> str:
    """Return the name of a card: `10 of hearts`."""
    return t(CARD) % {"rank": RANK[code], "suit": trump_text(t, SUIT[code])}


@dataclass(frozen=True)
class ChoiceView:
    """A value of an option. `standard`: the standard game has it."""

    value: object
    label: str
    text: str
    standard: bool


@dataclass(frozen=True)
class OptionView:
    """An option for display. `played`: (value's label, names of its rule sets). `rules`: ids stated here."""

    name: str
    label: str
    help: str
    body: tuple[str, ...]
    rules: tuple[str, ...]
    standard: str
    choices: tuple[ChoiceView, ...]
    played: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    facts: tuple[GivenFact, ...]
    cases: tuple[tuple[str, Case], ...]


def option_view(t: Gettext, name: str) -> OptionView:
    """Return everything about one option, with the engine's answer to its example."""
    entry = entries()[name]
    standard = getattr(named_rules("standard"), name)
    return OptionView(
        name=name,
        label=option_label(t, name),
        help=option_help(t, name),
        body=tuple(t(text) for text in entry.body),
        rules=tuple(book.rules_stated_by(name)),
        standard=choice_label(t, name, standard),
        choices=tuple(
            ChoiceView(value, choice_label(t, name, value), t(text), value == standard) for value, text in entry.choices.items()
        ),
        played=tuple(
            (choice_label(t, name, value), tuple((game, variant_title(t, game)) for game in games))
            for value, games in nonstandard_values(name)
        ),
        facts=tuple(entry.example.facts(t)),
        cases=tuple((choice_label(t, name, value), entry.example.case(t, name, value)) for value in entry.example.values),
    )


@dataclass(frozen=True)
class Difference:
    """An option in which a game differs from the standard one."""

    option: str
    label: str
    before: str
    after: str


@dataclass(frozen=True)
class NamedGame:
    """A named rule set for display.

    `card`: its rules in words, by heading. `sources`: keys of the texts. `chosen`: our decisions where those leave it open.
    """

    name: str
    title: str
    blurb: str
    history: tuple[str, ...]
    differs: tuple[Difference, ...]
    card: tuple[tuple[str, tuple[str, ...]], ...]
    sources: tuple[str, ...]
    players: int
    chosen: tuple[Decision, ...]


def game_view(t: Gettext, name: str) -> NamedGame:
    """Return everything about one named rule set. Raises KeyError for an unknown name."""
    rules = named_rules(name)
    return NamedGame(
        name=name,
        title=variant_title(t, name),
        blurb=variant_blurb(t, name),
        history=tuple(t(text) for text in HISTORIES[name]),
        differs=tuple(
            Difference(option, option_label(t, option), choice_label(t, option, before), choice_label(t, option, after))
            for option, (before, after) in compare_options(named_rules("standard"), rules).items()
        ),
        card=tuple((heading, tuple(sentences)) for heading, sentences in rule_card(t, rules)),
        sources=tuple(VARIANTS_BY_NAME[name].source.split()),
        players=rules.table.players,
        chosen=tuple(book.decisions_in(name)),
    )


@dataclass(frozen=True)
class GlossaryWord:
    """A term of the glossary.

    `said`: (word, meaning) by language. `also`: a remark about other names, by language.
    """

    term: Term
    said: Mapping[str, tuple[str, str]]
    also: Mapping[str, str]


def glossary_words(speakers: Mapping[str, Gettext], lang: str) -> list[GlossaryWord]:
    """Return the glossary in all languages, sorted by the words of `lang`."""
    terms = [
        GlossaryWord(
            term,
            {code: (t(term.word), t(term.meaning)) for code, t in speakers.items()},
            {code: t(ALSO_CALLED) % {"words": t(term.also)} if term.also else "" for code, t in speakers.items()},
        )
        for term in TERMS
    ]
    return sorted(terms, key=lambda word: fold_text(word.said[lang][0].removeprefix("to ")))


def rule_card(t: Gettext, rules: RuleSet) -> list[tuple[str, list[str]]]:
    """Return headings and their sentences in the order of play. A phase that isn't played has no heading."""
    parts = [(phase, sentences(t, rules)) for module in ABOUT for phase, sentences in module.CARD.items()]
    return [(phase_title(t, phase), texts) for phase, texts in parts if texts]


def reminders(t: Gettext, rules: RuleSet) -> list[str]:
    """Return what players forget most: when defenders score, and the hole (`score.opponents`, `end.hole`)."""
    return [limit_sentence(t, rules), hole_sentence(t, rules)]
