"""Club tournaments: pairing, ranking, checking. Knows results, never cards; README.md states the law of this folder."""
