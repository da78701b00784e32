"""Scripts and style sheets are sent without comments and indents, and are the same in every other way."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scorekeeper import offline
from scorekeeper.core import paths
from scorekeeper.core.http.minify import minify

SCRIPTS = [*paths.resource("static").rglob("*.js"), *(Path(offline.__file__).parent / "js").glob("*.js")]

WRITTEN = """// What it is for.
import { find } from "./live-parts.js";

/** Shapes,
 *  units. */
const url = "https://example.org/*"; // goes
const text = "; // stays";
const late = true; // stays: it "may" be part of a text
  // why
/* not alone */ const two = 2;
/* alone */
"""
SENT = """
import { find } from "./live-parts.js";



const url = "https://example.org/*";
const text = "; // stays";
const late = true; // stays: it "may" be part of a text

/* not alone */ const two = 2;

"""


def test_comments_are_not_sent_and_every_other_line_keeps_its_number():
    assert minify("js/one.js", WRITTEN.encode()).decode() == SENT
    assert SENT.count("\n") == WRITTEN.count("\n")


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_no_script_has_a_text_of_several_lines(script):
    """Text that looks like a comment or an indent would not be sent."""
    assert [line for line in script.read_text("utf-8").splitlines() if line.count("`") % 2] == []


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_what_is_sent_of_a_script_is_written_in_it_line_for_line(script):
    written = script.read_bytes()
    sent = minify(script.name, written).splitlines()
    code = [re.sub(rb"(?<=[;{}]) // [^\n\"'`]*$", b"", line.strip()) for line in written.splitlines()]
    assert [there for there, here in zip(sent, code, strict=True) if there not in (b"", here)] == []
    assert any(sent)
    assert b"/*" not in b"\n".join(sent), "a comment that is begun behind code would lose its end"


def test_style_sheets_are_sent_without_comments_and_indents():
    written = "/* why */\n.bid {\n  color: red;\n  @media print {\n    color: black;\n  }\n}\n"
    assert minify("css/one.css", written.encode()).decode() == ".bid {\ncolor: red;\n@media print {\ncolor: black;\n}\n}\n"


def test_other_files_are_sent_as_they_are():
    assert minify("icon.svg", b"<!-- drawn by hand --><svg/>") == b"<!-- drawn by hand --><svg/>"
