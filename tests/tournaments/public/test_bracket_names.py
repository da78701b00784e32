"""Names in the picture of a bracket."""

from __future__ import annotations

import pytest

from scorekeeper.tournaments.public.bracket_drawing import EDGE, SCORE, WIDTH, shorten_names, width_of

ROOM = WIDTH - 2 * EDGE - SCORE

PAIRS = (
    "Florence Arsenault & Georgette Boudreau",
    "Jean LeBlanc (Cap-Pelé) & Marie Cormier",
    "Jean LeBlanc (Shediac) & Marie Cormier",
    "Jeannine-Thérèse Robichaud & Marie-Antoinette LeBlanc",
    "Jeannine-Thérèse Richard & Marie-Antoinette LeBlanc",
    "Marie-Antoinette Thériault-Boudreau & Jean-François d’Entremont-LeBlanc",
    "Zoé & Léo",
    "W" * 60,
    "(Cap-Pelé)",
    "& &",
)


def test_no_name_of_a_bracket_reaches_the_score_beside_it_in_the_widest_face():
    for short in shorten_names(dict(zip(PAIRS, range(1, 20), strict=False)), ROOM).values():
        assert width_of(short.text, short.size) <= ROOM + 0.1


def test_different_pairs_of_a_bracket_are_written_differently():
    found = shorten_names(dict(zip(PAIRS, range(1, 20), strict=False)), ROOM)
    assert len({short.text for short in found.values()}) == len(PAIRS)
    assert found[PAIRS[1]].text == "Jean L. & Marie C. (2)"
    assert found[PAIRS[3]].text.startswith("J.-T. Rob")


@pytest.mark.parametrize(
    ("name", "drawn"), [("Zoé & Léo", "Zoé & Léo"), ("Jean LeBlanc (Cap-Pelé) & Zoé Roy", "Jean LeBlanc & Zoé Roy")]
)
def test_what_stands_in_brackets_goes_before_anything_is_abbreviated(name, drawn):
    assert shorten_names({name: 1}, ROOM)[name].text == drawn
