"""The shapes of what the API takes and gives about a club's season."""

from __future__ import annotations

from scorekeeper.api.shapes import FLAG, ID, Schema, array, maybe, obj, one_of, ref, text, whole
from scorekeeper.season.league import BREAKS, MOST_PLACES, MOST_POINTS, WHO
from scorekeeper.storage.league import LONGEST_LEAGUE_NAME
from scorekeeper.workflows.club_setup import LONGEST_NOTE
from scorekeeper.workflows.season_leagues import MOST_RESULTS

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
    step = {"tournament": ID, "rating": NUMBER, "deviation": NUMBER}
    return {
        "LeagueFacts": obj(facts, [name for name in facts if name not in ("name", "points")]),
        "League": obj({"id": ID, "revision": whole(1), **facts}),
        "LeagueList": obj({"leagues": array(ref("League"))}),
        "LeagueStanding": obj(
            {"league": ref("League"), "standings": array(obj({**line, "results": array(obj(result))})), "to_come": whole(0)}
        ),
        "Ratings": obj(
            {
                "ratings": array(
                    obj(
                        {
                            "key": text(),
                            "name": text(),
                            "rating": NUMBER,
                            "deviation": NUMBER,
                            "settled": FLAG,
                            "matches": whole(0),
                            "history": array(obj(step)),
                        }
                    )
                )
            }
        ),
    }
