"""All printouts of a tournament: the list, both languages, and long names."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

import pytest

from scorekeeper.cli.records.tournament_documents import documents
from scorekeeper.tournaments import printouts
from scorekeeper.tournaments.commands.printouts.print_options import PrintOptions
from scorekeeper.tournaments.commands.tournament_state import TournamentState
from scorekeeper.tournaments.printouts.documents import ALL_PAPERS, kinds_of, make_documents
from scorekeeper.tournaments.printouts.event import EventDetails, PrintedEvent
from scorekeeper.tournaments.printouts.page import file_name_of, split_evenly
from scorekeeper.tournaments.printouts.text_fit import fit, width_of
from tests.tournaments.printouts.printed_events import paper, texts, tournament, words

NOT_OF_A_SWISS = ("bracket", "schedule", "personal", "slipsahead", "tables", "poster", "prizes", "receipts", "treasurer")
"""Printouts without a long name, and printouts that a Swiss tournament does not have."""


@pytest.mark.thorough("every printout of an event is drawn; the tests beside it draw them one by one")
@pytest.mark.parametrize("kind", [k for k in ALL_PAPERS if k not in NOT_OF_A_SWISS])
def test_long_names_are_never_cut_and_never_push_a_page_over(kind):
    swiss = tournament("swiss", 18, rounds=2, long=True)
    size, lang = ("letter", "fr") if len(kind) % 2 else ("a4", "en")
    said = " ".join(texts(paper(swiss, kind, size, lang, 1)))
    assert "…" not in said
    assert "ThériaultBoudreau" in words(said)


@pytest.mark.thorough("every printout of an event is drawn; the tests beside it draw them one by one")
def test_printouts_speak_french():
    swiss = tournament("swiss", 8, rounds=2)
    said = {
        kind: texts(paper(swiss, kind, lang="fr", number=1 if kind in ("slips", "pairings") else None))
        for kind in ("slips", "pairings", "standings", "crosstable", "report", "history")
    }
    for pages in said.values():
        for english in ("Round", "Standings", "Page 1 of", "hands", "Final", "Place "):
            assert english not in " ".join(pages)
    assert "Classement" in said["standings"][0]


def test_every_printout_that_a_module_declares_is_offered_once_and_by_the_command_line():
    modules = [import_module(f"{printouts.__name__}.{one.name}") for one in iter_modules(printouts.__path__)]
    declared = [kind.name for module in modules for kind in getattr(module, "KINDS", ())]
    assert sorted(declared) == sorted(ALL_PAPERS)
    only = next(one for one in documents.params if one.name == "kinds")
    assert [*only.type.choices] == [*ALL_PAPERS]


def test_an_event_has_only_the_printouts_that_fit_it():
    assert "bracket" not in kinds_of(PrintedEvent(TournamentState(tournament("swiss", 8, rounds=2)), EventDetails(), "en"))
    knockout = kinds_of(PrintedEvent(TournamentState(tournament("single_elimination", 8)), EventDetails(), "en"))
    assert "crosstable" not in knockout
    assert "bracket" in knockout
    event = TournamentState(tournament("swiss", 8, rounds=2)), EventDetails()
    both = make_documents(PrintOptions("a4", "both", ("slips", "report"), rounds=(2,)), event)
    assert [(d.kind, d.round, d.event.lang) for d in both] == [
        ("slips", 2, "en"),
        ("report", None, "en"),
        ("slips", 2, "fr"),
        ("report", None, "fr"),
    ]
    assert len({d.file_name for d in both}) == 4


def test_a_name_is_broken_between_the_two_of_a_pair_rather_than_inside_one():
    found = fit("Aline Cormier & Jean-Guy Arsenault", 30, (12.0, 10.0, 8.0), 2)
    assert found.lines == ("Aline Cormier &", "Jean-Guy Arsenault")
    assert all(width_of(line, found.size) <= 30 for line in found.lines)
    assert fit("Zoé & Léo", 60, (12.0, 10.0), 2).lines == ("Zoé & Léo",)
    assert fit("x" * 400, 30, (12.0, 10.0), 2).cut


def test_pieces_are_as_even_as_can_be():
    assert [len(part) for part in split_evenly(range(26), 24)] == [13, 13]
    assert split_evenly([], 5) == []
    assert file_name_of("Ronde 02 Où s’asseoir ?") == "ronde-02-ou-sasseoir"
