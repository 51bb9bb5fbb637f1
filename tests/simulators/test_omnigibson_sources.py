"""What scenes are made of when OmniGibson loaded them: USD's conventions, layout pictures, outlines, descriptions."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gstgen.errors import RequestError, RunError
from gstgen.geometry.cameras import pose_from_heading, pose_looking_down
from gstgen.geometry.usd import (
    focal_length_mm,
    from_usd_camera,
    layout_grid,
    quaternion_xyzw,
    rotation_from_xyzw,
    to_usd_camera,
    transform_row_points,
)
from gstgen.scenes.mesh import SceneGeometry
from gstgen.scenes.model import Scene
from gstgen.scenes.outlines import add_parts, object_parts, outline_part, prism
from gstgen.scenes.sources import described, load_geometry, usd_stage
from gstgen.scenes.sources.behavior import listed_objects, listed_poses, moved_objects
from gstgen.scenes.sources.layout_maps import name_rooms, read_layout, rectangles
from gstgen.simulators.omnigibson.layers import glass_layer, to_instances

angles = st.floats(-180, 180)


def test_recorded_orientations_of_usd_cameras() -> None:
    """Figures that were measured on the real library."""
    _, east = to_usd_camera(pose_from_heading((0, 0, 1), 0.0, 0.0))
    np.testing.assert_allclose(east * np.sign(east[0]), (0.5, -0.5, -0.5, 0.5), atol=1e-12)
    _, north = to_usd_camera(pose_from_heading((0, 0, 1), 90.0, 0.0))
    np.testing.assert_allclose(north, (2**-0.5, 0, 0, 2**-0.5), atol=1e-12)
    position, down = to_usd_camera(pose_looking_down((1.0, 2.0), 3.0))
    np.testing.assert_allclose(down, (0, 0, 0, 1), atol=1e-12)
    np.testing.assert_allclose(position, (1, 2, 3))
    assert focal_length_mm(1280 * 17.0 / 20.955, 1280, 20.955) == pytest.approx(17.0)


@given(angles, st.floats(-89, 89), angles)
@settings(max_examples=60, deadline=None)
def test_poses_survive_the_way_to_usd_and_back(heading: float, pitch: float, roll: float) -> None:
    pose = pose_from_heading((1.0, -2.0, 3.0), heading, pitch)
    c, s = np.cos(np.radians(roll)), np.sin(np.radians(roll))
    pose[:3, :3] = pose[:3, :3] @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    position, quaternion = to_usd_camera(pose)
    assert np.linalg.norm(quaternion) == pytest.approx(1.0)
    assert quaternion[3] >= 0
    np.testing.assert_allclose(from_usd_camera(position, quaternion), pose, atol=1e-9)
    np.testing.assert_allclose(rotation_from_xyzw(quaternion_xyzw(pose[:3, :3])), pose[:3, :3], atol=1e-9)


def test_usd_matrices_move_row_vectors() -> None:
    matrix = np.eye(4)
    matrix[:3, :3] = [[0, 1, 0], [-1, 0, 0], [0, 0, 2]]  # x -> y, y -> -x, z doubled
    matrix[3, :3] = (10, 20, 30)
    np.testing.assert_allclose(transform_row_points(matrix, [(1, 0, 0), (0, 1, 1)]), [(10, 21, 30), (9, 20, 32)])


def write_layout(root: Path, **maps: np.ndarray) -> Path:
    scene = root / "scenes/Rs_int"
    (scene / "layout").mkdir(parents=True)
    (root / "metadata").mkdir()
    (root / "metadata/room_categories.txt").write_text("bathroom\nbedroom\nkitchen\n")
    for name, picture in maps.items():
        cv2.imwrite(str(scene / "layout" / f"{name}.png"), picture)
    return scene


def test_rooms_of_one_type_are_kept_apart_and_rows_grow_with_y(tmp_path: Path) -> None:
    instance, semantic = np.zeros((1000, 1000), np.uint8), np.zeros((1000, 1000), np.uint8)
    for number, kind, columns in ((7, 2, slice(100, 400)), (3, 2, slice(420, 700)), (9, 1, slice(710, 900))):
        instance[600:900, columns], semantic[600:900, columns] = number, kind
    free = np.where(instance > 0, 255, 0).astype(np.uint8)
    free[700:780, 400:420] = 255  # a doorway
    scene = write_layout(
        tmp_path,
        floor_insseg_0=instance,
        floor_semseg_0=semantic,
        floor_trav_no_obj_0=free,
        floor_trav_open_door_0=free,
    )
    maps = read_layout(scene)
    assert [(i, t) for i, t, _ in maps.rooms] == [
        ("bedroom_0", "bedroom"),
        ("bedroom_1", "bedroom"),
        ("bathroom_0", "bathroom"),
    ]
    rooms = {i: p for i, _, p in maps.rooms}
    np.testing.assert_allclose(rooms["bedroom_0"].bounds, (-0.8, 1.0, 2.0, 4.0), atol=0.011)  # y is up in rows
    assert maps.walkable_file == "floor_trav_open_door_0.png"
    walls = maps.wall_parts(0.05, 0.2, 0.0, 2.5)
    blocked = np.zeros((1000, 1000), bool)
    for part in walls:
        ring = np.array(part["outline_m"])
        (x0, y0), (x1, y1) = ring.min(0), ring.max(0)
        blocked[round((y0 + 5) * 100) : round((y1 + 5) * 100), round((x0 + 5) * 100) : round((x1 + 5) * 100)] = True
    assert blocked[650, 410]
    assert not blocked[740, 410]  # the doorway
    assert not (blocked & (free > 0))[610:890].any()
    assert blocked[595, 200]
    assert not blocked[500, 500]
    grid = layout_grid(100, 0.1)
    assert maps.blocked(grid)[70, 10 - 1]
    assert not maps.blocked(grid)[70, 20]


def test_damaged_layouts_are_named(tmp_path: Path) -> None:
    empty = np.zeros((100, 100), np.uint8)
    scene = write_layout(tmp_path, floor_insseg_0=empty, floor_semseg_0=empty)
    with pytest.raises(RequestError, match="traversability map"):
        read_layout(scene)
    names, notes = name_rooms(np.full((4, 4), 5, np.uint8), np.full((4, 4), 9, np.uint8), ["bathroom"])
    assert names == {}
    assert "no type" in notes[0]
    (scene / "layout/floor_insseg_0.png").unlink()
    with pytest.raises(RequestError, match="floor_insseg_0"):
        read_layout(scene)


@given(st.lists(st.lists(st.booleans(), min_size=7, max_size=7), min_size=1, max_size=7))
@settings(max_examples=60, deadline=None)
def test_rectangles_tile_a_mask(rows: list[list[bool]]) -> None:
    mask = np.array(rows)
    count = np.zeros(mask.shape, int)
    for row0, column0, row1, column1 in rectangles(mask):
        count[row0:row1, column0:column1] += 1
    assert np.array_equal(count, mask.astype(int))


def test_scene_files_of_both_versions(tmp_path: Path) -> None:
    (tmp_path / "json").mkdir()
    registry = {"sofa_abc_0": {"root_link": {"pos": [1, 2, 3], "ori": [0, 0, 0, 1]}}}
    for state in ({"object_registry": registry}, {"registry": {"object_registry": registry}}):
        info = {"init_info": {"sofa_abc_0": {"args": {"category": "sofa"}}}}
        (tmp_path / "json/Rs_int_best.json").write_text(json.dumps({"objects_info": info, "state": state}))
        assert listed_objects(tmp_path, "Rs_int") == {"sofa_abc_0": {"category": "sofa"}}
        poses = listed_poses(tmp_path, "Rs_int")
        np.testing.assert_allclose(poses["sofa_abc_0"][0], (1, 2, 3))
    entry = {"name": "sofa_abc_0", "position_m": [1, 2, 3.05]}
    assert moved_objects([entry], poses) == []
    assert moved_objects([{**entry, "position_m": [1, 2, -97]}], poses) == ["sofa_abc_0"]


def test_outlines_hold_what_they_stand_for() -> None:
    rng = np.random.default_rng(5)
    points = rng.normal(size=(400, 3)) * (0.4, 0.2, 0.3) + (1, 2, 0.5)
    part = outline_part(points, 0.005)
    geometry = SceneGeometry()
    add_parts(geometry, "a", [part])
    low, high = geometry.bounds_m("a")
    np.testing.assert_allclose([low, high], [points.min(0), points.max(0)], atol=0.006)
    assert len(part["outline_m"]) < 40
    mesh = geometry.meshes["a"][0]
    corners = mesh.vertices[mesh.faces].astype(float)
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    outward = ((corners.mean(1) - mesh.vertices.mean(0)) * normals).sum(1)
    assert (outward > 0).all()
    pane = outline_part([(0, 0, 0), (1, 0, 0), (1, 0, 1)], 0.005, glass=True)
    assert pane is not None
    assert pane["glass"]
    assert outline_part(np.zeros((0, 3)), 0.005) is None
    many = object_parts([(points + i, False) for i in range(9)], 0.005, 4)
    assert len(many) == 1


def entry(
    name: str, category: str, low: tuple[float, ...], high: tuple[float, ...], **more: object
) -> dict[str, object]:
    low_, high_ = np.array(low), np.array(high)
    box = {"center_m": ((low_ + high_) / 2).tolist(), "size_m": (high_ - low_).tolist(), "rotation": np.eye(3).tolist()}
    ring = [(low[0], low[1]), (high[0], low[1]), (high[0], high[1]), (low[0], high[1])]
    parts = [prism(ring, low[2], high[2])]
    return {"name": name, "category": category, "model": "m", "rooms": [], "position_m": [0, 0, 0], "box": box,
            "bounds_m": [list(low), list(high)], "parts": parts, "glass": False, **more}  # fmt: skip


def test_a_usd_stage_becomes_a_scene() -> None:
    entries = [
        entry("floor_0", "floor", (0, 0, -3.0), (6, 4, 0.02)),
        entry("wall_0", "wall", (0, 0, 0), (6, 0.1, 2.6)),
        entry("table_0", "table", (2, 2, 0.03), (3, 3, 0.75)),
        entry("vase_0", "vase", (2.4, 2.4, 0.75), (2.6, 2.6, 1.1)),
        entry("lamp_0", "lamp", (4, 2, 2.3), (4.4, 2.4, 2.6)),
        entry("picture_0", "picture", (1, 0.1, 1.2), (2, 0.14, 1.8)),
        {**entry("ghost_0", "ghost", (0, 0, 0), (1, 1, 1)), "box": None, "bounds_m": None, "parts": []},
    ]
    description = {"objects": entries, "versions": {"omnigibson": "3.9.2"}, "notes": {}}
    scene = usd_stage.build_scene("my_flat", Path("flat.usd"), description)
    assert {o.id: o.support for o in scene.objects} == {
        "table_0": "floor", "vase_0": "table_0", "lamp_0": "ceiling", "picture_0": "wall",
    }  # fmt: skip
    assert scene.floor_z_m == pytest.approx(0.02)
    assert scene.notes["instances without extent"] == ["ghost_0"]
    again = Scene.from_json(json.loads(json.dumps(scene.to_json())))
    geometry = load_geometry(again)
    low, high = geometry.bounds_m("floor_0")
    assert high[2] - low[2] == pytest.approx(0.1)  # a floor's hull is only believed near its top
    np.testing.assert_allclose(geometry.bounds_m("table_0"), [(2, 2, 0.03), (3, 3, 0.75)], atol=1e-4)
    with pytest.raises(RunError, match="no floor"):
        usd_stage.build_scene("my_flat", Path("flat.usd"), {**description, "objects": entries[1:]})


def test_walls_of_a_map_go_to_the_walls_that_hold_them() -> None:
    entries = [
        entry("walls_all", "walls", (0, 0, 0), (6, 4, 2.6)),
        entry("walls_small", "walls", (0, 0, 0), (1, 1, 2.6)),
    ]
    ring = np.array([(0.2, 0.2), (0.4, 0.2), (0.4, 0.4), (0.2, 0.4)])
    parts = [prism(ring + shift, 0.0, 2.6) for shift in ((0, 0), (3, 2), (50, 0))]
    structure = {s.id: s.parameters["parts"] for s in described.read_structure(entries, (), parts)}
    assert structure == {"walls_all": [parts[1]], "walls_small": [parts[0]], "walls_from_map": [parts[2]]}


def test_glass_is_where_hiding_panes_changes_the_surface() -> None:
    ids = np.array([[4, 4, 4, 2, 0]], np.uint32)
    depth = np.array([[2.0, 2.0, 2.0, 3.0, np.inf]], np.float32)
    behind = np.array([[5.0, np.inf, 2.0, 3.2, np.inf]], np.float32)
    assert glass_layer(ids, depth, behind, np.array([4], np.uint32)).tolist() == [[4, 4, 0, 0, 0]]


def test_masks_go_by_names_and_strangers_are_counted() -> None:
    from collections import Counter

    unknown: Counter[str] = Counter()
    raw = np.array([[5, 5, 9], [0, 1, 77]])
    labels = {5: "sofa_abc_0", 9: "groundPlane", 0: "background", 1: "unlabelled"}
    out = to_instances(raw, labels, lambda label: label, {"sofa_abc_0": 3}, unknown)
    assert out.tolist() == [[3, 3, 0], [0, 0, 0]]
    assert unknown == {"groundPlane": 1, "unlabelled": 1, "id 77 without a label": 1}
