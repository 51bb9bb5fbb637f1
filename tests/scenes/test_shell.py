"""The building's triangles: boxes, paint, openings and closed corners."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from embreex import rtcore_scene
from embreex.mesh_construction import TriangleMesh
from generated_homes import make_scene

from gstgen.geometry.boxes import OrientedBox
from gstgen.scenes.mesh import SceneGeometry
from gstgen.scenes.model import Structure
from gstgen.scenes.shell import SKIRTING_DEPTH_M, add_shell, structure_parts
from gstgen.scenes.shell_quads import Skins
from gstgen.scenes.structure import skirting_runs
from gstgen.scenes.surfaces import SIZE_PX, texture_key
from gstgen.scenes.walls import WallSegment

HOMES = [("Rs_int", 7), ("Merom_0_int", 7)]


def shell(scene, kinds=("wall", "floor", "ceiling", "door", "window")):
    geometry = SceneGeometry()
    add_shell(scene, geometry)
    keep = {s.id for s in scene.structure if s.kind in kinds}
    geometry.meshes = {k: v for k, v in geometry.meshes.items() if k in keep}
    return geometry


@pytest.mark.parametrize(("name", "seed"), HOMES)
def test_structure_boxes_are_the_extents_of_their_meshes(name, seed):
    scene = make_scene(name, seed)
    geometry = shell(scene)
    for structure in scene.structure:
        low, high = geometry.bounds_m(structure.id)
        assert np.allclose(structure.box.bounds_m[0], low, atol=1e-5), structure.id
        assert np.allclose(structure.box.bounds_m[1], high, atol=1e-5), structure.id


@pytest.mark.parametrize(("name", "seed"), HOMES)
def test_no_ray_escapes_through_a_corner(name, seed):
    """From the middle of each room, rays at many headings and heights only leave through windows."""
    scene = make_scene(name, seed)
    geometry = shell(scene)
    triangles = np.concatenate([p.vertices[p.faces] for parts in geometry.meshes.values() for p in parts])
    tracer = rtcore_scene.EmbreeScene()
    TriangleMesh(tracer, triangles.astype(np.float32))
    for room in scene.rooms:
        x0, y0, x1, y1 = room.polygon.bounds
        corners = [np.arctan2(y - (y0 + y1) / 2, x - (x0 + x1) / 2) for x in (x0, x1) for y in (y0, y1)]
        headings = np.concatenate(
            [np.linspace(0, 2 * np.pi, 720), *[c + np.linspace(-2e-3, 2e-3, 41) for c in corners]]
        )
        for pitch in (-0.5, -0.05, 0.0, 0.4):
            rays = np.stack([np.cos(headings), np.sin(headings), np.full_like(headings, pitch)], 1).astype(np.float32)
            start = np.tile(np.array([(x0 + x1) / 2, (y0 + y1) / 2, 1.2], np.float32), (len(rays), 1))
            hit = tracer.run(start, rays / np.linalg.norm(rays, axis=1, keepdims=True))
            assert np.all(hit >= 0), (room.id, pitch, np.degrees(headings[hit < 0]))


def test_rays_pass_doors_and_windows(rs_int):
    closed = shell(rs_int, ("wall", "floor", "ceiling"))
    triangles = np.concatenate([p.vertices[p.faces] for parts in closed.meshes.values() for p in parts])
    tracer = rtcore_scene.EmbreeScene()
    TriangleMesh(tracer, triangles.astype(np.float32))
    for s in rs_int.structure:
        if s.kind in ("door", "window"):
            p = s.parameters
            u, z = (p["u0_m"] + p["u1_m"]) / 2, (p["z0_m"] + p["z1_m"]) / 2
            start, along = np.array([u, p["line_m"] - 0.06, z]), np.array([0.0, 1.0, 0.0])
            if p["along"] == "y":
                start, along = start[[1, 0, 2]], along[[1, 0, 2]]
            distance = tracer.run(start[None].astype(np.float32), along[None].astype(np.float32), query="DISTANCE")
            assert distance[0] > 0.13, s.id


def test_sides_of_a_wall_wear_the_paint_of_their_rooms(rs_int):
    geometry = shell(rs_int)
    rooms = {r.id: r for r in rs_int.rooms}
    for wall in rs_int.structure:
        p = wall.parameters
        if p["shape"] != "wall":
            continue
        axis = 1 if p["along"] == "x" else 0
        for side, sign in (("low", -1), ("high", 1)):
            if p[side] is None:
                continue
            finish = rooms[p[side]].finish
            looks = ("-" if side == "low" else "+") + ("xy"[axis])
            accent = finish.get("accent", {"side": None})
            wanted = accent if accent["side"] == looks else finish["wall"]
            found = {
                geometry.materials[part.material].texture
                for part in geometry.meshes[wall.id]
                if (part.normals[:, axis] * sign > 0.9).any() and geometry.materials[part.material].texture
            }
            assert texture_key(wanted) in found


def test_corners_that_stand_into_a_room_wear_its_paint():
    """The end of a wall that meets another one at an inner corner of an L."""
    finish = {"kind": "plaster", "color": [0.8, 0.2, 0.2], "seed": 1, "gloss": 0.0}
    other, outside = ({**finish, "color": c} for c in ([0.2, 0.8, 0.2], [0.2, 0.2, 0.8]))
    rooms = {"living_room_0": {"wall": finish}, "kitchen_0": {"wall": other}}
    p = {
        "shape": "wall", "along": "x", "line_m": 3.0, "thickness_m": 0.14, "start_m": 0.0, "end_m": 4.0,
        "height_m": 2.5, "low": "kitchen_0", "high": "living_room_0", "cap_start": None, "cap_end": "living_room_0",
        "openings": [], "outside": outside, "trim": [0.9, 0.9, 0.9],
    }  # fmt: skip
    geometry = SceneGeometry()
    box = OrientedBox.from_bounds((0, 0, 0), (1, 1, 1))
    parts = structure_parts(Structure("wall_0", "wall", (), box, p), Skins(geometry, rooms))
    colors = {
        tuple(n): geometry.materials[part.material].color for part in parts for n in np.round(part.normals).astype(int)
    }
    assert colors[1, 0, 0] == colors[0, 1, 0] == (0.8, 0.2, 0.2)
    assert colors[0, -1, 0] == (0.2, 0.8, 0.2)
    assert colors[-1, 0, 0] == (0.2, 0.2, 0.8)


def test_glass_only_in_windows_and_doors(rs_int):
    geometry = shell(rs_int)
    glass = {i for i, m in enumerate(geometry.materials) if m.kind == "glass"}
    with_glass = {name for name, parts in geometry.meshes.items() if any(p.material in glass for p in parts)}
    windows = {s.id for s in rs_int.structure if s.kind == "window"}
    glazed = {s.id for s in rs_int.structure if s.parameters.get("style") in ("glazed", "vision", "glass")}
    assert windows <= with_glass <= windows | glazed


def test_every_material_has_its_texture(rs_int):
    geometry = shell(rs_int)
    assert {m.texture for m in geometry.materials if m.texture} <= set(geometry.textures)
    for image in geometry.textures.values():
        assert image.shape == (SIZE_PX, SIZE_PX, 4)


L_ROOM = shapely.Polygon([(0.07, 0.07), (5.93, 0.07), (5.93, 2.93), (2.93, 2.93), (2.93, 5.93), (0.07, 5.93)])


def test_skirting_runs_all_along_the_walls(rs_int):
    """Every stretch of a room's outline is behind a board or in a door, to the centimetre."""
    for room in rs_int.rooms:
        covered = [
            s.box.bounds_m for s in rs_int.structure
            if s.kind == "door" or (s.parameters["shape"] == "boards" and s.rooms == (room.id,))
        ]  # fmt: skip
        boards = shapely.union_all([shapely.box(*low[:2], *high[:2]).buffer(0.03) for low, high in covered])
        ring = room.polygon.exterior
        for distance in np.arange(0.0, ring.length, 0.05):
            assert boards.intersects(ring.interpolate(distance)), (room.id, distance)


def test_skirting_goes_round_corners_that_stand_into_the_room():
    wall = WallSegment("x", 3.0, 2.93, 6.07, 3.0, 6.0, "living_room_0", "kitchen_0", True, False)
    side = WallSegment("y", 3.0, 2.93, 6.07, 3.0, 6.0, "living_room_0", "kitchen_0", False, False)
    for segment in (wall, side):
        (run,) = skirting_runs(segment, L_ROOM, "low", 0.14)
        assert run[0] == pytest.approx(2.93 - SKIRTING_DEPTH_M)
        assert run[1] == pytest.approx(5.93)


@pytest.mark.parametrize("style", ["panelled", "six_panel", "flush", "glazed", "vision", "glass", "sectional"])
@pytest.mark.parametrize("leaf", ["open", "closed"])
@pytest.mark.parametrize("leaves", [1, 2])
def test_doors_fill_their_hole_and_stand_where_the_layout_keeps_free(style, leaf, leaves):
    p = door_parameters(style=style, leaf=leaf, leaves=leaves)
    points = shape_points(p)
    assert points[:, 2].min() >= 0
    assert points[:, 0].min() == pytest.approx(p["u0_m"] - 0.055)
    assert points[:, 0].max() == pytest.approx(p["u1_m"] + 0.07)
    beyond = points[points[:, 1] > 2.0 + 0.07 + 0.03]
    if leaf == "closed":
        assert points[:, 1].max() < 2.0 + 0.07 + 0.06
    else:
        length = (p["u1_m"] - p["u0_m"] - 2 * p["frame_m"]) / leaves
        assert beyond[:, 1].max() == pytest.approx(2.0 + 0.07 + length - 0.006)
        # The handle may stand 6 cm off the leaf, as the layout allows.
        leaf_side = beyond[beyond[:, 0] < (p["u0_m"] + p["u1_m"]) / 2][:, 0]
        assert leaf_side.max() < p["u0_m"] + p["frame_m"] + p["leaf_m"] + 0.06


@pytest.mark.parametrize("style", ["barred", "sashes", "plain"])
@pytest.mark.parametrize("width", [0.3, 1.2, 6.0])
def test_windows_fill_their_hole(style, width):
    p = {**opening_parameters(), "shape": "window", "style": style, "frosted": False, "color": [0.9, 0.9, 0.9]}
    p.update(u1_m=1.0 + width, z0_m=0.1 if width > 5 else 0.9)
    points = shape_points(p)
    tracer = tracer_of(p)
    us, zs = np.meshgrid(np.linspace(1.001, 0.999 + width, 60), np.linspace(p["z0_m"] + 1e-3, p["z1_m"] - 1e-3, 40))
    start = np.stack([us.ravel(), np.full(us.size, 1.0), zs.ravel()], 1).astype(np.float32)
    ahead = np.tile(np.array([0, 1, 0], np.float32), (len(start), 1))
    assert (tracer.run(start, ahead) >= 0).all()
    assert points[:, 2].max() == pytest.approx(p["z1_m"])


@pytest.mark.parametrize("style", ["boards", "hedge", "stone"])
def test_fences_leave_gaps_at_openings(style):
    p = {
        "shape": "fence", "along": "x", "line_m": 2.0, "thickness_m": 0.14, "start_m": 0.0, "end_m": 8.0,
        "height_m": 1.8, "low": "garden_0", "high": None, "style": style, "outward_m": 0.45,
        "finish": {"kind": "hedge", "color": [0.3, 0.4, 0.2], "seed": 2, "gloss": 0.0},
        "openings": [{"u0_m": 3.0, "u1_m": 4.0, "z0_m": 0.0, "z1_m": 2.0, "kind": "passage"}],
    }  # fmt: skip
    tracer = tracer_of(p)
    for u, blocked in ((1.0, True), (3.5, False), (6.0, True)):
        start, ahead = np.array([[u, 0.0, 0.8]], np.float32), np.array([[0, 1, 0]], np.float32)
        assert (tracer.run(start, ahead)[0] >= 0) == blocked, u
    # Nothing stands farther into the garden than the wall line.
    assert shape_points(p)[:, 1].min() >= 2.0 - 0.07 - 0.03 - 1e-6


def opening_parameters():
    return {
        "along": "x", "line_m": 2.0, "thickness_m": 0.14, "side": "high", "u0_m": 1.0, "u1_m": 2.0, "z0_m": 0.0,
        "z1_m": 2.07, "category": "door", "model": "m", "trim": [0.9, 0.9, 0.9],
    }  # fmt: skip


def door_parameters(**more):
    return {
        **opening_parameters(), "shape": "door", "hinge": "start", "leaf_m": 0.04, "frame_m": 0.04,
        "casing_m": [0.055, 0.07], "color": [0.6, 0.5, 0.4], **more,
    }  # fmt: skip


def shape_points(p):
    box = OrientedBox.from_bounds((0, 0, 0), (1, 1, 1))
    parts = structure_parts(Structure("s", "wall", (), box, p), Skins(SceneGeometry(), {}))
    return np.concatenate([part.vertices for part in parts]).astype(float)


def tracer_of(p):
    box = OrientedBox.from_bounds((0, 0, 0), (1, 1, 1))
    parts = structure_parts(Structure("s", "wall", (), box, p), Skins(SceneGeometry(), {}))
    tracer = rtcore_scene.EmbreeScene()
    TriangleMesh(tracer, np.concatenate([q.vertices[q.faces] for q in parts]).astype(np.float32))
    return tracer
