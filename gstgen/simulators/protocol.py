"""What every simulator can do: load a scene, render poses, hide instances, close."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol, get_args

import numpy as np
from numpy.typing import NDArray

from gstgen.errors import RequestError, RunError
from gstgen.geometry.cameras import Camera, OrthographicCamera
from gstgen.scenes.model import Scene

Modality = Literal["rgb", "depth", "instance", "glass"]


class GraphicsLostError(RunError):
    """The graphics driver gave up in the middle of a scene; another process may go on with the same jobs."""


def checked_modalities(modalities: Iterable[Modality]) -> frozenset[str]:
    """The modalities as a set; RequestError for an unknown one."""
    wanted = frozenset(modalities)
    unknown = wanted - set(get_args(Modality))
    if unknown:
        raise RequestError(f"unknown modality {sorted(unknown)[0]!r}; there are {', '.join(get_args(Modality))}")
    return wanted


@dataclass(frozen=True)
class Frame:
    """One rendered view; what was not asked for is None.

    rgb (H, W, 3) uint8 sRGB. instance (H, W) uint32: the first surface that is not glass, 0 = nothing (sky, outside).
    glass (H, W) uint32: the nearest glass surface in front of it, 0 = none; an instance is invisible when it is in
    neither layer. depth (H, W) float32: planar z in metres of the `instance` layer, inf where it is 0.
    """

    rgb: NDArray[np.uint8] | None = None
    depth: NDArray[np.float32] | None = None
    instance: NDArray[np.uint32] | None = None
    glass: NDArray[np.uint32] | None = None


class Simulator(Protocol):
    """A renderer of one loaded scene at a time."""

    name: str

    @property
    def version(self) -> dict[str, Any]:
        """Names and versions for `provenance` (renderer string, driver); never part of a content hash."""

    def load(self, scene_folder: Path) -> Scene:
        """Load the scene whose `scene.json` lies in a folder; replaces the one loaded before."""

    def render(
        self,
        camera: Camera | OrthographicCamera,
        poses: Iterable[NDArray[np.float64]],
        modalities: Iterable[Modality],
    ) -> Iterator[Frame]:
        """A frame for each `T_world_camera` (4x4), in order."""

    def hide(self, ids: Iterable[str]) -> None:
        """Leave instances out of the following renders, until `show`."""

    def show(self) -> None:
        """Bring every hidden instance back."""

    def close(self) -> None:
        """Free the renderer; safe to call twice."""
