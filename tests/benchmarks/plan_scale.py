"""How long a building of 10,000 m2 takes to plan, and how much memory: prints seconds of CPU and peak MB.

Run with `make bench-plan`; it is no test because it takes a minute.
"""

from __future__ import annotations

import resource
import sys
import time
from pathlib import Path

import numpy as np
from hydra import compose, initialize_config_dir
from omegaconf import OmegaConf

from gstgen.navigation.floor_map import build_floor_map
from gstgen.navigation.plan import plan_trajectories
from gstgen.navigation.settings import FloorMapSettings, TrajectorySettings
from tests.navigation.conftest import HEIGHT_M, WALL_M, Builder

CONF = Path(__file__).parents[2] / "conf"
ROOM_M, CORRIDOR_M, DOOR_M = 10.0, 2.5, 1.0
MAX_S, MAX_MB = 60.0, 2048.0


def office_tower_floor(columns: int, rows: int) -> Builder:
    """Rows of furnished rooms on both sides of corridors that a cross corridor joins: columns x rows rooms."""
    b = Builder()
    generator = np.random.default_rng(0)
    width = columns * ROOM_M
    pitch = 2 * ROOM_M + CORRIDOR_M
    b.room("corridor_0", -CORRIDOR_M, 0, 0, rows / 2 * pitch)
    for pair in range(rows // 2):
        y = pair * pitch
        b.room(f"corridor_{pair + 1}", WALL_M, y + ROOM_M, width, y + ROOM_M + CORRIDOR_M)
        for side, y0 in enumerate((y, y + ROOM_M + CORRIDOR_M)):
            wall_y = y0 + ROOM_M - WALL_M if side == 0 else y0
            openings = []
            for k in range(columns):
                x0 = k * ROOM_M
                low, high = (y0, wall_y) if side == 0 else (wall_y + WALL_M, y0 + ROOM_M)
                b.room(f"shared_office_{(2 * pair + side) * columns + k}", x0 + WALL_M, low, x0 + ROOM_M, high)
                b.part("wall", f"wall_{pair}_{side}_{k}", [([x0, low, 0], [x0 + WALL_M, high, HEIGHT_M])])
                for n in range(8):
                    x, z = x0 + 1.5 + 2.0 * (n % 4), 0.75
                    at = (x, (low + high) / 2 + (2.0 if n < 4 else -2.0))
                    number = ((2 * pair + side) * columns + k) * 8 + n
                    b.furniture(f"desk_a_{number}", at, (0.8, 1.4, z))
                    b.furniture(f"monitor_a_{number}", at, (0.2, 0.6, 0.4), float(generator.integers(4) * 90), z=z)
                openings.append(x0 + float(generator.uniform(1.0, ROOM_M - 2.0)))
            edges = [WALL_M, *(e for x in openings for e in (x, x + DOOR_M)), width]
            spans = zip(edges[::2], edges[1::2], strict=True)
            parts = [([low, wall_y, 0.0], [high, wall_y + WALL_M, HEIGHT_M]) for low, high in spans]
            b.part("wall", f"wall_front_{pair}_{side}", parts)
    return b


def main() -> int:
    """Plan the building with the default settings; exit 1 when it takes longer or more than it may."""
    with initialize_config_dir(str(CONF), version_base=None):
        conf = OmegaConf.to_container(compose("config"), resolve=True)
    builder = office_tower_floor(columns=10, rows=10)
    scene = builder.scene("tower")
    start = time.process_time()
    floor_map = build_floor_map(scene, builder.geometry, FloorMapSettings.model_validate(conf["floor_map"]))
    mapped = time.process_time()
    settings = TrajectorySettings.model_validate(conf["trajectory"])
    one = settings.model_copy(update={"count": 1})
    plan = plan_trajectories(scene, builder.geometry, floor_map, one, 0)
    planned = time.process_time()
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    coverage = plan.facts["coverage"]
    area_m2 = sum(room.polygon.area for room in scene.rooms)
    print(f"{area_m2:.0f} m2, {len(scene.rooms)} rooms, {len(scene.objects)} objects")
    print(
        f"floor map {mapped - start:.1f} s, one exploration and clips {planned - mapped:.1f} s, peak {peak_mb:.0f} MB"
    )
    print(f"tour {plan.explorations[0].facts['length_m']:.0f} m, rooms entered {len(coverage['rooms'])}")
    return int(planned - start > MAX_S or peak_mb > MAX_MB)


if __name__ == "__main__":
    sys.exit(main())
