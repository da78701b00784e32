"""The values a browser sends for a form, in page order (HTML, "constructing the entry list")."""

from __future__ import annotations

from html.parser import HTMLParser
from urllib.parse import urlencode


def fields_of(page: str, form: str, button: tuple[str, str] | None = None) -> list[tuple[str, str]]:
    """Return the names and values that a browser sends for this form. `button`: the one pressed."""
    reader = _Form(form)
    reader.feed(page)
    reader.close()
    assert reader.found, f"no form #{form}"
    assert button is None or button in reader.buttons, (button, reader.buttons)
    return reader.fields + ([button] if button else [])


def query_of(page: str, form: str, button: tuple[str, str] | None = None) -> str:
    """Return the query of a form sent by GET."""
    return urlencode(fields_of(page, form, button))


class _Form(HTMLParser):
    def __init__(self, form: str) -> None:
        super().__init__()
        self.form, self.found, self.inside = form, False, False
        self.fields: list[tuple[str, str]] = []
        self.buttons: list[tuple[str, str]] = []
        self.select: str | None = None
        self.options: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.inside = given.get("id") == self.form
            self.found |= self.inside
        if not self.inside or "disabled" in given:
            return
        name = given.get("name", "")
        if tag == "input" and name and given.get("type") not in ("submit", "button"):
            if given.get("type") not in ("radio", "checkbox") or "checked" in given:
                self.fields.append((name, given.get("value", "on" if given.get("type") in ("radio", "checkbox") else "")))
        elif tag == "button" and name:
            self.buttons.append((name, given.get("value", "")))
        elif tag == "select":
            self.select, self.options = name, []
        elif tag == "option" and self.select is not None:
            self.options.append((given.get("value", ""), "selected" in given))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False
        elif tag == "select" and self.select:
            if self.options:  # without a mark, the first is chosen
                chosen = [value for value, marked in self.options if marked] or [self.options[0][0]]
                self.fields.append((self.select, chosen[-1]))
            self.select = None
