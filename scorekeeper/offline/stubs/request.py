"""Requests on a phone: the URL, the form, and the device's settings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any


class Fields:
    """Fields in the order in which they were sent, a name possibly several times."""

    def __init__(self, pairs: Any = None) -> None:
        self.pairs = [(name, value) for name, value in (pairs.items() if isinstance(pairs, dict) else pairs or ())]

    def __contains__(self, name: object) -> bool:
        return any(known == name for known, _value in self.pairs)

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys([name for name, _value in self.pairs]))

    def __len__(self) -> int:
        return len(list(iter(self)))

    def __getitem__(self, name: str) -> str:
        for known, value in self.pairs:
            if known == name:
                return value
        raise KeyError(name)

    def get(self, name: str, default: Any = None, type: Callable[[str], Any] | None = None) -> Any:  # noqa: A002 (Flask's)
        """Return the first value of a name, or `default` if there is none or it can't be converted."""
        for known, value in self.pairs:
            if known == name:
                if type is None:
                    return value
                try:
                    return type(value)
                except (ValueError, TypeError):
                    return default
        return default

    def getlist(self, name: str) -> list[str]:
        """Return all values of a name."""
        return [value for known, value in self.pairs if known == name]

    def keys(self) -> list[str]:
        """Return every name once."""
        return list(self)

    def values(self) -> list[str]:
        """Return the first value of every name."""
        return [self[name] for name in self]

    def items(self, multi: bool = False) -> list[tuple[str, str]]:
        """Return names with their first value, or with all values."""
        return list(self.pairs) if multi else [(name, self[name]) for name in self]

    def lists(self) -> list[tuple[str, list[str]]]:
        """Return names with lists of their values."""
        return [(name, self.getlist(name)) for name in self]

    def to_dict(self, flat: bool = True) -> dict[str, Any]:
        """Return a dict of first values, or of lists of values."""
        return {name: self[name] if flat else self.getlist(name) for name in self}


MultiDict = ImmutableMultiDict = Fields


class _Tags:
    """The ETags that a script sent."""

    def __init__(self, text: str) -> None:
        self.tags = [tag.strip().removeprefix("W/").strip('"') for tag in text.split(",") if tag.strip()]

    def as_set(self, include_weak: bool = False) -> set[str]:  # noqa: ARG002 (Flask's signature)
        return set(self.tags)


class Headers(dict[str, str]):
    """Headers by name, in any case."""

    def get(self, name: str, otherwise: Any = None) -> Any:
        return dict.get(self, name.lower(), otherwise)

    def __contains__(self, name: object) -> bool:
        return dict.__contains__(self, str(name).lower())


class SentFile:
    """A file that was chosen.

    `told` has its `text`, or the first `bytes` of a file that is not text. A file that is too large has neither.
    """

    def __init__(self, told: Mapping[str, Any]) -> None:
        self.filename = told["name"]
        self.told = told

    def read(self) -> Any:
        """Return what the browser read; see `stubs.json_reader.text_of`."""
        if self.told.get("bytes") is not None:
            return bytes(self.told["bytes"])
        return self.told.get("text")


class Request:
    """A request.

    `request_json` has `method`, `path` below the program's root, `args` and `form` as pairs, `files` by field, `json`, `headers`,
    `cookies`, `root`, `scheme`, `host` and `query`. `waiting` lists, for each of the server's games, the `entries` that wait
    in the phone's log. `about` is the copied game of the page. `guarded` is a form that only the phone answers, which any
    site may have sent. `ours` is a form that the server made and could not answer.
    """

    def __init__(self, request_json: Mapping[str, Any]) -> None:
        self.method = request_json.get("method") or "GET"
        self.path = request_json.get("path") or "/"
        self.script_root = request_json.get("root") or ""
        self.host = request_json.get("host") or ""
        self.scheme = request_json.get("scheme") or "https"
        self.args = Fields(request_json.get("args"))
        self.form = Fields(request_json.get("form"))
        self.cookies = dict(request_json.get("cookies") or {})
        self.headers = Headers({name.lower(): value for name, value in (request_json.get("headers") or {}).items()})
        self.environ: dict[str, Any] = {}
        self.kept: dict[str, Any] = {}
        self.json = request_json.get("json")
        self.is_secure = True
        self.remote_addr = ""
        self.files = {name: SentFile(file_json) for name, file_json in (request_json.get("files") or {}).items()}
        self.query = request_json.get("query") or ""
        self.waiting: list[Mapping[str, Any]] = request_json.get("waiting") or []
        self.about: int | None = request_json.get("about")
        self.guarded = bool(request_json.get("guarded"))
        self.ours = bool(request_json.get("ours"))

    def is_ours(self, token: str) -> bool:
        """Return whether the request is safe: it is not guarded, or has our CSRF token."""
        return not self.guarded or self.form.get("csrf_token") == token

    @property
    def full_path(self) -> str:
        """The path with its query."""
        return f"{self.path}?{self.query}"

    @property
    def accept_languages(self) -> list[tuple[str, float]]:
        """The languages that the browser asks for, in order. Their weights are all 1."""
        tags = [tag.partition(";")[0].strip() for tag in self.headers.get("accept-language", "").split(",")]
        return [(tag, 1.0) for tag in tags if tag]

    @property
    def values(self) -> Fields:
        """The fields of the URL, then of the form."""
        return Fields([*self.args.pairs, *self.form.pairs])

    @property
    def if_none_match(self) -> _Tags:
        """The ETags that the request sent."""
        return _Tags(self.headers.get("if-none-match", ""))

    def get_json(self, silent: bool = False) -> Any:  # noqa: ARG002 (Flask's signature)
        """Return the JSON that a script sent."""
        return self.json
