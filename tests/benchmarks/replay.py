"""`scorekeeper replay` on many short games, next to parsing the same JSON and adding up the piles."""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import orjson

from tests.benchmarks.rows import row, size

GAMES = size(20_000, 3)
HANDS = 6
RUNS = size(3, 1)

FLOOR = """
import sys, orjson
out = sys.stdout.buffer
for line in sys.stdin.buffer:
    scores = [0, 0]
    for event in orjson.loads(line)["events"]:
        for side, points in enumerate(event["points"]):
            scores[side] += points
    out.write(orjson.dumps({"scores": scores}) + b"\\n")
"""

NAMES = ["Aline", "Benoît", "Claire", "Denis", "Élise", "Fernand", "Ginette", "Hector", "Irène", "Jos", "Lucille", "Marcel"]


def game(rng: random.Random) -> dict[str, object]:
    """Return a short game to 500 that never ends early. Every third hand has no known trump."""
    events = []
    for _ in range(HANDS):
        contractor, bid = rng.randrange(4), rng.randrange(50, 105, 5)
        took = rng.randrange(0, 105, 5)
        piles = [took, 100 - took] if contractor % 2 == 0 else [100 - took, took]
        bids = {str((contractor + 1) % 4): 50} if bid > 50 and rng.random() < 0.5 else {}
        event = {"kind": "played", "contractor": contractor, "bid": bid, "bids": bids, "points": piles}
        if rng.random() < 0.67:
            event["trump"] = rng.choice("SHDC")
        events.append(event)
    rules = {"base": "kitty", "target": 1000, "hole_limit": None}
    players = rng.sample(NAMES, 4)
    return {"format": "scorekeeper-game/1", "rules": rules, "players": players, "first_dealer": 0, "events": events}


def seconds(command: list[str], file: Path) -> float:
    """Return the wall time of a process that reads the file and writes its answers to a file."""
    with file.open("rb") as stdin, tempfile.TemporaryFile() as out:
        start = time.perf_counter()
        subprocess.run(command, stdin=stdin, stdout=out, check=True)
        return time.perf_counter() - start


def main() -> None:
    """Print the rate of the command and of the baseline."""
    rng = random.Random(200)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.jsonl"
        file.write_bytes(b"".join(orjson.dumps(game(rng)) + b"\n" for _ in range(GAMES)))
        ours = [sys.executable, "-m", "scorekeeper", "replay"]
        floor = [sys.executable, "-c", FLOOR]
        runs = [[seconds(command, file) for command in (ours, [*ours, "--jobs", "2"], floor)] for _ in range(RUNS)]
    alone, together, least = (GAMES * HANDS / statistics.median(times) for times in zip(*runs, strict=True))
    row("replay, reasons included", alone, "hands/s", least)
    row("replay in two processes", together, "hands/s", least)


if __name__ == "__main__":
    main()
