"""Relief of textures: threads, grain and joints get a lit and a shaded side, once, when a texture is uploaded.

A real normal map would cost a fetch and a dozen operations a pixel; shading along the slope of the picture's own
brightness costs nothing in a frame, and fades with distance by itself as the smaller versions average it out.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

FAINT = 0.016  # root mean square that the shading of faint grain (plaster, paint) is raised to
MOST_RAISED = 3.0  # how often it may be raised to get there
LARGEST = 0.16  # lightest and darkest shading
OPAQUE = 250  # alpha from here on has no holes


def with_relief(pixels: NDArray[np.uint8], depth: float) -> NDArray[np.uint8]:
    """An RGBA texture (S, S, 4), shaded as if dark places lay deeper and light came from the upper left.

    depth: shading for a slope that crosses the whole range of brightness within a texel.
    Textures with holes stay as they are: what lies in a hole has no colour that means anything.
    """
    if pixels[..., 3].min() < OPAQUE:
        return pixels
    level = cv2.cvtColor(np.ascontiguousarray(pixels[..., :3]), cv2.COLOR_RGB2GRAY).astype(np.float32) / 255
    # Patterns repeat: what lies over one border goes on at the other.
    across = np.roll(level, -1, 1) - np.roll(level, 1, 1)
    down = np.roll(level, -1, 0) - np.roll(level, 1, 0)
    shade = depth * 0.5 * (across + down)
    strength = float(np.sqrt(np.mean(shade * shade)))
    if strength < 1e-4:
        return pixels
    shade *= min(max(FAINT / strength, 1.0), MOST_RAISED)
    shaded = pixels[..., :3] * (1.0 + np.clip(shade, -LARGEST, LARGEST))[..., None]
    return np.concatenate([np.clip(np.round(shaded), 0, 255).astype(np.uint8), pixels[..., 3:]], 2)
