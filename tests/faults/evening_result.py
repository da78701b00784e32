"""The result of an evening over a bad network."""

from __future__ import annotations

from dataclasses import dataclass, field

SAVE_TAKES = 1.0


@dataclass
class EveningResult:
    """The result of an evening. Every number but `acts` and `saved` should be 0, and `worst` under a second."""

    seed: int
    rate: float
    acts: int = 0
    saved: int = 0
    lost: int = 0
    twice: int = 0
    false_questions: int = 0
    refused: int = 0
    pages_left: int = 0
    worst: float = 0.0
    met: dict[str, int] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    journal: list[str] = field(default_factory=list)
    """The actions in order and the server's log, for evenings that are not sound."""

    @property
    def numbers(self) -> dict[str, int]:
        """Return the counts by name."""
        names = ("acts", "saved", "lost", "twice", "false_questions", "refused", "pages_left")
        return {name.replace("_", " "): getattr(self, name) for name in names}

    def __str__(self) -> str:
        numbers = ", ".join(f"{name} {many}" for name, many in self.numbers.items())
        return f"seed {self.seed} at {self.rate:.0%}: {numbers}; worst wait for Save {self.worst:.2f} s; {self.met}"

    @property
    def story(self) -> str:
        """Return the result, the errors and the journal as text."""
        return "\n".join([str(self), *self.wrong, *self.journal])

    @property
    def sound(self) -> bool:
        """Return whether nothing was lost or doubled and no question was needless."""
        return not (self.lost + self.twice + self.false_questions + self.refused + self.pages_left or self.wrong)

    @property
    def good(self) -> bool:
        """Return whether it is sound and there were no long waits."""
        return self.sound and self.worst <= SAVE_TAKES
