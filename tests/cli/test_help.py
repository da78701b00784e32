"""The help of the commands, in the terminal's language."""

from __future__ import annotations

import json

import click
import pytest
from click.testing import CliRunner

from scorekeeper.cli import terminal
from scorekeeper.cli.command_line import COMMANDS, main
from scorekeeper.cli.records.tournament_documents import documents
from scorekeeper.cli.terminal import EXAMPLES
from scorekeeper.core.i18n.translation import ngettext_for, t_for
from tools import command_line

FRENCH = t_for("fr")


def run(*args: str, lang: str = "fr_CA.UTF-8", stdin: str = "", status: int = 2) -> str:
    terminal = {"LANGUAGE": None, "LC_ALL": None, "LC_MESSAGES": None, "LANG": lang}
    result = CliRunner().invoke(main, list(args), input=stdin, env=terminal)
    assert result.exit_code == status, result.output
    return " ".join(result.output.split())


def commands(group: click.Group, *path: str) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []
    context = click.Context(group)
    for name in group.list_commands(context):
        one = group.get_command(context, name)
        found += [(*path, name), *(commands(one, *path, name) if isinstance(one, click.Group) else ())]
    return found


ALL = [(), *commands(main)]


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_the_help_of_every_command_is_in_the_language_of_the_terminal(path):
    shown = run(*path, "--help", status=0)
    assert "Usage :" in shown
    assert "Afficher ce message et sortir." in shown
    english = run(*path, "--help", lang="en_CA.UTF-8", status=0)
    assert "Usage: " in english
    assert "Show this message and exit." in english
    of_ours = [line for line in english.split(". ") if len(line) > 40]
    assert not [line for line in of_ours if line in shown]


def test_a_command_that_was_read_in_english_before_is_helped_with_in_french():
    assert "Show this message and exit." in documents.get_help(click.Context(documents))
    shown = run("tournament", "documents", "--help", status=0)
    assert "Afficher ce message et sortir." in shown
    assert "Show this message" not in shown


def test_every_help_has_french_words(monkeypatch):
    monkeypatch.setenv("LANGUAGE", "en")
    for path in ALL:
        command: click.Command = main
        for name in path:
            assert isinstance(command, click.Group)
            command = command.get_command(click.Context(command), name) or command
        helps = [command.help, *(one.help for one in command.params if isinstance(one, click.Option) and not one.hidden)]
        assert [said for said in helps if said and FRENCH(said) == said] == []
        assert command.help


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("replays",), "La commande 'replays' n’existe pas."),
        (("replay", "--rule"), "L’option '--rule' n’existe pas."),
        (("replay", "--rules", "nowhere", "-"), "aucun jeu de règles ne s’appelle « nowhere »"),
        (("replay", "--lang"), "L’option '--lang' demande une valeur."),
        (("rules", "show"), "Argument manquant 'NOM_OU_FICHIER'"),
        (("rules", "show", "a", "b"), "Argument de trop (b)"),
        (("rules", "check", "nowhere.json"), "Fichier 'nowhere.json' n’existe pas."),
        (("adjudicate", "trick"), "n’est pas parmi"),
        (("tournament", "simulate", "--entrants", "x"), "'x' n’est pas un nombre."),
        (("tournament", "simulate", "--entrants", "1"), "1 n’est pas dans l’intervalle 2<=x<=2000."),
        (("tournament", "simulate", "--events", "2", "-"), "--events invente des tournois"),
    ],
)
def test_what_is_wrong_with_a_command_is_said_in_the_language_of_the_terminal(args, said):
    assert said in run(*args)
    assert said not in run(*args, lang="en_CA.UTF-8")


RECORD = '{"format": "scorekeeper-tournament/1", "name": "Night", "method": "round_robin", "seed": 1, "entrants": []}'


@pytest.mark.parametrize(
    ("about", "said"),
    [
        ("[]", "il faut un objet"),
        ('{"days": 1}', "clé inconnue"),
        ('{"day": "1er mai"}', "une date comme 2026-11-20, pas « 1er mai »"),
        ('{"day": 3}', "une date comme 2026-11-20, pas 3"),
        ('{"venue": 3}', "un texte d’au plus 10000 caractères"),
        ('{"links": []}', "un objet `{ronde: {table: adresse}}`"),
        ('{"page": "nowhere"}', "une adresse qui commence par https:// ou http://"),
        ('{"players": {"e1": 3}}', "une liste de noms d’au plus 120 caractères"),
    ],
)
def test_what_is_wrong_with_what_papers_are_told_is_said_in_the_language_of_the_terminal(tmp_path, about, said):
    file = tmp_path / "about.json"
    file.write_text(about, encoding="utf-8")
    found = run("tournament", "documents", "-", "-o", str(tmp_path / "out"), "--about", str(file), stdin=RECORD)
    assert said in found.replace("\u00a0", " ").replace("\u202f", " ")


def test_what_the_system_refuses_is_said_in_the_language_that_was_asked_for():
    answer = json.loads(run("replay", "--lang", "fr", "nowhere.json", lang="en_CA.UTF-8", status=1))
    assert "fichier ou dossier introuvable" in answer["error"]["message"]
    plain = json.loads(
        run("replay", "nowhere.json", status=1)
    )  # it is for programs, so in English whatever the terminal's language
    assert "No such file or directory" in plain["error"]["message"]


def test_every_borrowed_word_is_translated():
    same = {"Options", "[OPTIONS]", "%(prog)s, version %(version)s"}
    words = [(one, FRENCH(one)) for one in (*terminal.CLICK, *terminal.SYSTEM) if isinstance(one, str)]
    words += [(one[0], ngettext_for("fr", *one, 1)) for one in (*terminal.CLICK, *terminal.SYSTEM) if not isinstance(one, str)]
    assert [word for word, french in words if french == word and word not in same] == []


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize(
    "path", [(), *(one for one in ALL if one and one[0] in {path[0] for path in ALL if len(path) > 1})], ids=" ".join
)
def test_a_list_of_commands_cuts_no_line_at_80_columns(path, lang):
    terminal = {"LANGUAGE": None, "LC_ALL": None, "LC_MESSAGES": None, "LANG": f"{lang}_CA.UTF-8", "COLUMNS": "80"}
    shown = CliRunner().invoke(main, [*path, "--help"], env=terminal).output
    assert [line for line in shown.splitlines() if line.endswith("...")] == []
    assert len(shown.splitlines()) > 5


def test_every_command_has_an_example_that_it_can_read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert {" ".join(path) for path in ALL if path} == set(EXAMPLES)
    for path, example in EXAMPLES.items():
        words = example.split()
        for word in words:
            if word.endswith((".json", ".jsonl", ".zip")):
                tmp_path.joinpath(word).touch()
        command: click.Command = main
        context = click.Context(main, info_name="scorekeeper")
        while isinstance(command, click.Group):
            name = words.pop(0)
            command = command.get_command(context, name) or command
            assert command.name == name or name in COMMANDS, example
        command.make_context(path, words, parent=context)  # raises UsageError where a word is not understood


def test_the_reference_and_the_man_page_are_those_of_the_commands():
    """Where they are not: python -m tools.command_line."""
    assert command_line.REFERENCE.read_text("utf-8") == command_line.reference()
    assert command_line.MANUAL.read_text("utf-8") == command_line.manual()


@pytest.mark.parametrize(
    ("typed", "offered"), [("tour", "tournament"), ("tournament st", "standings"), ("replay --la", "--lang")]
)
def test_a_shell_can_complete_commands_and_options(typed, offered, monkeypatch):
    words = f"scorekeeper {typed}".split()
    monkeypatch.setenv("COMP_WORDS", " ".join(words))
    monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
    shown = CliRunner().invoke(main, [], prog_name="scorekeeper", env={"_SCOREKEEPER_COMPLETE": "bash_complete"}).output
    assert f"plain,{offered}\n" in shown


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_list_of_commands_has_the_first_line_of_each(monkeypatch, lang):
    monkeypatch.setenv("LANGUAGE", lang)
    t = t_for(lang)
    own = {name: main.get_command(click.Context(main), name).help.partition("\n\n")[0] for name in COMMANDS}
    assert {name: t(summary) for name, (_place, summary) in COMMANDS.items()} == own
