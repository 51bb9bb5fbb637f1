"""Reflections of lamps and windows on polished level surfaces: one small picture a room, drawn anew for each eye."""

from __future__ import annotations

import moderngl
import numpy as np
from numpy.typing import NDArray

from gstgen.simulators.embedded.gl_uniforms import set_array, set_value
from gstgen.simulators.embedded.room_light import RoomLight
from gstgen.simulators.embedded.shaders import floor_source

Array = NDArray[np.float64]

FLOOR_PX = 96
TOPS_PX = 48
TOPS_M = 0.75  # over the floor: tables and worktops; what lies higher or lower mirrors lights a little displaced
TOPS_GLOSS = 0.5


class Gleam:
    """Pictures of reflected lights over the floor area of each room, by room index.

    They show what a surface `height_m` above the floor mirrors; gloss: its polish, None for that of the room's floor.
    """

    def __init__(
        self,
        context: moderngl.Context,
        rooms: tuple[RoomLight, ...],
        size_px: int,
        height_m: float,
        gloss: float | None,
    ) -> None:
        self._rooms, self._height_m, self._gloss = rooms, height_m, gloss
        vertex, fragment = floor_source()
        self._program = context.program(vertex_shader=vertex, fragment_shader=fragment)
        corners = context.buffer(np.array([-1, -1, 3, -1, -1, 3], "f4").tobytes())
        self._array = context.vertex_array(self._program, [(corners, "2f4", "P")])
        self._pictures = [context.texture((size_px, size_px), 4) for _ in rooms]
        for picture in self._pictures:
            picture.repeat_x = picture.repeat_y = False
        self._targets = [context.framebuffer([picture]) for picture in self._pictures]

    def area(self, room: int) -> tuple[float, float, float, float]:
        """Lower corner and 1 / size of a room's floor: world x, y -> 0..1 of its picture."""
        (x0, y0, _), (x1, y1, _) = self._rooms[room].box_m
        return (x0, y0, 1 / max(x1 - x0, 1e-3), 1 / max(y1 - y0, 1e-3))

    def draw(self, room: int, eye_m: Array, visible: bool) -> None:
        """Draw a room's picture for an eye; black when not `visible` (maps show no reflections)."""
        light = self._rooms[room]
        target = self._targets[room]
        target.use()
        if not visible or not len(light.center):
            target.clear()
            return
        set_value(self._program, "gleam_area", self.area(room))
        set_value(self._program, "eye_point", tuple(eye_m))
        set_value(self._program, "floor_z", float(light.box_m[0, 2]) + self._height_m)
        set_value(self._program, "gloss", light.gloss if self._gloss is None else self._gloss)
        for name, values in light.uniforms().items():
            set_array(self._program, name, values)
        self._array.render(moderngl.TRIANGLES, vertices=3)

    def use(self, room: int, unit: int) -> None:
        """Bind a room's picture to a texture unit."""
        self._pictures[room].use(unit)
