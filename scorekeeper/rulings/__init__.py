"""The ruling desk: a question from the table in, an answer out, with its rule, its reasons, and what would change it.

Every answer is the engine's. "Under another rule" is found by asking the engine again under that rule, never written down here.
A module a question: what is asked (`Question`), `find` (the engine's answer, with a `key` by which two answers are told apart)
and `answer` (in words). No framework, no database; `t` translates.
"""

from __future__ import annotations
