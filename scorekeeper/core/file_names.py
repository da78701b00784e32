"""Readable file names that work on every system."""

from __future__ import annotations


def file_name(parts: list[str]) -> str:
    """Return a file name from these parts that every file system accepts."""
    text = " - ".join([part for part in parts if part])
    cleaned = "".join([c if c.isalnum() or c in " -&,’'()" else " " for c in text])
    return ("" if "200" in cleaned else "200 ") + " ".join(cleaned.split())[:120]
