"""MuJoCo's classic renderer: one geom a part, both sides drawn, no shadows, reflections or anti-aliasing."""

from __future__ import annotations

from pathlib import Path

import mujoco
import numpy as np

from tests.benchmarks.peer import FAR_M, NEAR_M, Export, serve


class MuJoCo:
    """A world of fixed meshes; ids and depth are passes of their own, as its Python API makes them."""

    name = f"MuJoCo {mujoco.__version__} classic"
    modes = ("rgb", "all")

    def __init__(self, folder: Path) -> None:
        self._export = export = Export.load(folder / "export.npz")
        spec = mujoco.MjSpec()
        spec.visual.global_.offwidth, spec.visual.global_.offheight = export.width, export.height
        spec.visual.quality.offsamples = 0
        spec.stat.extent = 1.0  # near and far are multiples of it
        spec.visual.map.znear, spec.visual.map.zfar = NEAR_M, FAR_M
        for number, part in enumerate(export.parts):
            vertices = part.vertices if len(part.vertices) > 3 else np.concatenate([part.vertices, part.vertices[:1]])
            spec.add_mesh(
                name=f"mesh{number}",
                uservert=vertices.astype(np.float32).ravel(),
                userface=part.faces.astype(np.int32).ravel(),
                inertia=mujoco.mjtMeshInertia.mjMESH_INERTIA_SHELL,
            )
            spec.worldbody.add_geom(
                type=mujoco.mjtGeom.mjGEOM_MESH,
                meshname=f"mesh{number}",
                rgba=[*part.color, 1.0],
                contype=0,
                conaffinity=0,
            )
        self._model = spec.compile()
        self._data = mujoco.MjData(self._model)
        mujoco.mj_forward(self._model, self._data)
        self._owner = np.array([0, *(p.instance for p in export.parts)], np.uint32)
        self._renderer = mujoco.Renderer(self._model, export.height, export.width, max_geom=len(export.parts) + 16)

    def draw(self, frame: int, mode: str) -> dict[str, np.ndarray]:
        renderer, pose = self._renderer, self._export.gl_pose(frame)
        renderer.update_scene(self._data)
        for flag in ("SHADOW", "REFLECTION", "CULL_FACE"):
            renderer.scene.flags[getattr(mujoco.mjtRndFlag, f"mjRND_{flag}")] = 0
        half_height = NEAR_M * np.tan(np.radians(self._export.vertical_fov_deg) / 2)
        for camera in renderer.scene.camera:
            camera.pos, camera.forward, camera.up = pose[:3, 3], -pose[:3, 2], pose[:3, 1]
            camera.frustum_near, camera.frustum_far = NEAR_M, FAR_M
            camera.frustum_bottom, camera.frustum_top = -half_height, half_height
            camera.frustum_center = camera.frustum_width = 0.0
        layers = {"rgb": renderer.render()}
        if mode == "all":
            renderer.enable_segmentation_rendering()
            layers["instance"] = self._owner[renderer.render()[..., 0] + 1]
            renderer.disable_segmentation_rendering()
            renderer.enable_depth_rendering()
            layers["depth"] = renderer.render()
            renderer.disable_depth_rendering()
        return layers


if __name__ == "__main__":
    serve(MuJoCo)
