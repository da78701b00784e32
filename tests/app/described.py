"""The API as its document describes it, for schemathesis."""

from __future__ import annotations

from flask import Flask
from schemathesis import openapi
from schemathesis.config import SchemathesisConfig
from schemathesis.schemas import BaseSchema

from tests.games.api.caller import BASE


def document_of(app: Flask) -> BaseSchema:
    """Return the application's OpenAPI document for schemathesis."""
    # Don't look for constants in the sources: every module would be parsed again for every test.
    config = SchemathesisConfig.from_dict({"analysis": {"constants": {"enabled": False}}})
    return openapi.from_wsgi(f"{BASE}/openapi.json", app, config=config)
