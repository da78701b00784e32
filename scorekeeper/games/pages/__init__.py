"""Pages of a game: the pad, its sheet, history, corrections, links, paper."""
