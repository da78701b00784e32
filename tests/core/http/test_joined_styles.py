"""Style sheets are joined in exactly the ways that our pages request."""

from __future__ import annotations

import re
from pathlib import Path

from scorekeeper.core.pages import assets


def test_the_joins_of_our_pages_are_served_and_any_other_is_not_found_and_not_kept(app, client):
    page = client.get("/").get_data(as_text=True)
    address = re.search(r'href="(/static/@[^"]+/css/[^"]+)"', page)[1]
    assert "+" in address
    assert client.get(address).status_code == 200
    kept = len(assets._bundles), len(list((Path(app.instance_path) / "static").glob("*")))
    folder, _, names = address.partition("/css/")
    first, second, *_rest = names.split("+")
    sign = names.rpartition("+")[2]
    for other in (f"{second}+{first}+{sign}", f"{first}+{second}.css", f"{first}+{first}.css", f"{first}+{second}+-.css"):
        assert client.get(f"{folder}/css/{other}").status_code == 404
    assert (len(assets._bundles), len(list((Path(app.instance_path) / "static").glob("*")))) == kept
    assert client.get(f"{folder}/css/{first}.css").status_code == 200
