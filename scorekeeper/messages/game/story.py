"""The story of a game as a family tells it at breakfast: a few sentences from its reasons and turning points.

In a pair of sentences, the first is for several players and the second for one.
"""

from __future__ import annotations

from scorekeeper.engine.auction import FREE, HUNDRED_FOR_200, bid_rank
from scorekeeper.engine.replay.highlights import highlights, loses_points
from scorekeeper.messages.game.outcome import bid_text
from scorekeeper.messages.marks import N_
from scorekeeper.messages.names import PAIR, TEAM, Names, names_of
from scorekeeper.messages.numbers import change, listing, number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scorekeeper.engine.events import Line
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.engine.scored_game import Hand, Replay
    from scorekeeper.messages.marks import Gettext

MOST_MOMENTS = 6
"""The most sentences between the beginning and the end."""

MOST_ALIKE = {"unbid": 1, "lost": 2, "made": 2, "adjusted": 3}
"""The most sentences of each kind, so that they don't repeat each other."""

FEWEST_IN_A_ROW = 3
FAR_BEHIND = 50
"""The fewest points behind that are worth mentioning."""

_SCORED = ("played", "passed_out", "adjustment")


class _Moment:
    """A sentence about a hand (its index in the game).

    If there are several for one hand, the one with the most weight is used. `MOST_ALIKE` limits the sentences of a `kind`.
    """

    __slots__ = ("hand", "kind", "text", "weight")

    def __init__(self, hand: int, weight: int, text: str, kind: str = "") -> None:
        self.hand = hand
        self.weight = weight
        self.text = text
        self.kind = kind


class _GameToTell:
    """A game to tell: its hands, the names at the table for each, and the score before each."""

    def __init__(self, t: Gettext, rules: RuleSet, replay: Replay, seated: Sequence[Sequence[str]]) -> None:
        self.t = t
        self.rules = rules
        self.hands = replay.hands
        self.names = [_in_prose(t, rules, players) for players in seated]
        scored = [i for i, hand in enumerate(replay.hands) if hand.kind in _SCORED]
        self.first = scored[0] if scored else len(replay.hands) - 1
        """The index of the first scored entry. Seats may have changed before it."""
        self.last = scored[-1] if scored else None
        began = replay.start.scores if replay.start else tuple([0] * len(rules.table.sides))
        self.before = [began, *[hand.scores for hand in replay.hands]]
        self.numbers = _numbers(replay.hands)
        self.where = {hand.n: i for i, hand in enumerate(replay.hands)}
        self.replay = replay

    def of(self, pair: tuple[str, str], i: int, side: int, **more: object) -> str:
        """Return a sentence about a side, in the plural or the singular."""
        names = self.names[i]
        several = names.kind in (PAIR, TEAM)
        return self.t(pair[0 if several else 1]) % {"side": names[side], "player": names[side], **more}

    def by(self, message: str, i: int, **more: object) -> str:
        """Return a sentence about the contractor of a hand."""
        return self.t(message) % {**self.facts(i), **more}

    def facts(self, i: int) -> dict[str, object]:
        """Return the player, side, bid and card points of a hand."""
        hand = self.hands[i]
        assert hand.contractor is not None
        assert hand.side is not None
        assert hand.bid is not None
        return {
            "player": self.names[i].seats[hand.contractor],
            "side": self.names[i][hand.side],
            "bid": bid_text(self.t, hand.bid),
            "took": hand.lines[0].params["took"],
        }

    def adjustment(self, message: str, i: int) -> str:
        """Return a sentence about an adjustment."""
        line = self.hands[i].lines[0]
        facts = {"side": self.names[i][line.side], "reason": line.params["reason"], "change": change(line.points)}
        return self.t(message) % facts

    def scores(self) -> str:
        """Return the final scores, best first: `215–140`, `140 to −35`, `215, 140 and −60`."""
        return _scores(self.t, sorted(self.hands[-1].scores, reverse=True))

    @property
    def by_target(self) -> bool:
        """Whether the last hand was a bid that ended the game by its score. The ending mentions it."""
        hand, outcome = self.hands[-1], self.replay.outcome
        return hand.kind == "played" and hand.bid not in (FREE, HUNDRED_FOR_200) and outcome.rule == "end.target"


def _scores(t: Gettext, scores: Sequence[int]) -> str:
    found = [number(score) for score in scores]
    if len(found) != 2:
        return listing(t, found)
    return t(BELOW) % {"more": found[0], "less": found[1]} if min(scores) < 0 else "–".join(found)


def _in_prose(t: Gettext, rules: RuleSet, players: Sequence[str]) -> Names:
    """Return the names for prose: two pairs as `Aline and Claire`.

    More pairs keep their written form, so that a list of them stays clear.
    """
    names = names_of(rules, players)
    if len(names) > 2 or names.kind != PAIR:
        return names
    return Names([listing(t, [players[seat] for seat in side]) for side in rules.table.sides], players, names.kind)


def _numbers(hands: Sequence[Hand]) -> list[int]:
    """Return the number of each hand on the sheet, which counts hands played and passed out."""
    numbers, n = [], 0
    for hand in hands:
        n += hand.kind in ("played", "passed_out")
        numbers.append(n)
    return numbers


def story(t: Gettext, rules: RuleSet, replay: Replay, seated: Sequence[Sequence[str]]) -> list[str]:
    """Return the game in sentences, or nothing before the first hand.

    `seated` has the names by seat for each hand of the replay.
    """
    if not replay.hands:
        return []
    it = _GameToTell(t, rules, replay, seated)
    best: dict[int, _Moment] = {}
    for moment in _moments(it):
        if moment.hand not in best or moment.weight > best[moment.hand].weight:
            best[moment.hand] = moment
    chosen: list[_Moment] = []
    for one in sorted(best.values(), key=lambda one: -one.weight):
        if sum([other.kind == one.kind for other in chosen]) < MOST_ALIKE.get(one.kind, MOST_MOMENTS):
            chosen.append(one)
    chosen = chosen[:MOST_MOMENTS]
    chosen += _seats(it)
    middle = [one.text for one in sorted(chosen, key=lambda one: one.hand)]
    return [*_beginning(it), *middle, *_ending(it)]


def _beginning(it: _GameToTell) -> Iterator[str]:
    names, target = it.names[it.first], it.rules.target
    if len(names) == 2:
        yield it.of(AGAINST, it.first, 0, first=names[0], second=names[1], target=target)
    else:
        yield it.t(TOGETHER) % {"players": listing(it.t, names.sides), "target": target}
    if it.replay.start:
        yield it.t(TAKEN_OVER) % {"scores": _scores(it.t, it.replay.start.scores)}


def _moments(it: _GameToTell) -> Iterator[_Moment]:
    played = [i for i, hand in enumerate(it.hands) if hand.kind == "played" and hand.bid != FREE]
    for place, i in enumerate(played[:-1] if it.by_target else played):
        yield from _contract(it, i, opening=not place)
    for i, hand in enumerate(it.hands):
        yield from [_unbid(it, i, line) for line in hand.lines if loses_points(line)]
        ended = it.replay.outcome.over and i == len(it.hands) - 1
        if hand.kind == "adjustment" and not ended:
            yield _Moment(i, 70 + abs(hand.lines[0].points), it.adjustment(ADJUSTED, i), "adjusted")
    yield from _turns(it)


def _seats(it: _GameToTell) -> Iterator[_Moment]:
    """Yield every substitution. They are always mentioned, because the sentences after them use the new names."""
    for i, hand in enumerate(it.hands):
        if hand.players is None or i < it.first:
            continue
        old, new = it.names[i].seats, hand.players
        changed = [(before, after) for before, after in zip(old, new, strict=True) if before != after]
        texts = [it.t(SAT_IN) % {"new": after, "old": before} for before, after in changed if after not in old]
        moved = [after for _, after in changed if after in old]
        if moved:
            texts.append(it.t(MOVED) % {"players": listing(it.t, moved)})
        if texts:
            yield _Moment(i, 0, " ".join(texts))


def _contract(it: _GameToTell, i: int, *, opening: bool) -> Iterator[_Moment]:
    hand = it.hands[i]
    assert hand.side is not None
    assert hand.bid is not None
    before, after = it.before[i][hand.side], hand.scores[hand.side]
    cost = -hand.lines[0].points
    if hand.bid == HUNDRED_FOR_200:
        below = before < 0
        made = HUNDRED_FROM_BELOW if below else HUNDRED
        missed = HUNDRED_MISSED_BELOW if below else HUNDRED_MISSED
        yield _Moment(i, 300 - before, it.by(made if hand.made else missed, i, score=number(before)))
    elif not hand.made and after < 0 <= before:
        one = BOXED[0 if it.names[i].kind in (PAIR, TEAM) else 1]
        yield _Moment(i, 80 + cost, it.by(one, i, score=number(after)))
    elif opening:
        yield _Moment(i, 90, it.by(OPENED if hand.made else OPENED_BADLY, i))
    elif not hand.made:
        yield _Moment(i, cost, it.by(LOST, i, points=cost), "lost")
    else:
        just = hand.lines[0].params["took"] == hand.bid
        yield _Moment(i, bid_rank(hand.bid) - 20, it.by(MADE_JUST if just else MADE, i), "made")


def _unbid(it: _GameToTell, i: int, line: Line) -> _Moment:
    score, pile = line.params["score"], line.params["pile"]
    assert isinstance(score, int)
    assert isinstance(pile, int)
    pair = UNBID if line.rule == "score.must_bid" else NOT_SET
    return _Moment(i, 60 + pile, it.of(pair, i, line.side, score=number(score), pile=pile), "unbid")


def _turns(it: _GameToTell) -> Iterator[_Moment]:
    """Yield the longest streak of bids made, and how the winners got in front."""
    moments = highlights(it.replay)
    if len(moments.run) >= FEWEST_IN_A_ROW and moments.run[-1].side is not None:
        first, last = it.where[moments.run[0].n], it.where[moments.run[-1].n]
        numbers = {"first": it.numbers[first], "last": it.numbers[last], "count": len(moments.run)}
        yield _Moment(last, 60 + 10 * len(moments.run), it.of(ROW, last, moments.run[-1].side, **numbers))
    winners = it.replay.outcome.winners
    if len(winners) != 1 or moments.turned is None:
        return
    turn = it.where[moments.turned.n]
    if moments.lowest is None:
        if not moments.behind:
            yield _Moment(len(it.hands), 120, it.of(NEVER_BEHIND, turn, winners[0]))
    elif moments.behind >= FAR_BEHIND:
        low = it.numbers[it.where[moments.lowest.n]]
        facts = {"points": moments.behind, "low": low, "turn": it.numbers[turn]}
        low_by_adjustment = LOW_BY_ADJUSTMENT if moments.lowest.kind == "adjustment" else TURNED
        pair = TURNED_BY_ADJUSTMENT if moments.turned.kind == "adjustment" else low_by_adjustment
        yield _Moment(len(it.hands), 100 + moments.behind, it.of(pair, turn, winners[0], **facts))


def _ending(it: _GameToTell) -> Iterator[str]:
    last, outcome = len(it.hands) - 1, it.replay.outcome
    hand, scores = it.hands[last], it.scores()
    if not outcome.over:
        adjusted = it.last is not None and it.hands[it.last].kind == "adjustment"
        going_on = GOES_ON_ADJUSTED if adjusted else GOES_ON if it.numbers[last] else BEGAN
        yield it.t(going_on) % {"scores": scores, "n": it.numbers[last]}
        return
    if hand.kind == "adjustment":
        yield it.adjustment(ENDED_BY_ADJUSTMENT, last)
    if it.by_target:
        yield it.by(LAST, last)
    if outcome.rule == "end.hundred":
        yield it.by(ALL, last, scores=scores)
    elif outcome.rule == "end.announced_all":
        made = any(line.rule == "end.announced_all" and line.params["made"] for line in hand.lines)
        yield it.t(ANNOUNCED if made else ANNOUNCED_BADLY) % {"scores": scores}
    elif len(outcome.winners) > 1:
        winners = listing(it.t, [it.names[last][side] for side in outcome.winners])
        yield it.t(TOGETHER_WON) % {"players": winners, "scores": scores}
    else:
        yield _won(it, last, scores)
    if outcome.games > 1:
        yield it.t(SKUNK)


def _won(it: _GameToTell, last: int, scores: str) -> str:
    winner = it.replay.outcome.winners[0]
    fallen = [line for line in it.hands[last].lines if line.rule == "end.hole"]
    if not fallen:
        return it.of(WON, last, winner, scores=scores)
    side = fallen[0].side
    facts = {"loser": it.names[last][side], "score": number(it.hands[last].scores[side])}
    return it.of(WON_BY_HOLE, last, winner, scores=scores, **facts)


AGAINST = (
    N_("%(first)s played against %(second)s, to %(target)s."),
    N_("%(first)s and %(second)s played each other, to %(target)s."),
)
WON = (N_("%(side)s won, %(scores)s."), N_("%(player)s won, %(scores)s."))
WON_BY_HOLE = (
    N_("%(loser)s fell to %(score)s, in the hole, and %(side)s won, %(scores)s."),
    N_("%(loser)s fell to %(score)s, in the hole, and %(player)s won, %(scores)s."),
)
NEVER_BEHIND = (N_("%(side)s were never behind."), N_("%(player)s was never behind."))
TURNED = (
    N_("%(side)s were %(points)s behind after hand %(low)s, and in front for good from hand %(turn)s on."),
    N_("%(player)s was %(points)s behind after hand %(low)s, and in front for good from hand %(turn)s on."),
)
TURNED_BY_ADJUSTMENT = (
    N_("%(side)s were %(points)s behind, and an adjustment put them in front for good."),
    N_("%(player)s was %(points)s behind, and an adjustment put this player in front for good."),
)
LOW_BY_ADJUSTMENT = (
    N_("%(side)s were %(points)s behind after an adjustment, and in front for good from hand %(turn)s on."),
    N_("%(player)s was %(points)s behind after an adjustment, and in front for good from hand %(turn)s on."),
)
ROW = (
    N_("%(side)s made %(count)s bids in a row, from hand %(first)s to hand %(last)s."),
    N_("%(player)s made %(count)s bids in a row, from hand %(first)s to hand %(last)s."),
)
UNBID = (
    N_("%(side)s, at %(score)s, took %(pile)s without having bid, and they counted for nothing."),
    N_("%(player)s, at %(score)s, took %(pile)s without having bid, and they counted for nothing."),
)
NOT_SET = (
    N_("%(side)s, at %(score)s, took %(pile)s, but the bid was made, and they counted for nothing."),
    N_("%(player)s, at %(score)s, took %(pile)s, but the bid was made, and they counted for nothing."),
)
BOXED = (
    N_("%(player)s bid %(bid)s and took only %(took)s: %(side)s went into the box, at %(score)s."),
    N_("%(player)s bid %(bid)s and took only %(took)s, and went into the box, at %(score)s."),
)
TOGETHER = N_("%(players)s played to %(target)s.")
TAKEN_OVER = N_("The game was continued from a paper sheet at %(scores)s.")
OPENED = N_("%(player)s opened with %(bid)s and made it with %(took)s.")
OPENED_BADLY = N_("%(player)s opened with %(bid)s and took only %(took)s.")
HUNDRED = N_("%(player)s went for the hundred for two hundred, and made it.")
HUNDRED_FROM_BELOW = N_("At %(score)s, %(player)s went for the hundred for two hundred, and made it.")
HUNDRED_MISSED = N_("%(player)s went for the hundred for two hundred and took only %(took)s.")
HUNDRED_MISSED_BELOW = N_("At %(score)s, %(player)s went for the hundred for two hundred and took only %(took)s.")
LOST = N_("%(player)s bid %(bid)s and took only %(took)s: %(points)s points gone.")
MADE = N_("%(player)s made %(bid)s, with %(took)s.")
MADE_JUST = N_("%(player)s made %(bid)s, and not a point more.")
SAT_IN = N_("%(new)s sat in for %(old)s.")
MOVED = N_("%(players)s changed seats.")
ADJUSTED = N_("Adjustment for %(side)s (%(reason)s): %(change)s.")
ENDED_BY_ADJUSTMENT = N_("It ended with an adjustment for %(side)s (%(reason)s): %(change)s.")
LAST = N_("In the last hand %(player)s bid %(bid)s and took %(took)s.")
ALL = N_("%(player)s took all 100 points, and that was the game: %(scores)s.")
ANNOUNCED = N_("All 100 points were announced and taken, and that was the game: %(scores)s.")
ANNOUNCED_BADLY = N_("All 100 points were announced and not taken, and that was the game: %(scores)s.")
TOGETHER_WON = N_("%(players)s won together, %(scores)s.")
SKUNK = N_("A skunk: it counts as two games.")
BELOW = N_("%(more)s to %(less)s")
GOES_ON = N_("It is not over yet: %(scores)s after hand %(n)s.")
GOES_ON_ADJUSTED = N_("It is not over yet: %(scores)s after an adjustment.")
BEGAN = N_("It has just begun: %(scores)s.")
