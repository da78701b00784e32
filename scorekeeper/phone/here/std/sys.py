"""What the packed files use of `sys`."""

from __future__ import annotations

maxsize = 2**53 - 1
