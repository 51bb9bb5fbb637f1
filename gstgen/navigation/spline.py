"""Uniform cubic B-splines in time: bounded differences of the control points bound the curve's derivatives."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]


def evaluate_bspline(control: ArrayLike, step_s: float, times_s: ArrayLike) -> Array:
    """Curve at times (N) for control points (K,) or (K, D) at 0, step_s, 2 step_s ...; the ends are repeated.

    The first derivative stays within max|c[i+1] - c[i]| / step_s, the second within the second differences / step_s^2.
    The curve does not pass through its control points: it is their moving average.
    """
    points = np.asarray(control, float)
    u = np.asarray(times_s, float) / step_s
    i = np.floor(u).astype(int)
    t = u - i
    weights = np.stack([(1 - t) ** 3, 3 * t**3 - 6 * t**2 + 4, -3 * t**3 + 3 * t**2 + 3 * t + 1, t**3], 1) / 6
    index = np.clip(i[:, None] + np.arange(-1, 3)[None, :], 0, len(points) - 1)
    return np.asarray(np.einsum("nk,nk...->n...", weights, points[index]), float)


def slow_variation(generator: np.random.Generator, duration_s: float, period_s: float, times_s: ArrayLike) -> Array:
    """Smooth noise in [-1, 1] at times (N): random control points one period apart."""
    count = int(np.ceil(duration_s / period_s)) + 2
    return evaluate_bspline(generator.uniform(-1.0, 1.0, count), period_s, times_s)
