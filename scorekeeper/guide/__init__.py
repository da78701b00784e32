"""The guide, written in Markdown with one folder per language. It appears under *Help* and as a site (`make site`)."""
