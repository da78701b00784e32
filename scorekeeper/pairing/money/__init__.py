"""The money of a tournament, to the cent: the purse, prizes, side pots and the books that add up."""
