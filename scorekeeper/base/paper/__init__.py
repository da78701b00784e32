"""What every paper has: sizes, fonts, the way to PDF."""
