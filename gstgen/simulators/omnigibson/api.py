"""The part of OmniGibson's interface that this project uses, as protocols: types for mypy, facts for the contract test.

OmniGibson has no types, and importing it starts nothing useful without a GPU. `CONTRACTS` says which of its classes
each protocol stands for; the tests compare every member and parameter with the recorded interface of both supported
versions and with the source of 1.1.1. Members that only one version has are in `VERSIONED`, with the name of the other
version's counterpart; code may use them only after looking for them (`getattr`, `hasattr`, `in`).
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Any, Protocol

# Protocol of this module -> classes of OmniGibson (most derived first) whose members it may have.
CONTRACTS: dict[str, tuple[str, ...]] = {
    "Remapper": ("omnigibson.utils.vision_utils.Remapper",),
    "VisionSensorType": ("omnigibson.sensors.vision_sensor.VisionSensor",),
    "VisionSensor": (
        "omnigibson.sensors.vision_sensor.VisionSensor",
        "omnigibson.sensors.sensor_base.BaseSensor",
        "omnigibson.prims.xform_prim.XFormPrim",
        "omnigibson.prims.prim_base.BasePrim",
    ),
    "Geom": (
        "omnigibson.prims.geom_prim.GeomPrim",
        "omnigibson.prims.xform_prim.XFormPrim",
        "omnigibson.prims.prim_base.BasePrim",
    ),
    "Link": (
        "omnigibson.prims.rigid_prim.RigidPrim",
        "omnigibson.prims.xform_prim.XFormPrim",
        "omnigibson.prims.prim_base.BasePrim",
    ),
    "SceneObject": (
        "omnigibson.objects.dataset_object.DatasetObject",
        "omnigibson.objects.usd_object.USDObject",
        "omnigibson.objects.stateful_object.StatefulObject",
        "omnigibson.objects.object_base.BaseObject",
        "omnigibson.prims.entity_prim.EntityPrim",
        "omnigibson.prims.xform_prim.XFormPrim",
        "omnigibson.prims.prim_base.BasePrim",
    ),
    "ToggleState": ("omnigibson.object_states.toggle.ToggledOn",),
    "Scene": (
        "omnigibson.scenes.interactive_traversable_scene.InteractiveTraversableScene",
        "omnigibson.scenes.traversable_scene.TraversableScene",
        "omnigibson.scenes.scene_base.Scene",
    ),
    "Simulator": ("omnigibson.simulator.Simulator",),
    "Environment": ("omnigibson.envs.env_base.Environment",),
}

# Full name -> (versions that have it, what takes its place in the other version; empty where nothing is needed).
_TOGGLE = "omnigibson.object_states.toggle.ToggledOn"
VERSIONED: dict[str, tuple[str, str]] = {
    f"{_TOGGLE}.visual_marker": ("1.1.1", f"{_TOGGLE}.marker"),
    f"{_TOGGLE}.marker": ("3.x", f"{_TOGGLE}.visual_marker"),
    "omnigibson.macros.gm.DATASET_PATH": ("1.1.1", "omnigibson.macros.gm.DATA_PATH"),
    "omnigibson.simulator.Simulator.editing_usd": ("3.x", ""),
    "omnigibson.utils.vision_utils.add_semantic_label": ("3.x", "omni.isaac.core.utils.semantics.add_update_semantics"),
}


class Tensor(Protocol):
    """What is used of `torch.Tensor` (not part of OmniGibson)."""

    def detach(self) -> Tensor: ...
    def cpu(self) -> Tensor: ...
    def numpy(self) -> Any: ...


class Remapper(Protocol):
    """Turns raw ids into registered ones; keeps what it saw once, right or wrong."""

    def clear(self) -> None: ...


class VisionSensorType(Protocol):
    """The class `VisionSensor` itself: its three remappers are shared by all sensors."""

    SEMANTIC_REMAPPER: Remapper
    INSTANCE_REMAPPER: Remapper
    INSTANCE_ID_REMAPPER: Remapper


class VisionSensor(Protocol):
    """A camera. Lengths of the lens in millimetres; orientation (x, y, z, w), looking along -z."""

    focal_length: float
    horizontal_aperture: float
    clipping_range: Any

    @property
    def image_width(self) -> int: ...
    @property
    def image_height(self) -> int: ...
    def add_modality(self, modality: str) -> None: ...
    def set_position_orientation(self, position: Any = None, orientation: Any = None, frame: str = "world") -> None: ...
    def set_attribute(self, attr: str, val: Any) -> None: ...
    def get_obs(self) -> tuple[dict[str, Any], dict[str, Any]]: ...


class Geom(Protocol):
    """A mesh prim. `points` (N, 3) local and unscaled, `scaled_transform` (4, 4) to the world."""

    visible: bool

    @property
    def points(self) -> Tensor: ...
    @property
    def scaled_transform(self) -> Tensor: ...
    @property
    def prim_path(self) -> str: ...
    @property
    def prim(self) -> Any: ...
    @property
    def opacity(self) -> Any: ...


class Link(Protocol):
    """A rigid body of an object."""

    @property
    def visual_meshes(self) -> Mapping[str, Geom]: ...
    @property
    def collision_meshes(self) -> Mapping[str, Geom]: ...


class ToggleState(Protocol):
    """The state `ToggledOn`; the marker's name depends on the version."""

    visual_marker: Geom | None
    marker: Geom | None


class SceneObject(Protocol):
    """An object of a scene; `in_rooms` is a list of room names or None, `aabb` two corners in world metres."""

    visible: bool
    category: str
    fixed_base: bool

    @property
    def name(self) -> str: ...
    @property
    def model(self) -> str: ...
    @property
    def in_rooms(self) -> Any: ...
    @property
    def prim_path(self) -> str: ...
    @property
    def links(self) -> Mapping[str, Link]: ...
    @property
    def states(self) -> Mapping[type, Any]: ...
    @property
    def joints(self) -> Mapping[str, Any]: ...
    @property
    def joint_upper_limits(self) -> Tensor: ...
    @property
    def aabb(self) -> tuple[Tensor, Tensor]: ...
    def get_position_orientation(self, frame: str = "world", clone: bool = True) -> tuple[Tensor, Tensor]: ...
    def set_joint_positions(self, positions: Tensor) -> None: ...
    def get_base_aligned_bbox(
        self, link_name: str | None = None, visual: bool = False, xy_aligned: bool = False
    ) -> tuple[Tensor, Tensor, Tensor, Tensor]: ...


class Scene(Protocol):
    """A loaded scene."""

    @property
    def scene_dir(self) -> str: ...
    @property
    def objects(self) -> list[SceneObject]: ...


class Simulator(Protocol):
    """`omnigibson.sim`."""

    @property
    def viewer_camera(self) -> VisionSensor | None: ...
    @property
    def stage(self) -> Any: ...
    def render(self) -> None: ...
    def editing_usd(self) -> AbstractContextManager[None]: ...


class Environment(Protocol):
    """What `omnigibson.Environment(configs=...)` makes: it launches, loads, plays and resets."""

    @property
    def scene(self) -> Scene: ...
