"""Games as files: records, export and validation of logs."""
