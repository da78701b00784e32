from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.cli.streams import stream
from scorekeeper.cli.streams import stream as module
from scorekeeper.cli.streams.stream import AnswerWriter
from scorekeeper.engine.errors import Malformed


class CountingOutput(io.BytesIO):
    """An output that counts the bytes flushed."""

    sent = b""

    def flush(self) -> None:
        self.sent = self.getvalue()


def halve(number: int) -> int:
    if number % 2:
        raise Malformed("odd", event=number)
    return number // 2


def answer_lines(steps=(halve, halve, halve)):
    out = CountingOutput()
    return AnswerWriter(steps, lambda error: f"{error.code} {error.event}", out), out


@given(st.lists(st.integers(0, 500), max_size=40))
def test_whatever_goes_wrong_at_whatever_step_stands_in_its_place(numbers):
    answers, out = answer_lines()
    for number in numbers:
        answers.take(number)
    answers.flush_before_reading()
    expected = []
    for number in numbers:
        told: object = number
        try:
            for _ in range(3):
                told = halve(told)
        except Malformed as error:
            told = f'"odd {error.event}"'
        expected.append(str(told))
    assert out.sent.decode().split("\n") == [*expected, ""]
    assert answers.failed == any(number % 8 for number in numbers)


def test_what_goes_through_one_step_alone_waits_for_nothing_else():
    answers, out = answer_lines([halve])
    answers.take(8)
    assert out.getvalue() == b"4\n"


def test_an_error_that_was_found_while_reading_goes_through_no_step():
    answers, out = answer_lines()
    answers.take(Malformed("json", event=3))
    answers.take(8)
    answers.flush_before_reading()
    assert out.sent == b'"json 3"\n1\n'


def test_somebody_who_looks_on_sees_answers_that_take_their_time(monkeypatch):
    answers, out = answer_lines([halve])
    answers.take(8)
    assert out.sent == b""
    monkeypatch.setattr(module, "_FLUSH_SECONDS", -1.0)
    answers.take(6)
    assert out.sent == b"4\n3\n"


def test_an_output_that_cannot_be_written_is_not_taken_for_a_file_that_cannot_be_read(tmp_path):
    (tmp_path / "asked").write_text("1\n2\n")

    def full():
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space left"):
        list(stream.objects([str(tmp_path / "asked")], full))
