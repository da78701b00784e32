"""House rules kept and shared."""
