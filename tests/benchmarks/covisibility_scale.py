"""Seconds and memory of co-visibility at scale: 200 views against 5,000 frames of a block of 36 furnished rooms.

python -m tests.benchmarks.covisibility_scale [VIEWS FRAMES]
"""

from __future__ import annotations

import resource
import sys
import time

import numpy as np
import shapely
import trimesh

from gstgen.config import parse_settings
from gstgen.entry import _compose
from gstgen.geometry.boxes import OrientedBox
from gstgen.geometry.cameras import pose_from_heading
from gstgen.perception.covisibility import overlap, picture_keys
from gstgen.perception.raycast import RayCaster
from gstgen.randomness import rng
from gstgen.scenes.mesh import Material, MeshPart, SceneGeometry
from gstgen.scenes.model import Room, Scene, SceneObject

ROOMS, ROOM_M, OBJECTS = 6, 5.0, 12
LIMIT_S = 60.0


def block() -> tuple[Scene, SceneGeometry]:
    """Rooms in a square, walls with a doorway on each side, things at random."""
    random = rng(7, "covisibility benchmark")
    geometry = SceneGeometry()
    geometry.material(Material("plain", (0.5, 0.5, 0.5)))
    objects, rooms = [], []

    def add(name: str, low: tuple[float, float, float], high: tuple[float, float, float]) -> None:
        box = OrientedBox.from_bounds(np.array(low), np.array(high))
        mesh = trimesh.creation.box(box.size_m, trimesh.transformations.translation_matrix(box.center_m))
        vertices, normals = np.asarray(mesh.vertices, np.float32), np.asarray(mesh.vertex_normals, np.float32)
        part = MeshPart(
            0, vertices, normals, np.zeros((len(vertices), 2), np.float32), np.asarray(mesh.faces, np.int32)
        )
        geometry.add(name, [part])
        objects.append(SceneObject(name, name.partition("_")[0], "a", box, None, "floor"))

    side = ROOMS * ROOM_M
    add("floor_0", (0, 0, -0.1), (side, side, 0))
    for i in range(ROOMS + 1):
        for j in range(ROOMS):
            a, b = j * ROOM_M, (j + 1) * ROOM_M
            for k, (low, high) in enumerate(((a, a + 2.0), (a + 3.0, b))):
                add(f"wall_x{i}{j}{k}", (i * ROOM_M - 0.05, low, 0), (i * ROOM_M + 0.05, high, 2.6))
                add(f"wall_y{i}{j}{k}", (low, i * ROOM_M - 0.05, 0), (high, i * ROOM_M + 0.05, 2.6))
    for i in range(ROOMS):
        for j in range(ROOMS):
            polygon = shapely.box(i * ROOM_M, j * ROOM_M, (i + 1) * ROOM_M, (j + 1) * ROOM_M)
            rooms.append(Room(f"room_{i}{j}", "room", polygon, 2.6))
            for k in range(OBJECTS):
                x, y = random.uniform(0.6, ROOM_M - 0.6, 2) + np.array([i, j]) * ROOM_M
                w, d, h = random.uniform(0.2, 0.6), random.uniform(0.2, 0.6), random.uniform(0.4, 2.0)
                add(f"thing_{i}{j}{k}", (x, y, 0), (x + w, y + d, h))
    scene = Scene("block", "handmade", None, "home", tuple(rooms), tuple(objects), (), (), 0.0, "none", ())
    return scene, geometry


def main(views: int, frames: int) -> int:
    """Print seconds and memory; 1 when the limit is exceeded."""
    settings = parse_settings(_compose([]))
    view, film = settings.view, settings.video.camera
    caster = RayCaster(*block())
    random = rng(7, "covisibility poses")
    side = ROOMS * ROOM_M

    def poses(count: int) -> list[np.ndarray]:
        places, headings = random.uniform(0.5, side - 0.5, (count, 2)), random.uniform(0, 360, count)
        return [pose_from_heading((*p, 1.5), float(h), -10.0) for p, h in zip(places, headings, strict=True)]

    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    started, cpu = time.perf_counter(), time.process_time()
    of_views = picture_keys(caster, film, poses(views), view.ray_columns, view.voxel_m)
    of_frames = picture_keys(caster, film, poses(frames), view.ray_columns, view.voxel_m)
    cast_s = time.perf_counter() - started
    result = overlap(of_views, of_frames)
    seconds = time.perf_counter() - started
    memory_mb = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    places = len(np.unique(np.concatenate(of_frames)))
    print(
        f"{views} views, {frames} frames, {places} surface cells: {seconds:.1f} s (rays {cast_s:.1f} s, "
        f"{time.process_time() - cpu:.1f} s CPU), {memory_mb:.0f} MiB more, mean share {result.share.mean():.3f}"
    )
    return int(seconds > LIMIT_S)


if __name__ == "__main__":
    counts = [int(a) for a in sys.argv[1:3]] or [200, 5000]
    sys.exit(main(*counts))
