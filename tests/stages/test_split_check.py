"""Training scenes that repeat a held-out layout are refused; others get a record of the nearest one."""

from __future__ import annotations

import pytest
from shapely import affinity

from gstgen.config import parse_settings
from gstgen.entry import _compose
from gstgen.errors import RunError
from gstgen.scenes import catalogue
from gstgen.scenes.first_plan import first_rooms
from gstgen.scenes.model import Room, Scene
from gstgen.stages.split_check import check_split


@pytest.fixture(scope="module")
def settings():
    return parse_settings(_compose(["scene=home/1", "seed=7"]))


@pytest.fixture(autouse=True)
def few_held_out(monkeypatch):
    """Three benchmark scenes are enough here, and are planned quickly."""
    few = {n: catalogue.find(n) for n in ("Rs_int", "Benevolence_1_int", "Benevolence_0_int")}
    monkeypatch.setattr(catalogue, "entries", lambda: few)


def scene_of(rooms, settings):
    half = settings.source.wall_m / 2
    made = tuple(
        Room(name, name.rsplit("_", 1)[0], p.buffer(-half, join_style="mitre"), 2.6) for name, p in rooms.items()
    )
    return Scene("home_000001", "procedural", None, "home", made, (), (), (), 0.0, "", ())


def bench_rooms(name, settings):
    entry = catalogue.find(name)
    rooms = first_rooms(catalogue.inventory_of(entry, settings.seed), entry.kind, settings.seed, settings.source)
    assert rooms is not None
    return rooms


def test_a_held_out_layout_is_refused_in_any_pose(settings, tmp_path):
    rooms = bench_rooms("Rs_int", settings)
    with pytest.raises(RunError, match=r"home_000001 with seed 7 is laid out like the held-out scene Rs_int") as error:
        check_split(scene_of(rooms, settings), settings, tmp_path)
    assert "\n" not in str(error.value)
    turned = {
        n: affinity.rotate(affinity.scale(p, -1.1, 1.1, origin=(0, 0)), 90, origin=(0, 0)) for n, p in rooms.items()
    }
    with pytest.raises(RunError, match="Rs_int"):
        check_split(scene_of(turned, settings), settings, tmp_path)


def test_another_layout_passes_and_names_the_nearest(settings, tmp_path):
    # The rooms of Rs_int planned with another seed: areas alike, but put together in another way.
    entry = catalogue.find("Rs_int")
    rooms = first_rooms(catalogue.inventory_of(entry, 8), entry.kind, 8, settings.source)
    found = check_split(scene_of(rooms, settings), settings, tmp_path)
    assert found["compared"] >= 1
    assert found["nearest"]["scene"] in catalogue.entries()
    assert min(found["nearest"]["rooms"], found["nearest"]["walls"]) < settings.bench.max_room_similarity
    # The benchmark's layouts were kept: a second look gives the same without planning anything.
    kept = {p: p.stat().st_mtime_ns for p in (tmp_path / "bench_layouts").iterdir()}
    assert check_split(scene_of(rooms, settings), settings, tmp_path) == found
    assert {p: p.stat().st_mtime_ns for p in (tmp_path / "bench_layouts").iterdir()} == kept


def test_the_limits_are_settings(settings, tmp_path):
    loose = settings.model_copy(update={"bench": settings.bench.model_copy(update={"max_room_similarity": 1.0})})
    rooms = bench_rooms("Rs_int", settings)
    assert check_split(scene_of(rooms, settings), loose, tmp_path)["nearest"]["scene"] == "Rs_int"


@pytest.mark.parametrize("content", ["", "[]", '{"rooms": {}, "sha256": "0"}'])
def test_a_damaged_cache_is_made_again(settings, tmp_path, content):
    rooms = bench_rooms("Rs_int", settings)
    for _ in range(2):
        with pytest.raises(RunError, match="Rs_int"):
            check_split(scene_of(rooms, settings), settings, tmp_path)
        for path in (tmp_path / "bench_layouts").iterdir():
            path.write_text(content)
