"""What every operation of the API goes through: addresses, requests, problems, shapes, the document."""
