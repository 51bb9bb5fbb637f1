"""The photo-realistic level: an orthographic render from above, and the check that it lines up with the scene."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gstgen.geometry.cameras import OrthographicCamera, pose_looking_down
from gstgen.geometry.maps import MapTransform
from gstgen.navigation.rasterise import instance_triangles, rasterise_slab
from gstgen.scenes.mesh import SceneGeometry
from gstgen.scenes.model import Scene
from gstgen.simulators.protocol import Frame, Modality, Simulator
from gstgen.topdown.occupancy import doorways
from gstgen.topdown.settings import TopdownSettings

# The camera flies this far above the scene's highest point; a parallel view does not depend on it.
CLEARANCE_M = 1.0


def overhead_camera(transform: MapTransform, geometry: SceneGeometry) -> tuple[OrthographicCamera, NDArray[np.float64]]:
    """Camera and pose whose picture is the map of `transform`."""
    parts = [part for parts in geometry.meshes.values() for part in parts if len(part.vertices)]
    top = max(float(part.vertices[:, 2].max()) for part in parts)
    camera = OrthographicCamera(transform.width, transform.height, transform.m_per_px)
    return camera, pose_looking_down(transform.center_m, top + CLEARANCE_M)


def hidden_from_above(scene: Scene, geometry: SceneGeometry, cut_height_m: float) -> list[str]:
    """Ids that would cover the view: ceilings, and whatever hangs wholly above the cut height over the floor."""
    hidden = [s.id for s in scene.structure if s.kind == "ceiling"]
    for item in scene.objects:
        bottom = geometry.bounds_m(item.id)[0][2] if geometry.meshes.get(item.id) else item.box.bounds_m[0][2]
        if bottom > scene.floor_z_m + cut_height_m:
            hidden.append(item.id)
    return hidden


def render_easy(
    simulator: Simulator, scene: Scene, geometry: SceneGeometry, transform: MapTransform, settings: TopdownSettings
) -> NDArray[np.uint8]:
    """RGB picture (H, W, 3) from above without ceilings; white where nothing of the scene is.

    A wall above a door would close the way between two rooms: in doorways a second picture is used, taken from just
    below the walls' upper part.
    """
    camera, above = overhead_camera(transform, geometry)
    below = pose_looking_down(transform.center_m, scene.floor_z_m + settings.high_m)
    simulator.show()
    simulator.hide(hidden_from_above(scene, geometry, settings.cut_height_m))
    try:
        frame = _render(simulator, camera, above, ("rgb", "instance", "glass"))
        under = _render(simulator, camera, below, ("rgb",))
    finally:
        simulator.show()
    assert frame.rgb is not None
    assert frame.instance is not None
    assert frame.glass is not None
    assert under.rgb is not None
    rgb = frame.rgb.copy()
    structure = frame.instance > len(scene.objects)
    opened = doorways(scene, geometry, transform, settings) & structure
    rgb[opened] = under.rgb[opened]
    rgb[(frame.instance == 0) & (frame.glass == 0)] = 255
    return rgb


def objects_to_check(
    scene: Scene, geometry: SceneGeometry, settings: TopdownSettings, random: np.random.Generator
) -> list[str]:
    """Ids of the objects to render alone: half of them the largest seen from above, the others drawn by chance.

    Leaves and other cut-out sheets are left out: their triangles reach farther than what is seen of them.
    """
    areas = {}
    for item in scene.objects:
        parts = geometry.meshes.get(item.id)
        if parts and all(geometry.materials[part.material].kind != "cutout" for part in parts):
            lower, upper = geometry.bounds_m(item.id)
            areas[item.id] = float(np.prod((upper - lower)[:2]))
    largest = sorted(areas, key=lambda name: (-areas[name], name))[: (settings.check_objects + 1) // 2]
    others = [name for name in areas if name not in largest]
    drawn = random.permutation(len(others))[: settings.check_objects - len(largest)]
    return largest + [others[i] for i in sorted(drawn.tolist())]


@dataclass(frozen=True)
class Alignment:
    """How one object's mask, rendered alone, fits its projected mesh."""

    object_id: str
    error_px: float  # largest difference of a side of the extent
    iou: float | None  # None for objects too small to be held to it

    def failure(self, settings: TopdownSettings) -> str | None:
        """Name of the threshold that it misses, None when it lines up."""
        if self.error_px > settings.check_max_error_px:
            return "check_max_error_px"
        if self.iou is not None and self.iou < settings.check_min_iou:
            return "check_min_iou"
        return None

    def to_json(self) -> dict[str, Any]:
        return {"object": self.object_id, "error_px": round(self.error_px, 3), "iou": self.iou}


def check_alignment(
    simulator: Simulator,
    scene: Scene,
    geometry: SceneGeometry,
    transform: MapTransform,
    settings: TopdownSettings,
    object_ids: list[str],
) -> list[Alignment]:
    """Render objects one at a time and compare each mask with the mesh projected by `transform`."""
    camera, pose = overhead_camera(transform, geometry)
    names = scene.instance_names[1:]
    result = []
    for object_id in object_ids:
        simulator.show()
        simulator.hide(name for name in names if name != object_id)
        try:
            frame = _render(simulator, camera, pose, ("instance", "glass"))
        finally:
            simulator.show()
        assert frame.instance is not None
        assert frame.glass is not None
        number = scene.instance_ids[object_id]
        seen = (frame.instance == number) | (frame.glass == number)
        result.append(_compare(object_id, seen, instance_triangles(geometry, object_id), transform, settings))
    return result


def _compare(
    object_id: str,
    seen: NDArray[np.bool_],
    triangles: NDArray[np.float64],
    transform: MapTransform,
    settings: TopdownSettings,
) -> Alignment:
    pixels = transform.to_pixels(triangles).reshape(-1, 2)
    exact = np.concatenate([pixels.min(0), pixels.max(0)])
    mask = rasterise_slab(triangles, -np.inf, np.inf, transform.to_pixels, seen.shape)
    if not seen.any() or not mask.any():
        return Alignment(object_id, 0.0 if seen.any() == mask.any() else float("inf"), None)
    # Upright sheets and sharp tips cover no pixel centre: a side may lie anywhere between both extents.
    sampled, found = _extent(mask), _extent(seen)
    low, high = np.minimum(exact, sampled), np.maximum(exact, sampled)
    error = float(np.maximum(low - found, found - high).max(initial=0.0))
    if (exact[2:] - exact[:2]).min() < settings.check_min_side_px:
        return Alignment(object_id, error, None)
    return Alignment(object_id, error, float((mask & seen).sum() / (mask | seen).sum()))


def _extent(mask: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Half-open box x1, y1, x2, y2 of a mask, pixels."""
    rows, columns = np.nonzero(mask)
    return np.array([columns.min(), rows.min(), columns.max() + 1, rows.max() + 1], float)


def _render(
    simulator: Simulator, camera: OrthographicCamera, pose: NDArray[np.float64], modalities: tuple[Modality, ...]
) -> Frame:
    return next(iter(simulator.render(camera, [pose], modalities)))
