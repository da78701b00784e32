"""Pages of the rules: named games, options, our own, the questionnaire, the rulebook."""
