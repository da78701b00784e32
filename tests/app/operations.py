"""Every operation of the API."""

from __future__ import annotations

from scorekeeper.app.subjects import operations_of

OPERATIONS = operations_of()
