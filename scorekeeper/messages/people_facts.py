"""Facts about the people of a finished game in words: `Monique: 3 wins in a row`."""

from __future__ import annotations

from scorekeeper.messages.marks import N_
from scorekeeper.messages.names import side_name
from scorekeeper.stats import people_facts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from scorekeeper.messages.marks import Gettext
    from scorekeeper.stats.people_facts import PersonFact

SENTENCES = {
    people_facts.SINCE: N_("%(names)s: first win against %(others)s since %(day)s"),
    people_facts.NEVER_BEFORE: N_("%(names)s: first win against %(others)s, after %(n)s losses"),
    people_facts.STOPPED: N_("%(names)s: a run of %(n)s wins is over"),
    people_facts.WON_RUN: N_("%(names)s: %(n)s wins in a row"),
    people_facts.FIRST_WIN: N_("%(names)s: first win, after %(n)s losses"),
    people_facts.WINS: N_("%(names)s: %(n)sth win"),
    people_facts.OWN_HUNDRED: N_("%(names)s: a first 100 for 200"),
    people_facts.ALL_MADE: N_("%(names)s: %(n)s bids, all made"),
    people_facts.MADE_RUN: N_("%(names)s: %(n)s bids made in a row"),
}
OF_THIS_YEAR = {
    people_facts.HUNDRED_OF_YEAR: N_("%(names)s: first 100 for 200 this year"),
    people_facts.COMEBACK_OF_YEAR: N_("%(names)s: biggest comeback this year, from %(n)s behind"),
}
OF_A_YEAR = {
    people_facts.HUNDRED_OF_YEAR: N_("%(names)s: first 100 for 200 of %(year)s"),
    people_facts.COMEBACK_OF_YEAR: N_("%(names)s: biggest comeback of %(year)s, from %(n)s behind"),
}


def people_fact_text(
    t: Gettext,
    fact: PersonFact,
    called: Callable[[str], str],
    date: Callable[[str], str],
    year: str = "",
) -> str:
    """Return a fact in words, without a full stop.

    `called` gives a person's name, and `date` the words for a day. `year` is the game's year, or empty if it is this year.
    """
    sentence = SENTENCES.get(fact.kind) or (OF_A_YEAR if year else OF_THIS_YEAR)[fact.kind]
    return t(sentence) % {
        "names": side_name([called(who) for who in fact.who]),
        "others": side_name([called(who) for who in fact.against]),
        "n": fact.value,
        "day": date(fact.day) if fact.day else "",
        "year": year,
    }
