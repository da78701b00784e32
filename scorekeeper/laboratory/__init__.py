"""The rules laboratory: many recorded games under other rules, and what each height of bid brings."""
