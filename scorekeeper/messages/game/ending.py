"""The end of a game in words: who won and why, and some facts about the game."""

from __future__ import annotations

from scorekeeper.engine.replay.highlights import highlights
from scorekeeper.messages.game.facts import facts_text
from scorekeeper.messages.game.lines import lines_of
from scorekeeper.messages.game.outcome import outcome_text
from scorekeeper.messages.marks import N_
from scorekeeper.messages.numbers import listing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from scorekeeper.engine.events import Line
    from scorekeeper.engine.scored_game import Hand, Replay
    from scorekeeper.messages.game.facts import Fact
    from scorekeeper.messages.marks import Gettext
    from scorekeeper.messages.names import Names

ALSO_REACHED = {
    "bidding_side": N_("%(others)s reached %(target)s too, but the bidding side comes first."),
    "higher_score": N_("%(others)s reached %(target)s too, but the higher score wins."),
    "win_only_by_bid": N_("%(others)s reached %(target)s too, but only a made bid wins."),
}
ANNOUNCED = N_("All 100 points were announced and taken.")
MISSED = N_("All 100 points were announced and not all were taken.")
HUNDRED = N_("All 100 points in one hand.")
HUNDRED_LESS = N_("All 100 points in one hand, though empty tricks were lost: %(tricks)s.")


class Ending:
    """The end of a game in words.

    `title` says who won, and `why` adds sentences for what the title leaves open. `side` is the winner, or None if several
    win together. `facts` are about the whole game.
    """

    __slots__ = ("facts", "side", "title", "why")

    def __init__(self, title: str, why: list[str], side: int | None, facts: list[Fact]) -> None:
        self.title = title
        self.why = why
        self.side = side
        self.facts = facts


def ending_text(t: Gettext, replay: Replay, target: int, names: Names, names_in: Callable[[Hand], Names]) -> Ending:
    """Return the ending of `replay`, a finished game to `target`.

    `names` are the names at its end, and `names_in` gives the names of a hand.
    """
    winners = replay.outcome.winners
    last = next(hand for hand in reversed(replay.hands) if hand.outcome.over)
    why = [_reason_for_win(t, line, names) for line in last.lines if line.rule.startswith("end.") or line.rule == "skunk"]
    return Ending(
        title=outcome_text(t, replay.outcome, names),
        why=[text for text in dict.fromkeys(why) if text],
        side=winners[0] if len(winners) == 1 else None,
        facts=facts_text(t, highlights(replay), names_in, target),
    )


def _reason_for_win(t: Gettext, line: Line, names: Names) -> str:
    """Return the reason for the win, or an empty text if the scores say it."""
    p: dict[str, Any] = line.params
    if line.rule == "end.target":
        too = ALSO_REACHED.get(p["why"])
        others = listing(t, [names.sides[side] for side in p["others"]])
        return t(too) % {"target": p["target"], "others": others} if too else ""
    if line.rule == "end.announced_all":
        announced = ANNOUNCED if p["made"] else MISSED
        return t(announced)
    if line.rule == "end.hundred":
        hundred = HUNDRED_LESS if p["tricks_lost"] else HUNDRED
        return t(hundred) % {"tricks": p["tricks_lost"]}
    return lines_of(t).bind(names)(line)


def hands_word(t: Gettext, count: int) -> str:
    """Return the word before the numbers of the hands behind a fact."""
    return t(N_("hand")) if count == 1 else t(N_("hands"))


def button_texts(t: Gettext, dealer: str) -> dict[str, str]:
    """Return the labels of the buttons after the end of a game. `dealer` deals the first hand of the rematch."""
    return {
        "rematch": t(N_("Rematch, %(name)s deals")) % {"name": dealer},
        "picture": t(N_("Send picture")),
        "kept": t(N_("The picture is saved")),
        "made": t(N_("Made with 200 Scorekeeper")),
        "story": t(N_("Tell the story")),
        "sheet": t(N_("Sheet")),
        "fix": t(N_("Fix")),
        "later": t(N_("once you’re online")),
    }
