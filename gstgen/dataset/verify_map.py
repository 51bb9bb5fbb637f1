"""Check the boxes of targets against the medium map, which was drawn from triangles and knows of no box.

The pictures of a video may all show a thing from one side, so that its box could lie further back; on the map what
stands there would then stick out of the box.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from gstgen.dataset.records import Record
from gstgen.dataset.verify_media import Media
from gstgen.dataset.verify_pixels import PixelChecks
from gstgen.dataset.verify_settings import VerifySettings
from gstgen.dataset.verify_shapes import box_corners, convex_hull

Mask = NDArray[np.bool_]
Pixels = NDArray[np.float64]
SUBPIXEL_BITS = 8
UPRIGHT = 1e-6


class _Part(NamedTuple):
    """A part of a box, in the form of a box."""

    center_m: Pixels
    size_m: Pixels
    rotation: Pixels


class _Plan:
    """The medium map (H, W) of a scene with what the boxes of its record cover, grown by a tolerance."""

    def __init__(self, black: Mask, solid: Mask, world_to_image: Pixels, settings: VerifySettings) -> None:
        self.black, self.settings = black, settings
        self._matrix = world_to_image
        self.px_per_m = float(world_to_image[0, 0])
        # Walls and what lies outside the rooms.
        self.solid = grown(solid, settings.map_tolerance_px)
        self.boxes = np.zeros(black.shape, np.int32)

    def outline(self, corners: Pixels) -> Pixels:
        """Convex outline (N, 2) in pixels of a box's corners (8, 3), world metres."""
        flat = np.column_stack([corners[:, :2], np.ones(len(corners))]) @ self._matrix.T
        return convex_hull(flat[:, :2])

    def filled(self, outline: Pixels) -> Mask:
        """Pixels (H, W) that an outline touches."""
        canvas = np.zeros(self.black.shape, np.uint8)
        # OpenCV's pixel centres are whole numbers.
        points = np.round((outline - 0.5) * 2**SUBPIXEL_BITS).astype(np.int32)
        cv2.fillConvexPoly(canvas, points, 1, cv2.LINE_8, SUBPIXEL_BITS)
        return canvas.astype(bool)

    def footprint(self, corners: Pixels) -> Mask:
        """Pixels (H, W) of a box's footprint, grown by the tolerance."""
        return grown(self.filled(self.outline(corners)), self.settings.map_tolerance_px)


class MapChecks:
    """Checks of targets on the medium map; what the questions about one object share is looked at once."""

    def __init__(self, media: Media, settings: VerifySettings, pixels: PixelChecks) -> None:
        self.media, self.settings, self.pixels = media, settings, pixels
        self._plans: dict[str, _Plan] = {}
        self._memo: dict[tuple[Any, ...], str | None] = {}

    def footprint(self, record: Record) -> str | None:
        """What is drawn at the target's place fits its box: nothing sticks out, no side of the box is bare floor."""
        target = record.geometry.target
        assert target is not None
        key = (record.scene, target)
        if key not in self._memo:
            self._memo[key] = self._footprint(record.scene, target)
        return self._memo[key]

    def _footprint(self, scene_id: str, target: Any) -> str | None:
        scene, plan = self.pixels.scene(scene_id), self._plan(scene_id)
        item, corners = scene.object(target.id), box_corners(target)
        if not self._drawn(corners, scene.floor_z_m):
            return None
        own = plan.footprint(corners)
        others = plan.boxes - plan.footprint(box_corners(item.box)).astype(np.int32) > 0
        near = grown(own, self.settings.map_reach_m * plan.px_per_m)
        loose = plan.black & near & ~own & ~others & ~plan.solid
        if loose.any():
            loose &= ~self._enclosed(plan, own | others)
        extent_m2 = largest_patch(loose) / plan.px_per_m**2
        if extent_m2 > self.settings.max_loose_m2:
            return f"{extent_m2:.3f} m2 of the medium map beside {target.id} belong to no box"
        if item.support == "wall" and not (plan.solid & grown(own, self.settings.map_hung_m * plan.px_per_m)).any():
            return f"{target.id} hangs on a wall, but the map has none within {self.settings.map_hung_m} m of its box"
        return self._bare_side(plan, corners, scene.floor_z_m, target)

    def _enclosed(self, plan: _Plan, covered: Mask) -> Mask:
        """Bits of floor between boxes and walls that the map fills because they are small."""
        count, labels = cv2.connectedComponents((~covered & ~plan.solid).astype(np.uint8), connectivity=4)
        areas_m2 = np.bincount(labels.ravel(), minlength=count) / plan.px_per_m**2
        small: Mask = (areas_m2 < self.settings.map_patch_m2)[labels] & (labels > 0)
        return small

    def _bare_side(self, plan: _Plan, corners: Pixels, floor_z_m: float, target: Any) -> str | None:
        """A box is tight, so something reaches each of its upright sides; what the map cuts off may be what does."""
        low, high = corners[:, 2].min() - floor_z_m, corners[:, 2].max() - floor_z_m
        seen_m = min(high, self.settings.map_high_m) - max(low, self.settings.map_low_m)
        if seen_m < self.settings.map_side_m:
            return None
        if not plan.black[plan.footprint(corners)].any():
            return f"the medium map is bare floor where the box of {target.id} is"
        upright = abs(float(target.rotation[2][2])) > 1 - UPRIGHT
        if not upright or high > self.settings.map_high_m:
            return None
        axes, size, center = np.array(target.rotation), np.array(target.size_m), np.array(target.center_m)
        for axis in (0, 1):
            thin = size.copy()
            thin[axis] = min(size[axis], self.settings.map_side_m)
            for sign in (-1.0, 1.0):
                middle = center + axes[:, axis] * sign * (size[axis] - thin[axis]) / 2
                part = _Part(middle, thin, axes)
                if not plan.black[plan.filled(plan.outline(box_corners(part)))].any():
                    return f"the medium map is bare floor along a side of the box of {target.id}"
        return None

    def _drawn(self, corners: Pixels, floor_z_m: float) -> bool:
        """Whether a box stands clear of the heights that the map leaves out."""
        low, high = corners[:, 2].min() - floor_z_m, corners[:, 2].max() - floor_z_m
        return bool(low < self.settings.map_high_m and high > self.settings.map_low_m)

    def _plan(self, scene_id: str) -> _Plan:
        if scene_id not in self._plans:
            scene = self.pixels.scene(scene_id)
            home = f"scenes/{scene_id}/topdown"
            levels = self.media.json(f"{home}/topdown.json")["levels"]
            black, solid = (self._black(f"{home}/{levels[level]['file']}") for level in ("medium", "hard"))
            plan = _Plan(black, solid, np.array(levels["medium"]["world_to_image"], float), self.settings)
            for part in scene.structure:
                if part.kind not in ("floor", "ceiling"):
                    plan.solid |= plan.footprint(box_corners(part.box))
            for item in scene.objects:
                corners = box_corners(item.box)
                if self._drawn(corners, scene.floor_z_m):
                    plan.boxes += plan.footprint(corners)
            self._plans[scene_id] = plan
        return self._plans[scene_id]

    def _black(self, file: str) -> Mask:
        black: Mask = self.media.picture(file)[..., :3].min(2) < 128
        return black


def grown(mask: Mask, radius_px: float) -> Mask:
    """A mask (H, W) and what lies within a radius of it."""
    reach = int(np.ceil(radius_px))
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1, 2 * reach + 1))
    return cv2.dilate(mask.astype(np.uint8), kernel).astype(bool)


def largest_patch(mask: Mask) -> int:
    """Pixels of the largest connected part of a mask."""
    if not mask.any():
        return 0
    *_, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
    return int(stats[1:, cv2.CC_STAT_AREA].max())
