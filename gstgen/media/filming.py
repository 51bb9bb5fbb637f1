"""Jobs of the video stage for `SimulatorPool`: film one group of pictures, draw a target's box into one, render a
target alone. Large data stays in files; what travels back is small.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gstgen.errors import RunError
from gstgen.media.encoder import encode_segment
from gstgen.media.frame_checks import is_bare, is_black, largest_red_blob
from gstgen.media.id_video import PackedArray, pack_array
from gstgen.media.overlay import draw_box
from gstgen.media.settings import VideoSettings
from gstgen.perception.instances import InstanceStatistics, frame_statistics
from gstgen.perception.targets import AmodalView, Target, amodal_views
from gstgen.scenes.model import Scene
from gstgen.simulators.protocol import Simulator

Poses = NDArray[np.float64]
Box = tuple[int, int, int, int]


@dataclass(frozen=True)
class FilmJob:
    """Film a group of pictures from poses (n, 4, 4) into `segment`; keep its raw RGB frames in `raw` if given."""

    settings: VideoSettings
    poses: Poses
    segment: Path
    raw: Path | None


@dataclass(frozen=True)
class FilmedGroup:
    """What a group showed. Frames are counted from its start; `red` maps frames to the instance under a red blob."""

    segment: Path
    statistics: tuple[InstanceStatistics, ...]
    instance: PackedArray
    glass: PackedArray | None
    bare: tuple[int, ...]
    black: tuple[int, ...]
    red: dict[int, str]


def film(simulator: Simulator, scene: Scene, job: FilmJob) -> FilmedGroup:
    """Render, count, check, encode and compress one group of pictures."""
    settings, checks = job.settings, job.settings.frame_checks
    names = scene.instance_names
    structure = frozenset(range(1 + len(scene.objects), len(names)))
    shape = (len(job.poses), settings.height, settings.width)
    rgb = np.empty((*shape, 3), np.uint8)
    instance, glass = np.empty(shape, np.uint32), np.empty(shape, np.uint32)
    statistics: list[InstanceStatistics] = []
    bare, black = [], []
    red: dict[int, str] = {}
    frames = simulator.render(settings.camera, job.poses, ["rgb", "instance", "glass"])
    for index, frame in enumerate(frames):
        if frame.rgb is None or frame.instance is None or frame.glass is None:
            raise RunError(f"the simulator {simulator.name} left out a layer that was asked for")
        # Assigning would stretch a layer of one pixel over the picture.
        for layer, wanted in ((frame.rgb, rgb), (frame.instance, instance), (frame.glass, glass)):
            if layer.shape != wanted.shape[1:]:
                raise RunError(f"the simulator {simulator.name} made a layer of {layer.shape}, not {wanted.shape[1:]}")
        rgb[index], instance[index], glass[index] = frame.rgb, frame.instance, frame.glass
        counted = frame_statistics(frame.instance, frame.glass)
        statistics.append(counted)
        if is_bare(counted, frame.instance.size, structure, checks):
            bare.append(index)
        if is_black(frame.rgb, checks):
            black.append(index)
        blob = largest_red_blob(frame.rgb, checks)
        if blob is not None:
            red[index] = names[Counter(frame.instance[blob].tolist()).most_common(1)[0][0]]
    encode_segment(rgb, job.segment, settings.encoding)
    if job.raw is not None:
        rgb.tofile(job.raw)
    packed_glass = pack_array(glass) if glass.any() else None
    return FilmedGroup(
        job.segment,
        tuple(statistics),
        pack_array(instance),
        packed_glass,
        tuple(bare),
        tuple(black),
        red,
    )


@dataclass(frozen=True)
class AnnotateJob:
    """Encode a group's raw frames again with a box on the frames of `boxes` (counted from the group's start)."""

    settings: VideoSettings
    raw: Path
    boxes: dict[int, Box]
    segment: Path


def annotate(simulator: Simulator, scene: Scene, job: AnnotateJob) -> Path:
    """Write the segment of a group with a target's box; returns its path."""
    settings = job.settings
    frames = np.fromfile(job.raw, np.uint8).reshape(-1, settings.height, settings.width, 3)
    drawn = (
        draw_box(frame, job.boxes[i], settings.box_thickness_px) if i in job.boxes else frame
        for i, frame in enumerate(frames)
    )
    encode_segment(drawn, job.segment, settings.encoding)
    return job.segment


@dataclass(frozen=True)
class AmodalJob:
    """Render a candidate target alone from the poses (n, 4, 4) of its evidence frames."""

    settings: VideoSettings
    poses: Poses
    candidate: Target


def look_alone(simulator: Simulator, scene: Scene, job: AmodalJob) -> list[AmodalView]:
    """The candidate's pixels with everything else hidden."""
    return amodal_views(simulator, scene, job.settings.camera, list(job.poses), job.candidate.item.id)
