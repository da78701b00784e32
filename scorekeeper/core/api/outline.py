"""A summary of the OpenAPI document for the API page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scorekeeper.core.api.access import ACCESS_KINDS
from scorekeeper.core.api.operations import JSON

Document = dict[str, Any]


@dataclass(frozen=True)
class OutlinedKey:
    """A key of a schema, or a parameter. `kind`: short description. `shape`: the named schema it refers to.

    `choices`: whether `kind` or `shape` is a list of values.
    """

    name: str
    kind: str
    shape: str | None
    required: bool
    about: str
    choices: bool = False


@dataclass(frozen=True)
class Content:
    """The content of a request or response: a named schema, or a file's type."""

    name: str
    is_shape: bool


@dataclass(frozen=True)
class OutlinedOperation:
    """An operation. `access`: who may use it. `answers`: status, meaning and content."""

    name: str
    method: str
    path: str
    summary: str
    about: str
    access: str
    parameters: tuple[OutlinedKey, ...]
    body: Content | None
    answers: tuple[tuple[str, str, Content | None], ...]


@dataclass(frozen=True)
class OutlinedSection:
    """Operations with the same tag."""

    tag: str
    title: str
    entries: tuple[OutlinedOperation, ...]


def outline(document: Document) -> list[OutlinedSection]:
    """Return the operations by section, in the order of declaration."""
    by_tag: dict[str, list[OutlinedOperation]] = {tag["name"]: [] for tag in document["tags"]}
    prefix = document["servers"][0]["url"]
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            by_tag[operation["tags"][0]].append(_entry(prefix + path, method.upper(), operation))
    return [OutlinedSection(tag["name"], tag["description"], tuple(by_tag[tag["name"]])) for tag in document["tags"]]


def _entry(path: str, method: str, operation: Document) -> OutlinedOperation:
    return OutlinedOperation(
        operation["operationId"],
        method,
        path,
        operation["summary"],
        operation.get("description", ""),
        ACCESS_KINDS[operation["x-access"]].text,
        tuple(
            OutlinedKey(
                p["name"],
                kind_of(p["schema"]),
                _named_schema(p["schema"]),
                p["required"],
                p.get("description", ""),
                _is_short(p["schema"]),
            )
            for p in operation.get("parameters", ())
            if p["in"] != "path" or _is_short(p["schema"]) or "description" in p
        ),
        _content(operation.get("requestBody", {})),
        tuple(
            (status, answer["description"], _content(answer))
            for status, answer in operation["responses"].items()
            if int(status) < 400
        ),
    )


def _is_short(schema: Document) -> bool:
    return "enum" in schema or "$ref" in schema


def _content(document: Document) -> Content | None:
    for kind, content in document.get("content", {}).items():
        shape = _named_schema(content["schema"]) if kind == JSON else None
        return Content(shape or kind, shape is not None)
    return None


def outline_shapes(document: Document) -> list[tuple[str, tuple[OutlinedKey, ...], list[OutlinedKey]]]:
    """Return every named schema with its keys or, without keys, its alternatives."""
    outlined = []
    for name, schema in document["components"]["schemas"].items():
        required = schema.get("required", ())
        parts = tuple(
            OutlinedKey(key, kind_of(part), _named_schema(part), key in required, part.get("description", ""))
            for key, part in schema.get("properties", {}).items()
        )
        instead = [] if parts else schema.get("anyOf", [schema])
        outlined.append((name, parts, [OutlinedKey("", kind_of(part), _named_schema(part), True, "") for part in instead]))
    return outlined


def _named_schema(schema: Document) -> str | None:
    """Return the named schema that a schema refers to, directly, in a list or as an alternative to null."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "items" in schema:
        return _named_schema(schema["items"])
    others = [part for part in schema.get("anyOf", ()) if part != {"type": "null"}]
    return _named_schema(others[0]) if len(others) == 1 else None


def kind_of(schema: Document) -> str:
    """Return a short description of a schema."""
    if "$ref" in schema:
        return str(_named_schema(schema))
    if "const" in schema:
        return f"“{schema['const']}”"
    if "enum" in schema:
        return " · ".join(_value(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(kind_of(part) for part in schema["anyOf"])
    if schema.get("type") == "array":
        return f"list: {kind_of(schema['items'])}"
    if schema.get("type") == "integer":
        return _number(schema)
    if schema.get("format") == "date-time":
        return "timestamp"
    words = {"string": "text", "boolean": "true or false", "object": "object", "null": "null"}
    return words.get(str(schema.get("type")), "anything")


def _number(schema: Document) -> str:
    if schema.get("title") in ("seat", "side"):
        return str(schema["title"])
    low, high, step = schema.get("minimum"), schema.get("maximum"), schema.get("multipleOf")
    if high is None or high > 100_000:
        return "number"
    bounds = f"{low} to {high}"
    return bounds if step is None else f"{bounds}, in steps of {step}"


def _value(value: object) -> str:
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return str(value)
