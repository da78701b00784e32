"""Subjects that are left out: nothing of them is there, and the rest works."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scorekeeper import create_app
from scorekeeper.app.subjects import GAMES, SUBJECTS, WrongSubjects, check_choice
from scorekeeper.clubs.commands.accounts import operator
from scorekeeper.core.pages.web_fonts import folder as fonts_folder
from tests.crawler import Walk
from tests.tournaments.club_night import PASSWORD
from tests.visitor import start

PACKAGES = {name: {name, "clubs"} if name == "tournaments" else {name} for name in SUBJECTS if name not in (GAMES, "backup")}
"""The packages that only these subjects import. Backups are made without their pages too, before an upgrade."""


def without(name: str) -> set[str]:
    """Return every subject but this one and the subjects that need it."""
    left = set(SUBJECTS) - {name}
    while stranded := {one for one in left if not left.issuperset(SUBJECTS[one].needs)}:
        left -= stranded
    return left


LEFT_OUT = pytest.mark.parametrize("subjects", [pytest.param(without(name), id=name) for name in SUBJECTS if name != GAMES])


@pytest.fixture
def client(subjects, make_app):
    return make_app(subjects=subjects, WTF_CSRF_ENABLED=False).test_client()


@LEFT_OUT
def test_home_and_pad_work(client):
    game = start(client)
    pages = {path: client.get(path).status_code for path in ("/", "/games/new", "/rules", "/api", game, f"{game}/history")}
    assert pages == dict.fromkeys(pages, 200)


@pytest.mark.thorough("follows every link of the program, seven times")
@LEFT_OUT
def test_no_link_leads_to_what_is_left_out(client, subjects, cut_fonts):
    shutil.copytree(cut_fonts, fonts_folder(Path(client.application.instance_path)), dirs_exist_ok=True)
    walk = Walk(client, "")
    if "tournaments" in subjects:
        with client.application.app_context():
            organizer = {"name": "Rita", "password": PASSWORD, "club": "Club", "code": operator.first_account_code()}
        assert client.post("/club/start", data=organizer).status_code == 303
        walk.add("/", "/desk")
    for address in (start(client), "/"):
        walk.add("/", address)
    assert walk.go() > 100
    # What the walk itself has deleted is still a page.
    pages = client.application.url_map.bind("localhost")
    assert [
        line for line in walk.broken if not (line.endswith(" 404") and pages.test(line.partition("?")[0].partition(": ")[0]))
    ] == []


@LEFT_OUT
def test_the_api_has_the_operations_of_its_subjects_alone(client, subjects):
    document = client.get("/api/v1/openapi.json").json
    tags = {operation["tags"][0] for path in document["paths"].values() for operation in path.values()}
    assert ("referee" in tags) == ("rulings" in subjects)
    assert ("entrants" in tags) == ("clubs" in tags) == ("tournaments" in subjects)
    assert ("season" in tags) == ("leagues" in subjects)
    assert ("files" in tags) == ("archives" in subjects)
    assert "games" in tags
    assert {tag["name"] for tag in document["tags"]} == tags
    names = set(re.findall(r"#/components/schemas/(\w+)", str(document)))
    assert names <= document["components"]["schemas"].keys()


@pytest.mark.thorough("starts the program seven times")
@LEFT_OUT
def test_what_is_left_out_is_not_imported(subjects, tmp_path):
    code = f"""
import sys
from scorekeeper import create_app
app = create_app({{"PREPARED": True}}, {str(tmp_path)!r}, subjects={subjects!r})
assert app.test_client().get("/api/v1/openapi.json").status_code == 200
print(*{{name.split(".")[1] for name in sys.modules if name.startswith("scorekeeper.")}})
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    unused = set().union(*(packages for name, packages in PACKAGES.items() if name not in subjects))
    assert unused & set(done.stdout.split()) == set()


def test_an_impossible_choice_says_what_is_missing(tmp_path):
    with pytest.raises(WrongSubjects, match="leagues needs tournaments"):
        create_app({}, tmp_path, subjects=["games", "leagues"])
    with pytest.raises(WrongSubjects, match="the application needs games"):
        check_choice([])
    with pytest.raises(WrongSubjects, match=r"There is no subject chess\. The subjects are games, rulings,"):
        check_choice(["games", "chess"])
