"""What can be done to a tournament, declared in one place each: who may, which parts it changes, what the log says of it.

    @act("rejoin", right="direct", changes=("entrant",), says=N_("%(name)s came back"))
    def rejoin(board: Board, entrant: str) -> Effect: ...

What stands below the declaration looks at the tournament and says what becomes of it; it writes nothing. `rejoin("e7")` is then
a `TournamentAct`, a value: `writing.preview` looks at what it would do, `writing.write` does it. Both are the same for every act:

- lock: it looks and writes while nobody else writes to this tournament;
- repetition: its key stands for all that was asked for (`asked` says otherwise): the same again gets the first answer;
- conflict: where a part that it changes or rests on was changed since it was seen, nothing is written.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from inspect import signature
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec

from scorekeeper.base.one_key import content_of

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from scorekeeper.tournaments.actions.board import Board
    from scorekeeper.tournaments.actions.entrance import TournamentAccess

P = ParamSpec("P")
Json = dict[str, Any]

Also = Callable[["Session", "TournamentAccess", "Board", "Board"], None]
"""What else is written in the same transaction, given who asks, and the tournament before and after."""

Sentence = str | tuple[str, str]
"""A message id; of one and of many, where it counts."""


@dataclass(frozen=True)
class TournamentEffect:
    """What becomes of a tournament. `subject`: the part that it is about; `after`: what each part that changes becomes, None for
    gone.

    `rests_on`: parts that must not have changed since they were seen, besides those in `after`; with a slash at its end, all
    parts whose names begin so.
    """

    subject: str
    after: Json
    rests_on: tuple[str, ...] = ()
    undoes: int | None = None
    also: Also | None = None


@dataclass(frozen=True)
class Kind:
    """Something that can be done. `action`: its name in the log. `right`: what the access must allow, None for everybody.

    `changes`: the kinds of parts that it may change. `says`: the log's sentence, where `%(name)s`, `%(n)s`, `%(round)s` and
    `%(table)s` are those of the subject; or what chooses it by subject and what stood and stands (`after`).
    """

    action: str
    right: str | None
    changes: tuple[str, ...]
    says: Sentence | Callable[[str, Json, Json], Sentence]

    def sentence(self, subject: str, before: Json, after: Json) -> Sentence:
        """What the log says of a change of this kind."""
        return self.says(subject, before, after) if callable(self.says) else self.says


TOURNAMENT_ACTS: dict[str, Kind] = {}
"""Everything that can be done, by its name in the log."""


def declared(kind: Kind) -> Kind:
    """Put it among all that can be done."""
    TOURNAMENT_ACTS[kind.action] = kind
    return kind


@dataclass(frozen=True)
class TournamentAct:
    """Something to be done, with all that was asked for.

    `plan`: looks at the tournament as it stands and says what becomes of it; raises Refusal, TournamentError, GameError.
    `asked`: what its key stands for, checked; raises Refusal. `first`: what has to be done under a new key before anybody waits
    for the lock, such as putting players on the club's roster; it gives the act with what came of that.
    """

    kind: Kind
    plan: Callable[[TournamentAccess, Board], TournamentEffect]
    asked: Callable[[], Sequence[object]]
    first: Callable[[TournamentAccess, Board], TournamentAct] | None = None

    def content(self, access: TournamentAccess) -> str:
        """What is kept beside its key (`one_key`). Of what is done at a table, that table is part of it."""
        asked = [*self.asked()]
        if self.kind.right == "table":
            return content_of(self.kind.action, [access.round, access.table, *asked])
        return content_of(self.kind.action, asked if len(asked) > 1 else asked[0] if asked else None)


def act(
    action: str,
    *,
    right: str | None,
    changes: tuple[str, ...],
    says: Sentence | Callable[[str, Json, Json], Sentence],
    asked: Callable[..., Sequence[object]] | None = None,
) -> Callable[[Callable[Concatenate[Board, P], TournamentEffect]], Callable[P, TournamentAct]]:
    """Declare what follows as something that can be done; see the top of this module, and `Kind`.

    `asked`: of what was given, that which the key stands for; else all of it.
    """
    by = act_by(action, right=right, changes=changes, says=says, asked=asked)

    def declare(plan: Callable[Concatenate[Board, P], TournamentEffect]) -> Callable[P, TournamentAct]:
        @wraps(plan)
        def whoever_asks(access: TournamentAccess, board: Board, /, *args: P.args, **kwargs: P.kwargs) -> TournamentEffect:  # noqa: ARG001
            return plan(board, *args, **kwargs)

        return by(whoever_asks)

    return declare


def act_by(
    action: str,
    *,
    right: str | None,
    changes: tuple[str, ...],
    says: Sentence | Callable[[str, Json, Json], Sentence],
    asked: Callable[..., Sequence[object]] | None = None,
) -> Callable[[Callable[Concatenate[TournamentAccess, Board, P], TournamentEffect]], Callable[P, TournamentAct]]:
    """The same for what depends on who asks: it is given the access before the tournament."""
    kind = declared(Kind(action, right, changes, says))

    def declare(plan: Callable[Concatenate[TournamentAccess, Board, P], TournamentEffect]) -> Callable[P, TournamentAct]:
        content = asked or _everything(plan)

        @wraps(plan)
        def ask(*args: P.args, **kwargs: P.kwargs) -> TournamentAct:
            return TournamentAct(
                kind, lambda access, board: plan(access, board, *args, **kwargs), lambda: content(*args, **kwargs)
            )

        return ask

    return declare


def _everything(plan: Callable[..., TournamentEffect]) -> Callable[..., Sequence[object]]:
    """All that is given to a plan beside the tournament, in order, however it is given."""
    every = [*signature(plan).parameters.values()]
    wanted = signature(plan).replace(parameters=every[1 + [one.name for one in every].index("board") :])

    def everything(*args: object, **kwargs: object) -> Sequence[object]:
        bound = wanted.bind(*args, **kwargs)
        bound.apply_defaults()
        return [*bound.arguments.values()]

    return everything
