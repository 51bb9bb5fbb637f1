"""The lights of a scene as arrays, and the ones a scene without lights gets."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gstgen.scenes.model import Light, Scene

Array = NDArray[np.float64]

GUESSED_LAMP_SIDE_M = 0.6
GUESSED_LAMP_DROP_M = 0.08
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


def scene_lights(scene: Scene) -> tuple[tuple[Light, ...], bool]:
    """The scene's lights, or one ceiling lamp a room where it has none; and whether they were guessed."""
    if scene.lights:
        return scene.lights, False
    lamps = []
    for room in scene.rooms:
        point = room.polygon.representative_point()
        z = scene.floor_z_m + room.height_m - GUESSED_LAMP_DROP_M
        side = GUESSED_LAMP_SIDE_M
        lamps.append(
            Light(
                kind="lamp",
                room=room.id,
                center_m=(point.x, point.y, z),
                edge_u_m=(side, 0.0, 0.0),
                edge_v_m=(0.0, side, 0.0),
                normal=(0.0, 0.0, -1.0),
                radiance=GUESSED_LAMP_RADIANCE,
            )
        )
    return tuple(lamps), True


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
