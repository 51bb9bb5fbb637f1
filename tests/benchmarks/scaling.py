"""How the cost of a frame grows with triangles, instances, pixels and frames; and the memory of 2,000 objects.

    python -m tests.benchmarks.scaling OUTPUT

CPU milliseconds of one process with one thread, colours (no anti-aliasing), ids and depth. Everything is in view: no
culling helps. The last line is JSON.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from gstgen.geometry.boxes import OrientedBox
from gstgen.geometry.cameras import Camera, pose_from_heading
from gstgen.scenes.mesh import Material, MeshPart, SceneGeometry
from gstgen.scenes.model import Scene, SceneObject
from gstgen.simulators.embedded.simulator import EmbeddedSimulator
from gstgen.simulators.pool import SimulatorPool
from gstgen.simulators.protocol import Modality, Simulator
from tests.benchmarks.scenes import CAMERA, render_settings

LAYERS: tuple[Modality, ...] = ("rgb", "instance", "depth")
TRIANGLES = (3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000)
INSTANCES = (10, 100, 1_000, 10_000)
SIZES = ((320, 256), (640, 512), (1280, 1024), (1920, 1536))
FRAMES = (1, 4, 16, 64)
USUAL_TRIANGLES, USUAL_INSTANCES = 100_000, 100
REPEATS = 3
WALL_M = (8.0, 6.0)  # the things fill a rectangle of this size, 4 m before the camera
POSE = pose_from_heading((0.0, 0.0, 0.0), 0.0, 0.0)
MANY_OBJECTS, WORKERS = 2_000, 2


def sheet(box: OrientedBox, triangles: int, material: int) -> MeshPart:
    """A wavy sheet of about so many triangles that faces the camera and fills a box."""
    steps = max(1, round((triangles / 2) ** 0.5))
    u, v = np.meshgrid(np.linspace(-0.5, 0.5, steps + 1), np.linspace(-0.5, 0.5, steps + 1))
    bump = 0.5 * np.sin(9 * u) * np.cos(7 * v)
    points = np.stack([bump, u, v], -1).reshape(-1, 3) * box.size_m + box.center_m
    index = np.arange((steps + 1) ** 2).reshape(steps + 1, steps + 1)
    a, b, c, d = index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1]
    faces = np.concatenate([np.stack([a, c, b], -1).reshape(-1, 3), np.stack([a, d, c], -1).reshape(-1, 3)])
    normals = np.tile(np.float32([-1.0, 0.0, 0.0]), (len(points), 1))
    uvs = np.stack([u, v], -1).reshape(-1, 2).astype(np.float32)
    return MeshPart(material, points.astype(np.float32), normals, uvs, faces.astype(np.int32))


def wall_of_things(triangles: int, instances: int) -> tuple[Scene, SceneGeometry]:
    """Instances side by side that share the triangles evenly."""
    geometry, objects = SceneGeometry(), []
    columns = int(np.ceil((instances * WALL_M[0] / WALL_M[1]) ** 0.5))
    rows = -(-instances // columns)
    width, height = WALL_M[0] / columns, WALL_M[1] / rows
    for number in range(instances):
        y, z = (number % columns + 0.5) * width - WALL_M[0] / 2, (number // columns + 0.5) * height - WALL_M[1] / 2
        box = OrientedBox.create((4.0, y, z), (0.2, 0.9 * width, 0.9 * height))
        name = f"thing_abc_{number}"
        color = (0.3 + 0.6 * (number % 7) / 7, 0.5, 0.3 + 0.6 * (number % 3) / 3)
        geometry.add(name, [sheet(box, triangles // instances, geometry.material(Material(str(number % 21), color)))])
        objects.append(SceneObject(name, "thing", "abc", box, None, "floor"))
    return Scene("things", "bench", None, "home", (), tuple(objects), (), (), 0.0, "", ()), geometry


def loaded(scene: Scene, geometry: SceneGeometry, cache: Path) -> EmbeddedSimulator:
    """A simulator with the scene and draft light."""
    simulator = EmbeddedSimulator(render_settings(quality="draft", supersample=1.0, gl_threads=0), cache, workers=1)
    simulator.load_geometry(scene, geometry)
    return simulator


def frame_ms(simulator: Simulator, camera: Camera) -> float:
    """Median CPU cost of a frame, after one that is not counted."""
    cost = []
    for _ in range(REPEATS + 1):
        start = time.process_time_ns()
        next(simulator.render(camera, [POSE], LAYERS))
        cost.append((time.process_time_ns() - start) / 1e6)
    return float(np.median(cost[1:]))


def tables(cache: Path) -> dict[str, list[list[float]]]:
    """(what varies, CPU ms) by table."""
    found: dict[str, list[list[float]]] = {}

    def measure(table: str, x: int, triangles: int, instances: int, size: tuple[int, int]) -> None:
        scene, geometry = wall_of_things(triangles, instances)
        count = sum(len(p.faces) for parts in geometry.meshes.values() for p in parts)
        simulator = loaded(scene, geometry, cache)
        cost = frame_ms(simulator, Camera.from_hfov(*size, 90.0))
        simulator.close()
        found.setdefault(table, []).append([x, round(cost, 2)])
        print(f"{table:10} {x:>9}: {cost:8.1f} CPU ms  ({count} triangles, {instances} instances, {size[0]}x{size[1]})")

    usual = (CAMERA.width, CAMERA.height)
    for triangles in TRIANGLES:
        measure("triangles", triangles, triangles, USUAL_INSTANCES, usual)
    for instances in INSTANCES:
        measure("instances", instances, USUAL_TRIANGLES, instances, usual)
    for size in SIZES:
        measure("pixels", size[0] * size[1], USUAL_TRIANGLES, USUAL_INSTANCES, size)
    scene, geometry = wall_of_things(USUAL_TRIANGLES, USUAL_INSTANCES)
    for frames in FRAMES:
        start = time.process_time_ns()
        simulator = loaded(scene, geometry, cache)
        for _ in simulator.render(CAMERA, [POSE] * frames, LAYERS):
            pass
        simulator.close()
        cost = (time.process_time_ns() - start) / 1e6
        found.setdefault("frames", []).append([frames, round(cost, 2)])
        print(
            f"{'frames':10} {frames:>9}: {cost:8.1f} CPU ms with loading and the context, {cost / frames:.1f} a frame"
        )
    return found


def pss_mb() -> float:
    """Memory of this process and its children, shared pages counted once."""
    children = [pid for task in Path("/proc/self/task").glob("*/children") for pid in task.read_text().split()]
    total_kb = 0
    for pid in ("self", *children):
        try:
            rollup = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
        except (FileNotFoundError, ProcessLookupError):
            continue  # ended since it was listed
        total_kb += sum(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:"))
    return total_kb / 1024


class WallSimulator(EmbeddedSimulator):
    """Loads the wall of many things, wherever it is told to look."""

    def load(self, scene_folder: Path) -> Scene:
        scene, geometry = wall_of_things(150 * MANY_OBJECTS, MANY_OBJECTS)
        self.load_geometry(scene, geometry)
        return scene


def draw(simulator: Simulator, scene: Scene, pose: np.ndarray) -> int:
    """One frame; the number of instances in it."""
    frame = next(simulator.render(CAMERA, [pose], LAYERS))
    return 0 if frame.instance is None else len(np.unique(frame.instance))


def peak_memory_mb(cache: Path) -> tuple[float, float]:
    """Peak memory of baking and drawing many objects with two workers, and what the process had before."""
    before, peak, done = pss_mb(), [0.0], threading.Event()

    def watch() -> None:
        while not done.wait(0.2):
            peak[0] = max(peak[0], pss_mb())

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        factory = partial(WallSimulator, render_settings(quality="standard"), cache, workers=WORKERS)
        with SimulatorPool(factory, cache, WORKERS) as pool:
            assert min(pool.map(draw, [POSE] * 8)) > MANY_OBJECTS / 2
    finally:
        done.set()
        watcher.join()
    return max(peak[0], pss_mb()), before


def main(output: Path) -> None:
    """Measure and report."""
    output.mkdir(parents=True, exist_ok=True)
    peak, before = peak_memory_mb(output / "cache")
    print(f"{MANY_OBJECTS} objects, {WORKERS} workers: peak {peak:.0f} MB (PSS; {before:.0f} MB before)")
    found: dict[str, Any] = dict(tables(output / "cache"))
    print(json.dumps({**found, "peak_mb_2000_objects": round(peak)}))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
