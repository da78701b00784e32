"""Reads house rules from pasted text: a link, a name, or a rule set or game as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlsplit

from scorekeeper.core.i18n.translation import QUERY, t
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.engine.errors import GameError, Malformed
from scorekeeper.formats.json_reader import read_json
from scorekeeper.formats.rules import parse_rules, rules_from_link, rules_from_query
from scorekeeper.messages.errors.error_text import error_text, problem_texts
from scorekeeper.rules.store.house_rules import LONGEST_RULES_NAME

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scorekeeper.engine.ruleset import RuleSet

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
    given: dict[str, str] = {}
    name = ""
    for key, value in query:
        if key == "name":
            name = _name(value)
        elif key not in IGNORED_PARAMETERS and not key.startswith(TRACKING_PREFIXES):
            if key in given:
                raise Malformed("rules", reason="type", read=f"{key}={given[key]}&{key}={value}")
            given[key] = value
    return rules_from_query(base, given), name


def error_texts(error: GameError) -> list[str]:
    """Return every reason for the error, in words."""
    return problem_texts(t(), error) or [error_text(t(), error)]


def _find_links(text: str) -> Iterator[str]:
    """Return the links to rules in a message."""
    return (word for word in text.split() if "/rules/" in word)


def _name(text: str) -> str:
    name = " ".join(text.split())[:LONGEST_RULES_NAME]
    return name if name.isprintable() else ""
