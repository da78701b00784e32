"""Rule sets in words: titles, labels and differences."""
