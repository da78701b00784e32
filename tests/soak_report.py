"""Totals of long tests: a line as each ends and their sum at the end, across workers."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

PROPERTY = "counted"


class Summing:
    """Prints the totals of `counted`. Workers can't print, so the numbers travel with their reports."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.sums: dict[str, Counter[str]] = {}
        self.worst: dict[str, dict[str, float]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        for name, said in report.user_properties if report.when == "call" else ():
            if name == PROPERTY:
                self._add(said)
        if report.failed and "soak" in report.keywords and (printer := self._printer()):
            printer.ensure_newline()
            printer.write_line(report.longreprtext)  # now, and not only after the hours that the others take

    def _add(self, said: dict[str, Any]) -> None:
        what = said["what"]
        self.sums.setdefault(what, Counter()).update({"of them": 1, **said["numbers"]})
        worst = self.worst.setdefault(what, {})
        for name, seconds in said["seconds"].items():
            worst[name] = max(seconds, worst.get(name, 0.0))
        if printer := self._printer():
            printer.ensure_newline()
            printer.write_line(said["line"])

    def pytest_terminal_summary(self) -> None:
        printer = self._printer()
        for what, numbers in self.sums.items() if printer else ():
            worst = [f"worst {name} {seconds:.2f} s" for name, seconds in self.worst[what].items()]
            printer.write_line(f"{what}: " + ", ".join([f"{name} {many}" for name, many in numbers.items()] + worst))

    def _printer(self) -> Any:
        return None if hasattr(self.config, "workerinput") else self.config.pluginmanager.get_plugin("terminalreporter")
