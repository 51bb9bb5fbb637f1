"""PNG files without metadata: equal pixels give equal bytes."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from gstgen.dataset.store import write_bytes
from gstgen.errors import RunError

# Smaller files cost much time: level 6 takes four times as long for a tenth less.
PNG_LEVEL = 3


def encode_png(picture: NDArray[np.uint8]) -> bytes:
    """PNG bytes of a grey (H, W), RGB (H, W, 3) or RGBA (H, W, 4) uint8 picture; ValueError for anything else."""
    array = np.asarray(picture)
    if array.dtype != np.uint8 or array.ndim not in (2, 3) or (array.ndim == 3 and array.shape[2] not in (3, 4)):
        raise ValueError(f"a picture is uint8 (H, W), (H, W, 3) or (H, W, 4), not {array.dtype} {array.shape}")
    if array.ndim == 3:
        array = array[:, :, [2, 1, 0, 3][: array.shape[2]]]
    # A fixed row filter: the choice among them must not depend on the library's build.
    options = [cv2.IMWRITE_PNG_COMPRESSION, PNG_LEVEL, cv2.IMWRITE_PNG_FILTER, cv2.IMWRITE_PNG_FILTER_SUB]
    ok, data = cv2.imencode(".png", np.ascontiguousarray(array), options)
    if not ok:
        raise RunError(f"a picture of shape {array.shape} could not be encoded as PNG")
    return data.tobytes()


def write_png(path: Path, picture: NDArray[np.uint8]) -> None:
    """Write a grey, RGB or RGBA uint8 picture atomically, without metadata."""
    write_bytes(path, encode_png(picture))


def read_png(path: Path) -> NDArray[np.uint8]:
    """Read a picture as it was written: (H, W), (H, W, 3) RGB or (H, W, 4) RGBA uint8; RunError if that fails."""
    data = cv2.imdecode(np.frombuffer(path.read_bytes(), np.uint8), cv2.IMREAD_UNCHANGED)
    if data is None or data.dtype != np.uint8:
        raise RunError(f"{path} is not a picture with 8 bits a channel")
    if data.ndim == 3:
        data = data[:, :, [2, 1, 0, 3][: data.shape[2]]]
    return np.ascontiguousarray(data)
