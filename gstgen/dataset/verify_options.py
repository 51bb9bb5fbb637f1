"""Check records against the pixels of maps, option pictures and the filmed path."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gstgen.dataset.records import OptionPart, Record
from gstgen.dataset.verify_answers import map_pixel
from gstgen.dataset.verify_media import Media, beside
from gstgen.dataset.verify_pixels import PixelChecks
from gstgen.dataset.verify_settings import VerifySettings
from gstgen.dataset.verify_shapes import (
    blueness,
    box_corners,
    convex_hull,
    dense_path,
    differs,
    distance_to_path,
    outside_by,
    redness,
)

Array = NDArray[np.float64]
# Floor-standing things this high cover the floor on the medium map, whatever its lower cut.
COVERING_HEIGHT_M = 0.3


class OptionChecks:
    """Checks of maps and choices."""

    def __init__(self, media: Media, settings: VerifySettings, pixels: PixelChecks) -> None:
        self.media, self.settings, self.pixels = media, settings, pixels

    def _levels(self, scene: str) -> Mapping[str, Any]:
        levels: Mapping[str, Any] = self.media.json(f"scenes/{scene}/topdown/topdown.json")["levels"]
        return levels

    def map_of_scene(self, record: Record) -> str | None:
        """The record's map is the scene's: matrix, size, and the size of the picture."""
        part = record.geometry.map
        assert part is not None
        known = self._levels(record.scene)[part.level]
        if np.abs(np.array(known["world_to_image"]) - np.array(part.world_to_image)).max() > 1e-6:
            return f"world_to_image differs from topdown.json at level {part.level}"
        file = f"scenes/{record.scene}/topdown/{known['file']}"
        if record.official.uses_map and record.images[-1] != file:
            return f"the shown map is {record.images[-1]}, not {file}"
        height, width = self.media.picture(record.images[-1]).shape[:2]
        if (width, height) != (part.width, part.height):
            return f"the picture is {width}x{height}, the record says {part.width}x{part.height}"
        return None

    def answer_on_map(self, record: Record) -> str | None:
        """The answered point falls on free floor (the camera's place) or on the target's footprint."""
        part, value = record.geometry.map, record.answer_value
        assert part is not None
        assert isinstance(value, tuple)
        pixel = (np.array(value, float) + 0.5) / 1000 * (part.width, part.height)
        if record.geometry.target is None:
            if part.level == "easy":
                return None
            grey = self.media.picture(record.images[-1])[..., :3].min(2)
            u, v = int(pixel[0]), int(pixel[1])
            shown = grey[max(v - 1, 0) : v + 2, max(u - 1, 0) : u + 2]
            return None if (shown > 127).any() else f"the map is black at ({u}, {v}), where the camera stands"
        footprint = convex_hull(np.array([map_pixel(record, c) for c in box_corners(record.geometry.target)]))
        # An answer is a cell of 1/1000 of the map.
        cell = float(np.hypot(part.width, part.height)) / 1000
        beyond = float(outside_by(footprint, pixel[None])[0])
        if beyond > cell:
            return f"the answered point lies {beyond:.1f} px outside the target's footprint"
        return self._covered(record, footprint)

    def _covered(self, record: Record, footprint: Array) -> str | None:
        """A solid thing on the floor makes the medium map black somewhere in its footprint."""
        part, target = record.geometry.map, record.geometry.target
        assert part is not None
        assert target is not None
        item = self.pixels.scene(record.scene).object(target.id)
        if part.level != "medium" or not item.on_floor or target.size_m[2] < COVERING_HEIGHT_M:
            return None
        low = np.clip(np.floor(footprint.min(0)).astype(int), 0, [part.width, part.height])
        high = np.clip(np.ceil(footprint.max(0)).astype(int), 0, [part.width, part.height])
        columns, rows = np.meshgrid(np.arange(low[0], high[0]), np.arange(low[1], high[1]))
        points = np.stack([columns.ravel() + 0.5, rows.ravel() + 0.5], -1)
        inside = outside_by(footprint, points) <= 0
        grey = self.media.picture(record.images[-1])[..., :3].min(2)[rows.ravel(), columns.ravel()]
        return None if (grey[inside] < 128).any() else f"the medium map is white all over the footprint of {target.id}"

    def building_options(self, record: Record) -> str | None:
        """Top-down selection: every option picture is its scene's map, mirrored where the record says so."""
        assert record.geometry.options is not None
        assert record.official.level is not None
        seen: list[bytes] = []
        for option, image in zip(record.geometry.options, record.images, strict=True):
            source = self._levels(option.scene)[record.official.level]["file"]
            expected = self.media.picture(f"scenes/{option.scene}/topdown/{source}")
            if option.transform == "mirror":
                expected = expected[:, ::-1]
            shown = self.media.picture(image)
            if option.transform == "edit":
                problem = self._edited(option, shown, expected)
                if problem:
                    return f"option {option.letter}: {problem}"
            elif shown.shape != expected.shape or (shown != expected).any():
                return f"option {option.letter} is not the {option.transform} map of {option.scene}"
            seen.append(shown.tobytes())
        return None if len(set(seen)) == len(seen) else "two options show the same picture"

    def _edited(self, option: OptionPart, shown: NDArray[Any], plan: NDArray[Any]) -> str | None:
        """An edited map differs from the plan visibly inside the boxes of its edits, and nowhere else."""
        edits = option.edits or ()
        if shown.shape != plan.shape:
            return f"the picture is {shown.shape}, the map {plan.shape}"
        if any(e.kind == "mirror" for e in edits):
            shown = shown[:, ::-1]
        changed, outside = differs(shown, plan), np.ones(shown.shape[:2], bool)
        for edit in edits:
            if edit.kind == "mirror":
                continue
            x1, y1, x2, y2 = edit.box_px
            outside[y1:y2, x1:x2] = False
            if np.count_nonzero(changed[y1:y2, x1:x2]) < self.settings.min_edited_px:
                return f"the {edit.kind} in {edit.box_px} is where the map has it"
        wrong = int(np.count_nonzero(changed & outside))
        return f"{wrong} pixels differ from the map away from the edits" if wrong else None

    def video_of_building(self, record: Record) -> str | None:
        """The video was filmed in the scene that the truth names, and the truth is that scene as it stands."""
        truth = record.geometry.truth
        assert truth is not None
        assert record.video is not None
        if (truth.scene, truth.transform) != (record.scene, "none"):
            return f"the truth is the {truth.transform} map of {truth.scene}, the question is about {record.scene}"
        home = f"scenes/{record.scene}/video/"
        return None if record.video.startswith(home) else f"{record.video} was not filmed in {record.scene}"

    def path_options(self, record: Record) -> str | None:
        """Trajectory selection: each option is the medium map with its path in red and its start in blue."""
        assert record.geometry.options is not None
        base_file = self._levels(record.scene)["medium"]["file"]
        base = self.media.picture(f"scenes/{record.scene}/topdown/{base_file}")[..., :3]
        for option, image in zip(record.geometry.options, record.images, strict=True):
            problem = self._drawn_path(record, option, self.media.picture(image)[..., :3], base)
            if problem:
                return f"option {option.letter}: {problem}"
        return None

    def _drawn_path(self, record: Record, option: OptionPart, shown: NDArray[Any], base: NDArray[Any]) -> str | None:
        if option.points_m is None:
            return "no path recorded"
        if shown.shape != base.shape:
            return f"the picture is {shown.shape}, the map {base.shape}"
        points = dense_path(np.array(option.points_m), 0.02)
        pixels = np.array([map_pixel(record, p) for p in points])
        at = np.clip(np.floor(pixels).astype(int), 0, [shown.shape[1] - 1, shown.shape[0] - 1])
        red = redness(shown)[at[:, 1], at[:, 0]] >= self.settings.min_contrast
        blue = blueness(shown)[at[:, 1], at[:, 0]] >= self.settings.min_contrast
        if not blue[0]:
            return f"no blue dot at the start {at[0].tolist()}"
        if float((red | blue).mean()) < self.settings.min_red_share:
            return f"{float((red | blue).mean()):.2f} of the path is drawn"
        changed = np.argwhere(differs(shown, base))
        if not len(changed):
            return "nothing is drawn"
        reach = self.settings.scaled(3 * self.settings.box_tolerance_px, shown.shape[1])
        places: Array = changed[:, ::-1].astype(np.float64) + 0.5
        away = distance_to_path(places, pixels[:: max(1, len(pixels) // 200)])
        return f"something is drawn {away.max():.0f} px away from the path" if away.max() > reach else None

    def filmed_path(self, record: Record) -> str | None:
        """The truth's path is the one the clip was filmed along, in this direction, and no other option's is."""
        truth, options = record.geometry.truth, record.geometry.options
        assert truth is not None
        assert truth.points_m is not None
        assert options is not None
        assert record.video is not None
        poses = np.array(self.media.json(beside(record.video, ".json"))["T_world_camera"], float)[:, :2, 3]
        problem = self._off_path(poses, np.array(truth.points_m))
        if problem:
            return problem
        for option in options:
            same = option.points_m is not None and self._off_path(poses, np.array(option.points_m)) is None
            if same != (option.letter == record.answer):
                return f"the filmed poses {'also ' if same else 'do not '}follow option {option.letter}"
        return None

    def _off_path(self, poses: Array, path: Array) -> str | None:
        limit = self.settings.path_tolerance_m
        worst = max(
            float(distance_to_path(poses, path).max()), float(distance_to_path(dense_path(path, 0.05), poses).max())
        )
        ends = max(float(np.linalg.norm(poses[0] - path[0])), float(np.linalg.norm(poses[-1] - path[-1])))
        if worst > limit:
            return f"poses and path lie up to {worst:.2f} m apart"
        return f"start or end lie {ends:.2f} m apart" if ends > limit else None
