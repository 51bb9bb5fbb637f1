"""USD stages (ArtVIP and others) as a simulator loaded them: their things and boxes. There are no maps and no rooms."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gstgen.errors import RunError
from gstgen.scenes.model import Scene
from gstgen.scenes.sources import described

SOURCE = "usd"


def build_scene(name: str, file: Path, description: dict[str, Any]) -> Scene:
    """A scene from the simulator's description; RunError when it has no floor, which everything stands on."""
    entries = description["objects"]
    floor_z = described.read_floor_z(entries)
    objects, empty = described.read_objects(entries, (), SOURCE, floor_z, described.read_ceiling_z(entries, floor_z))
    structure = described.read_structure(entries, (), None)
    if not any(part.kind == "floor" for part in structure):
        raise RunError(
            f"the USD stage {file} has no floor: label its floor prim 'floor' (scenes/behavior_structure.yaml lists "
            "the names) so that there is something to walk on"
        )
    return Scene(
        id=name,
        source=SOURCE,
        inventory=None,
        kind="home",
        rooms=(),
        objects=objects,
        structure=structure,
        lights=(),
        floor_z_m=round(floor_z, 4),
        licence="that of the USD file",
        attribution=(f"USD stage {file.name}, rendered with OmniGibson.",),
        notes={
            "geometry": described.APPROXIMATION,
            "rooms": "a USD stage has none",
            "versions": description["versions"],
            "simulator": description["notes"],
            "instances without extent": empty,
        },
    )
