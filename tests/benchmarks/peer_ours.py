"""The embedded renderer, as the product runs it, without and with anti-aliasing."""

from __future__ import annotations

import pickle
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from gstgen.simulators.embedded.simulator import EmbeddedSimulator
from gstgen.simulators.protocol import Modality
from tests.benchmarks.peer import Export, serve
from tests.benchmarks.scenes import CAMERA, render_settings

LAYERS: dict[str, Iterable[Modality]] = {"rgb": ("rgb",), "all": ("rgb", "instance", "depth")}


class Ours:
    """Two simulators, one a supersampling factor."""

    name = "gstgen embedded"
    modes = ("1.0 rgb", "1.0 all", "1.5 rgb", "1.5 all")

    def __init__(self, folder: Path) -> None:
        self._poses = Export.load(folder / "export.npz").poses
        scene, geometry = pickle.loads((folder / "scene.pickle").read_bytes())
        cache = folder.parent / "cache"
        self._simulators = {}
        for factor in ("1.0", "1.5"):
            simulator = EmbeddedSimulator(render_settings(supersample=float(factor), gl_threads=0), cache)
            simulator.load_geometry(scene, geometry)
            self._simulators[factor] = simulator

    def draw(self, frame: int, mode: str) -> dict[str, np.ndarray]:
        factor, layers = mode.split()
        drawn = next(self._simulators[factor].render(CAMERA, [self._poses[frame]], LAYERS[layers]))
        found = {"rgb": drawn.rgb, "instance": drawn.instance, "depth": drawn.depth}
        return {name: layer for name, layer in found.items() if layer is not None}


if __name__ == "__main__":
    serve(Ours)
