"""The style checks of `make lint`: readable, no duplicates, four widths, no unused rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import tinycss2

from scorekeeper.tournaments.public.bracket_drawing import SIZES

ROOT = Path(__file__).parent.parent.parent
STYLES = ROOT / "static" / "css"
SHEETS = sorted(STYLES.rglob("*.css"))
EACH = pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.relative_to(STYLES).with_suffix("").as_posix())

WIDTHS = {"30rem", "40rem", "48rem", "60rem"}
"""Window widths: a phone, a large phone, a tablet, a desktop."""
ROOMS = {"17rem", "20rem"}
"""Container widths in text size: large text, a small phone, a phone."""
HEIGHTS = {"30rem", "42rem", "50rem", "64rem"}
"""Window heights: a phone in landscape, and low windows in which the pad saves space."""


@dataclass(frozen=True)
class Rule:
    """A style rule. `within`: the rules around it, outermost first, such as `@media (width >= 40rem)`."""

    within: tuple[str, ...]
    selector: str
    declarations: tuple[Any, ...]


def text_of(tokens: list[Any]) -> str:
    return " ".join(tinycss2.serialize([token for token in tokens if token.type != "comment"]).split())


def rules_in(nodes: list[Any], within: tuple[str, ...] = ()) -> Iterator[Rule]:
    for node in nodes:
        assert node.type != "error", f"line {node.source_line}: {node.message}"
        if node.type == "declaration" or node.content is None:
            continue
        at = f"@{node.lower_at_keyword} " if node.type == "at-rule" else ""
        name = (at + text_of(node.prelude)).strip()
        inside = tinycss2.parse_blocks_contents(node.content, skip_comments=True, skip_whitespace=True)
        said = tuple(one for one in inside if one.type == "declaration")
        if node.type == "qualified-rule" or said:
            yield Rule(within, name, said)
        yield from rules_in(inside, (*within, name))


@cache
def rules_of(path: Path) -> tuple[Rule, ...]:
    return tuple(rules_in(tinycss2.parse_stylesheet(path.read_text("utf-8"), skip_comments=True, skip_whitespace=True)))


@EACH
def test_a_sheet_can_be_read_and_no_rule_is_empty(path):
    rules = rules_of(path)
    nested = {(*rule.within[:n], rule.within[n]) for rule in rules for n in range(len(rule.within))}
    assert [rule.selector for rule in rules if not rule.declarations and (*rule.within, rule.selector) not in nested] == []


@EACH
def test_what_is_styled_is_styled_in_one_place_of_a_sheet(path):
    seen, twice = set(), []
    for rule in rules_of(path):
        place = (rule.within, frozenset(rule.selector.split(", ")))
        if place in seen and rule.selector != "@font-face":
            twice.append(rule.selector)
        seen.add(place)
    assert twice == []


@EACH
def test_no_rule_says_a_property_twice_but_for_an_older_browser(path):
    """A newer value directly follows the one that all browsers support."""
    twice = []
    for rule in rules_of(path):
        names = [one.name for one in rule.declarations]
        twice += [f"{rule.selector}: {name}" for k, name in enumerate(names) if name in names[: max(k - 1, 0)]]
    assert twice == []


def test_every_custom_property_that_is_used_is_set_somewhere():
    whole = "".join(path.read_text("utf-8") for path in SHEETS)
    pages = "".join(path.read_text("utf-8") for path in (ROOT / "templates").rglob("*.html"))
    used = set(re.findall(r"var\((--[\w-]+)\)", whole))
    assert sorted(used - set(re.findall(r"(--[\w-]+)(?=:)", whole + pages))) == []


def test_there_are_four_widths():
    """They are written `width >= 40rem` or `width < 40rem`. CONTRIBUTING.md says what each one is for."""
    found: dict[str, set[str]] = {"media": set(), "container": set(), "height": set()}
    for path in SHEETS:
        for kind, asked in re.findall(r"@(media|container) ([^{]*)\{", path.read_text("utf-8")):
            assert not re.search(r"(min|max)-(width|height)", asked), f"{path}: {asked}"
            for part in re.findall(r"\([^)]*(?:width|height)[^)]*\)", asked):
                found["height" if "height" in part else kind] |= set(re.findall(r"[\d.]+\w+", part))
    assert (found["media"], found["container"], found["height"]) == (WIDTHS, ROOMS, HEIGHTS)


BEGUN = re.compile(r"([\w-]+-)(?:\{\{|[\"'] ?~|\$\{)")
"""The fixed start of a computed class name in a template or script."""


@pytest.mark.slow
def test_no_class_is_styled_that_no_page_or_script_has():
    """A class must appear as a word in a template, script or module, in full or up to its computed part."""
    files = [*(ROOT / "templates").rglob("*.*"), *(ROOT / "static" / "js").glob("*.js"), *(ROOT / "scorekeeper").rglob("*.py")]
    text = "\n".join(path.read_text("utf-8") for path in files)
    words = set(re.findall(r"[A-Za-z][\w-]*", text))
    words |= {f"s{size}" for size in SIZES}  # of the names in a bracket's picture
    begun = tuple(set(BEGUN.findall(text)))
    styled = {
        (path.relative_to(STYLES).as_posix(), name)
        for path in SHEETS
        for rule in rules_of(path)
        for name in re.findall(r"[.#]([A-Za-z][\w-]*)", re.sub(r'"[^"]*"', "", rule.selector))
        if not rule.selector.startswith("@")
    }
    assert sorted((path, name) for path, name in styled if name not in words and not name.startswith(begun)) == []
