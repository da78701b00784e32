"""A club or a diary as one file: taken out, looked at, checked, brought in."""
