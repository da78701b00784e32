"""The files served for the phone: size, cache lifetime and permissions."""

from __future__ import annotations

import gzip
import json
import re

import pytest

from scorekeeper.offline import icons, shell
from scorekeeper.offline.bundle.bundle import current_kit, prepare_kit

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def kit(tmp_path_factory):
    return current_kit(tmp_path_factory.mktemp("kit"))


def urls_in_worker(client):
    script = client.get("/phone/worker.js").get_data(as_text=True)
    return json.loads(re.match(r"const KIT = (.*);\n", script)[1])


def test_the_kit_weighs_less_than_400_kib_over_the_wire(kit):
    whole = sum(len(asset.encodings["gzip"]) for asset in (kit.brython, kit.engine, kit.messages["fr"]))
    assert whole < 400 * 1024
    assert len(kit.engine.encodings["gzip"]) < 60 * 1024


def test_the_kit_is_kept_for_good_under_the_address_of_its_content(client):
    url = urls_in_worker(client)["engine"]
    answer = client.get(url, headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert b"__BRYTHON__.loadBrythonPackage" in gzip.decompress(answer.data)
    again = client.get(url, headers={"Accept-Encoding": "gzip", "If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert client.get(re.sub(r"/[0-9a-f]{16}/", "/0123456789abcdef/", url)).status_code == 404


def test_a_browser_gets_the_form_it_reads(client):
    url = urls_in_worker(client)["engine"]
    assert client.get(url, headers={"Accept-Encoding": "gzip, br"}).headers["Content-Encoding"] == "br"
    assert client.get(url, headers={"Accept-Encoding": "gzip, br;q=0"}).headers["Content-Encoding"] == "gzip"
    plain = client.get(url, headers={"Accept-Encoding": ""})
    assert "Content-Encoding" not in plain.headers
    assert plain.data.startswith(b"__BRYTHON__")


def test_only_workers_may_compile_code(client):
    for url in ("/phone/worker.js", "/sw.js"):
        assert "'unsafe-eval'" in client.get(url).headers["Content-Security-Policy"]
    for url in ("/offline/en", "/manifest.webmanifest", urls_in_worker(client)["brython"]):
        assert "unsafe" not in client.get(url).headers["Content-Security-Policy"]


def test_the_french_words_are_all_there(client):
    words = client.get(urls_in_worker(client)["messages"]["fr"]).get_json()
    assert "%(change)s" in words["%(side)s bid %(bid)s and took %(took)s: %(change)s."]
    assert not [text for text in words.values() if not text]


def test_the_service_worker_is_always_asked_for_and_names_every_static_file(client, tmp_path, monkeypatch):
    answer = client.get("/sw.js")
    assert answer.headers["Cache-Control"] == "no-cache"
    known = json.loads(re.match(r"const SHELL = (.*);\n", answer.get_data(as_text=True))[1])
    assert {"css/core/tokens.css", "js/engine.js", "js/service-worker.js"} <= set(known["statics"])
    for url in (
        [known["base"] + name for name in known["statics"]] + known["files"] + known["kit"] + list(known["offline"].values())
    ):
        assert client.get(url).status_code == 200, url
    assert client.get("/sw.js", headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304


def test_a_changed_static_file_makes_a_new_version(tmp_path, monkeypatch):
    monkeypatch.setattr(shell.paths, "resource", lambda _: tmp_path)
    versions = []
    for text in ("a", "b"):
        (tmp_path / "pad.js").write_text(text)
        versions.append(shell.shell("/static/", {}, {"/offline/en": b"", "/offline/fr": b""}, [])["version"])
    assert versions[0] != versions[1]


@pytest.mark.parametrize(("lang", "name"), [("en", "200 Scorekeeper"), ("fr", None)])
def test_the_manifest_speaks_the_visitors_language(client, lang, name):
    answer = client.get("/manifest.webmanifest", headers={"Accept-Language": lang})
    told = answer.get_json(force=True)
    assert answer.mimetype == "application/manifest+json"
    assert (told["short_name"], told["display"], told["scope"], told["lang"]) == ("200", "standalone", "/", lang)
    assert name is None or told["name"] == name
    for icon in told["icons"]:
        assert client.get(icon["src"]).mimetype == icon["type"]


def test_the_icons_have_the_sizes_they_claim(client):
    from io import BytesIO

    from PIL import Image

    for name, size in (*icons.SIZES.items(), (icons.MASKABLE, 512)):
        assert Image.open(BytesIO(client.get(f"/icons/{name}").data)).size == (size, size)
    assert client.get("/icons/other.png").status_code == 404


def test_the_offline_notice_is_in_the_language_asked_for(client):
    assert 'lang="fr"' in client.get("/offline/fr").get_data(as_text=True)
    assert client.get("/offline/xx").status_code == 404


def test_the_kit_is_compressed_once_for_an_instance(tmp_path):
    steps = []
    assert prepare_kit(tmp_path, lambda done, of: steps.append((done, of))) is True
    assert steps == [(number, len(steps)) for number in range(1, len(steps) + 1)]
    kept = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "phone").iterdir()}
    (tmp_path / "phone" / "0123456789abcdef.br").write_bytes(b"of an older version")
    assert prepare_kit(tmp_path) is True
    assert {path.name: path.stat().st_mtime_ns for path in (tmp_path / "phone").iterdir()} == kept
    assert prepare_kit(tmp_path, lambda *_: pytest.fail("there was nothing to do")) is False
