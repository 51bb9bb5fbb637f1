"""Proofs of the renderer against Embree: ids, depth on planes, equal bytes for any number of workers.

    python -m tests.benchmarks.prove OUTPUT [PIXELS]

Ends with status 1 when a figure misses its bar; the last line is JSON.
"""

from __future__ import annotations

import hashlib
import json
import sys
import tempfile
from dataclasses import asdict, dataclass, fields
from functools import partial
from pathlib import Path

import numpy as np

from gstgen.geometry.cameras import Camera, pixel_rays
from gstgen.perception.raycast import RayCaster
from gstgen.randomness import rng
from gstgen.scenes.mesh import SceneGeometry
from gstgen.scenes.model import Scene
from gstgen.simulators.embedded.simulator import EmbeddedSimulator
from gstgen.simulators.pool import SimulatorPool
from gstgen.simulators.protocol import Modality, Simulator
from tests.benchmarks.scenes import CAMERA, Viewer, make_scene, render_settings

SCENES = ("Rs_int", "Benevolence_1_int", "office_vendor_machine", "restaurant_diner", "Rs_garden")
POSES = 20  # of each scene
LAYERS: tuple[Modality, ...] = ("rgb", "instance", "depth", "glass")
MIN_AGREEMENT, MAX_DEPTH_ERROR_MM = 0.999, 1.0
NEARBY_M = 25.0  # a depth buffer of 24 bits has steps of 0.7 mm here; they grow with the square of the distance
PLANES = ("wall", "floor", "ceiling")
NEIGHBOURS = np.array([(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)])


@dataclass
class IdProof:
    """Counts of compared pixels; those on leaves cut out of a picture are apart, since rays do not see their holes.

    at_edges: disagreements whose ids swap within one pixel; elsewhere: all others; depth_mm: largest distance of a
    point from its plane, over `planar` pixels of walls (fences are no planes), floors and ceilings up to NEARBY_M away;
    far_depth_mm: beyond.
    """

    pixels: int = 0
    on_leaves: int = 0
    agree: int = 0
    at_edges: int = 0
    elsewhere: int = 0
    planar: int = 0
    depth_mm: float = 0.0
    far_depth_mm: float = 0.0

    def __add__(self, other: IdProof) -> IdProof:
        total = IdProof(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))
        total.depth_mm = max(self.depth_mm, other.depth_mm)
        total.far_depth_mm = max(self.far_depth_mm, other.far_depth_mm)
        return total

    @property
    def agreement(self) -> float:
        return self.agree / max(self.pixels, 1)


def leafy_ids(scene: Scene, geometry: SceneGeometry) -> np.ndarray:
    """Ids of the instances with surfaces cut out of a picture."""
    return np.array(
        [
            scene.instance_ids[name]
            for name, parts in geometry.meshes.items()
            if any(geometry.materials[p.material].kind == "cutout" for p in parts)
        ],
        np.uint32,
    )


def compare_with_rays(
    simulator: Simulator,
    scene: Scene,
    geometry: SceneGeometry,
    camera: Camera,
    poses: list[np.ndarray],
    pixels_each: int,
) -> IdProof:
    """Compare ids and depth with ray casts on random pixels of every pose."""
    caster, leafy, total = RayCaster(scene, geometry), leafy_ids(scene, geometry), IdProof()
    ids = scene.instance_ids
    planes = [s.id for s in scene.structure if s.kind in PLANES and not s.id.startswith("fence")]
    flat = np.array([ids[name] for name in planes], np.uint32)
    frames = simulator.render(camera, poses, ["instance", "depth"])
    for number, (pose, frame) in enumerate(zip(poses, frames, strict=True)):
        assert frame.instance is not None
        assert frame.depth is not None
        random = rng(0, "prove", scene.id, number)
        pixel = np.stack([random.integers(0, n, pixels_each) for n in (camera.width, camera.height)], 1)
        hits = caster.cast(pose[:3, 3], _world(camera, pose, pixel))
        shown = frame.instance[pixel[:, 1], pixel[:, 0]]
        leaf = np.isin(shown, leafy) | np.isin(hits.instance, leafy)
        differ = (shown != hits.instance) & ~leaf
        at_edge = _at_edge(caster, camera, pose, frame.instance, pixel[differ], hits.instance[differ])
        plane = (shown == hits.instance) & np.isin(shown, flat) & (shown > 0)
        local = pixel_rays(camera, pixel[plane] + 0.5)
        depth = frame.depth[pixel[plane, 1], pixel[plane, 0]].astype(np.float64)
        point = pose[:3, 3] + (local / local[:, 2:] * depth[:, None]) @ pose[:3, :3].T
        off = np.abs(((point - hits.point_m[plane]) * hits.normal[plane]).sum(1))
        total += IdProof(
            pixels=int((~leaf).sum()),
            on_leaves=int(leaf.sum()),
            agree=int((~leaf).sum() - differ.sum()),
            at_edges=int(at_edge.sum()),
            elsewhere=int((~at_edge).sum()),
            planar=int(plane.sum()),
            depth_mm=float(off[depth <= NEARBY_M].max(initial=0.0)) * 1e3,
            far_depth_mm=float(off[depth > NEARBY_M].max(initial=0.0)) * 1e3,
        )
    return total


def _world(camera: Camera, pose: np.ndarray, pixel: np.ndarray) -> np.ndarray:
    return np.asarray(pixel_rays(camera, pixel + 0.5) @ pose[:3, :3].T)


def _at_edge(
    caster: RayCaster, camera: Camera, pose: np.ndarray, shown: np.ndarray, pixel: np.ndarray, expected: np.ndarray
) -> np.ndarray:
    """(n) whether the other's id is found within one pixel, in the picture or by rays: both saw the same outline."""
    if not len(pixel):
        return np.zeros(0, bool)
    around = pixel[:, None] + NEIGHBOURS
    rows = np.clip(around[..., 1], 0, camera.height - 1)
    columns = np.clip(around[..., 0], 0, camera.width - 1)
    in_picture = (shown[rows, columns] == expected[:, None]).any(1)
    cast = caster.cast(pose[:3, 3], _world(camera, pose, around.reshape(-1, 2))).instance.reshape(len(pixel), -1)
    by_rays = (cast == shown[pixel[:, 1], pixel[:, 0]][:, None]).any(1)
    return np.asarray(in_picture | by_rays)


def frame_hash(simulator: Simulator, scene: Scene, pose: np.ndarray) -> str:
    """SHA-256 over all layers of a frame."""
    frame = next(simulator.render(CAMERA, [pose], LAYERS))
    digest = hashlib.sha256()
    for layer in (frame.rgb, frame.instance, frame.depth, frame.glass):
        assert layer is not None
        digest.update(np.ascontiguousarray(layer).tobytes())
    return digest.hexdigest()


def worker_hashes(scene: Scene, poses: list[np.ndarray], quality: str, cache: Path) -> list[list[str]]:
    """Hashes of the frames drawn by one worker, and by two."""
    factory = partial(EmbeddedSimulator, render_settings(quality=quality), cache, workers=1)
    found = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "scene"
        folder.mkdir()
        (folder / "scene.json").write_text(json.dumps(scene.to_json()), encoding="utf-8")
        # Two first: a process that opened a context can no longer share the loaded scene with forked workers.
        for workers in (2, 1):
            with SimulatorPool(factory, folder, workers) as pool:
                found.append(list(pool.map(frame_hash, poses)))
    return found[::-1]


def main(output: Path, pixels: int) -> int:
    """Prove and print; 0 when all bars are met."""
    output.mkdir(parents=True, exist_ok=True)
    total, equal = IdProof(), True
    for index, name in enumerate(SCENES):
        scene, geometry = make_scene(name)
        poses = Viewer(scene, geometry).scattered(POSES)
        if index == 0:
            one, two = worker_hashes(scene, poses[:6], "draft", output / "cache")
            equal = one == two
            print(f"{name}: {len(one)} frames, bytes with 1 and 2 workers {'equal' if equal else 'DIFFER'}", flush=True)
        simulator = EmbeddedSimulator(render_settings(quality="draft"), output / "cache", workers=1)
        simulator.load_geometry(scene, geometry)
        each = -(-pixels // (len(SCENES) * len(poses)))
        proof = compare_with_rays(simulator, scene, geometry, CAMERA, poses, each)
        simulator.close()
        total += proof
        print(
            f"{name:24} {proof.pixels:8} pixels ({proof.on_leaves} more on leaves): "
            f"{100 * proof.agreement:.4f} % agree, "
            f"{proof.at_edges} differ at outlines, {proof.elsewhere} elsewhere; depth off by at most "
            f"{proof.depth_mm:.3f} mm "
            f"({proof.far_depth_mm:.3f} beyond {NEARBY_M} m) on {proof.planar} pixels of planes",
            flush=True,
        )
    passed = total.agreement >= MIN_AGREEMENT and total.depth_mm < MAX_DEPTH_ERROR_MM and equal
    print(
        json.dumps({"agreement": round(total.agreement, 6), **asdict(total), "workers_equal": equal, "passed": passed})
    )
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000))
