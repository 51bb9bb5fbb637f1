"""The builder's bench: collects shapes with finishes in the object's frame and fits them to the wanted size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from gstgen.geometry.angles import rotation_z
from gstgen.randomness import rng
from gstgen.scenes.assets.parametric import shapes
from gstgen.scenes.assets.parametric.finishes import Finish, Palette, Suite
from gstgen.scenes.assets.parametric.surface import Array, Surface, compact, merged, unit

# A sheet without thickness is built this thick and then pressed to its size.
_MIN_SIDE_M = 0.001
# A thing whose longest side is shorter gets coarse curves and no bevels: thousands of them stand in a shop.
SMALL_M = 0.35
# Turns of the built thing: its +z comes to lie along the object's x or y, its front (+x) up.
_UP_TO_X = np.array([[0.0, 0.0, 1.0], [0.0, -1.0, 0.0], [1.0, 0.0, 0.0]])
_UP_TO_Y = np.array([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]])


@dataclass(frozen=True)
class Mesh:
    """A finished object in its own frame (box centre at the origin): a surface for each finish, uvs in repeats."""

    surfaces: tuple[tuple[Finish, Surface], ...]


class Kit:
    """Builds one object. Frame: +x front, +y left, +z up, x and y centred, z from 0; sizes in metres.

    `size` is (depth x, width y, height z) of the wanted box; `rng`/`palette` belong to the object, `suite` is
    shared by the matching furniture of a scene (kitchen fronts, worktops). `category` is what is built (labels and
    colours of products follow it), `carries` whether its boards must stay free for things of the scene.
    """

    def __init__(
        self, size_m: tuple[float, float, float], seed: int, suite: int, category: str = "", carries: bool = False
    ) -> None:
        x, y, z = (max(float(v), _MIN_SIDE_M) for v in size_m)
        self.size = (x, y, z)
        self.category, self.carries = category, carries
        self.rng = rng(seed, "parametric")
        self.palette = Palette(self.rng)
        self.suite = Suite.create(suite)
        self._parts: dict[Finish, list[Surface]] = {}
        self._frames: list[tuple[Array, Array]] = [(np.eye(3), np.zeros(3))]
        self._turn = np.eye(3)
        self.small = max(self.size) < SMALL_M

    def few(self, usual: int, small: int) -> int:
        """A number of sides or parts: the lower one for small things."""
        return small if self.small else usual

    def pick(self, *choices: Any) -> Any:
        """One of several values, evenly."""
        return choices[int(self.rng.integers(len(choices)))]

    def face_thin_side(self) -> None:
        """For flat things: when z is the thinnest side the object hangs with +z towards the room and +x up.

        The builder then works as for a thing on a wall: `size` becomes (thickness, width, height).
        """
        x, y, z = self.size
        if z < 0.6 * min(x, y):
            self._turn = _UP_TO_X
            self.size = (z, y, x)

    def stand_along_longest(self) -> None:
        """For things that may lie: the builder makes them upright, their height along the longest side of the box."""
        x, y, z = self.size
        if x > 1.1 * z and x >= y:
            self._turn = _UP_TO_X
            self.size = (z, y, x)
        elif y > 1.1 * z:
            self._turn = _UP_TO_Y
            self.size = (z, x, y)

    def lie_along_longest(self) -> None:
        """For long flat things built along x: they are turned when the box is longer along y."""
        x, y, z = self.size
        if y > x:
            self._turn = rotation_z(90.0)
            self.size = (y, x, z)

    @contextmanager
    def frame(
        self, origin: ArrayLike, yaw_deg: float = 0.0, tilt_deg: float = 0.0, roll_deg: float = 0.0
    ) -> Iterator[None]:
        """Shapes added inside are turned and moved: roll about x, tilt about y (leans +z to +x), yaw about z."""
        t, r = np.radians([tilt_deg, roll_deg])
        tilt = np.array([[np.cos(t), 0, np.sin(t)], [0, 1, 0], [-np.sin(t), 0, np.cos(t)]])
        roll = np.array([[1, 0, 0], [0, np.cos(r), -np.sin(r)], [0, np.sin(r), np.cos(r)]])
        rotation, offset = self._frames[-1]
        local = rotation_z(yaw_deg) @ tilt @ roll
        self._frames.append((rotation @ local, rotation @ np.asarray(origin, float) + offset))
        try:
            yield
        finally:
            self._frames.pop()

    def add(self, surface: Surface, finish: Finish, shift_uv: bool = True) -> None:
        """Add a shape in the current frame; metric uvs get a random offset so that equal boards differ."""
        rotation, offset = self._frames[-1]
        uvs = surface.uvs
        if finish.material.texture is not None and shift_uv:
            uvs = uvs / finish.tile_m + self.rng.uniform(0, 1, 2)
        part = Surface(surface.vertices @ rotation.T + offset, surface.normals @ rotation.T, uvs, surface.faces)
        self._parts.setdefault(finish, []).append(part)

    def box(self, lower: ArrayLike, upper: ArrayLike, finish: Finish, bevel: float = 0.0) -> None:
        """Box between corners."""
        self.add(shapes.box(lower, upper, 0.0 if self.small else bevel), finish)

    def cushion(
        self,
        lower: ArrayLike,
        upper: ArrayLike,
        finish: Finish,
        radius: float,
        puff: float = 0.0,
        segments: int | None = None,
    ) -> None:
        """Soft box between corners."""
        if self.small:
            segments = 1
        self.add(shapes.cushion(lower, upper, radius, puff, segments), finish)

    def bar(
        self,
        start: ArrayLike,
        end: ArrayLike,
        radius: float,
        finish: Finish,
        end_radius: float | None = None,
        segments: int = 10,
    ) -> None:
        """Round bar between two points."""
        segments = min(segments, 6) if self.small else segments
        self.add(shapes.cylinder(start, end, radius, end_radius, segments), finish)

    def beam(
        self, start: ArrayLike, end: ArrayLike, size_u: float, size_v: float, finish: Finish, bevel: float = 0.0
    ) -> None:
        """Square bar between two points (any direction): `size_u` across in the horizontal, `size_v` the other way."""
        a, b = np.asarray(start, float), np.asarray(end, float)
        length = float(np.linalg.norm(b - a))
        along = unit(b - a)
        side = np.cross([0.0, 0.0, 1.0], along)
        side = unit(side) if np.linalg.norm(side) > 1e-6 else np.array([0.0, 1.0, 0.0])
        bevel = 0.0 if self.small else bevel
        local = shapes.box((-size_u / 2, -size_v / 2, 0), (size_u / 2, size_v / 2, length), bevel)
        turn = np.stack([side, np.cross(along, side), along], axis=1)
        self.add(Surface(local.vertices @ turn.T + a, local.normals @ turn.T, local.uvs, local.faces), finish)

    def tube(self, points: ArrayLike, radius: float, finish: Finish, segments: int = 8, closed: bool = False) -> None:
        """Round bar along a polyline."""
        segments = min(segments, 5) if self.small else segments
        self.add(shapes.tube(points, radius, segments, closed), finish)

    def lathe(
        self,
        profile: Sequence[tuple[float, float]],
        finish: Finish,
        center: tuple[float, float] = (0.0, 0.0),
        segments: int = 20,
        stretch: tuple[float, float] = (1.0, 1.0),
        crease: float = 40.0,
        smooth: bool = False,
    ) -> None:
        """Turned shape about a vertical axis; profile of (radius, z) up the outside, or a curve through it."""
        if self.small:
            segments = min(segments, 10 if max(self.size) < 0.15 else 12)
        if smooth:
            profile, crease = shapes.spline(profile, 2 if self.small else 3), max(crease, 50.0)
        with self.frame((*center, 0.0)):
            self.add(shapes.lathe(profile, segments, stretch, crease), finish)

    def sphere(self, center: ArrayLike, radii: ArrayLike, finish: Finish, segments: int = 14, rings: int = 8) -> None:
        """Ellipsoid."""
        if self.small:
            segments, rings = min(segments, 8), min(rings, 5)
        self.add(shapes.sphere(center, radii, segments, rings), finish)

    def prism(
        self,
        outline: ArrayLike,
        plane: str,
        lower: float,
        upper: float,
        finish: Finish,
        holes: Sequence[ArrayLike] = (),
        crease: float = 40.0,
    ) -> None:
        """Straight extrusion of an outline."""
        self.add(shapes.prism(outline, plane, lower, upper, holes, crease), finish)

    def loft(
        self, rings: ArrayLike, finish: Finish, cap_start: bool = True, cap_end: bool = True, crease: float = 50.0
    ) -> None:
        """Skin over rings."""
        self.add(shapes.loft(rings, cap_start, cap_end, crease), finish)

    def sheet(self, grid: ArrayLike, finish: Finish, crease: float = 60.0, unit_uv: bool = False) -> None:
        """Open surface through a grid of points."""
        self.add(shapes.sheet(grid, crease, unit_uv), finish, shift_uv=not unit_uv)

    def panel(self, center: ArrayLike, right: ArrayLike, up: ArrayLike, finish: Finish) -> None:
        """Picture filling a rectangle once."""
        self.add(shapes.panel(center, right, up), finish, shift_uv=False)

    def front_panel(self, x: float, y: float, z: float, width: float, height: float, finish: Finish) -> None:
        """Picture facing +x (the viewer's right is +y), centred at a point."""
        self.panel((x, y, z), (0, width / 2, 0), (0, 0, height / 2), finish)

    def top_panel(self, x: float, y: float, z: float, depth: float, width: float, finish: Finish) -> None:
        """Picture lying flat, facing up; read from the front (+x side), its top at the back."""
        self.panel((x, y, z), (0, width / 2, 0), (-depth / 2, 0, 0), finish)

    def finish(self, size_m: tuple[float, float, float]) -> Mesh:
        """The mesh, centred and stretched to fill the box exactly."""
        points = np.concatenate([s.vertices for parts in self._parts.values() for s in parts])
        turn = self._turn
        points = points @ turn.T
        lower, upper = points.min(0), points.max(0)
        scale = np.maximum(np.asarray(size_m), 2e-4) / np.maximum(upper - lower, 1e-9)
        middle = (lower + upper) / 2
        surfaces = []
        for finish, parts in self._parts.items():
            whole = merged(parts)
            vertices = (whole.vertices @ turn.T - middle) * scale
            normals = unit((whole.normals @ turn.T) / scale)
            clean = compact(Surface(vertices, normals, whole.uvs, whole.faces))
            if len(clean.faces):
                surfaces.append((finish, clean))
        return Mesh(tuple(surfaces))
