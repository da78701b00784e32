"""The screen for the hall: one size of type a page, as large as it can be, and everybody found by their own name."""

from __future__ import annotations

import html
import re

import pytest

from scorekeeper.tournaments.public.hall_type import LEGIBLE, HallShape, fit, paged
from tests.tournaments import evening

LONG = [["Marie-Évangéline Robichaud", "Jean-Baptiste Arsenault"], ["Luc Roy", "Anne Côté"], ["Guy Haché", "Lise Haché"]]


@pytest.fixture
def desk(app):
    desk = evening.Desk(app, LONG, options={"rounds": 2})
    desk(evening.next_round)
    return desk


def shown(client, desk, page):
    return html.unescape(client.get(f"/tournaments/{desk.id}{page}").get_data(as_text=True))


def test_everybody_is_on_the_list_by_name_under_their_own_name(client, desk):
    for page, found in (
        ("/tables?by=name", r"<b>([^<]*)</b>|>([^<]* & [^<]*)<"),
        ("/screen?show=names", r'class="hall-who cut">([^<]*)<'),
    ):
        text = shown(client, desk, page)
        for names in LONG:
            for one, other in (names, names[::-1]):
                assert f"{one} & {other}" in text, (page, found)
    names = re.findall(r'class="hall-who cut">([^<]*)<', shown(client, desk, "/screen?show=names"))
    assert names == sorted(names)


def test_a_page_has_one_size_of_type(client, desk):
    for page in ("/screen?show=names", "/screen?show=tables"):
        sizes = re.findall(r"hall-f(\d+) hall-t(\d)", shown(client, desk, page))
        assert len(sizes) == 1
        assert int("".join(sizes[0])) >= LEGIBLE


@pytest.mark.parametrize("items", [1, 2, 6, 12])
def test_the_fewer_there_are_the_larger_they_stand(items):
    shape = HallShape(most=2, beside=28, lines=2)
    sizes = [fit(["Aline Doiron & Denis Doiron"] * n, n, shape).size for n in range(items, 13)]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] >= LEGIBLE


def test_long_names_go_on_more_pages_rather_than_into_small_type():
    shape = HallShape(most=3, beside=13)
    names = ["Marie-Évangéline Robichaud-Thériault & Jean-Baptiste Arsenault"] * 60
    size = paged(names, len(names), 33, shape)
    assert size < 33
    assert fit(names, size, shape).size >= LEGIBLE
