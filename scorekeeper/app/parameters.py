"""Path, query and header parameters of the API, each declared once for the OpenAPI document."""

from __future__ import annotations

from typing import Any

from scorekeeper.base.api.paging import LONGEST_CURSOR, MOST
from scorekeeper.base.api.shapes import ID, Schema, one_of, ref, text
from scorekeeper.base.i18n import LANGUAGES
from scorekeeper.base.paper.sizes import PAPERS
from scorekeeper.engine.variants import NAMED
from scorekeeper.games.api.figures import MOST_NAMES, WHOSE
from scorekeeper.statistics.deeds import KINDS
from scorekeeper.tournaments.actions.entry_sheets import SEPARATOR_NAMES
from scorekeeper.tournaments.actions.papers import NAMES
from scorekeeper.tournaments.actions.spreadsheets import TABLES
from scorekeeper.tournaments.papers.documents import ALL_PAPERS
from scorekeeper.tournaments.store.tournament import STATUSES
from scorekeeper.wording.marks import N_

PATH: dict[str, Schema] = {
    "name": ref("RulesName"),
    "other": ref("RulesName"),
    "kind": one_of(ALL_PAPERS),
    "sheet": one_of(TABLES),
    "person": text(200, 1),
}
"""Schemas of path parameters. A parameter that is not listed here is an id."""

_FLAG = {"type": "boolean"}
_NAMES = {"type": "array", "items": text(200, 1), "maxItems": MOST_NAMES}
_NUMBER = {"type": "integer", "minimum": 1, "maximum": 999_999_999}

QUERY: dict[str, tuple[dict[str, Any], str]] = {
    "before": (_NUMBER, N_("The entry to put it before.")),
    "limit": (
        {"type": "integer", "minimum": 1, "maximum": MOST},
        N_("At most this many. The answer has the cursor of the `next` page."),
    ),
    "cursor": (text(LONGEST_CURSOR), N_("The `next` of the page before: the answer begins after that page.")),
    "before:changes": (_NUMBER, N_("Only changes before this one, to read on.")),
    "keep_deals": (_FLAG, N_("Later deals stand as they are: a `deal` entry comes along, and one undo takes both back.")),
    "edition": ({"type": "integer", "enum": [1, 2]}, N_("Of the game record: 2 unless 1 is asked for.")),
    "unscored": (
        _FLAG,
        N_("Bring in also what cannot be scored, to be mended in the game; without it such a record is refused."),
    ),
    "live": (_FLAG, N_("As if every match on the pad ended as it stands now.")),
    "rules": ({"enum": list(NAMED)}, N_("Score it as if these rules had been played.")),
    "status": (one_of(("in", "waiting", "left", "withdrawn")), N_("Only those who stand so.")),
    "take_away": (
        _FLAG,
        N_(
            "In a bracket where a result was corrected after its loser had gone on: take away the matches seated by the old one,"
            " results and all, and seat those who belong there, in the same change."
        ),
    ),
    "repair": (_FLAG, N_("Pair the unplayed tables of the last round anew on it, in the same change; without it they stay.")),
    "sure": (_FLAG, N_("Enter it although a score looks mistyped.")),
    "overrule": (_FLAG, N_("Enter it although the table itself has reported or recorded another result.")),
    "round": (_NUMBER, N_("Of which round: the last one unless another is named.")),
    "size": (
        one_of(PAPERS),
        N_(
            "The paper: Letter unless another is asked for. Tabloid and A3 are for what hangs on a wall; the rest is then on"
            " Letter or A4."
        ),
    ),
    "separator": (
        one_of(tuple(SEPARATOR_NAMES)),
        N_("What separates the cells of a line; without it, the separator that gives the lines the same number of cells."),
    ),
    "lang": (one_of(LANGUAGES), N_("The language; that of the request unless another is named.")),
    "names": (one_of(NAMES), N_("On what everybody may read: as everybody sees them, unless whole ones are asked for.")),
    "day": (text(format="date"), N_("When it was played; today unless it is given.")),
    "status:record": (one_of(STATUSES[2:]), N_("With `finished` it counts as finished, if every table has its result.")),
    "away": (_FLAG, N_("Those that are put away, instead of the others.")),
    "who": (_NAMES, N_("About whom, by name: one person, or those who sat on one side together. Any spelling will do.")),
    "against": (_NAMES, N_("Only games in which they were on another side.")),
    "year": ({"type": "integer", "minimum": 1900, "maximum": 9999}, N_("Only games of this year.")),
    "rules:key": (text(), N_("Only games under these rules: a name, or what tells a table’s own rules from others.")),
    "place": (text(), N_("Only games that were played there.")),
    "of": (one_of(WHOSE), N_("Whose games: this device’s, unless those of its household are asked for.")),
    "kind": (one_of(KINDS), N_("Which kind of deeds.")),
    "at": (
        {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 100}, {"const": "100-for-200"}]},
        N_("Only those at this bid, or so many places left of the dealer."),
    ),
    "beside": (_FLAG, N_("Bring it in although such a club is here already.")),
    "name:typed": (text(), N_("The name of what is deleted, so that nothing goes by mistake.")),
    "name:club": (text(), N_("Another name for the club than the archive has.")),
}
"""Schemas and descriptions of query parameters. A suffix after a colon distinguishes parameters that share a name."""

HEADERS: dict[str, tuple[str, bool, dict[str, Any], str]] = {
    "revision": (
        "If-Match",
        True,
        {"type": "string", "pattern": r'^(\*|"[0-9]{1,9}")$', "example": '"1"'},
        N_(
            "The revision that you have seen, in quotes: the ETag of the last answer, or its `revision`. If what this is about"
            " has changed since, the answer is 409. With `*` the change is made whatever others changed."
        ),
    ),
    "key": (
        "Idempotency-Key",
        True,
        {"type": "string", "pattern": "^[0-9A-Za-z_-]{8,36}$"},
        N_("A key of your own making, such as a UUID: the same again counts once, and gives the first answer again."),
    ),
}
"""Headers by short name: the header, whether it is required, its schema and its description."""


def of_path(name: str) -> Schema:
    """Return the schema of a path parameter."""
    return PATH.get(name, ID)
