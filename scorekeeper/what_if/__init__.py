"""The rules laboratory: replay recorded games under other rules, and measure what each bid level earns."""
