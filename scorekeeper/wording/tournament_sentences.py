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
    "table.winner": N_("Table %(table)s: the winner or the forfeit names no side, or the same side."),
    "bye.count": N_("%(read)s have a bye; it should be %(right)s."),
    "bye.count:none": N_("Nobody has a bye; it should be %(right)s."),
    "bye.count:one": N_("One has a bye; it should be %(right)s."),
    "rematch": N_("Some meet again who could have met others."),
    "bye": N_("A second bye could have been avoided."),
    "first_round": N_("Seed %(seed)s met seed %(read)s; in a first round it should be seed %(right)s."),
    "score_gap": N_("The squares of the differences in match points add up to %(read)s; %(right)s was possible."),
    "sit_out": N_("Some have sat out %(read)s times more than others."),
    "partner": N_("Table %(table)s: partners who have played together, while all could have had new ones."),
    "field": N_("%(who)s has changed between North–South and East–West."),
    "winners_up": N_("%(who)s won and should be at table %(right)s, not %(read)s."),
    "knockout.out": N_("Table %(table)s: %(who)s was out of the tournament."),
    "knockout.seeds": N_("Table %(table)s: seeds %(read)s meet; in a first round they should add up to %(right)s."),
}

FAULTS: dict[str, str] = {
    "format": N_("This is not a tournament record."),
    "format:version": N_("format: %(read)s was read; this program reads %(right)s."),
    ":object": N_("%(field)s: %(read)s was read; a JSON object was expected."),
    ":key": N_("%(field)s: there is no such key here. There is %(choices)s."),
    ":missing": N_("%(field)s: this is missing."),
    ":range": N_("%(field)s: %(read)s was read; it should be a number from %(low)s to %(high)s, of three decimals at most."),
    ":whole": N_("%(field)s: %(read)s was read; it should be a whole number from %(low)s to %(high)s."),
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
    ":absent": N_("%(field)s: %(read)s is not in this round."),
    "needs.results": N_("Results are missing: %(tables)s."),
    "needs.winner": N_("Match %(match)s is tied: somebody must go on, so record who won."),
    "finished": N_("The tournament is over: all rounds have been paired (%(rounds)s)."),
    "entrants.few": N_("Only %(found)s to be seated; at least %(least)s are needed."),
    "entrants.late": N_("Nobody can join a knock-out once it is drawn: %(entrants)s."),
    "schedule": N_("The rounds of this method (%(method)s) depend on the results: they cannot be listed in advance."),
    "stages": N_("There is no stage %(stage)s; this tournament has %(stages)s."),
}
