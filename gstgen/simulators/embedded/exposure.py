"""Exposure that follows the room: a gain for every place to stand, made of the light of the rooms around it.

It depends on the camera's place alone, never on frames drawn before: a video changes smoothly, and a frame is the same
whichever worker draws it.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import shapely
from numpy.typing import NDArray

from gstgen.scenes.model import Scene
from gstgen.simulators.embedded.light_field import MEDIAN_DISPLAY, LightField, display_light, tone
from gstgen.simulators.embedded.triangles import TriangleSet
from gstgen.simulators.settings import RenderSettings

Array = NDArray[np.float64]

REACH_M = 1.5  # from here on the light of a room begins to count
OUTSIDE_WEIGHT = 0.01  # of a gain of 1, which is all there is far from any room
SAMPLES = 24  # places on a triangle at which its light is read


@dataclass(frozen=True)
class Exposure:
    """Rooms (polygons in world x, y metres) and the gain of each on light in units of `display_light`."""

    polygons: tuple[shapely.Polygon, ...]
    gains: tuple[float, ...]

    def gain(self, eye_m: Array) -> float:
        """Gain for a camera at a world place (3): a smooth mixture of the rooms within reach."""
        here = shapely.Point(float(eye_m[0]), float(eye_m[1]))
        total, weights = OUTSIDE_WEIGHT, OUTSIDE_WEIGHT
        for polygon, gain in zip(self.polygons, self.gains, strict=True):
            near = max(0.0, 1.0 - float(shapely.distance(polygon, here)) / REACH_M)
            total, weights = total + gain * near**3, weights + near**3
        return total / weights

    def expose(self, rgb: NDArray[np.uint8], eye_m: Array) -> NDArray[np.uint8]:
        """A finished picture (H, W, 3) with the light at `eye_m` made stronger or weaker, white still white."""
        return np.asarray(cv2.LUT(rgb, gain_curve(self.gain(eye_m))), np.uint8)


def gain_curve(gain: float) -> NDArray[np.uint8]:
    """(256) what becomes of display values: the tone curve is undone, light multiplied, the curve applied again."""
    shown = np.arange(256) / 255.0
    light = (1.25 - np.sqrt(np.maximum(1.25**2 - 4 * 0.39 * shown, 0.0))) / (2 * 0.39)
    curve = np.round(tone((light * gain).astype(np.float32)) * 255)
    curve[255] = 255
    return np.asarray(curve, np.uint8)


def room_exposure(scene: Scene, triangles: TriangleSet, light: LightField, settings: RenderSettings) -> Exposure:
    """The gains that bring what stands in each room, its floor and its ceiling nearer to median light."""
    index = {room.id: number for number, room in enumerate(scene.rooms)}
    owner = np.full(len(scene.instance_names), -1)
    for number, item in enumerate(scene.objects, start=1):
        owner[number] = index.get(item.room or "", -1)
    for number, part in enumerate(scene.structure, start=1 + len(scene.objects)):
        if part.kind in ("floor", "ceiling") and len(part.rooms) == 1:
            owner[number] = index.get(part.rooms[0], -1)
    room = owner[triangles.instance]
    level = display_light(_face_light(triangles, light), light.median, settings).mean(1)
    gains = []
    low, high = settings.exposure_range
    for number in range(len(scene.rooms)):
        own = np.flatnonzero(room == number)
        shown = float(np.average(level[own], weights=triangles.area_m2[own])) if len(own) else 0.0
        wanted = MEDIAN_DISPLAY * settings.exposure
        gain = (wanted / shown) ** settings.exposure_adaptation if shown > 0 else 1.0
        gains.append(float(np.clip(gain, low, high)))
    return Exposure(tuple(r.polygon for r in scene.rooms), tuple(gains))


def _face_light(triangles: TriangleSet, light: LightField) -> NDArray[np.float32]:
    """(F, 3) mean light of each triangle."""
    result = np.zeros((len(triangles.faces), 3), np.float32)
    own = np.flatnonzero(~light.mapped)
    result[own] = light.vertex[triangles.faces[own]].mean(1)
    flat = np.flatnonzero(light.mapped)
    height, width = light.lightmap.shape[:2]
    # Evenly spread places on a triangle: a rank-1 lattice, folded where it leaves the triangle.
    k = np.arange(SAMPLES)
    u, v = (k + 0.5) / SAMPLES, (k * 0.6180339887) % 1.0
    u, v = np.where(u + v > 1, 1 - u, u), np.where(u + v > 1, 1 - v, v)
    total = np.zeros((len(flat), 3), np.float32)
    for a, b in zip(u, v, strict=True):
        uv = light.texel_uv[flat]
        place = uv[:, 0] * (1 - a - b) + uv[:, 1] * a + uv[:, 2] * b
        column = np.clip((place[:, 0] * width).astype(np.int64), 0, width - 1)
        row = np.clip((place[:, 1] * height).astype(np.int64), 0, height - 1)
        total += light.lightmap[row, column]
    result[flat] = total / SAMPLES
    return result
