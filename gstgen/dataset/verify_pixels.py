"""Check records against the pixels of videos and views: id images, drawn boxes, camera poses."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from gstgen.dataset.records import Record
from gstgen.dataset.verify_media import Media, beside
from gstgen.dataset.verify_settings import VerifySettings
from gstgen.dataset.verify_shapes import (
    Box,
    Mask,
    box_corners,
    differs,
    drawn_side_shares,
    hull_share,
    mask_box,
    project_box,
    rect_iou,
    redness,
)
from gstgen.scenes.model import Scene


class PixelChecks:
    """Checks of localisation records; what several records share is looked at once."""

    def __init__(self, media: Media, settings: VerifySettings) -> None:
        self.media = media
        self.settings = settings
        self._memo: dict[tuple[Any, ...], str | None] = {}
        self._scenes: dict[str, Scene] = {}

    def _once(self, key: tuple[Any, ...], check: Callable[[], str | None]) -> str | None:
        if key not in self._memo:
            self._memo[key] = check()
        return self._memo[key]

    def scene(self, scene_id: str) -> Scene:
        """`scene.json` of a scene."""
        if scene_id not in self._scenes:
            self._scenes[scene_id] = self.media.scene(scene_id)
        return self._scenes[scene_id]

    def target_of_scene(self, record: Record) -> str | None:
        """The target is an object of the scene, with this category and this box."""
        target = record.geometry.target
        assert target is not None
        known = next((o for o in self.scene(record.scene).objects if o.id == target.id), None)
        if known is None:
            return f"{target.id} is no object of {record.scene}"
        if known.category != target.category:
            return f"{target.id} is a {known.category}, not a {target.category}"
        for name, stated, true in (
            ("center_m", target.center_m, known.box.center_m),
            ("size_m", target.size_m, known.box.size_m),
            ("rotation", target.rotation, known.box.rotation),
        ):
            if np.abs(np.array(stated) - true).max() > 1e-6:
                return f"{name} of {target.id} is {np.round(stated, 3).tolist()}, in the scene {true.round(3).tolist()}"
        return None

    def expect_records(self, video: str, records: Iterable[Record]) -> None:
        """Say what will be looked for in a video's id file, so that it is decoded once."""
        records = list(records)
        wanted = {
            (frame, record.geometry.target.id)
            for record in records
            if record.geometry.target is not None
            for frame in record.evidence.target_frames
        }
        frames = {frame for record in records for frame in record.evidence.view_frames}
        self.media.expect(beside(video, ".ids.npz"), wanted, frames)

    def target_in_video(self, record: Record) -> str | None:
        """In every evidence frame the target's pixels lie in its projected box and agree with its track."""
        target, video = record.geometry.target, record.evidence.video
        assert target is not None
        if video is None or not record.evidence.target_frames:
            return "no evidence frames of the target"
        key = ("video", video, target, record.evidence.target_frames)
        return self._once(key, lambda: self._target_in_video(record, video))

    def _target_in_video(self, record: Record, video: str) -> str | None:
        target = record.geometry.target
        assert target is not None
        data = self.media.json(beside(video, ".json"))
        ids = self.media.names(beside(video, ".ids.npz"))
        if target.id not in ids or target.id not in data["instances"]:
            return f"{target.id} is not in the video's tables"
        K, corners, best = np.array(data["K"], float), box_corners(target), 0.0
        track = {int(row[0]): tuple(int(v) for v in row[1:6]) for row in data["instances"][target.id]["track"]}
        for frame in record.evidence.target_frames:
            mask = self._video_mask(video, frame, ids[target.id])
            box = mask_box(mask) if mask is not None else None
            if mask is None or box is None:
                return f"frame {frame} shows no pixel of {target.id}"
            if track.get(frame) != (*box, int(mask.sum())):
                return f"frame {frame}: track says {track.get(frame)}, the ids {(*box, int(mask.sum()))}"
            hull = project_box(corners, np.array(data["T_world_camera"][frame], float), K)
            share = hull_share(mask, hull, self.settings.scaled(self.settings.hull_margin_px, mask.shape[1]))
            if share < self.settings.min_hull_share:
                return f"frame {frame}: {share:.3f} of the pixels of {target.id} lie in its projected box"
            best = max(best, rect_iou(hull, box, mask.shape[1], mask.shape[0]))
        if best < self.settings.min_best_rect_iou:
            return f"projected box and pixels of {target.id} overlap by {best:.3f} in the best evidence frame"
        poses = np.array(data["T_world_camera"], float)
        return self._track_in_box(target.id, corners, K, poses, track, int(data["width"]))

    def _track_in_box(
        self, target_id: str, corners: Any, K: Any, poses: Any, track: dict[int, tuple[int, ...]], width: int
    ) -> str | None:
        """In every frame of the track the extent of the pixels lies in the extent of the projected box.

        Many places see the target, so a box that is wrong along one line of sight shows from another.
        """
        margin = self.settings.scaled(self.settings.hull_margin_px, width)
        for frame, (x1, y1, x2, y2, _) in sorted(track.items()):
            hull = project_box(corners, poses[frame], K)
            if len(hull) == 0:
                return f"frame {frame} shows {target_id}, but its box lies behind the camera"
            (u1, v1), (u2, v2) = hull.min(0), hull.max(0)
            beyond = max(u1 - x1, v1 - y1, x2 - u2, y2 - v2)
            if beyond > margin:
                return f"frame {frame}: the pixels of {target_id} reach {beyond:.1f} px beyond its projected box"
        return None

    def _video_mask(self, video: str, frame: int, instance_id: int) -> Mask | None:
        try:
            return self.media.video_mask(beside(video, ".ids.npz"), frame, instance_id)
        except IndexError:
            return None

    def video_plays(self, record: Record) -> str | None:
        """The shown video has the frames, and the size, that stage video wrote down, and its last frame is there."""
        shown, plain = record.video, record.evidence.video
        if shown is None or plain is None:
            return None
        return self._once(("plays", shown, plain), lambda: self._video_plays(shown, plain))

    def _video_plays(self, shown: str, plain: str) -> str | None:
        data = self.media.json(beside(plain, ".json"))
        stated = int(data["frames"]), int(data["width"]), int(data["height"])
        frames = self.media.frame_count(shown)
        height, width = self.media.frame(shown, max(frames - 1, 0)).shape[:2]
        found = frames, width, height
        return None if found == stated else f"{shown} has (frames, width, height) {found}, not {stated}"

    def box_in_video(self, record: Record) -> str | None:
        """Annotated videos: a red box encloses the target's pixels in evidence frames; no other frame turned red."""
        target, plain = record.geometry.target, record.evidence.video
        assert target is not None
        assert record.video is not None
        annotated = record.video
        if plain is None or plain == annotated:
            return "the video of a visual task is not an annotated one"
        key = ("boxed", annotated, plain, target.id, record.evidence.target_frames)
        return self._once(key, lambda: self._box_in_video(annotated, plain, target.id, record.evidence.target_frames))

    def _box_in_video(self, annotated: str, plain: str, target_id: str, frames: tuple[int, ...]) -> str | None:
        data = self.media.json(beside(plain, ".json"))
        track = {int(row[0]): row for row in data["instances"].get(target_id, {}).get("track", [])}
        absent = next((f for f in frames if f not in track), None)
        if absent is not None:
            return f"frame {absent} does not show {target_id}"
        hidden = [f for f in range(int(data["frames"])) if f not in track]
        # A group that was encoded again because of the box is where a stray one would show.
        hidden = sorted(hidden, key=lambda f: min((abs(f - g) for g in frames), default=0))[:1]
        pictures = self.media.frames(annotated, [*frames, *hidden])
        before = self.media.frames(plain, [*frames, *hidden])
        for frame in frames:
            x1, y1, x2, y2 = (int(v) for v in track[frame][1:5])
            problem = self._drawn(pictures[frame], before[frame], (x1, y1, x2, y2))
            if problem:
                return f"frame {frame}: {problem}"
        for frame in hidden:
            turned = redness(pictures[frame]) - redness(before[frame])
            share = float((turned >= self.settings.min_contrast).mean())
            if share > self.settings.max_stray_red_share:
                return f"frame {frame} does not show {target_id}, but {share:.4f} of it turned red"
        return None

    def _drawn(self, picture: Any, plain: Any, box: Box) -> str | None:
        tolerance = self.settings.scaled(self.settings.box_tolerance_px, picture.shape[1])
        shares = drawn_side_shares(picture, plain, box, tolerance, self.settings.min_contrast)
        weak = {side: round(share, 2) for side, share in shares.items() if share < self.settings.min_red_share}
        return f"red line around {box} covers {weak} of a side" if weak else None

    def camera_of_view(self, record: Record) -> str | None:
        """The record's camera is the view's, and large objects of the view project onto their pixels with it."""
        camera, view = record.geometry.camera, record.evidence.view
        assert camera is not None
        if view is None:
            return "no view named in the evidence"
        return self._once(("view", view, camera), lambda: self._camera_of_view(record, view))

    def _camera_of_view(self, record: Record, view: str) -> str | None:
        camera = record.geometry.camera
        assert camera is not None
        entry = self.view_entry(view)
        if entry is None:
            return f"{view} is not in views.json"
        for name, stated in (("T_world_camera", camera.T_world_camera), ("K", camera.K)):
            if np.abs(np.array(stated) - np.array(entry["camera"][name], float)).max() > 1e-6:
                return f"camera {name} differs from the one of {view}"
        ids_file = beside(view, ".ids.npz")
        names, (instance, _) = self.media.names(ids_file), self.media.view_layers(ids_file)
        if instance.shape != (camera.height, camera.width) or self.media.picture(view).shape[:2] != instance.shape:
            return f"{view} is {instance.shape[1]}x{instance.shape[0]}, the record says {camera.width}x{camera.height}"
        counts = np.bincount(instance.ravel(), minlength=max(names.values()) + 1)
        objects = sorted(self.scene(record.scene).objects, key=lambda o: -int(counts[names[o.id]]))
        margin = self.settings.scaled(self.settings.hull_margin_px, camera.width)
        for item in objects[: self.settings.anchor_objects]:
            if counts[names[item.id]] == 0:
                break
            hull = project_box(box_corners(item.box), np.array(camera.T_world_camera), np.array(camera.K))
            share = hull_share(instance == names[item.id], hull, margin)
            if share < self.settings.min_hull_share:
                return f"{share:.3f} of the view's pixels of {item.id} lie in its projected box"
        return None

    def view_entry(self, view: str) -> dict[str, Any] | None:
        """What views.json says of a view."""
        folder, name = view.rsplit("/", 1)
        entries: list[dict[str, Any]] = self.media.json(f"{folder}/views.json")["views"]
        return next((e for e in entries if e["file"] == name), None)

    def target_in_view(self, record: Record) -> str | None:
        """Global: no pixel of the target in either layer. Local: its pixels lie in its projected box."""
        target, camera, view = record.geometry.target, record.geometry.camera, record.evidence.view
        assert target is not None
        assert camera is not None
        assert view is not None
        ids_file = beside(view, ".ids.npz")
        number = self.media.names(ids_file).get(target.id)
        if number is None:
            return f"{target.id} is not in the view's table"
        if record.variant == "global":
            pixels = self.media.present_in_view(ids_file).get(number, 0)
            return f"{pixels} pixels of {target.id} are in the view" if pixels else None
        instance, glass = self.media.view_layers(ids_file)
        mask = (instance == number) | (glass == number)
        box = mask_box(mask)
        entry = self.view_entry(view)
        if box is None or entry is None:
            return f"no pixel of {target.id} is in the view"
        if tuple(entry["box_px"].get(target.id, ())) != box:
            return f"views.json says {entry['box_px'].get(target.id)}, the ids {box}"
        hull = project_box(box_corners(target), np.array(camera.T_world_camera), np.array(camera.K))
        share = hull_share(mask, hull, self.settings.scaled(self.settings.hull_margin_px, camera.width))
        return (
            f"{share:.3f} of the pixels of {target.id} lie in its projected box"
            if share < self.settings.min_hull_share
            else None
        )

    def box_in_view(self, record: Record) -> str | None:
        """Local variants of visual tasks: the shown picture is the view with a red box around the target's pixels."""
        target, view = record.geometry.target, record.evidence.view
        assert target is not None
        assert view is not None
        image = record.images[0]
        return self._once(("boxed view", image, view, target.id), lambda: self._box_in_view(image, view, target.id))

    def _box_in_view(self, image: str, view: str, target_id: str) -> str | None:
        entry = self.view_entry(view)
        box = entry["box_px"].get(target_id) if entry else None
        if box is None:
            return f"{view} has no box of {target_id}"
        x1, y1, x2, y2 = (int(v) for v in box)
        shown, plain = self.media.picture(image)[..., :3], self.media.picture(view)[..., :3]
        if shown.shape != plain.shape:
            return f"the picture is {shown.shape}, the view {plain.shape}"
        changed = differs(shown, plain)
        height, width = changed.shape
        reach = int(np.ceil(self.settings.scaled(self.settings.box_tolerance_px, width)))
        # Where the box meets the picture's border the line cannot lie outside it.
        left, top = x1 + reach * (x1 < reach), y1 + reach * (y1 < reach)
        right, bottom = x2 - reach * (width - x2 < reach), y2 - reach * (height - y2 < reach)
        inside = np.zeros_like(changed)
        inside[top : max(bottom, top), left : max(right, left)] = True
        outside = np.ones_like(changed)
        outside[max(y1 - reach, 0) : y2 + reach, max(x1 - reach, 0) : x2 + reach] = False
        if (changed & outside).any() or (changed & inside).any():
            return f"{int((changed & (inside | outside)).sum())} pixels changed away from the box"
        return self._drawn(shown, plain, (x1, y1, x2, y2))

    def shown_view(self, record: Record) -> str | None:
        """Other records with a view show the plain view itself."""
        return None if record.images[0] == record.evidence.view else f"{record.images[0]} is not {record.evidence.view}"
