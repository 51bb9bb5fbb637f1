"""Files that the verification looks into: id images, decoded frames, pictures and JSON, each read once."""

from __future__ import annotations

from collections import OrderedDict
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from gstgen.dataset.store import read_json, sha256_file

Ids = NDArray[np.uint32]
Picture = NDArray[np.uint8]
GROUPS_KEPT = 4


class Media:
    """Reads below one dataset root; paths are the records' own."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._groups: OrderedDict[tuple[str, str], Ids | None] = OrderedDict()
        self.json = lru_cache(maxsize=64)(self._json)
        self.sha256 = lru_cache(maxsize=None)(self._sha256)
        self.names = lru_cache(maxsize=256)(self._names)
        self.present_in_view = lru_cache(maxsize=None)(self._present_in_view)

    def exists(self, path: str) -> bool:
        """Whether a file is there and holds something."""
        file = self.root / path
        return file.is_file() and file.stat().st_size > 0

    def _json(self, path: str) -> Any:
        return read_json(self.root / path)

    def _sha256(self, path: str) -> str:
        return sha256_file(self.root / path)

    def _names(self, path: str) -> dict[str, int]:
        with np.load(self.root / path, allow_pickle=False) as archive:
            return {str(name): i for i, name in enumerate(archive["names"]) if i}

    def picture(self, path: str) -> Picture:
        """RGB (H, W, 3) or RGBA (H, W, 4); grey becomes RGB."""
        data = cv2.imread(str(self.root / path), cv2.IMREAD_UNCHANGED)
        if data is None:
            raise OSError(f"{path} is no readable picture")
        if data.ndim == 2:
            return np.repeat(np.asarray(data, np.uint8)[..., None], 3, axis=2)
        return np.ascontiguousarray(data[..., [2, 1, 0, 3][: data.shape[2]]], dtype=np.uint8)

    def view_layers(self, path: str) -> tuple[Ids, Ids]:
        """Layers `instance` and `glass` (H, W) of a view's id file."""
        with np.load(self.root / path, allow_pickle=False) as archive:
            return archive["instance"], archive["glass"]

    def _present_in_view(self, path: str) -> dict[int, int]:
        """Instance -> its pixels in both layers of a view's id file together."""
        layers = self.view_layers(path)
        counts: dict[int, int] = {}
        for layer in layers:
            for number, pixels in enumerate(np.bincount(layer.ravel())):
                if pixels:
                    counts[number] = counts.get(number, 0) + int(pixels)
        return counts

    def video_mask(self, path: str, frame: int, instance_id: int) -> NDArray[np.bool_]:
        """Pixels (H, W) of an instance in a frame of a video's id file, in either layer.

        Raises IndexError for a frame that the file does not hold.
        """
        first = self._group(path, "gop_000000")
        if first is None:
            raise IndexError("the id file holds no frames")
        group, offset = divmod(frame, len(first))
        solid, glass = self._group(path, f"gop_{group:06d}"), self._group(path, f"glass_{group:06d}")
        if solid is None or offset >= len(solid):
            raise IndexError(f"the id file holds no frame {frame}")
        mask: NDArray[np.bool_] = solid[offset] == instance_id
        return mask if glass is None else mask | (glass[offset] == instance_id)

    def _group(self, path: str, key: str) -> Ids | None:
        if (path, key) in self._groups:
            self._groups.move_to_end((path, key))
            return self._groups[path, key]
        with np.load(self.root / path, allow_pickle=False) as archive:
            value = archive[key] if key in archive.files else None
        self._groups[path, key] = value
        while len(self._groups) > GROUPS_KEPT:
            self._groups.popitem(last=False)
        return value

    def frame(self, path: str, frame: int) -> Picture:
        """A decoded video frame, RGB (H, W, 3); OSError when it cannot be decoded."""
        capture = cv2.VideoCapture(str(self.root / path))
        try:
            capture.set(cv2.CAP_PROP_POS_FRAMES, frame)
            ok, data = capture.read()
        finally:
            capture.release()
        if not ok:
            raise OSError(f"{path} has no readable frame {frame}")
        return np.ascontiguousarray(np.asarray(data, np.uint8)[..., ::-1])


def beside(path: str, suffix: str) -> str:
    """The file of another kind beside one: `video/exploration_0.mp4` -> `video/exploration_0<suffix>`."""
    return str(PurePosixPath(path).with_suffix("")) + suffix
