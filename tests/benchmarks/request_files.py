"""Count the files of the program that one request runs, and how often it moves from one file to another.

Three requests: a hand saved on the pad, a result entered at the desk, a hand corrected, each with the page that follows. Each is
made twice and counted the second time, so that loading modules and filling caches is left out.
"""

from __future__ import annotations

import json
import sys
import tempfile
import uuid
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import scorekeeper
from scorekeeper import create_app
from scorekeeper.server.startup.bootstrap import upgrade_database
from tests.benchmarks.rows import row
from tests.tournaments.desk.director import Director
from tests.visitor import start, text_of, value_of

PACKAGE = str(Path(scorekeeper.__file__).parent)
HAND = {"contractor": "0", "bid": "60", "points": "65"}


def count_files(request: Callable[[], Any]) -> tuple[set[str], int]:
    """Make a request. Return the files of the program that it runs, and the number of moves between them."""
    files: set[str] = set()
    moves, last = 0, ""

    def note(frame: FrameType, event: str, _: Any) -> None:
        nonlocal moves, last
        inside = frame if event == "call" else frame.f_back if event == "return" else None
        name = inside.f_code.co_filename if inside else ""
        if name.startswith(PACKAGE):
            files.add(name)
            moves += name != last
            last = name

    sys.setprofile(note)
    try:
        request()
    finally:
        sys.setprofile(None)
    return files, moves


def main() -> None:
    """Print a row for each request; with `--files` also the files."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"WTF_CSRF_ENABLED": False}, folder)
        upgrade_database(app)
        client = app.test_client()
        game = start(client)

        def send(path: str, **fields: str) -> Callable[[], None]:
            fields |= {"revision": value_of(client.get(game), "revision"), "uuid": str(uuid.uuid4())}

            def request() -> None:
                answer = client.post(f"{game}{path}", data=fields)
                assert answer.status_code == 303, text_of(answer)
                client.get(answer.location)

            return request

        def correction(hand: int) -> Callable[[], None]:
            event = {"kind": "played", "contractor": 0, "bid": 60, "points": [70, 30]}
            fields = {"action": "record", "seen": json.dumps(event, sort_keys=True), "kind": "played"}
            return send(f"/hands/{hand + 1}/edit", **{**HAND, "points": "70"}, **fields)

        director = Director(app, 8)
        director.round()

        def result(table: int) -> Callable[[], None]:
            fields = {"revision": value_of(director.open(), "revision"), "uuid": str(uuid.uuid4()), "table": str(table)}
            scores = {"score-0-0": "300", "score-0-1": "120"}

            def request() -> None:
                answer = director.client.post(f"{director.root}/rounds/1/results", data={**fields, **scores})
                assert answer.status_code == 303, text_of(answer)
                director.client.get(answer.location)

            return request

        requests = {
            "save": lambda _: send("/hands", action="record", **HAND),
            "desk_result": result,
            "correction": correction,
        }
        for name, prepare in requests.items():
            prepare(1)()
            files, moves = count_files(prepare(2))
            row(f"request_files.{name}", len(files), "files", moves=moves)
            if "--files" in sys.argv:
                print("\n".join(f"    {one.removeprefix(PACKAGE)[1:]}" for one in sorted(files)))


if __name__ == "__main__":
    main()
