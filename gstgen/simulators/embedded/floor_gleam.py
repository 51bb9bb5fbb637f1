"""Reflections of lamps and windows on polished level surfaces: a small picture a room, drawn anew for each eye.

The pictures of all rooms lie in one atlas, so that a surface is drawn at once however many rooms it has in view.
"""

from __future__ import annotations

import moderngl
import numpy as np
from numpy.typing import NDArray

from gstgen.simulators.embedded.gl_uniforms import set_value, write_bytes
from gstgen.simulators.embedded.room_light import RoomLight
from gstgen.simulators.embedded.shaders import floor_source

Array = NDArray[np.float64]

TOPS_M = 0.75  # over the floor: tables and worktops; what lies higher or lower mirrors lights a little displaced
MARGIN_M = 0.1  # around a room's floor: what stands in it may reach a little into its walls


class Gleam:
    """Pictures of reflected lights over the floor area of each room, by room index.

    They show what a surface `height_m` above the floor mirrors; gloss: its polish, None for that of the room's floor;
    walls: how much of the room's walls it mirrors, 0..1.
    """

    def __init__(
        self,
        context: moderngl.Context,
        rooms: tuple[RoomLight, ...],
        size_px: int,
        height_m: float,
        gloss: float | None,
        walls: float,
    ) -> None:
        self._context, self._rooms, self._height_m, self._gloss = context, rooms, height_m, gloss
        self._walls = walls
        self._size_px, self._columns = size_px, max(1, int(np.ceil(np.sqrt(len(rooms)))))
        rows = max(1, -(-len(rooms) // self._columns))
        self._picture = context.texture((self._columns * size_px, rows * size_px), 4)
        self._picture.repeat_x = self._picture.repeat_y = False
        self._target = context.framebuffer([self._picture])
        self._target.clear()
        self._corners = context.buffer(np.array([-1, -1, 3, -1, -1, 3], "f4").tobytes())
        self._programs: dict[int, tuple[moderngl.Program, moderngl.VertexArray]] = {}
        self._lights = [
            {name: values.astype("f4").tobytes() for name, values in room.uniforms().items()} for room in rooms
        ]

    def places(self) -> NDArray[np.float32]:
        """(rooms, 4): scale and shift from world x, y to 0..1 of the atlas."""
        result = np.zeros((len(self._rooms), 4))
        whole = np.array(self._picture.size, np.float64)
        for room, light in enumerate(self._rooms):
            low, size_m = self._area(light)
            corner = np.array(divmod(room, self._columns)[::-1]) * self._size_px
            result[room, :2] = self._size_px / (size_m * whole)
            result[room, 2:] = corner / whole - low * result[room, :2]
        return result.astype(np.float32)

    def _area(self, light: RoomLight) -> tuple[Array, Array]:
        """Lower corner and size of what a picture covers; a border of a texel keeps other rooms' light away."""
        low, high = light.box_m[:, :2]
        margin = np.maximum(MARGIN_M, (high - low) / (self._size_px - 2))
        return low - margin, high - low + 2 * margin

    def draw(self, rooms: NDArray[np.int64], eye_m: Array, visible: bool) -> None:
        """Draw the pictures of some rooms for an eye; black when not `visible` (maps show no reflections)."""
        self._target.use()
        self._context.enable_only(moderngl.NOTHING)
        self._target.viewport = (0, 0, *self._picture.size)
        # Whole: what a thing that stands out of its room reads beside its part must not depend on earlier frames.
        self._target.clear()
        if not visible:
            return
        for room in rooms:
            light = self._rooms[room]
            if not len(light.center):
                continue  # stays black
            program, array = self._program(len(light.center))
            row, column = divmod(int(room), self._columns)
            self._target.viewport = (column * self._size_px, row * self._size_px, self._size_px, self._size_px)
            low, size_m = self._area(light)
            set_value(program, "gleam_area", (*low, *(1 / size_m)))
            set_value(program, "eye_point", tuple(eye_m))
            set_value(program, "floor_z", float(light.box_m[0, 2]) + self._height_m)
            set_value(program, "gloss", light.gloss if self._gloss is None else self._gloss)
            set_value(program, "walls", tuple(self._walls * light.surfaces[1] ** 2))
            for name, data in self._lights[room].items():
                write_bytes(program, name, data)
            array.render(moderngl.TRIANGLES, vertices=3)

    def _program(self, lights: int) -> tuple[moderngl.Program, moderngl.VertexArray]:
        """A program for rooms of a number of lights: loops of fixed length are cheap on the software renderer."""
        if lights not in self._programs:
            vertex, fragment = floor_source(lights)
            program = self._context.program(vertex_shader=vertex, fragment_shader=fragment)
            self._programs[lights] = (program, self._context.vertex_array(program, [(self._corners, "2f4", "P")]))
        return self._programs[lights]

    def use(self, unit: int) -> None:
        """Bind the atlas to a texture unit."""
        self._picture.use(unit)
