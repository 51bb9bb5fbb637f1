"""Corridors: lockers along the walls, benches and cases between them."""

from __future__ import annotations

from gstgen.scenes.arranging.runs import line_up, standing
from gstgen.scenes.arranging.washroom import lockers
from gstgen.scenes.furnisher import Furnisher

_ALONG = ("display_case", "drinking_fountain", "photocopier", "bottom_cabinet", "bench")


def corridor(f: Furnisher) -> None:
    """Line the walls; the middle stays free to walk."""
    lockers(f)
    for category in _ALONG:
        pool = f.pool(category)
        if len(pool) >= 2:
            # Benches and fountains stand apart, cabinets side by side.
            gap = 0.004 if category == "bottom_cabinet" else 0.5
            groups = [standing(i, f.settings.wall_gap_m) for i in pool]
            line_up(f, groups, front_m=0.7, gap_m=gap, most=2, middle=category == "bench")
