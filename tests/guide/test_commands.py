"""Every command in the guide runs and prints what the guide shows."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest

from scorekeeper.cli.command_line import main
from scorekeeper.clubs.commands.members import invitations
from tests.fixtures.serving import serving
from tests.guide.session import GUIDE, ROOT, blocks, fits, run, typed_commands
from tests.tournaments.club_night import PASSWORD

PAGES = sorted(GUIDE.glob("*/*.md"))
RUN = [page for page in PAGES if typed_commands(page)]
SHELL = re.compile(r"`((?:make|scorekeeper) [^`]+)`")


def name_of(page):
    return f"{page.parent.name}/{page.stem}"


@pytest.mark.thorough("starts a process for each of some seventy commands")
@pytest.mark.parametrize("page", RUN, ids=name_of)
def test_each_command_of_a_page_says_what_the_guide_shows(page, make_app, found_by_commands, tmp_path):
    app = make_app()
    found_by_commands(app)
    with app.app_context():
        invitations.create_first_account("Lucille", PASSWORD, "Club de cartes de Memramcook")
    folder = tmp_path / "typed"
    folder.mkdir()
    with serving(app) as port:
        said = run(page, page.parent.name, folder, Path(app.instance_path), f"http://127.0.0.1:{port}")
    commands = typed_commands(page)
    assert len(said) == len(commands) + 1, said[-1]
    wrong = [(one.command, one.shown, text) for one, text in zip(commands, said, strict=False) if not fits(one.shown, text)]
    assert wrong == []


def test_the_guide_has_commands_to_run_in_both_languages():
    assert {page.parent.name for page in RUN} == {"en", "fr"}
    assert {page.stem for page in RUN if page.parent.name == "en"} >= {"api", "command-line", "what-to-do-when"}


def test_the_same_is_typed_in_both_languages():
    """Only names of languages and files may differ."""
    for page in RUN:
        other = GUIDE / ("fr" if page.parent.name == "en" else "en") / page.name
        plain = [
            [re.sub(r" --lang \w+|Accept-Language: \w+", "", one.command) for one in typed_commands(of)] for of in (page, other)
        ]
        assert plain[0] == plain[1], page.name


def targets() -> set[str]:
    return set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))


def check_command_line(words: list[str]) -> None:
    """Raise UsageError unless the command line accepts these words. Files need not exist."""
    command: click.Command = main
    context = click.Context(main)
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        found = command.get_command(context, words[0])
        if found is None:
            raise click.UsageError(f"no command {words[0]}")
        command, words = found, words[1:]
        context = click.Context(command)
    command.make_parser(context).parse_args(list(words))


def check_line(line: str) -> None:
    words = [word for word in shlex.split(line) if not re.match(r"^[A-Z_]+=\S+$", word) or word.startswith("ARGS=")]
    if words[:2] == ["git", "pull"]:
        return
    if words[0] == "make":
        assert words[1] in targets(), line
        told = next((word.removeprefix("ARGS=") for word in words if word.startswith("ARGS=")), "")
        words = ["scorekeeper", {"run": "serve"}.get(words[1], words[1]), *shlex.split(told)]
    assert words[0] == "scorekeeper", line
    check_command_line(words[1:])


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_what_is_not_run_here_is_at_least_a_command_with_its_options(page):
    """Commands that don't end or that install have their own blocks. Commands in sentences are checked too."""
    lines = [line for block in blocks(page) if block.kind == "sh" for line in block.text.splitlines()]
    lines += SHELL.findall(page.read_text("utf-8"))
    for line in lines:
        check_line(line)


def test_a_command_that_is_not_there_would_be_noticed():
    for line in ("make nothing", "scorekeeper serve --wrong", "scorekeeper nothing", 'make run ARGS="--wrong 1"'):
        with pytest.raises((AssertionError, click.UsageError)):
            check_line(line)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_block_is_of_a_known_kind(page):
    kinds = {block.kind for block in blocks(page)}
    assert kinds <= {"console", "sh", "json", "text"}
    assert page.read_text("utf-8").count("```") == 2 * len(blocks(page))
    assert [block for block in blocks(page) if block.kind == "json" and not block.name] == []
