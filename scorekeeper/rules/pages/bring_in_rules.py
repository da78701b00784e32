"""House rules from what somebody pasted: a link, a name, a rule set or a game as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlsplit

from scorekeeper.base.i18n import QUERY, t
from scorekeeper.base.i18n import gettext as _
from scorekeeper.codec.reading import read_json
from scorekeeper.codec.rules import parse_rules
from scorekeeper.codec.rules_link import rules_from_link, rules_from_query
from scorekeeper.engine.errors import GameError, Malformed
from scorekeeper.rules.store.house_rules import LONGEST_RULES_NAME
from scorekeeper.wording.errors import error_text, problem_texts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scorekeeper.engine.ruleset import RuleSet

LONGEST = 20_000
"""Characters: a game of a long evening."""


APART = (QUERY, "size", "mark")
"""Parts of the address of a rule card that are no options."""
TRACKS = ("utm_", "fbclid", "gclid", "msclkid", "igsh", "mc_")
"""What other programs hang on a link that passes through them."""


class NotRead(ValueError):
    """No rules can be read from this; `texts` says why, in words."""

    def __init__(self, *texts: str) -> None:
        super().__init__(*texts)
        self.texts = texts


def read_text(text: str) -> tuple[RuleSet, str]:
    """The rules, and their name if they bring one. Raises NotRead with every reason."""
    text = text.strip()
    if not text:
        raise NotRead(_("Paste a link or the text of a file, or choose a file."))
    if len(text) > LONGEST:
        raise NotRead(_("That is too long. The limit is %(high)s characters.", high=LONGEST))
    try:
        return _json(text) if text[0] in '{["' else _link(text)
    except GameError as error:
        raise NotRead(*why_not(error)) from error


def _json(text: str) -> tuple[RuleSet, str]:
    value = read_json(text)
    if not isinstance(value, dict) or "rules" not in value:
        return parse_rules(value), ""
    name = value.get("name", "")
    return parse_rules(value["rules"]), _name(name) if isinstance(name, str) else ""


def _link(text: str) -> tuple[RuleSet, str]:
    line = next(_addresses(text), text)
    address = urlsplit(line)
    _before, of, base = address.path.rpartition("/rules/of/")
    if of:
        return of_address(base.partition("/")[0], parse_qsl(address.query, keep_blank_values=True))
    _before, of, base = address.path.rpartition("/rules/")
    return rules_from_link(base if of else line), ""


def of_address(base: str, query: Iterable[tuple[str, str]]) -> tuple[RuleSet, str]:
    """The rules that an address holds, and their name there. Raises `GameError`."""
    given: dict[str, str] = {}
    name = ""
    for key, value in query:
        if key == "name":
            name = _name(value)
        elif key not in APART and not key.startswith(TRACKS):
            if key in given:
                raise Malformed("rules", reason="type", read=f"{key}={given[key]}&{key}={value}")
            given[key] = value
    return rules_from_query(base, given), name


def why_not(error: GameError) -> list[str]:
    """Every reason why these are no rules, in words."""
    return problem_texts(t(), error) or [error_text(t(), error)]


def _addresses(text: str) -> Iterator[str]:
    """The links in a message that somebody sent."""
    return (word for word in text.split() if "/rules/" in word)


def _name(text: str) -> str:
    name = " ".join(text.split())[:LONGEST_RULES_NAME]
    return name if name.isprintable() else ""
