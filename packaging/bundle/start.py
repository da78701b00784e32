"""Where a bundle begins: the window, or with words behind its name any command, as `python -m` would start it."""

from __future__ import annotations

import multiprocessing
import os
import runpy
import sys
from pathlib import Path


def main() -> None:
    """What was clicked on, or called by the program itself, which starts its helpers as `sys.executable -m MODULE …`."""
    multiprocessing.freeze_support()
    inside = Path(getattr(sys, "_MEIPASS", Path(__file__).parent))
    # Where Pango's libraries lie that came in the bundle: WeasyPrint asks the system for them by name.
    os.environ.setdefault("WEASYPRINT_DLL_DIRECTORIES", str(inside))
    # Without a console there is nothing to write to, and whoever prints would stop at that.
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 (for good)
    if sys.argv[1:2] == ["-m"]:
        module = sys.argv[2]
        del sys.argv[1:3]
        runpy.run_module(module, run_name="__main__", alter_sys=True)
        return
    from scorekeeper.cli import main as command

    command(args=sys.argv[1:] or ["window"], prog_name="scorekeeper")


if __name__ == "__main__":
    main()
