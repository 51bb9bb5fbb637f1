"""The building's triangles: boxes, paint, openings and closed corners."""

from __future__ import annotations

import numpy as np
import pytest
from embreex import rtcore_scene
from embreex.mesh_construction import TriangleMesh
from generated_homes import make_scene

from gstgen.scenes.mesh import SceneGeometry
from gstgen.scenes.shell import add_shell
from gstgen.scenes.surfaces import SIZE_PX, texture, texture_key

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
            finish = rooms[p[side]].finish["wall"]
            found = {
                geometry.materials[part.material].texture
                for part in geometry.meshes[wall.id]
                if (part.normals[:, axis] * sign > 0.9).any() and geometry.materials[part.material].texture
            }
            assert texture_key(finish) in found


def test_glass_only_in_windows(rs_int):
    geometry = shell(rs_int)
    glass = {i for i, m in enumerate(geometry.materials) if m.kind == "glass"}
    with_glass = {name for name, parts in geometry.meshes.items() if any(p.material in glass for p in parts)}
    assert with_glass == {s.id for s in rs_int.structure if s.kind == "window"}


def test_every_material_has_its_texture(rs_int):
    geometry = shell(rs_int)
    assert {m.texture for m in geometry.materials if m.texture} <= set(geometry.textures)
    for image in geometry.textures.values():
        assert image.shape == (SIZE_PX, SIZE_PX, 4)


@pytest.mark.parametrize(
    "kind", ["planks", "herringbone", "tiles", "checker", "carpet", "plaster", "terrazzo", "vinyl"]
)
def test_textures_are_seamless_and_seeded(kind):
    image = texture(kind, (0.7, 0.6, 0.5), 3)[..., :3].astype(float)
    assert np.array_equal(texture(kind, (0.7, 0.6, 0.5), 3)[..., :3], image)
    inner = np.abs(np.diff(image, axis=0)).mean(axis=(1, 2)).max()
    seam = np.abs(image[0] - image[-1]).mean()
    assert seam <= inner + 2.0
    inner = np.abs(np.diff(image, axis=1)).mean(axis=(0, 2)).max()
    assert np.abs(image[:, 0] - image[:, -1]).mean() <= inner + 2.0
