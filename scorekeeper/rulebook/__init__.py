"""The rulebook: how to play 200, in words and drawn cards. Pure content and structure, for pages and printouts.

Message ids are English sentences marked with `N_()`, translated when shown. In a text, `**…**` is strong, and `{10H}` or
`{S}` is a drawn card or suit (`content.split_markup`).
No score, winner or legal call is written here. Every example gives a small record to the engine and shows the answer.
"""
