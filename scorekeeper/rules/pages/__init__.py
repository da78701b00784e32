"""Pages about rules: named rule sets, options, house rules, the questionnaire, the rulebook."""
