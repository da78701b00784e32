"""Generated modules, which replace the program's own on the phone. Their data are calculated with the kit."""

from __future__ import annotations

import ast
import json
from pathlib import Path

from scorekeeper.core.i18n.translation import LANGUAGES
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.rulebook import book
from scorekeeper.rules.rulebook_index import index_in

STUBS_FOLDER = Path(__file__).parent.parent / "stubs"


def rulebook_index() -> ast.Module:
    """Return the module with the rulebook's search index.

    Without it, a phone would read the whole book in both languages.
    """
    entries = {}
    for lang in LANGUAGES:
        found = [known.entry for known in index_in(lang)]
        texts = [[entry.place.page, entry.place.anchor, entry.title, entry.text, entry.also] for entry in found]
        entries[lang] = json.dumps(texts, ensure_ascii=False, separators=(",", ":"))
    module = ast.parse((STUBS_FOLDER / "rulebook_index.py").read_text(encoding="utf-8"))
    declared = next(node for node in module.body if isinstance(node, ast.AnnAssign))
    declared.value = ast.parse(repr(entries), mode="eval").body
    return module


def addresses() -> ast.Module:
    """Return the module with the place of each rule and option in the book.

    Without it, a phone would read the whole book.
    """
    module = ast.parse((STUBS_FOLDER / "rulebook_links.py").read_text(encoding="utf-8"))
    rules = {rule: [place.page, place.anchor] for rule, place in book.rule_places().items()}
    options = {name: [place.page, place.anchor] for name in RuleSet.options for place in [book.option_place(name)]}
    declared = [node for node in module.body if isinstance(node, ast.AnnAssign)]
    for node, value in zip(declared, (rules, options), strict=True):
        node.value = ast.parse(repr(value), mode="eval").body
    return module


GENERATED = {
    "scorekeeper.rules.pages.rulebook_links": addresses,
    "scorekeeper.rules.rulebook_index": rulebook_index,
}
"""The function that generates each module, by the name of the module that it replaces."""
