"""The subjects of the application, with everything each one registers.

A subject is imported when it is loaded, so that what is left out costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING

from flask import Blueprint

from scorekeeper.app import parameters, schemas
from scorekeeper.core.api import problems
from scorekeeper.core.api.operations import OPERATIONS, VIEWS, Operation
from scorekeeper.core.refusals import add_texts
from scorekeeper.core.security import closed_instance

if TYPE_CHECKING:
    from flask import Flask

Part = Blueprint | Callable[["Flask"], object]
"""A blueprint, or a function that registers several things."""


def _load_games() -> list[Part]:
    """Load the pad and the rules, on which all else builds."""
    import scorekeeper.core.devices.device
    import scorekeeper.core.jobs.job_queue
    import scorekeeper.core.pdf.pdf_queue
    import scorekeeper.games.store.change
    import scorekeeper.games.store.game
    import scorekeeper.games.store.household
    import scorekeeper.games.store.link
    import scorekeeper.rules.store.house_rules  # noqa: F401 (tables refer to each other by name)
    from scorekeeper.games.api import events, games, links, responses  # noqa: F401
    from scorekeeper.games.api import odds as odds_api  # noqa: F401
    from scorekeeper.games.api import stats as stats_api  # noqa: F401
    from scorekeeper.games.commands import authorization, refusals
    from scorekeeper.games.pages import odds, printouts, rule_card, rules_of_game
    from scorekeeper.games.pages.history import adjustments, conflicts, dealers, hands, history, names
    from scorekeeper.games.pages.library import game_files, home, library, new_game, story
    from scorekeeper.games.pages.offline import offline_games, offline_log, qr_transfer, version_merge
    from scorekeeper.games.pages.pad import pad, score_board
    from scorekeeper.games.pages.sharing import household, join_phrase, share_links, shared_phones
    from scorekeeper.games.pages.stats import joined_names, people_facts, stats
    from scorekeeper.rules import api  # noqa: F401
    from scorekeeper.rules.commands import refusals as of_rules
    from scorekeeper.rules.pages import (
        card_pdf,
        questionnaire,
        rulebook,
        rulebook_pdf,
        rulebook_search,
        rules,
        saved_rules,
        shared_rules,
    )

    add_texts(refusals.TEXTS)
    add_texts(of_rules.TEXTS)
    problems.add_details(refusals.Conflict, responses.conflict)
    # Printouts and images are on the same blueprint as the page to which they belong.
    assert card_pdf.blueprint is rules.blueprint
    assert rulebook_pdf.blueprint is rulebook_search.blueprint is rulebook.blueprint
    modules = (
        *(pad, score_board, offline_log, offline_games, hands, history, names, dealers, adjustments, home, library, story, stats),
        *(
            joined_names,
            people_facts,
            household,
            new_game,
            share_links,
            join_phrase,
            shared_phones,
            rules,
            rule_card,
            rules_of_game,
            odds,
        ),
        *(printouts, game_files, version_merge, qr_transfer, saved_rules, shared_rules, questionnaire),
    )
    knows_links = partial(closed_instance.register, knows=authorization.has_scoring_link)
    return [knows_links, conflicts.init_app, *(module.blueprint for module in modules), rulebook.init_app]


def _load_rulings() -> list[Part]:
    from scorekeeper.games.pages import ruling_desk  # when loaded
    from scorekeeper.rulings.api import referee_schemas
    from scorekeeper.rulings.pages import code, desk_address, games, rulings

    schemas.SOURCES.append(referee_schemas)
    ruling_desk.register_address(desk_address.address_of_hand)
    assert code.blueprint is rulings.blueprint
    return [rulings.blueprint, games.blueprint]


def _load_guide() -> list[Part]:
    from scorekeeper.guide import pages  # when loaded

    return [pages.blueprint]


def _load_tournaments() -> list[Part]:
    """Load accounts, clubs and their tournaments: a club's pages are its desk."""
    import scorekeeper.clubs.store.account
    import scorekeeper.clubs.store.club
    import scorekeeper.clubs.store.league
    import scorekeeper.clubs.store.log
    import scorekeeper.clubs.store.openid
    import scorekeeper.clubs.store.privacy
    import scorekeeper.tournaments.store.printout_job
    import scorekeeper.tournaments.store.tournament  # noqa: F401 (for its tables)
    from scorekeeper.app import known_visitors
    from scorekeeper.clubs.api import clubs, people  # noqa: F401
    from scorekeeper.clubs.commands import refusals as of_clubs
    from scorekeeper.clubs.pages import account_page, accounts, new_password, openid, two_factor
    from scorekeeper.games.commands import tournament_hooks
    from scorekeeper.tournaments.api import (  # noqa: F401
        adjustments,
        announcements,
        charges,
        director_calls,
        door,
        door_prizes,
        entrants,
        hall,
        money,
        printouts,
        responses,
        results,
        rounds,
        series,
        standings,
        tables,
        ties,
        titles,
        tournaments,
    )
    from scorekeeper.tournaments.api.parameters import PATH, QUERY
    from scorekeeper.tournaments.commands import refusals
    from scorekeeper.tournaments.commands.event_writer import BoardConflict
    from scorekeeper.tournaments.commands.results.results import OverrulesTable
    from scorekeeper.tournaments.desk import desk
    from scorekeeper.tournaments.public import check_in, club, embedded, my_page, screen, subscriptions, tournament
    from scorekeeper.tournaments.table import at_table
    from scorekeeper.tournaments.table.game_hooks import Tables

    add_texts(refusals.TEXTS)
    add_texts(of_clubs.TEXTS)
    # An API body with the wrong format is usually a game record, so that title is kept.
    problems.add_titles({code: title for code, title in titles.TITLES.items() if code != "format"})
    problems.add_details(BoardConflict, responses.conflict)
    problems.add_details(OverrulesTable, responses.overruling_json)
    parameters.PATH.update(PATH)
    parameters.QUERY.update(QUERY)
    schemas.CODES.extend(titles.CODES)
    tournament_hooks.register_host(Tables())
    own_pages = (tournament, club, subscriptions, my_page, screen, at_table, check_in, embedded)
    modules = (accounts, account_page, new_password, openid, two_factor, *own_pages)
    return [known_visitors.init_app, *(module.blueprint for module in modules), desk.init_app]


def _load_leagues() -> list[Part]:
    from scorekeeper.leagues.api import leagues as leagues_api  # noqa: F401
    from scorekeeper.leagues.api import season as season_api  # noqa: F401
    from scorekeeper.leagues.commands.joining import LeagueJoining
    from scorekeeper.leagues.pages import league_history, leagues, people, season
    from scorekeeper.tournaments.commands.series import next_tournament

    next_tournament.register_joining(LeagueJoining())
    assert leagues.blueprint is league_history.blueprint is people.blueprint is season.blueprint
    return [season.blueprint]


def _load_what_if() -> list[Part]:
    from scorekeeper.what_if.pages import club, own  # when loaded

    return [own.blueprint, club.blueprint]


def _load_archives() -> list[Part]:
    from scorekeeper.archives import files_api, files_page  # noqa: F401

    return [files_page.blueprint]


def _load_backup() -> list[Part]:
    from scorekeeper.backup import page, refusals  # when loaded

    add_texts(refusals.TEXTS)
    return [page.init_app]


@dataclass(frozen=True)
class Subject:
    """A subject. `load`: imports it and returns what to register; `needs`: the subjects that it builds on."""

    load: Callable[[], list[Part]]
    needs: tuple[str, ...] = ()


CHOSEN = "scorekeeper.subjects"
"""The extension of an application with the names of its subjects."""
GAMES = "games"
SUBJECTS = {
    GAMES: Subject(_load_games),
    "rulings": Subject(_load_rulings, (GAMES,)),
    "guide": Subject(_load_guide, (GAMES,)),
    "tournaments": Subject(_load_tournaments, (GAMES,)),
    "leagues": Subject(_load_leagues, ("tournaments",)),
    "what_if": Subject(_load_what_if, ("rulings", "tournaments")),
    "archives": Subject(_load_archives, ("leagues",)),
    "backup": Subject(_load_backup, ("archives",)),
}
"""Every subject by name, after those it needs."""

_SUBJECT_OF_PACKAGE = {"rules": GAMES, "clubs": "tournaments"}
"""The subjects of packages with another name."""


class WrongSubjects(ValueError):
    """An impossible choice of subjects. Its text says which are missing or unknown."""


def check_choice(chosen: Iterable[str] | None) -> frozenset[str]:
    """Return the chosen subjects, or all of them for None. Raises WrongSubjects."""
    names = frozenset(SUBJECTS if chosen is None else chosen)
    if unknown := sorted(names - SUBJECTS.keys()):
        raise WrongSubjects(f"There is no subject {', '.join(unknown)}. The subjects are {', '.join(SUBJECTS)}.")
    missing = [f"{name} needs {need}" for name in SUBJECTS if name in names for need in SUBJECTS[name].needs if need not in names]
    if GAMES not in names:
        missing = [f"the application needs {GAMES}"]
    if missing:
        raise WrongSubjects(f"These subjects do not work alone: {'; '.join(missing)}.")
    return names


def load(names: Collection[str] = SUBJECTS.keys()) -> list[Part]:
    """Import these subjects. Return what they register."""
    return [part for name in SUBJECTS if name in names for part in _parts(name)]


@cache
def _parts(name: str) -> list[Part]:
    return SUBJECTS[name].load()


def register(app: Flask, parts: Iterable[Part]) -> None:
    """Register the pages of the loaded subjects."""
    for part in parts:
        if isinstance(part, Blueprint):
            app.register_blueprint(part)
        else:
            part(app)


def operations_of(names: Collection[str] = SUBJECTS.keys()) -> list[Operation]:
    """Return the API's operations of these subjects."""
    load(names)
    packages = [(one, VIEWS[one.name].__module__.split(".")[1]) for one in OPERATIONS]
    return [one for one, package in packages if _SUBJECT_OF_PACKAGE.get(package, package) in names]
