"""The shapes of what the API takes and gives about a club's season."""

from __future__ import annotations

from scorekeeper.base.api.shapes import FLAG, ID, OBJECT, TIME, WORDS, Schema, array, maybe, obj, one_of, ref, text, whole
from scorekeeper.clubs.store.club import LONGEST_PLAYER_NAME
from scorekeeper.clubs.store.league import LONGEST_LEAGUE_NAME
from scorekeeper.season.league import BREAKS, MOST_PLACES, MOST_POINTS, WHO
from scorekeeper.seasons.actions.leagues import MOST_RESULTS
from scorekeeper.tournaments.actions.setup import LONGEST_NOTE

NUMBER: Schema = {"type": "number"}


def season_schemas() -> dict[str, Schema]:
    """Every shape, by name."""
    facts = {
        "name": text(LONGEST_LEAGUE_NAME, 1),
        "note": text(LONGEST_NOTE),
        "who": one_of(WHO),
        "points": array(whole(0, MOST_POINTS), 1, MOST_PLACES),
        "others": whole(0, MOST_POINTS),
        "best": maybe(whole(1, MOST_RESULTS)),
        "share": FLAG,
        "tournaments": array(ID),
    }
    result = {"tournament": ID, "rank": whole(1), "points": NUMBER, "counts": FLAG}
    line = {"rank": whole(1), "key": text(), "name": text(), "points": NUMBER, "separated_by": maybe(one_of(BREAKS))}
    named = {"key": text(), "name": text()}
    step = {"tournament": ID, "rating": NUMBER, "deviation": NUMBER}
    return {
        "LeagueFacts": obj(facts, [name for name in facts if name not in ("name", "points")]),
        "League": obj({"id": ID, "revision": whole(1), **facts}),
        "LeagueList": obj({"leagues": array(ref("League"))}),
        "LeagueStanding": obj(
            {
                "league": ref("League"),
                "standings": array(obj({**line, "results": array(obj(result))})),
                "to_come": whole(0),
                "left_out": WORDS,
            }
        ),
        "Rating": obj(
            {
                **named,
                "rating": NUMBER,
                "deviation": NUMBER,
                "settled": FLAG,
                "matches": whole(0),
                "history": array(obj(step)),
            }
        ),
        "Ratings": obj({"ratings": array(ref("Rating"))}),
        **_past(),
    }


def _past() -> dict[str, Schema]:
    named: dict[str, Schema] = {"key": text(), "name": text()}
    who = array(obj(named))
    mark: dict[str, Schema] = {"value": whole(), "tournament": ID, "round": whole(1), "table": whole(1), "scores": array(whole())}
    streak = {**named, "length": whole(2), "first": ID, "last": ID, "going": FLAG}
    marks = ("biggest_wins", "highest_scores", "lowest_scores", "most_boxed")
    tally: dict[str, Schema] = {name: whole(0) for name in ("won", "tied", "lost")}
    match = {
        "round": whole(1),
        "table": whole(1),
        "outcome": one_of(("win", "tie", "loss", "forfeit")),
        "scores": array(whole(), 0, 3),
        "partners": who,
        "against": who,
    }
    evening = {
        "tournament": ID,
        "name": text(),
        "day": text(format="date"),
        "rank": maybe(whole(1)),
        "matches": array(obj(match)),
    }
    career = {
        **named,
        "members": who,
        "rating": maybe(ref("Rating")),
        **tally,
        "evenings": array(obj(evening)),
        "partners": array(obj({**named, **tally})),
        "opponents": array(obj({**named, **tally})),
    }
    change = {
        "number": whole(1),
        "at": TIME,
        "who": text(),
        "action": text(),
        "kind": one_of(("league", "player")),
        "about": ID,
        "before": OBJECT,
        "after": OBJECT,
        "undoes": maybe(whole(1)),
        "undone": FLAG,
        "redo": FLAG,
    }
    return {
        "SeasonRecords": obj(
            {
                "matches": obj({name: array(obj({**mark, "side": who, "against": who})) for name in marks}),
                "streaks": obj({name: array(obj(streak)) for name in ("players", "pairs")}),
                "counts": obj({name: array(obj({**named, "value": whole(1)})) for name in ("titles", "evenings", "hundreds")}),
            }
        ),
        "Career": obj(career),
        "SeasonNames": obj({"names": array(text()), "joined": array(obj({"id": ID, "name": text(), "player": text()}))}),
        "JoinedNames": obj({"keep": text(LONGEST_PLAYER_NAME, 1), "other": text(LONGEST_PLAYER_NAME, 1)}),
        "SeasonChange": obj(change),
        "SeasonHistory": obj({"changes": array(ref("SeasonChange"))}),
    }
