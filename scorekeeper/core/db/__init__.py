"""The database: connections, transactions, locks and schema versions."""
