from __future__ import annotations

import pytest
from fontTools import subset
from fontTools.ttLib import TTFont

from scorekeeper.core.pages import web_fonts

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def instance(tmp_path_factory):
    instance = tmp_path_factory.mktemp("fonts")
    written, missing = web_fonts.make_fonts(instance)
    assert missing == []
    assert written == [web_fonts.folder(instance) / face.served for face in web_fonts.FACES]
    return instance


WHOLE = [face for face in web_fonts.FACES if face.characters == web_fonts.CHARACTERS]


def test_figures_alone_are_smaller_still(instance):
    [face] = [face for face in web_fonts.FACES if face.characters == web_fonts.FIGURES]
    path = web_fonts.folder(instance) / face.served
    assert path.stat().st_size <= 5 * 1024
    with TTFont(path) as font:
        assert [sign for sign in "0123456789+−" if ord(sign) not in font.getBestCmap()] == []


@pytest.mark.parametrize("face", WHOLE, ids=lambda face: face.served)
def test_a_face_is_small_and_sets_french_scores(instance, face):
    path = web_fonts.folder(instance) / face.served
    assert path.stat().st_size <= 18 * 1024
    with TTFont(path) as font:
        assert font.flavor == "woff2"
        letters = font.getBestCmap()
        assert [letter for letter in "Équipe d’Aline : « œuf » −115 → 10" if ord(letter) not in letters] == []
        features = {record.FeatureTag for record in font["GSUB"].table.FeatureList.FeatureRecord}
    assert features >= {"lnum", "tnum"}


def test_faces_are_cut_only_once(instance):
    assert web_fonts.make_fonts(instance) == ([], [])


def test_a_system_without_the_type_is_told_and_goes_on(monkeypatch, tmp_path):
    monkeypatch.setattr(web_fonts, "SOURCES", (tmp_path,))
    assert web_fonts.make_fonts(tmp_path) == ([], list(web_fonts.FACES))
    assert not web_fonts.folder(tmp_path).exists()


def test_a_full_disk_leaves_no_half_of_a_face(monkeypatch, tmp_path):
    def full(_font, path, _options):
        with open(path, "wb") as draft:  # noqa: PTH123 (as the library does)
            draft.write(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(subset, "save_font", full)
    with pytest.raises(OSError, match="No space left"):
        web_fonts.make_fonts(tmp_path)
    assert [*web_fonts.folder(tmp_path).iterdir()] == []


def test_an_installed_program_cuts_nothing(monkeypatch, tmp_path):
    (tmp_path / "fonts").mkdir()
    monkeypatch.setattr(web_fonts.paths, "PREBUILT", tmp_path)
    monkeypatch.setattr(web_fonts, "_subset", lambda *_: pytest.fail("cut at a start"))
    assert web_fonts.make_fonts(tmp_path / "instance") == ([], [])
    assert web_fonts.folder(tmp_path / "instance") == tmp_path / "fonts"


def test_a_face_goes_with_its_copyright_and_its_licence(instance):
    with TTFont(web_fonts.folder(instance) / "vollkorn-600.woff2") as font:
        told = [font["name"].getDebugName(number) for number in (0, 13, 14)]
    assert "Vollkorn Project Authors" in told[0]
    assert "SIL Open Font License" in told[1]
    assert told[2].startswith("http")
