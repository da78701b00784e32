"""Collect the program's messages, update the catalogs and list missing translations.

    tools/catalogs.sh                 collect, update and compile; list messages without French
    tools/catalogs.sh --check         change nothing; exit 1 if a catalog is out of date or not complete
    tools/catalogs.sh --fill FILE     read translations from a JSON object first

In a JSON object, a plural has a list of translations. The key of a message with a context is "context|message". A new
message has an empty translation, so the English text is shown. The English catalog repeats the message ids.
"""

from __future__ import annotations

import io
import json
import re
import sys
import tomllib
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
TRANSLATIONS = ROOT / "scorekeeper" / "translations"
SOURCE_LANGUAGE = "en"
LANGUAGES = ("en", "fr")
KEYWORDS = {**DEFAULT_KEYWORDS, "t": None, "lazy_gettext": None, "_l": None, "NN_": (1, 2)}

NBSP, THIN = "\u00a0", "\u202f"
PLACEHOLDERS = re.compile(r"%\(\w+\)[sd]|\{\w+(?:!r)?\}")


def collect() -> Catalog:
    """Return every message in the sources, with its files but without line numbers, which change daily."""
    mappings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["babel"]["mappings"]
    methods = [(mapping["pattern"], mapping["method"]) for mapping in mappings]
    catalog = Catalog(project="scorekeeper", charset="utf-8")
    for folder in ("scorekeeper", "templates", "static/js"):
        found = (
            extract_from_dir(
                ROOT / folder,
                method_map=[(pattern.removeprefix(f"{folder}/"), method) for pattern, method in methods],
                options_map={},
                keywords=KEYWORDS,
                comment_tags=("Translators:",),
                directory_filter=lambda path: Path(path).name not in ("translations", "__pycache__"),
            )
            if (ROOT / folder).is_dir()
            else ()
        )
        for name, _, message, comments, context in found:
            if message and message != ("", ""):
                catalog.add(message, locations=[(f"{folder}/{name}", 0)], auto_comments=comments, context=context)
    return catalog


def catalog_path(lang: str) -> Path:
    return TRANSLATIONS / lang / "LC_MESSAGES" / "messages.po"


def update_catalog(lang: str, messages: Catalog, fill: dict[str, str | list[str]]) -> Catalog:
    """Return a language's catalog with exactly the messages of the sources, keeping known translations."""
    path = catalog_path(lang)
    old = read_po(io.BytesIO(path.read_bytes()), locale=lang) if path.exists() else Catalog(locale=lang)
    new = Catalog(locale=lang, project="scorekeeper", charset="utf-8", fuzzy=False)
    for message in messages:
        if not message.id:
            continue
        known = old.get(message.id, message.context)
        if lang == SOURCE_LANGUAGE:
            string = message.id
        elif (one := key_of(message)) in fill:
            string = fill[one] if isinstance(fill[one], str) else tuple(fill[one])
        else:
            string = known.string if known and "fuzzy" not in known.flags else ""
        if lang == "fr":
            string = typeset(string) if isinstance(string, str) else tuple(map(typeset, string))
        new.add(
            message.id,
            string,
            # Only the first few files: enough to find a message, and merges stay small.
            locations=sorted(set(message.locations))[:3],
            auto_comments=message.auto_comments,
            context=message.context,
        )
    return new


def key_of(message: Message) -> str:
    """Return the name of a message in lists and translation files: its id, after `context|` if it has a context."""
    one = message.id if isinstance(message.id, str) else message.id[0]
    return f"{message.context}|{one}" if message.context else one


def typeset(text: str) -> str:
    """Apply French typography: curly apostrophes, and no-break spaces before : ; ! ? » % $ and after «."""
    text = text.replace("'", "’")
    # A colon inside a word, as in a time or a URL, has no space before it.
    text = re.sub(r"[ \u00a0\u202f]+([:»])", NBSP + r"\1", text)
    text = re.sub(r"«[ \u00a0\u202f]*", "«" + NBSP, text)
    text = re.sub(r"[ \u00a0\u202f]+([;!?])", THIN + r"\1", text)
    text = re.sub(r"(?<=[\w)»%])([;!?])(?=[\s»)]|$)", THIN + r"\1", text)
    return re.sub(r"(?<=[\ds]) ([$¢])", NBSP + r"\1", text)


def catalog_bytes(catalog: Catalog) -> bytes:
    """Return a catalog's file contents, sorted and without dates or line numbers, so that only real changes show."""
    out = io.BytesIO()
    write_po(out, catalog, width=100, omit_header=True, sort_output=True, include_lineno=False)
    lang = catalog.locale_identifier
    header = (
        f'msgid ""\nmsgstr ""\n"Language: {lang}\\n"\n"MIME-Version: 1.0\\n"\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n'
        f'"Plural-Forms: {catalog.plural_forms}\\n"\n\n'
    )
    return header.encode() + out.getvalue().strip() + b"\n"


def untranslated(catalog: Catalog) -> list[str]:
    """Return the keys of messages without a translation, sorted."""
    missing = []
    for message in catalog:
        strings = [message.string] if isinstance(message.string, str) else message.string
        if message.id and not all(strings):
            missing.append(key_of(message))
    return sorted(missing)


def main(arguments: list[str]) -> int:
    check = "--check" in arguments
    fill = json.loads(Path(arguments[arguments.index("--fill") + 1]).read_text("utf-8")) if "--fill" in arguments else {}
    messages = collect()
    stale, missing = [], {}
    for lang in LANGUAGES:
        catalog = update_catalog(lang, messages, fill if lang != SOURCE_LANGUAGE else {})
        path, text = catalog_path(lang), catalog_bytes(catalog)
        if not path.exists() or path.read_bytes() != text:
            stale.append(path)
            if not check:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(text)
        missing[lang] = untranslated(catalog)
    for path in stale:
        print(f"{path.relative_to(ROOT)}: {'is not up to date' if check else 'brought up to date'}")
    for lang, ids in missing.items():
        print(f"{lang}: {len(messages) - len(ids)} of {len(messages)} messages translated")
        for message_id in ids:
            print(f"  {json.dumps(message_id, ensure_ascii=False)}")
    if check:
        return 1 if stale or any(missing.values()) else 0
    sys.path.insert(0, str(ROOT))
    from scorekeeper.core.i18n.catalogs import compile_catalogs

    compile_catalogs(TRANSLATIONS)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
