"""Beams under the ceilings of halls."""

from __future__ import annotations

import numpy as np

from gstgen.scenes.layout import FurnishedRoom

_BEAM_M = (0.28, 0.30)  # width, depth
_BEAM_PITCH_M, _BEAM_ROOM_M = 4.0, (3.6, 7.0)  # least height and short side of a room with beams


def ceiling_beams(room: FurnishedRoom) -> list[list[float]]:
    """Beams (x0, y0, x1, y1, depth) across the short side of a high, wide room, clear of what hangs there."""
    x0, y0, x1, y1 = room.polygon.bounds
    short = min(x1 - x0, y1 - y0)
    rectangular = abs(room.polygon.area - (x1 - x0) * (y1 - y0)) < 1e-6
    if room.height_m < _BEAM_ROOM_M[0] or short < _BEAM_ROOM_M[1] or not rectangular:
        return []
    width, depth = _BEAM_M
    along_x = x1 - x0 >= y1 - y0  # beams follow one another along x
    length = max(x1 - x0, y1 - y0)
    count = int(length // _BEAM_PITCH_M)
    under = room.height_m - depth
    high = np.array(
        [(*p.box.bounds_m[0][:2], *p.box.bounds_m[1][:2]) for p in room.placed if p.box.bounds_m[1][2] > under]
    ).reshape(-1, 4)
    out = []
    for k in range(1, count):
        middle = (x0 if along_x else y0) + k * length / count
        beam = (middle - width / 2, y0, middle + width / 2, y1)
        if not along_x:
            beam = (x0, middle - width / 2, x1, middle + width / 2)
        clear = (high[:, 2] < beam[0]) | (high[:, 0] > beam[2]) | (high[:, 3] < beam[1]) | (high[:, 1] > beam[3])
        if clear.all():
            out.append([*(float(c) for c in beam), depth])
    return out
