"""A game that was told on two phones: what differs, entry by entry, and what of the other one is taken. Nothing by itself."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.base.alignment import stretches
from scorekeeper.base.refusals import Refusal
from scorekeeper.games.actions import playing
from scorekeeper.games.actions.game_state import event_json, load
from scorekeeper.games.actions.writing import reread, write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.codec.game_record import Record
    from scorekeeper.engine.events import Event
    from scorekeeper.games.actions.act import Act
    from scorekeeper.games.actions.entrance import Access
    from scorekeeper.games.actions.game_state import GameState, Scored


@dataclass(frozen=True)
class Difference:
    """Where two tell otherwise. `here`: the entry of this game, `there`: the event of the record; None where one has nothing.

    `before`: the entry that follows here. `n`: a number of its own, by which it is chosen.
    """

    n: int
    here: Scored | None
    there: Event | None
    before: Scored | None


def differences(game: GameState, record: Record) -> list[Difference]:
    """What differs, in order: as little as can be, so that a hand that only one of them has is no difference of all after it."""
    mine, theirs = [_said(one.event) for one in game.entries], [_said(event) for event in record.events]
    found: list[Difference] = []
    for i, to_i, j, to_j in stretches(mine, theirs):
        before = game.entries[to_i] if to_i < len(game.entries) else None
        for n in range(max(to_i - i, to_j - j)):
            here = game.entries[i + n] if i + n < to_i else None
            there = record.events[j + n] if j + n < to_j else None
            found.append(Difference(len(found), here, there, before))
    return found


def _said(event: Event) -> str:
    return json.dumps(event_json(event), sort_keys=True)


def goes_on(found: Sequence[Difference]) -> bool:
    """Whether the other only tells what comes after all that stands here: it went on from a copy of this game."""
    return bool(found) and all(one.here is None and one.before is None for one in found)


def stopped(found: Sequence[Difference]) -> bool:
    """Whether the other only lacks what came last here: this game went on from where it stopped."""
    last = found[-1] if found else None
    return last is not None and last.before is None and all(one.there is None and one.before is last.before for one in found)


def same_table(game: GameState, record: Record) -> bool:
    """Whether both are about the same people under the same rules from the same deal: else hands mean other things."""
    here = game.record
    start = (here.rules, here.first_dealer, here.start_scores, len(here.players))
    return start == (record.rules, record.first_dealer, record.start_scores, len(record.players))


def take(access: Access, record: Record, chosen: Collection[int], *, revision: int, uuid: str) -> int:
    """Make this game tell what the record tells, where that was chosen; how many entries are otherwise now.

    Each is an act of its own, which the engine judges and which can be undone. Raises as `write` does; what was done before that
    stays.
    """
    game = load(access)
    if game.revision != revision:
        raise Refusal("merge.moved", "revision")
    acts = [*_acts(differences(game, record), chosen)]
    for n, act in enumerate(acts):
        write(access, act, revision=access.revision, uuid=f"{uuid[:30]}-{n}")
        access = reread(access)
    return len(acts)


def _acts(differences: Sequence[Difference], chosen: Collection[int]) -> Iterator[Act]:
    for one in differences:
        if one.n not in chosen:
            continue
        if one.there is None:
            assert one.here is not None
            yield playing.strike(one.here.id)
        elif one.here is None:
            yield playing.record(event_json(one.there), before=one.before.id if one.before else None)
        else:
            yield playing.correct(one.here.id, event_json(one.there))
