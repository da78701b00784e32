"""Every subject's refusals: what they say, and what their problems show over the API."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.base.api import problems
from scorekeeper.base.refusals import add_texts
from scorekeeper.clubs.actions import refusals as of_clubs
from scorekeeper.games.actions import refusals as of_games
from scorekeeper.games.actions.view import load
from scorekeeper.games.api import answers as game_answers
from scorekeeper.rules.actions import refusals as of_rules
from scorekeeper.tournaments.actions import refusals as of_tournaments
from scorekeeper.tournaments.actions.overruling import Overrules
from scorekeeper.tournaments.actions.writing import BoardConflict
from scorekeeper.tournaments.api import answers as club_answers
from scorekeeper.tournaments.api.titles import TITLES
from scorekeeper.wording.names import Names, names_of

if TYPE_CHECKING:
    from scorekeeper.games.actions.entrance import Way


def _seated(way: Way) -> Names:
    view = load(way)
    return names_of(view.rules, view.players)


for _subject in (of_games, of_rules, of_tournaments, of_clubs):
    add_texts(_subject.TEXTS)
problems.add_titles(TITLES)
problems.show(of_games.Conflict, game_answers.conflict)
problems.show(BoardConflict, club_answers.conflict)
problems.show(Overrules, club_answers.overruling)
problems.seated(_seated)
