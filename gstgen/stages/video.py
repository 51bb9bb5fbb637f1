"""Stage `video`: films the trajectories, keeps what every frame shows, marks recognisable targets with a red box."""

from __future__ import annotations

import shutil
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gstgen.dataset.store import read_json, write_json
from gstgen.errors import RunError
from gstgen.media.encoder import join_segments
from gstgen.media.filming import (
    AmodalJob,
    AnnotateJob,
    Box,
    FilmedGroup,
    FilmJob,
    annotate,
    film,
    look_alone,
)
from gstgen.media.id_video import IdVideoWriter
from gstgen.media.settings import VideoSettings
from gstgen.perception.instances import InstanceTracks, Rows, object_records
from gstgen.perception.targets import Rejection, Target, find_candidates, judge_occlusion, spread_targets
from gstgen.scenes.model import Scene
from gstgen.simulators.pool import SimulatorPool
from gstgen.stages.base import Report, StageContext
from gstgen.stages.simulation import simulator_factory, worker_count

Poses = NDArray[np.float64]


@dataclass(frozen=True)
class Trajectory:
    """A trajectory to film: poses (N, 4, 4), name and kind (`exploration` or `clip`)."""

    name: str
    kind: str
    poses: Poses


@dataclass(frozen=True)
class FilmedVideo:
    """A finished video: its segments and raw frames by group, and the tracks of its instances."""

    trajectory: Trajectory
    segments: tuple[Path, ...]
    raw: tuple[Path, ...]
    tracks: dict[int, Rows]


def run(context: StageContext, out: Path) -> Report:
    """Film every exploration and clip; write videos, id images, records, annotated videos and `videos.json`."""
    settings = context.settings.video
    scene = Scene.read(context.folder("scene") / "scene.json")
    explorations, clips = read_trajectories(context.folder("trajectory"), settings.fps)
    with SimulatorPool(simulator_factory(context), context.folder("scene"), worker_count(context)) as pool:
        return Production(context, scene, settings, pool, out).run(explorations, clips)


def read_trajectories(folder: Path, fps: int) -> tuple[list[Trajectory], list[Trajectory]]:
    """Explorations and clips of the trajectory stage; RunError when they were sampled at another rate."""
    data = read_json(folder / "trajectories.json")
    if data["fps"] != fps:
        raise RunError(f"the trajectories have {data['fps']} poses a second, video.fps is {fps}; redo stage=trajectory")
    kinds = []
    for kind, key in (("exploration", "explorations"), ("clip", "clips")):
        found = []
        for entry in data[key]:
            with np.load(folder / entry["file"]) as arrays:
                found.append(Trajectory(entry["name"], kind, arrays["T_world_camera"]))
        kinds.append(found)
    return kinds[0], kinds[1]


class Production:
    """The work of one run of the stage."""

    def __init__(
        self, context: StageContext, scene: Scene, settings: VideoSettings, pool: SimulatorPool, out: Path
    ) -> None:
        self.context, self.scene, self.settings, self.pool, self.out = context, scene, settings, pool, out
        self.report = Report()
        self.work = out / "_work"
        self.targets: list[dict[str, Any]] = []
        self.recognisable: list[dict[str, Any]] = []
        self.checks: dict[str, dict[str, Any]] = {}
        self.used: Counter[str] = Counter()
        self.encoded_groups = 0

    def run(self, explorations: list[Trajectory], clips: list[Trajectory]) -> Report:
        """Film and mark one exploration after the other, so that raw frames of one video at most lie on disk."""
        for trajectory in explorations:
            video = self.film(trajectory)
            self.mark(video)
            shutil.rmtree(self.work)
        for trajectory in clips:
            self.film(trajectory)
            shutil.rmtree(self.work)
        names = [t.name for t in (*explorations, *clips)]
        write_json(
            self.out / "videos.json",
            {"videos": names, "targets": self.targets, "recognisable": self.recognisable},
        )
        self.report.facts |= {
            "videos": len(names),
            "frames": sum(len(t.poses) for t in (*explorations, *clips)),
            "annotated_videos": len(self.targets),
            "encoded_groups": self.encoded_groups,
            "frame_checks": self.checks,
        }
        return self.report

    def film(self, trajectory: Trajectory) -> FilmedVideo:
        """Render a trajectory; write its video, id images and record."""
        name, gop = trajectory.name, self.settings.gop
        self.work.mkdir(parents=True)
        jobs = []
        for number, start in enumerate(range(0, len(trajectory.poses), gop)):
            raw = self.work / f"raw_{number:06d}.rgb" if trajectory.kind == "exploration" else None
            segment = self.work / f"plain_{number:06d}.mp4"
            jobs.append(FilmJob(self.settings, trajectory.poses[start : start + gop], segment, raw))
        tracks = InstanceTracks()
        segments: list[Path] = []
        ids_path = self.out / f"{name}.ids.npz"
        with self.context.ticker.timed("film"), IdVideoWriter(ids_path, self.scene.instance_names) as ids:
            results = self.pool.map(film, jobs)
            for number, group in enumerate(self.context.ticker.track(results, len(jobs), f"film {name}")):
                ids.add(number, group.instance, group.glass)
                for offset, statistics in enumerate(group.statistics):
                    tracks.add(number * gop + offset, statistics)
                self._check(name, number * gop, group)
                segments.append(group.segment)
            join_segments(segments, self.out / f"{name}.mp4", len(trajectory.poses))
        self.encoded_groups += len(segments)
        raw_files = tuple(job.raw for job in jobs if job.raw is not None)
        video = FilmedVideo(trajectory, tuple(segments), raw_files, tracks.tracks())
        write_json(self.out / f"{name}.json", self._record(video))
        return video

    def mark(self, video: FilmedVideo) -> None:
        """Choose the targets of an exploration and write its annotated videos."""
        with self.context.ticker.timed("choose targets"):
            accepted = self._recognisable_targets(video)
            chosen = spread_targets(accepted, self.settings.targets_per_video, self.used)
        self.used.update(t.item.id for t in chosen)
        self.report.funnel.accept("targets", len(chosen))
        if len(accepted) > len(chosen):
            self.report.funnel.drop("targets", "targets_per_video", len(accepted) - len(chosen))
        with self.context.ticker.timed("annotate"):
            self._annotate(video, chosen)

    def _recognisable_targets(self, video: FilmedVideo) -> list[Target]:
        settings, poses = self.settings, video.trajectory.poses
        candidates, rejections = find_candidates(
            self.scene, video.tracks, poses, settings.fps, settings.camera, settings.targets
        )
        jobs = [AmodalJob(settings, poses[[e.frame for e in c.evidence]], c) for c in candidates]
        accepted: list[Target] = []
        for candidate, views in zip(candidates, self.pool.map(look_alone, jobs), strict=True):
            verdict = judge_occlusion(candidate, views, settings.camera, settings.targets)
            if isinstance(verdict, Rejection):
                rejections.append(verdict)
            else:
                accepted.append(verdict)
        for rejection in rejections:
            self.report.funnel.drop("targets", rejection.reason)
        self.recognisable += [self._target_json(video, target) for target in accepted]
        return accepted

    def _annotate(self, video: FilmedVideo, chosen: list[Target]) -> None:
        """Encode the groups that a box touches again; the other groups are the plain video's segments."""
        name = video.trajectory.name
        jobs: list[AnnotateJob] = []
        videos: list[tuple[Target, list[Path]]] = []
        for number, target in enumerate(chosen):
            segments = list(video.segments)
            for group, boxes in self._boxes_by_group(video, target).items():
                segments[group] = self.work / f"target_{number:03d}_{group:06d}.mp4"
                jobs.append(AnnotateJob(self.settings, video.raw[group], boxes, segments[group]))
            videos.append((target, segments))
        for _ in self.context.ticker.track(self.pool.map(annotate, jobs), len(jobs), f"mark targets of {name}"):
            self.encoded_groups += 1
        (self.out / "annotated").mkdir(exist_ok=True)
        for target, segments in videos:
            file = f"annotated/{name}_obj_{target.item.id}.mp4"
            join_segments(segments, self.out / file, len(video.trajectory.poses))
            self.targets.append({**self._target_json(video, target), "annotated": file})

    def _boxes_by_group(self, video: FilmedVideo, target: Target) -> dict[int, dict[int, Box]]:
        """Group -> frame in the group -> box, for the frames that show enough of the target."""
        groups: dict[int, dict[int, Box]] = {}
        for frame, x1, y1, x2, y2, pixels in video.tracks[self.scene.instance_ids[target.item.id]].tolist():
            if pixels >= self.settings.annotate_min_px:
                group, offset = divmod(frame, self.settings.gop)
                groups.setdefault(group, {})[offset] = (x1, y1, x2, y2)
        return groups

    def _target_json(self, video: FilmedVideo, target: Target) -> dict[str, Any]:
        return {
            "video": video.trajectory.name,
            "object": target.item.id,
            "numbers": target.numbers(),
            "evidence_frames": [e.frame for e in target.evidence],
        }

    def _record(self, video: FilmedVideo) -> dict[str, Any]:
        settings, trajectory = self.settings, video.trajectory
        return {
            "name": trajectory.name,
            "kind": trajectory.kind,
            "file": f"{trajectory.name}.mp4",
            "fps": settings.fps,
            "width": settings.width,
            "height": settings.height,
            "frames": len(trajectory.poses),
            "K": settings.camera.K.tolist(),
            "T_world_camera": trajectory.poses.tolist(),
            "instances": object_records(self.scene.objects, self.scene.instance_ids, video.tracks),
        }

    def _check(self, name: str, start: int, group: FilmedGroup) -> None:
        """Count the frames that a viewer would object to, and say which they are."""
        faults = {
            "bare": [start + i for i in group.bare],
            "black": [start + i for i in group.black],
            "red_blob": [start + i for i in group.red],
        }
        for reason, frames in faults.items():
            if frames:
                self.report.funnel.drop("frames", reason, len(frames))
                self.checks.setdefault(name, {}).setdefault(reason, []).extend(frames)
        if group.red:
            owners = self.checks[name].setdefault("red_blob_on", {})
            for owner in group.red.values():
                owners[owner or "nothing"] = owners.get(owner or "nothing", 0) + 1
        bad = {*group.bare, *group.black, *group.red}
        self.report.funnel.accept("frames", len(group.statistics) - len(bad))
