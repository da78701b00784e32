"""Each question to the desk: what its address says, read with care; what its page shows; what was asked, in words.

As pure as the answers: no framework, no request. A page of the server and a phone without a network ask the same (`desk`).
"""

from __future__ import annotations
