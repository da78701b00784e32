"""A page of the application with the engine loaded."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

CONFORMANCE = Path(__file__).parent.parent / "conformance"

START = """
async (lang) => {
  const { createEngine } = await import("/static/js/engine.js");
  window.engine = createEngine({ workerUrl: "/phone/worker.js", lang, lazy: true });
  window.ask = async (operation, ...rest) => {
    try {
      return await window.engine[operation](...rest);
    } catch (error) {
      return { error: { name: error.name, code: error.code, event: error.event, message: error.message } };
    }
  };
  const began = performance.now();
  await window.engine.start();
  return performance.now() - began;
}
"""


@pytest.fixture
def engine_page(live_server, open_page) -> Callable[..., Any]:
    """Opens a page of the application and starts the engine on it in a language."""

    def open_one(lang: str = "en", **options: Any) -> Any:
        page = open_page(**options)
        page.goto(f"{live_server.url}/offline/en")
        page.evaluate(START, lang)
        return page

    return open_one


def conformance(name: str) -> list[dict[str, Any]]:
    """Return the cases of a conformance file."""
    return [json.loads(line) for line in (CONFORMANCE / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]
