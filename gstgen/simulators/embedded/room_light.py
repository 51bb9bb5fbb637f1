"""What polished surfaces of a room reflect: its lights, and the mean colours of its floor, walls and ceiling."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from gstgen.scenes.model import Room, Scene
from gstgen.simulators.embedded.light_field import MEDIAN_DISPLAY
from gstgen.simulators.embedded.lights import LightArrays
from gstgen.simulators.embedded.shaders import MAX_LIGHTS
from gstgen.simulators.embedded.triangles import TriangleSet
from gstgen.simulators.settings import RenderSettings

Array = NDArray[np.float64]

NEUTRAL = 0.75  # colour of room surfaces that are not known


@dataclass(frozen=True)
class RoomLight:
    """What is reflected of a room. Lights (n <= MAX_LIGHTS): center (n, 3); edge_u, edge_v (n, 3): direction / half
    length; half_m (n, 2): half lengths; normal, color (n, 3) linear, in units of display white.

    surfaces (3, 3): floor, walls, ceiling, display values; box_m (2, 3): lower and upper corner; gloss: of the floor.
    """

    center: Array
    edge_u: Array
    edge_v: Array
    half_m: Array
    normal: Array
    color: Array
    surfaces: Array
    box_m: Array
    gloss: float

    def uniforms(self) -> dict[str, Array]:
        """The lights as the shaders name them."""
        return {
            "light_center": self.center,
            "light_u": self.edge_u,
            "light_v": self.edge_v,
            "light_half": self.half_m,
            "light_normal": self.normal,
            "light_color": self.color,
        }


def room_lights(
    scene: Scene, triangles: TriangleSet, lights: LightArrays, median: float, settings: RenderSettings
) -> tuple[RoomLight, ...]:
    """One entry a room of the scene, in its order, and a last one for what lies in no room (no lights)."""
    look = settings.look
    gain = (MEDIAN_DISPLAY * settings.exposure / median) ** 2
    rooms = [*(r.id for r in scene.rooms), ""]
    surfaces = _surface_colors(scene, triangles, rooms)
    boxes = [_room_box(scene, room) for room in scene.rooms]
    boxes.append(
        np.array([np.min(boxes, (0, 1)), np.max(boxes, (0, 1))]) if boxes else np.array([[-1e3] * 3, [1e3] * 3])
    )
    result = []
    for index, room in enumerate(rooms):
        own = np.flatnonzero(np.array([name == room for name in lights.room], bool))
        if len(own) > MAX_LIGHTS:
            own = np.sort(own[np.argsort(-lights.power[own].sum(1), kind="stable")[:MAX_LIGHTS]])
        u, v = lights.edge_u[own], lights.edge_v[own]
        area = np.linalg.norm(np.cross(u, v), axis=1)
        radiance = lights.power[own] / np.maximum(area, 1e-9)[:, None]
        result.append(
            RoomLight(
                center=lights.center[own],
                edge_u=2 * u / np.maximum((u * u).sum(1), 1e-9)[:, None],
                edge_v=2 * v / np.maximum((v * v).sum(1), 1e-9)[:, None],
                half_m=np.stack([np.linalg.norm(u, axis=1), np.linalg.norm(v, axis=1)], 1) / 2,
                normal=lights.normal[own],
                color=np.minimum(
                    radiance * gain, np.where(lights.window[own], look.reflected_window, look.reflected_lamp)[:, None]
                ),
                surfaces=surfaces[index],
                box_m=boxes[index],
                gloss=_floor_gloss(scene, triangles, room),
            )
        )
    return tuple(result)


def _room_box(scene: Scene, room: Room) -> Array:
    x0, y0, x1, y1 = room.polygon.bounds
    return np.array([[x0, y0, scene.floor_z_m], [x1, y1, scene.floor_z_m + room.height_m]])


def _floor_gloss(scene: Scene, triangles: TriangleSet, room: str) -> float:
    ids = scene.instance_ids
    floors = [ids[item.id] for item in scene.structure if item.kind == "floor" and room in item.rooms]
    used = np.unique(triangles.material[np.isin(triangles.instance, floors)])
    return max((triangles.materials[index].gloss for index in used), default=0.0)


def _surface_colors(scene: Scene, triangles: TriangleSet, rooms: list[str]) -> Array:
    """(rooms, 3, 3) mean sRGB of floor, walls and ceiling."""
    slots = {"floor": 0, "wall": 1, "ceiling": 2}
    total = np.full((len(rooms), 3, 3), NEUTRAL * 1e-3)
    weight = np.full((len(rooms), 3, 1), 1e-3)
    index = {name: i for i, name in enumerate(rooms)}
    colors = triangles.colors
    ids = scene.instance_ids
    area = np.bincount(triangles.instance, triangles.area_m2, len(ids) + 1)
    for item in scene.structure:
        if item.kind not in slots:
            continue
        faces = np.flatnonzero(triangles.instance == ids[item.id])
        if not len(faces):
            continue
        color = np.average(colors[triangles.material[faces]], 0, triangles.area_m2[faces])
        for room in item.rooms:
            if room in index:
                total[index[room], slots[item.kind]] += color * area[ids[item.id]]
                weight[index[room], slots[item.kind]] += area[ids[item.id]]
    return np.asarray(total / weight)


def room_of_instances(scene: Scene, low: Array, high: Array) -> NDArray[np.int64]:
    """(instances + 1) index of the room of every id: declared, else by the middle of its box, else the last entry."""
    index = {room.id: i for i, room in enumerate(scene.rooms)}
    outside = len(scene.rooms)
    result = np.full(len(low), outside, np.int64)
    declared = [*(o.room for o in scene.objects), *((s.rooms[0] if s.rooms else None) for s in scene.structure)]
    for number, room in enumerate(declared, start=1):
        if room in index:
            result[number] = index[room]
        elif np.isfinite(low[number]).all():
            x, y = (low[number, :2] + high[number, :2]) / 2
            inside = [i for i, r in enumerate(scene.rooms) if shapely.contains_xy(r.polygon, x, y)]
            result[number] = inside[0] if inside else outside
    return result
