"""The bundle's parts are cached across restarts while they would be made the same way."""

from __future__ import annotations

import pytest

from scorekeeper.offline.bundle import bundle


@pytest.fixture
def made(monkeypatch):
    """Counts how often the texts were made, each time different ones."""
    times = []

    def make(_step):
        times.append(len(times))
        return bundle.Texts("", {"engine": f"{len(times)}"}, {"engine": {"fr": "{}"}}, ["home"])

    monkeypatch.setattr(bundle, "make_texts", make)
    return times


@pytest.fixture
def program(tmp_path, monkeypatch):
    """A program of two files."""
    (tmp_path / "templates").mkdir()
    for name in ("one.py", "templates/page.html"):
        (tmp_path / name).write_text("")
    monkeypatch.setattr(bundle.module_sources, "PACKAGE", tmp_path)
    monkeypatch.setattr(bundle.paths, "resource", lambda name: tmp_path / name)
    return tmp_path


def test_they_are_made_once_for_an_instance(made, program, tmp_path):
    first = bundle.texts(tmp_path / "phone")
    assert bundle.texts(tmp_path / "phone") == first
    assert len(made) == 1
    assert bundle.texts(tmp_path / "other") != first


@pytest.mark.parametrize("name", ["one.py", "templates/page.html", "messages.mo"])
def test_another_file_or_another_content_makes_them_anew_and_nothing_of_before_stays(made, program, tmp_path, name):
    store = tmp_path / "phone"
    first = bundle.texts(store)
    (program / name).write_text("x = 1")
    assert bundle.texts(store) != first
    assert len(list(store.iterdir())) == 1


@pytest.mark.parametrize("damaged", [b"", b"[]", b'{"packs": {}}', b"\xff"])
def test_what_is_damaged_is_made_anew(made, program, tmp_path, damaged):
    store = tmp_path / "phone"
    bundle.texts(store)
    (kept,) = store.iterdir()
    kept.write_bytes(damaged)
    assert bundle.texts(store).packs == {"engine": "2"}
    assert bundle.texts(store).packs == {"engine": "2"}


def test_without_a_place_to_keep_them_they_are_made_all_the_same(made, program, tmp_path):
    (tmp_path / "file").write_text("")
    assert bundle.texts(None).packs == {"engine": "1"}
    assert bundle.texts(tmp_path / "file" / "phone").packs == {"engine": "2"}


def test_an_installed_program_takes_those_that_it_was_built_with_whatever_its_python(made, program, tmp_path, monkeypatch):
    monkeypatch.setattr(bundle.paths, "PREBUILT", tmp_path / "prebuilt")
    store = tmp_path / "prebuilt" / "phone"
    store.mkdir(parents=True)
    (store / "made-by-another-python.kit").write_text('{"brython": "", "packs": {}, "words": {}, "endpoints": []}')
    assert bundle.texts(store) == bundle.Texts("", {}, {}, [])
    assert made == []
