"""Form input: whole numbers in the ways people write them, and messages for anything else."""

from __future__ import annotations

import pytest
from flask import Flask
from flask_babel import Babel
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.forms import form_input, forms
from scorekeeper.core.numbers import MOST, parse_integer, parse_integer_or_text, parse_tapped_number
from scorekeeper.messages.marks import N_

SPACES = ["", " ", "\u00a0", "\u2009", "\u202f"]
MINUSES = ["-", "\u2212", "\u2013", "\uff0d"]
FIGURES = ["0123456789", "０１２３４５６７８９", "٠١٢٣٤٥٦٧٨٩"]


@st.composite
def as_typed(draw: st.DrawFn) -> tuple[int, str]:
    """Draw a number and a way to write it: spaces around it and between thousands, any sign, any digits."""
    number = draw(st.integers(-MOST, MOST))
    space, figures = draw(st.sampled_from(SPACES)), draw(st.sampled_from(FIGURES))
    sign = draw(st.sampled_from(MINUSES)) if number < 0 else draw(st.sampled_from(["", "+"]))
    digits = f"{abs(number):,}".replace(",", space).translate(str.maketrans("0123456789", figures))
    around = draw(st.sampled_from(SPACES))
    return number, around + sign + draw(st.sampled_from(SPACES)) + digits + around


@given(as_typed())
def test_a_whole_number_is_read_however_it_is_written(written):
    number, text = written
    assert parse_integer(text) == number
    assert parse_integer(text, number, number) == number
    assert parse_integer(text, number + 1) is None
    assert parse_integer(text, high=number - 1) is None


@given(st.text(max_size=30))
def test_what_is_accepted_is_the_number_that_a_person_means(text):
    found = parse_integer(text)
    if found is None:
        assert parse_integer_or_text(text) == (text or None)
    else:
        figures = [c for c in text if c.isdecimal()]
        assert abs(found) == int("".join(figures))
        assert len([c for c in text if not (c.isdecimal() or c.isspace())]) <= 1, "but for a sign, nothing is passed over"


@pytest.mark.parametrize(
    "text",
    ["", " ", "-", "+", "--5", "5-", "+-5", "12.5", "12,5", "12.0", "1,200", "1_000", "5e3", "½", "5²", "0x10", "V", "9" * 40],
)
def test_what_is_no_whole_number_is_none(text):
    assert parse_integer(text) is None


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("41", 41), ("9999", 9999), ("10000", None), ("", None), (None, None)])
def test_a_button_sends_plain_figures(text, number):
    assert parse_tapped_number(text) == number


@pytest.mark.parametrize("text", ["+5", "-5", " 5", "５", "5.0", "9" * 40])
def test_what_no_button_sends_is_none(text):
    assert parse_tapped_number(text) is None


class Meal(forms.Form):
    """A form with one field of each kind."""

    guests = forms.WholeNumberField(N_("Rounds"), low=1, high=12, needed=True)
    chairs = forms.WholeNumberField(N_("Hands"), low=1, high=12)
    cook = forms.LineField(most=5)
    note = forms.TextField()
    room = forms.ChoiceField(("hall", "kitchen"), default="hall")
    wine = forms.TickField()
    heated = forms.TickField(default=True)
    courses = forms.Ticks()
    seat = forms.SeveralFields(most=5)


@pytest.fixture
def sent(app):
    """Reads a form from a request with these fields."""

    def read(lang="en", **fields):
        with app.test_request_context(f"/?lang={lang}", method="POST", data=fields):
            form = Meal.from_post()
            return form, form.first_invalid_field()

    return read


def test_each_field_is_read_as_what_it_is(sent):
    form, wrong = sent(
        guests=" 1\u202f2",
        cook="  Rosalie ",
        note=" as is ",
        room="cellar",
        wine="1",
        heated="0",
        courses=["soup", "pie"],
        **{"seat-n": " Anna "},
    )
    assert wrong is None
    assert form.data == {
        "guests": 12,
        "chairs": None,
        "cook": "Rosal",
        "note": " as is ",
        "room": "hall",
        "wine": True,
        "heated": False,
        "courses": ["soup", "pie"],
        "seat": {"n": "Anna"},
    }
    assert (form.seat.of("n"), form.seat.of("s"), form.note.sent, form.chairs.sent) == ("Anna", "", True, False)


def test_what_was_typed_is_shown_again_as_it_was(sent):
    form, _wrong = sent(guests="a dozen", cook="  Rosalie ", **{"seat-n": " Anna "})
    assert form.typed() == {"guests": "a dozen", "cook": "  Rosalie ", "seat-n": " Anna "}


def test_a_page_that_was_only_asked_for_has_sent_nothing(app):
    with app.test_request_context("/"):
        form = Meal.from_post()
        assert (form.typed(), form.cook.data, form.wine.data, form.heated.data, form.courses.data) == ({}, "", False, True, [])
        assert (form_input.taps(), form_input.revision(), form_input.key(), form_input.pressed_button("save")) == (
            {},
            0,
            "",
            "save",
        )


@given(st.text(alphabet=st.characters(exclude_categories=["Cs", "Nd"]), min_size=1, max_size=20).filter(str.strip))
def test_what_is_no_number_is_told_with_its_field_and_what_would_be_right(text):
    app = Flask(__name__)
    Babel(app)
    with app.test_request_context(method="POST", data={"guests": text}):
        wrong = Meal.from_post().first_invalid_field()
    assert wrong == ("guests", f"Rounds: “{text.strip()}” is not valid. Enter a whole number between 1 and 12.")


@pytest.mark.parametrize("text", ["0", "13", "-1", ""])
def test_a_number_out_of_bounds_is_told_and_an_empty_field_only_where_one_is_needed(sent, text):
    form, wrong = sent(guests=text, chairs="")
    assert wrong == ("guests", f"Rounds: “{text}” is not valid. Enter a whole number between 1 and 12.")
    assert form.first_invalid_field("chairs") is None


def test_it_is_told_in_the_language_of_the_page(sent):
    _form, wrong = sent("fr", guests="douze")
    assert wrong is not None
    assert "douze" in wrong.text
    assert "is not valid" not in wrong.text


def test_what_stands_beside_every_form_is_read_in_one_place(app):
    fields = {
        "csrf_token": "x",
        "revision": "7",
        "uuid": "a-key-of-it",
        "do": "rename-12",
        "back": "/desk/1/history",
        "seen": "s",
    }
    with app.test_request_context(
        "/?next=//elsewhere.example", method="POST", data={**fields, "action": "record", "name": "Anna"}
    ):
        assert (form_input.revision(), form_input.key(), form_input.key_or_new()) == (7, "a-key-of-it", "a-key-of-it")
        assert (form_input.pressed_button(), form_input.pressed_list_button()) == ("rename-12", ("rename", 12))
        assert (form_input.is_confirmed("s"), form_input.is_confirmed("t")) == (True, False)
        assert (form_input.return_page("/desk/1", "/"), form_input.return_page("/desk/2", "/")) == ("/desk/1/history", "/")
        assert form_input.next_page() == "/"
        assert ("name", "Anna") in form_input.fields_to_resend(20)
        assert not dict(form_input.fields_to_resend(20)).keys() & {*form_input.COMMON_FIELDS}
        assert dict(form_input.fields_to_resend(20, ours=True))["uuid"] == "a-key-of-it"
        assert [name for name, _values in form_input.form_content()] == ["action", "back", "do", "name", "seen"]
