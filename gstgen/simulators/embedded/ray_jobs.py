"""The ray work of a bake, cut into blocks of fixed size: the same numbers for any number of processes."""

from __future__ import annotations

import multiprocessing
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from gstgen.randomness import rng
from gstgen.simulators.embedded.lights import LightArrays
from gstgen.simulators.embedded.rays import RayScene, area_light, hemisphere_rays, light_strength
from gstgen.simulators.settings import BakeSettings

Floats = NDArray[np.float32]
Kind = Literal["facing", "direct", "occlusion", "gather"]

BLOCK = 1024  # small enough for the arrays of a block to stay in the processor's cache
OWN_ROOM_BONUS = 8.0  # a light of the point's own room is likelier to reach it
LAMPS, WINDOWS = 8, 3  # how many lights of each kind get rays at a point
MAIN_LAMPS = 2  # of the lamps: those that get many rays
MIN_SHARE = 0.004  # lights weaker than this share of a point's strongest get none
MIN_SHARE_FURTHER = 0.04  # the same for lamps after the main ones
FURTHER_DIVISOR = 4  # they get so many times fewer rays
MOST_LEFT_OUT = 4.0  # how much the lamps without rays may add
SAMPLE_LIFT_M = 0.004  # how far samples lie off their surface
OPEN_FACTOR, OPEN_MARGIN = 2.0, 0.15  # how much more open the other side must be
MAX_INSIDE = 0.3  # share of rays from the other side that see backs: it is the inside of a body, not a visible side
OPEN_SKY, SKY, DARK = -3, -2, -1  # in place of a triangle


@dataclass(frozen=True)
class Samples:
    """Points to light: points, normals (n, 3) float32; room (n) index or -1."""

    points: Floats
    normals: Floats
    room: NDArray[np.int64]

    def chosen(self, index: NDArray[np.int64]) -> Samples:
        """Some of the samples."""
        return Samples(self.points[index], self.normals[index], self.room[index])

    def turned(self, away: NDArray[np.bool_]) -> Samples:
        """The same with some samples moved to the other side of their surface."""
        points = np.where(away[:, None], self.points - 2 * SAMPLE_LIFT_M * self.normals, self.points)
        normals = np.where(away[:, None], -self.normals, self.normals)
        return Samples(points.astype(np.float32), normals.astype(np.float32), self.room)


@dataclass(frozen=True)
class RayWork:
    """What every block needs. `normals` of the solid triangles; `light_room` (lights) room index; `open_room` (rooms):
    which rooms lie under the open sky. Of the solid triangles: `texel_corners` (n, 3, 2) the places of their corners in
    the atlas of bounced light, `on_texels` (n) whether they are in it; `atlas` (width, height)."""

    scene: RayScene
    normals: Floats
    lights: LightArrays
    light_room: NDArray[np.int64]
    open_room: NDArray[np.bool_]
    settings: BakeSettings
    ray_factor: float
    samples: dict[str, Samples]
    texel_corners: Floats
    on_texels: NDArray[np.bool_]
    atlas: tuple[int, int]

    def rays(self, count: float) -> int:
        return max(1, round(count * self.ray_factor))


@dataclass(frozen=True)
class Job:
    """One block of one kind of work on one set of samples."""

    kind: Kind
    name: str
    start: int
    stop: int
    count: int  # rays; for direct light a divisor of the rays


def jobs_for(work: RayWork, kind: Kind, name: str, count: int) -> list[Job]:
    """Blocks that cover a set of samples."""
    total = len(work.samples[name].points)
    return [Job(kind, name, start, min(start + BLOCK, total), count) for start in range(0, total, BLOCK)]


def run_jobs(work: RayWork, jobs: list[Job], workers: int) -> list[tuple[NDArray[np.generic], ...]]:
    """Results in the order of the jobs. Processes are forked, so that they share the scene."""
    if workers <= 1 or len(jobs) < 2 or multiprocessing.current_process().daemon:
        return [_run(work, job) for job in jobs]
    _inherited.append(work)
    try:
        with multiprocessing.get_context("fork").Pool(min(workers, len(jobs))) as pool:
            return pool.map(_run_inherited, jobs, chunksize=1)
    finally:
        _inherited.pop()


_inherited: list[RayWork] = []  # handed to forked children, who cannot be sent an Embree scene


def _run_inherited(job: Job) -> tuple[NDArray[np.generic], ...]:
    return _run(_inherited[-1], job)


def _run(work: RayWork, job: Job) -> tuple[NDArray[np.generic], ...]:
    samples = work.samples[job.name]
    block = slice(job.start, job.stop)
    part = Samples(samples.points[block], samples.normals[block], samples.room[block])
    random = rng(0, "bake", job.kind, job.name, job.start)
    if job.kind == "facing":
        return (_faces_away(work, part, job.count, random),)
    if job.kind == "direct":
        return _direct(work, part, job.count, random)
    if job.kind == "occlusion":
        return _occlusion(work, part, job.count, random)
    return _gather(work, part, job.count, random)


def _faces_away(work: RayWork, part: Samples, count: int, random: np.random.Generator) -> NDArray[np.bool_]:
    """Whether the other side of a sample's surface is the one that can be seen, since this side is closed off.

    Meshes with turned normals, and sheets whose lower side pokes through the upper one, are lit on the open side.
    """
    front, _ = _occlusion(work, part, count, random)
    back, inside = _occlusion(work, part.turned(np.ones(len(part.points), bool)), count, random)
    return np.asarray((back > OPEN_FACTOR * front + OPEN_MARGIN) & (inside < MAX_INSIDE))


def _direct(work: RayWork, part: Samples, divisor: int, random: np.random.Generator) -> tuple[Floats, Floats]:
    """Light (n, 3) straight from the lights of the points' own room and from the sun, and from those of other rooms.

    The latter comes through doors, seen by few rays: it is noisy, without edges that matter, and smoothed apart.
    """
    own, foreign = np.zeros((len(part.points), 3), np.float32), np.zeros((len(part.points), 3), np.float32)
    if not len(work.lights):
        return own, foreign
    strength = light_strength(part.points, part.normals, work.lights)
    strength *= np.where(part.room[:, None] == work.light_room[None], np.float32(OWN_ROOM_BONUS), np.float32(1))
    least = strength.max(1)
    s = work.settings
    outdoors = (work.light_room >= 0) & np.append(work.open_room, False)[np.maximum(work.light_room, -1)]
    for windows, most, rays in ((False, LAMPS, s.lamp_rays), (True, WINDOWS, s.window_rays)):
        members = np.flatnonzero(work.lights.window == windows)
        rated = strength[:, members]
        order = _strongest(rated, most)
        ranked = np.take_along_axis(rated, order, 1)
        scale = _left_out(work, part, members, rated, order, ranked)
        for slots, share, fewer in _slot_groups(order.shape[1], windows):
            # All lights of a group at once: many small arrays would cost more than their content.
            row, slot = np.nonzero(ranked[:, slots] > least[:, None] * np.float32(share))
            light = members[order[row, slot + slots.start]]
            received = area_light(
                work.scene,
                part.points[row],
                part.normals[row],
                light,
                work.lights,
                max(2, work.rays(rays / divisor / fewer)),
                s.light_clearance_m,
                random,
            )
            received *= scale[row, None]
            abroad = (work.light_room[light] != part.room[row]) & (part.room[row] >= 0) & ~outdoors[light]
            for total, chosen in ((own, ~abroad), (foreign, abroad)):
                for channel in range(3):
                    total[:, channel] += np.bincount(row[chosen], received[chosen, channel], len(total))
    return own, foreign


def _slot_groups(count: int, windows: bool) -> list[tuple[slice, float, int]]:
    """Places in the order of strength that get equally many rays: the least share that counts, and how many fewer."""
    if windows:
        return [(slice(0, count), MIN_SHARE, 1)]
    groups = [(slice(0, 1), MIN_SHARE, 1), (slice(1, MAIN_LAMPS), MIN_SHARE, 2)]
    return [*groups, (slice(MAIN_LAMPS, count), MIN_SHARE_FURTHER, FURTHER_DIVISOR)]


def _strongest(rated: Floats, most: int) -> NDArray[np.int64]:
    """(n, <= most) columns of the largest values of each row, largest first; ties in the order of columns."""
    left, rows = rated.copy(), np.arange(len(rated))
    chosen = np.zeros((len(rated), min(most, rated.shape[1])), np.int64)
    for place in range(chosen.shape[1]):  # a few times the largest is much cheaper than sorting all
        chosen[:, place] = left.argmax(1)
        left[rows, chosen[:, place]] = -1.0
    return chosen


def _left_out(
    work: RayWork, part: Samples, members: NDArray[np.int64], rated: Floats, order: NDArray[np.int64], ranked: Floats
) -> Floats:
    """(n) factor for lights that get no rays: a hall's others reach a point about as those do that were tried."""
    if len(members) <= order.shape[1]:
        return np.ones(len(part.points), np.float32)
    near = (work.light_room[members][None] == part.room[:, None]) & (part.room[:, None] >= 0)
    tried = np.take_along_axis(near, order, 1) * ranked
    share = (near * rated).sum(1) / np.maximum(tried.sum(1), 1e-12)
    return np.asarray(np.clip(share, 1.0, MOST_LEFT_OUT), np.float32)


def _occlusion(work: RayWork, part: Samples, count: int, random: np.random.Generator) -> tuple[Floats, Floats]:
    """Openness 0..1 within the reach, and the share of rays that see the back of something."""
    n, reach = len(part.points), work.settings.occlusion_m
    origins, directions = hemisphere_rays(part.points, part.normals, count, random)
    hits = work.scene.first_hits(origins, directions, reach)
    openness = (hits.distance_m / np.float32(reach)).reshape(n, count).mean(1)
    bad = _behind(work, hits.triangle, directions).reshape(n, count).mean(1)
    return openness.astype(np.float32), bad.astype(np.float32)


def _behind(work: RayWork, triangle: NDArray[np.int32], directions: Floats) -> NDArray[np.bool_]:
    """Whether rays hit a surface from behind: most do where the sample lies inside a wall or another object."""
    behind = np.zeros(len(triangle), bool)
    hit = np.flatnonzero(triangle >= 0)
    along, normal = directions[hit], work.normals[triangle[hit]]
    behind[hit] = along[:, 0] * normal[:, 0] + along[:, 1] * normal[:, 1] + along[:, 2] * normal[:, 2] > 0
    return behind


def _gather(
    work: RayWork, part: Samples, count: int, random: np.random.Generator
) -> tuple[NDArray[np.int32], Floats, Floats]:
    """Where bounced light comes from: slot (n, count), OPEN_SKY, SKY or DARK; openness, bad (n).

    A slot is a texel of the atlas, or a triangle's number beyond its last one. Rays out of a room that leave the
    building bring nothing, since windows are lights already; rays from outside (and from window frames and reveals,
    which lie behind those lights) bring the sky. Under the open sky rays that leave upwards bring the sky over that
    room.
    """
    n = len(part.points)
    shape = (n, count)
    origins, directions = hemisphere_rays(part.points, part.normals, count, random)
    hits = work.scene.first_hits(origins, directions)
    bad = _behind(work, hits.triangle, directions)
    openness = np.minimum(hits.distance_m / np.float32(work.settings.occlusion_m), 1)
    missed = (hits.triangle < 0).reshape(shape)
    outdoors = (part.room >= 0) & np.append(work.open_room, False)[part.room]
    upwards = (directions[:, 2] > 0).reshape(shape)
    source = np.where(bad, DARK, hits.triangle).reshape(shape)
    source = np.where(missed & (part.room < 0)[:, None], SKY, source)
    source = np.where(missed & outdoors[:, None] & upwards, OPEN_SKY, source).astype(np.int32)
    return (
        _slots(work, source, hits.u.reshape(shape), hits.v.reshape(shape)),
        openness.reshape(shape).mean(1).astype(np.float32),
        bad.reshape(shape).mean(1).astype(np.float32),
    )


def _slots(work: RayWork, triangle: NDArray[np.int32], u: Floats, v: Floats) -> NDArray[np.int32]:
    width, height = work.atlas
    slot = width * height + triangle
    on_texel = (triangle >= 0) & work.on_texels[triangle]
    corners = work.texel_corners[triangle[on_texel]]
    b, c = u[on_texel, None], v[on_texel, None]
    place = corners[:, 0] * (1 - b - c) + corners[:, 1] * b + corners[:, 2] * c
    x = np.clip(place[:, 0].astype(np.int32), 0, width - 1)
    y = np.clip(place[:, 1].astype(np.int32), 0, height - 1)
    slot[on_texel] = y * width + x
    return np.where(triangle < 0, triangle, slot).astype(np.int32)
