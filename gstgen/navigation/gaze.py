"""Where to look while walking: the best sequence of headings within the limits of turning (dynamic programming)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gstgen.navigation.panorama import Outlook
from gstgen.navigation.settings import GazeSettings
from gstgen.navigation.spline import evaluate_bspline

Array = NDArray[np.float64]


@dataclass(frozen=True)
class GazePlan:
    """Heading control points (K), degrees, unwrapped, one `step_s` apart."""

    control_deg: Array
    step_s: float

    def headings_deg(self, times_s: Array) -> Array:
        """Unwrapped headings (N) at times (N)."""
        return evaluate_bspline(self.control_deg, self.step_s, times_s)


def view_worth(outlook: Outlook, settings: GazeSettings) -> Array:
    """Worth a second of looking from each place to each heading (N, H), without regard to motion."""
    worth = settings.content_weight * outlook.content + settings.depth_weight * outlook.depth
    wall = np.clip(outlook.wall_share - settings.wall_share, 0.0, None) / (1.0 - settings.wall_share)
    near = np.clip(outlook.near_share - settings.near_share, 0.0, None) / (1.0 - settings.near_share)
    close = np.clip(outlook.close_share - settings.close_share, 0.0, None) / (1.0 - settings.close_share)
    worth = worth - settings.wall_weight * wall - settings.near_weight * near - settings.close_weight * close
    bare = (outlook.wall_share >= settings.bare_cover - settings.margin) & (
        outlook.other_share < settings.bare_other + 0.1 * settings.margin
    )
    return worth - settings.bare_weight * bare


def forward_cost(velocities_m_s: Array, headings_deg: Array, cruise_m_s: float, weight: float) -> Array:
    """Cost (N, H) of not looking where one walks, for velocities (N, 2): glances are cheap, walking sideways dear."""
    speed = np.linalg.norm(velocities_m_s, axis=1)
    walking = np.degrees(np.arctan2(velocities_m_s[:, 1], velocities_m_s[:, 0]))
    off = np.abs((headings_deg[None] - walking[:, None] + 180.0) % 360.0 - 180.0)
    return np.asarray(weight * (off / 90.0) ** 3 * np.minimum(speed / cruise_m_s, 1.0)[:, None], float)


def plan_gaze(worth: Array, settings: GazeSettings) -> GazePlan:
    """Headings that gather the most worth (N, H) while turning within the limits.

    The state is (heading, turning rate); a rate is a whole number of heading steps a time step and changes by as
    many steps as the acceleration allows.
    """
    n, h = worth.shape
    dt, step = settings.step_s, settings.heading_step_deg
    top = int(settings.max_rate_deg_s * dt / step + 1e-9)
    change = int(settings.max_acceleration_deg_s2 * dt * dt / step + 1e-9)
    rates = np.arange(-top, top + 1)
    turning = settings.turn_weight * (rates / top) ** 2
    value = np.full((h, len(rates)), -np.inf)
    value[:, top] = worth[0] * dt  # at rest at first
    came = np.zeros((n, h, len(rates)), np.int8)
    # From (heading - rate, rate before); the columns added on both sides stand for rates beyond the limits.
    delta = np.arange(-change, change + 1)
    padded = np.full((h, len(rates) + 2 * change), -np.inf)
    source_heading = ((np.arange(h)[:, None] - rates[None]) % h)[:, :, None]
    source_rate = (np.arange(len(rates))[:, None] + delta[None] + change)[None]
    source = source_heading * padded.shape[1] + source_rate
    jerk = settings.jerk_weight * np.abs(delta)
    for k in range(1, n):
        padded[:, change : change + len(rates)] = value
        options = padded.ravel()[source] - jerk
        best = options.argmax(2)
        came[k] = best + np.arange(-change, len(rates) - change)
        value = options.max(2) + (worth[k][:, None] - turning) * dt
    # End at rest or nearly so: the spline repeats its last control point.
    ending = value - np.where(np.abs(rates) <= change, 0.0, np.inf)[None]
    first, j = divmod(int(np.argmax(ending)), len(rates))
    steps = np.zeros(n, np.int64)
    for k in range(n - 1, 0, -1):
        steps[k] = rates[j]
        first = (first - int(rates[j])) % h
        j = int(came[k, (first + int(rates[j])) % h, j])
    return GazePlan(np.asarray((first + np.cumsum(steps)) * step, float), dt)
