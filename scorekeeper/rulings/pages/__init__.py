"""The ruling desk."""
