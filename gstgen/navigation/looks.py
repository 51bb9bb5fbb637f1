"""Looks at viewpoints: which headings, in which order, and how long the camera stays for them."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gstgen.navigation.settings import GazeSettings

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Look:
    """Rest on a heading and a pitch (degrees) from `begin_s` to `end_s`."""

    heading_deg: float
    pitch_deg: float
    begin_s: float
    end_s: float


def pitch_track(looks: Sequence[Look], level_deg: float, rate_deg_s: float, times_s: Array) -> Array:
    """Pitch (N) at times (N): level, and down to that of a look while it lasts, changing no faster than a rate."""
    pitch = np.full(len(times_s), level_deg)
    for look in looks:
        apart = np.maximum(np.maximum(look.begin_s - times_s, times_s - look.end_s), 0.0)
        pitch = np.minimum(pitch, look.pitch_deg + rate_deg_s * apart)
    return pitch


def _turn(a: float | None, b: float | None) -> float:
    return 0.0 if a is None or b is None else abs((b - a + 180.0) % 360.0 - 180.0)


def order_looks(headings: Sequence[float], arriving: float | None, leaving: float | None) -> list[float]:
    """The order of looks that turns least between arriving and leaving."""

    def turning(order: Iterable[float]) -> float:
        return sum(_turn(a, b) for a, b in itertools.pairwise([arriving, *order, leaving]))

    return list(min(itertools.permutations(headings), key=turning))


def schedule_looks(
    headings: list[float], arriving: float | None, leaving: float | None, settings: GazeSettings
) -> tuple[list[float], float]:
    """Seconds after arrival at which each look begins, and the length of the stay.

    Turning starts before the stay and ends after it: half of the first and last turn is done while walking. Looks
    beyond `max_stay_s` are dropped from `headings` in place.
    """
    offsets: list[float] = []
    now = 0.0
    before = arriving
    for heading in list(headings):
        begin = now + _turn(before, heading) / settings.pan_deg_s * (0.5 if before is arriving else 1.0)
        if offsets and begin + settings.hold_s > settings.max_stay_s:
            del headings[len(offsets) :]
            break
        offsets.append(begin)
        now, before = begin + settings.hold_s, heading
    return offsets, now if offsets else 0.0
