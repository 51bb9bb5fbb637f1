"""Scene, rooms, objects and structure: everything about a scene but its triangles.

`scene.json` is `Scene.to_json()`; triangles live in `gstgen.scenes.mesh.SceneGeometry`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import shapely

from gstgen.geometry.boxes import OrientedBox

StructureKind = Literal["wall", "floor", "ceiling", "door", "window"]


@dataclass(frozen=True)
class Room:
    """A room: id `<type>_<n>`, its inner floor polygon (world x, y metres, at `Scene.floor_z_m`) and height."""

    id: str
    type: str
    polygon: shapely.Polygon
    height_m: float
    # Surface choices of a generated room (floor, wall, ceiling finish ...); empty for loaded scenes.
    finish: dict[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "type": self.type,
            "polygon_m": [list(p) for p in self.polygon.exterior.coords[:-1]],
            "height_m": self.height_m,
            "finish": self.finish,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Room:
        return cls(data["id"], data["type"], shapely.Polygon(data["polygon_m"]), data["height_m"], data["finish"])


@dataclass(frozen=True)
class SceneObject:
    """A piece of furniture or an appliance; `id` is `category_model_index`, unique and stable."""

    id: str
    category: str
    model: str
    box: OrientedBox
    room: str | None
    # What carries it: "floor", "wall", "ceiling", or the id of the object it stands on.
    support: str
    # Where its mesh comes from: {"source": "parametric" | "sweethome3d-furniture" | ..., ...}; goes into credits.
    asset: dict[str, Any] = field(default_factory=dict)

    @property
    def on_floor(self) -> bool:
        """Whether it stands on the floor."""
        return self.support == "floor"

    def to_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "category": self.category,
            "model": self.model,
            **self.box.to_json(),
            "room": self.room,
            "support": self.support,
            "on_floor": self.on_floor,
            "asset": self.asset,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> SceneObject:
        box = OrientedBox.from_json(data)
        return cls(data["id"], data["category"], data["model"], box, data["room"], data["support"], data["asset"])


@dataclass(frozen=True)
class Structure:
    """A part of the building as its own instance: wall, floor, ceiling, door or window."""

    id: str
    kind: StructureKind
    # Rooms it bounds or joins (one for a floor or an outer wall, two for an inner door).
    rooms: tuple[str, ...]
    box: OrientedBox
    # What the mesh builder of the scene's source needs (openings, swing, finish ...), plain JSON.
    parameters: dict[str, Any] = field(default_factory=dict)

    @property
    def category(self) -> str:
        """The label in instance tables: its kind."""
        return self.kind

    def to_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "kind": self.kind,
            "rooms": list(self.rooms),
            **self.box.to_json(),
            "parameters": self.parameters,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Structure:
        box = OrientedBox.from_json(data)
        return cls(data["id"], data["kind"], tuple(data["rooms"]), box, data["parameters"])


@dataclass(frozen=True)
class Light:
    """A rectangular area light: centre, edge vectors (metres), the side it shines to, linear RGB radiance.

    Both edges are full lengths; `normal` is a unit vector. Windows are lights too (`kind="window"`).
    """

    kind: Literal["lamp", "window"]
    room: str
    center_m: tuple[float, float, float]
    edge_u_m: tuple[float, float, float]
    edge_v_m: tuple[float, float, float]
    normal: tuple[float, float, float]
    radiance: tuple[float, float, float]

    def to_json(self) -> dict[str, Any]:
        return dict(vars(self))

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Light:
        values: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in data.items()}
        return cls(**values)


@dataclass(frozen=True)
class Scene:
    """A scene without triangles. Instance ids: `instance_ids`, 1-based, objects first, then structure."""

    id: str
    source: str  # e.g. "procedural"
    inventory: str | None  # e.g. "bddl/Rs_int": where the object list and sizes come from
    kind: str  # home, office, school ...
    rooms: tuple[Room, ...]
    objects: tuple[SceneObject, ...]
    structure: tuple[Structure, ...]
    lights: tuple[Light, ...]
    floor_z_m: float
    licence: str
    attribution: tuple[str, ...]
    # What was generated, guessed, dropped or approximated: free text lines and counts, shown in reports.
    notes: dict[str, Any] = field(default_factory=dict)

    @property
    def instance_ids(self) -> dict[str, int]:
        """String id -> the uint32 written in id images; 0 is nothing."""
        return {name: i for i, name in enumerate(self.instance_names) if i}

    @property
    def instance_names(self) -> list[str]:
        """The names table of id images: index = id, entry 0 is empty (nothing)."""
        return ["", *(o.id for o in self.objects), *(s.id for s in self.structure)]

    def object(self, object_id: str) -> SceneObject:
        """The object of an id; KeyError names an unknown one."""
        for candidate in self.objects:
            if candidate.id == object_id:
                return candidate
        raise KeyError(f"scene {self.id} has no object {object_id!r}")

    def to_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "source": self.source,
            "inventory": self.inventory,
            "kind": self.kind,
            "floor_z_m": self.floor_z_m,
            "licence": self.licence,
            "attribution": list(self.attribution),
            "rooms": [r.to_json() for r in self.rooms],
            "objects": [o.to_json() for o in self.objects],
            "structure": [s.to_json() for s in self.structure],
            "lights": [light.to_json() for light in self.lights],
            "notes": self.notes,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Scene:
        return cls(
            id=data["id"],
            source=data["source"],
            inventory=data["inventory"],
            kind=data["kind"],
            rooms=tuple(Room.from_json(r) for r in data["rooms"]),
            objects=tuple(SceneObject.from_json(o) for o in data["objects"]),
            structure=tuple(Structure.from_json(s) for s in data["structure"]),
            lights=tuple(Light.from_json(light) for light in data["lights"]),
            floor_z_m=data["floor_z_m"],
            licence=data["licence"],
            attribution=tuple(data["attribution"]),
            notes=data["notes"],
        )

    @classmethod
    def read(cls, path: Path) -> Scene:
        """Read `scene.json`."""
        return cls.from_json(json.loads(path.read_text(encoding="utf-8")))
