"""What can be done to a game, declared in one place each: its name in the log, what it changes, what the log says of it.

    @act("strike", changes=("struck", "deal"), says=N_("Struck out: %(what)s"))
    def strike(view: View, entry: int, *, keep_deals: bool = False) -> Draft: ...

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
    from scorekeeper.games.actions.entrance import Way
    from scorekeeper.games.actions.view import View

P = ParamSpec("P")
Json = dict[str, Any]


@dataclass(frozen=True)
class Draft:
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


KINDS: dict[str, Kind] = {}
"""Everything that can be done, by its name in the log."""


@dataclass(frozen=True)
class Act:
    """Something to be done, with all that was asked for.

    `plan`: looks at the game as it stands and says what becomes of it; raises GameError, Refusal. `room`: asked first where it is
    to be written, not where it is only looked at. `yours`: the event in it, to be shown beside what others did meanwhile.
    """

    kind: Kind
    plan: Callable[[Way, View], Draft]
    room: Callable[[Way, View], None] | None = None
    yours: Json | None = None


def act(
    action: str, *, changes: tuple[str, ...], says: str, demand: str = ""
) -> Callable[[Callable[Concatenate[View, P], Draft]], Callable[P, Act]]:
    """Declare what follows as something that can be done; see the top of this module, and `Kind`."""
    by = act_by(action, changes=changes, says=says, demand=demand)

    def declare(plan: Callable[Concatenate[View, P], Draft]) -> Callable[P, Act]:
        @wraps(plan)
        def whoever_asks(way: Way, view: View, /, *args: P.args, **kwargs: P.kwargs) -> Draft:  # noqa: ARG001
            return plan(view, *args, **kwargs)

        return by(whoever_asks)

    return declare


def act_by(
    action: str, *, changes: tuple[str, ...], says: str, demand: str = ""
) -> Callable[[Callable[Concatenate[Way, View, P], Draft]], Callable[P, Act]]:
    """The same for what depends on who asks: it is given the way before the game."""
    kind = KINDS[action] = Kind(action, changes, says, demand)

    def declare(plan: Callable[Concatenate[Way, View, P], Draft]) -> Callable[P, Act]:
        @wraps(plan)
        def ask(*args: P.args, **kwargs: P.kwargs) -> Act:
            return Act(kind, lambda way, view: plan(way, view, *args, **kwargs))

        return ask

    return declare
