"""The rulebook's entry for every option."""
