"""The viewer's camera: moved to a pose, asked for a picture after enough renders. Runs in the worker alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gstgen.geometry.usd import focal_length_mm, to_usd_camera
from gstgen.simulators.omnigibson import api
from gstgen.simulators.omnigibson.framing import Shot

FAR_M = 1.0e6
MODALITIES = ("rgb", "depth_linear", "seg_semantic")


class BlackPicture(Exception):
    """The renderer went on giving black pictures."""


@dataclass(frozen=True)
class Picture:
    """What the camera gave at its own size: rgb (H, W, 3), planar depth and raw ids (H, W), and id -> label."""

    rgb: NDArray[np.uint8]
    depth_m: NDArray[np.float32]
    ids: NDArray[np.int64]
    labels: dict[int, str]


class Viewer:
    """Takes pictures with `og.sim.viewer_camera`.

    The viewer's camera is used in all versions: where OmniGibson renders without viewports, instance masks of any other
    camera crash in full scenes.
    """

    def __init__(self, simulator: api.Simulator, label_modality: str, aperture_mm: float, per_pose: int, retries: int):
        camera = simulator.viewer_camera
        if camera is None:
            raise RuntimeError("OmniGibson started without a viewer camera (macro RENDER_VIEWER_CAMERA)")
        self._simulator, self._camera = simulator, camera
        self._label, self._aperture_mm = label_modality, aperture_mm
        self._per_pose, self._retries = per_pose, retries
        self._lens: tuple[float, float, bool] | None = None
        for modality in (*MODALITIES, label_modality):
            camera.add_modality(modality)

    @property
    def size(self) -> tuple[int, int]:
        """(width, height) in pixels."""
        return int(self._camera.image_width), int(self._camera.image_height)

    def settle(self, renders: int, progress: Callable[[str], None]) -> None:
        """Render without taking a picture: textures load, changes of visibility arrive."""
        for number in range(renders):
            self._simulator.render()
            progress(f"render {number + 1} of {renders}")

    def shoot(self, shot: Shot, expect_content: bool, progress: Callable[[str], None]) -> Picture:
        """A picture from a pose; BlackPicture when it stays black (or empty where it may not be) after all retries."""
        self._aim(shot)
        for attempt in range(self._retries + 1):
            self.settle(self._per_pose * (attempt + 1), progress)
            picture = self._read()
            black = not picture.rgb.any()
            empty = expect_content and not (picture.ids > 0).any()
            if not black and not empty:
                return picture
        raise BlackPicture(
            f"after {self._retries + 1} attempts the picture is still {'black' if black else 'without any instance'}"
        )

    def _aim(self, shot: Shot) -> None:
        lens = (shot.focal_px, shot.near_m, shot.parallel)
        if lens != self._lens:
            self._camera.clipping_range = (shot.near_m, FAR_M)
            self._camera.horizontal_aperture = self._aperture_mm
            self._camera.focal_length = focal_length_mm(shot.focal_px, self.size[0], self._aperture_mm)
            if shot.parallel or (self._lens is not None and self._lens[2]):
                self._set_projection(shot)
            self._lens = lens
        position, orientation = to_usd_camera(shot.T_world_camera)
        self._camera.set_position_orientation(position=_tensor(position), orientation=_tensor(orientation))

    def _set_projection(self, shot: Shot) -> None:
        """Unverified on a GPU: USD's own orthographic camera, its aperture in tenths of a metre.

        `simulator.omnigibson.map_projection=perspective` does without; the self-test's map checks either.
        """
        if not shot.parallel:
            self._camera.set_attribute("projection", "perspective")
            return
        self._camera.set_attribute("projection", "orthographic")
        self._camera.horizontal_aperture = 10.0 * self.size[0] / shot.focal_px

    def _read(self) -> Picture:
        # A remapper never looks at an id twice: what was unlabelled once, or an id used anew, would keep its old name.
        sensors = _sensor_type()
        sensors.SEMANTIC_REMAPPER.clear()
        sensors.INSTANCE_REMAPPER.clear()
        sensors.INSTANCE_ID_REMAPPER.clear()
        observations, info = self._camera.get_obs()
        return Picture(
            rgb=np.ascontiguousarray(to_numpy(observations["rgb"])[..., :3].astype(np.uint8)),
            depth_m=to_numpy(observations["depth_linear"]).astype(np.float32),
            ids=to_numpy(observations[self._label]).astype(np.int64),
            labels={int(number): str(label) for number, label in info[self._label].items()},
        )


def to_numpy(value: Any) -> NDArray[Any]:
    """Array of a torch tensor, wherever it lives (remapped masks of 1.1.1 are on the GPU even with device cpu)."""
    tensor: api.Tensor = value
    if hasattr(tensor, "detach"):
        return np.asarray(tensor.detach().cpu().numpy())
    return np.asarray(value)


def _tensor(values: NDArray[np.float64]) -> Any:
    import torch  # type: ignore[import-not-found]  # noqa: PLC0415 - comes with OmniGibson

    return torch.tensor(values.tolist(), dtype=torch.float32)


def _sensor_type() -> api.VisionSensorType:
    from omnigibson.sensors import VisionSensor  # type: ignore[import-not-found]  # noqa: PLC0415 - worker only

    sensors: api.VisionSensorType = VisionSensor
    return sensors
