"""The sentences of a game's story. In a pair, the first is for several players and the second for one."""

from __future__ import annotations

from scorekeeper.messages.marks import N_

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
