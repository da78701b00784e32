"""The sentences of tournaments, by code; those of one pairing method stand with it.

Names in %(…)s are the parameters of the reason, the problem or the error.
"""

from __future__ import annotations

from scorekeeper.wording.marks import N_

BREAKS: dict[str, str] = {
    "place": N_("Place"),
    "pool_place": N_("Place in the pool"),
    "points_a_match": N_("Points a match"),
    "margin_a_match": N_("Margin a match"),
    "match_points": N_("Match points"),
    "head_to_head": N_("Head to head"),
    "buchholz": N_("Buchholz"),
    "buchholz_cut": N_("Buchholz cut"),
    "buchholz_median": N_("Median Buchholz"),
    "sonneborn_berger": N_("Sonneborn-Berger"),
    "progressive": N_("Progressive"),
    "wins": N_("Wins"),
    "margin": N_("Margin"),
    "points_for": N_("Points for"),
    "boxes": N_("Boxes"),
}

SHORT_BREAKS: dict[str, str] = {
    "place": N_("Pl."),
    "pool_place": N_("Pool"),
    "points_a_match": N_("Pts/m"),
    "margin_a_match": N_("+/−/m"),
    "match_points": N_("Pts"),
    "head_to_head": N_("H2H"),
    "buchholz": N_("Bhz"),
    "buchholz_cut": N_("Bhz−"),
    "buchholz_median": N_("Bhz±"),
    "sonneborn_berger": N_("SB"),
    "progressive": N_("Prog."),
    "wins": N_("Won"),
    "margin": N_("+/−"),
    "points_for": N_("For"),
    "boxes": N_("Boxes"),
}

COUNTED = {
    "bye.count": "read",
    "table.side": "right",
    "rounds": "right",
}
"""By code, the number that a sentence agrees with: it may have others for `:none`, for `:one` (up to 1), and for `:more` (1½)."""

REASONS: dict[str, str] = {
    "rematch": N_("They have met before (round %(rounds)s)."),
    "by_hand": N_("Arranged by the director."),
    "bye.given": N_("A bye given by the director."),
    "bye.plan": N_("No opponent this round."),
    "bye.turn": N_("Sits out in turn."),
    "apart.never": N_("%(who)s and %(other)s should never meet, and do all the same."),
    "apart.rather_not": N_("%(who)s and %(other)s should rather not meet, and do all the same."),
    "apart.not_round_1": N_("%(who)s and %(other)s should not meet in the first round, and do all the same."),
    "apart.never.partners": N_("%(who)s and %(other)s should never be partners, and are all the same."),
    "apart.rather_not.partners": N_("%(who)s and %(other)s should rather not be partners, and are all the same."),
    "apart.not_round_1.partners": N_("%(who)s and %(other)s should not be partners in the first round, and are all the same."),
    "apart.fixed": N_("This way of playing leaves no choice who sits with whom."),
    "apart.fitted": N_("Avoiding it would have left somebody without a table, or brought together others who should not meet."),
    "apart.table": N_("The results have brought them to one table."),
    "apart.moved": N_("Seated otherwise than by order of entry, because some here or elsewhere should be apart."),
    "apart.drawn": N_("Drawn so that those without a seed who should be apart are."),
    "apart.third": N_("At any other table the third pair would have sat no better."),
    "apart.others": N_("Instead of them others would have met who should not either."),
    "apart.instead": N_("Instead of them %(who)s and %(other)s would have met, who should not either."),
    "apart.cost.impossible": N_("There is no other way to seat this round."),
    "apart.cost.never": N_("Avoiding it would have cost more meetings that should never be (%(more)s more)."),
    "apart.cost.rematches": N_("Avoiding it would have cost more rematches (%(more)s more)."),
    "apart.cost.rather": N_("Avoiding it would have cost more meetings that should rather not be (%(more)s more)."),
    "apart.cost.second_byes": N_("Avoiding it would have cost somebody’s second bye."),
    "apart.cost.gaps": N_(
        "Avoiding it would have brought together pairs further apart in match points: the squares of the differences would add"
        " up to %(read)s, not %(right)s."
    ),
    "apart.cost.fold": N_(
        "Avoiding it would have taken the round further from top half against bottom half: the squares of the distances would"
        " add up to %(read)s, not %(right)s."
    ),
    "apart.cost.partners": N_("Avoiding it would have made partners of some who were so before (%(more)s times)."),
    "apart.cost.opponents": N_("Avoiding it would have spread opponents less evenly."),
    "apart.cost.order": N_("Avoiding it would have taken some further from the table that order of entry gives them."),
    "apart.cost.plan": N_("Avoiding it would have upset other rounds of the schedule."),
    "apart.cost.none": N_("Another pairing would have been as good; the tournament’s seed chose between them."),
    "place.table": N_("%(who)s always sits at table %(table)s."),
    "place.taken": N_("%(upper)s and %(lower)s both want table %(table)s: %(upper)s has it, whose wish stands first."),
    "place.two_tables": N_(
        "%(upper)s wants table %(table)s, and %(lower)s table %(wished)s: the wish of %(upper)s stands first, and is kept."
    ),
    "place.north": N_("%(who)s always sits N–S."),
    "place.east": N_("%(who)s always sits E–W."),
    "place.both_north": N_("%(upper)s and %(lower)s both want to sit N–S: %(upper)s does, whose wish stands first."),
    "place.both_east": N_("%(upper)s and %(lower)s both want to sit E–W: %(upper)s does, whose wish stands first."),
    "place.partners": N_(
        "%(upper)s and %(lower)s are partners, and want different sides: the wish of %(upper)s stands first, and is kept."
    ),
    "place.third": N_("%(who)s sits third at this table, and so on no side of its choice."),
}

PROBLEMS: dict[str, str] = {
    "round.order": N_("This round is numbered out of order; it should be round %(right)s."),
    "seat.unknown": N_("%(who)s is not entered."),
    "seat.twice": N_("%(who)s is seated %(times)s times."),
    "seat.absent": N_("%(who)s is seated, and has not come yet or has left."),
    "seat.missing": N_("%(who)s is there and has neither a table nor a bye."),
    "table.twice": N_("Table %(table)s is there more than once."),
    "table.side": N_("Table %(table)s: a side should have %(right)s players."),
    "table.side:one": N_("Table %(table)s: a side should have one entrant."),
    "table.sides": N_("Table %(table)s has %(read)s sides."),
    "table.scores": N_("Table %(table)s: there should be one score for each side."),
    "seat.away": N_("%(who)s: excused from this round, and yet in it."),
    "seat.bye": N_("%(who)s was given a bye in this round, and is seated."),
    "match.twice": N_("Match %(match)s is played at more than one table."),
    "table.winner": N_("Table %(table)s: the winner or the forfeit names no side, or the same side."),
    "table.sum": N_("Table %(table)s: the scores are not the sum of the games."),
    "table.games": N_("Table %(table)s: %(read)s games are recorded; the match was over after %(right)s."),
    "winner": N_("Table %(table)s is tied and names no winner, and somebody must go on."),
    "winner.scores": N_("Table %(table)s: by the scores %(upper)s won; %(lower)s is recorded as the winner."),
    "results": N_("Table %(table)s of round %(read)s had no result when this round was paired."),
    "rounds": N_("Only %(right)s rounds were to be played."),
    "rounds:one": N_("Only one round was to be played."),
    "bye.count": N_("%(read)s have a bye; it should be %(right)s."),
    "bye.count:none": N_("Nobody has a bye; it should be %(right)s."),
    "bye.count:one": N_("One has a bye; it should be %(right)s."),
    "rematch": N_("Some meet again who could have met others."),
    "never": N_("Meetings that should never be: %(read)s; %(right)s would have done."),
    "rather_not": N_("Meetings that should rather not be: %(read)s; %(right)s would have done."),
    "sit_out": N_("Some have sat out %(read)s times more than others."),
    "partner": N_("Table %(table)s: partners who have played together, while all could have had new ones."),
    "place.table": N_("%(who)s should sit at table %(right)s, and sits at table %(read)s."),
    "place.north": N_("Table %(table)s: %(who)s should sit N–S, as the first side."),
    "place.east": N_("Table %(table)s: %(who)s should sit E–W, as the second side."),
    "standings": N_("Standings of %(who)s, %(field)s: %(read)s was given; the tables make it %(right)s."),
    "bracket": N_("Bracket, match %(match)s, %(field)s: %(read)s was given; the tables make it %(right)s."),
}

FAULTS: dict[str, str] = {
    "format": N_("This is not a tournament record."),
    "format:version": N_("format: %(read)s was read; this program reads %(right)s."),
    ":object": N_("%(field)s: %(read)s was read; a JSON object was expected."),
    ":key": N_("%(field)s: there is no such key here. There is %(choices)s."),
    ":missing": N_("%(field)s: this is missing."),
    ":range": N_("%(field)s: %(read)s was read; it should be a number from %(low)s to %(high)s, of three decimals at most."),
    ":whole": N_("%(field)s: %(read)s was read; it should be a whole number from %(low)s to %(high)s."),
    ":number": N_("%(field)s: %(read)s was read; it should be a number."),
    ":flag": N_("%(field)s: %(read)s was read; it should be true or false."),
    ":text": N_("%(field)s: %(read)s was read; it should be a printable text of at most %(high)s characters."),
    ":choice": N_("%(field)s: %(read)s was read; it should be one of %(choices)s."),
    ":list": N_("%(field)s: %(read)s was read; it should be a list of at most %(high)s."),
    ":twice": N_("%(field)s: %(read)s is there twice."),
    ":unknown": N_("%(field)s: nobody with the id %(read)s is entered."),
    ":order": N_("%(field)s: %(read)s was read; rounds are numbered in order, and this is round %(right)s."),
    ":side": N_("%(field)s: %(read)s was read; a side is a list of one to three entrant ids."),
    ":sides": N_("%(field)s: %(read)s was read; a table has two sides, or three."),
    ":count": N_("%(field)s: %(read)s was read; there should be %(right)s, one for each side."),
    ":forfeit": N_("%(field)s: %(read)s was read; it should be the number of the side, from 0 to %(high)s."),
    ":forfeit_winner": N_("%(field)s: side %(read)s cannot have won and forfeited."),
    ":odd": N_("%(field)s: %(read)s was read; it should be an odd number."),
    ":other_kind": N_("%(field)s: a match of the kind %(kind)s has no such thing."),
    ":pools": N_("%(field)s: only a round robin is played in pools."),
    "penalties:stages": N_(
        "%(field)s: %(read)s was read; in an event of stages it can be warning, game_points, forfeit or disqualified."
    ),
    "penalties:no_table": N_("%(field)s: %(read)s sat at no table in round %(round)s, so there is no score to change."),
    "meetings:as": N_("%(field)s: %(read)s was read; it can only be said where single players sit two on a side."),
    "meetings:between": N_("%(field)s: either between or tag says who is to be apart; both are here."),
    "meetings:two": N_("%(field)s: %(read)s was read; at least two entrants can be kept apart."),
    ":no_place": N_("%(field)s: neither a table nor a side is there; one of them should be."),
    ":again": N_("%(field)s: %(read)s was read; an earlier place of %(who)s has said it already."),
    ":no_points": N_("%(field)s: %(read)s was read; a penalty of the kind %(kind)s has no points."),
    ":stages": N_("%(field)s: only the method stages has stages."),
    ":first_cut": N_("%(field)s: the first stage takes everyone; the cut belongs to the stage after it."),
    ":cut_pools": N_(
        "%(pools)s pools × %(advance)s = %(right)s; the cut is %(read)s. A cut takes at most all who go on from the pools."
    ),
    ":cut": N_("%(field)s: %(read)s was read; only %(right)s go on from the stage before."),
    ":none": N_("%(field)s: there is no table %(read)s in this round."),
    "swap:bracket": N_("Only entrants who play in the same part of the bracket can change places; byes only in its first round."),
    "swap:pool": N_("Only entrants of the same pool can change places."),
    ":absent": N_("%(field)s: %(read)s is not in this round."),
    "needs.results": N_("Results are missing: %(tables)s."),
    "bracket.played_by_other": N_(
        "A result was corrected after its loser had gone on. Matches to be taken away or played again: %(matches)s."
    ),
    "match.not_ready": N_("Match %(read)s cannot begin now: look at the round again."),
    "needs.winner": N_("Match %(match)s is tied: somebody must go on, so record who won."),
    "finished": N_("The tournament is over: all rounds have been paired (%(rounds)s)."),
    "entrants.few": N_("Only %(found)s to be seated; at least %(least)s are needed."),
    "entrants.late": N_("Nobody can join a knock-out once it is drawn: %(entrants)s."),
    "simulate:method": N_("%(field)s: %(read)s was read; rounds of this record have been published as %(right)s."),
    "second": N_(
        "%(field)s: a club’s tournament keeps nothing of this kind (second edition of the record). Without it, the record can be"
        " brought in."
    ),
    "simulate:entrants": N_("%(field)s: %(read)s was read; this record has begun with %(right)s entrants."),
    "schedule": N_("The rounds of this method (%(method)s) depend on the results: they cannot be listed in advance."),
    "stages": N_("There is no stage %(stage)s; this tournament has %(stages)s."),
}
