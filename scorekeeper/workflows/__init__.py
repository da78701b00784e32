"""Actions that several entrances share. Each is told who asks, and loads games only through what that one may see."""

from __future__ import annotations
