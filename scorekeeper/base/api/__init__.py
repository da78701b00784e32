"""Shared parts of all API operations: routes, requests, problems, schemas and the OpenAPI document."""
