"""Names of files that are saved: for people, whatever system they have."""

from __future__ import annotations


def file_name(parts: list[str]) -> str:
    """A name that every file system takes, in the words of people."""
    text = " - ".join([part for part in parts if part])
    kept = "".join([c if c.isalnum() or c in " -&,’'()" else " " for c in text])
    return ("" if "200" in kept else "200 ") + " ".join(kept.split())[:120]
