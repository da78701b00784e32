"""Describe laboratory results in words, for the command line and for pages."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.messages.game.outcome import bid_text
from scorekeeper.messages.marks import N_
from scorekeeper.messages.names import side_name
from scorekeeper.messages.numbers import labelled, listing, number
from scorekeeper.messages.rules.labels import choice_label, option_label
from scorekeeper.messages.rules.rules import diff_text
from scorekeeper.what_if import coach
from scorekeeper.what_if.trial import DECIDED, OPEN, SAME, SEATS, TURNED, UNFINISHED, UNKNOWN, UNSCORED, UNSOUND

TYPE_CHECKING = False  # loaded by phones
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.messages.marks import Gettext
    from scorekeeper.what_if.coach import BidLevelStats
    from scorekeeper.what_if.findings import Gain, Totals
    from scorekeeper.what_if.trial import RulesChange, Trial

AS_PLAYED = N_("as played")
UNDER_THESE = N_("under these rules")

FATE_TEXTS = {
    SAME: (N_("The same side wins"), ""),
    TURNED: (N_("Another side wins"), ""),
    OPEN: (
        N_("Over as played, continues under these rules"),
        N_("It is not known who would have won, or in how many more hands. Those hands were never played."),
    ),
    DECIDED: (N_("Not over as played, won under these rules"), ""),
    UNFINISHED: (N_("Not over either way"), ""),
    UNKNOWN: (N_("Not known"), ""),
    SEATS: (N_("Cannot be compared"), N_("These rules need a different number of players, or other partners.")),
    UNSOUND: (N_("Cannot be changed this way"), N_("This change does not fit the rules of these games.")),
    UNSCORED: (N_("Cannot be scored"), N_("These games cannot be scored under their own rules.")),
}

UNKNOWN_TEXTS = {
    "needs.bids": N_("it was not recorded who else bid, or how high"),
    "needs.trump": N_("it was not recorded whether there was a trump"),
    "needs.called_seat": N_("it was not recorded who held the called card"),
    "needs.piles": N_("it was not recorded what each player took"),
    "needs.discard_points": N_("the points in the discard were not recorded"),
    "needs.discard_pile": N_("it was not recorded which pile had the discard"),
    "bid": N_("a bid was played that these rules do not have"),
    "auction": N_("the auction is not allowed under these rules"),
    "passed_out": N_("everyone passed, but under these rules someone must play"),
    "misdeal": N_("a misdeal was called, which these rules do not allow"),
    "announced_all": N_("all points were announced, which these rules do not allow"),
    "points.count": N_("the piles were counted differently"),
    "points.value": N_("a pile was recorded that these rules do not have"),
}
OTHERWISE = N_("something was recorded that these rules do not have")
REASON = N_("%(reason)s (%(games)s)")

ADVICE = {
    coach.PAYS: N_("pays"),
    coach.COSTS: N_("costs more than it brings"),
    coach.EVEN: N_("too close to tell"),
    coach.TOO_FEW: N_("too few to tell"),
    coach.NO_LINE: "",
}
MADE_OF = N_("%(made)s of %(tried)s")
LIKELY = N_("%(low)s to %(high)s %%")
PAYS_FROM = N_("from %(share)s %% on")
ALWAYS = N_("always")
NEVER = N_("never")
NOT_KNOWN = N_("not known")


@dataclass(frozen=True, slots=True)
class OutcomeCount:
    """A fate in words, with its number of games and a `note`, empty if there is nothing to add."""

    fate: str
    label: str
    games: int
    note: str


def fate_rows(t: Gettext, totals: Totals) -> list[OutcomeCount]:
    """Return a row for each fate that occurs, and always one for each of the first two."""
    rows = []
    for fate, (label, note) in FATE_TEXTS.items():
        games = totals.fates[fate]
        if games or fate in (SAME, TURNED):
            note_text = _unknown(t, totals) if fate == UNKNOWN else t(note) if note else ""
            rows.append(OutcomeCount(fate, t(label), games, note_text if games else ""))
    return rows


def _unknown(t: Gettext, totals: Totals) -> str:
    """Return the reasons why fates are unknown, most games first."""
    reasons: dict[str, int] = {}
    for code, games in totals.unknown.items():
        text = t(UNKNOWN_TEXTS.get(code, OTHERWISE))
        reasons[text] = reasons.get(text, 0) + games
    texts = [t(REASON) % {"reason": text, "games": n} for text, n in sorted(reasons.items(), key=lambda one: (-one[1], one[0]))]
    sentence = listing(t, texts)
    return sentence[:1].upper() + sentence[1:] + "."


def comparison_rows(t: Gettext, totals: Totals) -> list[tuple[str, str, str]]:
    """Return rows of (label, value as played, value under these rules)."""
    rows = []
    if totals.ended:
        hands = [decimal_text(t, n / totals.ended) for n in totals.hands]
        margins = [decimal_text(t, n / totals.ended) for n in totals.margins]
        rows.append((t(N_("Hands per game")), hands[0], hands[1]))
        rows.append((t(N_("Winning margin")), margins[0], margins[1]))
    if totals.decidable_games:
        rows.append((t(N_("Times in the box")), str(totals.boxed[0]), str(totals.boxed[1])))
    return rows


def length_text(t: Gettext, totals: Totals) -> str:
    """Return how many games won both ways take longer or shorter, empty if there are none."""
    if not totals.ended:
        return ""
    message = N_("Of the %(games)s games won both ways, %(longer)s take longer and %(shorter)s are over sooner.")
    return t(message) % {"games": totals.ended, "longer": totals.longer, "shorter": totals.shorter}


def gain_text(t: Gettext, gain: Gain) -> str:
    """Return how many of a player's games are still undecided, empty if none are."""
    if not gain.open:
        return ""
    return t(N_("%(games)s still undecided")) % {"games": gain.open}


def turned_text(t: Gettext, trial: Trial) -> str:
    """Return the winners under the other rules and as played."""
    if trial.then is None or trial.now is None:
        return ""
    now, then = _winners(t, trial, trial.now.winners), _winners(t, trial, trial.then.winners)
    return t(N_("%(now)s instead of %(then)s")) % {"now": now, "then": then}


def _winners(t: Gettext, trial: Trial, winners: Sequence[int]) -> str:
    return listing(t, [side_name(trial.sides[side]) for side in winners])


def change_texts(t: Gettext, change: RulesChange, played: RuleSet | None = None) -> list[str]:
    """Return one sentence for each change. With `played`, rules that all games share, the changes are relative to those."""
    if played is not None:
        other = change.of(played)
        if other is not None:
            return diff_text(t, played, other)
    return [
        labelled(t, option_label(t, name), choice_label(t, name, value)) + "." for name, value in sorted(change.options.items())
    ]


def decimal_text(t: Gettext, value: float) -> str:
    """Return a mean with one decimal, in the language's notation."""
    tenths = round(abs(value) * 10)
    sign = "\u2212" if value < 0 and tenths else ""
    return sign + t(N_("%(whole)s.%(tenth)s")) % {"whole": tenths // 10, "tenth": tenths % 10}


def percent(share: float) -> int:
    return round(share * 100)


@dataclass(frozen=True, slots=True)
class BidLevelRow:
    """A bid level in words: contracts made, probable share, net score, the share from which it pays, and the advice."""

    bid: str
    made: str
    share: str
    likely: str
    net: str
    pays: str
    advice: str
    kind: str


def bid_level_rows(t: Gettext, heights: Sequence[BidLevelStats]) -> list[BidLevelRow]:
    return [
        BidLevelRow(
            bid_text(t, one.bid),
            t(MADE_OF) % {"made": one.made, "tried": one.tried},
            t(N_("%(share)s %%")) % {"share": percent(one.share)},
            t(LIKELY) % {"low": percent(one.low), "high": percent(one.high)},
            _signed(round(one.net)),
            pays_text(t, one.pays_from),
            t(ADVICE[one.advice]) if ADVICE[one.advice] else "",
            one.advice,
        )
        for one in heights
    ]


def _signed(n: int) -> str:
    return "+" + str(n) if n > 0 else number(n)


def pays_text(t: Gettext, share: float | None) -> str:
    """Return the share of made contracts from which a bid level pays, in words."""
    if share is None:
        return t(NOT_KNOWN)
    if share <= 0:
        return t(ALWAYS)
    return t(NEVER) if share >= 1 else t(PAYS_FROM) % {"share": percent(share)}


def bid_level_text(t: Gettext, one: BidLevelStats) -> str:
    """Return a bid level's results in one or two sentences."""
    text = t(N_("At %(bid)s: %(made)s of %(tried)s made.")) % {"bid": bid_text(t, one.bid), "made": one.made, "tried": one.tried}
    if one.advice == coach.TOO_FEW:
        return text + " " + t(N_("That is too few to tell."))
    if one.pays_from is None:
        return text
    line = t(N_("Under these rules, it pays to bid this if at least %(share)s in 10 are made.")) % {
        "share": decimal_text(t, one.pays_from * 10)
    }
    return text + " " + line
