"""Rulings: a question from the table, and its answer with the rule, the reasons and what would change it.

Every answer comes from the engine. For other rules, the engine is asked again under those rules.
Each module handles one question: `Question`, `find` (the engine's answer, with a `key` to compare) and `answer` (in words).
No framework and no database. `t` translates.
"""

from __future__ import annotations
