from __future__ import annotations

import gettext
import os

import pytest

from scorekeeper.core.i18n import catalogs

HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'


@pytest.fixture
def french(tmp_path):
    source = tmp_path / "fr" / "LC_MESSAGES" / "messages.po"
    source.parent.mkdir(parents=True)
    source.write_text(HEADER + 'msgid "kitty"\nmsgstr "mise"\n', encoding="utf-8")
    return source


def test_a_catalog_is_compiled_where_gettext_finds_it(tmp_path, french):
    assert catalogs.compile_catalogs(tmp_path) == [french.with_suffix(".mo")]
    assert gettext.translation("messages", tmp_path, ["fr"]).gettext("kitty") == "mise"


def test_a_catalog_is_compiled_again_only_when_it_changed(tmp_path, french):
    catalogs.compile_catalogs(tmp_path)
    assert catalogs.compile_catalogs(tmp_path) == []
    french.write_text(HEADER + 'msgid "kitty"\nmsgstr "la mise"\n', encoding="utf-8")
    later = french.stat().st_mtime_ns + 2_000_000_000
    os.utime(french, ns=(later, later))
    assert catalogs.compile_catalogs(tmp_path) == [french.with_suffix(".mo")]


def test_a_translation_that_lost_a_placeholder_is_refused_with_its_line(tmp_path, french):
    french.write_text(HEADER + '#, python-format\nmsgid "%(points)s points"\nmsgstr "%(point)s points"\n', encoding="utf-8")
    with pytest.raises(catalogs.CatalogError, match=r"messages\.po:\d+: "):
        catalogs.compile_catalogs(tmp_path)
    assert not french.with_suffix(".mo").exists()
