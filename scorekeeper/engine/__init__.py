"""The rules of 200 in plain Python. README.md in this folder has the conventions."""
