"""What the worker needs of a loaded scene, whatever it was loaded from, and the description of its instances."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from gstgen.geometry.usd import rotation_from_xyzw
from gstgen.scenes.outlines import object_parts

Array = NDArray[np.float64]


class World(Protocol):
    """A loaded scene: its instances by name, their visibility, their description."""

    label_modality: str

    @property
    def glass_instances(self) -> list[str]:
        """Names of the instances that have panes."""

    def name_of(self, label: str) -> str | None:
        """The instance that a label of the mask belongs to."""

    def set_visible(self, names: Iterable[str], visible: bool) -> None:
        """Hide or show instances."""

    def set_panes_visible(self, hidden: frozenset[str], visible: bool) -> None:
        """Hide or show the glass of all instances but those in `hidden`."""

    def describe(self, tolerance_m: float, max_parts: int) -> dict[str, Any]:
        """Names, categories, rooms, boxes and outlines; never meshes or textures."""


def describe_instance(
    name: str,
    category: str,
    model: str,
    rooms: Sequence[str],
    position_m: Array,
    orientation_xyzw: Array,
    visual: Sequence[tuple[Array, bool]],
    collision: Sequence[Array],
    tolerance_m: float,
    max_parts: int,
) -> dict[str, Any]:
    """Plain JSON of one instance from its points in world metres: (N, 3) and whether it is a pane, for each mesh.

    Convex collision pieces follow an object's shape better than the hulls of its meshes; the box and the bounds are
    those of what is seen.
    """
    points = np.concatenate([p for p, _ in visual]) if visual else np.concatenate([*collision, np.zeros((0, 3))])
    entry: dict[str, Any] = {"name": name, "category": category, "model": model, "rooms": list(rooms)}
    entry["position_m"] = np.asarray(position_m, np.float64).tolist()
    if not len(points):
        return {**entry, "box": None, "bounds_m": None, "parts": [], "glass": False}
    rotation = upright_rotation(orientation_xyzw)
    local = points @ rotation
    low, high = local.min(0), local.max(0)
    panes = [(p, True) for p, glass in visual if glass]
    opaque = [(p, False) for p, glass in visual if not glass]
    pieces = [(p, False) for p in collision] if len(collision) > 1 and not panes else opaque
    return {
        **entry,
        "box": {
            "center_m": (rotation @ ((low + high) / 2)).tolist(),
            "size_m": (high - low).tolist(),
            "rotation": rotation.tolist(),
        },
        "bounds_m": [points.min(0).tolist(), points.max(0).tolist()],
        "parts": object_parts([*pieces, *panes], tolerance_m, max_parts),
        "glass": bool(panes),
    }


def upright_rotation(orientation_xyzw: Array) -> Array:
    """Rotation about z (3x3) that an object's orientation has; its x axis is taken for the front.

    Unverified: which axis of a BEHAVIOR model is its front. Sizes and centres do not depend on it.
    """
    forward = rotation_from_xyzw(orientation_xyzw)[:, 0]
    length = float(np.hypot(forward[0], forward[1]))
    c, s = (float(forward[0]) / length, float(forward[1]) / length) if length > 1e-6 else (1.0, 0.0)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
