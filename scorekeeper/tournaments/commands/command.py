"""Commands on a tournament, each declared once: the right it needs, the parts it changes, its text in the log.

    @command("rejoin", right="direct", changes=("entrant",), says=N_("%(name)s came back"))
    def rejoin(board: Board, entrant: str) -> Effect: ...

The function below the declaration reads the tournament and returns the effect, without writing anything. `rejoin("e7")`
returns a `TournamentCommand`, a value. `event_writer.preview` shows its effect, and `event_writer.write` carries it out. The same
rules apply to every command:

- locking: it reads and writes while no one else writes to this tournament;
- idempotency: the key covers all arguments, unless `asked` names others; a repeated request gets the first answer;
- conflict: nothing is written if a part that it changes or rests on has changed since `revision`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from inspect import signature
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec

from scorekeeper.core.events.idempotency import hash_content

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from scorekeeper.tournaments.commands.authorization import TournamentAccess
    from scorekeeper.tournaments.commands.snapshot import Board

P = ParamSpec("P")
Json = dict[str, Any]

Also = Callable[["Session", "TournamentAccess", "Board", "Board"], None]
"""Writes something else in the same transaction, given the access and the tournament before and after."""

Sentence = str | tuple[str, str]
"""A message id, or two: singular and plural."""


@dataclass(frozen=True)
class TournamentEffect:
    """The changes a command makes to a tournament.

    `subject`: the part it is about. `after`: the new value of each changed part, None to remove it. `rests_on`: other parts
    that must not have changed since the caller read them; a name that ends in a slash means every part below it.
    """

    subject: str
    after: Json
    rests_on: tuple[str, ...] = ()
    undoes: int | None = None
    also: Also | None = None


@dataclass(frozen=True)
class TournamentCommandKind:
    """A kind of command.

    `action`: its name in the log. `right`: the right it needs, None for the public. `changes`: the kinds of parts it may
    change. `says`: the sentence for the log, where `%(name)s`, `%(n)s`, `%(round)s` and `%(table)s` describe the subject; or
    a function that returns it, given the subject and the parts before and after.
    """

    action: str
    right: str | None
    changes: tuple[str, ...]
    says: Sentence | Callable[[str, Json, Json], Sentence]

    def sentence(self, subject: str, before: Json, after: Json) -> Sentence:
        """Return the sentence for the log."""
        return self.says(subject, before, after) if callable(self.says) else self.says


TOURNAMENT_COMMANDS: dict[str, TournamentCommandKind] = {}
"""Every command, by its name in the log."""


def register_command(kind: TournamentCommandKind) -> TournamentCommandKind:
    """Register a kind of command."""
    TOURNAMENT_COMMANDS[kind.action] = kind
    return kind


@dataclass(frozen=True)
class TournamentCommand:
    """A command with its arguments.

    `plan`: returns its effect on a tournament; raises Refusal, TournamentError, GameError. `asked`: returns the arguments
    that the idempotency key covers, checked; raises Refusal. `first`: for a new key, does work before waiting for the lock,
    such as adding players to the club's roster, and returns the command to carry out.
    """

    kind: TournamentCommandKind
    plan: Callable[[TournamentAccess, Board], TournamentEffect]
    asked: Callable[[], Sequence[object]]
    first: Callable[[TournamentAccess, Board], TournamentCommand] | None = None

    def content(self, access: TournamentAccess) -> str:
        """Return a digest of the request, stored with its key (`idempotency`).

        For a command at a table, it covers the table too.
        """
        arguments = [*self.asked()]
        if self.kind.right == "table":
            return hash_content(self.kind.action, [access.round, access.table, *arguments])
        return hash_content(self.kind.action, arguments if len(arguments) > 1 else arguments[0] if arguments else None)


def command(
    action: str,
    *,
    right: str | None,
    changes: tuple[str, ...],
    says: Sentence | Callable[[str, Json, Json], Sentence],
    asked: Callable[..., Sequence[object]] | None = None,
) -> Callable[[Callable[Concatenate[Board, P], TournamentEffect]], Callable[P, TournamentCommand]]:
    """Declare the decorated function as a command. See the module and `TournamentCommandKind`.

    `asked`: returns the arguments that the idempotency key covers; without it, all of them.
    """
    by = command_with_access(action, right=right, changes=changes, says=says, asked=asked)

    def declare(plan: Callable[Concatenate[Board, P], TournamentEffect]) -> Callable[P, TournamentCommand]:
        @wraps(plan)
        def whoever_asks(access: TournamentAccess, board: Board, /, *args: P.args, **kwargs: P.kwargs) -> TournamentEffect:  # noqa: ARG001
            return plan(board, *args, **kwargs)

        return by(whoever_asks)

    return declare


def command_with_access(
    action: str,
    *,
    right: str | None,
    changes: tuple[str, ...],
    says: Sentence | Callable[[str, Json, Json], Sentence],
    asked: Callable[..., Sequence[object]] | None = None,
) -> Callable[[Callable[Concatenate[TournamentAccess, Board, P], TournamentEffect]], Callable[P, TournamentCommand]]:
    """Declare a command that depends on the caller: the function gets the access before the tournament."""
    kind = register_command(TournamentCommandKind(action, right, changes, says))

    def declare(plan: Callable[Concatenate[TournamentAccess, Board, P], TournamentEffect]) -> Callable[P, TournamentCommand]:
        content = asked or _all_arguments(plan)

        @wraps(plan)
        def ask(*args: P.args, **kwargs: P.kwargs) -> TournamentCommand:
            return TournamentCommand(
                kind, lambda access, board: plan(access, board, *args, **kwargs), lambda: content(*args, **kwargs)
            )

        return ask

    return declare


def _all_arguments(plan: Callable[..., TournamentEffect]) -> Callable[..., Sequence[object]]:
    """Return a function that lists all arguments after the tournament, in order, defaults included."""
    every = [*signature(plan).parameters.values()]
    signature_after_board = signature(plan).replace(parameters=every[1 + [one.name for one in every].index("board") :])

    def everything(*args: object, **kwargs: object) -> Sequence[object]:
        bound = signature_after_board.bind(*args, **kwargs)
        bound.apply_defaults()
        return [*bound.arguments.values()]

    return everything
