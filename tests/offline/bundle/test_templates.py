"""Templates on a phone render the same output as Jinja, character by character."""

from __future__ import annotations

import json

import pytest
from flask import get_flashed_messages, template_rendered, url_for
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import DictLoader, Environment
from markupsafe import Markup

from scorekeeper.core.i18n.translation import language, ngettext_for, t
from scorekeeper.offline.bundle import templates
from scorekeeper.offline.bundle.python_minifier import CannotPack
from scorekeeper.offline.bundle.templates import tree_of
from scorekeeper.offline.stubs import filters, markup, template, values
from tests.crawler import Walk
from tests.visitor import start

SUBJECTS = ("base/", "games/", "rules/", "rulings/", "phone/", "guide/")


def one(message, /, **named):
    text = Markup(t()(message))
    return text % named if named or "%" in text else text


def many(singular, plural, number, /, **named):
    return Markup(ngettext_for(language(), singular, plural, number)) % {"num": number, **named}


@pytest.fixture
def drawn_as(app, monkeypatch):
    """Collects what a phone renders differently, page by page."""
    env = app.jinja_env
    shared = {**env.globals, "_": one, "gettext": one, "ngettext": many, "url_for": url_for}
    texts = {}
    for name, told in filters.FILTERS.items():
        monkeypatch.setitem(filters.FILTERS, name, env.filters[name] if name in LATER else told)
    filters.set_json_writer(lambda value: json.dumps(value, sort_keys=True))
    seen, wrong = set(), []

    def compare(_sender, template, context, **_more):
        name = template.name
        if not name.startswith(SUBJECTS) or "/papers/" in name:
            return
        if name not in texts:
            try:
                texts.update({one: json.dumps(tree) for one, tree in templates.trees([name]).items()})
            except CannotPack:
                return
            tell(texts)
        flashed = get_flashed_messages(with_categories=True)

        def said(with_categories=False, category_filter=()):
            told = [(kind, text) for kind, text in flashed if not category_filter or kind in category_filter]
            return told if with_categories else [text for _kind, text in told]

        values = {**context, "get_flashed_messages": said}
        expected = env.get_template(name).render(values)
        here = draw(name, values, shared)
        seen.add(name)
        if here != expected:
            wrong.append((name, *first_difference(expected, here)))

    with template_rendered.connected_to(compare, app):
        yield seen, wrong


tell, draw = template.add, template.render
LATER = ("clauses", "timed", "dateformat", "datetimeformat", "evening")


def first_difference(expected, here):
    at = next((i for i, (a, b) in enumerate(zip(expected, here, strict=False)) if a != b), min(len(expected), len(here)))
    return expected[max(at - 60, 0) : at + 60], here[max(at - 60, 0) : at + 60]


@pytest.mark.thorough("draws every page of a game")
def test_whatever_a_visitor_of_the_kitchen_table_meets_a_phone_draws_alike(client, drawn_as):
    seen, wrong = drawn_as
    game = start(client)
    hand = {"contractor": "0", "bid": "75", "points": "85", "also_bid": "none-1-2-3", "action": "record"}
    client.post(f"{game}/hands", data={**hand, "revision": "1", "uuid": "a-hand-of-it"})
    walk = Walk(client, "")
    for address in ("/", "/games/new", game, "/rules", "/rulings", "/settings", "/papers", "/help"):
        walk.add("/", address)
    walk.go()
    assert wrong == []
    assert {
        "games/pad/game.html",
        "games/library/new_game.html",
        "games/history/hand.html",
        "games/library/home.html",
        "rulings/index.html",
    } <= seen
    assert len(seen) > 40


SMALL = {
    "page": "{% set n = 3 %}[{% block a %}{{ n }}{% endblock %}|{% block b %}b{% endblock %}]{% include 'part' %}",
    "part": "{{ who }}{{ n }}",
    "macros": "{% macro row(a, b='x', c=none) %}<i {{ a }}>{{ b }}{% if c is not none %}{{ c }}{% endif %}{% endmacro %}"
    "{% macro both(what) %}{{ row(what) }}/{{ caller(what) }}{% endmacro %}",
}
CASES = [
    "{% extends 'page' %}{% set n = 5 %}{% block a %}<{{ n }}{% set n = 6 %}{{ n }}>{% endblock %} not drawn",
    "{% import 'macros' as m %}{{ m.row(who) }}{{ m.row(1, c=2) }}{% call(x) m.both(who) %}({{ x }}){% endcall %}",
    "{% from 'macros' import row as r %}{{ r(b=who, a=1) }}",
    "{% for x in items %}{{ loop.index }}{{ loop.first }}{{ loop.last }}{{ x }}{% else %}none{% endfor %}",
    "{% for x in [] %}{{ x }}{% else %}none {{ who }}{% endfor %}",
    "{% for k, v in pairs.items() if v %}{{ k }}={{ v }};{% endfor %}",
    "{% set x = 1 %}{% for y in items %}{% set x = x + 1 %}{{ x }}{% endfor %}{{ x }}",
    "{% set x %}<b>{{ who }}</b>{% endset %}{{ x }}{{ x|length }}",
    "{% with a = who, b = 2 %}{{ a }}{{ b }}{% endwith %}{{ a }}",
    "{{ who ~ '<' ~ 1 }}{{ (who|safe) ~ '<' }}{{ who|forceescape }}{{ '%s!'|format(who) }}",
    "{{ missing }}{{ missing is defined }}{{ pairs.none }}{{ pairs['a'] }}{{ items[0] }}{{ items[9] }}{{ items[1:] }}",
    "{{ 1 if missing }}{{ 'a' if 1 < 2 <= 2 else 'b' }}{{ not who }}{{ -3 }}{{ 7 // 2 }}{{ 1 in items }}{{ 5 not in items }}",
    "{{ items|map('string')|join('<') }}{{ rows|map(attribute='n')|join(', ') }}{{ rows|selectattr('n', 'eq', 2)|list|length }}",
    "{{ rows|rejectattr('n')|list|length }}{{ items|sum }}{{ items|max }}{{ who|capitalize }}{{ who|replace('<', '>') }}",
    "{{ pairs|tojson }}{{ missing|default('d') }}{{ '2'|int + 1 }}{{ items|first }}{{ items|last }}{{ -2|abs }}",
    "{{ 2.5|round|int }}",
    "{% if pairs.get('a') and who or missing %}1{% elif who %}2{% else %}3{% endif %}{{ {'a': 1}['a'] }}{{ (1, 2)[1] }}",
]


@pytest.mark.parametrize("source", CASES)
@pytest.mark.parametrize("who", ["<A & 'B'>", "", Markup("<i>")])
def test_small_templates_are_drawn_as_jinja_draws_them(source, who):
    given_values = {"who": who, "items": [1, 2, 3], "pairs": {"a": "<x>", "b": None}, "rows": [{"n": 1}, {"n": 2}, {"n": 0}]}
    env = Environment(loader=DictLoader({**SMALL, "it": source}), autoescape=True)
    template.add({name: json.dumps(tree_of(env.parse(text))) for name, text in SMALL.items()})
    template.add({"it": json.dumps(tree_of(env.parse(source)))})
    template._templates.clear()
    filters.set_json_writer(json.dumps)
    assert template.render("it", given_values, {"range": range}) == env.get_template("it").render(given_values)


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("{% include what %}", "the name of a part"),
        ("x\n{{ a|wordwrap }}", "line 2: the filter wordwrap"),
        ("{{ a is divisibleby(2) }}", "the test divisibleby"),
        ("{% for a in b recursive %}{% endfor %}", "a loop that calls itself"),
        ("{% macro a() %}{{ varargs }}{% endmacro %}", "a macro that takes anything"),
    ],
)
def test_what_a_phone_does_not_draw_is_refused_with_its_line(source, told, monkeypatch):
    env = Environment(loader=DictLoader({"it": source}), autoescape=True)
    monkeypatch.setattr(templates, "_environment", lambda: env)
    with pytest.raises(CannotPack, match=f"it: .*{told}"):
        templates.trees(["it"])


TEXTS = st.text(alphabet="<>&'\"%{}ab é", max_size=8)


@given(TEXTS, TEXTS)
def test_markup_on_a_phone_is_that_of_the_library(a, b):
    a, plain = a.replace("%", "").replace("{", "").replace("}", ""), b
    ours, theirs = markup.Markup(a), Markup(a)
    assert str(markup.escape(plain)) == str(Markup.escape(plain))
    assert ours + plain == theirs + plain
    assert plain + ours == plain + theirs
    assert ours.join([plain, ours]) == theirs.join([plain, theirs])
    assert markup.Markup("%s|%(a)s"[:2]) % plain == Markup("%s") % plain
    assert markup.Markup("%(a)s") % {"a": plain} == Markup("%(a)s") % {"a": plain}
    assert markup.Markup("{}-{x}").format(plain, x=3) == Markup("{}-{x}").format(plain, x=3)
    assert ours.replace("a", plain) == theirs.replace("a", Markup.escape(plain))


def test_nothing_can_be_asked_of_what_was_not_given():
    assert not values.U
    with pytest.raises(TypeError, match="asks for name of nothing"):
        values.attribute(values.U, "name")
