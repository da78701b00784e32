"""What can be done to a game, declared in one place each: its name in the log, what it changes, what the log says of it.

    @act("strike", changes=("struck", "deal"), says=N_("Struck out: %(what)s"))
    def strike(game: GameState, entry: int, *, keep_deals: bool = False) -> Effect: ...

What stands below the declaration looks at the game as it stands and says what becomes of it; it writes nothing. `strike(7)` is
then an `Act`, a value: `preview.of` looks at what it would do, `writing.write` does it. The same for every act:

- who may: those who may score the game;
- lock: it is written only on top of the revision that was seen, whole, or not at all (`Conflict`);
- repetition: under a key that was used it is planned once more, on the game as it stood then; where that makes the very change
  that was written it gets the first answer, else it is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec

if TYPE_CHECKING:
    from scorekeeper.engine.events import Event
    from scorekeeper.games.actions.access import Access
    from scorekeeper.games.actions.game_state import GameState

P = ParamSpec("P")
Json = dict[str, Any]


@dataclass(frozen=True)
class Effect:
    """What becomes of a game: the parts that change, as they stand and as they are to stand.

    `entry`: the one that it is about, None for a new one or for none; `place`: recorded before that entry. `undoes`: the revision
    that it takes back; then `action` is what that comes to. `event`: that of `after`, where it was just read.
    """

    before: Json
    after: Json
    entry: int | None = None
    place: int | None = None
    undoes: int | None = None
    action: str = ""
    event: Event | None = None


@dataclass(frozen=True)
class Kind:
    """Something that can be done. `action`: its name in the log. `changes`: the parts that it may change. `says`: the log's
    sentence, where `%(what)s` is the entry or the contract that it is about.

    `demand`: its entry must be `scored` where it stands, or at least be `sound` (it was there already: it may stand after the
    end, or wait for an earlier entry to be mended); empty: anything.
    """

    action: str
    changes: tuple[str, ...]
    says: str
    demand: str = ""


GAME_ACTS: dict[str, Kind] = {}
"""Everything that can be done, by its name in the log."""


@dataclass(frozen=True)
class Act:
    """Something to be done, with all that was asked for.

    `plan`: looks at the game as it stands and says what becomes of it; raises GameError, Refusal. `room`: asked first where it is
    to be written, not where it is only looked at. `yours`: the event in it, to be shown beside what others did meanwhile.
    """

    kind: Kind
    plan: Callable[[Access, GameState], Effect]
    room: Callable[[Access, GameState], None] | None = None
    yours: Json | None = None


def act(
    action: str, *, changes: tuple[str, ...], says: str, demand: str = ""
) -> Callable[[Callable[Concatenate[GameState, P], Effect]], Callable[P, Act]]:
    """Declare what follows as something that can be done; see the top of this module, and `Kind`."""
    by = act_by(action, changes=changes, says=says, demand=demand)

    def declare(plan: Callable[Concatenate[GameState, P], Effect]) -> Callable[P, Act]:
        @wraps(plan)
        def whoever_asks(access: Access, game: GameState, /, *args: P.args, **kwargs: P.kwargs) -> Effect:  # noqa: ARG001
            return plan(game, *args, **kwargs)

        return by(whoever_asks)

    return declare


def act_by(
    action: str, *, changes: tuple[str, ...], says: str, demand: str = ""
) -> Callable[[Callable[Concatenate[Access, GameState, P], Effect]], Callable[P, Act]]:
    """The same for what depends on who asks: it is given the access before the game."""
    kind = GAME_ACTS[action] = Kind(action, changes, says, demand)

    def declare(plan: Callable[Concatenate[Access, GameState, P], Effect]) -> Callable[P, Act]:
        @wraps(plan)
        def ask(*args: P.args, **kwargs: P.kwargs) -> Act:
            return Act(kind, lambda access, game: plan(access, game, *args, **kwargs))

        return ask

    return declare
