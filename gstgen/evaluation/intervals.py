"""Percentile bootstrap intervals, seeded."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gstgen.randomness import rng

Interval = tuple[float, float]


def resampled_means(values: Sequence[float], samples: int, seed: int, *names: str) -> NDArray[np.float64]:
    """Means of `samples` resamples with replacement, (samples,); the same for the same values, seed and names."""
    data = np.asarray(values, dtype=np.float64)
    picks = rng(seed, "evaluate", "bootstrap", *names).integers(0, len(data), size=(samples, len(data)))
    return np.asarray(data[picks].mean(axis=1))


def percentile_interval(means: NDArray[np.float64], confidence: float) -> Interval:
    """The central interval that holds the share `confidence` of resampled means."""
    tail = (1.0 - confidence) / 2.0
    low, high = np.quantile(means, [tail, 1.0 - tail])
    return float(low), float(high)
