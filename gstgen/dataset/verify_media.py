"""Files that the verification looks into: id images, decoded frames, pictures and JSON, each read once.

What is kept is bounded, so the records of one view or video should be checked one after another.
"""

from __future__ import annotations

import io
import math
import struct
import zipfile
import zlib
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import IO, Any

import cv2
import numpy as np
from numpy.typing import NDArray

from gstgen.dataset.store import read_json, sha256_file
from gstgen.scenes.model import Scene

Ids = NDArray[np.uint32]
Picture = NDArray[np.uint8]
Mask = NDArray[np.bool_]
# What a damaged file raises, depending on where it is damaged.
UNREADABLE = (
    OSError, EOFError, KeyError, TypeError, ValueError, AttributeError, NotImplementedError, RuntimeError, struct.error,
    zipfile.BadZipFile, zlib.error,
)  # fmt: skip
PICTURES_KEPT = 8
VIEWS_KEPT = 2
GROUPS_KEPT = 4
CAPTURES_KEPT = 2
# Decoding on is quicker than a seek for gaps up to this: OpenCV starts at the last key frame before 16 frames earlier.
READ_ON_FRAMES = 26


@dataclass
class _Capture:
    """An open video and the frame that it would read next."""

    reader: cv2.VideoCapture
    following: int = 0


class Media:
    """Reads below one dataset root; paths are the records' own."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._captures: OrderedDict[str, _Capture] = OrderedDict()
        self._expected: dict[str, tuple[set[tuple[int, str]], set[int]]] = {}
        self._present: dict[tuple[str, int], frozenset[int]] = {}
        self._masks: dict[tuple[str, int, int], NDArray[np.uint8]] = {}
        self.picture = lru_cache(maxsize=PICTURES_KEPT)(self._picture)
        self.view_layers = lru_cache(maxsize=VIEWS_KEPT)(self._view_layers)
        self._group = lru_cache(maxsize=GROUPS_KEPT)(self._read_group)
        self._group_shape = lru_cache(maxsize=None)(self._read_group_shape)
        self.json = lru_cache(maxsize=64)(self._json)
        self.sha256 = lru_cache(maxsize=None)(self._sha256)
        self.names = lru_cache(maxsize=256)(self._names)
        self.present_in_view = lru_cache(maxsize=None)(self._present_in_view)

    def exists(self, path: str) -> bool:
        """Whether a file is there and holds something."""
        file = self.root / path
        return file.is_file() and file.stat().st_size > 0

    def size(self, path: str) -> int:
        """Bytes of a file."""
        return (self.root / path).stat().st_size

    def _json(self, path: str) -> Any:
        with _naming(path):
            data = read_json(self.root / path)
            if not isinstance(data, dict):
                raise ValueError("it holds no JSON object")
            return data

    def scene(self, scene_id: str) -> Scene:
        """`scene.json` of a scene, read anew."""
        path = f"scenes/{scene_id}/scene/scene.json"
        with _naming(path):
            return Scene.read(self.root / path)

    def _sha256(self, path: str) -> str:
        with _naming(path):
            return sha256_file(self.root / path)

    def _names(self, path: str) -> dict[str, int]:
        with _naming(path), np.load(self.root / path, allow_pickle=False) as archive:
            return {str(name): i for i, name in enumerate(archive["names"]) if i}

    def _picture(self, path: str) -> Picture:
        """RGB (H, W, 3) or RGBA (H, W, 4), read-only; grey becomes RGB."""
        data = cv2.imread(str(self.root / path), cv2.IMREAD_UNCHANGED)
        if data is None:
            raise OSError(f"{path} is no readable picture")
        if data.ndim == 2:
            code = cv2.COLOR_GRAY2RGB
        else:
            code = cv2.COLOR_BGRA2RGBA if data.shape[2] == 4 else cv2.COLOR_BGR2RGB
        picture = np.asarray(cv2.cvtColor(np.asarray(data, np.uint8), code), np.uint8)
        picture.setflags(write=False)
        return picture

    def _view_layers(self, path: str) -> tuple[Ids, Ids]:
        """Layers `instance` and `glass` (H, W) of a view's id file."""
        with _naming(path), zipfile.ZipFile(self.root / path) as archive:
            return _array(archive, "instance"), _array(archive, "glass")

    def _present_in_view(self, path: str) -> dict[int, int]:
        """Instance -> its pixels in both layers of a view's id file together."""
        layers = self.view_layers(path)
        counts: dict[int, int] = {}
        for layer in layers:
            for number, pixels in enumerate(np.bincount(layer.ravel())):
                if pixels:
                    counts[number] = counts.get(number, 0) + int(pixels)
        return counts

    def expect(self, path: str, masks: Iterable[tuple[int, str]], frames: Iterable[int]) -> None:
        """Name what will be asked of a video's id file: masks by (frame, object id), frames; other files' are dropped.

        Each group of frames is then decoded once, whatever the order of the questions.
        """
        self._expected, self._masks, self._present = {path: (set(masks), set(frames))}, {}, {}

    def video_mask(self, path: str, frame: int, instance_id: int) -> Mask:
        """Pixels (H, W) of an instance in a frame of a video's id file, in either layer.

        Raises IndexError for a frame that the file does not hold.
        """
        _, *shape = self._group_shape(path)
        if (path, frame, instance_id) not in self._masks:
            self._keep_mask(path, frame, instance_id)
            self._keep_expected(path, frame)
        packed = self._masks[path, frame, instance_id]
        return np.unpackbits(packed, count=shape[0] * shape[1]).astype(bool).reshape(shape)

    def present_in_frame(self, path: str, frame: int) -> frozenset[int]:
        """Instances of either layer in a frame of a video's id file; IndexError when there is no such frame."""
        if (path, frame) not in self._present:
            self._keep_present(path, frame)
            self._keep_expected(path, frame)
        return self._present[path, frame]

    def _keep_expected(self, path: str, frame: int) -> None:
        """Look at everything that was expected of the group of a frame while it is decoded."""
        length, names = self._group_shape(path)[0], self.names(path)
        masks, frames = self._expected.get(path, (set(), set()))
        for other in sorted(f for f in frames if f // length == frame // length and (path, f) not in self._present):
            with suppress(IndexError):  # said again to the record that asks for this frame
                self._keep_present(path, other)
        for other, number in sorted((f, names[n]) for f, n in masks if n in names and f // length == frame // length):
            if (path, other, number) not in self._masks:
                with suppress(IndexError):
                    self._keep_mask(path, other, number)

    def _layers_of_frame(self, path: str, frame: int) -> list[Ids]:
        group, offset = divmod(frame, self._group_shape(path)[0])
        solid, glass = self._group(path, f"gop_{group:06d}"), self._group(path, f"glass_{group:06d}")
        if solid is None or offset >= len(solid):
            raise IndexError(f"the id file holds no frame {frame}")
        return [solid[offset]] if glass is None else [solid[offset], glass[offset]]

    def _keep_present(self, path: str, frame: int) -> None:
        layers = self._layers_of_frame(path, frame)
        self._present[path, frame] = frozenset(int(n) for layer in layers for n in np.unique(layer) if n)

    def _keep_mask(self, path: str, frame: int, instance_id: int) -> None:
        first, *others = self._layers_of_frame(path, frame)
        mask: Mask = first == instance_id
        for layer in others:
            mask |= layer == instance_id
        self._masks[path, frame, instance_id] = np.packbits(mask)

    def _read_group(self, path: str, key: str) -> Ids | None:
        with _naming(path), zipfile.ZipFile(self.root / path) as archive:
            return _array(archive, key) if f"{key}.npy" in archive.namelist() else None

    def _read_group_shape(self, path: str) -> tuple[int, ...]:
        """(frames, H, W) of the first group, from its header; all groups but the last are as long."""
        with _naming(path), zipfile.ZipFile(self.root / path) as archive:
            if "gop_000000.npy" not in archive.namelist():
                raise IndexError("the id file holds no frames")
            with archive.open("gop_000000.npy") as member:
                return _header(member)[0]

    def frames(self, path: str, indices: Iterable[int]) -> dict[int, Picture]:
        """Decoded frames by index; see `frame`."""
        return {index: self.frame(path, index) for index in sorted(set(indices))}

    def frame_count(self, path: str) -> int:
        """Frames of a video, as its index has them; OSError when it cannot be opened."""
        return int(self._capture(path).reader.get(cv2.CAP_PROP_FRAME_COUNT))

    def _capture(self, path: str) -> _Capture:
        capture = self._captures.get(path)
        if capture is None:
            # One thread: several would first decode some frames ahead, after every seek.
            reader = cv2.VideoCapture(str(self.root / path), cv2.CAP_FFMPEG, [cv2.CAP_PROP_N_THREADS, 1])
            if not reader.isOpened():
                raise OSError(f"{path} is no readable video")
            capture = self._captures[path] = _Capture(reader)
            while len(self._captures) > CAPTURES_KEPT:
                self._captures.popitem(last=False)[1].reader.release()
        self._captures.move_to_end(path)
        return capture

    def frame(self, path: str, frame: int) -> Picture:
        """A decoded video frame, RGB (H, W, 3); OSError when it cannot be decoded. Quickest in ascending order."""
        capture = self._capture(path)
        if not capture.following <= frame <= capture.following + READ_ON_FRAMES:
            capture.reader.set(cv2.CAP_PROP_POS_FRAMES, frame)
            capture.following = frame
        while capture.following < frame and capture.reader.grab():
            capture.following += 1
        ok, data = capture.reader.read() if capture.following == frame else (False, None)
        if not ok:
            del self._captures[path]
            capture.reader.release()
            raise OSError(f"{path} has no readable frame {frame}")
        capture.following += 1
        return np.asarray(cv2.cvtColor(np.asarray(data), cv2.COLOR_BGR2RGB), np.uint8)


@contextmanager
def _naming(path: str) -> Iterator[None]:
    """What goes wrong while a file is read becomes an OSError that names it; IndexError (no such frame) stays."""
    try:
        yield
    except UNREADABLE as error:
        raise OSError(f"{path} cannot be read ({type(error).__name__}: {error})") from error


def _header(stream: IO[bytes]) -> tuple[tuple[int, ...], bool, np.dtype[Any]]:
    """Shape, whether in Fortran order, and type of the `.npy` array whose values follow in a stream."""
    version = np.lib.format.read_magic(stream)
    read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
    shape, fortran_order, dtype = read(stream)
    return shape, fortran_order, dtype


def _array(archive: zipfile.ZipFile, name: str) -> NDArray[Any]:
    """A plain array of an `.npz`, inflated in one piece and read-only (`np.load` inflates and copies many small ones).

    KeyError when it is not there, ValueError when it does not hold plain numbers.
    """
    data = archive.read(f"{name}.npy")
    stream = io.BytesIO(data)
    shape, fortran_order, dtype = _header(stream)
    values = np.frombuffer(data, dtype, math.prod(shape), stream.tell())
    return values.reshape(shape, order="F" if fortran_order else "C")


def beside(path: str, suffix: str) -> str:
    """The file of another kind beside one: `video/exploration_0.mp4` -> `video/exploration_0<suffix>`."""
    return str(PurePosixPath(path).with_suffix("")) + suffix
