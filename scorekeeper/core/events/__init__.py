"""Event logs: appending with an optimistic lock, idempotency keys and undo."""
