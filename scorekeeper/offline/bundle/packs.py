"""The packs that a phone loads: the engine at once, a subject's pages when one of their URLs is answered there.

A package joins with one entry in `PACKS`; see docs/reference/offline-pages.md.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any

from scorekeeper.offline.bundle import python_minifier, templates
from scorekeeper.offline.bundle.generated_modules import GENERATED
from scorekeeper.offline.bundle.module_sources import STAND_INS, THIRD_PARTY, file_of, folders, read
from scorekeeper.offline.bundle.python_minifier import CannotPack, nodes_of, strip_module


@dataclass(frozen=True)
class Pack:
    """The definition of a pack. `modules` are the modules with its blueprints, which bring their imports along.

    The packs that it builds on are loaded before it. The paths are JavaScript regular expressions. The phone answers
    `answers` when it is offline, `copied` for a server's game that it has a copy of, `always` online and offline, and
    `serverless` only if there is no server. `templates` are templates that no module names. With `all_languages`, its pages
    show the words of every language.
    """

    modules: tuple[str, ...]
    upon: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    copied: tuple[str, ...] = ()
    always: tuple[str, ...] = ()
    serverless: tuple[str, ...] = ()
    templates: tuple[str, ...] = ()
    all_languages: bool = False


BOOK = ("contents", "chapter", "options", "phase", "games", "game", "glossary", "sources")
GAMES = (
    *("pad.pad", "offline.offline_log", "history.hands", "history.history", "history.names", "history.adjustments"),
    *("history.dealers", "library.new_game", "library.home"),
)
RULINGS = ("index", "auction", "discard", "play", "misdeal", "score", "over", "compare", "bad")
GAME = r"/games/\d+"
ENGINE = "engine"
LOADED_ON_REQUEST = ("odds",)
"""Packs that the pad's worker loads at the first request of that name."""
PACKS = {
    ENGINE: Pack(("scorekeeper.offline.runtime.pad_entry",)),
    "odds": Pack(("scorekeeper.offline.runtime.odds",), (ENGINE,)),
    "pages": Pack(
        ("scorekeeper.offline.runtime.worker_entry",),
        (ENGINE,),
        templates=("core/_page.html", "core/error.html"),
    ),
    "games": Pack(
        (
            "scorekeeper.offline.runtime.game_pages",
            "scorekeeper.offline.runtime.own_pages",
            *[f"scorekeeper.games.pages.{name}" for name in GAMES],
        ),
        ("pages",),
        answers=("/", r"/games/(new|again|hidden)"),
        # Pages to read, and forms whose commands go into the phone's log.
        copied=(rf"{GAME}(/(history(/\d+/undo)?|names|dealer|adjust|hands/(new|\d+(/(edit|strike|restore))?)))?",),
        always=(r"/games/9\d{12}(/.*)?", "/games/here"),
    ),
    "transfer": Pack(
        (
            "scorekeeper.games.pages.library.game_files",
            "scorekeeper.games.pages.offline.version_merge",
            "scorekeeper.offline.runtime.server_diff",
        ),
        ("games",),
        answers=("/games/bring-in",),
        copied=(rf"{GAME}/(record\.json|compare)",),
        always=(r"/games/9\d{12}/(record\.json|compare)",),
        serverless=(r"/games/all\.jsonl",),
    ),
    "handing": Pack(
        ("scorekeeper.games.pages.offline.qr_transfer",),
        ("transfer",),
        answers=("/games/take",),
        copied=(f"{GAME}/hand-over",),
        always=(r"/games/9\d{12}/hand-over",),
    ),
    "codes": Pack(
        ("scorekeeper.offline.runtime.qr_codes",),
        ("pages",),
        always=("/games/codes",),
    ),
    "settings": Pack(
        ("scorekeeper.core.pages.device_settings",),
        ("pages",),
        serverless=("/settings", "/language"),
    ),
    "rulebook": Pack(
        ("scorekeeper.rules.pages.rulebook", "scorekeeper.rules.pages.rules"),
        ("pages",),
        answers=(r"/rulebook(/(?!search$).*)?", r"/rules(/\w+)?"),
        templates=tuple(f"rules/rulebook/{name}.html" for name in BOOK),
        all_languages=True,
    ),
    "search": Pack(
        ("scorekeeper.rules.pages.rulebook_search",),
        ("rulebook",),
        answers=("/rulebook/search",),
        templates=("rules/rulebook/search.html",),
    ),
    "rulings": Pack(
        ("scorekeeper.rulings.pages.rulings",),
        ("pages", "rulebook"),
        answers=(r"/rulings(/\w+)?",),
        templates=tuple(f"rulings/{name}.html" for name in RULINGS),
    ),
    "judged": Pack(
        ("scorekeeper.rulings.pages.games",),
        ("games", "rulings"),
        copied=(f"{GAME}/(under|rulings(/\\w+)?|hands/\\d+/(ruling|dispute))",),
        always=(r"/games/9\d{12}/(rulings(/\w+)?|under|hands/\d+/(ruling|dispute))",),
    ),
    "rules": Pack(
        ("scorekeeper.games.pages.rules_of_game",),
        ("games", "rulebook"),
        copied=(f"{GAME}/rules",),
        always=(r"/games/9\d{12}/rules",),
    ),
    "stats": Pack(
        (
            "scorekeeper.offline.runtime.stats_pages",
            *[
                f"scorekeeper.games.pages.{name}"
                for name in ("stats.stats", "stats.people_facts", "library.library", "library.story")
            ],
        ),
        ("games",),
        answers=(r"/(stats|figures)(/hands)?", "/library", r"/evenings/[\d-]+"),
        templates=("offline/counting.html",),
        copied=(rf"{GAME}/(story|facts\.json)",),
        always=(r"/games/9\d{12}/(story|facts\.json)",),
    ),
    "board": Pack(
        ("scorekeeper.games.pages.pad.score_board",),
        ("games",),
        copied=(f"{GAME}/board",),
        always=(r"/games/9\d{12}/board",),
    ),
    "chances": Pack(
        ("scorekeeper.games.pages.odds",),
        ("games",),
        copied=(f"{GAME}/odds",),
        always=(r"/games/9\d{12}/odds",),
    ),
    "laboratory": Pack(
        ("scorekeeper.what_if.pages.own",),
        ("stats", "judged"),
        answers=("/laboratory",),
    ),
}


@dataclass
class PackContents:
    """The contents of a pack: modules and templates that no earlier pack has, their messages, and linked pages.

    `counted` are plural forms by singular.
    """

    modules: dict[str, ast.Module] = field(default_factory=dict)
    templates: dict[str, dict[str, Any]] = field(default_factory=dict)
    messages: set[str] = field(default_factory=set)
    counted: dict[str, str] = field(default_factory=dict)
    endpoints: set[str] = field(default_factory=set)


def make_packs(step: Callable[[], object] = bool) -> dict[str, PackContents]:
    """Return every pack by name. `step` is called after each.

    Raises CannotPack for anything that the phone does not have.
    """
    contents: dict[str, PackContents] = {}
    for name, pack in PACKS.items():
        required = [contents[before] for before in _required_packs(name)]
        contents[name] = _make_pack(
            pack, {m for one in required for m in one.modules}, {t for one in required for t in one.templates}
        )
        step()
    return contents


def _required_packs(name: str) -> Iterator[str]:
    for before in PACKS[name].upon:
        yield from _required_packs(before)
        yield before


def _make_pack(pack: Pack, modules: set[str], drawn: set[str]) -> PackContents:
    contents = PackContents()
    for module in pack.modules:
        contents.modules |= collect(module, modules | contents.modules.keys())
    nodes = [node for tree in contents.modules.values() for node in python_minifier.nodes_of(tree)]
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    parts = templates.parse_with_parts([*pack.templates, *_template_names(nodes)])
    contents.templates = templates.serialize_templates({name: one for name, one in parts.items() if name not in drawn})
    template_texts = templates.texts_of(parts)
    contents.messages = messages_in(calls) | template_texts.messages
    contents.counted = _plurals_in(calls) | template_texts.counted
    contents.endpoints = {
        str(call.args[0].value) for call in _calls_of(calls, "url_for") if isinstance(call.args[0], ast.Constant)
    } | template_texts.endpoints
    return contents


def _template_names(nodes: list[ast.AST]) -> list[str]:
    """Return the templates that modules name."""
    texts = [node.value for node in nodes if isinstance(node, ast.Constant)]
    paths = [PurePosixPath(text) for text in texts if isinstance(text, str) and text.endswith(".html")]
    return sorted({str(path) for path in paths if path.suffix and len(path.parts) > 1})


def _calls_of(calls: list[ast.Call], function: str) -> list[ast.Call]:
    """Return the calls of a function that have an argument."""
    return [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == function and call.args]


def _plurals_in(calls: list[ast.Call]) -> dict[str, str]:
    """Return the plural of each message that has one, by its singular."""
    plurals = {}
    for call in [*_calls_of(calls, "ngettext"), *_calls_of(calls, "NN_")]:
        texts = [arg.value for arg in call.args[:2] if isinstance(arg, ast.Constant)]
        if len(texts) == 2:
            plurals[str(texts[0])] = str(texts[1])
    return plurals


#: Modules built into Brython.
BUILT_IN = frozenset({"browser", "javascript"})

#: Packages that are empty on the phone, because their own files make the server's application.
EMPTY = frozenset({"scorekeeper", "scorekeeper.offline", "segno"})


def collect(entry: str, without: Collection[str] = ()) -> dict[str, ast.Module]:
    """Return every module that `entry` needs at run time, by name, ready for the phone. `entry` itself is the last.

    Modules in `without` are already there. Raises CannotPack for an import that the phone does not have.
    """
    modules: dict[str, ast.Module] = {}
    _collect(entry, modules, set(without))
    return modules


def _collect(name: str, modules: dict[str, ast.Module], seen: set[str]) -> None:
    if name in seen:
        return
    seen.add(name)
    if "." in name:
        _collect(name.rpartition(".")[0], modules, seen)
    tree = _tree(name)
    for imported_name in imports(tree):
        if imported_name in BUILT_IN:
            continue
        if not is_here(imported_name):
            raise CannotPack(f"{name} imports {imported_name}, which the phone does not have")
        _collect(imported_name, modules, seen)
    modules[name] = tree


def is_here(name: str) -> bool:
    """Return whether the phone has a module of that name: one of the program's, a stand-in, or a package with one."""
    return name.partition(".")[0] in ("scorekeeper", *THIRD_PARTY) or name in STAND_INS or name in folders()


def _tree(name: str) -> ast.Module:
    if name in EMPTY or (name in folders() and name not in STAND_INS):
        return ast.Module([], [])
    return strip_module(GENERATED[name]() if name in GENERATED else read(STAND_INS.get(name, name)), name)


def imports(tree: ast.Module) -> list[str]:
    """Return the modules that a module imports, in order. Raises CannotPack for a relative import."""
    names: list[str] = []
    for node in nodes_of(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                raise CannotPack(f"write out the relative import of {node.module}")
            module = node.module or ""
            inside = [f"{module}.{alias.name}" for alias in node.names]
            names += [module, *[one for one in inside if one in STAND_INS or _is_module(one)]]
    return names


def _is_module(name: str) -> bool:
    """Return whether the name is a module that runs on the phone, and not something defined in one."""
    return name.partition(".")[0] in ("scorekeeper", *THIRD_PARTY) and file_of(name).is_file()


MESSAGE_FUNCTIONS = ("N_", "_", "t", "gettext")
"""The functions that mark a message."""


def message_ids(trees: dict[str, ast.Module]) -> set[str]:
    """Return the messages in the packed modules: every `N_("…")`, `_("…")` and `t("…")`."""
    return messages_in([node for tree in trees.values() for node in nodes_of(tree) if isinstance(node, ast.Call)])


def messages_in(calls: list[ast.Call]) -> set[str]:
    """Return the messages that these calls mark."""
    marked = [
        call.args[0] for call in calls if isinstance(call.func, ast.Name) and call.func.id in MESSAGE_FUNCTIONS and call.args
    ]
    text_nodes = [part for one in marked for part in ([one.body, one.orelse] if isinstance(one, ast.IfExp) else [one])]
    return {node.value for node in text_nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
