"""Names that fit where they are printed: broken into lines, in the largest size that fits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from scorekeeper.tournaments.printouts.text_metrics import width_of

BREAKS = (" & ", " + ", " / ", " et ", " and ")
"""Separators between the names of a pair, where a name is broken first."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """A text in lines that fit, with a font size in points. `cut`: even the smallest size did not fit all of it."""

    lines: tuple[str, ...]
    size: float
    cut: bool = False


@lru_cache(maxsize=8192)
def fit(text: str, room: float, sizes: Sequence[float], lines: int = 2, *, bold: bool = False) -> Fitted:
    """Return the text at the first of these sizes that fits into `lines` lines of `room` millimetres.

    `sizes`: largest first. A pair is broken between its two names if possible, even if that needs a smaller size.
    """
    for size in sizes:
        if width_of(text, size, bold=bold) <= room:
            return Fitted((text,), size)
        halves = _halves(text, room, size, bold) if lines > 1 else None
        if halves is not None:
            return Fitted(halves, size)
        pair = _pair_lines(text, room, size, bold) if lines > 2 else None
        if pair is not None and len(pair) <= lines:
            return Fitted(tuple(pair), size)
    for size in sizes:
        broken = _wrapped(text, room, size, bold)
        if len(broken) <= lines:
            return Fitted(tuple(broken), size)
    return Fitted(_cut(text, room, sizes[-1], lines, bold), sizes[-1], cut=True)


def fit_name(
    text: str, room: float, one_line: Sequence[float], broken: Sequence[float], lines: int = 2, *, bold: bool = False
) -> Fitted:
    """Return a name on one line at one of the sizes `one_line`, or on several lines at the sizes `broken`.

    If no size fits, it gets one more line at the smallest.
    """
    fitted = fit(text, room, one_line, 1, bold=bold)
    if fitted.cut:
        fitted = fit(text, room, broken, lines, bold=bold)
    return fit(text, room, (broken[-1], broken[-1] * 0.92), lines + 1, bold=bold) if fitted.cut else fitted


def fit_stack(texts: Sequence[str], room: float, sizes: Sequence[float], *, bold: bool = False) -> Fitted:
    """Return several texts below each other in one size.

    The size is the first at which each text fits on a line. If none does, each gets two lines at the smallest.
    """
    for size in sizes:
        if all(width_of(text, size, bold=bold) <= room for text in texts):
            return Fitted(tuple(texts), size)
    fitted = [fit(text, room, sizes[-1:], 2, bold=bold) for text in texts]
    return Fitted(tuple(line for one in fitted for line in one.lines), sizes[-1], any(one.cut for one in fitted))


def _halves(text: str, room: float, size: float, bold: bool) -> tuple[str, str] | None:
    for mark in BREAKS:
        first, separator, rest = text.partition(mark)
        halves = (first + mark.rstrip(), rest)
        if separator and all(width_of(half, size, bold=bold) <= room for half in halves):
            return halves
    return None


def _pair_lines(text: str, room: float, size: float, bold: bool) -> list[str] | None:
    """Return a pair with each name on lines of its own, broken at spaces; None if it is not a pair or a word is too long."""
    for mark in BREAKS:
        first, separator, rest = text.partition(mark)
        if separator:
            lines = [line for name in (first + mark.rstrip(), rest) for line in _words(name, room, size, bold)]
            return lines if all(width_of(line, size, bold=bold) <= room for line in lines) else None
    return None


def _words(text: str, room: float, size: float, bold: bool) -> list[str]:
    """Return the lines of a text broken only at spaces. A separator stays with the word before it."""
    lines: list[str] = []
    for word in text.split(" "):
        longer_line = f"{lines[-1]} {word}" if lines else word
        if lines and (width_of(longer_line, size, bold=bold) <= room or word in {mark.strip() for mark in BREAKS}):
            lines[-1] = longer_line
        else:
            lines.append(word)
    return lines


def _wrapped(text: str, room: float, size: float, bold: bool) -> list[str]:
    """Return the lines of a text, broken at spaces, after hyphens, and inside words longer than a line."""
    lines = [""]
    for word in text.replace("-", "-\u200b").replace("\u200b", "\0").replace(" ", " \0").split("\0"):
        longer_line = lines[-1] + word
        if width_of(longer_line.rstrip(), size, bold=bold) <= room:
            lines[-1] = longer_line
            continue
        if lines[-1]:
            lines.append("")
        for letter in word:
            if width_of(lines[-1] + letter, size, bold=bold) > room and lines[-1]:
                lines.append("")
            lines[-1] += letter
    return [line.strip() for line in lines if line.strip()]


def _cut(text: str, room: float, size: float, lines: int, bold: bool) -> tuple[str, ...]:
    first_lines = _wrapped(text, room, size, bold)[:lines]
    last = first_lines[-1]
    while last and width_of(last + "…", size, bold=bold) > room:
        last = last[:-1]
    return (*first_lines[:-1], last.rstrip() + "…")


@lru_cache(maxsize=2048)
def paragraph_lines(text: str, room: float, size: float) -> int:
    """Return the most lines a paragraph can take."""
    return max(1, len(_wrapped(text, room * 0.97, size, False)))
