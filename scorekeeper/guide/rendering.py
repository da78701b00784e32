"""Renders a guide page as HTML, with links to this app's pages and pictures under *Help*."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from scorekeeper.guide.source import INDEX, PICTURES, parser

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

Address = Callable[[str], str]
"""A function that returns the URL of a guide page or picture."""


def render_tokens(
    tokens: Sequence[Token], page_url: Address, picture_url: Address, addresses: Collection[str], rooted: Address = str
) -> str:
    """Return the HTML of a page's tokens.

    Code such as `/like/this` becomes a link if it is in `addresses`. `rooted` adds the URL prefix.
    """
    ready = [
        token
        if token.children is None
        else replace(token, children=[*_link_tokens(token.children, page_url, picture_url, addresses, rooted)])
        for token in tokens
    ]
    html: str = _renderer().renderer.render(ready, _renderer().options, {})
    return html


def _link_tokens(
    children: Sequence[Token], page_url: Address, picture_url: Address, addresses: Collection[str], rooted: Address
) -> Iterator[Token]:
    from markdown_it.token import Token  # slow to import, and seldom needed

    for token in children:
        if token.type == "link_open":
            yield _with_attribute(token, "href", _page_link(str(token.attrGet("href")), page_url))
        elif token.type == "image":
            name = str(token.attrGet("src")).rpartition(f"{PICTURES}/")[2]
            yield _with_attribute(token, "src", picture_url(name))
        elif token.type == "code_inline" and token.content in addresses:
            yield Token("link_open", "a", 1, attrs={"href": rooted(token.content)})
            yield token
            yield Token("link_close", "a", -1)
        else:
            yield token


def _with_attribute(token: Token, name: str, value: str) -> Token:
    return replace(token, attrs={**token.attrs, name: value})


def _page_link(href: str, page_url: Address) -> str:
    """Return the URL under *Help* for a link to another page's file. Other links are returned unchanged."""
    path, mark, anchor = href.partition("#")
    if not path.endswith(".md"):
        return href
    key = path.removesuffix(".md")
    return page_url("" if key == INDEX else key) + mark + anchor


def _fence(_renderer: Any, tokens: Sequence[Token], at: int, _options: Any, _env: Any) -> str:
    """Render a code block. It scrolls, so it must be reachable by keyboard."""
    from markdown_it.common.utils import escapeHtml  # as above

    return f'<pre tabindex="0"><code>{escapeHtml(tokens[at].content)}</code></pre>\n'


def _table_begins(*_: Any) -> str:
    return '<div class="wide" tabindex="0"><table class="table">\n'


def _table_ends(*_: Any) -> str:
    return "</table></div>\n"


def _list_begins(_renderer: Any, tokens: Sequence[Token], at: int, _options: Any, _env: Any) -> str:
    return f'<{tokens[at].tag} class="points">\n'


@cache
def _renderer() -> MarkdownIt:
    found = parser()
    found.add_render_rule("fence", _fence)
    found.add_render_rule("bullet_list_open", _list_begins)
    found.add_render_rule("ordered_list_open", _list_begins)
    found.add_render_rule("table_open", _table_begins)
    found.add_render_rule("table_close", _table_ends)
    return found
