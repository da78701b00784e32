"""A stand-in for `sys`."""

from __future__ import annotations

maxsize = 2**53 - 1
