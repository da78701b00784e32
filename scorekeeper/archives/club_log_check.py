"""Checks that the changes of an archived club follow from each other and lead to its archived state."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from scorekeeper.archives.shapes import ArchivedClubChange, ArchivedLeague, ClubFile, LeagueFacts
from scorekeeper.clubs.store.log import CLUB_ACTIONS
from scorekeeper.core.limits import check_uuid
from scorekeeper.core.validation import Json, check_value, invalid_file_value, read_declared
from scorekeeper.formats.declared import keys_of
from scorekeeper.leagues.commands import leagues as season_leagues
from scorekeeper.ratings.league import RANKS

FACTS = keys_of(LeagueFacts)
BEFORE_COUNTS: Json = {"counts": RANKS}
"""What a league counted before there was a choice: archives from then don't say it."""
_SUBJECT = re.compile(r"(league|player)/([1-9]\d{0,4})")


def upgrade_club_file(head: Json) -> Json:
    """Convert `club.json` from version 1 to version 2. A league's history begins with its current state."""
    if "changes" in head or any("same_as" in player for player in head["players"]):
        raise ValueError(head["format"])
    changes = []
    for n, one in enumerate(head["leagues"], 1):
        after = {**{name: {**BEFORE_COUNTS, **one}[name] for name in FACTS}, "away": one["deleted_at"] is not None}
        about = {"uuid": one["uuid"], "at": one["changed_at"], "who": "", "action": "create", "subject": f"league/{n}"}
        changes.append({**about, "before": {}, "after": after, "undoes": None})
    players = [{**player, "same_as": None} for player in head["players"]]
    return {**head, "players": players, "changes": changes}


def check_changes(
    head: ClubFile, leagues: list[ArchivedLeague], same_as: list[int | None], tournaments: int
) -> list[ArchivedClubChange]:
    """Return the checked changes. Raises Refusal("archive.value", "archive.many")."""
    stands: dict[str, Json] = {f"player/{n}": {"same_as": None} for n in range(1, len(same_as) + 1)}
    keys: set[str] = set()
    rows = []
    for number, change in enumerate(head.changes, 1):
        where = f"change {number} of the club"
        changed = read_declared(ArchivedClubChange, change, where, undoes=number - 1)
        if changed.action == "create":
            changed = replace(changed, after={**BEFORE_COUNTS, **changed.after})
        _check_change(changed, where, stands, tournaments, len(leagues), len(same_as))
        if check_uuid(changed.uuid) in keys:
            raise invalid_file_value(f"{where}: uuid")
        keys.add(changed.uuid)
        rows.append(changed)
    for n, one in enumerate(leagues, 1):
        facts = {**{name: getattr(one, name) for name in FACTS}, "away": one.deleted_at is not None}
        if stands.pop(f"league/{n}", None) != facts:
            raise invalid_file_value(f"league {n}")
    for n, same in enumerate(same_as, 1):
        if stands.pop(f"player/{n}")["same_as"] != same:
            raise invalid_file_value(f"player {n}: same_as")
    _check_no_cycles(same_as)
    return rows


def _check_change(
    change: ArchivedClubChange, where: str, stands: dict[str, Json], tournaments: int, leagues: int, players: int
) -> None:
    named = _SUBJECT.fullmatch(change.subject)
    if named is None or int(named[2]) > (leagues if named[1] == "league" else players):
        raise invalid_file_value(f"{where}: subject")
    before, after = change.before, change.after
    made = stands.get(change.subject, {})
    known = {*FACTS, "away"} if named[1] == "league" else {"same_as"}
    whole = set(before) == set(after) if made else (not before and set(after) == known and change.action == "create")
    if change.action not in CLUB_ACTIONS or not whole or not after or not set(after) <= known:
        raise invalid_file_value(f"{where}: action")
    if any(made[name] != was for name, was in before.items()):
        raise invalid_file_value(f"{where}: before")
    now = stands[change.subject] = {**made, **after}
    if named[1] == "league":
        check_value(where, lambda: _check_league(now, tournaments))
    elif not (now["same_as"] is None or (type(now["same_as"]) is int and 1 <= now["same_as"] <= players)):
        raise invalid_file_value(f"{where}: after")


def _check_league(facts: Json, tournaments: int) -> None:
    season_leagues.check(0, {name: value for name, value in facts.items() if name != "tournaments"})
    chosen: Any = facts["tournaments"]
    if type(facts["away"]) is not bool or not all(type(n) is int and 1 <= n <= tournaments for n in chosen):
        raise ValueError(facts)


def _check_no_cycles(same_as: list[int | None]) -> None:
    good: set[int] = set()
    for n in range(1, len(same_as) + 1):
        on_the_way: set[int] = set()
        at: int | None = n
        while at is not None and at not in good:
            if at in on_the_way:
                raise invalid_file_value(f"player {n}: same_as")
            on_the_way.add(at)
            at = same_as[at - 1]
        good |= on_the_way
