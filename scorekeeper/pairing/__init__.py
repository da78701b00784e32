"""Club tournaments: pairing, ranking and checking, from results alone. README.md has the rules and terms.

Importing any part of this package loads every pairing method.
"""

from scorekeeper.pairing import methods

__all__ = ["methods"]
