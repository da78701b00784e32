"""The sentences of reasons, by who acts: several players (`side`) or one (`player`)."""

from __future__ import annotations

from scorekeeper.messages.marks import N_
from scorekeeper.messages.names import PAIR, SOLO, TEAM, TOGETHER, TWO

_ANYONE = {
    "100-for-200": N_("100 for 200"),
    "partner.made": N_("%(player)s played with %(contractor)s, whose bid of %(bid)s was made: %(change)s."),
    "partner.failed": N_("%(player)s played with %(contractor)s, whose bid of %(bid)s failed: %(change)s."),
    "partner.free": N_("%(player)s played with %(contractor)s, who had the contract without a bid: %(change)s."),
    "no_trump": N_("No trump counts double: %(change)s again for %(side)s."),
    "adjustment": N_("Adjustment for %(side)s (%(reason)s): %(change)s."),
    "skunk.loser_negative": N_("The losers are below zero: a skunk, so this game counts as two."),
    "skunk.loser_scoreless": N_("The losers’ score never moved: a skunk, so this game counts as two."),
}

_PAIR = {
    **_ANYONE,
    "score.made": N_("%(side)s bid %(bid)s and took %(took)s: %(change)s."),
    "score.failed": N_("%(side)s bid %(bid)s but took only %(took)s: %(change)s."),
    "free": N_("%(side)s had the contract without a bid and took %(took)s: %(change)s."),
    "hundred_for_200.made": N_("%(side)s bid 100 for 200 and took all 100: %(change)s."),
    "hundred_for_200.failed": N_("%(side)s bid 100 for 200 but took only %(took)s: %(change)s."),
    "start.scores": N_("%(side)s had %(score)s on the paper sheet and start at %(change)s."),
    "opponents": N_("%(side)s took %(pile)s: %(change)s."),
    "opponents.nothing": N_("%(side)s took no points."),
    "score.must_bid.counts": N_(
        "%(side)s had %(score)s. At %(line)s or more, defenders score only if they bid, and one of them "
        "did. Their %(pile)s points count: %(change)s."
    ),
    "score.must_bid.lost": N_(
        "%(side)s had %(score)s. At %(line)s or more, defenders score only if they bid, and neither of "
        "them did. Their %(pile)s points do not count."
    ),
    "score.must_bid.counts.qualifying": N_(
        "%(side)s had %(score)s. At %(line)s or more, defenders score only if they bid %(bid)s or more, "
        "and one of them did. Their %(pile)s points count: %(change)s."
    ),
    "score.must_bid.lost.qualifying": N_(
        "%(side)s had %(score)s. At %(line)s or more, defenders score only if they bid %(bid)s or more, "
        "and neither of them did. Their %(pile)s points do not count."
    ),
    "score.must_win_or_set.counts": N_(
        "%(side)s had %(score)s. At %(line)s or more, defenders score only if the contract fails, and it "
        "did. Their %(pile)s points count: %(change)s."
    ),
    "score.must_win_or_set.lost": N_(
        "%(side)s had %(score)s. At %(line)s or more, defenders score only if the contract fails, and it "
        "was made. Their %(pile)s points do not count."
    ),
    "announced_all.made": N_("%(side)s announced all 100 points and took them: they win the game."),
    "announced_all.failed": N_("All 100 points were announced but only %(took)s were taken: %(side)s win the game."),
    "announced_all.missed": N_("All 100 points were announced but not all were taken: %(side)s win the game."),
    "hundred": N_("%(side)s took all 100 points: they win the game."),
    "hundred.chienne": N_("%(side)s took all 100 points and lost one empty trick, a chienne: they win the game."),
    "hundred.double": N_("%(side)s took all 100 points and lost two empty tricks, a double chienne: they win the game."),
    "hundred.more": N_("%(side)s took all 100 points and lost %(tricks)s empty tricks: they win the game."),
    "target": N_("%(side)s reached %(target)s with %(score)s: they win the game."),
    "target.bidding_side": N_(
        "%(others)s reached %(target)s too, but the bidding side comes first: %(side)s win the game with %(score)s."
    ),
    "target.higher_score": N_(
        "%(others)s reached %(target)s too, but the higher score wins: %(side)s win the game with %(score)s."
    ),
    "target.win_only_by_bid": N_(
        "%(others)s reached %(target)s too, but only a made bid wins: %(side)s win the game with %(score)s."
    ),
    "end.hole": N_(
        "%(side)s are in the hole at %(score)s, %(limit)s or worse, and another side is not below zero. They lose the game."
    ),
    "end.drop_out": N_(
        "%(side)s are in the hole at %(score)s, %(limit)s or worse, and another side is not below zero. They drop out."
    ),
}

_TEAM = {
    **_PAIR,
    "score.must_bid.lost": N_(
        "%(side)s had %(score)s. At %(line)s or more, defenders score only if they bid, and none of them "
        "did. Their %(pile)s points do not count."
    ),
    "score.must_bid.lost.qualifying": N_(
        "%(side)s had %(score)s. At %(line)s or more, defenders score only if they bid %(bid)s or more, "
        "and none of them did. Their %(pile)s points do not count."
    ),
}

_SOLO = {
    **_ANYONE,
    "score.made": N_("%(player)s bid %(bid)s and took %(took)s: %(change)s."),
    "score.failed": N_("%(player)s bid %(bid)s but took only %(took)s: %(change)s."),
    "free": N_("%(player)s had the contract without a bid and took %(took)s: %(change)s."),
    "hundred_for_200.made": N_("%(player)s bid 100 for 200 and took all 100: %(change)s."),
    "hundred_for_200.failed": N_("%(player)s bid 100 for 200 but took only %(took)s: %(change)s."),
    "start.scores": N_("%(player)s had %(score)s on the paper sheet and starts at %(change)s."),
    "opponents": N_("%(player)s took %(pile)s: %(change)s."),
    "opponents.nothing": N_("%(player)s took no points."),
    "score.must_bid.counts": N_(
        "%(player)s had %(score)s. At %(line)s or more, a defender must have bid to score, and "
        "%(player)s did. The %(pile)s points count: %(change)s."
    ),
    "score.must_bid.lost": N_(
        "%(player)s had %(score)s. At %(line)s or more, a defender must have bid to score, and "
        "%(player)s did not. The %(pile)s points do not count."
    ),
    "score.must_bid.counts.qualifying": N_(
        "%(player)s had %(score)s. At %(line)s or more, a defender must have bid %(bid)s or more to "
        "score, and %(player)s did. The %(pile)s points count: %(change)s."
    ),
    "score.must_bid.lost.qualifying": N_(
        "%(player)s had %(score)s. At %(line)s or more, a defender must have bid %(bid)s or more to "
        "score, and %(player)s did not. The %(pile)s points do not count."
    ),
    "score.must_win_or_set.counts": N_(
        "%(player)s had %(score)s. At %(line)s or more, a defender scores only if the contract fails, "
        "and it did. The %(pile)s points count: %(change)s."
    ),
    "score.must_win_or_set.lost": N_(
        "%(player)s had %(score)s. At %(line)s or more, a defender scores only if the contract fails, "
        "and it was made. The %(pile)s points do not count."
    ),
    "announced_all.made": N_("%(player)s announced all 100 points and took them: %(player)s wins the game."),
    "announced_all.failed": N_("All 100 points were announced but only %(took)s were taken: %(player)s wins the game."),
    "announced_all.missed": N_("All 100 points were announced but not all were taken: %(player)s wins the game."),
    "hundred": N_("%(player)s took all 100 points and wins the game."),
    "hundred.chienne": N_("%(player)s took all 100 points, lost one empty trick on the way, a chienne, and wins the game."),
    "hundred.double": N_(
        "%(player)s took all 100 points, lost two empty tricks on the way, a double chienne, and wins the game."
    ),
    "hundred.more": N_("%(player)s took all 100 points, lost %(tricks)s empty tricks on the way, and wins the game."),
    "target": N_("%(player)s reached %(target)s with %(score)s and wins the game."),
    "target.bidding_side": N_(
        "%(others)s reached %(target)s too, but the contractor’s camp comes first: %(player)s wins the game with %(score)s."
    ),
    "target.higher_score": N_(
        "%(others)s reached %(target)s too, but the higher score wins: %(player)s wins the game with %(score)s."
    ),
    "target.win_only_by_bid": N_(
        "%(others)s reached %(target)s too, but only a made bid wins: %(player)s wins the game with %(score)s."
    ),
    "end.hole": N_(
        "%(player)s is in the hole at %(score)s, %(limit)s or worse, and another player is not below "
        "zero. The game ends and the highest score wins."
    ),
}

_TWO = {
    **_SOLO,
    "target.bidding_side": N_(
        "%(others)s reached %(target)s too, but the contractor comes first: %(player)s wins the game with %(score)s."
    ),
    "end.hole": N_(
        "%(player)s is in the hole at %(score)s, %(limit)s or worse, and the other player is not below "
        "zero. %(player)s loses the game."
    ),
}

_TOGETHER = {
    **_SOLO,
    "score.made": N_("%(player)s bid %(bid)s and the contractor’s camp took %(took)s: %(change)s."),
    "score.failed": N_("%(player)s bid %(bid)s but the contractor’s camp took only %(took)s: %(change)s."),
    "opponents": N_("The defenders took %(pile)s together: %(change)s for %(player)s."),
    "opponents.nothing": N_("The defenders took no points: nothing for %(player)s."),
    "hundred": N_("The contractor’s camp took all 100 points: %(player)s wins the game."),
}

_KINDS = {PAIR: _PAIR, TEAM: _TEAM, TWO: _TWO, SOLO: _SOLO, TOGETHER: _TOGETHER}


def of_kind(kind: str) -> dict[str, str]:
    """Return the message ids by key for a kind of sides (`scorekeeper.messages.names.DOER_KINDS`)."""
    return _KINDS[kind]
