"""Plain words: the number of phrases that the style guide replaces never grows."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from tools import words

pytestmark = pytest.mark.slow

LEFT = tomllib.loads((Path(__file__).parent.parent / "words_left.toml").read_text("utf-8"))
"""The number of texts of each kind with such a phrase. Lower it when you have replaced some."""


@pytest.mark.parametrize("kind", words.KINDS)
def test_no_new_text_has_a_phrase_that_the_style_guide_replaces(kind):
    hits = words.find_hits(words.SOURCES[kind](), words.read_patterns())
    assert len(hits) <= LEFT[kind], f"python -m tools.words --hits {kind}"


def test_no_new_message_is_longer_than_a_reader_takes_in():
    assert len(words.long_messages()) <= LEFT["long"], "python -m tools.words --long"


def test_no_new_module_or_function_has_a_name_that_anything_could_have():
    assert len(words.private_names()) <= LEFT["names"], "python -m tools.words --names"


def test_a_phrase_to_replace_is_found_and_a_plain_sentence_is_not():
    samples = {"whoever": "Whoever opens it", "anew": "It is drawn anew", "is told": "It is told here", "upon": "Upon that"}
    patterns = words.read_patterns()
    assert all(any(pattern.search(text) for pattern, _ in patterns) for text in samples.values())
    assert all(write for _, write in patterns)
    assert not any(pattern.search("Save the hand, then deal again.") for pattern, _ in patterns)


def test_the_glossary_has_one_row_for_a_term_and_a_french_term_where_people_read_it():
    terms = words.read_glossary()
    assert len({term.english for term in terms}) == len(terms) > 60
    assert all(
        term.french for term in terms if not re.search(r"lock|key|event|command|revision|snapshot|poll|worker", term.english)
    )
