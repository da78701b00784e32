"""Shared parts of all API operations: routes, requests, problems, schemas and the OpenAPI document.

Descriptions of the API are in English only: the OpenAPI document and the page `/api`. Their texts are plain strings, without
gettext. Answers are in the language of the request, because programs show them to people: the titles and details of problems,
the reasons for scores and pairings, the names of rules and printouts.
"""
