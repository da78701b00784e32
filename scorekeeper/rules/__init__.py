"""House rules: saved rule sets, the questionnaire, the rulebook pages and printouts."""
