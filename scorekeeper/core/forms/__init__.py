"""Forms: their fields, their input and their idempotency keys."""
