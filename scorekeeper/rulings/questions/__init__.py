"""Each question as a page: its address, its form, and the question in words.

No framework and no request, so that the server and an offline phone can both use it (`desk`).
"""

from __future__ import annotations
