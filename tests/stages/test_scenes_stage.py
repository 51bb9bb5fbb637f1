"""Stage scenes: lists, filters, pictures and the audited table, on scenes by hand."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from rich.console import Console

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "scenes"))
from hand_made import thing, two_room_scene

from gstgen.config import parse_settings
from gstgen.entry import _compose, main
from gstgen.errors import RequestError, RunError
from gstgen.media.pictures import read_png
from gstgen.scenes import catalogue
from gstgen.stages import contact_sheets, scenes, scenes_table
from gstgen.stages.plan import check_request


def settings(*overrides, output="unused"):
    return check_request(parse_settings(_compose(["stage=scenes", f"output={output}", "workers=1", *overrides])))


def names(*overrides):
    return [e.title for e in scenes.choose(settings(*overrides))]


def test_the_list_has_every_source_and_family():
    found = names("scenes.families=1")
    assert len([n for n in found if catalogue.find(n).split == "bench"]) == 51
    for name in ("Rs_int", "artvip_kitchen", "sweethome3d_Studio", "home/000000", "garden/000000"):
        assert name in found


def test_filters():
    assert names("split=bench", "scenes.kind=gym") == ["hotel_gym_spa"]
    assert names("scenes.kind=office", "scenes.source=family", "scenes.families=2") == [
        "office/000000",
        "office/000001",
    ]
    assert names("scenes.names=[Rs_int,home/7]") == ["Rs_int", "home/000007"]
    assert names("scene=home/7") == ["home/000007"]
    assert len(names("split=bench", "bench.exclude=[gates_bedroom]")) == 50
    both = names("scenes.kind=home", "scenes.source=family", "scenes.families=16")
    assert [n for n in both if n.endswith("_upper")]
    with pytest.raises(RequestError, match="no scene has this kind"):
        names("split=bench", "scenes.source=family")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["scenes.names=[Rs_it]"], "unknown scene 'Rs_it'; near names: Rs_int"),
        (["bench.exclude=[home/3]"], "no benchmark scene"),
        (["scenes.table=../x"], "scenes.table"),
        (["scenes.kind=castle"], "scenes.kind=castle"),
        (["scenes.names=[artvip_kitchen]", "scenes.draw=true", "scenes.views=0"], "loader for USD scenes is missing"),
    ],
)
def test_wrong_requests_are_one_line(arguments, message, capsys, tmp_path):
    assert main(["stage=scenes", f"output={tmp_path / 'out'}", *arguments]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_listing_writes_nothing(capsys, tmp_path):
    assert main(["stage=scenes", "scenes.names=[Rs_int,home/7,ai_001_001]", f"output={tmp_path / 'out'}"]) == 0
    printed = capsys.readouterr().out
    for word in ("Rs_int", "home/000007", "66", "bench", "train", "HyperSim", "MIT"):
        assert word in printed
    assert not (tmp_path / "out").exists()


@pytest.fixture
def by_hand(monkeypatch):
    """Every scene is the one by hand; home_000002 has a thing in the air, home_000003 cannot be laid out."""

    def make(name, seed, source):
        if name == "home_000003":
            raise RunError("no layout for home_000003")
        extra = [thing("chair_a_0", (1.0, 0.5, 0.5), (0.5, 0.5, 0.8))] if name == "home_000002" else []
        return two_room_scene(*extra)

    for module in (contact_sheets, scenes_table):
        monkeypatch.setattr(module, "generate", make)
    return make


def test_table(by_hand, tmp_path):
    chosen = settings("scenes.names=[home/1,home/2,home/3]", "scenes.table=t", output=tmp_path)
    rows = scenes_table.write_table(chosen, scenes.choose(chosen), Console(quiet=True))
    assert [(r["scene"], r["error"]) for r in rows[:2]] == [("home_000001", None), ("home_000002", None)]
    assert "no layout" in rows[2]["error"]
    assert (rows[0]["listed"], rows[0]["placed"], rows[0]["unplaced"]) == (6, 5, {"no place": 1})
    assert rows[0]["navigable"]
    assert rows[0]["peak_mib"] > 10
    assert "mesh_overlaps" not in rows[0]  # was not looked for
    assert rows[1]["floating"] == ["chair_a_0 on floor"]
    assert scenes_table.faulty(rows) == ["home_000002", "home_000003"]
    text = (tmp_path / "reports" / "scenes" / "t.md").read_text()
    assert "home_000002" in text
    assert "home_000001" not in text  # only faults are listed one by one for training scenes
    stored = json.loads((tmp_path / "reports" / "scenes" / "t.json").read_text())
    assert [r["scene"] for r in stored["rows"]] == ["home_000001", "home_000002", "home_000003"]


def test_a_table_with_faults_is_written_and_fails(by_hand, tmp_path, monkeypatch, capsys):
    def broken(name, seed, source):
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(scenes_table, "generate", broken)
    assert main(["stage=scenes", "scenes.names=[home/1]", "scenes.table=t", f"output={tmp_path}", "workers=1"]) == 1
    assert "1 of 1 scenes have faults (home_000001)" in capsys.readouterr().err
    assert "ZeroDivisionError: oh" in (tmp_path / "reports" / "scenes" / "t.md").read_text()


def test_a_table_goes_on_where_it_was(by_hand, tmp_path, monkeypatch):
    first = settings("scenes.names=[home/1]", "scenes.table=t", output=tmp_path)
    done = scenes_table.write_table(first, scenes.choose(first), Console(quiet=True))
    calls = []

    def counted(name, seed, source):
        calls.append(name)
        return by_hand(name, seed, source)

    monkeypatch.setattr(scenes_table, "generate", counted)
    more = settings("scenes.names=[home/1,home/2]", "scenes.table=t", output=tmp_path)
    rows = scenes_table.write_table(more, scenes.choose(more), Console(quiet=True))
    assert calls == ["home_000002"]
    assert rows[0] == done[0]
    other = settings("scenes.names=[home/1]", "scenes.table=t", "seed=8", output=tmp_path)
    scenes_table.write_table(other, scenes.choose(other), Console(quiet=True))
    assert calls == ["home_000002", "home_000001"]


def test_pictures(by_hand, tmp_path):
    wanted = settings(
        "scenes.names=[home/1,home/2,home/4]",
        "scenes.draw=true",
        "scenes.views=0",
        "scenes.sheet_rows=1",
        output=tmp_path,
    )
    sheets = contact_sheets.draw(wanted, scenes.choose(wanted), Console(quiet=True))
    assert [s.name for s in sheets] == ["sheet_00.png", "sheet_01.png"]
    plan = read_png(tmp_path / "reports" / "scenes" / "home_000001.png")
    assert plan.shape == (720, 900, 3)
    assert len({tuple(c) for c in plan.reshape(-1, 3)[::97]}) > 5
    assert read_png(sheets[0]).shape == (360, 900, 3)
    assert (tmp_path / "dataset.json").is_file()


def test_a_scene_that_cannot_be_drawn_is_named_at_the_end(by_hand, tmp_path):
    wanted = settings("scenes.names=[home/3,home/1]", "scenes.draw=true", "scenes.views=0", output=tmp_path)
    with pytest.raises(RunError, match=r"1 of 2 scenes could not be drawn: home_000003 \(no layout"):
        contact_sheets.draw(wanted, scenes.choose(wanted), Console(quiet=True))
    assert (tmp_path / "reports" / "scenes" / "home_000001.png").is_file()


def test_eye_level_poses_stand_on_free_floor():
    wanted = settings().scenes
    scene = two_room_scene()
    poses = contact_sheets.eye_level_poses(scene, 3, wanted)
    assert len(poses) == 3
    for pose in poses:
        x, y, z = pose[:3, 3]
        assert z == wanted.eye_m
        assert 0.2 < y < 2.8
        assert not (0 < x < 2.2 and y > 1.3)  # not in the bed
    assert not (poses[0] == poses[2]).all()
