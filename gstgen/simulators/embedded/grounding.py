"""Shade where things meet the floor: under feet and legs, along plinths. Laid over the baked light when it is uploaded.

Light texels of five centimetres miss the crevice under a leg, and a chair without it seems to float. The shade depends
on the distance to the nearest thing that touches the floor alone, so that a thin leg gets as much as a cupboard.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from gstgen.simulators.embedded.light_field import LightField
from gstgen.simulators.embedded.triangles import TriangleSet
from gstgen.simulators.settings import LookSettings

Floats = NDArray[np.float32]
Array = NDArray[np.float64]

TOUCHING_M = 0.05  # what comes this near to the floor touches it
CELL_M = 0.02  # of the plan in which distances are measured
MOST_CELLS = 2500  # along one side of a floor: larger floors get larger cells
REACH_M = 0.5
BLOCK = 8192  # triangles sampled at once
SAMPLES = 12  # places along each side of a triangle that rises from the floor
LEVEL = 0.9


def grounded(
    shown: Floats, triangles: TriangleSet, light: LightField, floors: NDArray[np.bool_], look: LookSettings
) -> Floats:
    """Display light (H, W, 3) of the light map, darker on floors around what stands there.

    `floors` (instances + 1) marks the ids of floors.
    """
    height, width = shown.shape[:2]
    kept = np.ones((height, width), np.float32)
    ground = np.flatnonzero(light.mapped & floors[triangles.instance] & (triangles.face_normals[:, 2] > LEVEL))
    things = np.flatnonzero(~triangles.building & ~triangles.kind_mask("glass"))
    if not len(ground) or not len(things):
        return shown
    bodies = triangles.corners(things).astype(np.float64)
    for floor in np.unique(triangles.instance[ground]):
        faces = ground[triangles.instance[ground] == floor]
        corners = triangles.corners(faces).astype(np.float64)
        plan = _Plan(corners.reshape(-1, 3), bodies, look)
        for face, corner in zip(faces, corners, strict=True):
            _shade(kept, light.texel_uv[face] * (width, height), corner, plan)
    return np.asarray(shown * kept[..., None], np.float32)


class _Plan:
    """Distance to the nearest touching thing over a floor, from straight above."""

    def __init__(self, floor: Array, bodies: Array, look: LookSettings) -> None:
        low, high = floor.min(0), floor.max(0)
        self._corner = low[:2] - REACH_M
        extent = high[:2] - low[:2] + 2 * REACH_M
        self._cell_m = max(CELL_M, float(extent.max()) / MOST_CELLS)
        size = np.ceil(extent / self._cell_m).astype(int) + 1
        free = np.full((size[1], size[0]), 255, np.uint8)
        least, most = bodies.min(1), bodies.max(1)
        top = high[2] + TOUCHING_M
        near = (least[:, 2] < top) & (most[:, 2] > low[2] - TOUCHING_M)
        near &= (most[:, :2] > self._corner).all(1) & (least[:, :2] < self._corner + extent).all(1)
        flat = near & (most[:, 2] <= top)
        outlines = np.round(self.cells(bodies[flat, :, :2])).astype(np.int32)
        for outline in outlines:
            cv2.fillConvexPoly(free, outline, 0)
        rising = bodies[near & ~flat]
        a, b = np.meshgrid(*[np.linspace(0, 1, SAMPLES)] * 2)
        inside = a + b <= 1 + 1e-9
        weight = np.stack([1 - a[inside] - b[inside], a[inside], b[inside]], 1)
        for start in range(0, len(rising), BLOCK):
            places = np.einsum("sk,nkc->nsc", weight, rising[start : start + BLOCK]).reshape(-1, 3)
            column, row = np.clip(np.round(self.cells(places[places[:, 2] < top, :2])).astype(int), 0, size - 1).T
            free[row, column] = 0
        self.touched = bool((free == 0).any())
        distance = cv2.distanceTransform(free, cv2.DIST_L2, cv2.DIST_MASK_5) * self._cell_m
        lost = look.crevice_shade * np.exp(-distance / look.crevice_m)
        lost += look.contact_shade * np.exp(-distance / look.contact_m)
        self._kept = np.asarray(1 - lost, np.float32)

    def cells(self, points: Array) -> Array:
        """(..., 2) column, row of world x, y."""
        return np.asarray((points - self._corner) / self._cell_m)

    def kept(self, points: Array) -> Floats:
        """(h, w) share of light left at world places (h, w, 2)."""
        cells = self.cells(points).astype(np.float32)
        return np.asarray(
            cv2.remap(self._kept, cells[..., 0], cells[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE),
            np.float32,
        )


def _shade(kept: Floats, texels: Array, corners: Array, plan: _Plan) -> None:
    """Write the share of light left into the texels of a triangle; texels (3, 2): its corners in the light map."""
    if not plan.touched:
        return
    low = np.maximum(np.floor(texels.min(0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(texels.max(0)).astype(int) + 1, kept.shape[::-1])
    sides = np.stack([texels[1] - texels[0], texels[2] - texels[0]], 1)
    area = np.linalg.det(sides)
    if abs(area) < 1e-6 or (high <= low).any():
        return
    x, y = np.meshgrid(np.arange(low[0], high[0]) + 0.5, np.arange(low[1], high[1]) + 0.5)
    weight = np.stack([x - texels[0, 0], y - texels[0, 1]], -1) @ np.linalg.inv(sides).T
    places = corners[0, :2] + weight @ (corners[1:, :2] - corners[0, :2])
    # Bilinear reading takes texels up to one beyond the border in.
    border = 1.0 / np.abs([area / np.linalg.norm(s) for s in (sides[:, 0], sides[:, 1], sides[:, 0] - sides[:, 1])])
    third = 1 - weight.sum(-1)
    inside = (weight[..., 0] > -border[1]) & (weight[..., 1] > -border[0]) & (third > -border[2])
    part = kept[low[1] : high[1], low[0] : high[0]]
    part[inside] = np.minimum(part[inside], plan.kept(places)[inside])
