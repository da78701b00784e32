"""Templates are sent without indentation and are the same in every other way."""

from __future__ import annotations

import pytest
from jinja2 import DictLoader, Environment, TemplateSyntaxError

from scorekeeper.core.http.minify import RemoveIndentation


def of(source: str) -> Environment:
    return Environment(loader=DictLoader({"page": source}), extensions=[RemoveIndentation], autoescape=True)


def test_a_page_is_sent_without_its_indentation():
    page = "<ul>\n  {% for n in (1, 2) %}\n    <li>{{ n }}\n      of two</li>\n  {% endfor %}\n</ul>"
    assert of(page).get_template("page").render() == "<ul>\n<li>1\nof two</li>\n\n<li>2\nof two</li>\n</ul>"


def test_a_tag_is_sent_on_one_line():
    page = """<p
  class="a
    {{ 'b>"c' }}"
  title="
    {%- if on %}on{% endif -%}
  "
  {% if on %} hidden{% endif %}
  {% if id %}id="{{ id }}"{% endif %}
>it's
  <br/></p>"""
    assert (
        of(page).get_template("page").render(on=True, id="x")
        == """<p class="a b&gt;&#34;c" title="on" hidden id="x">it's\n<br/></p>"""
    )


@pytest.mark.parametrize("element", ["pre", "textarea"])
def test_where_it_is_seen_it_stays(element):
    page = f"<p>\n  <{element} class=a>curl\n    -H {{{{ x }}}}\n  </{element}>\n  end</p>"
    assert of(page).get_template("page").render(x=1) == f"<p><{element} class=a>curl\n    -H 1\n  </{element}>\nend</p>"


def test_an_error_still_names_its_line():
    with pytest.raises(TemplateSyntaxError) as caught:
        of("<p\n  class=a\n>\n  <b>{% nothing %}").get_template("page")
    assert caught.value.lineno == 4


def test_pages_of_the_program_have_none(client):
    lines = client.get("/rules").get_data(as_text=True).splitlines()
    assert len(lines) > 50
    assert not [line for line in lines if line.startswith("  ")]
