"""Boards on walls: thin shelves above one another, over counters and tables."""

from __future__ import annotations

from gstgen.scenes.arranging.runs import line_up
from gstgen.scenes.furnisher import Furnisher
from gstgen.scenes.placement import Group, Part

_THIN_M = 0.6  # taller shelves stand on the floor
_FIRST_M = 1.25
_HIGH_M = 2.15
_STEP_M = 0.38


def hang_shelves(f: Furnisher, first_m: float = _FIRST_M, most: int = 3) -> None:
    """Hang thin shelves on the walls, up to `most` of a kind above one another; boxes with boards at eye height."""
    thin = sorted(
        (i for i in f.pool("shelf", "wall_shelf") if i.size_m[2] <= _THIN_M),
        key=lambda i: (-i.size_m[1], i.model),
    )
    columns: list[Group] = []
    start = 0
    while start < len(thin):
        item = thin[start]
        step = max(_STEP_M, item.size_m[2] + 0.02)
        same = [i for i in thin[start:] if i == item][: max(1, int((_HIGH_M - first_m) / step) + 1)]
        same = same[: most if len(thin) > 3 else 1]
        parts = [
            Part(i, i.size_m[0] / 2, 0.0, round(first_m + k * step, 4), support="wall") for k, i in enumerate(same)
        ]
        columns.append(Group(tuple(parts)))
        start += len(same)
    line_up(f, columns, front_m=0.0, gap_m=0.05)
    boxes = [i for i in f.pool("commercial_kitchen_shelf") if i.size_m[2] < 1.0]
    hung = [Group((Part(i, i.size_m[0] / 2, 0.0, 1.4, support="wall"),)) for i in boxes]
    line_up(f, hung, front_m=0.0, gap_m=0.02)
