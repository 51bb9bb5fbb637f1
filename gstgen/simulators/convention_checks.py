"""The checks of a self-test: what a simulator shows, against what the scene and the geometry say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from gstgen.geometry.cameras import (
    Camera,
    OrthographicCamera,
    backproject_depth,
    pixel_rays,
    pose_looking_down,
    project_points,
)
from gstgen.geometry.maps import MapTransform
from gstgen.scenes.model import Scene
from gstgen.simulators.convention_shots import TestShot
from gstgen.simulators.protocol import Frame, Simulator
from gstgen.simulators.selftest_settings import SelftestSettings

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]
Box = tuple[float, float, float, float]

MAP_OBJECTS = 6
MAP_BORDER_M = 0.5
ABOVE_M = 1.0
CUT_HEIGHT_M = 2.0
TINT = (255, 140, 0)
LINE = (0, 220, 255)


@dataclass(frozen=True)
class Check:
    """One convention: whether it holds, and the figures in words."""

    name: str
    passed: bool
    text: str

    def to_json(self) -> dict[str, Any]:
        return {"name": self.name, "passed": self.passed, "text": self.text}


class ConventionChecks:
    """Runs every check on a loaded simulator; `pictures` and `map_picture` show what was compared."""

    def __init__(self, simulator: Simulator, scene: Scene, camera: Camera, settings: SelftestSettings) -> None:
        self._simulator, self._scene, self._camera, self._settings = simulator, scene, camera, settings
        self._table = scene.instance_ids
        self.pictures: list[NDArray[np.uint8]] = []
        self.map_picture: NDArray[np.uint8] | None = None

    def run(self, shots: list[TestShot]) -> list[Check]:
        """All checks, in the order of the report."""
        self._simulator.show()
        poses = [shot.T_world_camera for shot in shots]
        frames = list(self._simulator.render(self._camera, poses, ["rgb", "instance", "depth", "glass"]))
        again = list(self._simulator.render(self._camera, poses[::-1], ["instance"]))[::-1]
        alone = [self._alone(shot) for shot in shots]
        for shot, frame in zip(shots, frames, strict=True):
            self.pictures.append(self._picture(shot, frame))
        return [
            self._light(frames),
            self._boxes(shots, alone),
            self._flips(shots, alone),
            self._depth(shots, alone),
            self._floor(shots, frames),
            self._names(frames),
            self._hiding(shots, frames, alone),
            self._staleness(frames, again),
            self._glass(frames),
            self._map(shots),
        ]

    def _alone(self, shot: TestShot) -> Frame:
        self._simulator.hide(name for name in self._table if name != shot.item.id)
        try:
            return next(
                iter(self._simulator.render(self._camera, [shot.T_world_camera], ["instance", "depth", "glass"]))
            )
        finally:
            self._simulator.show()

    def _mask(self, frame: Frame, name: str) -> Mask:
        assert frame.instance is not None
        mask: Mask = frame.instance == self._table[name]
        if frame.glass is not None:
            mask = mask | (frame.glass == self._table[name])
        return mask

    def _light(self, frames: list[Frame]) -> Check:
        levels = [float(f.rgb.mean()) for f in frames if f.rgb is not None]
        dark = sum(level <= self._settings.max_black_level for level in levels)
        return Check("pictures are lit", not dark, f"mean levels {min(levels):.0f} to {max(levels):.0f}, {dark} black")

    def _boxes(self, shots: list[TestShot], alone: list[Frame]) -> Check:
        """Alone in the picture, an object's mask lies in its projected box and fills a good part of it."""
        outside, overlaps, empty = 0.0, [], []
        for shot, frame in zip(shots, alone, strict=True):
            mask = self._mask(frame, shot.item.id)
            if mask.sum() < self._settings.min_pixels:
                empty.append(shot.item.id)
                continue
            seen, expected = mask_bounds(mask), self._projected(shot)
            outside = max(
                outside, expected[0] - seen[0], expected[1] - seen[1], seen[2] - expected[2], seen[3] - expected[3]
            )
            overlaps.append(box_iou(seen, expected))
        median = float(np.median(overlaps)) if overlaps else 0.0
        passed = bool(overlaps) and outside <= self._settings.box_slack_px and median >= self._settings.min_box_iou
        passed = passed and len(empty) <= len(shots) // 3
        text = f"{len(overlaps)} masks, median overlap {median:.2f}, {outside:.1f} px outside at most"
        return Check(
            "boxes project into masks", passed, text + (f", hardly visible: {', '.join(empty)}" if empty else "")
        )

    def _flips(self, shots: list[TestShot], alone: list[Frame]) -> Check:
        """The boxes fit the picture as it is better than its mirror images."""
        scores: dict[str, list[float]] = {"as it is": [], "left-right": [], "upside down": [], "turned round": []}
        for shot, frame in zip(shots, alone, strict=True):
            mask = self._mask(frame, shot.item.id)
            if mask.sum() < self._settings.min_pixels:
                continue
            expected = self._projected(shot)
            for name, turned in zip(scores, (mask, mask[:, ::-1], mask[::-1], mask[::-1, ::-1]), strict=True):
                scores[name].append(box_iou(mask_bounds(turned), expected))
        means = {name: float(np.mean(values)) if values else 0.0 for name, values in scores.items()}
        best = max(value for name, value in means.items() if name != "as it is")
        passed = means["as it is"] >= best + self._settings.min_flip_gain
        return Check("left is left, up is up", passed, ", ".join(f"{n} {v:.2f}" for n, v in means.items()))

    def _depth(self, shots: list[TestShot], alone: list[Frame]) -> Check:
        """Depth is planar and metric: back-projected it lies in the object's box; along the ray it would not."""
        planar: list[float] = []
        euclidean: list[float] = []
        for shot, frame in zip(shots, alone, strict=True):
            assert frame.depth is not None
            assert frame.instance is not None
            mask = frame.instance == self._table[shot.item.id]
            if mask.sum() < self._settings.min_pixels:
                continue
            length = np.linalg.norm(pixel_rays(self._camera), axis=-1)
            for depth, shares in ((frame.depth, planar), (frame.depth / length, euclidean)):
                points = backproject_depth(self._camera, shot.T_world_camera, depth)[mask]
                shares.append(float(shot.item.box.contains(points, self._settings.depth_slack_m).mean()))
        share, other = (float(np.mean(s)) if s else 0.0 for s in (planar, euclidean))
        passed = share >= self._settings.min_depth_share and share >= other
        return Check(
            "depth lies on the boxes", passed, f"{share:.3f} of the pixels as planar depth, {other:.3f} as ray length"
        )

    def _floor(self, shots: list[TestShot], frames: list[Frame]) -> Check:
        floors = [self._table[s.id] for s in self._scene.structure if s.kind == "floor"]
        heights = []
        for shot, frame in zip(shots, frames, strict=True):
            assert frame.depth is not None
            assert frame.instance is not None
            mask = np.isin(frame.instance, floors)
            if mask.any():
                heights.append(backproject_depth(self._camera, shot.T_world_camera, frame.depth)[mask][:, 2])
        if not heights:
            return Check("the floor is where it should be", True, "no picture shows a floor instance")
        off = float(np.median(np.concatenate(heights))) - self._scene.floor_z_m
        return Check(
            "the floor is where it should be", abs(off) <= self._settings.floor_slack_m, f"{off * 100:+.1f} cm"
        )

    def _names(self, frames: list[Frame]) -> Check:
        """Pixels that show something carry the name of an instance; windows and doors to the sky excepted."""
        named = total = 0
        for frame in frames:
            assert frame.instance is not None
            named += int((frame.instance > 0).sum())
            total += frame.instance.size
        share = named / total
        return Check("masks carry names", share >= self._settings.min_named_share, f"{share:.3f} of all pixels")

    def _hiding(self, shots: list[TestShot], frames: list[Frame], alone: list[Frame]) -> Check:
        """What is hidden vanishes, and everything comes back."""
        shot = shots[0]
        self._simulator.hide([shot.item.id])
        try:
            without = next(iter(self._simulator.render(self._camera, [shot.T_world_camera], ["instance", "glass"])))
        finally:
            self._simulator.show()
        back = next(iter(self._simulator.render(self._camera, [shot.T_world_camera], ["instance", "glass"])))
        left = int(self._mask(without, shot.item.id).sum())
        strangers = 0
        for s, frame in zip(shots, alone, strict=True):
            assert frame.instance is not None
            strangers += int(((frame.instance > 0) & (frame.instance != self._table[s.item.id])).sum())
        before, after = (int(self._mask(f, shot.item.id).sum()) for f in (frames[0], back))
        passed = left == 0 and strangers == 0 and abs(after - before) <= max(20, before // 20)
        text = f"{before} px, hidden {left}, back {after}; {strangers} px of others where one is alone"
        return Check("hiding works", passed, text)

    def _staleness(self, frames: list[Frame], again: list[Frame]) -> Check:
        """The same poses in the other order give the same masks: no picture lags behind its pose."""
        worst = 0.0
        for a, b in zip(frames, again, strict=True):
            assert a.instance is not None
            worst = max(worst, float(np.mean(a.instance != b.instance)))
        return Check(
            "pictures are of their own pose", worst <= self._settings.max_stale_share, f"at most {worst:.4f} differ"
        )

    def _glass(self, frames: list[Frame]) -> Check:
        """For information: a scene may have no glass, and a simulator may not tell it apart."""
        seen = sum(int((f.glass > 0).sum()) for f in frames if f.glass is not None)
        return Check("glass (for information)", True, f"{seen} px show glass in front of something")

    def _map(self, shots: list[TestShot]) -> Check:
        """Seen from above without ceilings, objects lie where the map's transform says."""
        corners = np.concatenate([o.box.corners_m for o in self._scene.objects])
        lower, upper = corners.min(0) - MAP_BORDER_M, corners.max(0) + MAP_BORDER_M
        scale = self._settings.map_m_per_px
        width, height = (int(np.ceil(n / scale / 2) * 2) for n in (upper - lower)[:2])
        transform = MapTransform.centered(((lower + upper) / 2)[:2], scale, width, height)
        camera = OrthographicCamera(width, height, scale)
        top = max(float(corners[:, 2].max()), *(float(s.box.bounds_m[1][2]) for s in self._scene.structure))
        pose = pose_looking_down(transform.center_m, top + ABOVE_M)
        overhead = [s.id for s in self._scene.structure if s.kind == "ceiling"]
        cut = self._scene.floor_z_m + CUT_HEIGHT_M
        overhead += [o.id for o in self._scene.objects if float(o.box.bounds_m[0][2]) > cut]
        self._simulator.hide(overhead)
        try:
            frame = next(iter(self._simulator.render(camera, [pose], ["rgb", "instance"])))
        finally:
            self._simulator.show()
        self.map_picture = frame.rgb
        worst, checked = 0.0, 0
        for shot in [s for s in shots if s.item.id not in overhead][:MAP_OBJECTS]:
            self._simulator.hide(name for name in self._table if name != shot.item.id)
            try:
                seen = next(iter(self._simulator.render(camera, [pose], ["instance", "glass"])))
            finally:
                self._simulator.show()
            mask = self._mask(seen, shot.item.id)
            if not mask.any():
                continue
            pixels = transform.to_pixels(shot.item.box.corners_m)
            bounds = mask_bounds(mask)
            checked += 1
            worst = max(worst, float((pixels.min(0) - bounds[:2]).max()), float((bounds[2:] - pixels.max(0)).max()))
            centre = np.array([(bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2])
            side = float((pixels.max(0) - pixels.min(0)).max())
            worst = max(worst, float(np.abs(centre - (pixels.min(0) + pixels.max(0)) / 2).max()) - side / 4)
        passed = checked > 0 and worst <= self._settings.map_slack_px
        return Check("the map lines up", passed, f"{checked} objects, {worst:.1f} px off at most")

    def _projected(self, shot: TestShot) -> Array:
        pixels, _ = project_points(self._camera, shot.T_world_camera, shot.item.box.corners_m)
        return np.array([*pixels.min(0), *pixels.max(0)])

    def _picture(self, shot: TestShot, frame: Frame) -> NDArray[np.uint8]:
        """The picture with the object's mask tinted and the edges of its projected box."""
        assert frame.rgb is not None
        out = frame.rgb.copy()
        mask = self._mask(frame, shot.item.id)
        out[mask] = (0.5 * out[mask] + 0.5 * np.array(TINT)).astype(np.uint8)
        pixels, _ = project_points(self._camera, shot.T_world_camera, shot.item.box.corners_m)
        corners = np.round(pixels).astype(int)
        for a in range(8):
            for bit in (1, 2, 4):
                if not a & bit:
                    start, end = (tuple(int(v) for v in corners[i]) for i in (a, a | bit))
                    cv2.line(out, start, end, LINE, 1, cv2.LINE_AA)
        cv2.putText(out, shot.item.id, (8, 20), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (0, 0, 0), 3, cv2.LINE_AA)
        cv2.putText(out, shot.item.id, (8, 20), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (255, 255, 255), 1, cv2.LINE_AA)
        return out


def mask_bounds(mask: Mask) -> Array:
    """Half-open pixel box (x1, y1, x2, y2) of a mask that is not empty."""
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    return np.array([columns[0], rows[0], columns[-1] + 1, rows[-1] + 1], np.float64)


def box_iou(a: Array, b: Array) -> float:
    """Overlap of two boxes (x1, y1, x2, y2)."""
    inner = np.maximum(np.minimum(a[2:], b[2:]) - np.maximum(a[:2], b[:2]), 0.0)
    both = float(inner.prod())
    return both / (float((a[2:] - a[:2]).prod()) + float((b[2:] - b[:2]).prod()) - both)
