from __future__ import annotations

import json

from click.testing import CliRunner

from scorekeeper.archives import unpacking
from scorekeeper.archives.export import export_club
from scorekeeper.cli.command_line import main
from tests.archives.test_archive import a_club


def test_the_games_of_a_clubs_archive_are_tried_out_from_its_file(inside, tmp_path):
    desk = a_club()
    file = tmp_path / "club.zip"
    file.write_bytes(export_club(desk.club))
    (record,) = unpacking.game_records(file.read_bytes())
    assert [event.points for event in record.events] == [(70, 30)]
    result = CliRunner().invoke(main, ["lab", "--set", "target=50", "--format", "json", str(file)])
    assert result.exit_code == 0
    assert json.loads(result.stdout)["totals"]["fates"]["decided"] == 1
