"""Wrong options that are nearly the right plan: the same building with a door, a wall or a group of furniture moved.

The four options of a set are the plan, the plan with one change, with another (or mirrored), and with both: each is
as like the others as any, so that comparing options does not find the right one, and every change can be undone by
one of its kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
import shapely
from numpy.typing import NDArray
from scipy import ndimage

from gstgen.dataset.records import EditPart
from gstgen.media.pictures import read_png
from gstgen.questions.candidates import Asking, EditedMap, MapCopy, Option
from gstgen.questions.inputs import MapLevel, Video
from gstgen.questions.tasks import Level
from gstgen.randomness import rng
from gstgen.topdown.edits import (
    Doorway,
    Edit,
    FurnitureMove,
    Mask,
    Picture,
    door_moves,
    furniture_moves,
    mirror,
    wall_moves,
)

EDITED_LEVELS: tuple[Level, ...] = ("medium", "hard")  # the easy level is a photograph, in which edits would show
TRIES = 400  # pairs of edits that are looked at
FIELD_M = 1.5  # a doorway is seen from this near


@dataclass(frozen=True)
class EditedSet:
    """Options, the right one first, and how alike the nearest wrong one is (0..1)."""

    options: tuple[Option, Option, Option, Option]
    similarity: float


def possible_edits(asking: Asking, root: Path, level: Level) -> list[Edit]:
    """Every change that the map of a level allows, in a fixed order."""
    limits, maps, scene = asking.settings.topdown_selection.edits, asking.inputs.maps, asking.inputs.scene
    transform = maps[level].transform
    floor, free = (_white(root, maps[k]) for k in ("hard", "medium"))
    rooms = [(r.id, _filled(maps[level], [np.array(r.polygon.exterior.coords)], 0)) for r in scene.rooms]
    doors = _doorways(asking, maps[level], floor, rooms)
    if level == "hard":
        found: list[Edit] = list(door_moves(floor, doors, transform.m_per_px, limits))
        found += wall_moves(floor, doors, rooms, transform.m_per_px, limits)
    else:
        standing = [o for o in scene.objects if o.on_floor or o.support == "wall"]
        feet = [(o.id, _filled(maps[level], [o.box.footprint_m], 2)) for o in standing]
        found = list(furniture_moves(floor, free, doors, feet, transform.m_per_px, limits))
        found += wall_moves(free, doors, rooms, transform.m_per_px, limits)
    return [e for e in found if e.moved_m / transform.m_per_px >= limits.min_move_px]


def _doorways(asking: Asking, level: MapLevel, floor: Mask, rooms: Sequence[tuple[str, Mask]]) -> list[Doorway]:
    """The openings of a plan: floor that belongs to no room, each with the door that joins the rooms beside it."""
    doors = [s for s in asking.inputs.scene.structure if s.kind == "door" and len(s.rooms) == 2]
    inside = np.logical_or.reduce([mask for _, mask in rooms]) if rooms else floor
    labels, count = ndimage.label(floor & ~inside)
    found = []
    for number in range(1, count + 1):
        gap = labels == number
        beside = ndimage.binary_dilation(gap, iterations=2)
        touched = {name for name, mask in rooms if (mask & beside).any()}
        rows, columns = np.nonzero(gap)
        middle = level.transform.to_world(np.array([columns.mean() + 0.5, rows.mean() + 0.5]))
        joining = [d for d in doors if set(d.rooms) == touched]
        if joining:
            door = min(joining, key=lambda d: (float(np.linalg.norm(d.box.center_m[:2] - middle)), d.id))
            box = columns.min(), rows.min(), columns.max() + 1, rows.max() + 1
            found.append(Doorway(door.id, (float(box[0]), float(box[1]), float(box[2]), float(box[3]))))
    return found


def edited_set(
    asking: Asking, root: Path, level: Level, video: Video, edits: Sequence[Edit], mirrored: bool
) -> EditedSet | str:
    """The plan and three edited ones that a video tells apart; the name of the rule that leaves none.

    `mirrored`: where no two edits go together, the mirror image may be the second.
    """
    limits, scene = asking.settings.topdown_selection.edits, asking.inputs.scene.id
    seen = [e for e in edits if all(any(_seen(asking, video, n) for n in group) for group in e.shown)]
    if not seen:
        return "edits_min_seen_s" if edits else "no_edit"
    generator = rng(asking.seed, "questions", "edits", scene, level, video.name)
    # A door and a wall before two of a kind; the order within is by chance.
    order = [seen[int(i)] for i in generator.permutation(len(seen))]
    pairs = sorted(combinations(order, 2), key=lambda pair: pair[0].kind == pair[1].kind)
    file, transform = asking.inputs.maps[level].file, asking.inputs.maps[level].transform
    plain = read_png(root / file)
    flipped = mirror(transform.width, transform.height)
    for pair in [*pairs[:TRIES], *((e, flipped) for e in order if mirrored)]:
        # Doors lie where the plain map has them, and a mirror image is made of what is finished.
        first, second = sorted(pair, key=lambda e: (e.kind == "mirror", e.kind))
        pictures = _four(plain, first, second)
        if pictures is None or _least_change(pictures) < limits.min_changed_share:
            continue
        options = [Option(scene, "none", MapCopy(file, False))]
        for made in ((first,), (second,), (first, second)):
            if made == (flipped,):
                options.append(Option(scene, "mirror", MapCopy(file, True)))
                continue
            parts = tuple(EditPart(kind=e.kind, box_px=e.box_px, moved_m=round(e.moved_m, 3)) for e in made)
            options.append(Option(scene, "edit", EditedMap(file, made), edits=parts))
        one, two, three, four = options
        return EditedSet((one, two, three, four), 1.0 - _least_change(pictures))
    return "edits_do_not_combine"


def _four(plain: Picture, first: Edit, second: Edit) -> list[Picture] | None:
    """The map with neither, either and both edits; None where they get into each other's way."""
    a, b = first.box_px, second.box_px
    apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
    if isinstance(first, FurnitureMove) and not apart:
        return None
    changed = first.apply(plain)
    if not second.holds(changed) or (first.kind == second.kind == "door" and not apart):
        return None
    return [plain, changed, second.apply(plain), second.apply(changed)]


def _least_change(pictures: Sequence[Picture]) -> float:
    """The smallest share of floor that differs between any two maps."""
    floors = [p > 127 for p in pictures]
    return min(float((a ^ b).sum() / max(int((a | b).sum()), 1)) for a, b in combinations(floors, 2))


def _seen(asking: Asking, video: Video, name: str) -> bool:
    """Whether a video shows an object, stays in a room or comes near a doorway for long enough."""
    frames = asking.settings.topdown_selection.edits.min_seen_s * video.fps
    scene = asking.inputs.scene
    room = next((r for r in scene.rooms if r.id == name), None)
    if room is not None:
        inside = shapely.contains_xy(room.polygon, video.places_m[:, 0], video.places_m[:, 1])
        return bool(inside.sum() >= frames)
    door = next((s for s in scene.structure if s.id == name), None)
    if door is not None:
        away = np.linalg.norm(video.places_m[:, :2] - door.box.center_m[:2], axis=1)
        return bool((away <= FIELD_M).sum() >= frames)
    return len(video.instances.get(name, {}).get("track", [])) >= frames


def _white(root: Path, level: MapLevel) -> Mask:
    picture = read_png(root / level.file)
    return np.asarray((picture if picture.ndim == 2 else picture[..., :3].min(axis=2)) > 127)


def _filled(level: MapLevel, polygons_m: Sequence[NDArray[np.float64]], grow_px: int) -> Mask:
    """Pixels of polygons (each (N, 2), world), grown a little."""
    t = level.transform
    mask = np.zeros((t.height, t.width), np.uint8)
    for polygon in polygons_m:
        cv2.fillPoly(mask, [np.round(t.to_pixels(polygon)).astype(np.int32)], 1)
    if grow_px:
        mask = cv2.dilate(mask, np.ones((2 * grow_px + 1, 2 * grow_px + 1), np.uint8)).astype(np.uint8)
    return mask.astype(bool)
