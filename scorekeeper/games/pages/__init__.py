"""The pages of a game: pad, sheet, history, corrections, links and printouts."""
