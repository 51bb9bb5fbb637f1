"""The baked light: independent of workers, cached, dark under things and nowhere black."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from gstgen.geometry.cameras import OrthographicCamera, pose_looking_down
from gstgen.scenes.mesh import SceneGeometry
from gstgen.scenes.model import Scene
from gstgen.simulators.embedded.bake import bake_light
from gstgen.simulators.embedded.charts import find_charts, texel_grid, texel_points, texel_sizes_m
from gstgen.simulators.embedded.lighting import light_scene
from gstgen.simulators.embedded.lights import light_arrays, scene_lights
from gstgen.simulators.embedded.triangles import collect_triangles
from tests.simulators.conftest import Factory, render_settings

SMALL = tuple[Scene, SceneGeometry]
SETTINGS = render_settings(quality="standard")
COARSE = SETTINGS.model_copy(
    update={"bake": SETTINGS.bake.model_copy(update={"structure_texel_m": 0.12, "furniture_texel_m": 0.12})}
)


def baked(small: SMALL, workers: int):
    scene, geometry = small
    lights = light_arrays(scene_lights(scene)[0])
    return bake_light(scene, geometry, collect_triangles(scene, geometry), lights, COARSE.bake, 1.0, workers)


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
        return light_scene(some, geometry, triangles, light_arrays(scene_lights(some)[0]), COARSE, tmp_path, workers=1)[
            0
        ]

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
    rebuilt = (
        (charts.uv[mapped, :, :1] * charts.rect_m[charts.of_face[mapped], None, 2:3] + charts.rect_m[charts.of_face[mapped], None, 0:1]) * charts.tangent[charts.of_face[mapped], None]
        + (charts.uv[mapped, :, 1:] * charts.rect_m[charts.of_face[mapped], None, 3:4] + charts.rect_m[charts.of_face[mapped], None, 1:2]) * charts.bitangent[charts.of_face[mapped], None]
        + charts.normal[charts.of_face[mapped], None] * charts.offset_m[charts.of_face[mapped], None, None]
    )  # fmt: skip
    assert np.abs(rebuilt - triangles.corners(mapped)).max() < 0.005
    grid = texel_grid(charts, texel_sizes_m(charts, SETTINGS.bake, 1.0))
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
    grid = texel_grid(charts, texel_sizes_m(charts, tight, 1.0))
    assert (grid.size[:, 0] * grid.size[:, 1]).sum() < 15_000
