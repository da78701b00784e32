"""The door at the desk: check-ins, payments and who plays the next round."""
