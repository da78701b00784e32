"""Background jobs: queues in the database, and work for idle times."""
