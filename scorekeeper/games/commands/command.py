"""Commands on games, each declared in one place: its name in the log, its parts, and its sentence.

    @command("strike", changes=("struck", "deal"), says=N_("Voided: %(what)s"))
    def strike(game: GameState, entry: int, *, keep_deals: bool = False) -> Effect: ...

The function below the declaration takes the current state and returns the effect, and writes nothing. `strike(7)` is then an
`GameCommand`, a value. `event_writer.preview_command` shows what it would do, `event_writer.write` does it. For every command:

- permission: the access must allow recording.
- lock: it is written only on the revision that was seen, all of it or nothing (`Conflict`).
- repeats: under a used key it is planned again on the old state. The same change gets the first answer, any other is
refused.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec

if TYPE_CHECKING:
    from scorekeeper.engine.events import Event
    from scorekeeper.games.commands.access import Access
    from scorekeeper.games.commands.game_state import GameState

P = ParamSpec("P")
Json = dict[str, Any]


@dataclass(frozen=True)
class Effect:
    """The effect of a command on a game: the parts that change, before and after.

    `entry` is the entry it is about, None for a new one or for none. `place` is the entry it is recorded before. `undoes` is
    the revision that an undo reverses; `action` then says what that amounts to. `event` is the event in `after` if it has
    been parsed already.
    """

    before: Json
    after: Json
    entry: int | None = None
    place: int | None = None
    undoes: int | None = None
    action: str = ""
    event: Event | None = None


@dataclass(frozen=True)
class GameCommandKind:
    """A kind of command: its name in the log (`action`), the parts it may change, and its sentence in the history.

    In the sentence, `%(what)s` is the entry or contract. `demand` is what its entry must be afterwards: `scored`, or at
    least `sound` (it existed before, so it may come after the end or wait for an earlier entry to be fixed), or empty for
    anything.
    """

    action: str
    changes: tuple[str, ...]
    says: str
    demand: str = ""


GAME_COMMANDS: dict[str, GameCommandKind] = {}
"""Every kind of command, by its name in the log."""


@dataclass(frozen=True)
class GameCommand:
    """A command with its arguments.

    `plan` takes the current state and returns the effect; it raises GameError and Refusal. `room` is checked before writing,
    but not for a preview. `yours` is the command's event, to show next to other people's changes.
    """

    kind: GameCommandKind
    plan: Callable[[Access, GameState], Effect]
    room: Callable[[Access, GameState], None] | None = None
    yours: Json | None = None


def command(
    action: str, *, changes: tuple[str, ...], says: str, demand: str = ""
) -> Callable[[Callable[Concatenate[GameState, P], Effect]], Callable[P, GameCommand]]:
    """Declare a command; see the top of this module, and `GameCommandKind`."""
    by = command_with_access(action, changes=changes, says=says, demand=demand)

    def declare(plan: Callable[Concatenate[GameState, P], Effect]) -> Callable[P, GameCommand]:
        @wraps(plan)
        def whoever_asks(access: Access, game: GameState, /, *args: P.args, **kwargs: P.kwargs) -> Effect:  # noqa: ARG001
            return plan(game, *args, **kwargs)

        return by(whoever_asks)

    return declare


def command_with_access(
    action: str, *, changes: tuple[str, ...], says: str, demand: str = ""
) -> Callable[[Callable[Concatenate[Access, GameState, P], Effect]], Callable[P, GameCommand]]:
    """Declare a command that depends on the access, which it takes before the game."""
    kind = GAME_COMMANDS[action] = GameCommandKind(action, changes, says, demand)

    def declare(plan: Callable[Concatenate[Access, GameState, P], Effect]) -> Callable[P, GameCommand]:
        @wraps(plan)
        def ask(*args: P.args, **kwargs: P.kwargs) -> GameCommand:
            return GameCommand(kind, lambda access, game: plan(access, game, *args, **kwargs))

        return ask

    return declare
