"""The baked light: independent of workers, cached, dark under things and nowhere black."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from gstgen.geometry.boxes import OrientedBox
from gstgen.geometry.cameras import OrthographicCamera, pose_looking_down
from gstgen.scenes.mesh import Material, MeshPart, SceneGeometry
from gstgen.scenes.model import Light, Scene, SceneObject
from gstgen.simulators.embedded.bake import bake_light
from gstgen.simulators.embedded.charts import find_charts, texel_grid, texel_points, texel_sizes_m
from gstgen.simulators.embedded.lighting import light_scene
from gstgen.simulators.embedded.lights import OpenAir, light_arrays, scene_lights, split_sky
from gstgen.simulators.embedded.triangles import collect_triangles
from gstgen.simulators.embedded.vertices import vertex_samples
from tests.simulators.conftest import Factory, render_settings

SMALL = tuple[Scene, SceneGeometry]
NO_SKY = OpenAir(frozenset(), np.zeros(3))
SETTINGS = render_settings(quality="standard")
COARSE = SETTINGS.model_copy(
    update={"bake": SETTINGS.bake.model_copy(update={"structure_texel_m": 0.12, "furniture_texel_m": 0.12})}
)


def baked(small: SMALL, workers: int):
    scene, geometry = small
    lights = light_arrays(scene_lights(scene)[0])
    return bake_light(scene, geometry, collect_triangles(scene, geometry), lights, NO_SKY, COARSE.bake, 1.0, workers)


def test_workers_do_not_change_the_light(small_scene: SMALL) -> None:
    one, two = baked(small_scene, 1), baked(small_scene, 2)
    assert np.array_equal(one.lightmap, two.lightmap)
    assert np.array_equal(one.vertex, two.vertex)
    assert one.median == two.median


def test_light_is_finite_and_no_wall_end_is_black(small_scene: SMALL) -> None:
    scene, geometry = small_scene
    light = baked(small_scene, 1)
    assert np.isfinite(light.lightmap).all()
    assert np.isfinite(light.vertex).all()
    triangles = collect_triangles(scene, geometry)
    walls = np.isin(triangles.instance, [scene.instance_ids[n] for n in ("wall_south", "wall_north", "wall_east")])
    inner = walls & light.mapped & (triangles.face_normals[:, 2] == 0)
    texel = (light.texel_uv[inner].reshape(-1, 2) * light.lightmap.shape[1::-1]).astype(int)
    corners = light.lightmap[texel[:, 1], texel[:, 0]].mean(1)
    assert corners.min() > 0.05 * light.median**2


def test_the_floor_is_darker_under_the_bed(make_simulator: Factory, small_scene: SMALL) -> None:
    simulator = make_simulator(quality="standard")
    simulator.hide([n for n in small_scene[0].instance_ids if not n.startswith("floor")])
    frame = next(
        simulator.render(OrthographicCamera(350, 150, 0.02), [pose_looking_down((3.5, 1.5), 5.0)], ["rgb", "instance"])
    )
    bright = frame.rgb.mean(2)
    carpet = bright[:, 210:]
    under_bed = carpet[90:110, 60:80].mean()
    open_floor = carpet[20:40, 60:80].mean()
    assert under_bed < 0.75 * open_floor


def test_bakes_are_cached_by_content(small_scene: SMALL, tmp_path: Path) -> None:
    scene, geometry = small_scene
    triangles = collect_triangles(scene, geometry)

    def lit(some: Scene):
        arrays = light_arrays(scene_lights(some)[0])
        return light_scene(some, geometry, triangles, arrays, NO_SKY, COARSE, tmp_path, workers=1)[0]

    first = lit(scene)
    files = sorted((tmp_path / "bakes").glob("*.npz"))
    stamp = files[0].stat().st_mtime_ns
    again = lit(scene)
    assert np.array_equal(first.lightmap, again.lightmap)
    assert [f.stat().st_mtime_ns for f in sorted((tmp_path / "bakes").glob("*.npz"))] == [stamp]
    lit(dataclasses.replace(scene, lights=scene.lights[:1]))
    assert len(list((tmp_path / "bakes").glob("*.npz"))) == 2
    assert not list((tmp_path / "bakes").glob("*.tmp"))


def test_a_scene_without_lights_gets_a_lamp_a_room(make_simulator: Factory, small_scene: SMALL) -> None:
    scene = dataclasses.replace(small_scene[0], lights=())
    simulator = make_simulator(scene, small_scene[1])
    assert simulator.notes["lights guessed, one a room"] == 2


def test_charts_lie_on_their_triangles(small_scene: SMALL) -> None:
    scene, geometry = small_scene
    triangles = collect_triangles(scene, geometry)
    charts = find_charts(triangles, SETTINGS.bake.min_chart_m2)
    mapped = charts.of_face >= 0
    assert mapped[triangles.building].all()
    of = charts.of_face[mapped]
    along = charts.uv[mapped] * charts.rect_m[of, None, 2:] + charts.rect_m[of, None, :2]
    rebuilt = along[..., :1] * charts.tangent[of, None] + along[..., 1:] * charts.bitangent[of, None]
    rebuilt += charts.normal[of, None] * charts.offset_m[of, None, None]
    assert np.abs(rebuilt - triangles.corners(mapped)).max() < 0.002
    grid = texel_grid(charts, texel_sizes_m(charts, SETTINGS.bake))
    points, normals = texel_points(charts, grid, 0.0, 0.0)
    assert len(points) == grid.covered.sum()
    assert np.linalg.norm(normals, axis=1) == pytest.approx(1.0)
    used = np.zeros_like(grid.covered, int)
    for (x, y), (w, h) in zip(grid.origin, grid.size, strict=True):
        used[y : y + h, x : x + w] += 1
    assert used.max() == 1  # no two charts share a texel


def test_the_atlas_keeps_to_its_budget(small_scene: SMALL) -> None:
    triangles = collect_triangles(*small_scene)
    charts = find_charts(triangles, SETTINGS.bake.min_chart_m2)
    tight = SETTINGS.bake.model_copy(update={"max_texels": 10_000})
    grid = texel_grid(charts, texel_sizes_m(charts, tight))
    assert (grid.size[:, 0] * grid.size[:, 1]).sum() < 15_000


def test_a_curved_surface_is_not_taken_for_flat() -> None:
    """A gently domed sheet far from the origin: its facets differ by little, but samples must lie on them."""
    x, y = np.meshgrid(np.linspace(8.0, 10.0, 9), np.linspace(8.0, 10.0, 9))
    z = 0.4 + 0.03 * np.cos((x - 9.0) * 1.5) * np.cos((y - 9.0) * 1.5)
    vertices = np.stack([x, y, z], -1).reshape(-1, 3).astype(np.float32)
    index = np.arange(81).reshape(9, 9)
    a, b, c, d = index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1]
    faces = np.concatenate([np.stack([a, b, c], -1).reshape(-1, 3), np.stack([a, c, d], -1).reshape(-1, 3)])
    geometry = SceneGeometry()
    none = np.zeros((0, 3), np.float32)
    part = MeshPart(
        geometry.material(Material("cloth", (1, 1, 1))), vertices, none, none[:, :2], faces.astype(np.int32)
    )
    geometry.add("bed_abc_0", [part])
    bed = SceneObject("bed_abc_0", "bed", "abc", OrientedBox.create((9, 9, 0.4), (2, 2, 0.1)), None, "floor")
    scene = Scene("dome", "test", None, "home", (), (bed,), (), (), 0.0, "", ())
    triangles = collect_triangles(scene, geometry)
    charts = find_charts(triangles, SETTINGS.bake.min_chart_m2)
    mapped = charts.of_face >= 0
    along = np.einsum("ikj,ij->ik", triangles.corners(mapped), charts.normal[charts.of_face[mapped]])
    assert np.abs(along - charts.offset_m[charts.of_face[mapped], None]).max(initial=0) < 0.002


def sky_over(room: str, low: tuple[float, float], high: tuple[float, float], radiance: float) -> Light:
    middle = ((low[0] + high[0]) / 2, (low[1] + high[1]) / 2, 6.0)
    edges = ((high[0] - low[0], 0.0, 0.0), (0.0, high[1] - low[1], 0.0))
    return Light("window", room, middle, *edges, (0.0, 0.0, -1.0), (radiance,) * 3)


def floor_light(scene: Scene, geometry: SceneGeometry, lights, open_air, floor: str) -> float:
    """Mean light on the top of a floor."""
    triangles = collect_triangles(scene, geometry)
    light = bake_light(scene, geometry, triangles, light_arrays(lights), open_air, COARSE.bake, 1.0, 1)
    top = (triangles.instance == scene.instance_ids[floor]) & (triangles.face_normals[:, 2] > 0.9)
    x, y = (light.texel_uv[top].reshape(-1, 2) * light.lightmap.shape[1::-1]).astype(int).T
    return float(light.lightmap[y.min() : y.max(), x.min() : x.max()].mean())


def without(scene: Scene, geometry: SceneGeometry, *ids: str) -> SMALL:
    left = SceneGeometry(
        geometry.materials, geometry.textures, {k: v for k, v in geometry.meshes.items() if k not in ids}
    )
    kept = tuple(s for s in scene.structure if s.id not in ids)
    return dataclasses.replace(scene, structure=kept), left


def test_the_sky_lights_rooms_without_a_ceiling(small_scene: SMALL) -> None:
    scene, geometry = without(*small_scene, "ceiling_bed_0")
    sky = sky_over("bedroom_0", (4.1, 0.0), (7.0, 3.0), 0.8)
    lights, open_air = split_sky(scene, (*scene.lights, sky))
    assert open_air.rooms == {"bedroom_0"}
    assert sky not in lights
    bright = floor_light(scene, geometry, lights, open_air, "floor_bed_0")
    dark = floor_light(scene, geometry, lights, NO_SKY, "floor_bed_0")
    assert bright > dark + 0.2
    assert bright < 1.2  # nothing sends more than the sky and the light of the rooms
    inside = [floor_light(scene, geometry, lights, some, "floor_living_0") for some in (open_air, NO_SKY)]
    assert inside[0] == pytest.approx(inside[1], rel=0.35)


def test_a_window_in_a_roof_is_no_open_sky(small_scene: SMALL) -> None:
    scene = small_scene[0]
    sky = sky_over("bedroom_0", (4.1, 0.0), (7.0, 3.0), 0.8)
    assert split_sky(scene, (*scene.lights, sky))[1].rooms == frozenset()


def test_many_lamps_light_a_room_as_one_panel_of_their_flux(small_scene: SMALL) -> None:
    scene, geometry = small_scene
    down = (0.0, 0.0, -1.0)
    places = [(0.4 + 0.64 * i, 0.3 + 0.6 * j, 2.5) for i in range(6) for j in range(5)]
    small = [Light("lamp", "living_room_0", p, (0.1, 0, 0), (0, 0.1, 0), down, (40.0,) * 3) for p in places]
    panel = Light(
        "lamp", "living_room_0", (2.0, 1.5, 2.5), (3.3, 0, 0), (0, 2.5, 0), down, (30 * 0.4 / (3.3 * 2.5),) * 3
    )
    many = floor_light(scene, geometry, tuple(small), NO_SKY, "floor_living_0")
    one = floor_light(scene, geometry, (panel,), NO_SKY, "floor_living_0")
    assert many == pytest.approx(one, rel=0.2)


def test_vertices_share_samples_when_there_are_too_many(small_scene: SMALL) -> None:
    triangles = collect_triangles(*small_scene)
    every = np.ones(len(triangles.faces), bool)
    free, bounded = vertex_samples(triangles, every, 10**6), vertex_samples(triangles, every, 40)
    assert len(bounded.points) <= 40 < len(free.points)
    assert bounded.of_vertex.max() < len(bounded.points)
    assert np.linalg.norm(bounded.points[bounded.of_vertex] - free.points[free.of_vertex], axis=1).max() < 10
