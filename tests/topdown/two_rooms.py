"""A handmade two-room home, all on quarter-metre lines: walls 0.25 m, one doorway, one window, four objects."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import shapely
import yaml

from gstgen.geometry.boxes import OrientedBox
from gstgen.scenes.mesh import Material, MeshPart, SceneGeometry
from gstgen.scenes.model import Room, Scene, SceneObject, Structure
from gstgen.topdown.settings import TopdownSettings

DEFAULTS = Path(__file__).parents[2] / "conf" / "topdown" / "default.yaml"
SETTINGS = TopdownSettings(**yaml.safe_load(DEFAULTS.read_text()))

HEIGHT_M = 2.5
# name -> lower and upper corner (x, y, z)
WALLS = {
    "south": ((-0.25, -0.25, 0), (6.5, 0, HEIGHT_M)),
    "west": ((-0.25, 0, 0), (0, 3, HEIGHT_M)),
    "east": ((6.25, 0, 0), (6.5, 3, HEIGHT_M)),
    "north": ((-0.25, 3, 0), (6.5, 3.25, HEIGHT_M)),
    "inner_low": ((4, 0, 0), (4.25, 1, HEIGHT_M)),
    "inner_high": ((4, 2, 0), (4.25, 3, HEIGHT_M)),
    "lintel": ((4, 1, 2.0), (4.25, 2, HEIGHT_M)),
}
OBJECTS = {
    "table_a_0": ((1, 1, 0.5), (2, 1.5, 0.75)),  # a top alone
    "wardrobe_a_0": ((0, 2.5, 0), (1, 3, 2.25)),  # taller than the slab: only its sides lie in it
    "carpet_a_0": ((2, 0.5, 0), (3.5, 2, 0.02)),
    "lamp_a_0": ((3, 2, 2.25), (3.5, 2.5, HEIGHT_M)),  # hangs
}


def box_part(lower: tuple[float, float, float], upper: tuple[float, float, float], material: int = 0) -> MeshPart:
    """Closed box of twelve triangles with flat normals."""
    low, high = np.array(lower, float), np.array(upper, float)
    vertices, normals, faces = [], [], []
    for axis in range(3):
        for side in (0, 1):
            u, v = (axis + 1) % 3, (axis + 2) % 3
            quad = np.zeros((4, 3))
            quad[:, axis] = (low, high)[side][axis]
            quad[:, u] = [low[u], high[u], high[u], low[u]]
            quad[:, v] = [low[v], low[v], high[v], high[v]]
            base = 4 * len(vertices)
            order = [(0, 1, 2), (0, 2, 3)] if side else [(0, 2, 1), (0, 3, 2)]
            faces += [[base + i for i in triangle] for triangle in order]
            vertices.append(quad)
            normal = np.zeros(3)
            normal[axis] = 1 if side else -1
            normals.append(np.tile(normal, (4, 1)))
    return MeshPart(
        material,
        np.concatenate(vertices).astype(np.float32),
        np.concatenate(normals).astype(np.float32),
        np.zeros((24, 2), np.float32),
        np.array(faces, np.int32),
    )


def two_rooms(mirrored: bool = False) -> tuple[Scene, SceneGeometry]:
    """The scene and its triangles; `mirrored` flips x."""

    def flip(lower, upper):
        if not mirrored:
            return lower, upper
        return (-upper[0], *lower[1:]), (-lower[0], *upper[1:])

    geometry = SceneGeometry()
    geometry.material(Material("plain", (0.5, 0.5, 0.5)))
    geometry.material(Material("pane", (0.8, 0.9, 1.0), kind="glass", alpha=0.2))
    structure, objects = [], []

    def add_structure(name, kind, rooms, lower, upper, material=0, mesh=True):
        lower, upper = flip(lower, upper)
        structure.append(Structure(name, kind, rooms, OrientedBox.from_bounds(lower, upper)))
        if mesh:
            geometry.add(name, [box_part(lower, upper, material)])

    for name, (lower, upper) in WALLS.items():
        add_structure(f"wall_{name}", "wall", ("room_0",), lower, upper)
    add_structure("floor_0", "floor", ("room_0",), (0, 0, -0.1), (6.25, 3, 0))
    add_structure("ceiling_0", "ceiling", ("room_0",), (0, 0, HEIGHT_M), (6.25, 3, HEIGHT_M + 0.1))
    # A leaf that stands open at a right angle in the second room.
    add_structure("door_0", "door", ("room_0", "room_1"), (4.25, 2, 0), (5.25, 2.0625, 2.0))
    add_structure("window_0", "window", ("room_1",), (6.25, 1, 1), (6.5, 2, 2), material=1)
    for name, corners in OBJECTS.items():
        lower, upper = flip(*corners)
        support = "ceiling" if name.startswith("lamp") else "floor"
        box = OrientedBox.from_bounds(lower, upper)
        objects.append(SceneObject(name, name.split("_")[0], "a", box, "room_0", support))
        geometry.add(name, [box_part(lower, upper)])

    def room(number: int, x0: float, y0: float, x1: float, y1: float) -> Room:
        (x0, y0, _), (x1, y1, _) = flip((x0, y0, 0), (x1, y1, 0))
        return Room(f"room_{number}", "living_room", shapely.box(x0, y0, x1, y1), HEIGHT_M)

    scene = Scene(
        id="two_rooms",
        source="handmade",
        inventory=None,
        kind="home",
        rooms=(room(0, 0, 0, 4, 3), room(1, 4.25, 0, 6.25, 3)),
        objects=tuple(objects),
        structure=tuple(structure),
        lights=(),
        floor_z_m=0.0,
        licence="none",
        attribution=(),
    )
    return scene, geometry
