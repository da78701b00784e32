"""A request as pages read it: what stands in the address, what a form sent, what the device has chosen."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any


class Fields:
    """Fields in the order in which they were sent; of one name there may be several."""

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
        """The first that was sent under a name; `default` where there is none, or it is none of that type."""
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
        """All that was sent under a name."""
        return [value for known, value in self.pairs if known == name]

    def keys(self) -> list[str]:
        """Every name, once."""
        return list(self)

    def values(self) -> list[str]:
        """The first value of every name."""
        return [self[name] for name in self]

    def items(self, multi: bool = False) -> list[tuple[str, str]]:
        """Names with their values: the first of each, or all."""
        return list(self.pairs) if multi else [(name, self[name]) for name in self]

    def lists(self) -> list[tuple[str, list[str]]]:
        """Names with all of their values."""
        return [(name, self.getlist(name)) for name in self]

    def to_dict(self, flat: bool = True) -> dict[str, Any]:
        """The first value by name, or all of them."""
        return {name: self[name] if flat else self.getlist(name) for name in self}


MultiDict = ImmutableMultiDict = Fields


class _Tags:
    """What a script has already."""

    def __init__(self, text: str) -> None:
        self.tags = [tag.strip().removeprefix("W/").strip('"') for tag in text.split(",") if tag.strip()]

    def as_set(self, include_weak: bool = False) -> set[str]:  # noqa: ARG002 (Flask's signature)
        """Each."""
        return set(self.tags)


class Headers(dict[str, str]):
    """Headers by name, however it is written."""

    def get(self, name: str, otherwise: Any = None) -> Any:
        """What stands under a name."""
        return dict.get(self, name.lower(), otherwise)

    def __contains__(self, name: object) -> bool:
        return dict.__contains__(self, str(name).lower())


class SentFile:
    """A file that was chosen. `told`: its `text`, else the first `bytes` of one that is no text; of one too large neither."""

    def __init__(self, told: Mapping[str, Any]) -> None:
        self.filename = told["name"]
        self.told = told

    def read(self) -> Any:
        """What the browser read of it; see `here.reading.text_of`."""
        if self.told.get("bytes") is not None:
            return bytes(self.told["bytes"])
        return self.told.get("text")


class Request:
    """A request. `asked`: `method`, `path` below the program's root, `args` and `form` as pairs, `files` by field, `json`,
    `headers`, `cookies`, `root`, `scheme`, `host`, `query`; `waiting`: of each server's game what waits in the phone's log, as
    `game` and `entries`; `about`: the copied game whose page it is; `guarded`: a form that only the phone answers, and any site
    may have sent; `ours`: one that the server drew, which could not be asked.
    """

    def __init__(self, asked: Mapping[str, Any]) -> None:
        self.method = asked.get("method") or "GET"
        self.path = asked.get("path") or "/"
        self.script_root = asked.get("root") or ""
        self.host = asked.get("host") or ""
        self.scheme = asked.get("scheme") or "https"
        self.args = Fields(asked.get("args"))
        self.form = Fields(asked.get("form"))
        self.cookies = dict(asked.get("cookies") or {})
        self.headers = Headers({name.lower(): value for name, value in (asked.get("headers") or {}).items()})
        self.environ: dict[str, Any] = {}
        self.kept: dict[str, Any] = {}
        self.json = asked.get("json")
        self.is_secure = True
        self.remote_addr = ""
        self.files = {name: SentFile(told) for name, told in (asked.get("files") or {}).items()}
        self.query = asked.get("query") or ""
        self.waiting: list[Mapping[str, Any]] = asked.get("waiting") or []
        self.about: int | None = asked.get("about")
        self.guarded = bool(asked.get("guarded"))
        self.ours = bool(asked.get("ours"))

    def is_ours(self, token: str) -> bool:
        """Whether it came as only a page of ours can send it: with what such pages say, where any site could have sent it."""
        return not self.guarded or self.form.get("csrf_token") == token

    @property
    def full_path(self) -> str:
        """The path with what stands behind it."""
        return f"{self.path}?{self.query}"

    @property
    def accept_languages(self) -> list[tuple[str, float]]:
        """The languages that the browser asks for, the dearest first; how dear each is, nobody told."""
        tags = [tag.partition(";")[0].strip() for tag in self.headers.get("accept-language", "").split(",")]
        return [(tag, 1.0) for tag in tags if tag]

    @property
    def values(self) -> Fields:
        """What stands in the address, and what was sent."""
        return Fields([*self.args.pairs, *self.form.pairs])

    @property
    def if_none_match(self) -> _Tags:
        """What the script that asks has already."""
        return _Tags(self.headers.get("if-none-match", ""))

    def get_json(self, silent: bool = False) -> Any:  # noqa: ARG002 (Flask's signature)
        """What a script sent."""
        return self.json
