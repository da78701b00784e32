"""The rules of 200, in plain Python. See README.md in this folder for its law."""
