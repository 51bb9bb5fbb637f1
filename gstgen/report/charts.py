"""Histograms as SVG: the numbers behind a filter, with its thresholds drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gstgen.report.html import Markup, join, tag, text

_WIDTH, _HEIGHT = 300, 120
_LEFT, _TOP, _BOTTOM = 6, 16, 18


@dataclass(frozen=True)
class Limit:
    """A threshold: its key in the settings and its value."""

    key: str
    value: float


def histogram(values: Sequence[float], limits: Sequence[Limit], bins: int) -> Markup:
    """Bars over the range of the values and thresholds; both ends of the axis and every threshold are written."""
    numbers = np.asarray(values, float)
    ends = np.concatenate([numbers, [limit.value for limit in limits]])
    low, high = float(ends.min()), float(ends.max())
    if high - low < 1e-9:
        low, high = low - 0.5, high + 0.5
    count, edges = np.histogram(numbers, bins=bins, range=(low, high))
    plot = _HEIGHT - _TOP - _BOTTOM
    floor = _HEIGHT - _BOTTOM

    def x(value: float) -> float:
        return _LEFT + (value - low) / (high - low) * (_WIDTH - 2 * _LEFT)

    bars = [
        tag(
            "rect", tag("title", f"{edges[i]:.3g} to {edges[i + 1]:.3g}: {n}"), x=f"{x(edges[i]) + 0.5:.1f}",
            y=f"{floor - plot * n / count.max():.1f}", width=f"{max(x(edges[i + 1]) - x(edges[i]) - 1, 0.5):.1f}",
            height=f"{plot * n / count.max():.1f}",
        )
        for i, n in enumerate(count.tolist())
        if n
    ]  # fmt: skip
    marks = []
    for limit in limits:
        at = x(limit.value)
        anchor = "start" if at < _WIDTH * 0.3 else "end" if at > _WIDTH * 0.7 else "middle"
        marks.append(tag("line", class_="limit", x1=f"{at:.1f}", x2=f"{at:.1f}", y1=_TOP - 2, y2=floor))
        label = f"{limit.key} {limit.value:g}"
        marks.append(tag("text", label, class_="limit", x=f"{at:.1f}", y=_TOP - 5, text_anchor=anchor))
    axis = [
        tag("line", class_="base", x1=_LEFT, x2=_WIDTH - _LEFT, y1=floor, y2=floor),
        tag("text", text(low), x=_LEFT, y=_HEIGHT - 5),
        tag("text", text(high), x=_WIDTH - _LEFT, y=_HEIGHT - 5, text_anchor="end"),
        tag("text", f"most {int(count.max())}", x=_WIDTH / 2, y=_HEIGHT - 5, text_anchor="middle"),
    ]
    return tag("svg", join(bars), *marks, *axis, class_="chart", viewBox=f"0 0 {_WIDTH} {_HEIGHT}", role="img")
