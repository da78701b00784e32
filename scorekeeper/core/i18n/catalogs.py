"""Compiles the translations (.po, in git) for gettext (.mo, made on each machine).

The build hook loads this file by path before the package is installed, so it imports nothing from the package.
"""

from __future__ import annotations

import secrets
from pathlib import Path


class CatalogError(ValueError):
    """A translation that would fail when shown, for example because a placeholder is missing."""


def compile_catalogs(translations: Path) -> list[Path]:
    """Compile each catalog that has changed. Return the files written.

    Raises CatalogError with file and line if a translation's placeholders differ.
    """
    written = []
    for source in sorted(translations.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if not target.exists() or target.stat().st_mtime_ns < source.stat().st_mtime_ns:
            _compile(source, target)
            written.append(target)
    return written


def _compile(source: Path, target: Path) -> None:
    from babel.messages.mofile import write_mo  # slow to import, and most starts find everything compiled
    from babel.messages.pofile import read_po

    with source.open("rb") as file:
        catalog = read_po(file, locale=source.parent.parent.name, abort_invalid=True)
    problems = [f"{source}:{message.lineno}: {error}" for message, errors in catalog.check() for error in errors]
    if problems:
        raise CatalogError("\n".join(problems))
    # gettext returns what it does not find. Without these, the English catalog, which every command reads, is nearly empty.
    for message in list(catalog):
        if isinstance(message.id, str) and message.id == message.string:
            catalog.delete(message.id, message.context)
    # Concurrent readers see the old file or the new one, never half of one.
    draft = target.with_name(f"{target.name}.{secrets.token_hex(4)}")
    with draft.open("wb") as file:
        write_mo(file, catalog)
    draft.replace(target)
