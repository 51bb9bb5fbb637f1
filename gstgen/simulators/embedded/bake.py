"""Bakes the light of a scene: shadowed lamps and windows, bounces, contact shadows; texels and vertices."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy.sparse import csr_array

from gstgen.scenes.mesh import SceneGeometry
from gstgen.scenes.model import Scene
from gstgen.simulators.embedded.charts import Charts, TexelGrid, find_charts, texel_grid, texel_points, texel_sizes_m
from gstgen.simulators.embedded.light_field import LightField, median_level
from gstgen.simulators.embedded.lights import LightArrays, OpenAir
from gstgen.simulators.embedded.ray_jobs import SAMPLE_LIFT_M, RayWork, Samples, jobs_for, run_jobs
from gstgen.simulators.embedded.rays import RayScene
from gstgen.simulators.embedded.texels import Resampler, Smoother, fill
from gstgen.simulators.embedded.triangles import TriangleSet
from gstgen.simulators.embedded.vertices import VertexSmoother, vertex_samples
from gstgen.simulators.settings import BakeSettings

Floats = NDArray[np.float32]

TEXEL_INSET_M = 0.012
FACING_RAYS = 8
MAX_ALBEDO = 0.85
BAD_FINE, BAD_COARSE, BAD_VERTEX = 0.35, 0.35, 0.5
DIRECT_EDGE, BOUNCE_EDGE, OCCLUSION_EDGE = 1.2, 1.2, 0.35
CONTACT_SHARE = 0.35  # of direct light that closed-in spots lose: texels are too large for the shadows of thin legs
SKY_SHARE = 0.4  # of the windows' radiance, on window frames and reveals: they stay below white
DARK_SHARE = 0.05  # of the median: differences below this are no edges
UNKNOWN_SHARE = 0.7  # of the median light, on faces that are in contact all over or lie in a wall
TEXELS_A_VERTEX = 4  # the bake may have this many times fewer vertex samples than texels
CHUNK = 16384  # receivers whose bounced light is added up at once


@dataclass(frozen=True)
class _Gathered:
    """Sources of bounced light of n receivers: slot (n, k) in the light table; openness, bad (n)."""

    slot: NDArray[np.int32]
    openness: Floats
    bad: Floats


def bake_light(
    scene: Scene,
    geometry: SceneGeometry,
    triangles: TriangleSet,
    lights: LightArrays,
    open_air: OpenAir,
    settings: BakeSettings,
    ray_factor: float,
    workers: int,
) -> LightField:
    """The light field of a scene; the same for any number of workers."""
    charts = find_charts(triangles, settings.min_chart_m2)
    side_m = texel_sizes_m(charts, settings)
    fine = texel_grid(charts, side_m)
    coarse = texel_grid(charts, side_m * settings.coarse_factor)
    mapped = charts.of_face >= 0
    vertices = vertex_samples(triangles, ~mapped, settings.max_texels // TEXELS_A_VERTEX)
    solid = np.flatnonzero(~triangles.kind_mask("glass", "emissive"))
    rooms = {room.id: index for index, room in enumerate(scene.rooms)}
    work = RayWork(
        scene=RayScene(triangles.corners(solid)),
        normals=triangles.face_normals[solid],
        lights=lights,
        light_room=np.array([rooms.get(name, -2) for name in lights.room], np.int64),
        open_room=open_air.mask(scene),
        settings=settings,
        ray_factor=ray_factor,
        samples={
            "fine": _samples(scene, *texel_points(charts, fine, SAMPLE_LIFT_M, TEXEL_INSET_M)),
            "coarse": _samples(scene, *texel_points(charts, coarse, SAMPLE_LIFT_M, TEXEL_INSET_M)),
            "vertex": _samples(scene, vertices.points, vertices.normals),
        },
        texel_corners=coarse.face_texels(charts)[solid],
        on_texels=mapped[solid],
        atlas=(coarse.width, coarse.height),
    )
    _choose_sides(work, charts, fine, coarse, workers)
    bounce_rays = work.rays(settings.bounce_rays)
    plans = [
        jobs_for(work, "direct", "fine", 1),
        jobs_for(work, "direct", "vertex", 2),
        jobs_for(work, "occlusion", "fine", work.rays(settings.occlusion_rays)),
        jobs_for(work, "gather", "coarse", bounce_rays),
        jobs_for(work, "gather", "vertex", max(8, bounce_rays // 2)),
    ]
    results = iter(run_jobs(work, [job for plan in plans for job in plan], workers))
    direct_fine, direct_vertex, occlusion, gather_coarse, gather_vertex = (
        [next(results) for _ in plan] for plan in plans
    )
    table = _LightTable(triangles, solid, coarse, geometry, np.array([open_air.radiance, _sky(lights)]))
    room = work.samples["fine"].room
    texels = _Texels(charts, fine, coarse, settings, room, work.samples["coarse"].room)
    texels.set_direct(
        _join(direct_fine, 0, (3,)), _join(direct_fine, 1, (3,)), _join(occlusion, 0, ()), _join(occlusion, 1, ())
    )
    from_coarse, from_vertex = table.gathered(gather_coarse), table.gathered(gather_vertex)
    gather_coarse, gather_vertex = [], []  # large: a hall's take hundreds of megabytes
    smoother = VertexSmoother(vertices, from_vertex.bad < BAD_VERTEX, workers)
    vertex_direct = smoother(_join(direct_vertex, 0, (3,)) + _join(direct_vertex, 1, (3,)))
    light_texels, light_vertex = texels.direct_coarse, vertex_direct
    bounced_texels, bounced_vertex = np.zeros_like(light_texels), np.zeros_like(vertex_direct)
    for _ in range(settings.bounces):
        sent = table.sent(light_texels, vertices.spread(light_vertex))
        bounced_texels = texels.bounced(table.bounce(from_coarse, sent), from_coarse.bad)
        bounced_vertex = smoother(smoother(table.bounce(from_vertex, sent)))
        light_texels, light_vertex = texels.direct_coarse + bounced_texels, vertex_direct + bounced_vertex
    roofed = ~np.append(work.open_room, True) if not work.open_room.all() else np.append(work.open_room, False)
    indoors = roofed[room[texels.trusted]]
    lightmap, typical = texels.combine(bounced_texels, from_coarse, indoors)
    return LightField(
        lightmap=lightmap,
        mapped=mapped,
        texel_uv=fine.face_uv(charts),
        vertex=vertices.spread(light_vertex),
        median=typical,
    )


def _choose_sides(work: RayWork, charts: Charts, fine: TexelGrid, coarse: TexelGrid, workers: int) -> None:
    """Move samples of furniture to the side of their surface that can be seen."""
    furniture = np.flatnonzero(~charts.building[coarse.chart_of.ravel()[coarse.pixels]])
    work.samples["facing"] = work.samples["coarse"].chosen(furniture)
    jobs = {name: jobs_for(work, "facing", name, FACING_RAYS) for name in ("facing", "vertex")}
    results = iter(run_jobs(work, [job for part in jobs.values() for job in part], workers))
    away = {name: np.concatenate([np.zeros(0, bool), *(next(results)[0] for _ in part)]) for name, part in jobs.items()}
    del work.samples["facing"]
    found = {"coarse": np.zeros(len(coarse.pixels), bool), "vertex": away["vertex"].astype(bool)}
    found["coarse"][furniture] = away["facing"]
    picture = _scatter(coarse, found["coarse"][:, None].astype(np.float32))
    rooms = (_room_picture(grid, work.samples[name].room) for grid, name in ((fine, "fine"), (coarse, "coarse")))
    found["fine"] = Resampler(fine, coarse, *rooms).upsample(picture).reshape(-1)[fine.pixels] > 0.5
    for name, turned in found.items():
        work.samples[name] = work.samples[name].turned(turned)


def _samples(scene: Scene, points: NDArray[np.floating], normals: NDArray[np.floating]) -> Samples:
    """Samples with the room that each looks into."""
    probe = points + 0.1 * normals
    room = np.full(len(points), -1, np.int64)
    for index, candidate in enumerate(scene.rooms):
        x0, y0, x1, y1 = candidate.polygon.bounds
        near = (probe[:, 0] >= x0) & (probe[:, 0] <= x1) & (probe[:, 1] >= y0) & (probe[:, 1] <= y1) & (room < 0)
        near = np.flatnonzero(near)
        room[near[shapely.contains_xy(candidate.polygon, probe[near, 0], probe[near, 1])]] = index
    return Samples(
        np.ascontiguousarray(points, dtype=np.float32), np.ascontiguousarray(normals, dtype=np.float32), room
    )


def _join(results: list[tuple[NDArray[np.generic], ...]], column: int, width: tuple[int, ...]) -> Floats:
    return np.concatenate([np.zeros((0, *width), np.float32), *(r[column] for r in results)]).astype(np.float32)


def _sky(lights: LightArrays) -> NDArray[np.float64]:
    """(3) radiance of the sky: that of the windows, which stand for it; dark where there are none."""
    if not lights.window.any():
        return np.zeros(3)
    area = np.linalg.norm(np.cross(lights.edge_u, lights.edge_v), axis=1)
    return np.asarray((lights.power / np.maximum(area, 1e-9)[:, None])[lights.window].mean(0) * SKY_SHARE)


class _LightTable:
    """One list of all things that send light on: coarse texels first, then triangles lit by their vertices."""

    def __init__(
        self,
        triangles: TriangleSet,
        solid: NDArray[np.int64],
        coarse: TexelGrid,
        geometry: SceneGeometry,
        skies: NDArray[np.float64],
    ) -> None:
        self._triangles = triangles
        self._solid = solid
        albedo = _albedo(geometry)[triangles.material].astype(np.float32)
        # Between charts, where no ray ends but for rounding: as the surfaces are in the mean.
        usual = albedo.mean(0, keepdims=True) if len(albedo) else np.zeros((1, 3), np.float32)
        self._texel_albedo = np.concatenate([albedo, usual])[coarse.face_of.ravel()]
        self._face_albedo = albedo[solid]
        # The last entries are the skies and nothing (ray_jobs.OPEN_SKY, SKY and DARK index them from the end).
        self._ends = np.concatenate([skies, np.zeros((1, 3))]).astype(np.float32)
        self._size = len(self._texel_albedo) + len(solid) + len(self._ends)

    def gathered(self, results: list[tuple[NDArray[np.generic], ...]]) -> _Gathered:
        """What the rays of all blocks found."""
        width = results[0][0].shape[1] if results else 1
        slot = np.concatenate([np.zeros((0, width), np.int32), *(r[0] for r in results)]).astype(np.int32, copy=False)
        slot[slot < 0] += self._size
        return _Gathered(slot=slot, openness=_join(results, 1, ()), bad=_join(results, 2, ()))

    def sent(self, texels: Floats, vertex_light: Floats) -> Floats:
        """(entries, 3) light that every entry sends on."""
        faces = vertex_light[self._triangles.faces[self._solid]].mean(1)
        return np.concatenate([texels.reshape(-1, 3) * self._texel_albedo, faces * self._face_albedo, self._ends])

    def bounce(self, gathered: _Gathered, sent: Floats) -> Floats:
        """(n, 3) light that receivers get from the table's entries."""
        count = gathered.slot.shape[1]
        total = np.zeros((len(gathered.slot), 3), np.float32)
        ones = np.ones(min(CHUNK, len(total)) * count, np.float32)
        for start in range(0, len(total), CHUNK):
            slots = gathered.slot[start : start + CHUNK].reshape(-1)
            ends = np.arange(0, len(slots) + 1, count, dtype=np.int32)
            # A sparse product adds up rows without copies of them.
            picked = csr_array((ones[: len(slots)], slots, ends), shape=(len(ends) - 1, len(sent)))
            total[start : start + CHUNK] = picked @ sent
        seen = np.maximum(count * (1 - gathered.bad), count * 0.3)
        return np.asarray(total / seen[:, None], np.float32)


def _albedo(geometry: SceneGeometry) -> NDArray[np.float64]:
    """(materials, 3) linear mean reflectance."""
    means = {
        key: ((image[..., :3].reshape(-1, 3) / 255.0) ** 2).mean(0) for key, image in sorted(geometry.textures.items())
    }
    albedo = [np.array(m.color) ** 2 * (means.get(m.texture, 1.0) if m.texture else 1.0) for m in geometry.materials]
    return np.asarray(np.clip(np.array(albedo or [np.zeros(3)]), 0, MAX_ALBEDO))


class _Texels:
    """The planar charts at both resolutions: smoothing, filling, putting light together."""

    def __init__(
        self,
        charts: Charts,
        fine: TexelGrid,
        coarse: TexelGrid,
        settings: BakeSettings,
        fine_room: NDArray[np.int64],
        coarse_room: NDArray[np.int64],
    ) -> None:
        self._charts, self._fine, self._coarse, self._settings = charts, fine, coarse, settings
        self._room = fine_room
        self._fine_rooms, self._coarse_rooms = _room_picture(fine, fine_room), _room_picture(coarse, coarse_room)
        self._resample = Resampler(fine, coarse, self._fine_rooms, self._coarse_rooms)
        self.valid = np.zeros((fine.height, fine.width), bool)

    def set_direct(self, direct: Floats, foreign: Floats, openness: Floats, bad: Floats) -> None:
        """Take over direct light (n, 3), that of other rooms, openness and bad share (n) of the fine texels."""
        fine, passes = self._fine, self._settings.denoise_passes
        chart = fine.chart_of.ravel()[fine.pixels]
        # Seen only on maps without ceilings, where the open sky must not burn them out.
        wall_tops = (self._room < 0) & self._charts.building[chart] & (self._charts.normal[chart, 2] > 0.9)
        self.trusted = np.flatnonzero((bad < BAD_FINE) & ~wall_tops)
        self.valid.ravel()[fine.pixels[self.trusted]] = True
        self._of_building = self._charts.building[chart[self.trusted]]
        image = _scatter(fine, np.column_stack([direct, openness]))
        lit = image[self.valid][:, :3].mean(1)
        self._dark = float(np.median(lit)) * DARK_SHARE + 1e-4 if len(lit) else 1e-4
        smooth = Smoother(fine, self.valid, self._fine_rooms)
        light = smooth(image[..., :3], passes, DIRECT_EDGE, self._dark)
        light += smooth(_scatter(fine, foreign), passes, 0.0, self._dark)
        openness_smooth = smooth(image[..., 3:], min(2, passes), OCCLUSION_EDGE, 0.1)
        self.direct = fill(light, self.valid, fine, np.zeros(3))
        self.openness = fill(openness_smooth, self.valid, fine, np.ones(1))[..., 0]
        self.direct_coarse = self._resample.downsample(self.direct)

    def bounced(self, light: Floats, bad: Floats) -> Floats:
        """(h, w, 3) smooth bounced light from that of the coarse texels (n, 3)."""
        trusted = light[bad < BAD_COARSE]
        typical = trusted.mean(0) if len(trusted) else np.zeros(3)
        return self._smooth_coarse(light, bad, UNKNOWN_SHARE * typical)

    def _smooth_coarse(self, values: Floats, bad: Floats, default: NDArray[np.float64]) -> Floats:
        coarse = self._coarse
        valid = np.zeros((coarse.height, coarse.width), bool)
        valid.ravel()[coarse.pixels] = bad < BAD_COARSE
        smooth = Smoother(coarse, valid, self._coarse_rooms)
        image = smooth(_scatter(coarse, values), min(2, self._settings.denoise_passes), BOUNCE_EDGE, self._dark)
        return fill(image, valid, coarse, default)

    def combine(self, bounced: Floats, gathered: _Gathered, indoors: NDArray[np.bool_]) -> tuple[Floats, float]:
        """(H, W, 3) direct plus bounced light, the latter sharpened by the fine contact shadows; and its median.

        `indoors` (n trusted texels): which of them look into a room. Charts without a trusted texel get the median.
        """
        openness = self._smooth_coarse(gathered.openness[:, None], gathered.bad, np.ones(1))
        ratio = np.clip((self.openness + 0.08) / (self._resample.upsample(openness)[..., 0] + 0.08), 0.35, 1.25)
        grounded = self.direct * (1 - CONTACT_SHARE * (1 - self.openness[..., None]))
        light = grounded + self._resample.upsample(bounced) * ratio[..., None]
        inner = light.reshape(-1, 3)[self._fine.pixels[self.trusted]][indoors & self._of_building]
        median = median_level(inner, np.ones(len(inner), np.float32))
        known = np.bincount(self._fine.chart_of[self.valid], minlength=len(self._charts)) > 0
        unknown = np.append(~known, False)[self._fine.chart_of]  # -1, between charts, is the appended entry
        return np.where(unknown[..., None], UNKNOWN_SHARE * median**2, light).astype(np.float32), median


def _room_picture(grid: TexelGrid, room: NDArray[np.int64]) -> NDArray[np.int32]:
    """(H, W) room index of every covered texel, -1 elsewhere."""
    picture = np.full(grid.height * grid.width, -1, np.int32)
    picture[grid.pixels] = room
    return picture.reshape(grid.height, grid.width)


def _scatter(grid: TexelGrid, values: Floats) -> Floats:
    image = np.zeros((grid.height * grid.width, values.shape[1]), np.float32)
    image[grid.pixels] = values
    return image.reshape(grid.height, grid.width, -1)
