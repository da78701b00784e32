"""`scorekeeper lab` on ten thousand games, in one and two processes, next to `scorekeeper replay`."""

from __future__ import annotations

import random
import statistics
import sys
import tempfile
from pathlib import Path

import orjson

from tests.benchmarks.replay import HANDS, game, seconds
from tests.benchmarks.rows import row, size

GAMES = size(10_000, 3)
RUNS = size(3, 1)


def main() -> None:
    """Print both rates, each relative to `replay`."""
    rng = random.Random(200)
    ours = [sys.executable, "-m", "scorekeeper"]
    lab = [*ours, "lab", "--set", "opponents_score=always", "--format", "json"]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.jsonl"
        file.write_bytes(b"".join(orjson.dumps(game(rng)) + b"\n" for _ in range(GAMES)))
        runs = [[seconds(command, file) for command in (lab, [*lab, "--jobs", "2"], [*ours, "replay"])] for _ in range(RUNS)]
    alone, together, least = (GAMES * HANDS / statistics.median(times) for times in zip(*runs, strict=True))
    row(f"laboratory, {GAMES:,} games", alone, "hands/s", least)
    row("laboratory in two processes", together, "hands/s", least)


if __name__ == "__main__":
    main()
