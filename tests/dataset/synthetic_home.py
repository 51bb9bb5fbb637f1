"""A small, consistent dataset root made of solid boxes: scene, videos with exact ids, maps, views and clips.

Everything a question needs, cast with plain ray-box intersections at a few thousand pixels a frame, so that the tests
of questions and verification need neither a simulator nor the other stages.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import shapely
import yaml
from omegaconf import OmegaConf

from gstgen.dataset.store import write_json, write_npz
from gstgen.dataset.verify_settings import VerifySettings
from gstgen.geometry.boxes import OrientedBox
from gstgen.geometry.cameras import Camera, camera_to_json, pixel_rays, pose_from_heading
from gstgen.geometry.maps import MapTransform
from gstgen.media.encoder import Encoding, encode_segment
from gstgen.media.overlay import draw_box
from gstgen.media.pictures import write_png
from gstgen.media.settings import PathStyle
from gstgen.questions.settings import QuestionSettings
from gstgen.scenes.model import Room, Scene, SceneObject, Structure

CONF = Path(__file__).resolve().parents[2] / "conf"
FPS, GOP = 10, 10
FILM = Camera.from_hfov(160, 128, 90.0)
VIEW = Camera.from_hfov(320, 256, 90.0)
MAP_SIZE, EASY_SIZE = (320, 256), (240, 136)
STYLE = PathStyle(stroke_px=4.0, dot_radius_px=5.0, opacity=0.5)
MAIN, OTHERS = "Rs_int", ("Ihlen_0_int", "Merom_0_int", "Wainscott_1_int", "Pomaria_0_int")


def question_settings(**changes: Any) -> QuestionSettings:
    """The default settings with changes, for small pictures."""
    values = yaml.safe_load((CONF / "questions" / "default.yaml").read_text(encoding="utf-8"))
    values["filters"]["local_min_border_share"] = 0.0
    return QuestionSettings.model_validate(values | changes)


def verify_settings(**changes: Any) -> VerifySettings:
    """The default tolerances with changes."""
    groups = OmegaConf.create({name: OmegaConf.load(CONF / name / "default.yaml") for name in ("verify", "topdown")})
    values = OmegaConf.to_container(groups, resolve=True)["verify"]
    return VerifySettings.model_validate(values | changes)


@dataclass(frozen=True)
class Plan:
    """Floor rectangles (id -> x1, y1, x2, y2) and the doorways between them (x1, y1, x2, y2)."""

    rooms: dict[str, tuple[float, float, float, float]]
    doors: dict[tuple[str, str], tuple[float, float, float, float]]


PLANS = {
    MAIN: Plan(
        {"living_room_0": (0, 0, 6, 5), "bedroom_0": (6.2, 0, 10, 3.5), "bathroom_0": (6.2, 3.7, 8.4, 5)},
        {("living_room_0", "bedroom_0"): (6, 1, 6.2, 2.2), ("living_room_0", "bathroom_0"): (6, 4, 6.2, 4.8)},
    ),
    OTHERS[0]: Plan({"living_room_0": (0, 0, 4, 7), "bedroom_0": (4.2, 3, 9, 7)}, {}),
    OTHERS[1]: Plan({"living_room_0": (0, 0, 9, 3), "bedroom_0": (0, 3.2, 3, 6), "kitchen_0": (6, 3.2, 9, 8)}, {}),
    OTHERS[2]: Plan({"living_room_0": (0, 0, 5, 5), "bedroom_0": (5.2, 4, 10, 6), "kitchen_0": (1, 5.2, 2, 9)}, {}),
    OTHERS[3]: Plan({"living_room_0": (0, 0, 3, 8), "bedroom_0": (3.2, 0, 8, 2), "kitchen_0": (3.2, 6, 5, 8)}, {}),
}
FURNITURE = [  # category, model, room, centre x y, size front left up, heading of the front
    ("sofa", "mnfbbh", "living_room_0", (1.0, 4.4), (0.9, 1.9, 0.8), -90),
    ("armchair", "vzhxuf", "living_room_0", (3.4, 4.3), (0.8, 0.8, 0.9), -60),
    ("armchair", "vzhxuf", "bedroom_0", (9.4, 3.0), (0.8, 0.8, 0.9), -140),
    ("coffee_table", "fqluyq", "living_room_0", (1.4, 3.0), (0.6, 1.0, 0.45), 0),
    ("standing_tv", "udotid", "living_room_0", (0.3, 0.8), (0.2, 0.9, 1.1), 20),
    ("fridge", "xyejdx", "living_room_0", (5.6, 0.5), (0.7, 0.7, 1.8), 180),
    ("breakfast_table", "skczfi", "living_room_0", (3.8, 1.0), (0.8, 0.8, 0.75), 30),
    ("pot_plant", "udqjui", "living_room_0", (5.6, 3.1), (0.4, 0.4, 0.8), 0),
    ("bed", "zrumze", "bedroom_0", (9.0, 1.1), (1.9, 1.5, 0.5), 180),
    ("wardrobe", "aabbcc", "bedroom_0", (7.2, 3.2), (0.5, 1.0, 1.9), -90),
    ("laptop", "nvulcs", "bedroom_0", (7.0, 0.4), (0.5, 0.5, 0.6), 90),
    ("toilet", "vtqdev", "bathroom_0", (8.0, 4.6), (0.6, 0.4, 0.7), 180),
]


def make_scene(scene_id: str) -> Scene:
    """A scene of the plans; the furniture stands in the main one alone, others get a box a room."""
    plan = PLANS[scene_id]
    rooms = tuple(Room(name, name.rsplit("_", 1)[0], shapely.box(*bounds), 2.6) for name, bounds in plan.rooms.items())
    objects: list[SceneObject] = []
    rows: list[Any] = list(FURNITURE)
    if scene_id != MAIN:
        rows = [
            ("bed", "zrumze", r, ((b[0] + b[2]) / 2, b[1] + 0.7), (1.0, 0.8, 0.5), 0) for r, b in plan.rooms.items()
        ]
    for category, model, room, (x, y), size, heading in rows:
        number = sum(o.category == category for o in objects)
        box = OrientedBox.create((x, y, size[2] / 2), size, heading)
        asset = {"source": "parametric", "licence": "Apache-2.0"}
        objects.append(SceneObject(f"{category}_{model}_{number}", category, model, box, room, "floor", asset))
    return Scene(
        id=scene_id,
        source="procedural",
        inventory=f"bddl/{scene_id}",
        kind="home",
        rooms=rooms,
        objects=tuple(objects),
        structure=tuple(_structure(plan)),
        lights=(),
        floor_z_m=0.0,
        licence="CC0-1.0",
        attribution=("Generated by gstgen",),
    )


def _structure(plan: Plan) -> list[Structure]:
    """Slabs for floor and ceiling, wall boxes around every room with the doorways left open, door markers."""
    bounds = np.array(list(plan.rooms.values()))
    low, high = bounds[:, :2].min(0) - 0.1, bounds[:, 2:].max(0) + 0.1
    parts = [
        Structure("floor_0", "floor", (), OrientedBox.from_bounds((*low, -0.1), (*high, 0.0))),
        Structure("ceiling_0", "ceiling", (), OrientedBox.from_bounds((*low, 2.6), (*high, 2.7))),
    ]
    inside = shapely.union_all([shapely.box(*b) for b in [*plan.rooms.values(), *plan.doors.values()]])
    shell = shapely.box(*low, *high).difference(inside)
    # A rectangle decomposition of the shell: cells of the grid that all edges span.
    xs = sorted(
        {round(float(v), 3) for v in [low[0], high[0], *bounds[:, [0, 2]].ravel()]}
        | {d[k] for d in plan.doors.values() for k in (0, 2)}
    )
    ys = sorted(
        {round(float(v), 3) for v in [low[1], high[1], *bounds[:, [1, 3]].ravel()]}
        | {d[k] for d in plan.doors.values() for k in (1, 3)}
    )
    number = 0
    for x1, x2 in pairwise(xs):
        solid = [shell.contains(shapely.Point((x1 + x2) / 2, (y1 + y2) / 2)) for y1, y2 in pairwise(ys)]
        start = None
        for k, one in enumerate([*solid, False]):
            if one and start is None:
                start = k
            elif not one and start is not None:
                box = OrientedBox.from_bounds((x1, ys[start], 0.0), (x2, ys[k], 2.6))
                parts.append(Structure(f"wall_{number}", "wall", (), box))
                number, start = number + 1, None
    for i, (pair, d) in enumerate(plan.doors.items()):
        # A lintel: the doorway itself stays open.
        parts.append(
            Structure(f"door_{i}", "door", pair, OrientedBox.from_bounds((d[0], d[1], 2.2), (d[2], d[3], 2.6)))
        )
    return parts


def cast(scene: Scene, camera: Camera, pose: np.ndarray) -> np.ndarray:
    """Instance ids (H, W) of the first box a ray meets."""
    rays = pixel_rays(camera) @ pose[:3, :3].T
    nearest = np.full(rays.shape[:2], np.inf)
    ids = np.zeros(rays.shape[:2], np.uint32)
    numbers = scene.instance_ids
    for part in (*scene.objects, *scene.structure):
        t = _hit(part.box, rays, pose[:3, 3])
        closer = t < nearest
        nearest[closer] = t[closer]
        ids[closer] = numbers[part.id]
    return ids


def _hit(box: OrientedBox, rays: np.ndarray, eye: np.ndarray) -> np.ndarray:
    """Ray parameter where each ray enters a box, inf where it misses."""
    local = box.to_local(eye)
    enter, leave = np.full(rays.shape[:2], 1e-6), np.full(rays.shape[:2], np.inf)
    with np.errstate(divide="ignore"):
        for k in range(3):
            inverse = 1.0 / (rays @ box.rotation[:, k])
            a, b = (-box.size_m[k] / 2 - local[k]) * inverse, (box.size_m[k] / 2 - local[k]) * inverse
            np.maximum(enter, np.minimum(a, b), out=enter)
            np.minimum(leave, np.maximum(a, b), out=leave)
    return np.where(enter <= leave, enter, np.inf)


def paint(ids: np.ndarray) -> np.ndarray:
    """A picture (H, W, 3) with a muted colour an instance, never red."""
    table = np.random.Generator(np.random.PCG64(5)).integers(90, 200, (4096, 3)).astype(np.uint8)
    table[:, 0] = np.minimum(table[:, 0], np.maximum(table[:, 1], table[:, 2]))
    table[0] = 0
    return table[ids]


def extents(ids: np.ndarray) -> dict[int, tuple[tuple[int, int, int, int], int]]:
    """Instance -> (half-open box, pixels)."""
    found = {}
    for number in np.unique(ids):
        if number:
            rows, columns = np.nonzero(ids == number)
            box = (int(columns.min()), int(rows.min()), int(columns.max()) + 1, int(rows.max()) + 1)
            found[int(number)] = (box, len(rows))
    return found


def write_maps(root: Path, scene: Scene) -> None:
    """`topdown/` of a scene."""
    folder = root / "scenes" / scene.id / "topdown"
    floor = shapely.union_all([r.polygon for r in scene.rooms] + _doorways(scene))
    covered = shapely.union_all([shapely.Polygon(o.box.footprint_m) for o in scene.objects])
    levels = {}
    for level, (width, height) in {"easy": EASY_SIZE, "medium": MAP_SIZE, "hard": MAP_SIZE}.items():
        x1, y1, x2, y2 = floor.bounds
        transform = MapTransform.fit((x1, y1), (x2, y2), width, height, 0.04)
        u, v = np.meshgrid(np.arange(width) + 0.5, np.arange(height) + 0.5)
        xy = transform.to_world(np.stack([u, v], -1))
        on_floor = shapely.contains_xy(floor, xy[..., 0], xy[..., 1])
        on_things = shapely.contains_xy(covered, xy[..., 0], xy[..., 1])
        if level == "easy":
            picture = np.zeros((height, width, 4), np.uint8)
            picture[on_floor] = (150, 130, 110, 255)
            picture[on_floor & on_things] = (60, 90, 120, 255)
        else:
            white = on_floor & ~on_things if level == "medium" else on_floor
            picture = white.astype(np.uint8) * 255
        write_png(folder / f"{level}.png", picture)
        matrix = transform.world_to_image.tolist()
        levels[level] = {"file": f"{level}.png", "width": width, "height": height, "world_to_image": matrix}
    write_json(folder / "topdown.json", {"levels": levels, "area_m2": float(floor.area), "kind": scene.kind})


def _doorways(scene: Scene) -> list[Any]:
    return [shapely.box(*s.box.bounds_m[0][:2], *s.box.bounds_m[1][:2]) for s in scene.structure if s.kind == "door"]


EXPLORATIONS = [  # way points (x, y) with headings
    [(2.6, 2.2, 60), (2.4, 2.0, 160), (2.8, 1.8, 250), (4.6, 1.7, 330), (5.2, 1.6, 20), (7.2, 1.6, 20), (7.4, 1.8, 60)],
    [
        (7.4, 1.7, -30),
        (7.2, 1.6, 60),
        (6.6, 1.6, 180),
        (5.0, 1.8, 150),
        (4.0, 2.6, 200),
        (3.2, 2.6, 320),
        (4.6, 4.3, 350),
        (6.6, 4.4, 10),
    ],
]
CLIPS = [
    [(0.9, 1.8), (2.6, 2.2), (4.4, 2.0)],
    [(4.8, 3.8), (4.6, 2.6), (2.6, 2.0)],
    [(6.8, 1.6), (5.0, 1.7), (3.4, 2.3)],
]
ALTERNATIVES = [
    [(2.6, 3.6), (4.4, 3.3), (5.0, 1.9)],
    [(5.0, 1.6), (3.0, 2.4), (1.4, 1.4)],
    [(7.0, 2.4), (8.4, 2.3), (7.4, 1.5), (7.0, 0.9)],
    [(2.4, 0.5), (2.4, 2.5), (2.6, 4.2)],
    [(4.4, 4.6), (5.0, 2.0), (5.0, 1.2)],
]
VIEWS = [  # x, y, height, heading, pitch
    (2.6, 1.4, 1.5, 200, -10), (4.5, 2.6, 1.5, 20, -12), (4.5, 2.6, 1.5, 190, -8), (6.9, 2.3, 1.55, -10, -12),
    (8.0, 2.5, 1.5, 185, -5), (6.7, 4.3, 1.5, 0, -15), (3.0, 3.4, 1.6, -80, -10), (0.8, 1.9, 1.5, 70, -10),
    (5.2, 4.4, 1.4, 240, -5), (7.6, 0.9, 1.5, 95, -10), (2.2, 3.8, 1.5, 10, -12), (5.4, 2.2, 1.5, 135, -8),
]  # fmt: skip


def _length(points: np.ndarray) -> float:
    return float(np.linalg.norm(np.diff(points, axis=0), axis=1).sum())


def _along(points: Any, count: int) -> np.ndarray:
    p = np.array(points, float)
    along = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(p[:, :2], axis=0), axis=1))])
    at = np.linspace(0, along[-1], count)
    headings = np.degrees(np.unwrap(np.radians(p[:, 2]))) if p.shape[1] > 2 else None
    columns = [np.interp(at, along, p[:, 0]), np.interp(at, along, p[:, 1])]
    if headings is not None:
        columns.append(np.interp(at, along, headings))
    return np.stack(columns, -1)


def write_video(root: Path, scene: Scene, name: str, kind: str, poses: np.ndarray) -> list[dict[str, Any]]:
    """A video with ids and records; returns its targets (with annotated videos for every second one)."""
    folder = root / "scenes" / scene.id / "video"
    ids = np.stack([cast(scene, FILM, pose) for pose in poses])
    pictures = paint(ids)
    groups = {f"gop_{i:06d}": ids[start : start + GOP] for i, start in enumerate(range(0, len(ids), GOP))}
    write_npz(folder / f"{name}.ids.npz", {"names": np.array(scene.instance_names, np.str_), **groups})
    _encode(folder / f"{name}.mp4", pictures)
    seen = [extents(frame) for frame in ids]
    instances = {}
    for item in scene.objects:
        number = scene.instance_ids[item.id]
        track = [[f, *frame[number][0], frame[number][1]] for f, frame in enumerate(seen) if number in frame]
        if track:
            instances[item.id] = {"category": item.category, "track": track}
    data = {"name": name, "kind": kind, "file": f"{name}.mp4", "fps": FPS, "frames": len(poses), "width": FILM.width}
    data |= {"height": FILM.height, "K": FILM.K.tolist(), "T_world_camera": poses.tolist(), "instances": instances}
    write_json(folder / f"{name}.json", data)
    if kind == "clip":
        return []
    targets = []
    for item in scene.objects:
        evidence = _evidence(scene, item, poses, instances.get(item.id, {}).get("track", []))
        if not evidence:
            continue
        boxes = {row[0]: row[1:5] for row in instances[item.id]["track"] if row[5] >= 20}
        marked = [draw_box(p, boxes[i], 2) if i in boxes else p for i, p in enumerate(pictures)]
        file = f"annotated/{name}_obj_{item.id}.mp4"
        _encode(folder / file, np.stack(marked))
        targets.append(
            {"video": name, "object": item.id, "annotated": file, "numbers": {}, "evidence_frames": evidence}
        )
    return targets


def _evidence(scene: Scene, item: SceneObject, poses: np.ndarray, track: list[Any]) -> list[int]:
    """Up to three frames that show an object whole and unhidden."""
    good = []
    for frame, x1, y1, x2, y2, pixels in track:
        whole = x1 > 2 and y1 > 2 and x2 < FILM.width - 2 and y2 < FILM.height - 2
        if whole and pixels > 120:
            pose = poses[frame]
            alone = np.isfinite(_hit(item.box, pixel_rays(FILM) @ pose[:3, :3].T, pose[:3, 3])).sum()
            if pixels / alone > 0.8:
                good.append((pixels, frame))
    return sorted(frame for _, frame in sorted(good, reverse=True)[:3])


def _encode(path: Path, pictures: np.ndarray) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    encode_segment(pictures, path, Encoding(FILM.width, FILM.height, FPS, len(pictures), "ultrafast", 16))


def write_views(root: Path, scene: Scene) -> None:
    """`current_view/` of the main scene."""
    folder = root / "scenes" / scene.id / "current_view"
    names, objects = scene.instance_names, {scene.instance_ids[o.id] for o in scene.objects}
    views = []
    for i, (x, y, z, heading, pitch) in enumerate(VIEWS):
        pose = pose_from_heading((x, y, z), heading, pitch)
        ids = cast(scene, VIEW, pose)
        seen = {names[n]: v for n, v in extents(ids).items() if n in objects}
        write_png(folder / f"view_{i:03d}.png", paint(ids))
        arrays = {"names": np.array(names, np.str_), "instance": ids, "glass": np.zeros_like(ids)}
        write_npz(folder / f"view_{i:03d}.ids.npz", arrays)
        room = next((r.id for r in scene.rooms if r.polygon.contains(shapely.Point(x, y))), None)
        overlap = {
            f"exploration_{k}": {"share": 0.4 + 0.05 * ((i + k) % 8), "best_frame": 3 + k, "best_frame_share": 0.3}
            for k in range(len(EXPLORATIONS))
        }
        views.append(
            {
                "name": f"view_{i:03d}",
                "file": f"view_{i:03d}.png",
                "ids_file": f"view_{i:03d}.ids.npz",
                "camera": camera_to_json(VIEW, pose),
                "visible": {k: pixels for k, (_, pixels) in seen.items()},
                "glass_visible": {},
                "box_px": {k: list(box) for k, (box, _) in seen.items()},
                "room": room,
                "overlap": overlap,
                "numbers": {"localisation": _localisation(i)},
            }
        )
    write_json(folder / "views.json", {"views": views})


def _localisation(index: int) -> dict[str, Any]:
    """Every third view fits no place, every second of the others is like a wrong one."""
    if index % 3 == 2:
        return {"localised": False, "inliers": 0, "best_frame": None, "position_error_m": None,
                "rotation_error_deg": None, "best_wrong": None}  # fmt: skip
    frame = {"video": "exploration_0", "frame": index}
    wrong = {"inliers": 12 + index, "frame": frame, "distance_m": 2.5, "rotation_deg": 40.0} if index % 2 else None
    return {"localised": True, "inliers": 40 + index, "best_frame": frame, "position_error_m": 0.1,
            "rotation_error_deg": 1.5, "best_wrong": wrong}  # fmt: skip


def write_stages(root: Path) -> None:
    """All stages before qa of the main scene, and the maps of the other scenes."""
    for scene_id in (MAIN, *OTHERS):
        scene = make_scene(scene_id)
        write_json(root / "scenes" / scene_id / "scene" / "scene.json", scene.to_json())
        write_maps(root, scene)
    scene = make_scene(MAIN)
    names, targets = [], []
    explorations, clips = [], []
    for i, ways in enumerate(EXPLORATIONS):
        poses = np.stack([pose_from_heading((x, y, 1.5), h, -12) for x, y, h in _along(ways, 30)])
        names.append(f"exploration_{i}")
        targets += write_video(root, scene, names[-1], "exploration", poses)
        explorations.append({"name": names[-1], "file": f"{names[-1]}.npz", "frames": 30, "length_m": 5.0})
    for i, ways in enumerate(CLIPS):
        path = _along(ways, 12)
        step = np.degrees(np.arctan2(*(path[-1] - path[0])[::-1]))
        poses = np.stack([pose_from_heading((x, y, 1.5), step, -10) for x, y in path])
        names.append(f"clip_{i}")
        write_video(root, scene, names[-1], "clip", poses)
        others = [np.array(a, float) for a in ALTERNATIVES]
        alternatives = [
            {"name": f"clip_{i}_alternative_{k}", "length_m": _length(path), "turns": 1, "points_m": other.tolist()}
            for k, other in enumerate(others)
        ]
        clips.append(
            {
                "name": names[-1],
                "file": f"{names[-1]}.npz",
                "frames": 12,
                "length_m": _length(path),
                "turns": 1,
                "points_m": path.tolist(),
                "alternatives": alternatives,
            }
        )
    folder = root / "scenes" / MAIN
    write_json(folder / "trajectory" / "trajectories.json", {"fps": FPS, "explorations": explorations, "clips": clips})
    write_json(folder / "video" / "videos.json", {"videos": names, "targets": targets})
    write_views(root, scene)
