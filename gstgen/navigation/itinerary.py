"""A growing list of places to visit: what one more place costs in time."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

# Two places nearer than this stand for one stop.
_LEAST_S = 0.1


class Itinerary:
    """Places in an order in which each was inserted where it lengthened the walk least.

    `distances_m` gives the path lengths (N) from a place to all N places.
    """

    def __init__(self, distances_m: Callable[[int], Array], count: int, speed_m_s: float, stay_s: float) -> None:
        self._distances_m, self._count = distances_m, count
        self._speed_m_s, self._stay_s = speed_m_s, max(stay_s, _LEAST_S)
        self._order: list[int] = []
        self.total_s = 0.0

    def extra_s(self) -> Array:
        """(N) seconds that a visit of each place adds: the detour and the stay."""
        return self._detours()[0] / self._speed_m_s + self._stay_s

    def add(self, place: int) -> None:
        """Insert a place where it costs least."""
        detour, after = self._detours()
        self.total_s += float(detour[place]) / self._speed_m_s + self._stay_s
        self._order.insert(int(after[place]), place)

    def _detours(self) -> tuple[Array, NDArray[np.int64]]:
        """(N) metres that each place adds at best, and its position in the order then."""
        if not self._order:
            return np.zeros(self._count), np.zeros(self._count, np.int64)
        away = np.array([self._distances_m(p) for p in self._order])
        steps = away[np.arange(len(away) - 1), self._order[1:]]
        # Before the first place, between two places, after the last one.
        added = np.concatenate([away[:1], away[:-1] + away[1:] - steps[:, None], away[-1:]])
        best = added.argmin(0)
        return np.maximum(added[best, np.arange(self._count)], 0.0), np.asarray(best, np.int64)
