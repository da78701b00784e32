"""Where a bundle begins: the window, or with words behind its name any command, as `python -m` would start it."""

from __future__ import annotations

import multiprocessing
import os
import runpy
import sys
from pathlib import Path

MAC_LIBRARIES = "DYLD_FALLBACK_LIBRARY_PATH"


def main() -> None:
    """What was clicked on, or called by the program itself, which starts its helpers as `sys.executable -m MODULE …`."""
    multiprocessing.freeze_support()
    find_pango()
    # Without a console there is nothing to write to, and whoever prints would stop at that.
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 (for good)
    if sys.argv[1:2] == ["-m"]:
        module = sys.argv[2]
        del sys.argv[1:3]
        runpy.run_module(module, run_name="__main__", alter_sys=True)
        return
    from scorekeeper.cli.command_line import main as command

    command(args=sys.argv[1:] or ["window"], prog_name="scorekeeper")


def find_pango() -> None:
    """Have Pango's libraries found that came in the bundle; on Windows and Linux PyInstaller sees to that."""
    inside = getattr(sys, "_MEIPASS", None)
    if inside is None:
        return
    if sys.platform != "linux" and (Path(inside) / "etc" / "fonts").is_dir():
        os.environ.setdefault("FONTCONFIG_PATH", str(Path(inside) / "etc" / "fonts"))
    if sys.platform == "darwin" and inside not in os.environ.get(MAC_LIBRARIES, "").split(":"):
        # Read once, when a program starts: so it starts again.
        os.environ[MAC_LIBRARIES] = ":".join([inside, *filter(None, [os.environ.get(MAC_LIBRARIES)])])
        os.execv(sys.executable, [sys.executable, *sys.argv[1:]])  # noqa: S606 (ourselves)


if __name__ == "__main__":
    main()
