"""The lights of a scene as arrays, and the ones a scene without lights gets."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from gstgen.errors import RequestError
from gstgen.scenes.model import Light, Room, Scene, Structure

Array = NDArray[np.float64]

WINDOW_SHARE = 0.35  # of a window's light that reaches the floor area as a lamp's does: much goes to the walls beside
BALANCE_LIMITS = (0.5, 10.0)
SKY_FACES_DOWN = -0.9  # a window that looks down on a room without ceiling is the sky over it
GUESSED_LAMP_SIDE_M = 0.6
GUESSED_LAMP_DROP_M = 0.08
GUESSED_PANEL_GAP_M = 2.0
GUESSED_LAMP_RADIANCE = (5.6, 5.3, 4.9)


@dataclass(frozen=True)
class LightArrays:
    """Rectangles that shine to one side: center, edge_u, edge_v, normal (n, 3) metres; power (n, 3) = radiance x area.

    `window` (n) marks windows; `room` names the room of each.
    """

    center: Array
    edge_u: Array
    edge_v: Array
    normal: Array
    power: Array
    window: NDArray[np.bool_]
    room: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.center)


@dataclass(frozen=True)
class OpenAir:
    """Rooms under the open sky, and the radiance (3) of that sky."""

    rooms: frozenset[str]
    radiance: Array

    def mask(self, scene: Scene) -> NDArray[np.bool_]:
        """(rooms) which rooms of the scene they are."""
        return np.array([room.id in self.rooms for room in scene.rooms], bool)


def split_sky(scene: Scene, lights: tuple[Light, ...]) -> tuple[tuple[Light, ...], OpenAir]:
    """The lights that shine as rectangles, and the sky that the others stand for."""
    roofed = {room for item in scene.structure if item.kind == "ceiling" for room in item.rooms if _covers(item)}
    sky = [
        light
        for light in lights
        if light.kind == "window" and light.normal[2] < SKY_FACES_DOWN and light.room not in roofed
    ]
    rest = tuple(light for light in lights if light not in sky)
    radiance = np.mean([light.radiance for light in sky], axis=0) if sky else np.zeros(3)
    return rest, OpenAir(frozenset(light.room for light in sky), np.asarray(radiance, np.float64))


def _covers(ceiling: Structure) -> bool:
    """Whether a part of the roof lies over rooms, not only over the edge of the garden before it."""
    return len(ceiling.rooms) == 1 and ceiling.parameters.get("shape", "ceiling") == "ceiling"


def scene_lights(scene: Scene) -> tuple[tuple[Light, ...], tuple[Light, ...]]:
    """The scene's lights with a ceiling lamp more in every room that has none; and which ones were guessed so.

    A scene with neither rooms nor lights gets one panel over all that it holds. RequestError for a light whose numbers
    are not finite; one without area or radiance counts as none.
    """
    for light in scene.lights:
        numbers = (*light.center_m, *light.edge_u_m, *light.edge_v_m, *light.normal, *light.radiance)
        if not np.isfinite(numbers).all():
            raise RequestError(f"scene {scene.id}: a light of room {light.room!r} has a number that is not finite")
    lit = {light.room for light in scene.lights if _shines(light)}
    guessed = tuple(_ceiling_lamp(scene, room) for room in scene.rooms if room.id not in lit and room.polygon.area > 0)
    if not scene.rooms and not lit:
        guessed = _panel_over(scene)
    return (*scene.lights, *guessed), guessed


def _shines(light: Light) -> bool:
    area = np.linalg.norm(np.cross(light.edge_u_m, light.edge_v_m))
    return bool(area > 0 and max(light.radiance) > 0)


def _ceiling_lamp(scene: Scene, room: Room) -> Light:
    point = room.polygon.representative_point()
    return _lamp(
        room.id,
        (point.x, point.y, scene.floor_z_m + room.height_m - GUESSED_LAMP_DROP_M),
        (GUESSED_LAMP_SIDE_M, GUESSED_LAMP_SIDE_M),
    )


def _panel_over(scene: Scene) -> tuple[Light, ...]:
    boxes = [item.box.bounds_m for item in scene.objects] + [item.box.bounds_m for item in scene.structure]
    if not boxes:
        return ()
    low, high = np.min([box[0] for box in boxes], 0), np.max([box[1] for box in boxes], 0)
    middle, side = (low + high) / 2, np.maximum(high - low, GUESSED_PANEL_GAP_M)
    place = (float(middle[0]), float(middle[1]), float(high[2]) + GUESSED_PANEL_GAP_M)
    return (_lamp("", place, (float(side[0]), float(side[1]))),)


def _lamp(room: str, center_m: tuple[float, float, float], side_m: tuple[float, float]) -> Light:
    return Light(
        kind="lamp",
        room=room,
        center_m=center_m,
        edge_u_m=(side_m[0], 0.0, 0.0),
        edge_v_m=(0.0, side_m[1], 0.0),
        normal=(0.0, 0.0, -1.0),
        radiance=GUESSED_LAMP_RADIANCE,
    )


def balanced(arrays: LightArrays, scene: Scene, strength: float, open_air: OpenAir) -> LightArrays:
    """Brighter lamps in dim rooms, dimmer ones in bright rooms: what a photographer or the owner would do.

    The light a square metre of each room is brought `strength` (0..1) of the way to that of the middle square metre, by
    its lamps alone. Rooms without lamps and those under the open sky stay as they are.
    """
    rooms = [room for room in scene.rooms if room.polygon.area > 0 and room.id not in open_air.rooms]
    flux = arrays.power.mean(1)
    lamps, total = {}, {}
    for room in rooms:
        own = np.array([name == room.id for name in arrays.room], bool)
        lamps[room.id] = float(flux[own & ~arrays.window].sum()) / room.polygon.area
        total[room.id] = lamps[room.id] + WINDOW_SHARE * float(flux[own & arrays.window].sum()) / room.polygon.area
    lit = sorted((total[room.id], room.polygon.area) for room in rooms if total[room.id] > 0)
    if not lit:
        return arrays
    # Exposure follows the middle of all surfaces, so that the largest rooms set what the others are compared with.
    reached = np.cumsum([area for _, area in lit])
    target = lit[int(np.searchsorted(reached, reached[-1] / 2))][0]
    gain = np.ones(len(arrays))
    for index, room_id in enumerate(arrays.room):
        if not arrays.window[index] and lamps.get(room_id, 0.0) > 0:
            wanted = lamps[room_id] + target - total[room_id]
            low, high = BALANCE_LIMITS
            gain[index] = float(np.clip(wanted / lamps[room_id], low, high)) ** strength
    return replace(arrays, power=arrays.power * gain[:, None])


def light_arrays(lights: tuple[Light, ...]) -> LightArrays:
    """Lights as arrays, lamps first, then windows, each in the scene's order."""
    ordered = sorted(lights, key=lambda light: light.kind == "window")

    def column(name: str) -> Array:
        return np.array([getattr(light, name) for light in ordered], np.float64).reshape(-1, 3)

    edge_u, edge_v = column("edge_u_m"), column("edge_v_m")
    area = np.linalg.norm(np.cross(edge_u, edge_v), axis=1)
    return LightArrays(
        center=column("center_m"),
        edge_u=edge_u,
        edge_v=edge_v,
        normal=column("normal"),
        power=column("radiance") * area[:, None],
        window=np.array([light.kind == "window" for light in ordered], bool),
        room=tuple(light.room for light in ordered),
    )
