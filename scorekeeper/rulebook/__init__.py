"""The rulebook: how 200 is played, in words and drawn cards. Pure content and structure, for pages and for paper.

Message ids are English sentences marked with `N_()`; whoever shows them translates them. In a text, `**…**` is strong and
`{10H}`, `{S}` are a drawn card or suit (`markup.pieces`). No score, winner or legal call is written down here: every example
hands a small record to the engine and shows what it answers.
"""
