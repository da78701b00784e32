"""How likely it is: what each side needs of the coming hand, who will probably win, and the hand that turned a game."""
