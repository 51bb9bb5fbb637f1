"""A BEHAVIOR scene as OmniGibson loaded it: objects, red markers, doors, panes. Runs in the worker alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gstgen.simulators.omnigibson import api
from gstgen.simulators.omnigibson.viewer import to_numpy
from gstgen.simulators.omnigibson.world import describe_instance

Array = NDArray[np.float64]

DOORS = frozenset({"door", "sliding_door", "garage_door"})
TOGGLE_LINK = "togglebutton"


class BehaviorWorld:
    """The objects of a scene by name; masks come as `seg_instance`, whose labels are object names."""

    label_modality = "seg_instance"

    def __init__(self, scene: api.Scene) -> None:
        self._scene = scene
        self._objects: dict[str, api.SceneObject] = {obj.name: obj for obj in scene.objects}
        self._panes: dict[str, list[api.Geom]] = {}
        self._removed: set[str] = set()  # hidden for good: never shown again, in nobody's way
        for name, obj in self._objects.items():
            panes = [mesh for link in obj.links.values() for mesh in visual_meshes(link) if is_pane(mesh)]
            if panes:
                self._panes[name] = panes
        self.notes: dict[str, Any] = {"objects": len(self._objects), "instances with panes": len(self._panes)}

    def prepare(self, doors: str) -> None:
        """Hide the markers of switches, and open or hide doors; after loading, before the first picture."""
        self.notes["toggle markers hidden"] = self._hide_markers()
        # Authored doors are closed and would cut rooms off.
        shut = [obj for obj in self._objects.values() if obj.category in DOORS]
        if doors == "hidden":
            for obj in shut:
                obj.visible = False
                self._removed.add(obj.name)
        elif doors == "open":
            open_doors(shut)
        self.notes["doors"] = f"{len(shut)} {doors}"

    def _hide_markers(self) -> int:
        """The red and green spheres of switches: with states off none is shown, but their prims may exist."""
        count = 0
        for obj in self._objects.values():
            for kind, state in obj.states.items():
                if kind.__name__ == "ToggledOn":
                    count += hide_marker(state)
            for link_name, link in obj.links.items():
                if TOGGLE_LINK in link_name:
                    for mesh in visual_meshes(link):
                        mesh.visible = False
                        count += 1
        return count

    @property
    def glass_instances(self) -> list[str]:
        """Names of the objects that have panes."""
        return [name for name in self._panes if name not in self._removed]

    def name_of(self, label: str) -> str | None:
        """Labels are names already."""
        return label if label in self._objects else None

    def set_visible(self, names: Iterable[str], visible: bool) -> None:
        """Hide or show objects; names that are no object (walls made from the layout map) are passed over."""
        for name in names:
            obj = self._objects.get(name)
            if obj is not None and name not in self._removed:
                obj.visible = visible

    def set_panes_visible(self, hidden: frozenset[str], visible: bool) -> None:
        """Hide or show panes, but not of hidden objects: showing a mesh shows what is above it."""
        for name, panes in self._panes.items():
            if name not in hidden and name not in self._removed:
                for mesh in panes:
                    mesh.visible = visible

    def describe(self, tolerance_m: float, max_parts: int) -> dict[str, Any]:
        """Names, categories, rooms, boxes and outlines of all objects, sorted by name."""
        entries = []
        for name in sorted(self._objects):
            obj = self._objects[name]
            links = [link for link_name, link in obj.links.items() if TOGGLE_LINK not in link_name]
            visual = [(world_points(m), is_pane(m)) for link in links for m in visual_meshes(link)]
            collision = [world_points(m) for link in links for m in collision_meshes(link)]
            if not any(len(points) for points, _ in visual) and not any(len(points) for points in collision):
                collision = [fallback_corners(obj)]
            position, orientation = (to_numpy(v).astype(np.float64) for v in obj.get_position_orientation())
            entries.append(
                describe_instance(
                    name, obj.category, model_name(obj), room_names(obj), position, orientation,
                    [(p, g) for p, g in visual if len(p)], [p for p in collision if len(p)], tolerance_m, max_parts,
                )
            )  # fmt: skip
            if name in self._removed:
                entries[-1]["parts"] = []
        categories = Counter(entry["category"] for entry in entries)
        return {
            "objects": entries,
            "scene_dir": str(self._scene.scene_dir),
            "categories": dict(sorted(categories.items())),
            "notes": self.notes,
        }


def visual_meshes(link: api.Link) -> list[api.Geom]:
    """Meshes that are drawn; a link of cloth has none of its own."""
    return list(link.visual_meshes.values()) if hasattr(link, "visual_meshes") else []


def collision_meshes(link: api.Link) -> list[api.Geom]:
    """Convex pieces for the physics; a link of cloth has none."""
    return list(link.collision_meshes.values()) if hasattr(link, "collision_meshes") else []


def model_name(obj: api.SceneObject) -> str:
    """Model of an object from the data set; other objects (lights) have none."""
    return str(obj.model) if hasattr(obj, "model") else "none"


def room_names(obj: api.SceneObject) -> list[str]:
    """Rooms of an object; a list, one name or None, depending on version and object."""
    rooms = obj.in_rooms if hasattr(obj, "in_rooms") else None
    if rooms is None:
        return []
    return [rooms] if isinstance(rooms, str) else [str(room) for room in rooms]


def world_points(mesh: api.Geom) -> Array:
    """Points (N, 3) of a mesh in world metres."""
    points = to_numpy(mesh.points).astype(np.float64).reshape(-1, 3)
    transform = to_numpy(mesh.scaled_transform).astype(np.float64)
    return np.asarray(points @ transform[:3, :3].T + transform[:3, 3])


def fallback_corners(obj: api.SceneObject) -> Array:
    """Corners of an object's bounds where none of its meshes could be read; (0, 3) where it has none either."""
    try:
        low, high = obj.aabb
    except (AssertionError, RuntimeError, ValueError, IndexError):  # raised for objects without collision meshes
        center, _, extent, _ = obj.get_base_aligned_bbox(visual=True, xy_aligned=True)
        middle, size = to_numpy(center).astype(np.float64), to_numpy(extent).astype(np.float64)
        return np.stack([middle - size / 2, middle + size / 2]) if np.isfinite(size).all() else np.zeros((0, 3))
    return np.stack([to_numpy(low), to_numpy(high)]).astype(np.float64)


def hide_marker(state: api.ToggleState) -> int:
    """Hide a switch's sphere; its name differs between versions. Returns how many were hidden."""
    marker = getattr(state, "visual_marker", None)
    if marker is None:
        marker = getattr(state, "marker", None)
    if marker is None:
        return 0
    marker.visible = False
    return 1


def open_doors(doors: Iterable[api.SceneObject]) -> None:
    """Unverified: that a door's upper joint limits are its open position (the sign is each asset's own)."""
    for obj in doors:
        if obj.joints:
            obj.set_joint_positions(obj.joint_upper_limits)


def is_pane(mesh: api.Geom) -> bool:
    """Unverified: how glass is told apart, by the name of the bound material or by an opacity below one.

    OmniGibson has no flag for it. The self-test reports how many panes were found and how much of them is seen.
    """
    from pxr import UsdShade  # type: ignore[import-not-found]  # noqa: PLC0415 - part of Isaac Sim

    path = str(UsdShade.MaterialBindingAPI(mesh.prim).GetDirectBinding().GetMaterialPath())
    if "glass" in path.rsplit("/", 1)[-1].lower():
        return True
    opacity = mesh.opacity
    return opacity is not None and float(opacity) < 0.95
