"""What the program's pages find on a phone in the place of what is only on a server: a few lines each, see `pack.STAND_INS`."""
