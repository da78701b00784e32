from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
import zipfile

import pytest
from click.testing import CliRunner

from scorekeeper.cli.command_line import main
from scorekeeper.cli.records.what_if import read_option
from scorekeeper.cli.streams import stream
from scorekeeper.engine.options import Limit
from scorekeeper.engine.ruleset import RuleSet

PLAYERS = ["Aline", "Benoît", "Claire", "Denis"]


def record(*hands: tuple[int, int, int, int], rules: object = "standard", **more: object) -> str:
    """Return a game on one line. Each hand: contractor, bid and piles."""
    events = [{"contractor": seat, "bid": bid, "bids": {}, "points": [ours, theirs]} for seat, bid, ours, theirs in hands]
    game = {"format": "scorekeeper-game/1", "rules": rules, "players": PLAYERS, "first_dealer": 0, "events": events}
    return json.dumps({**game, **more}) + "\n"


def lab(*args: str, stdin: str = ""):
    result = CliRunner().invoke(main, ["lab", "--lang", "en", *args], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


SAME = record((0, 75, 100, 0), (0, 75, 100, 0))
TURNED = record((0, 50, 90, 10), (1, 50, 20, 80), (1, 50, 15, 85), (0, 60, 70, 30), (0, 50, 60, 40))


def test_it_is_told_who_wins_otherwise_and_who_gains():
    result = lab("--set", "opponents_score=always", stdin=SAME + TURNED)
    assert result.exit_code == 0
    lines = [" ".join(line.split()) for line in result.stdout.splitlines()]
    for expected in (
        "Games: 2",
        "Defenders score: always.",
        "The same side wins 1",
        "Another side wins 1",
        "Of the 2 games won both ways, 0 take longer and 1 are over sooner.",
        "Benoît 2 0 1",
        "Aline 2 2 1",
        "2 Benoît & Denis instead of Aline & Claire",
    ):
        assert expected in lines, result.stdout


def test_a_game_that_goes_on_is_said_to_be_not_known():
    result = lab("--rules", "north_300", stdin=SAME)
    assert "Under: Northern 300" in result.stdout
    assert "Those hands were never played." in result.stdout


FLAGS = [name for name, option in RuleSet.options.items() if option.kind == "flag"]
LIMITS = [name for name, option in RuleSet.options.items() if isinstance(option, Limit)]


@pytest.mark.parametrize("name", FLAGS)
def test_a_rule_that_is_played_or_not_takes_the_words_of_pages_and_of_json(name):
    assert [read_option(f"{name}={word}") for word in ("yes", "true", "True")] == [(name, True)] * 3
    assert [read_option(f"{name}={word}") for word in ("no", "false")] == [(name, False)] * 2


@pytest.mark.parametrize("name", LIMITS)
def test_a_limit_is_turned_off_with_the_words_of_links_of_pages_and_of_json(name):
    assert [read_option(f"{name}={word}") for word in ("off", "none", "null")] == [(name, None)] * 3


@pytest.mark.parametrize("name", [*RuleSet.options])
def test_a_refused_value_is_answered_with_values_that_work(name):
    """Each word after "Use" in the error is accepted as a value of the option."""
    refused = lab("--set", f"{name}=nonsense", stdin=SAME)
    assert refused.exit_code == 2
    text = " ".join(refused.stderr.split()).partition(" is not valid. Use ")[2].rstrip(".")
    assert text, refused.stderr
    if text.startswith("a whole number from "):
        low, high = re.findall(r"[\d,]+", text)[:2]
        words = [low.replace(",", ""), high.replace(",", "")] + (["null"] if text.endswith("or null") else [])
        assert text.endswith("or null") == (name in LIMITS)
    else:
        words = [word.strip("“”") for word in re.split(r", | or ", text)]
    for word in words:
        assert read_option(f"{name}={word}")[0] == name


def test_json_has_every_figure_and_every_game_that_turns():
    answer = json.loads(lab("--set", "opponents_score=always", "--format", "json", stdin=SAME + TURNED).stdout)
    assert answer["format"] == "scorekeeper-laboratory/1"
    assert answer["change"] == {"rules": None, "options": {"opponents_score": "always"}}
    assert (answer["refused"], answer["totals"]["fates"]["turned"], answer["totals"]["games"]) == (0, 1, 2)
    assert [(one["game"], one["now"]["winners"]) for one in answer["turned"]] == [("2", [1])]


def test_one_line_a_game_in_the_order_of_the_file():
    lines = lab("--rules", "north_300", "--format", "lines", stdin=SAME + "no json\n" + TURNED).stdout.splitlines()
    answers = [json.loads(line) for line in lines]
    assert [(one["game"], one.get("fate")) for one in answers] == [("1", "open"), ("2", None), ("3", "open")]
    assert answers[1]["error"]["code"] == "json"


def test_the_coach_says_from_what_share_on_a_height_pays():
    hands = [record((0, 75, 85, 15))] * 6 + [record((0, 75, 60, 40))] * 4 + [record((1, 60, 30, 70))]
    result = lab("--coach", "Aline", stdin="".join(hands))
    rows = [" ".join(line.split()) for line in result.stdout.splitlines()]
    assert "75 6 of 10 60 % 31 to 83 % −4 from 62 % on too close to tell" in rows
    assert not any(row.startswith("60 ") for row in rows)
    everybody = lab("--coach", "*", "--format", "json", stdin="".join(hands))
    heights = json.loads(everybody.stdout)["coach"]["heights"]
    assert [(one["bid"], one["tried"], one["made"], one["advice"]) for one in heights] == [(60, 1, 1, "few"), (75, 10, 6, "even")]
    assert "Zoé: no contracts recorded." in lab("--coach", "Zoé", stdin=SAME).stdout


@pytest.mark.process
def test_several_processes_find_the_same(tmp_path):
    file = tmp_path / "winter.jsonl"
    file.write_text((SAME + TURNED) * 40 + "broken\n" + record((0, 33, 70, 30)))
    args = ("--set", "opponents_score=always", "--coach", "Aline", str(file))
    alone = lab(*args)
    together = lab("--jobs", "2", *args)
    assert (together.exit_code, together.stdout, together.stderr) == (alone.exit_code, alone.stdout, alone.stderr)
    assert alone.exit_code == 1
    assert "Cannot be scored" in alone.stdout


def test_a_game_that_cannot_be_read_is_named_and_the_others_count(tmp_path):
    first, second = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    first.write_text(SAME)
    second.write_text(record((0, 75, 85, 15), players=["Aline"]) + SAME)
    result = lab("--rules", "kitty", str(first), str(second))
    assert result.exit_code == 1
    assert result.stderr.startswith(f"Game {second}:1: ")
    assert "Games: 2" in result.stdout
    assert lab("--rules", "kitty", str(tmp_path / "none.jsonl")).stdout == "No game could be read.\n"


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ((), "Choose what to try: --rules, --set or --coach."),
        (("--set", "target"), "“target” is not a valid setting. Write OPTION=VALUE, such as target=300."),
        (("--set", "target=abc"), "“abc” is not valid. Use a whole number from 5 to 5000"),
        (("--set", "targt=300"), "targt"),
        (("--set", "misdeal=perhaps"), "perhaps"),
        (("--rules", "standard", "--set", "kitty=4"), "The cards do not add up"),
        (("--rules", "nobodys"), "nobodys"),
    ],
)
def test_what_cannot_be_tried_is_refused_with_what_would_be_right(args, said):
    result = lab(*args, stdin=SAME)
    assert result.exit_code == 2
    assert said in result.stderr


def test_off_and_yes_are_values_as_in_links():
    answer = json.loads(lab("--set", "hole_limit=off", "--set", "hundred_wins=yes", "--format", "json", stdin=SAME).stdout)
    assert answer["change"]["options"] == {"hole_limit": None, "hundred_wins": True}
    assert answer["totals"]["shorter"] == 1


def test_an_archive_that_is_none_is_refused_with_what_is_wrong_in_it(tmp_path):
    file = tmp_path / "club.zip"
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("club.json", "{}")
        archive.writestr("games/0001.json", "{}")
    file.write_bytes(data.getvalue())
    result = lab("--rules", "kitty", str(file))
    assert result.exit_code == 1
    assert "games/0001.json" in result.stderr


def test_french_speaks_french():
    result = CliRunner().invoke(main, ["lab", "--lang", "fr", "--rules", "north_300", "--coach", "Aline"], input=SAME)
    assert result.exit_code == 0
    assert "The same side" not in result.stdout
    assert "Parties" in result.stdout


@pytest.mark.process
def test_what_is_asked_together_is_answered_together_and_before_anything_more_is_asked_for():
    command = [sys.executable, "-m", "scorekeeper", "lab", "--rules", "north_300", "--format", "lines"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        for many in (1, 3, 2):
            process.stdin.write((SAME * many).encode())
            process.stdin.flush()
            assert os.read(process.stdout.fileno(), 2**16).count(b"\n") == many
        process.stdin.close()
        assert process.stdout.read() == b""
    assert process.returncode == 0


@pytest.mark.process
def test_of_several_processes_too_an_answer_comes_before_the_next_game_is_asked_for():
    command = [sys.executable, "-m", "scorekeeper", "lab", "--rules", "north_300", "--format", "lines", "--jobs", "2"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        for n in range(3):
            process.stdin.write(SAME.encode())
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["game"] == str(n + 1)
        process.stdin.close()
    assert process.returncode == 0


def test_somebody_who_looks_on_sees_games_that_take_their_time(tmp_path, monkeypatch):
    (tmp_path / "games").write_text(SAME * 2)
    shown = []
    monkeypatch.setattr(stream, "_FLUSH_SECONDS", -1.0)
    monkeypatch.setattr(
        stream.FlushedWriter,
        "flush",
        lambda self, flush=stream.FlushedWriter.flush: (shown.append(1), flush(self)),
    )
    lab("--rules", "north_300", "--format", "lines", str(tmp_path / "games"))
    assert len(shown) > 3, "each game, and before more is read"
