"""Tournament sentences by code, except those in the methods' own modules.

Names in %(…)s are the parameters of the reason, problem or error.
"""

from __future__ import annotations

from scorekeeper.messages.marks import N_

OTHER_COLUMNS: dict[str, str] = {
    "place": N_("Rank"),
    "pool_place": N_("Place in the pool"),
    "points_a_match": N_("Points per match"),
    "margin_a_match": N_("Margin per match"),
    "lot": N_("Drawn by lot"),
    "hand": N_("Director’s decision"),
}
"""Headings of standings columns that are not tie-breaks."""

SHORT_OTHER_COLUMNS: dict[str, str] = {
    "place": N_("Rk"),
    "pool_place": N_("Pool"),
    "points_a_match": N_("Pts/m"),
    "margin_a_match": N_("+/−/m"),
    "lot": N_("Lot"),
    "hand": N_("Dir."),
}

COUNTED = {
    "bye.count": "read",
    "table.side": "right",
    "rounds": "right",
}
"""The number that a sentence agrees with, by code. The sentence may have forms `:none`, `:one` (up to 1) and `:more` (1½)."""

REASONS: dict[str, str] = {
    "rematch": N_("They have met before (round %(rounds)s)."),
    "by_hand": N_("Arranged by the director."),
    "bye.given": N_("A bye given by the director."),
    "bye.plan": N_("No opponent this round."),
    "bye.turn": N_("Sits out in turn."),
    "apart.never": N_("%(who)s and %(other)s should never meet, but they do."),
    "apart.rather_not": N_("%(who)s and %(other)s should preferably not meet, but they do."),
    "apart.not_round_1": N_("%(who)s and %(other)s should not meet in the first round, but they do."),
    "apart.never.partners": N_("%(who)s and %(other)s should never be partners, but they are."),
    "apart.rather_not.partners": N_("%(who)s and %(other)s should preferably not be partners, but they are."),
    "apart.not_round_1.partners": N_("%(who)s and %(other)s should not be partners in the first round, but they are."),
    "apart.fixed": N_("This method leaves no choice of who sits with whom."),
    "apart.fitted": N_("Avoiding it would have left someone without a table, or matched others who should not meet."),
    "apart.table": N_("The results brought them to the same table."),
    "apart.moved": N_("Not seated by order of entry, because some, here or elsewhere, should be kept apart."),
    "apart.drawn": N_("Drawn so that unseeded entrants who should not meet are kept apart."),
    "apart.third": N_("The third pair would not have been better placed at any other table."),
    "apart.others": N_("Keeping them apart would have made others meet who should not meet either."),
    "apart.instead": N_("Keeping them apart would have paired %(who)s with %(other)s, who also should not meet."),
    "apart.cost.impossible": N_("There is no other way to seat this round."),
    "apart.cost.never": N_("Avoiding it would have caused more meetings that should never happen (%(more)s more)."),
    "apart.cost.rematches": N_("Avoiding it would have caused more rematches (%(more)s more)."),
    "apart.cost.rather": N_("Avoiding it would have caused more meetings that should preferably not happen (%(more)s more)."),
    "apart.cost.second_byes": N_("Avoiding it would have given someone a second bye."),
    "apart.cost.gaps": N_(
        "Avoiding it would have matched pairs further apart in match points (squared differences: %(read)s instead of %(right)s)."
    ),
    "apart.cost.fold": N_(
        "Avoiding it would have strayed further from top half against bottom half (squared distances: "
        "%(read)s instead of %(right)s)."
    ),
    "apart.cost.partners": N_("Avoiding it would have repeated other partnerships (%(more)s more)."),
    "apart.cost.opponents": N_("Avoiding it would have spread opponents less evenly."),
    "apart.cost.order": N_("Avoiding it would have seated some further from their table by order of entry."),
    "apart.cost.plan": N_("Avoiding it would have upset other rounds of the schedule."),
    "apart.cost.none": N_("Another pairing would have been just as good. The tournament’s random draw chose between them."),
    "place.table": N_("%(who)s always sits at table %(table)s."),
    "place.taken": N_("%(upper)s and %(lower)s both asked for table %(table)s. It goes to %(upper)s, who asked first."),
    "place.two_tables": N_(
        "%(upper)s asked for table %(table)s and %(lower)s for table %(wished)s. The request of %(upper)s came first."
    ),
    "place.north": N_("%(who)s always sits N–S."),
    "place.east": N_("%(who)s always sits E–W."),
    "place.both_north": N_("%(upper)s and %(lower)s both asked to sit N–S. That side goes to %(upper)s, who asked first."),
    "place.both_east": N_("%(upper)s and %(lower)s both asked to sit E–W. That side goes to %(upper)s, who asked first."),
    "place.partners": N_(
        "%(upper)s and %(lower)s are partners and asked for different sides. The request of %(upper)s came first."
    ),
    "place.third": N_("%(who)s sits third at this table, so there is no choice of side."),
}

PROBLEMS: dict[str, str] = {
    "round.order": N_("This round is numbered out of order. It should be round %(right)s."),
    "seat.unknown": N_("%(who)s is not in this tournament."),
    "seat.twice": N_("%(who)s is seated %(times)s times."),
    "seat.absent": N_("%(who)s has a seat, but has not arrived yet or has left."),
    "seat.missing": N_("%(who)s is present but has no table and no bye."),
    "table.twice": N_("Table %(table)s appears more than once."),
    "table.side": N_("Table %(table)s: each side should have %(right)s players."),
    "table.side:one": N_("Table %(table)s: each side should have one entrant."),
    "table.sides": N_("Table %(table)s has %(read)s sides."),
    "table.scores": N_("Table %(table)s: there should be one score for each side."),
    "seat.away": N_("%(who)s is marked absent for this round, but is in it."),
    "seat.bye": N_("%(who)s was given a bye in this round, but has a seat."),
    "match.twice": N_("Match %(match)s is played at more than one table."),
    "table.winner": N_("Table %(table)s: the winner or the forfeit is not a side, or both are the same side."),
    "table.sum": N_("Table %(table)s: the games do not add up to the scores."),
    "table.games": N_("Table %(table)s: %(read)s games are recorded, but the match was over after %(right)s."),
    "winner": N_("Table %(table)s: it’s a tie without a winner, and one side must advance."),
    "winner.scores": N_("Table %(table)s: by the scores, %(upper)s won, but %(lower)s is recorded as the winner."),
    "results": N_("Table %(table)s of round %(read)s had no result when this round was paired."),
    "rounds": N_("Only %(right)s rounds were planned."),
    "rounds:one": N_("Only one round was planned."),
    "bye.count": N_("%(read)s have a bye, but there should be %(right)s."),
    "bye.count:none": N_("No one has a bye, but there should be %(right)s."),
    "bye.count:one": N_("One has a bye, but there should be %(right)s."),
    "rematch": N_("Some meet again, although they could have met others."),
    "never": N_("Meetings that should never happen: %(read)s. The least possible was %(right)s."),
    "rather_not": N_("Meetings that should preferably not happen: %(read)s. The least possible was %(right)s."),
    "sit_out": N_("Some have sat out %(read)s more times than others."),
    "partner": N_("Table %(table)s: partners have played together before, although everyone could have had a new one."),
    "place.table": N_("%(who)s should sit at table %(right)s, but sits at table %(read)s."),
    "place.north": N_("Table %(table)s: %(who)s should sit N–S, as the first side."),
    "place.east": N_("Table %(table)s: %(who)s should sit E–W, as the second side."),
    "standings": N_("Standings, %(who)s, %(field)s: the file has %(read)s, but the results give %(right)s."),
    "bracket": N_("Bracket, match %(match)s, %(field)s: the file has %(read)s, but the results give %(right)s."),
}

FAULTS: dict[str, str] = {
    "format": N_("This is not a tournament file."),
    "format:version": N_("format: %(read)s is not supported. Use %(right)s."),
    ":object": N_("%(field)s: %(read)s is not valid. Use a JSON object."),
    ":key": N_("%(field)s: there is no such key here. Use %(choices)s."),
    ":missing": N_("%(field)s: this is missing."),
    ":range": N_("%(field)s: %(read)s is not valid. Use a number from %(low)s to %(high)s, with at most three decimals."),
    ":whole": N_("%(field)s: %(read)s is not valid. Use a whole number from %(low)s to %(high)s."),
    ":number": N_("%(field)s: %(read)s is not valid. Use a number."),
    ":flag": N_("%(field)s: %(read)s is not valid. Use true or false."),
    ":text": N_("%(field)s: %(read)s is not valid. Use a printable text of at most %(high)s characters."),
    ":choice": N_("%(field)s: %(read)s is not valid. Use one of %(choices)s."),
    ":list": N_("%(field)s: %(read)s is not valid. Use a list of at most %(high)s."),
    ":twice": N_("%(field)s: %(read)s is there twice."),
    ":unknown": N_("%(field)s: no entrant has the id %(read)s."),
    ":order": N_("%(field)s: %(read)s is not valid. Rounds are numbered in order, and this is round %(right)s."),
    ":side": N_("%(field)s: %(read)s is not valid. A side is a list of one to three entrant ids."),
    ":sides": N_("%(field)s: %(read)s is not valid. A table has two or three sides."),
    ":count": N_("%(field)s: %(read)s is not valid. Use %(right)s values, one for each side."),
    ":forfeit": N_("%(field)s: %(read)s is not valid. Use the number of the side, from 0 to %(high)s."),
    ":forfeit_winner": N_("%(field)s: side %(read)s cannot both win and forfeit."),
    ":odd": N_("%(field)s: %(read)s is not valid. Use an odd number."),
    ":other_kind": N_("%(field)s: a match of the kind %(kind)s does not have this."),
    ":pools": N_("%(field)s: only a round robin is played in pools."),
    "penalties:stages": N_(
        "%(field)s: %(read)s is not valid in a tournament with stages. Use warning, game_points, forfeit or disqualified."
    ),
    "penalties:no_table": N_("%(field)s: %(read)s had no table in round %(round)s, so there is no score to change."),
    "meetings:as": N_("%(field)s: %(read)s is not valid. It applies only when single players sit two to a side."),
    "meetings:between": N_("%(field)s: use between or tag to say who to keep apart, not both."),
    "meetings:two": N_("%(field)s: %(read)s is not valid. List at least two entrants to keep apart."),
    ":refund": N_("%(field)s: more is refunded than was paid."),
    "decided_ties:two_tied": N_("%(field)s: %(read)s is not valid. List at least two entrants who share a rank."),
    "decided_ties:lot": N_("%(field)s: this draw gives another order: %(right)s."),
    ":purse_group": N_("%(field)s: the group “%(read)s” has two lists of prizes."),
    ":purse_quarter": N_("%(field)s: the best quarter gets the whole list. Remove the other prizes."),
    ":purse_lists": N_("%(field)s: the lists of prizes take %(read)s percent of the purse, more than 100."),
    ":purse_range": N_("%(field)s: the last place, %(read)s, is before the first."),
    ":purse_amount": N_("%(field)s: enter either cents or a percentage for place %(read)s."),
    ":purse_place": N_("%(field)s: place %(read)s already has a prize."),
    ":purse_percent": N_("%(field)s: the prizes take %(read)s percent, more than 100."),
    ":pot_name": N_("%(field)s: enter a name for the side pot."),
    ":pot_winner": N_("%(field)s: %(read)s is not in the side pot."),
    ":pot_seed": N_("%(field)s: a seed needs a 50/50 with one winner."),
    ":pot_drawn": N_("%(field)s: a 50/50 needs the seed that it was drawn with."),
    ":no_place": N_("%(field)s: add a table or a side."),
    ":again": N_("%(field)s: %(read)s is not valid. An earlier place already sets this for %(who)s."),
    ":no_points": N_("%(field)s: %(read)s is not valid. A penalty of the kind %(kind)s has no points."),
    ":stages": N_("%(field)s: only the stages method has stages."),
    ":first_cut": N_("%(field)s: the first stage takes everyone. Set the cut in the next stage."),
    ":cut_pools": N_("%(pools)s pools × %(advance)s = %(right)s, but the cut is %(read)s. The cut cannot be larger than that."),
    ":cut": N_("%(field)s: %(read)s is too many. Only %(right)s advance from the previous stage."),
    ":first_finals": N_("%(field)s: the first stage takes everyone. Set the finals in the last stage."),
    ":finals_last": N_("%(field)s: only the last stage can be played as several finals."),
    ":finals_pools": N_("%(field)s: a final is not played in pools."),
    ":finals_advance": N_("%(field)s: with several finals, everyone plays on. Remove it, and set the size of each final."),
    ":finals_cut": N_("%(field)s: enter how many play in final %(final)s. Only the last final can take all others."),
    ":finals_least": N_("%(field)s: %(read)s is too few for final %(final)s. It needs at least %(right)s."),
    ":finals_players": N_(
        "%(field)s: final %(final)s must be for single players, as the first stage is. %(read)s is a method for pairs."
    ),
    ":finals_pairs": N_(
        "%(field)s: final %(final)s must be for pairs, as the first stage is. %(read)s is a method for single players."
    ),
    "finals:short": N_("Final %(final)s takes %(read)s, but only %(right)s can play in it. Change the size of the finals."),
    "finals:few": N_("Final %(final)s would have %(read)s, but it needs at least %(right)s. Change the size of the finals."),
    ":none": N_("%(field)s: this round has no table %(read)s."),
    "swap:bracket": N_("Only entrants in the same part of the bracket can swap places, byes only in its first round."),
    "swap:pool": N_("Only entrants in the same pool or final can swap places."),
    ":absent": N_("%(field)s: %(read)s is not in this round."),
    "needs.results": N_("Results are missing: %(tables)s."),
    "bracket.played_by_other": N_(
        "A result was corrected after its loser had advanced. Remove or replay these matches: %(matches)s."
    ),
    "match.not_ready": N_("Match %(read)s cannot begin now. Check the round."),
    "needs.winner": N_("Match %(match)s is a tie, and one side must advance. Enter who won."),
    "finished": N_("The tournament is over: all rounds have been paired (%(rounds)s)."),
    "entrants.few": N_("Entrants to seat: %(found)s. At least %(least)s are needed."),
    "entrants.late": N_("No one can join a knock-out after the draw: %(entrants)s."),
    "simulate:method": N_("%(field)s: %(read)s is not possible. Rounds of this tournament were published as %(right)s."),
    "simulate:entrants": N_("%(field)s: %(read)s is not possible. This tournament began with %(right)s entrants."),
    "schedule": N_("The rounds of this method (%(method)s) depend on the results, so they cannot be listed in advance."),
    "stages": N_("There is no stage %(stage)s. Number of stages: %(stages)s."),
}
