"""Club tournaments: pairing, ranking, checking. Knows results, never cards; README.md states the law of this folder.

Whoever loads a part of it has every pairing method.
"""

from scorekeeper.tournament import methods

__all__ = ["methods"]
