"""The four metrics of GST-Bench: strict `<`, in exact decimal arithmetic.

Numbers are compared as the decimals a person reads (`Fraction(repr(x))`), so 0.1 + 0.2-style float error cannot
move a score across a threshold. Every metric returns a score in [0, 1].
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

MRA_TWENTIETHS = tuple(range(10, 0, -1))  # 20 (1 - theta) for theta = 0.50, 0.55, ..., 0.95
ANGLE_THRESHOLDS_DEG = (15, 30, 45)
POINT_THRESHOLDS = (100, 150, 200, 250, 300)  # in the normalised [0, 999] frame


def exact(value: float) -> Fraction:
    """The number as its shortest decimal, exactly; raises ValueError for NaN and infinities."""
    number = float(value)
    if not math.isfinite(number):
        raise ValueError(f"{value} is not a finite number")
    return Fraction(int(number)) if number.is_integer() else Fraction(repr(number))


def mra(prediction: float, y: float) -> float:
    """Mean relative accuracy of a distance: mean over theta in {0.50, ..., 0.95} of 1[|p - y| / y < 1 - theta].

    Raises ValueError where the truth y is not positive.
    """
    p, truth = exact(prediction), exact(y)
    if truth <= 0:
        raise ValueError(f"a true distance must be positive, got {y}")
    return _share_below(20 * abs(p - truth) / truth, MRA_TWENTIETHS)


def angle_error_deg(prediction: float, y: float) -> Fraction:
    """Distance on the circle, degrees in [0, 180]; min(d, 360 - d) also for values beyond one turn."""
    difference = abs(exact(prediction) - exact(y)) % 360
    return min(difference, 360 - difference)


def angle(prediction: float, y: float) -> float:
    """Mean over {15, 30, 45} degrees of 1[circular error < threshold]."""
    return _share_below(angle_error_deg(prediction, y), ANGLE_THRESHOLDS_DEG)


def point(prediction: Sequence[float], y: Sequence[float]) -> float:
    """Mean over {100, ..., 300} of 1[Euclidean distance < threshold], both points (x, y) in the [0, 999] frame."""
    squared = sum((exact(p) - exact(t)) ** 2 for p, t in zip(prediction, y, strict=True))
    return _share_below(Fraction(squared), [threshold**2 for threshold in POINT_THRESHOLDS])


def choice(prediction: str, y: str) -> float:
    """1 for exactly the right letter, else 0."""
    return float(prediction == y)


def _share_below(error: Fraction, thresholds: Sequence[int]) -> float:
    """Share of thresholds that the error stays strictly below."""
    return sum(error.numerator < threshold * error.denominator for threshold in thresholds) / len(thresholds)
