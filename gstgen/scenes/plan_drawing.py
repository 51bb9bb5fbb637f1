"""A readable plan of a scene: rooms by type, walls, door swings, windows, furniture with labels, a scale bar."""

from __future__ import annotations

import colorsys
import hashlib
import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from gstgen.scenes.model import Room, Scene, SceneObject, Structure

Color = tuple[int, int, int]
_WALL: Color = (60, 60, 66)
_GLASS: Color = (70, 150, 225)
_DOOR: Color = (150, 95, 45)
_LINE: Color = (95, 95, 100)
_TEXT: Color = (25, 25, 30)
_PAPER: Color = (255, 255, 255)
# Hue (degrees) of the commonest room types; others get one from their name.
_HUES = {
    "living_room": 45, "bedroom": 220, "childs_room": 265, "bathroom": 190, "kitchen": 20, "dining_room": 60,
    "corridor": 0, "garden": 110, "private_office": 300, "shared_office": 320, "storage_room": 80, "closet": 330,
    "garage": 160,
}  # fmt: skip
_PALE = frozenset({"corridor", "entryway", "lobby", "staircase"})
_HUNG_M = 1.3  # things whose bottom is higher are drawn as outlines only
_FLAT_M = 0.03  # thinner things on the floor are rugs
_LABEL_M2 = 0.25  # things with a larger footprint get their category's name
_MARGIN_PX = 26
_TITLE_PX = 30


def draw_plan(scene: Scene, width: int, height: int, title: str) -> NDArray[np.uint8]:
    """RGB picture (height, width, 3), north up; what hangs from the ceiling is left out."""
    canvas = _Canvas(scene, width, height)
    for room in scene.rooms:
        canvas.polygon(room.polygon.exterior.coords, fill=room_color(room.type))
    for obj in sorted((o for o in scene.objects if o.support != "ceiling"), key=lambda o: float(o.box.bounds_m[1][2])):
        _object(canvas, scene, obj)
    for part in scene.structure:
        if part.kind == "wall" and part.parameters.get("shape", "wall") != "skirting":
            _wall(canvas, part)
    for part in scene.structure:
        if part.kind == "door":
            _door(canvas, part)
        elif part.kind == "window":
            _window(canvas, part)
    for obj in sorted(scene.objects, key=lambda o: -_footprint_m2(o)):
        if obj.support == "floor" and _footprint_m2(obj) >= _LABEL_M2 and not _is_flat(obj):
            canvas.label(obj.box.center_m[:2], obj.category.replace("_", " "), 11, _span_m(obj))
    for room in scene.rooms:
        x0, y0, x1, y1 = room.polygon.bounds
        text = f"{room.id}\n{room.polygon.area:.0f} m2"
        canvas.label(_open_spot(scene, room), text, 13, max(x1 - x0, y1 - y0), bold=True)
    canvas.scale_bar()
    canvas.title(title)
    return np.asarray(canvas.image)


def room_color(room_type: str) -> Color:
    """A pale colour for a room type, the same in every plan."""
    digest = hashlib.sha256(room_type.encode()).digest()[0]
    hue = _HUES.get(room_type, digest * 360 // 256) / 360
    red, green, blue = colorsys.hsv_to_rgb(hue, 0.05 if room_type in _PALE else 0.24, 0.97)
    return round(255 * red), round(255 * green), round(255 * blue)


def _footprint_m2(obj: SceneObject) -> float:
    (ax, ay), (bx, by), (cx, cy) = np.asarray(obj.box.footprint_m)[:3]
    return math.dist((ax, ay), (bx, by)) * math.dist((bx, by), (cx, cy))


def _is_flat(obj: SceneObject) -> bool:
    return float(min(obj.box.size_m)) < _FLAT_M and obj.support == "floor"


def _open_spot(scene: Scene, room: Room) -> tuple[float, float]:
    """The middle of the largest circle of floor that nothing stands on."""
    standing = [shapely.Polygon(o.box.footprint_m) for o in scene.objects if o.room == room.id and o.support == "floor"]
    free = room.polygon.difference(shapely.union_all(standing))
    line = shapely.maximum_inscribed_circle(room.polygon if free.is_empty else free, tolerance=0.05)
    x, y = line.coords[0]
    return float(x), float(y)


def _span_m(obj: SceneObject) -> float:
    low, high = obj.box.bounds_m
    return float(max(high[0] - low[0], high[1] - low[1]))


def _object(canvas: _Canvas, scene: Scene, obj: SceneObject) -> None:
    hung = float(obj.box.bounds_m[0][2]) - scene.floor_z_m > _HUNG_M
    flat = _is_flat(obj)
    hue = hashlib.sha256(obj.category.encode()).digest()[0] / 256
    red, green, blue = (
        round(255 * v) for v in colorsys.hsv_to_rgb(hue, 0.10 if flat else 0.16, 0.97 if flat else 0.91)
    )
    canvas.polygon(obj.box.footprint_m, fill=None if hung else (red, green, blue), outline=_LINE)
    if obj.support == "floor" and not flat:  # a tick at the front
        front = obj.box.to_world((obj.box.size_m[0] / 2, 0.0, 0.0))[:2]
        canvas.line([obj.box.center_m[:2], front], (185, 185, 190), 1)


def _along(p: dict[str, Any], u: float, v: float) -> tuple[float, float]:
    return (u, p["line_m"] + v) if p["along"] == "x" else (p["line_m"] + v, u)


def _strip(p: dict[str, Any], u0: float, u1: float, v0: float, v1: float) -> list[tuple[float, float]]:
    return [_along(p, u0, v0), _along(p, u1, v0), _along(p, u1, v1), _along(p, u0, v1)]


def _wall(canvas: _Canvas, wall: Structure) -> None:
    canvas.polygon(wall.box.footprint_m, fill=_WALL)


def _door(canvas: _Canvas, door: Structure) -> None:
    p = door.parameters
    if "u0_m" not in p:
        canvas.polygon(door.box.footprint_m, fill=_DOOR)
        return
    half = p["thickness_m"] / 2
    canvas.polygon(_strip(p, p["u0_m"], p["u1_m"], -half, half), fill=_PAPER)
    if p.get("leaf") == "closed":
        canvas.polygon(_strip(p, p["u0_m"], p["u1_m"], -half / 3, half / 3), fill=_DOOR)
    if p.get("leaf") != "open":
        return
    side = 1.0 if p["side"] == "high" else -1.0
    a, b = p["u0_m"] + p["frame_m"], p["u1_m"] - p["frame_m"]
    hinge, latch = (a, b) if p["hinge"] == "start" else (b, a)
    radius, start = b - a, side * half
    canvas.line([_along(p, hinge, start), _along(p, hinge, start + side * radius)], _DOOR, 3)
    turns = np.linspace(0.0, math.pi / 2, 16)
    towards = math.copysign(1.0, latch - hinge)
    swing = [_along(p, hinge + towards * radius * math.cos(t), start + side * radius * math.sin(t)) for t in turns]
    canvas.line(swing, _DOOR, 1)


def _window(canvas: _Canvas, window: Structure) -> None:
    p = window.parameters
    if "u0_m" not in p:
        canvas.polygon(window.box.footprint_m, fill=_GLASS)
        return
    half = p["thickness_m"] / 2
    canvas.polygon(_strip(p, p["u0_m"], p["u1_m"], -half, half), fill=_PAPER, outline=_GLASS)
    canvas.line([_along(p, p["u0_m"], 0.0), _along(p, p["u1_m"], 0.0)], _GLASS, 3)


class _Canvas:
    """World coordinates (metres, y up) onto a picture."""

    def __init__(self, scene: Scene, width: int, height: int) -> None:
        bounds = np.array([r.polygon.bounds for r in scene.rooms])
        walls = np.array(
            [[*s.box.bounds_m[0][:2], *s.box.bounds_m[1][:2]] for s in scene.structure if s.kind == "wall"]
        )
        bounds = np.concatenate([bounds, walls.reshape(-1, 4)])
        low, high = bounds[:, :2].min(0), bounds[:, 2:].max(0)
        self.image = Image.new("RGB", (width, height), _PAPER)
        self.draw = ImageDraw.Draw(self.image)
        room = np.array([width - 2 * _MARGIN_PX, height - 2 * _MARGIN_PX - _TITLE_PX])
        self.px_per_m = float((room / np.maximum(high - low, 1e-6)).min())
        self.middle_m = (low + high) / 2
        self.middle_px = (width / 2, _TITLE_PX + (height - _TITLE_PX) / 2)
        self.size = (width, height)

    def to_px(self, points: Any) -> list[tuple[float, float]]:
        """Pixels of world points (N, 2)."""
        out = (np.asarray(points, float)[:, :2] - self.middle_m) * (self.px_per_m, -self.px_per_m) + self.middle_px
        return [(float(x), float(y)) for x, y in out]

    def polygon(self, points: Any, fill: Color | None = None, outline: Color | None = None) -> None:
        self.draw.polygon(self.to_px(list(points)), fill=fill, outline=outline)

    def line(self, points: Sequence[Any], color: Color, width: int) -> None:
        self.draw.line(self.to_px(list(points)), fill=color, width=width)

    def label(self, point_m: Any, text: str, size: int, span_m: float, bold: bool = False) -> None:
        """Text centred on a point, left out where it would be much longer than the thing it names."""
        font = ImageFont.load_default(size)
        x, y = self.to_px([point_m])[0]
        left, top, right, bottom = self.draw.multiline_textbbox((x, y), text, font=font, anchor="mm", align="center")
        if right - left > 1.25 * span_m * self.px_per_m:
            return
        if bold:
            self.draw.rectangle((left - 3, top - 2, right + 3, bottom + 2), fill=_PAPER)
        self.draw.multiline_text((x, y), text, font=font, fill=_TEXT, anchor="mm", align="center")

    def scale_bar(self) -> None:
        """A bar of a round length at the lower left."""
        wanted = self.size[0] / 6 / self.px_per_m
        length = max(v * 10**e for e in range(-1, 3) for v in (1, 2, 5) if v * 10**e <= wanted or (v, e) == (1, -1))
        x, y = _MARGIN_PX, self.size[1] - 10
        end = x + length * self.px_per_m
        self.draw.line([(x, y), (end, y)], fill=_TEXT, width=3)
        for tick in (x, end):
            self.draw.line([(tick, y - 5), (tick, y + 3)], fill=_TEXT, width=2)
        self.draw.text((end + 8, y), f"{length:g} m", font=ImageFont.load_default(13), fill=_TEXT, anchor="lm")

    def title(self, text: str) -> None:
        self.draw.text((_MARGIN_PX, 8), text, font=ImageFont.load_default(17), fill=_TEXT)
