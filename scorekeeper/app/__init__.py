"""Who puts it together: every page, every operation of the API, every table and every refusal, each named once."""

from __future__ import annotations

from scorekeeper.app import refusals as refusals  # before whatever lists the codes of problems
from scorekeeper.app import ties as ties
