"""The chapters: how to play and score, decisions, tactics, glossary and named games."""
