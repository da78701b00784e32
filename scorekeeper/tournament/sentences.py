"""The sentences of tournaments, by code. Names in %(…)s are the parameters of the reason, the problem or the error."""

from __future__ import annotations

from scorekeeper.wording.marks import N_

METHODS: dict[str, str] = {
    "swiss": N_("Swiss"),
    "round_robin": N_("Round robin"),
    "single_elimination": N_("Single elimination"),
    "double_elimination": N_("Double elimination"),
    "rotating_partners": N_("Rotating partners"),
    "winners_up": N_("Winners move up"),
    "mitchell": N_("Mitchell"),
    "stages": N_("Stages"),
}

BREAKS: dict[str, str] = {
    "place": N_("Place"),
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

COUNTED = {
    "swiss.same": "points",
    "swiss.float": "more",
    "swiss.round_robin": "rounds",
    "bye.count": "read",
    "table.side": "right",
    "rounds": "right",
}
"""By code, the number that a sentence agrees with: it may have others for `:none`, for `:one` (up to 1), and for `:more` (1½)."""

REASONS: dict[str, str] = {
    "rematch": N_("They have met before (round %(rounds)s)."),
    "by_hand": N_("Arranged by the director."),
    "swiss.seeds": N_("First round: number %(upper)s of the field meets number %(lower)s, the top half against the bottom half."),
    "swiss.same": N_("Both have %(points)s match points, like %(size)s in all."),
    "swiss.same:none": N_("Both have no match point yet, like %(size)s in all."),
    "swiss.same:one": N_("Both have %(points)s match point, like %(size)s in all."),
    "swiss.same:more": N_("Both have 1½ match points, like %(size)s in all."),
    "swiss.float": N_("%(upper)s has %(more)s match points and %(lower)s %(less)s: the nearest that the whole round allows."),
    "swiss.float:one": N_("%(upper)s has %(more)s match point and %(lower)s %(less)s: the nearest that the whole round allows."),
    "swiss.float:more": N_("%(upper)s has 1½ match points and %(lower)s %(less)s: the nearest that the whole round allows."),
    "swiss.fold": N_("Number %(upper)s of that group meets number %(lower)s, the top half against the bottom half."),
    "swiss.met_fold": N_(
        "Number %(upper)s of that group meets number %(lower)s, because %(who)s has already met %(other)s, the opponent due."
    ),
    "swiss.near_fold": N_(
        "Number %(upper)s of that group meets number %(lower)s: as near to top half against bottom half as other tables allow."
    ),
    "swiss.third": N_("An odd number: %(guest)s sits third at this table instead of having a bye."),
    "swiss.round_robin": N_(
        "With %(entrants)s entrants and %(rounds)s rounds nearly everyone meets everyone: a round robin would be fairer."
    ),
    "swiss.round_robin:one": N_(
        "With %(entrants)s entrants and one round nearly everyone meets everyone: a round robin would be fairer."
    ),
    "bye.last": N_("An odd number: the bye goes to the last in the ranking who has had none."),
    "bye.lowest": N_("An odd number: the bye goes as low in the ranking as the rules of pairing allow."),
    "bye.again": N_("An odd number: everyone present has had a bye, or another choice would force a rematch."),
    "bye.given": N_("A bye given by the director."),
    "bye.plan": N_("No opponent this round."),
    "bye.turn": N_("Sits out in turn."),
    "bye.seed": N_("A top seed: no opponent in the first round."),
    "bye.walkover": N_("Goes on without playing: %(other)s has left."),
    "bye.empty": N_("Goes on without playing: nobody came down to this place of the bracket."),
    "round_robin.plan": N_("Round %(round)s of the table in which everyone meets everyone."),
    "round_robin.missing": N_("One of the meetings still missing."),
    "mitchell.plan": N_("North–South stay, East–West have moved up a table."),
    "mitchell.fitted": N_(
        "Late entries upset the movement: North–South meets an East–West pair not met yet, where there is one."
    ),
    "rotation.whist": N_("Round %(round)s of a whist tournament: each partner once, each opponent twice."),
    "rotation.search": N_("Seated so that partners are new and opponents are shared out evenly."),
    "winners_up.start": N_("First table, by order of entry."),
    "winners_up.up": N_("Winners from table %(table)s move up."),
    "winners_up.stay": N_("Those from table %(table)s stay."),
    "winners_up.down": N_("Losers from table %(table)s move down."),
    "winners_up.bottom": N_("Losers from table %(table)s, the head table, go to the last table."),
    "knockout.seeds": N_("Seed %(upper)s against seed %(lower)s."),
    "knockout.main": N_("Winner of %(first)s against winner of %(second)s."),
    "knockout.losers": N_("Losers’ bracket, round %(round)s (from %(first)s and %(second)s)."),
    "knockout.consolation": N_("Consolation, round %(round)s (from %(first)s and %(second)s)."),
    "knockout.third": N_("For third place."),
    "knockout.final": N_("The final: winners’ bracket against losers’ bracket."),
    "knockout.reset": N_("%(who)s won the first final; each has now lost once, so one match decides."),
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
    "bye": N_("A second bye could have been avoided."),
    "first_round": N_("Seed %(seed)s met seed %(read)s; in a first round it should be seed %(right)s."),
    "score_gap": N_("The squares of the differences in match points add up to %(read)s; %(right)s was possible."),
    "fold": N_(
        "Top half against bottom half: the squares of the distances from it add up to %(read)s; %(right)s was possible "
        "with the same rematches, byes and match points."
    ),
    "six_table": N_("An odd number: three should sit at one table, and nobody have a bye."),
    "six_table.off": N_("Three sit at table %(table)s, which is not how this round is to be played."),
    "six_table.guest": N_("%(who)s sits third at table %(read)s; table %(right)s has met them less, or is nearer."),
    "sit_out": N_("Some have sat out %(read)s times more than others."),
    "partner": N_("Table %(table)s: partners who have played together, while all could have had new ones."),
    "partner.keep": N_("Table %(table)s: partners have changed, while they should stay together."),
    "berger": N_("Table %(table)s: the Berger table has no meeting of %(who)s in this round."),
    "field": N_("%(who)s has changed between North–South and East–West."),
    "mitchell": N_("Table %(table)s: the movement does not bring %(other)s to %(who)s in this round."),
    "mitchell.moved": N_("Table %(table)s: %(who)s plays North–South and should have stayed at the same table."),
    "whist": N_(
        "Everyone should have had each of the others as a partner once, and as an opponent twice; %(read)s pairs have not."
    ),
    "winners_up": N_("%(who)s should be at table %(right)s by the result before, not %(read)s."),
    "winners_up.start": N_("%(who)s should be at table %(right)s by order of entry, not %(read)s."),
    "knockout.late": N_("%(who)s joined a knock-out that was drawn."),
    "knockout.out": N_("Table %(table)s: out of the tournament before this match: %(who)s."),
    "knockout.seeds": N_("Table %(table)s: by seed, match %(match)s is %(who)s, not %(other)s."),
    "knockout.slot": N_("Table %(table)s: by the results, match %(match)s is %(who)s, not %(other)s."),
    "knockout.match": N_("Table %(table)s: match %(match)s is not to be played in this round."),
    "knockout.pair": N_("Table %(table)s: no match of this round is %(who)s."),
    "knockout.missing": N_("Match %(match)s belongs to this round and is not in it: %(who)s."),
    "knockout.bye": N_("%(who)s has a bye, and does not go on without playing in this round."),
    "knockout.no_bye": N_("%(who)s goes on without playing in this round, and has no bye."),
    "stage.order": N_("This round is of stage %(read)s, after one of stage %(right)s."),
    "stage.pool": N_("%(who)s belongs to pool %(right)s, not %(read)s."),
    "stage.missing": N_("%(who)s has qualified for this stage and is not in it."),
    "stage.out": N_("%(who)s has not qualified for this stage and is in it."),
    "stage.tier": N_("%(who)s has the place of a better or a worse one in the draw."),
    "stage.halves": N_("%(who)s is in the same half of the bracket as another from the same pool."),
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
    ":stages": N_("%(field)s: only the method stages has stages."),
    ":first_cut": N_("%(field)s: the first stage takes everyone; the cut belongs to the stage after it."),
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
    "simulate:entrants": N_("%(field)s: %(read)s was read; this record has begun with %(right)s entrants."),
    "schedule": N_("The rounds of this method (%(method)s) depend on the results: they cannot be listed in advance."),
    "stages": N_("There is no stage %(stage)s; this tournament has %(stages)s."),
}
