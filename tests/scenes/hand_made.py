"""A small scene by hand: two rooms of 4 x 3 m side by side, a door between them, a few things."""

from __future__ import annotations

import shapely

from gstgen.geometry.boxes import OrientedBox
from gstgen.scenes.model import Room, Scene, SceneObject, Structure

WALL_M = 0.14


def thing(name, center, size, support="floor", room="bedroom_0", yaw=0.0):
    category, model, _ = name.rsplit("_", 2)
    return SceneObject(name, category, model, OrientedBox.create(center, size, yaw), room, support)


def two_room_scene(*extra, without=(), notes=None):
    """Rooms x 0..4 and 4.14..8.14, y 0..3; the door at y 1..1.9 opens into the left room, hinged at its lower end."""
    rooms = (
        Room("bedroom_0", "bedroom", shapely.box(0, 0, 4, 3), 2.5),
        Room("kitchen_0", "kitchen", shapely.box(4.14, 0, 8.14, 3), 2.5),
    )
    things = [
        thing("bed_a_0", (1.0, 2.2, 0.25), (2.0, 1.4, 0.5)),
        thing("table_a_0", (6.0, 2.0, 0.35), (0.8, 1.2, 0.7), room="kitchen_0"),
        thing("vase_a_0", (6.0, 2.0, 0.8), (0.1, 0.1, 0.2), "table_a_0", "kitchen_0"),
        thing("picture_a_0", (3.99, 2.5, 1.5), (0.02, 0.5, 0.5), "wall"),
        thing("lamp_a_0", (2.0, 1.5, 2.45), (0.3, 0.3, 0.1), "ceiling"),
    ]
    door = {
        "shape": "door", "along": "y", "line_m": 4.07, "thickness_m": WALL_M, "side": "low", "u0_m": 1.0, "u1_m": 1.9,
        "z0_m": 0.0, "z1_m": 2.1, "hinge": "start", "leaf": "open", "leaf_m": 0.04, "frame_m": 0.04,
    }  # fmt: skip
    box = OrientedBox.from_bounds((4.0, 1.0, 0.0), (4.14, 1.9, 2.1))
    wall = OrientedBox.from_bounds((4.0, -0.07, 0.0), (4.14, 3.07, 2.5))
    structure = (
        Structure("wall_0", "wall", ("bedroom_0", "kitchen_0"), wall, {"shape": "wall"}),
        Structure("door_0", "door", ("bedroom_0", "kitchen_0"), box, door),
        Structure("ceiling_0", "ceiling", ("bedroom_0",), wall),
        Structure("ceiling_1", "ceiling", ("kitchen_0",), wall),
    )
    objects = tuple(o for o in [*things, *extra] if o.id not in without)
    unplaced = [{"item": "x", "room": "kitchen_0", "reason": "no place"}]
    return Scene(
        "home_000001", "procedural", None, "home", rooms, objects, structure, (), 0.0, "Apache-2.0", (),
        {"listed": len(objects) + 1, "unplaced": unplaced, **(notes or {})},
    )  # fmt: skip
