"""What the property tests of geometry draw from: places, headings, poses, boxes."""

import numpy as np
from hypothesis import strategies as st

from gstgen.geometry.boxes import OrientedBox
from gstgen.geometry.cameras import Camera, pose_from_heading

metres = st.floats(-40, 40)
heights = st.floats(0.2, 3.0)
headings = st.floats(-720, 720)
pitches = st.floats(-80, 80)
sizes = st.floats(0.05, 4.0)
points = st.tuples(metres, metres, heights)
poses = st.builds(pose_from_heading, points, headings, pitches)
boxes = st.builds(OrientedBox.create, points, st.tuples(sizes, sizes, sizes), headings)
cameras = st.builds(Camera.from_hfov, st.integers(16, 1920), st.integers(16, 1536), st.floats(30, 120))


def circular_error(a, b):
    """Distance of two angles on the circle, degrees."""
    d = abs(a - b) % 360
    return min(d, 360 - d)


def far_from_half(value, margin=1e-6):
    """Whether float noise cannot change how a value is rounded."""
    return abs((value % 1.0) - 0.5) > margin


def rotated(pose, degrees, shift=(0.0, 0.0, 0.0)):
    """A pose after turning the world about +z and shifting it, written with complex numbers only."""
    turn = np.exp(1j * np.radians(degrees))
    out = np.array(pose, dtype=float)
    for column in range(4):
        z = (out[0, column] + 1j * out[1, column]) * turn
        out[0, column], out[1, column] = z.real, z.imag
    out[:3, 3] += shift
    return out
