"""Languages, translations, dates and time zones."""
