"""The refusals of every package: their messages, and what API problems show of them."""

from __future__ import annotations

from scorekeeper.backup import refusals as of_copies
from scorekeeper.clubs.commands import refusals as of_clubs
from scorekeeper.core.api import problems
from scorekeeper.core.refusals import add_texts
from scorekeeper.games.api import responses as game_answers
from scorekeeper.games.commands import refusals as of_games
from scorekeeper.rules.commands import refusals as of_rules
from scorekeeper.tournaments.api import responses as tournament_answers
from scorekeeper.tournaments.api.titles import TITLES
from scorekeeper.tournaments.commands import refusals as of_tournaments
from scorekeeper.tournaments.commands.event_writer import BoardConflict
from scorekeeper.tournaments.commands.results.results import OverrulesTable

for _subject in (of_games, of_rules, of_tournaments, of_clubs, of_copies):
    add_texts(_subject.TEXTS)
# An API body with the wrong format is usually a game record, so that title is kept.
problems.add_titles({code: title for code, title in TITLES.items() if code != "format"})
problems.add_details(of_games.Conflict, game_answers.conflict)
problems.add_details(BoardConflict, tournament_answers.conflict)
problems.add_details(OverrulesTable, tournament_answers.overruling_json)
