"""What a frame costs: the embedded renderer against MuJoCo, pyrender and VTK on the same triangles, cameras, outputs.

    python -m tests.benchmarks.render OUTPUT PEER_PYTHON FRAMES

Each renderer lives in a process of its own, with one thread; they draw in turns, so that the machine's load falls on
all alike. Cost is the process's CPU time of all threads, read-back included. The last line is JSON: the median cost of
our colours, ids and depth without anti-aliasing, and what peers need for the same as a multiple; null = did not run.
"""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from gstgen.media.pictures import write_png
from gstgen.scenes.mesh import SceneGeometry
from gstgen.scenes.model import Scene
from gstgen.simulators.embedded.triangles import collect_triangles
from tests.benchmarks.peer import Export, Part
from tests.benchmarks.scenes import CAMERA, Viewer, make_scene

SCENE = "Pomaria_1_int"
PEERS = ("mujoco", "pyrender", "vtk")
REFERENCE = "1.0 all"  # ours, like for like with peers that do not anti-alias
ROOT = Path(__file__).parents[2]
ONE_THREAD = {
    "LP_NUM_THREADS": "0",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "VTK_SMP_BACKEND_IN_USE": "Sequential",
    "MUJOCO_GL": "egl",
    "PYOPENGL_PLATFORM": "egl",
    "VTK_DEFAULT_OPENGL_WINDOW": "vtkEGLRenderWindow",
}


def without_glass(geometry: SceneGeometry) -> SceneGeometry:
    """The same triangles for everyone: glass has no counterpart in the peers' ids."""
    meshes = {
        name: [p for p in parts if geometry.materials[p.material].kind != "glass"]
        for name, parts in geometry.meshes.items()
    }
    return SceneGeometry(geometry.materials, geometry.textures, meshes)


def export_scene(scene: Scene, geometry: SceneGeometry, poses: list[np.ndarray]) -> Export:
    """One part for each instance and material, in the mean colour of its texture."""
    triangles = collect_triangles(scene, geometry)
    mean = {key: image[..., :3].reshape(-1, 3).mean(0) / 255 for key, image in geometry.textures.items()}
    parts = []
    key = triangles.instance.astype(np.int64) << 32 | triangles.material
    for value in np.unique(key):
        faces = triangles.faces[key == value]
        used, inverse = np.unique(faces, return_inverse=True)
        material = geometry.materials[int(value & 0xFFFFFFFF)]
        color = np.array(material.color) * mean.get(material.texture or "", 1.0)
        parts.append(
            Part(
                int(value >> 32),
                np.clip(color, 0, 1),
                triangles.vertices[used],
                triangles.normals[used],
                inverse.reshape(-1, 3).astype(np.int32),
            )
        )
    return Export(tuple(parts), CAMERA.width, CAMERA.height, CAMERA.K, np.array(poses))


@dataclass
class Contestant:
    """A renderer's process and what it has cost so far, by mode."""

    key: str
    process: subprocess.Popen[str]
    name: str = ""
    fault: str = ""
    cost_ms: dict[str, list[float]] = field(default_factory=dict)
    same_ids: list[float] = field(default_factory=list)

    def ask(self, **request: Any) -> dict[str, Any]:
        """The answer to a request; a process that is gone or reports an error drops out."""
        assert self.process.stdin is not None
        try:
            if request:
                self.process.stdin.write(json.dumps(request) + "\n")
                self.process.stdin.flush()
            line = self.process.stdout.readline() if self.process.stdout else ""
        except BrokenPipeError:
            line = ""
        answer: dict[str, Any] = json.loads(line) if line else {"error": f"ended with status {self.process.wait()}"}
        self.fault = answer.get("error", "")
        return answer


def start(key: str, python: str, folder: Path) -> Contestant:
    """Start a renderer and wait until it has drawn once."""
    command = [python, "-m", f"tests.benchmarks.peer_{key}", str(folder)]
    log = (folder / f"{key}.log").open("w")
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=log,
        text=True,
        cwd=ROOT,
        env={**os.environ, **ONE_THREAD},
    )
    contestant = Contestant(key, process)
    answer = contestant.ask()
    if contestant.fault:
        last = (folder / f"{key}.log").read_text().strip().splitlines()[-1:]
        print(f"{key} does not run here: {contestant.fault} {' '.join(last)}", flush=True)
    else:
        contestant.name = answer["name"]
        contestant.cost_ms = {mode: [] for mode in answer["modes"]}
    return contestant


def measure(contestants: list[Contestant], frames: int, folder: Path, output: Path) -> None:
    """Let all draw every frame in turns; compare the ids and keep the first picture of each."""
    for frame in range(frames):
        ids: np.ndarray | None = None
        for contestant in contestants:
            for mode in contestant.cost_ms:
                if contestant.fault:
                    break
                layers = folder / "layers.npz"
                answer = contestant.ask(frame=frame, mode=mode, save=str(layers) if mode.endswith("all") else None)
                if contestant.fault:
                    print(f"{contestant.key} stopped: {contestant.fault}", flush=True)
                    break
                contestant.cost_ms[mode].append(answer["cpu_ms"])
                if not mode.endswith("all"):
                    continue
                with np.load(layers) as data:
                    ids = data["instance"] if ids is None else ids
                    contestant.same_ids.append(float((data["instance"] == ids).mean()))
                    if frame == 0:
                        name = f"{contestant.key}-{mode.split()[0]}.png" if " " in mode else f"{contestant.key}.png"
                        write_png(output / name, np.ascontiguousarray(data["rgb"]))


def report(contestants: list[Contestant]) -> dict[str, float | None]:
    """Print the table; the figures of the last line."""
    ours = contestants[0]
    base = {layers: float(np.median(ours.cost_ms[f"1.0 {layers}"])) for layers in ("rgb", "all")}
    print(f"\n{'renderer':34} {'outputs':22} {'CPU ms':>8} {'from':>8} {'to':>8} {'ratio':>7} {'same ids':>9}")
    for contestant in contestants:
        for mode, cost in contestant.cost_ms.items():
            if not cost:
                continue
            layers = mode.split()[-1]
            outputs = ("rgb" if layers == "rgb" else "rgb, ids, depth") + (" at 1.5x" if "1.5" in mode else "")
            same = f"{np.mean(contestant.same_ids):9.4f}" if layers == "all" else ""
            median = float(np.median(cost))
            row = f"{contestant.name:34} {outputs:22} {median:8.1f} {min(cost):8.1f} {max(cost):8.1f}"
            print(f"{row} {median / base[layers]:7.2f} {same}")
    figures: dict[str, float | None] = {"cpu_ms": round(base["all"], 2)}
    for contestant in contestants[1:]:
        cost = contestant.cost_ms.get("all", [])
        ratio = round(float(np.median(cost)) / base["all"], 3) if cost and not contestant.fault else None
        figures[f"{contestant.key}_ratio"] = ratio
    return figures


def main(output: Path, peer_python: str, frames: int) -> None:
    """Measure and report; pictures go to `output`."""
    output.mkdir(parents=True, exist_ok=True)
    scene, geometry = make_scene(SCENE)
    geometry = without_glass(geometry)
    viewer = Viewer(scene, geometry)
    rooms = viewer.rooms()
    poses = [viewer.best(room) for room in rooms[:frames]] + viewer.scattered(max(0, frames - len(rooms)))
    with tempfile.TemporaryDirectory(dir=output) as name:
        folder = Path(name)
        export = export_scene(scene, geometry, poses)
        export.save(folder / "export.npz")
        (folder / "scene.pickle").write_bytes(pickle.dumps((scene, geometry)))
        triangles = sum(len(p.faces) for p in export.parts)
        print(
            f"{SCENE}: {len(scene.rooms)} rooms, {len(scene.objects)} objects, {triangles} triangles in "
            f"{len(export.parts)} parts; {len(poses)} frames of {CAMERA.width}x{CAMERA.height}; load "
            f"{os.getloadavg()[0]:.1f} on {os.cpu_count()} cores",
            flush=True,
        )
        contestants = [start("ours", sys.executable, folder)]
        if contestants[0].fault:
            raise SystemExit(f"the embedded renderer does not run: {contestants[0].fault}")
        contestants += [start(key, peer_python, folder) for key in PEERS]
        try:
            measure(contestants, len(poses), folder, output)
        finally:
            for contestant in contestants:
                contestant.process.kill()
                contestant.process.wait()
    figures = report(contestants)
    print(f"pictures of the first frame: {output}")
    print(json.dumps(figures))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
