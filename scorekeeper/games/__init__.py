"""Games at a table: hands recorded, corrected and taken back; links, matches, the diary."""
