"""Path, query and header parameters of the API, each declared once for the OpenAPI document."""

from __future__ import annotations

from typing import Any

from scorekeeper.core.api.json_schema import ID, Schema, one_of, ref, text
from scorekeeper.core.api.requests import LONGEST_CURSOR, MOST_ITEMS
from scorekeeper.core.i18n.translation import LANGUAGES
from scorekeeper.core.pdf.page_sizes import ALL_SIZES
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME
from scorekeeper.games.api.stats import MOST_NAMES, WHOSE
from scorekeeper.stats.hand_facts import KINDS

PATH: dict[str, Schema] = {
    "name": ref("RulesName"),
    "other": ref("RulesName"),
    "person": text(200, 1),
}
"""Schemas of path parameters. Subjects add theirs. A parameter that is not listed is an id."""

_FLAG = {"type": "boolean"}
_NAMES = {"type": "array", "items": text(200, 1), "maxItems": MOST_NAMES}
_NUMBER = {"type": "integer", "minimum": 1, "maximum": 999_999_999}

PATH_DESCRIPTIONS = {
    "entrant": "The number in the entrant’s ID: 7 for `e7`.",
    "person": "The key of a player or pair, from ratings or league standings.",
    "file": "The `file` number in the list of printouts.",
}
"""What parameters of paths mean, where their name does not say it."""

QUERY: dict[str, tuple[dict[str, Any], str]] = {
    "before": (_NUMBER, "Insert the event before this entry."),
    "limit": ({"type": "integer", "minimum": 1, "maximum": MOST_ITEMS}, "Maximum number of items per page."),
    "cursor": (text(LONGEST_CURSOR), "The `next` value of the previous page."),
    "before:changes": (_NUMBER, "Only changes before this revision."),
    "keep_deals": (_FLAG, "Keep later dealers as they are, by adding a `deal` event. One undo reverts both."),
    "edition": ({"type": "integer", "enum": [1, 2]}, "Version of the game file, 2 by default."),
    "unscored": (_FLAG, "Also import hands with scoring errors, to correct in the game. Otherwise the file is refused."),
    "live": (_FLAG, "Count unfinished games on the pad with their current score."),
    "rules": ({"enum": list(VARIANTS_BY_NAME)}, "Score the file under these rules instead of its own."),
    "status": (one_of(("in", "waiting", "left", "withdrawn")), "Only entrants with this status."),
    "take_away": (
        _FLAG,
        "Also remove the bracket matches that the old result seated, with their results, and seat the right entrants.",
    ),
    "repair": (_FLAG, "Also pair the unplayed tables of the last round again. Otherwise they stay."),
    "sure": (
        _FLAG,
        "Accept a score that looks mistyped. Without this, it is refused (422 `result.not_five` or `result.too_high`).",
    ),
    "overrule": (
        _FLAG,
        "Overrule the table’s own report. Without this, a different result is refused (409 `result.overrules`).",
    ),
    "round": (_NUMBER, "The round to print, the latest by default."),
    "size": (
        one_of(ALL_SIZES),
        "Page size, Letter by default. Tabloid and A3 apply to posted sheets; everything else then uses Letter or A4.",
    ),
    "lang": (one_of(LANGUAGES), "Language of the PDF, by default that of the request."),
    "day": (text(format="date"), "Date of play, today by default."),
    "away": (_FLAG, "Only archived leagues, instead of the others. For directors."),
    "who": (_NAMES, "Names of one person, or of people on the same side. Any known spelling works."),
    "against": (_NAMES, "Only games with these people on another side."),
    "year": ({"type": "integer", "minimum": 1900, "maximum": 9999}, "Only games of this year."),
    "rules:key": (text(), "Only games under these rules: a rule set’s name, or the key of a custom one."),
    "place": (text(), "Only games played at this place."),
    "of": (one_of(WHOSE), "Games of this device (default) or of its household."),
    "kind": (one_of(KINDS), "The stat to list hands for."),
    "at": (
        {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 100}, {"const": "100-for-200"}]},
        "Only hands at this bid. For a stat by seat: only those played this many seats left of the dealer.",
    ),
    "beside": (_FLAG, "Import the club even if it is already here."),
    "name:typed": (text(), "The name of what you delete, as confirmation."),
    "name:club": (text(), "A new name for the club, instead of the one in the archive."),
}
"""Schemas and descriptions of query parameters. Subjects add theirs.

A suffix after a colon distinguishes parameters that share a name.
"""

HEADERS: dict[str, tuple[str, bool, dict[str, Any], str]] = {
    "revision": (
        "If-Match",
        True,
        {"type": "string", "pattern": r'^(\*|"[0-9]{1,9}")$', "example": '"1"'},
        "The revision that you last saw, in quotes. A conflicting change since then returns 409; `*` skips this check.",
    ),
    "key": (
        "Idempotency-Key",
        True,
        {"type": "string", "pattern": "^[0-9A-Za-z_-]{8,36}$"},
        "A unique key that you choose, such as a UUID. Repeating it returns the first response and saves nothing new.",
    ),
}
"""Headers by short name: the header, whether it is required, its schema and its description."""


def path_schema(name: str) -> Schema:
    """Return the schema of a path parameter."""
    return PATH.get(name, ID)
