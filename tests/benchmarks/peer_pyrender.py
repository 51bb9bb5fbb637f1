"""pyrender off screen: its default shading with one light at the camera; ids from its segmentation pass.

It always reads depth back with a picture and draws colours with four samples a pixel.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

if not hasattr(np, "infty"):  # pyrender 0.1.45 knows numpy 1's names
    setattr(np, "infty", np.inf)  # noqa: B010
import pyrender

from tests.benchmarks.peer import FAR_M, NEAR_M, Export, serve


class PyRender:
    """A pyrender scene with one mesh a part."""

    name = f"pyrender {pyrender.__version__}"
    modes = ("rgb", "all")

    def __init__(self, folder: Path) -> None:
        self._export = export = Export.load(folder / "export.npz")
        self._scene = pyrender.Scene(bg_color=(0.8, 0.9, 1.0), ambient_light=(0.4, 0.4, 0.4))
        self._colors = {}
        for part in export.parts:
            material = pyrender.MetallicRoughnessMaterial(
                baseColorFactor=(*part.color, 1.0), metallicFactor=0.0, roughnessFactor=0.9, doubleSided=True
            )
            primitive = pyrender.Primitive(part.vertices, part.normals, indices=part.faces, material=material, mode=4)
            node = self._scene.add(pyrender.Mesh([primitive]))
            self._colors[node] = tuple(part.instance >> shift & 255 for shift in (0, 8, 16))
        fx, fy, cx, cy = export.K[0, 0], export.K[1, 1], export.K[0, 2], export.K[1, 2]
        self._camera = self._scene.add(pyrender.IntrinsicsCamera(fx, fy, cx, cy, NEAR_M, FAR_M))
        self._light = self._scene.add(pyrender.DirectionalLight(intensity=3.0))
        self._renderer = pyrender.OffscreenRenderer(export.width, export.height)

    def draw(self, frame: int, mode: str) -> dict[str, np.ndarray]:
        pose = self._export.gl_pose(frame)
        self._scene.set_pose(self._camera, pose)
        self._scene.set_pose(self._light, pose)
        color, depth = self._renderer.render(self._scene)
        layers = {"rgb": color}
        if mode == "all":
            coded, _ = self._renderer.render(self._scene, pyrender.RenderFlags.SEG, self._colors)
            code = coded.astype(np.uint32)
            layers["instance"] = code[..., 0] | code[..., 1] << 8 | code[..., 2] << 16
            layers["depth"] = np.where(depth > 0, depth, np.inf)
        return layers


if __name__ == "__main__":
    serve(PyRender)
