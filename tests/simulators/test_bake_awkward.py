"""The bake on what real scenes bring: thin walls, mirrored parts, sheets, missing lights, damaged caches."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import shapely

from gstgen.errors import RequestError
from gstgen.geometry.boxes import OrientedBox
from gstgen.geometry.cameras import Camera, pose_from_heading
from gstgen.scenes.mesh import Material, MeshPart, SceneGeometry
from gstgen.scenes.model import Light, Room, Scene, SceneObject, Structure
from gstgen.simulators.embedded.bake import bake_light
from gstgen.simulators.embedded.light_field import LightField
from gstgen.simulators.embedded.lighting import light_scene
from gstgen.simulators.embedded.lights import OpenAir, light_arrays, scene_lights
from gstgen.simulators.embedded.triangles import TriangleSet, collect_triangles
from tests.simulators.conftest import HEIGHT, Factory, box_part, render_settings

SMALL = tuple[Scene, SceneGeometry]
NO_SKY = OpenAir(frozenset(), np.zeros(3))
SETTINGS = render_settings(quality="standard")
COARSE = SETTINGS.model_copy(
    update={"bake": SETTINGS.bake.model_copy(update={"structure_texel_m": 0.12, "furniture_texel_m": 0.12})}
)
WALL_M = 0.02
WHITE = Material("paint", (0.9, 0.9, 0.9))


def two_cells() -> SMALL:
    """Two closed rooms (x 0..3 and 3.02..6), 2 cm of wall between, long walls past both, a lamp in the first."""
    geometry, structure = SceneGeometry(), []

    def build(name: str, kind: str, rooms: tuple[str, ...], low: tuple[float, ...], high: tuple[float, ...]) -> None:
        box = OrientedBox.from_bounds(low, high)
        structure.append(Structure(name, kind, rooms, box))  # type: ignore[arg-type]
        geometry.add(name, [box_part(geometry, box, WHITE)])

    both, edge = ("lit_0", "dark_0"), 3.0 + WALL_M
    for room, x0, x1 in (("lit_0", -0.1, 3.0 + WALL_M / 2), ("dark_0", 3.0 + WALL_M / 2, 6.1)):
        build(f"floor_{room}", "floor", (room,), (x0, -0.1, -0.1), (x1, 3.1, 0))
        build(f"ceiling_{room}", "ceiling", (room,), (x0, -0.1, HEIGHT), (x1, 3.1, HEIGHT + 0.1))
    build("wall_south", "wall", both, (-0.1, -0.1, 0), (6.1, 0, HEIGHT))
    build("wall_north", "wall", both, (-0.1, 3, 0), (6.1, 3.1, HEIGHT))
    build("wall_west", "wall", ("lit_0",), (-0.1, 0, 0), (0, 3, HEIGHT))
    build("wall_east", "wall", ("dark_0",), (6, 0, 0), (6.1, 3, HEIGHT))
    build("wall_thin", "wall", both, (3, 0, 0), (edge, 3, HEIGHT))
    rooms = (
        Room("lit_0", "bedroom", shapely.box(0, 0, 3, 3), HEIGHT),
        Room("dark_0", "bedroom", shapely.box(edge, 0, 6, 3), HEIGHT),
    )
    lamp = Light("lamp", "lit_0", (1.5, 1.5, 2.5), (0.5, 0, 0), (0, 0.5, 0), (0, 0, -1), (6.0, 6.0, 6.0))
    return Scene("cells", "test", None, "home", rooms, (), tuple(structure), (lamp,), 0.0, "", ()), geometry


def light_inside(triangles: TriangleSet, light: LightField) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Points (n, 3) and normals (n, 3) on the surfaces that one sees from inside the cells, and the light (n) there."""
    faces = np.flatnonzero(light.mapped)
    steps = np.linspace(0.01, 0.98, 50)
    weights = np.array([(1 - a - b, a, b) for a in steps for b in steps if a + b < 0.99])
    points = np.einsum("wk,fkc->fwc", weights, triangles.corners(faces)).reshape(-1, 3)
    normals = np.repeat(triangles.face_normals[faces], len(weights), 0)
    uv = np.einsum("wk,fkc->fwc", weights, light.texel_uv[faces]).reshape(-1, 2) * light.lightmap.shape[1::-1]
    x, y = uv.astype(int).T
    before = points + 0.005 * normals
    seen = ((before > 0) & (before < (6.0, 3.0, HEIGHT))).all(1) & ((before[:, 0] < 3.0) | (before[:, 0] > 3.02))
    return points[seen], normals[seen], light.lightmap[y, x].mean(1)[seen]


def test_no_light_leaks_through_a_wall_of_two_centimetres() -> None:
    scene, geometry = two_cells()
    triangles = collect_triangles(scene, geometry)
    light = bake_light(scene, geometry, triangles, light_arrays(scene.lights), NO_SKY, SETTINGS.bake, 1.0, 1)
    assert light.mapped.all()
    points, _, value = light_inside(triangles, light)
    lit, dark = np.median(value[points[:, 0] < 3.0]), points[:, 0] > 3.0 + WALL_M / 2
    assert lit > 0.05
    assert value[dark].mean() < 0.005 * lit
    assert value[dark & (points[:, 0] > 3.15)].max() < 0.02 * lit
    assert value[dark].max() < 0.2 * lit  # right at the wall a texel is wider than the wall


def baked(scene: Scene, geometry: SceneGeometry) -> LightField:
    lights = light_arrays(scene_lights(scene)[0])
    return bake_light(scene, geometry, collect_triangles(scene, geometry), lights, NO_SKY, COARSE.bake, 1.0, 1)


def changed(geometry: SceneGeometry, change: Callable[[MeshPart], MeshPart]) -> SceneGeometry:
    meshes = {name: [change(part) for part in parts] for name, parts in geometry.meshes.items()}
    return SceneGeometry(geometry.materials, geometry.textures, meshes)


def test_turned_windings_change_no_light(small_scene: SMALL) -> None:
    """What a negative scale leaves behind: normals point outwards, triangles wind the other way round."""
    scene, geometry = small_scene
    turned = changed(geometry, lambda part: dataclasses.replace(part, faces=part.faces[:, ::-1]))
    usual, other = baked(scene, geometry), baked(scene, turned)
    assert other.median == pytest.approx(usual.median, rel=0.05)
    assert other.vertex.mean() == pytest.approx(usual.vertex.mean(), rel=0.1)


def test_a_sheet_is_lit_on_the_side_that_is_open(small_scene: SMALL) -> None:
    """A sheet lies on the table with its normal downwards: nobody sees that side."""
    scene, geometry = small_scene
    top = scene.object("table_abc_0").box
    corners = top.to_world(np.array([(-0.3, -0.4, 0), (0.3, -0.4, 0), (0.3, 0.4, 0), (-0.3, 0.4, 0)]))
    vertices = (corners + np.array([0, 0, top.size_m[2] / 2 + 0.003])).astype(np.float32)
    box = OrientedBox.from_bounds(vertices.min(0) - 1e-3, vertices.max(0) + 1e-3)
    light = {}
    for side in (1.0, -1.0):
        sheet = SceneGeometry(list(geometry.materials), geometry.textures, dict(geometry.meshes))
        normals, uvs = np.tile(np.float32([0, 0, side]), (4, 1)), np.zeros((4, 2), np.float32)
        faces = np.array([(0, 1, 2), (0, 2, 3)], np.int32)
        sheet.add("paper_abc_0", [MeshPart(sheet.material(WHITE), vertices, normals, uvs, faces)])
        paper = SceneObject("paper_abc_0", "paper", "abc", box, "living_room_0", "table_abc_0")
        with_paper = dataclasses.replace(scene, objects=(*scene.objects, paper))
        field = baked(with_paper, sheet)
        triangles = collect_triangles(with_paper, sheet)
        mine = np.flatnonzero(triangles.instance == with_paper.instance_ids["paper_abc_0"])
        assert field.mapped[mine].all()
        x, y = (field.texel_uv[mine].mean(1) * field.lightmap.shape[1::-1]).astype(int).T
        light[side] = field.lightmap[y, x].mean()
    assert light[-1.0] == pytest.approx(light[1.0], rel=0.2)


def test_rooms_without_a_light_get_a_lamp_each(small_scene: SMALL) -> None:
    scene = small_scene[0]
    lights, guessed = scene_lights(dataclasses.replace(scene, lights=scene.lights[:1]))
    assert lights[0] == scene.lights[0]
    assert [light.room for light in guessed] == ["bedroom_0"]
    assert scene_lights(scene) == (scene.lights, ())
    dead = dataclasses.replace(scene.lights[1], radiance=(0.0, 0.0, 0.0))
    assert len(scene_lights(dataclasses.replace(scene, lights=(scene.lights[0], dead)))[1]) == 1


def test_a_light_that_is_not_finite_is_named(small_scene: SMALL) -> None:
    scene = small_scene[0]
    broken = dataclasses.replace(scene.lights[1], radiance=(float("nan"), 1.0, 1.0))
    with pytest.raises(RequestError, match="bedroom_0"):
        scene_lights(dataclasses.replace(scene, lights=(scene.lights[0], broken)))


def test_lights_without_area_leave_the_light_finite(small_scene: SMALL) -> None:
    scene, geometry = small_scene
    flat = dataclasses.replace(scene.lights[0], edge_u_m=(0.0, 0.0, 0.0))
    light = baked(dataclasses.replace(scene, lights=(flat, *scene.lights[1:])), geometry)
    assert np.isfinite(light.lightmap).all()
    assert np.isfinite(light.vertex).all()


@pytest.mark.parametrize("rooms", [0, 1])
def test_a_scene_without_lights_is_not_dark(make_simulator: Factory, small_scene: SMALL, rooms: int) -> None:
    scene, geometry = small_scene
    kept = tuple(s for s in scene.structure if s.kind != "ceiling")
    roofless = SceneGeometry(
        geometry.materials, geometry.textures, {k: v for k, v in geometry.meshes.items() if "ceiling" not in k}
    )
    bare = dataclasses.replace(scene, lights=(), rooms=scene.rooms[:rooms], structure=kept)
    simulator = make_simulator(bare, roofless, quality="standard", bake=COARSE.bake)
    assert simulator.notes["rooms with a guessed light"] == [room.id for room in bare.rooms] or [""]
    pose = pose_from_heading((0.4, 0.5, 1.5), 35.0, -10.0)
    frame = next(simulator.render(Camera.from_hfov(160, 128, 90.0), [pose], ["rgb", "instance"]))
    assert np.median(frame.rgb[frame.instance > 0]) > 90


@pytest.mark.parametrize("damage", ["cut short", "emptied", "overwritten", "one byte", "of another scene"])
def test_a_damaged_cache_entry_is_baked_anew(small_scene: SMALL, tmp_path: Path, damage: str) -> None:
    scene, geometry = small_scene
    triangles = collect_triangles(scene, geometry)

    def lit() -> tuple[LightField, dict[str, object]]:
        arrays = light_arrays(scene.lights)
        return light_scene(scene, geometry, triangles, arrays, NO_SKY, COARSE, tmp_path, workers=1)

    first, facts = lit()
    path = next((tmp_path / "bakes").glob("*.npz"))
    whole = path.read_bytes()
    middle = len(whole) // 3
    if damage == "of another scene":
        np.savez(path, **{**np.load(path), "mapped": np.zeros(3, bool)})
    else:
        path.write_bytes(
            {
                "cut short": whole[:-100],
                "emptied": b"",
                "overwritten": b"not a cache entry",
                "one byte": whole[:middle] + bytes([whole[middle] ^ 255]) + whole[middle + 1 :],
            }[damage]
        )
    again, told = lit()
    assert "damaged" not in str(facts)
    assert "damaged entry of the light cache baked anew" in told
    assert np.array_equal(first.lightmap, again.lightmap)
    assert path.read_bytes() == whole
    assert "damaged" not in str(lit()[1])
