from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.cli import terminal
from scorekeeper.cli.streams import multiline_records, stream
from scorekeeper.core.i18n.translation import t_for
from scorekeeper.engine.errors import GameError
from scorekeeper.formats.json_reader import read_json
from scorekeeper.messages.errors.error_text import error_text

pytestmark = pytest.mark.slow

HAND = {"contractor": 1, "bid": 60, "bids": {"2": 55}, "trump": "H", "points": [40, 60], "note": 'said: "no", {twice} [\\'}
GAME = {"format": "scorekeeper-game/1", "rules": {"base": "kitty"}, "players": ["Aline", "Benoît"], "events": [HAND, HAND]}
QUESTION = {"rules": "standard", "dealer": 0, "calls": ["pass", 60, [{"a": [1]}]]}
LINE = json.dumps(GAME) + "\n"


def answers(text: str | bytes) -> list[object]:
    """Return the values in a stream, with "error" for each error."""
    data = text.encode() if isinstance(text, str) else text
    return ["error" if isinstance(found, GameError) else found for found in stream.parse_lines(io.BytesIO(data))]


def error_texts(text: str | bytes) -> list[str]:
    found = stream.parse_lines(io.BytesIO(text.encode() if isinstance(text, str) else text))
    return [error_text(t_for("en"), error) for error in found if isinstance(error, GameError)]


@pytest.mark.parametrize("length", range(1, len(LINE) - 1, 7))
def test_hundreds_of_lines_cut_off_are_an_error_each_and_the_good_ones_after_them_are_answered(length):
    cut = LINE[:length] + "\n"
    assert answers(cut * 600 + LINE * 5) == ["error"] * 600 + [GAME] * 5


@st.composite
def pieces(draw: st.DrawFn) -> tuple[str, object]:
    """Draw part of a stream and its answer, None for blank lines."""
    record = draw(st.sampled_from([GAME, QUESTION, {"a": {}}, {"a": []}]))
    kind = draw(st.sampled_from(["good", "cut", "blank", "pretty", "garbage"]))
    if kind == "blank":
        return draw(st.sampled_from(["\n", "  \n", "\r\n", "\t\n"])), None
    if kind == "garbage":
        return draw(st.sampled_from(["not json\n", "é\n", "{]\n", "oops\n"])), "error"
    if kind == "pretty":
        return json.dumps(
            record, indent=draw(st.sampled_from([0, 1, 2, 4, "\t"])), ensure_ascii=draw(st.booleans())
        ) + "\n", record
    line = json.dumps(record, separators=draw(st.sampled_from([(",", ":"), (", ", ": ")])))
    if kind == "good":
        return line + draw(st.sampled_from(["\n", "\r\n"])), record
    return line[: draw(st.integers(1, len(line) - 1))] + "\n", "error"


@given(st.lists(pieces(), max_size=12))
def test_any_mix_of_records_good_pretty_and_cut_gives_one_answer_or_one_error_each_in_order(parts):
    assert answers("".join(text for text, _ in parts)) == [answer for _, answer in parts if answer is not None]


@given(
    st.binary(max_size=200), st.lists(st.sampled_from([b"{", b'"a":', b"[", b"]", b"}", b",", b"\n", b'"', b" 1"]), max_size=60)
)
def test_whatever_comes_the_record_after_it_is_answered(noise, tokens):
    assert answers(noise + b"\n" + b"".join(tokens) + b"\n" + LINE.encode())[-1] == GAME


def test_a_record_broken_in_the_middle_is_one_error_that_names_the_line_and_the_next_one_is_read():
    broken = json.dumps(GAME, indent=2).replace('"H",', '"H",,', 1)
    line = broken[: broken.index(",,")].count("\n") + 1
    (sentence,) = error_texts(broken + "\n" + LINE)
    assert f"line {line}," in sentence
    assert answers(broken + "\n" + LINE + broken) == ["error", GAME, "error"]


def test_a_good_record_after_a_line_cut_off_is_answered_before_the_one_after_it_is_asked_for():
    class Patient(io.BytesIO):
        asked = 0

        def readline(self, size=-1, /):
            self.asked += 1
            return super().readline(size)

    file = Patient((LINE[: LINE.index("[") + 1] + "\n" + LINE * 3).encode())
    found = stream.parse_lines(file)
    assert isinstance(next(found), GameError)
    assert (next(found), file.asked) == (GAME, 2)


class Lines(io.RawIOBase):
    """An endless stream of lines that counts the bytes read."""

    def __init__(self, line: bytes) -> None:
        self.line = line

    def readline(self, size=-1, /):
        return self.line if size < 0 else self.line[:size]


def test_a_line_without_an_end_is_one_error_and_no_more_of_it_is_kept(monkeypatch):
    monkeypatch.setattr(stream, "LARGEST", 1000)
    assert answers(b"x" * 100_000 + b"\n" + LINE.encode()) == ["error", GAME]
    endless = stream.parse_lines(Lines(b"\0" * 5000))
    assert "This line is too long: more than" in error_text(t_for("en"), next(endless))


def test_an_object_that_never_ends_is_given_up(monkeypatch):
    monkeypatch.setattr(multiline_records, "LARGEST", 10_000)
    found = stream.parse_lines(Lines(b'"a":\n'))
    assert isinstance(next(found), GameError)
    lines = (b'{"b": [1,\n' if n == 0 else b" 1,\n" for n in count())

    class Endless(Lines):
        def readline(self, size=-1, /):
            return next(lines)[: size if size > 0 else None]

    assert isinstance(next(stream.parse_lines(Endless(b""))), GameError)


@pytest.mark.parametrize(
    ("data", "looks"),
    [
        (LINE.encode("utf-16"), "UTF-16"),
        (LINE.encode("utf-16-le"), "UTF-16"),
        (json.dumps(GAME, ensure_ascii=False).encode("latin-1"), "Latin-1"),
        ('{"players": ["’"]}'.encode("cp1252"), "Windows-1252"),
        (json.dumps(GAME, indent=1, ensure_ascii=False).encode("latin-1"), "Latin-1"),
        (b"PK\x03\x04\x14\0\0\0", "ZIP"),
        (b"\x89PNG\r", "PNG"),
        (b"{\x00\x01\xff}", "not even text"),
    ],
)
def test_bytes_that_are_not_utf_8_are_told_by_what_they_look_like(data, looks):
    (sentence,) = error_texts(data)
    assert looks in sentence


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[" * 3000 + "]" * 3000, "nested too deeply"),
        ('{"rules":' + "[" * 900 + "]" * 900 + "}", "nested too deeply"),
        ('{"bid": 1' + "0" * 999 + "}", "too large"),
        ('{"bid": 1e400}', "“1e400” is too large"),
        ('{"bid": NaN}', "“NaN”"),
        ('{"bid": -Infinity}', "“-Infinity”"),
        (LINE[:50], "breaks off after 50 characters"),
        ('{"bid": 01}', "goes wrong at character 9"),
    ],
)
def test_what_is_not_json_says_why_not(text, words):
    (sentence,) = error_texts(text)
    assert words in sentence


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('{"bid":60,"bid":65}', "bid"),
        ('{"a": {"b": [{"c": 1, "d": {}, "c": 2}]}}', "c"),
        ('{"a": 1,\n "é": ":",\n "\\u00e9": "::"}', "é"),
        ('{"a":1,"a":"\\u003a"}', "a"),
    ],
)
def test_a_key_that_stands_twice_in_an_object_is_refused_by_its_name(text, key):
    (sentence,) = error_texts(text)
    assert sentence == f"{key}: this key appears twice in the same object."
    with pytest.raises(GameError) as caught:
        read_json(text)
    assert caught.value.code == "format"


def test_the_same_key_in_several_objects_and_colons_in_texts_are_fine():
    once = {"a": {"a": ":"}, ":": [{"a": "\\:"}, {"a": "\u003a\n"}], "b": '"a":1'}
    assert read_json(json.dumps(once, indent=3)) == once
    assert read_json(json.dumps(once).replace(": ", ":").replace("\\\\:", "\\u003a")) is not None


PLAIN = st.none() | st.integers() | st.text() | st.floats(allow_nan=False, allow_infinity=False)
JSON = st.recursive(PLAIN, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=4))


@given(JSON, st.booleans())
def test_no_json_is_refused_for_a_key_that_stands_there_once(value, ascii_only):
    try:
        text = json.dumps(value, ensure_ascii=ascii_only)
        text.encode()
    except UnicodeEncodeError:
        return
    if "\\ud" not in text:
        read_json(text)


@pytest.mark.parametrize("buffering", [0, -1], ids=["where Python was told to keep none back", "as usual"])
def test_lines_are_written_in_large_pieces(tmp_path, monkeypatch, buffering):
    line, many = b"a line\n" * 100, 60
    with (tmp_path / "out").open("wb", buffering=buffering) as out:
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(out, write_through=True))
        written = terminal.output()
        for _ in range(many):
            written.write(line)
        assert (tmp_path / "out").read_bytes() == b""
        written.flush()
        assert (tmp_path / "out").read_bytes() == line * many
        written.close()
        assert not out.closed


def test_an_output_without_a_file_behind_it_is_written_as_it_is(monkeypatch):
    kept = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(kept))
    assert terminal.output() is kept


@pytest.mark.thorough("a process for each case")
@pytest.mark.parametrize("unbuffered", ["", "1"], ids=["normal", "unbuffered"])
@pytest.mark.parametrize(
    "args",
    [
        ["replay"],
        ["adjudicate", "misdeal"],
        ["rules", "list"],
        ["rules", "show", "kitty"],
        ["--help"],
        ["tournament", "simulate", "--entrants", "4"],
    ],
)
def test_a_full_disk_is_told_in_one_sentence(args, unbuffered):
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "scorekeeper", *args],
            input=(LINE * 20).encode(),
            stdout=full,
            stderr=subprocess.PIPE,
            env={
                **os.environ,
                "PYTHONUNBUFFERED": unbuffered,
                "LANG": "fr_CA.UTF-8",
                "LC_ALL": "",
                "LANGUAGE": "",
                "LC_MESSAGES": "",
            },
        )
    assert done.returncode == 1
    assert done.stderr.decode().startswith("Impossible d’écrire")
    assert len(done.stderr.decode().splitlines()) == 1
