"""Writes docs/routes.md: every address that the program answers, subject by subject, with the function that does.

make routes
"""

from __future__ import annotations

import inspect
import sys
import tempfile
from pathlib import Path

from flask import Flask

from scorekeeper import create_app

ROOT = Path(__file__).resolve().parent.parent
MAP = ROOT / "docs" / "routes.md"
SUBJECTS = (
    "rules",
    "games",
    "clubs",
    "tournaments",
    "seasons",
    "rulings",
    "guide",
    "laboratory",
    "archives",
    "copies",
    "phone",
    "https",
    "base",
    "app",
)
"""In the order in which they know each other (architecture.md); the program's own last."""
HEAD = """# Every address

Made by `make routes` from the running program. `<int:game>` is a part that is filled in; what answers is in `scorekeeper/`.
"""


def answering(app: Flask) -> list[tuple[str, str, str, str, str]]:
    """Each route's subject, address, methods, module and function; those of one address in the order in which they are asked."""
    found = []
    for rule in app.url_map.iter_rules():
        function = inspect.unwrap(app.view_functions[rule.endpoint])
        _, subject, *rest = function.__module__.split(".")
        methods = " ".join(sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}))
        found.append((subject, rule.rule, methods, "/".join([subject, *rest]) + ".py", function.__name__))
    return sorted(found)


def route_map() -> str:
    """The whole document."""
    with tempfile.TemporaryDirectory() as instance:
        routes = answering(create_app(instance_path=instance))
    parts = [HEAD]
    for subject in SUBJECTS:
        lines = [
            f"| {methods} | `{address}` | `{module}` (`{function}`) |"
            for where, address, methods, module, function in routes
            if where == subject
        ]
        parts.append(f"\n## {subject}\n\n| | address | answered by |\n| --- | --- | --- |\n" + "\n".join(lines) + "\n")
    missing = {where for where, *_ in routes} - {*SUBJECTS}
    if missing:
        raise SystemExit(f"tools/routes.py does not know the subject of {', '.join(sorted(missing))}")
    return "".join(parts)


def main() -> int:
    """Write the map where it is not as it was; the exit status."""
    text = route_map()
    if not MAP.exists() or MAP.read_text("utf-8") != text:
        MAP.write_text(text, "utf-8")
        print(f"{MAP.relative_to(ROOT)}: brought up to date")
    return 0


if __name__ == "__main__":
    sys.exit(main())
