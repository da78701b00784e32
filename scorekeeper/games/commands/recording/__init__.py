"""Commands at the table, their previews and how they are written."""
