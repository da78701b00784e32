"""The result of an evening over a bad network."""

from __future__ import annotations

from dataclasses import dataclass, field

SAVE_TAKES = 1.0


@dataclass
class Told:
    """What became of an evening; every number but `acts` and `saved` should be nought, `worst` under a second."""

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
    """What was done, in order, and what the server wrote of it: to be read where an evening is not sound."""

    @property
    def numbers(self) -> dict[str, int]:
        """What is counted, by its name in words."""
        names = ("acts", "saved", "lost", "twice", "false_questions", "refused", "pages_left")
        return {name.replace("_", " "): getattr(self, name) for name in names}

    def __str__(self) -> str:
        numbers = ", ".join(f"{name} {many}" for name, many in self.numbers.items())
        return f"seed {self.seed} at {self.rate:.0%}: {numbers}; worst wait for Save {self.worst:.2f} s; {self.met}"

    @property
    def story(self) -> str:
        """Itself, what was wrong, and the journal."""
        return "\n".join([str(self), *self.wrong, *self.journal])

    @property
    def sound(self) -> bool:
        """Nothing lost, nothing twice, nobody asked for nothing."""
        return not (self.lost + self.twice + self.false_questions + self.refused + self.pages_left or self.wrong)

    @property
    def good(self) -> bool:
        """Sound, and nobody kept waiting."""
        return self.sound and self.worst <= SAVE_TAKES
