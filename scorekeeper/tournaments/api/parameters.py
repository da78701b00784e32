"""Parameters of the API whose values are listed by tournaments."""

from __future__ import annotations

from scorekeeper.core.api.json_schema import Schema, integer, one_of
from scorekeeper.tournaments.commands.entrants.entry_sheets import SEPARATOR_NAMES
from scorekeeper.tournaments.commands.files.spreadsheets import TABLES
from scorekeeper.tournaments.commands.printouts.print_options import NAMES
from scorekeeper.tournaments.printouts.documents import ALL_PAPERS
from scorekeeper.tournaments.store.tournament import STATUSES

PATH: dict[str, Schema] = {"kind": one_of(ALL_PAPERS), "sheet": one_of(TABLES)}

QUERY: dict[str, tuple[Schema, str]] = {
    "separator": (
        one_of(tuple(SEPARATOR_NAMES)),
        "Cell separator, detected by default. Set it after a `list.ambiguous` problem.",
    ),
    "table": (integer(1), "The only table whose slip to print, for a table that lost it."),
    "names": (one_of(NAMES), "Names on posted sheets: `shown` (default) for the public form, `whole` for full names."),
    "status:record": (one_of(STATUSES[2:]), "Status after the import. `finished` requires a result for every table."),
}
