"""Gardens: a hedge of trees and bushes along the fence, the lawn open, a place to sit, a pool, lights by the way."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gstgen.scenes.arranging.frame import Frame, extent, main_frames
from gstgen.scenes.arranging.runs import line_up, standing
from gstgen.scenes.arranging.seating import chairs_of_one_model, table_group
from gstgen.scenes.arranging.supply import Supply
from gstgen.scenes.arranging.tabletop import TableTop, lay_papers
from gstgen.scenes.furnisher import Furnisher
from gstgen.scenes.inventory import InventoryItem
from gstgen.scenes.placement import Group, Part

_TREES = ("tree", "low_resolution_tree")
_SHRUBS = ("bush", "garden_plant")
_LARGE = ("swimming_pool", "playground", "recreational_vehicle", "car", "garden_statue", "swing_set", "pergola",
          "sandbox", "wading_pool")  # fmt: skip
_TABLES = ("breakfast_table", "garden_coffee_table", "coffee_table", "pedestal_table")
_CHAIRS = ("garden_chair", "straight_chair", "armchair", "eames_chair", "taboret", "ottoman")
_FENCE_M = 0.35  # from the boundary to the hedge
_ENCLOSING_M = 3.0
_ON = ("plate", "beaker", "water_glass", "bottle_of_champagne", "carafe", "wineglass", "mug", "coffee_cup", "magazine",
       "glass_lantern", "chess_set", "bottle_of_water", "orange", "vase", "tray")  # fmt: skip


def garden(f: Furnisher) -> None:
    """Fences, large things, places to sit, then what grows along the fences, then stones and lights."""
    _inner_fences(f)
    _large(f)
    _seats(f)
    _hedges(f)
    _stones(f)
    _lights(f)


def _inner_fences(f: Furnisher) -> None:
    """Listed fences stand along the garden's boundary; one that encloses a whole plot is that boundary itself."""
    fences = sorted(f.pool("rail_fence", "stone_wall"), key=lambda i: -i.size_m[1])
    whole = [i for i in fences if min(i.size_m[:2]) > _ENCLOSING_M]
    f.take(whole)
    f.ground += whole
    line_up(f, [standing(i, 0.05, front_m=0.0) for i in fences if i not in whole], front_m=0.0, gap_m=0.1)


def _large(f: Furnisher) -> None:
    """Cars and play grounds at a fence, pools and pergolas in the open."""
    for item in sorted(f.pool(*_LARGE), key=lambda i: -i.size_m[0] * i.size_m[1]):
        group = standing(item, 0.6, front_m=0.0)
        if item.category in ("swimming_pool", "pergola", "wading_pool", "garden_statue") and f.anywhere(
            Group((Part(item, 0.0, 0.0),)), 0.15
        ):
            f.take([item])
            continue
        if line_up(f, [group], front_m=0.8):
            sideways = standing(item, 0.6, long=True, front_m=0.0)
            if line_up(f, [sideways], front_m=0.8) and f.anywhere(Group((Part(item, 0.0, 0.0),)), 0.1):
                f.take([item])


def _seats(f: Furnisher) -> None:
    """Tables with their chairs, sofas with a low table before them, umbrellas beside."""
    supply = Supply(f)
    tables = sorted(f.pool(*_TABLES), key=lambda t: -t.size_m[0] * t.size_m[1])
    sofas = sorted(f.pool("sofa"), key=lambda s: -s.size_m[1])
    groups: list[Group] = []
    for sofa in sofas:
        supply.draw("sofa", fits=lambda i: i == sofa)  # noqa: B023
        parts = [Part(sofa, 0.0, 0.0)]
        low = next((t for t in tables if t.size_m[2] < 0.6), None)
        if low is not None:
            tables.remove(low)
            supply.draw(low.category, fits=lambda i: i == low)  # noqa: B023
            parts.append(Part(low, sofa.size_m[0] / 2 + 0.4 + low.size_m[0] / 2, 0.0))
        groups.append(Group(tuple(parts)))
    for number, table in enumerate(tables):
        supply.draw(table.category, fits=lambda i: i == table)  # noqa: B023
        share = min(8, -(-supply.count(*_CHAIRS) // (len(tables) - number)))
        chairs = chairs_of_one_model(supply, share, _CHAIRS)

        def lay(top: TableTop, drawn: Supply) -> None:
            lay_papers(top, drawn, dict.fromkeys(_ON, 1))

        groups.append(table_group(table, chairs, supply, lay))
    still = []
    for group in groups:
        x0, y0, x1, y1 = extent(group)
        roomy = Group(group.parts, ((x0 - 0.8, y0 - 0.8, 0.06, x1 + 0.8, y1 + 0.8, 1.5),))
        if f.anywhere(roomy, 0.1):
            f.take(group.items)
        else:
            still.append(group)
    supply.give_back(still)


def _hedges(f: Furnisher) -> None:
    """Trees and bushes in belts along the fences, tall ones at the back, as deep as needed; the middle stays open."""
    plants = sorted(
        f.pool(*_TREES, *_SHRUBS),
        key=lambda i: (-round(i.size_m[2] / 3.0), -round(max(i.size_m[:2])), i.category, i.model),
    )
    if not plants:
        return
    walls = _fences(f)
    depth = dict.fromkeys(range(len(walls)), 0.0)
    queue = list(plants)
    for _ in range(12):
        if not queue:
            break
        for number, wall in enumerate(walls):
            if queue and depth[number] < 0.4 * wall.depth_m:
                queue, reach = _belt(f, wall, depth[number], queue)
                depth[number] = reach
    for plant in queue:
        group = Group((Part(plant, 0.0, 0.0),))
        if f.anywhere(group, -0.3):
            f.take([plant])


def _fences(f: Furnisher) -> list[Frame]:
    """The sides of a garden without doors and windows; all of them when each has some."""
    walls = main_frames(f.space)
    openings = [*f.space.seeds, *((w.x_m, w.y_m) for w in f.windows)]
    plain = [w for w in walls if not any(abs(w.local(x, y)[0]) < 0.4 for x, y in openings)]
    return plain or walls


def _belt(
    f: Furnisher, wall: Frame, from_m: float, queue: Sequence[InventoryItem]
) -> tuple[list[InventoryItem], float]:
    """One row of plants along a wall behind a depth; returns what is left and the depth of the row's front."""
    left = list(queue)
    deepest = max(left[0].size_m[0], 0.3)
    x0 = from_m + (_FENCE_M if from_m == 0.0 else 0.02)
    spans = wall.free_spans(f.space, (x0, x0 + deepest), (0.0, 14.0), 0.0)
    front = from_m
    poses: list[tuple[Group, tuple[float, float], int]] = []
    for a, b in spans:
        y = a + 0.02
        while left:
            plant = next((p for p in left[:24] if y + p.size_m[1] <= b and p.size_m[0] <= deepest + 0.05), None)
            if plant is None:
                break
            left.remove(plant)
            depth_m, width_m = plant.size_m[0], plant.size_m[1]
            slack = float(f.space.random.uniform(0.0, 0.08))
            group = Group((Part(plant, depth_m / 2, 0.0),))
            poses.append((group, wall.point(x0 + slack, y + width_m / 2), wall.turn))
            y += width_m + float(f.space.random.uniform(0.02, 0.25))
            front = max(front, x0 + slack + depth_m)
    done = f.space.place_many(poses)
    f.take([g.parts[0].item for (g, _, _), ok in zip(poses, done, strict=True) if ok])
    failed = [g.parts[0].item for (g, _, _), ok in zip(poses, done, strict=True) if not ok]
    # What met an obstacle tries the next row; a row in which nothing stood is given up.
    reach = front if any(done) else 0.5 * wall.depth_m
    return [*left, *failed] if not any(done) else _in_order(queue, [*left, *failed]), reach


def _in_order(order: Sequence[InventoryItem], left: Sequence[InventoryItem]) -> list[InventoryItem]:
    """Items left over in the order of a list."""
    rank: dict[InventoryItem, int] = {}
    for number, item in enumerate(order):
        rank.setdefault(item, number)
    return sorted(left, key=lambda i: rank[i])


def _stones(f: Furnisher) -> None:
    """Boulders and pebbles in groups at the foot of the hedges, pots and pillars by them."""
    stones = sorted(f.pool("boulder", "pebble"), key=lambda i: (-i.size_m[0] * i.size_m[1], i.model))
    anchors: list[np.ndarray] = []
    for number, stone in enumerate(stones):
        group = Group((Part(stone, 0.0, 0.0),))
        near = anchors[-1] if anchors and number % 6 else None
        if f.anywhere(group, 0.8 if near is not None else -0.05, near):
            f.take([stone])
            anchors.append(f.space.placed[-1].box.center_m)


def _lights(f: Furnisher) -> None:
    """Lights, pots and pillars in a loose row around the lawn, along the fences that are still free."""
    x0, y0, x1, y1 = f.space.rect
    for category in ("garden_light", "pillar", "pot_plant"):
        pool = f.pool(category)
        count = len(pool)
        for number, item in enumerate(pool):
            angle = 2 * np.pi * (number + 0.5) / max(count, 1)
            radius = 0.24 if category == "garden_light" else 0.3
            point = np.array(
                [
                    (x0 + x1) / 2 + radius * (x1 - x0) * np.cos(angle),
                    (y0 + y1) / 2 + radius * (y1 - y0) * np.sin(angle),
                ]
            )
            if f.anywhere(Group((Part(item, 0.0, 0.0),)), 1.0, point):
                f.take([item])
