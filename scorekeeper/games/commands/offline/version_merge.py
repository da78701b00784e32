"""Two versions of a game from two phones: the differences, entry by entry, and the changes that people select."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.core.refusals import Refusal
from scorekeeper.core.sequence_diff import find_differences
from scorekeeper.games.commands.game_state import event_json, load
from scorekeeper.games.commands.recording import table_commands
from scorekeeper.games.commands.recording.event_writer import reload_access, write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.engine.events import Event
    from scorekeeper.formats.game_record import Record
    from scorekeeper.games.commands.authorization import Access
    from scorekeeper.games.commands.command import GameCommand
    from scorekeeper.games.commands.game_state import GameState, ScoredEntry


@dataclass(frozen=True)
class Difference:
    """One difference. `here` is this game's entry and `there` the record's event, None where one has nothing.

    `before` is the next entry of this game. `n` identifies the difference in the form.
    """

    n: int
    here: ScoredEntry | None
    there: Event | None
    before: ScoredEntry | None


def find_game_differences(game: GameState, record: Record) -> list[Difference]:
    """Return the differences in order, as few as possible: an extra hand does not make every later hand differ."""
    mine, theirs = [_canonical_json(one.event) for one in game.entries], [_canonical_json(event) for event in record.events]
    found: list[Difference] = []
    for i, to_i, j, to_j in find_differences(mine, theirs):
        before = game.entries[to_i] if to_i < len(game.entries) else None
        for n in range(max(to_i - i, to_j - j)):
            my_entry = game.entries[i + n] if i + n < to_i else None
            their_event = record.events[j + n] if j + n < to_j else None
            found.append(Difference(len(found), my_entry, their_event, before))
    return found


def _canonical_json(event: Event) -> str:
    return json.dumps(event_json(event), sort_keys=True)


def only_adds(found: Sequence[Difference]) -> bool:
    """Return whether the record only adds events after this game's last entry."""
    return bool(found) and all(one.here is None and one.before is None for one in found)


def only_lacks(found: Sequence[Difference]) -> bool:
    """Return whether the record only lacks this game's last entries."""
    last = found[-1] if found else None
    return last is not None and last.before is None and all(one.there is None and one.before is last.before for one in found)


def is_same_table(game: GameState, record: Record) -> bool:
    """Return whether both have the same rules, number of players, first dealer and starting scores.

    Without that, their hands can't be compared.
    """
    game_record = game.record
    start = (game_record.rules, game_record.first_dealer, game_record.start_scores, len(game_record.players))
    return start == (record.rules, record.first_dealer, record.start_scores, len(record.players))


def apply_differences(access: Access, record: Record, chosen: Collection[int], *, revision: int, uuid: str) -> int:
    """Apply the chosen differences to this game, and return how many entries changed.

    Each is a separate command, which the engine checks and which can be undone. Raises as `write` does; the commands before
    the failed one stay.
    """
    game = load(access)
    if game.revision != revision:
        raise Refusal("merge.moved", "revision")
    commands = [*_commands(find_game_differences(game, record), chosen)]
    for n, command in enumerate(commands):
        write(access, command, revision=access.revision, uuid=f"{uuid[:30]}-{n}")
        access = reload_access(access)
    return len(commands)


def _commands(differences: Sequence[Difference], chosen: Collection[int]) -> Iterator[GameCommand]:
    for one in differences:
        if one.n not in chosen:
            continue
        if one.there is None:
            assert one.here is not None
            yield table_commands.strike(one.here.id)
        elif one.here is None:
            yield table_commands.record(event_json(one.there), before=one.before.id if one.before else None)
        else:
            yield table_commands.correct(one.here.id, event_json(one.there))
