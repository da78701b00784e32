"""Puts the application together: lists every page, API operation, table and refusal once."""

from __future__ import annotations

from scorekeeper.app import refusals as refusals  # before any module that lists problem codes
from scorekeeper.app import wiring as wiring
