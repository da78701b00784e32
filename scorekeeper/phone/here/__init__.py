"""What the program's pages find on a phone in the place of what is only on a server: see `sources.STAND_INS`."""
