"""Floor that the explorations of a scene showed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gstgen.navigation.settings import TrajectorySettings
from gstgen.navigation.viewpoints import FloorCells
from gstgen.perception.raycast import RayCaster
from gstgen.report.reading import SceneFiles
from gstgen.scenes.mesh import SceneGeometry


@dataclass(frozen=True)
class Floor:
    """Floor of a scene: centres (F, 3) of cells, and which of them each exploration showed."""

    centers_m: NDArray[np.float64]
    cell_m: float
    shown: dict[str, NDArray[np.bool_]]

    @property
    def share(self) -> float | None:
        """Seen by any exploration; None for a scene without floor."""
        if not len(self.centers_m) or not self.shown:
            return None
        return float(np.any(list(self.shown.values()), axis=0).mean())


def measure_floor(
    files: SceneFiles, geometry: SceneGeometry, settings: TrajectorySettings, every_s: float
) -> Floor | None:
    """Which floor the explorations showed; None where scene or trajectories are missing."""
    scene, floor_map = files.scene, files.floor_map
    if scene is None or floor_map is None or not files.explorations:
        return None
    cells = FloorCells(floor_map, scene.floor_z_m, RayCaster(scene, geometry), settings.sight)
    step = max(round(files.fps * every_s), 1)
    camera = settings.camera.camera
    shown = {path.name: cells.shown_by(camera, path.poses[::step]) for path in files.explorations}
    return Floor(cells.points_m, settings.sight.floor_cell_m, shown)
