"""The sentences of errors, by code and reason (`code:reason`). Seats and sides are numbered from 0, as in the record."""

from __future__ import annotations

from scorekeeper.wording.marks import N_

FAULTS: dict[str, str] = {
    "json": N_("This is not JSON, or it is nested too deep."),
    "json:many": N_("More is in this than in any record."),
    "json:deep": N_("This is nested deeper than any record."),
    "json:syntax": N_("This is not JSON: it goes wrong at character %(column)s."),
    "json:syntax_line": N_("This is not JSON: it goes wrong in line %(line)s, at character %(column)s."),
    "json:cut": N_("This is not JSON: it breaks off after %(column)s characters."),
    "json:cut_line": N_("This is not JSON: it breaks off in line %(line)s, before it is complete."),
    "json:empty": N_("There is nothing in it."),
    "json:number": N_("This is not JSON: there is no number %(read)s in it."),
    "json:large": N_("The number %(read)s is too large to be read."),
    "json:encoding": N_("This is not UTF-8, in which JSON is written. It looks like %(looks)s: save it as UTF-8."),
    "json:binary": N_("This is not JSON: it looks like a file of the kind %(looks)s."),
    "json:nul": N_("This is not JSON, and not even text."),
    "json:long": N_("This line is longer than any record: more than %(high)s MB."),
    "json:file": N_("%(read)s cannot be read (%(text)s)."),
    "format": N_("This is not a game record: %(field)s was %(read)s; it should be %(right)s."),
    "format:type": N_("This is not a game record: a JSON object with the format %(right)s was expected."),
    "format:version": N_("format: %(read)s was read; this program reads %(right)s."),
    "format:key": N_("%(field)s: a game record has no such key. It has %(right)s."),
    "format:missing": N_("%(field)s: this is missing from the record."),
    "format:twice": N_("%(field)s: this key stands twice in the same object."),
    "format:events": N_("events: a list of at most %(high)s events was expected."),
    "format:edition": N_("Edition 1 of the game record has no words for this: it stays with edition 2."),
    "format:line": N_("%(field)s: %(read)s was read; a line of 1 to %(high)s printable characters was expected."),
    "format:uuid": N_("%(field)s: %(read)s is not a UUID, such as 8c2f7d4e-0b1a-4c3d-9e5f-6a7b8c9d0e1f."),
    "format:moment": N_("%(field)s: %(read)s is not a moment with its offset, such as 2026-01-31T19:30:00-05:00."),
    "format:match": N_("match: an object with an id (a UUID), the number of the game and, if agreed, games_to_win was expected."),
    "format:start_type": N_("start_scores: a list with a whole number for each side was expected; %(read)s was read."),
    "format:start_count": N_("start_scores: %(read)s scores were read; these rules have %(right)s sides."),
    "format:start_value": N_("start_scores: %(read)s was read; it should be a multiple of 5, at most %(high)s from zero."),
    "format:start_over": N_("start_scores: with %(read)s the game would be over before its first hand."),
    "rules": N_("rules: %(read)s is neither the name of a rule set nor an object of options."),
    "rules:type": N_("rules: %(read)s is neither the name of a rule set nor an object of options."),
    "players": N_("players: %(read)s was read; it should be %(right)s."),
    "players:missing": N_("%(field)s: this is missing from the record."),
    "players:number": N_("players: these rules need %(right)s names, not %(read)s."),
    "players:name": N_("players: %(read)s is not a name. A name has 1 to %(high)s printable characters."),
    "players:first_dealer": N_("first_dealer: there is no seat %(read)s; seats go from 0 to %(high)s."),
    "players:silent_dealer": N_("first_dealer: %(read_as_player)s is silent all evening and does not deal."),
    "event:object": N_("An event is a JSON object; %(read)s was read."),
    "event:kind": N_("kind: there is no kind of event %(read)s; it should be %(choices)s."),
    "event:key": N_("%(field)s: this kind of event has no such key. It may have %(choices)s."),
    "event:text": N_("%(field)s: a text of at most %(high)s characters was expected; %(read)s was read."),
    "event:missing": N_("%(field)s: this is missing."),
    "event:missing_passed": N_(
        "%(field)s: this is missing. An auction in which everyone passed and nobody played is recorded as passed out: %(right)s."
    ),
    "event:type": N_("%(field)s: %(read)s was read; it should be %(right)s."),
    "event:seat": N_("%(field)s: there is no seat %(read)s; seats go from 0 to %(high)s."),
    "event:dropped": N_("%(field)s: %(read_as_player)s is on a side that has dropped out."),
    "event:silent": N_("%(field)s: %(read_as_player)s is the silent player this hand, who does not bid."),
    "event:silent_dealer": N_("%(field)s: %(read_as_player)s is silent all evening and does not deal."),
    "event:seats": N_("players: these rules need %(right)s names, not %(read)s."),
    "event:name": N_("players: %(read)s is not a name. A name has 1 to %(high)s printable characters."),
    "event:line": N_("%(field)s: %(read)s was read; a line of 1 to %(high)s printable characters was expected."),
    "event:uuid": N_("%(field)s: %(read)s is not a UUID, such as 8c2f7d4e-0b1a-4c3d-9e5f-6a7b8c9d0e1f."),
    "event:moment": N_("%(field)s: %(read)s is not a moment with its offset, such as 2026-01-31T19:30:00-05:00."),
    "event:id_twice": N_("id: %(read)s is the id of an earlier event of this game."),
    "event:own_bid": N_(
        "%(field)s: %(read_as_player)s is the contractor, whose bid is the contract; only the others’ bids belong here."
    ),
    "event:range": N_("%(field)s: %(read)s was read; it should be from %(low)s to %(high)s."),
    "event:choice": N_("%(field)s: %(read)s was read; it should be %(choices)s."),
    "event:no_trump": N_("trump: these rules do not allow no trump."),
    "event:not_called": N_("called_seat: no card is called under these rules."),
    "event:card": N_("%(field)s: %(read)s is not a card. A card is its rank, then S, H, D or C: AS, 10H, 5D."),
    "event:not_in_pack": N_("%(field)s: %(read)s is not in the pack of %(pack)s cards."),
    "event:twice": N_("%(field)s: %(read)s is there twice."),
    "event:count": N_("%(field)s: there should be %(right)s, not %(read)s."),
    "event:not_held": N_("%(field)s: %(read)s was not among the cards held."),
    "event:not_held_by": N_("%(field)s: in trick %(trick_as_counted)s, %(read)s was played by %(seat)s, who did not hold it."),
    "event:trick": N_("%(field)s: trick %(trick_as_counted)s should have %(right)s cards, not %(read)s."),
    "event:hand": N_("%(field)s: %(seat)s should have %(right)s cards, not %(read)s."),
    "event:no_drop_out": N_("%(field)s: sides drop out only in the game of three pairs."),
    "event:dropped_side": N_("%(field)s: one side from 0 to %(high)s can have dropped out; %(read)s was read."),
    "event:question_key": N_("%(field)s: this question has no such key. It has %(choices)s."),
    "format:question": N_("A question to the referee is a JSON object; %(read)s was read."),
    "auction": N_("auction: an auction cannot go that way under these rules."),
    "auction:illegal": N_("auction: call %(n)s, %(call)s by %(seat)s, is not allowed. %(why)s"),
    "auction:ended": N_("auction: call %(n)s, %(call)s, is not allowed. %(why)s"),
    "auction:passed_out": N_("auction: everyone passed. That is not a played hand: it is recorded as passed out."),
    "auction:unfinished": N_("auction: the bidding is not over; %(seat)s is still to speak."),
    "play:illegal": N_("%(card)s by %(seat)s is not allowed. %(why)s"),
    "bid:number": N_("bid: %(read)s by %(seat)s is not allowed. A bid goes from %(low)s to %(high)s in steps of %(step)s."),
    "bid:hundred_for_200": N_("bid: these rules do not allow 100 for 200 (%(seat)s)."),
    "bid:free": N_("bid: under these rules nobody gets the contract without a bid (%(seat)s)."),
    "bid:free_dealer": N_("bid: only the dealer, %(dealer)s, can have the contract without a bid, and only when nobody bid."),
    "points.count": N_("points: this hand has %(right)s piles, not %(read)s."),
    "points.sum": N_("points: %(piles)s make %(read)s; the piles of a hand make exactly %(right)s."),
    "points.value:type": N_("points: pile %(pile)s is %(read)s; it should be a whole number."),
    "points.value:value": N_("points: pile %(pile)s is %(read)s; it should be a multiple of 5 from 0 to 100."),
    "points.value:dropped": N_("points: the side has dropped out (%(side)s), so its pile is 0; %(read)s was read."),
    "points.value:no_kitty": N_("discard_points: these rules have no kitty, so nothing is discarded; %(read)s was read."),
    "points.value:discard": N_("discard_points: %(read)s was read; it should be a multiple of 5 from 0 to %(high)s."),
    "needs.bids": N_(
        "Who bid is not recorded, and the score depends on it: %(side)s stood at %(score)s, "
        "and defenders at %(line)s or more score only if they bid."
    ),
    "needs.bids:height": N_(
        "How high they bid is not recorded, and the score depends on it: %(side)s stood at %(score)s, "
        "and defenders at %(line)s or more score only if they bid %(qualifying)s or more."
    ),
    "needs.bids:unbid": N_(
        "Whether the contract was bid is not recorded, and the game depends on it: "
        "%(side)s wins only with a contract that was bid."
    ),
    "needs.trump": N_("The trump is not recorded, and the score depends on it: no trump counts double."),
    "needs.trump:discard_limit": N_("trump: the trump is not told, and whether these cards may be discarded depends on it."),
    "needs.trump:discard_show_trumps": N_("trump: the trump is not told, and discarded trumps must be shown."),
    "needs.discard_points": N_(
        "discard_points: the points in the contractor’s discard are not recorded, and the score depends on them."
    ),
    "needs.discard_pile": N_("Who won the discard is not recorded, and the score depends on it."),
    "needs.piles": N_("points: what each player took is not recorded, and the score depends on it."),
    "needs.called_seat": N_("called_seat: who held the called card is not recorded, and the score depends on it."),
    "announced_all:not_played": N_("announced_all: under these rules nobody announces all 100 points."),
    "announced_all:below_zero": N_(
        "announced_all: only from zero or better can all 100 points be announced; the score of %(side)s is %(score)s."
    ),
    "passed_out": N_("passed_out: under these rules a hand cannot be passed out: %(dealer)s had to play it."),
    "misdeal:not_played": N_("misdeal: under these rules nobody may call a misdeal."),
    "adjustment:side": N_("side: there is no side %(read)s; sides go from 0 to %(high)s."),
    "adjustment:dropped": N_("side: this side has dropped out (%(read_as_side)s); its score no longer changes."),
    "adjustment:points": N_("points: %(read)s was read; an adjustment moves 1 to %(high)s points, up or down."),
    "adjustment:reason": N_("reason: an adjustment needs a reason in words."),
    "game.over": N_("The game was already over."),
    "game.over:start": N_("The game was already over: %(winners)s had won it with the scores it began with (%(rule)s)."),
    "game.over:won": N_("The game was already over: %(winners)s had won it with event %(ended)s (%(rule)s)."),
}
"""The sentence of each `code:reason`, or of a code alone."""

GENERAL: tuple[tuple[tuple[str, ...], str], ...] = (
    (("field", "read", "right"), N_("%(field)s: %(read)s was read; it should be %(right)s.")),
    (("field", "read", "choices"), N_("%(field)s: %(read)s was read; it should be %(choices)s.")),
    (("field", "read"), N_("%(field)s: %(read)s cannot be used here.")),
    (("field",), N_("%(field)s: this cannot be used here.")),
    (("read",), N_("%(read)s cannot be used here.")),
    ((), N_("This cannot be used here.")),
)
"""For a code and reason that has no sentence of its own: the parameters needed, and the sentence."""

EXPECTED: dict[str, str] = {
    "whole": N_("a whole number"),
    "list": N_("a list"),
    "object": N_("an object with a value for each name"),
    "text": N_("a text"),
    "flag": N_("true or false"),
    "seat": N_("a seat number in quotes"),
    "trump": N_("S, H, D, C or NT"),
    "bid": N_("a number, “100-for-200” or “free”"),
    "card": N_("a card such as AS, 10H or 5D"),
    "call": N_("a number, “pass”, “keep” or “100-for-200”"),
}
"""What a value should have been, in words (the `right` of a wrong type)."""
