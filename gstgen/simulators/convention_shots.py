"""Poses from which a simulator's conventions can be judged: each looks at one object from the free floor."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gstgen.geometry.angles import heading_deg
from gstgen.geometry.cameras import Camera, pose_from_heading, project_points
from gstgen.navigation.floor_map import FloorMap
from gstgen.perception.raycast import RayCaster
from gstgen.scenes.model import Scene, SceneObject
from gstgen.simulators.selftest_settings import SelftestSettings

Array = NDArray[np.float64]

TRIES_PER_OBJECT = 60
# The camera is turned this far away from its object, so that mirrored pictures do not look the same.
OFFSET_DEG = (6.0, 18.0)
PITCH_DEG = (-20.0, -4.0)


@dataclass(frozen=True)
class TestShot:
    """A pose (4x4) and the object that it looks at."""

    __test__ = False  # not a test, whatever pytest thinks of its name

    T_world_camera: Array
    item: SceneObject


def choose_shots(
    scene: Scene,
    floor_map: FloorMap,
    caster: RayCaster,
    camera: Camera,
    settings: SelftestSettings,
    random: np.random.Generator,
) -> list[TestShot]:
    """Up to `poses` shots of different objects, of different categories first; same generator state, same shots."""
    places = floor_map.grid.to_world(np.argwhere(floor_map.navigable))
    candidates = [o for o in scene.objects if float(o.box.size_m.max()) >= settings.min_side_m]
    candidates = [candidates[i] for i in random.permutation(len(candidates))]
    seen: dict[str, int] = {}
    order: list[tuple[int, int, SceneObject]] = []
    for item in candidates:
        seen[item.category] = seen.get(item.category, -1) + 1
        order.append((seen[item.category], len(order), item))
    shots: list[TestShot] = []
    for _, _, item in sorted(order, key=lambda entry: entry[:2]):
        pose = _look_at(item, scene, places, caster, camera, settings, random)
        if pose is not None:
            shots.append(TestShot(pose, item))
        if len(shots) == settings.poses:
            break
    return shots


def _look_at(
    item: SceneObject,
    scene: Scene,
    places: Array,
    caster: RayCaster,
    camera: Camera,
    settings: SelftestSettings,
    random: np.random.Generator,
) -> Array | None:
    """A pose whose picture holds the whole box, not in its middle, and from which its front is not covered."""
    near, far = settings.distance_m
    distance = np.linalg.norm(places - item.box.center_m[:2], axis=1)
    fitting = places[(distance >= near) & (distance <= far)]
    if not len(fitting):
        return None
    for _ in range(TRIES_PER_OBJECT):
        place = fitting[int(random.integers(len(fitting)))]
        eye = np.array([*place, scene.floor_z_m + random.uniform(*settings.eye_m)])
        turn = random.uniform(*OFFSET_DEG) * random.choice((-1.0, 1.0))
        heading = float(heading_deg(item.box.center_m[:2] - place)) + turn
        pose = pose_from_heading(eye, heading, float(random.uniform(*PITCH_DEG)))
        pixels, depth = project_points(camera, pose, item.box.corners_m)
        if depth.min() < 0.2 or (pixels < 2).any() or (pixels > (camera.width - 2, camera.height - 2)).any():
            continue
        if (pixels.max(0) - pixels.min(0)).max() < 24:
            continue
        hits = caster.cast(eye, item.box.center_m - eye)
        if int(hits.instance[0]) == scene.instance_ids[item.id]:
            return pose
    return None
