"""Who won the trick? Was there a revoke? What is in the piles? (rulebook section 6): the answer and its page."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorekeeper.engine.deal import SUIT, divide_pack, pack_of, seats_dealt
from scorekeeper.engine.errors import Illegal, NotEnoughKnown
from scorekeeper.engine.play import NO_TRUMP, clockwise, in_stacks
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.engine.rulings import Judgement, Revoke, Trick, count_piles, judge
from scorekeeper.messages.errors.error_messages import card_text
from scorekeeper.messages.game.outcome import trump_text
from scorekeeper.messages.marks import N_
from scorekeeper.messages.names import Names
from scorekeeper.messages.numbers import clauses, listing
from scorekeeper.messages.rules.rules import choice_label
from scorekeeper.rulings.answer import Answer, AnswerFact, AnswerReason, find_changing_rules, plays_alone
from scorekeeper.rulings.questions import links
from scorekeeper.rulings.questions.kind import (
    QuestionKind,
    deck,
    dropped_of,
    needs_partner,
    possible_trumps,
    rank_text,
    redirect_to,
    seat_of,
)
from scorekeeper.rulings.questions.question_context import seat_name, trump_row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from scorekeeper.messages.marks import Gettext
    from scorekeeper.rulings.questions.kind import Args, PageContent, QuestionParts
    from scorekeeper.rulings.questions.question_context import QuestionContext


OPTIONS = ("trump_by", "discard_to")

WON = N_("%(who)s wins trick %(n)s with %(card)s.")
REVOKED = N_("A revoke is proven: %(who)s did not follow %(suit)s in trick %(trick)s, but played %(card)s in trick %(proof)s.")
REVOKES = N_("Revokes are proven: %(all)s.")
REVOKE_SHORT = N_("%(who)s in trick %(trick)s, by %(card)s in trick %(proof)s")
WON_ELSEWHERE = N_("%(who)s wins trick %(n)s with %(card)s and leads the next. Play would have been different from there.")
WHOLE = N_("No revoke. Piles: %(piles)s.")
LEADS = N_("%(who)s leads.")
PILE = N_("%(side)s %(points)s")

LED = N_("Trick %(n)s: %(suit)s led. %(who)s wins with %(card)s, the highest of that suit. Points: %(points)s.")
TRUMPED = N_("Trick %(n)s: %(suit)s led. %(who)s wins with %(card)s, the highest trump. Points: %(points)s.")
NOT_FOLLOWED = N_("Trick %(n)s: no %(suit)s from %(who)s, then or later. No revoke is proven there.")
PROVEN = N_("Trick %(n)s: %(who)s did not follow %(suit)s, but held %(card)s and played it in trick %(proof)s.")
PENALTY = N_("The table decides what a revoke costs. Record it as an adjustment, with its reason.")
DISCARD = N_("Points in the discard: %(points)s. They count for: %(whose)s.")
TRUMP = N_("Trump")
NOT_SET = N_("none yet: the first card led sets it")
BY_LEAD = N_("%(suit)s, set by the first card led")
TAKEN = N_("Points in tricks so far")
PILES = N_("Piles")
UNSURE = N_("tricks only: %(piles)s. With several opposing sides, the table decides whose pile gets the discard.")


@dataclass(frozen=True)
class Question:
    """The cards of a hand in the order played.

    `trump`: as announced, or None. `partner`: seat of the called or silent partner, if any. `dropped`: sides out of the
    game.
    """

    contractor: int
    trump: str | None
    cards: tuple[str, ...] = ()
    partner: int | None = None
    dropped: tuple[int, ...] = ()


@dataclass(frozen=True)
class Finding:
    """The engine's judgement.

    `piles`: with the discard, once the hand is complete and if they are known.
    """

    judged: Judgement
    piles: tuple[int, ...] | None
    whole: bool

    @property
    def key(self) -> tuple[object, ...]:
        """The trick winners, revokes and piles."""
        return (self.judged.winners, self.judged.revokes, self.piles or self.judged.points)


def find(rules: RuleSet, question: Question) -> Finding:
    """Judge the cards played so far. Raises `GameError` if they can't have been played this way."""
    players = len(seats_dealt(rules, question.dropped))
    tricks = [question.cards[i : i + players] for i in range(0, len(question.cards), players)]
    if question.trump == NO_TRUMP and rules.no_trump == "forbidden":
        raise Illegal("event", reason="no_trump", field="trump", read=question.trump)
    judged = judge(rules, question.contractor, question.trump, tricks, dropped=question.dropped)
    is_complete = len(judged.winners) == divide_pack(rules, question.dropped).cards
    return Finding(judged, _piles(rules, question, judged) if is_complete else None, is_complete)


def _piles(rules: RuleSet, question: Question, judged: Judgement) -> tuple[int, ...] | None:
    won_tricks = [(trick.winner, trick.points) for trick in judged.tricks if trick.winner is not None]
    discard = [card for card in pack_of(rules) if card not in question.cards]
    try:
        return count_piles(rules, question.contractor, won_tricks, discard, question.partner, question.dropped)
    except NotEnoughKnown:
        return None


def next_player(rules: RuleSet, question: Question, finding: Finding) -> int | None:
    """Return the place that plays the next card, None after the last."""
    seats = seats_dealt(rules, question.dropped)
    last = finding.judged.tricks[-1] if finding.judged.tricks else None
    if finding.whole:
        return None
    if last is None:
        return question.contractor
    if last.winner is not None:
        return last.winner
    return clockwise(seats, last.seats[0])[len(last.seats)]


def answer(t: Gettext, rules: RuleSet, question: Question, names: Names) -> Answer:
    finding = find(rules, question)
    judged = finding.judged
    sentence = _sentence(t, question, finding, names)
    rule = "play.revoke" if judged.revokes or finding.whole else "play.trick" if judged.winners else "play.lead"
    return Answer(
        "no" if judged.revokes else "told",
        sentence,
        rule,
        (
            *plays_alone(t, rules, question.contractor, question.partner, names),
            *_reasons(t, rules, finding, names),
        ),
        tuple(_facts(t, finding, names, question)),
        find_changing_rules(
            t,
            rules,
            OPTIONS,
            lambda r: find(r, question),
            lambda _, f: _answer_elsewhere(t, question, finding, f, names),
        )
        if question.cards
        else (),
    )


def _sentence(t: Gettext, question: Question, finding: Finding, names: Names) -> str:
    judged = finding.judged
    if len(judged.revokes) == 1:
        revoke = judged.revokes[0]
        facts = {"trick": revoke.trick, "suit": trump_text(t, revoke.suit), "proof": revoke.proven_by}
        card = card_text(_proving_card(judged, revoke))
        return t(REVOKED) % {"who": names.seats[revoke.seat], "card": card, **facts}
    if judged.revokes:
        each = [_revoke_text(t, judged, revoke, names) for revoke in judged.revokes]
        return t(REVOKES) % {"all": clauses(t, each)}
    if finding.whole:
        return t(WHOLE) % {"piles": pile_text(t, finding, names)}
    won = [(n, trick) for n, trick in enumerate(judged.tricks, 1) if trick.winner is not None]
    if not won:
        return t(LEADS) % {"who": names.seats[question.contractor]}
    n, trick = won[-1]
    return t(WON) % {"who": names.seats[trick.winner or 0], "n": n, "card": card_text(_winning_card(trick))}


def _answer_elsewhere(t: Gettext, question: Question, own: Finding, finding: Finding, names: Names) -> str:
    """Return the answer under another rule, up to the first trick with a different winner.

    After that, it is not known who would have played which card.
    """
    tricks = finding.judged.tricks
    for n, (own_winner, other_winner) in enumerate(zip(own.judged.winners, finding.judged.winners, strict=True), 1):
        if own_winner != other_winner and n < len(tricks):
            return t(WON_ELSEWHERE) % {"who": names.seats[other_winner], "n": n, "card": card_text(_winning_card(tricks[n - 1]))}
    sentence = _sentence(t, question, finding, names)
    if finding.whole and finding.judged.revokes:
        return sentence
    winners = [names.seats[seat] for seat in finding.judged.winners]
    if finding.whole or not winners:
        return sentence
    return sentence + " " + t(N_("The tricks go to: %(winners)s.")) % {"winners": ", ".join(winners)}


def _revoke_text(t: Gettext, judged: Judgement, revoke: Revoke, names: Names) -> str:
    card = card_text(_proving_card(judged, revoke))
    return t(REVOKE_SHORT) % {
        "who": names.seats[revoke.seat],
        "trick": revoke.trick,
        "card": card,
        "proof": revoke.proven_by,
    }


def _proving_card(judged: Judgement, revoke: Revoke) -> str:
    trick = judged.tricks[revoke.proven_by - 1]
    return trick.cards[trick.seats.index(revoke.seat)]


def _winning_card(trick: Trick) -> str:
    return trick.cards[trick.seats.index(trick.winner or 0)]


def pile_text(t: Gettext, finding: Finding, names: Names) -> str:
    """Return the piles in words, such as `Aline & Claire 65, Benoît & Denis 35`.

    In the individual formats, the contractor's camp and the defenders each have one pile.
    """
    piles = finding.piles
    if piles is None:
        piles = finding.judged.points
    elif len(piles) != len(names):
        camp, defenders = t(N_("the contractor’s camp")), t(N_("the defenders"))
        return listing(t, [t(PILE) % {"side": who, "points": p} for who, p in zip((camp, defenders), piles, strict=True)])
    return listing(t, [t(PILE) % {"side": names[side], "points": points} for side, points in enumerate(piles)])


def _facts(t: Gettext, finding: Finding, names: Names, question: Question) -> list[AnswerFact]:
    trump = finding.judged.trump
    by_lead = trump is not None and trump != question.trump
    text = t(NOT_SET) if trump is None else trump_text(t, trump)
    facts = [AnswerFact(t(TRUMP), t(BY_LEAD) % {"suit": text} if by_lead else text, "play.trump_by")]
    if finding.judged.winners:
        piles = pile_text(t, finding, names)
        if finding.whole and finding.piles is None:
            piles = t(UNSURE) % {"piles": piles}
        facts.append(AnswerFact(t(PILES if finding.whole else TAKEN), piles, "play.trick"))
    return facts


def _reasons(t: Gettext, rules: RuleSet, finding: Finding, names: Names) -> list[AnswerReason]:
    judged = finding.judged
    reasons: list[AnswerReason] = []
    for n, trick in enumerate(judged.tricks, 1):
        reasons += _trick_reasons(t, rules, judged, names, n, trick)
    if judged.revokes:
        reasons.append(AnswerReason(t(PENALTY), "adjustment"))
    if finding.whole and rules.kitty:
        points = 100 - sum(trick.points for trick in judged.tricks)
        whose = choice_label(t, "discard_to", rules.discard_to)
        reasons.append(AnswerReason(t(DISCARD) % {"points": points, "whose": whose}, "kitty.discard_to"))
    return reasons


def _trick_reasons(t: Gettext, rules: RuleSet, judged: Judgement, names: Names, n: int, trick: Trick) -> list[AnswerReason]:
    reasons = []
    suit = SUIT[trick.cards[0]]
    facts: dict[str, object] = {"n": n, "suit": trump_text(t, suit)}
    if trick.winner is not None:
        best = _winning_card(trick)
        won = {"who": names.seats[trick.winner], "card": card_text(best), "points": trick.points}
        reasons.append(AnswerReason(t(TRUMPED if SUIT[best] == judged.trump else LED) % {**facts, **won}, "play.trick"))
    proven = {revoke.seat: revoke for revoke in judged.revokes if revoke.trick == n}
    for seat, revoke in proven.items():
        proof = {"card": card_text(_proving_card(judged, revoke)), "proof": revoke.proven_by}
        reasons.append(AnswerReason(t(PROVEN) % {**facts, "who": names.seats[seat], **proof}, "play.revoke", bad=True))
    strayed = [
        names.seats[seat]
        for seat, card in zip(trick.seats, trick.cards, strict=True)
        if SUIT[card] != suit and seat not in proven and not in_stacks(rules, seat)
    ]
    if strayed:
        reasons.append(AnswerReason(t(NOT_FOLLOWED) % {**facts, "who": listing(t, strayed)}, "play.follow"))
    return reasons


def _show(desk: QuestionContext, args: Args) -> PageContent:
    rules = desk.rules
    cards = links.read_cards(args, "cards")
    dropped = dropped_of(rules, args)
    live = [s for s in range(rules.table.players) if rules.table.side_of[s] not in dropped and s != rules.table.fixed_silent]
    contractor = seat_of(args, "contractor", rules, live[0])
    trump = links.read_choice(args, "trump", possible_trumps(rules))
    partner = links.read_number(args, "partner", 0, rules.table.players - 1, links.SEAT) if needs_partner(rules) else None
    desk = replace(
        desk,
        state={
            "contractor": str(contractor),
            "trump": trump,
            "cards": ".".join(cards),
            "partner": "" if partner is None else str(partner),
            "dropped": "".join(map(str, dropped)),
        },
    )
    if tapped := links.read_cards(args, "tap"):
        return redirect_to(desk, cards=".".join([*cards, tapped[0]]))
    if args.get("back"):
        return redirect_to(desk, cards=".".join(cards[:-1]))
    if (button := links.read_pressed(args)) and button.field == "trump":
        return redirect_to(desk, trump="" if button.value == trump else button.value)
    if any(args[part] != desk.state[part] for part in ("contractor", "partner", "dropped") if part in args):
        return redirect_to(desk)
    question = Question(contractor, trump or None, cards, partner, dropped)
    finding = find(rules, question)
    turn = next_player(rules, question, finding)
    last = finding.judged.tricks[-1] if finding.judged.tricks else None
    return desk, {
        "answer": answer(desk.t, rules, question, desk.names) if finding.judged.winners else None,
        "found": finding,
        "deck": deck(rules, dict.fromkeys(cards, "gone"), frozenset(cards) if turn is not None else frozenset(pack_of(rules))),
        "turn": turn,
        "on_table": {} if last is None else dict(zip(last.seats, last.cards, strict=True)),
        "winner": None if last is None else last.winner,
        "trick": max(len(finding.judged.tricks), 1),
        "tricks": _tricks(desk, finding),
        "piles": pile_text(desk.t, finding, desk.names),
        "trump": trump,
        "trumps": possible_trumps(rules),
        "contractor": contractor,
        "live": live,
        "partner": partner,
        "partnered": needs_partner(rules),
        "places": _places(desk),
    }


def _places(desk: QuestionContext) -> list[dict[str, Any]]:
    """Return the places that hold cards. Two-handed, silent hands are opposite their players."""
    if desk.rules.format != "two_handed":
        return desk.seats()
    at = ("n", "e", "s", "w")
    return [{"seat": s, "name": desk.names.seats[s], "at": at[s], "side": s % 2} for s in range(4)]


def _tricks(desk: QuestionContext, finding: Finding) -> list[dict[str, Any]]:
    revoked = {(r.trick, r.seat) for r in finding.judged.revokes}
    return [
        {
            "n": n,
            "cards": [
                {
                    "who": desk.names.seats[seat],
                    "rank": rank_text(card),
                    "suit": SUIT[card],
                    "won": seat == trick.winner,
                    "revoked": (n, seat) in revoked,
                }
                for seat, card in zip(trick.seats, trick.cards, strict=True)
            ],
            "winner": None if trick.winner is None else desk.names.seats[trick.winner],
            "points": trick.points,
        }
        for n, trick in enumerate(finding.judged.tricks, 1)
    ]


def _describe_question(desk: QuestionContext) -> QuestionParts:
    return [(desk.t(N_("Contractor")), seat_name(desk, "contractor")), trump_row(desk)]


KIND = QuestionKind("play", N_("Who won the trick? Was there a revoke (renege)?"), _show, _describe_question)
