"""JSON for everyone, by orjson: strict when it reads, compact when it writes. The only module that imports it.

Phones use `offline/stubs/std/json.py` and do not have this module.
"""

from __future__ import annotations

from orjson import (
    OPT_APPEND_NEWLINE,
    OPT_INDENT_2,
    OPT_NON_STR_KEYS,
    OPT_PASSTHROUGH_DATACLASS,
    OPT_SORT_KEYS,
    OPT_UTC_Z,
    Fragment,
    JSONDecodeError,
    JSONEncodeError,
    dumps,
    loads,
)

__all__ = [
    "OPT_APPEND_NEWLINE",
    "OPT_INDENT_2",
    "OPT_NON_STR_KEYS",
    "OPT_PASSTHROUGH_DATACLASS",
    "OPT_SORT_KEYS",
    "OPT_UTC_Z",
    "Fragment",
    "JSONDecodeError",
    "JSONEncodeError",
    "dumps",
    "loads",
]
