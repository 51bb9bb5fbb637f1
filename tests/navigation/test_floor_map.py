from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from gstgen.errors import RunError
from gstgen.navigation.floor_map import FloorMap, build_floor_map
from gstgen.navigation.settings import FloorMapSettings
from gstgen.navigation.validation import check_scene
from gstgen.scenes.mesh import SceneGeometry
from gstgen.scenes.model import Scene

Flat = tuple[Scene, SceneGeometry]


def at(mask: np.ndarray, floor_map: FloorMap, x: float, y: float) -> bool:
    iy, ix = floor_map.grid.to_cells([x, y])
    return bool(mask[iy, ix])


def test_furniture_walls_and_door_leaves_are_not_free(flat_map: FloorMap) -> None:
    free = {(2.5, 2.5): True, (0.55, 1.8): False, (1.75, 1.8): False, (1.0, 5.9): False, (2.5, -0.1): False,
            (1.59, 4.6): False, (2.05, 4.07): True, (5.07, 3.0): True, (8.15, 3.0): False}  # fmt: skip
    assert {p: at(flat_map.free, flat_map, *p) for p in free} == free


def test_outside_and_beyond_windows_is_not_free(flat_map: FloorMap) -> None:
    assert not at(flat_map.free, flat_map, 6.0, 5.0)
    assert not flat_map.free[0].any()
    assert not flat_map.free[:, 0].any()


def test_every_room_is_reached_and_indexed(flat_map: FloorMap) -> None:
    assert flat_map.rooms_without_access() == []
    assert flat_map.room_ids[int(flat_map.room_at([2.5, 6.0]))] == "kitchen_0"
    assert int(flat_map.room_at([2.05, 4.07])) == -1
    assert int(flat_map.room_at([99.0, 0.0])) == -1


def test_navigable_keeps_the_radius_to_every_obstacle(flat_map: FloorMap) -> None:
    cells = flat_map.grid.to_world(np.argwhere(flat_map.navigable))
    blocked = flat_map.grid.to_world(np.argwhere(~flat_map.free))
    for point in cells[::7]:
        gap = np.abs(blocked - point) - flat_map.grid.resolution_m / 2
        assert np.linalg.norm(np.maximum(gap, 0), axis=1).min() >= 0.25 - 0.012
    assert (flat_map.clearance_at(cells) >= 0.25 - 1e-6).all()


def test_door_narrower_than_the_agent_closes_the_room_off(
    flat_with: Callable[..., Flat], floor_settings: FloorMapSettings
) -> None:
    scene, geometry = flat_with(door_m=0.45)
    floor_map = build_floor_map(scene, geometry, floor_settings)
    assert floor_map.rooms_without_access() == ["kitchen_0"]
    assert floor_map.islands[0].room == "kitchen_0"
    assert check_scene(scene, geometry, floor_map, floor_settings).rooms_without_access == ("kitchen_0",)


def test_two_islands_are_reported_with_their_sizes(builder, floor_settings: FloorMapSettings) -> None:  # type: ignore[no-untyped-def]
    builder.room("hall_0", 0, 0, 10, 3)
    builder.part("wall", "wall_0", [([6, 0, 0], [6.1, 3, 2.6])])
    builder.part("wall", "wall_1", [([8, 0, 0], [8.1, 3, 2.6])])
    floor_map = build_floor_map(builder.scene(), builder.geometry, floor_settings)
    assert len(floor_map.islands) == 2
    for island, center in zip(floor_map.islands, ((7.05, 1.5), (9.05, 1.5)), strict=True):
        assert island.area_m2 == pytest.approx(1.4 * 2.5, rel=0.12)
        assert island.center_xy_m == pytest.approx(center, abs=0.06)
    assert at(floor_map.navigable, floor_map, 3.0, 1.5)
    assert not at(floor_map.navigable, floor_map, 9.0, 1.5)


def test_no_free_floor_is_one_clear_line(builder, floor_settings: FloorMapSettings) -> None:  # type: ignore[no-untyped-def]
    builder.room("closet_0", 0, 0, 1.0, 1.0)
    builder.furniture("shelf_a_0", (0.5, 0.5), (0.9, 0.9, 1.0))
    with pytest.raises(RunError) as caught:
        build_floor_map(builder.scene("closet"), builder.geometry, floor_settings)
    assert "closet" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_scene_without_a_floor_is_one_clear_line(builder, floor_settings: FloorMapSettings) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(RunError, match="no floor"):
        build_floor_map(builder.scene("void"), builder.geometry, floor_settings)


def test_low_things_are_walked_over_and_high_ones_under(builder, floor_settings: FloorMapSettings) -> None:  # type: ignore[no-untyped-def]
    builder.room("hall_0", 0, 0, 4, 4)
    builder.furniture("carpet_a_0", (1.0, 1.0), (1.0, 1.0, 0.02))
    builder.furniture("lamp_a_0", (3.0, 3.0), (0.6, 0.6, 0.4), z=1.9)
    builder.table("table_a_0", (3.0, 1.0), 0.8, 0.8, 0.75)
    floor_map = build_floor_map(builder.scene(), builder.geometry, floor_settings)
    assert at(floor_map.free, floor_map, 1.0, 1.0)
    assert at(floor_map.free, floor_map, 3.0, 3.0)
    assert not at(floor_map.free, floor_map, 3.0, 1.0)


def test_mirrored_scene_gives_the_mirrored_map(builder, flat: Flat, floor_settings: FloorMapSettings) -> None:  # type: ignore[no-untyped-def]
    scene, geometry = flat
    plain = build_floor_map(scene, geometry, floor_settings)
    mirror = type(builder)()
    for room in scene.rooms:
        x0, y0, x1, y1 = room.polygon.bounds
        mirror.room(room.id, -x1, y0, -x0, y1)
    for name, parts in geometry.meshes.items():
        mirror.geometry.meshes[name] = [
            type(p)(0, p.vertices * np.float32([-1, 1, 1]), p.normals, p.uvs, p.faces) for p in parts
        ]
    flipped = build_floor_map(mirror.scene(), mirror.geometry, floor_settings)
    assert (flipped.free == plain.free[:, ::-1]).all()
    assert (flipped.navigable == plain.navigable[:, ::-1]).all()


def test_file_round_trip_is_exact_and_its_bytes_stable(flat_map: FloorMap, tmp_path: Path) -> None:
    flat_map.save(tmp_path / "a.npz")
    flat_map.save(tmp_path / "b.npz")
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()
    read = FloorMap.load(tmp_path / "a.npz")
    for name in ("free", "navigable", "room_index", "clearance_m"):
        assert (getattr(read, name) == getattr(flat_map, name)).all()
    assert (read.grid, read.room_ids, read.islands) == (flat_map.grid, flat_map.room_ids, flat_map.islands)


def test_faults_of_a_scene_are_named(builder, floor_settings: FloorMapSettings) -> None:  # type: ignore[no-untyped-def]
    builder.room("hall_0", 0, 0, 4, 4)
    builder.furniture("sofa_a_0", (0.3, 2.0), (1.0, 1.0, 0.8))
    builder.furniture("picture_a_0", (0.0, 1.0), (0.1, 0.5, 0.5), z=1.2)
    builder.furniture("chair_a_0", (3.0, 3.0), (0.5, 0.5, 0.9))
    builder.furniture("pea_a_0", (2.0, 1.0), (0.001, 0.001, 0.001))
    del builder.geometry.meshes["chair_a_0"]
    scene = builder.scene()
    faults = check_scene(
        scene, builder.geometry, build_floor_map(scene, builder.geometry, floor_settings), floor_settings
    )
    assert faults.through_wall == ("sofa_a_0",)
    assert faults.without_mesh == ("chair_a_0",)
    assert faults.implausible_size == ("pea_a_0",)
