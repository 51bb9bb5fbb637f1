"""What every renderer under test shares: the exported scene, and a process that draws frames when asked.

Peers live in an environment of their own, so this module and the peers import nothing of gstgen.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np

NEAR_M, FAR_M = 0.05, 200.0


@dataclass(frozen=True)
class Part:
    """Triangles of one instance and one material: vertices, normals (V, 3), faces (F, 3), metres; color sRGB 0..1."""

    instance: int
    color: np.ndarray
    vertices: np.ndarray
    normals: np.ndarray
    faces: np.ndarray


@dataclass(frozen=True)
class Export:
    """A scene for any renderer. K (3, 3); poses (N, 4, 4): camera to world, x right, y down, z forward."""

    parts: tuple[Part, ...]
    width: int
    height: int
    K: np.ndarray
    poses: np.ndarray

    @property
    def vertical_fov_deg(self) -> float:
        return float(np.degrees(2 * np.arctan(self.height / 2 / self.K[1, 1])))

    def gl_pose(self, frame: int) -> np.ndarray:
        """Camera to world with x right, y up, z backward."""
        return self.poses[frame] @ np.diag([1.0, -1.0, -1.0, 1.0])

    def save(self, path: Path) -> None:
        sizes = [(len(p.vertices), len(p.faces)) for p in self.parts]
        np.savez(
            path,
            sizes=np.array(sizes),
            instance=np.array([p.instance for p in self.parts]),
            color=np.array([p.color for p in self.parts]),
            vertices=np.concatenate([p.vertices for p in self.parts]),
            normals=np.concatenate([p.normals for p in self.parts]),
            faces=np.concatenate([p.faces for p in self.parts]),
            size=np.array([self.width, self.height]),
            K=self.K,
            poses=self.poses,
        )

    @classmethod
    def load(cls, path: Path) -> Export:
        with np.load(path, allow_pickle=False) as data:
            cuts = np.cumsum(data["sizes"], 0)[:-1]
            vertices, normals = (np.split(data[k], cuts[:, 0]) for k in ("vertices", "normals"))
            faces = np.split(data["faces"], cuts[:, 1])
            columns = (data["instance"], data["color"], vertices, normals, faces)
            parts = tuple(Part(int(i), *rest) for i, *rest in zip(*columns, strict=True))
            return cls(parts, int(data["size"][0]), int(data["size"][1]), data["K"], data["poses"])


class Renderer(Protocol):
    """A renderer with the exported scene loaded."""

    name: str
    modes: tuple[str, ...]

    def draw(self, frame: int, mode: str) -> dict[str, np.ndarray]:
        """rgb (H, W, 3) uint8; for a mode that ends in "all" also instance (H, W) and depth (H, W), planar metres."""


def serve(make: Callable[[Path], Renderer]) -> None:
    """Life of a renderer's process: load the folder in argv, then answer one JSON line for each on stdin."""
    # Drivers and libraries print to stdout; the answers keep a copy of it to themselves.
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)

    def answer(**content: Any) -> None:
        answers.write(json.dumps(content) + "\n")

    try:
        renderer = make(Path(sys.argv[1]))
        for mode in renderer.modes:
            renderer.draw(0, mode)  # compiles shaders, uploads
    except Exception as error:  # whatever a driver raises: the bench reports it as "does not run here"
        answer(error=f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}")
        return
    answer(name=renderer.name, modes=renderer.modes)
    for line in sys.stdin:
        request = json.loads(line)
        start = time.process_time_ns()
        layers = renderer.draw(request["frame"], request["mode"])
        spent = time.process_time_ns() - start
        if request.get("save"):
            np.savez(request["save"], **layers)
        answer(cpu_ms=spent / 1e6)


def planar_depth(buffer: np.ndarray) -> np.ndarray:
    """Depth buffer 0..1 of a perspective view -> planar metres; inf where nothing was drawn."""
    metres = NEAR_M * FAR_M / (FAR_M - buffer * (FAR_M - NEAR_M))
    return np.where(buffer >= 1.0, np.inf, metres)
