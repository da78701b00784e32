"""The API still keeps the promises of the last release, stored without descriptions in `promised.json`.

Additions are allowed. `python -m tests.app.api.test_promised` rewrites the file, and the diff shows what was removed.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scorekeeper.app.openapi import document
from tests.app.operations import OPERATIONS

FILE = Path(__file__).with_name("promised.json")
PROMISED = json.loads(FILE.read_text()) if FILE.exists() else {"operations": {}, "shapes": {}}
WORDS = ("description", "summary")


def promises(found):
    """Return the operations and schemas of a document, without the texts."""
    operations = {
        f"{method.upper()} {path}": without_texts(
            {**operation, "responses": {n: answer_line(r) for n, r in operation["responses"].items()}}
        )
        for path, methods in found["paths"].items()
        for method, operation in methods.items()
    }
    return {"operations": operations, "shapes": without_texts(found["components"]["schemas"])}


def answer_line(response):
    """Return the type, schema and headers of an answer on one line."""
    parts = [f"{kind} {one.get('schema', {}).get('$ref', '')}" for kind, one in response.get("content", {}).items()]
    return " ".join([*parts, *response.get("headers", ())])


def without_texts(part):
    """Return the part with `true` for each text and with required keys sorted."""
    if isinstance(part, list):
        return [without_texts(one) for one in part]
    if not isinstance(part, dict):
        return part
    out = {}
    for name, value in part.items():
        if name in WORDS and isinstance(value, str):
            out[name] = bool(value)
        elif name == "required" and isinstance(value, list):
            out[name] = sorted(value)
        else:
            out[name] = without_texts(value)
    return out


NOW = promises(document())
OPEN = ("properties", "responses", "headers", "enum", "anyOf", "parameters")
"""Keys that may have additions."""


def named_in(part):
    """Return the schemas that a part of the document names."""
    if isinstance(part, dict):
        found = {part["$ref"].rpartition("/")[2]} if isinstance(part.get("$ref"), str) else set()
        return found.union(*(named_in(one) for one in part.values()))
    return set().union(*(named_in(one) for one in part)) if isinstance(part, list) else set()


def request_schemas():
    """Return the schemas of requests, which may not require more than before. Answers may gain keys."""
    found, ahead = set(), set().union(*(named_in(one.get("requestBody")) for one in NOW["operations"].values()))
    while ahead:
        found |= ahead
        ahead = set().union(*(named_in(NOW["shapes"][name]) for name in ahead)) - found
    return found


REQUEST_SCHEMAS = request_schemas()


ANY_KEYS = ("additionalProperties", True)
"""The meaning of an object schema without further keys."""


def without_schema_names(part, found):
    """Return the part without schema names. No answer shows those, or how an enum of two types is split."""
    if isinstance(part, list):
        return [without_schema_names(one, found) for one in part]
    if not isinstance(part, dict):
        return part
    if isinstance(part.get("$ref"), str):
        beside = {key: value for key, value in part.items() if key != "$ref"}
        return without_schema_names({**found["shapes"][part["$ref"].rpartition("/")[2]], **beside}, found)
    out = {key: without_schema_names(value, found) for key, value in part.items() if (key, value) != ANY_KEYS}
    if has_mixed_types(out):
        enum = out.pop("enum")
        by_type = {kind: [one for one in enum if type(one) is kind] for kind in dict.fromkeys(map(type, enum))}
        out["anyOf"] = [{"type": "null"} if kind is type(None) else {"enum": some} for kind, some in by_type.items()]
    if isinstance(out.get("anyOf"), list):
        parts = ((one["anyOf"] if one.keys() == {"anyOf"} else [one]) for one in out["anyOf"])
        out["anyOf"] = [one for some in parts for one in some]
    return out


def has_mixed_types(part):
    """Return whether it is an enum with values of more than one type."""
    return isinstance(part, dict) and isinstance(part.get("enum"), list) and len({type(one) for one in part["enum"]}) > 1


def check_kept(before, after, at, where=""):
    """Check that everything in `before` is in `after`, with additions only where allowed."""
    if before in ({}, after):  # an empty schema promises nothing
        return
    if where == "anyOf" and isinstance(before, list):
        before, after = ([without_schema_names(one, known) for one in part] for part, known in ((before, PROMISED), (after, NOW)))
    elif has_mixed_types(before) or (isinstance(after, dict) and "$ref" in after):
        before, after = without_schema_names(before, PROMISED), without_schema_names(after, NOW)
    if isinstance(before, dict) and isinstance(after, dict):
        after = {key: value for key, value in after.items() if (key, value) != ANY_KEYS}
        assert before.keys() <= after.keys(), at
        assert where in OPEN or after.keys() - before.keys() <= {"description"}, at
        for name, value in before.items():
            check_kept(value, after[name], f"{at} {name}", name)
    elif where == "parameters":
        known = {(one["in"], one["name"]): one for one in after}
        for one in before:
            check_kept(one, known[one["in"], one["name"]], f"{at} {one['name']}")
        promised = {(one["in"], one["name"]) for one in before}
        assert not [key for key, one in known.items() if one["required"] and key not in promised], at
    elif isinstance(before, list) and (
        where in OPEN or (where == "required" and at.split()[0] in NOW["shapes"].keys() - REQUEST_SCHEMAS)
    ):
        assert [one for one in before if one not in after and not any(keeps_promises(one, other, at) for other in after)] == [], (
            at
        )
    elif " responses " in at and isinstance(before, str):
        assert after.split()[: len(before.split())] == before.split(), at  # more headers may come
    else:
        assert after == before, at


def keeps_promises(before, after, at):
    """Return whether one alternative keeps the promises of another."""
    try:
        check_kept(before, after, at)
    except (AssertionError, KeyError):
        return False
    return isinstance(before, dict)


def test_every_operation_is_compared():
    assert {"Event", "OddsAnswer"} - REQUEST_SCHEMAS == {"OddsAnswer"}
    assert len(NOW["operations"]) == len(OPERATIONS) >= len(PROMISED["operations"]) > 100


@pytest.mark.parametrize("name", PROMISED["operations"])
def test_an_operation_asks_for_no_more_and_answers_as_before(name):
    before, after = ({"parameters": [], **found["operations"][name]} for found in (PROMISED, NOW))
    check_kept(before, after, name)


@pytest.mark.parametrize("name", PROMISED["shapes"])
def test_a_shape_has_the_keys_and_bounds_that_it_had(name):
    check_kept(PROMISED["shapes"][name], NOW["shapes"][name], name)


def write():
    """Write one operation or schema on each line."""
    parts = []
    for kind, found in NOW.items():
        lines = (
            f"{json.dumps(name)}: {json.dumps(one, sort_keys=True, ensure_ascii=False)}" for name, one in sorted(found.items())
        )
        parts.append(f'"{kind}": {{\n' + ",\n".join(lines) + "\n}")
    FILE.write_text("{" + ",\n".join(parts) + "}\n")


if __name__ == "__main__":
    write()
