"""Id images of a video in one `.npz`: `names`, then `gop_000000`, ... (frames, H, W) uint32 each, and for groups with
glass in front of something `glass_000000`, ... of the same shape.

A group is compressed where it is rendered and only appended here. The bytes depend on the arrays alone.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

import numpy as np
from numpy.typing import NDArray

from gstgen.errors import RunError

DEFLATE_LEVEL = 1
# 1980-01-01 00:00 in the zip format: the earliest date there is.
ZIP_DATE = 0x21
ZIP_VERSION = 20
ZIP_DEFLATED = 8
LOCAL_HEADER = struct.Struct("<4s5H3L2H")
CENTRAL_HEADER = struct.Struct("<4s6H3L5H2L")
END_RECORD = struct.Struct("<4s4H2LH")
LIMIT = 2**32 - 1


@dataclass(frozen=True)
class PackedArray:
    """A deflated `.npy` file: its bytes, checksum and size before compression."""

    data: bytes
    crc: int
    size: int


def pack_array(array: NDArray[np.generic]) -> PackedArray:
    """Compress an array for `IdVideoWriter` (callable in any process)."""
    array = np.ascontiguousarray(array)
    buffer = io.BytesIO()
    np.lib.format.write_array_header_1_0(buffer, np.lib.format.header_data_from_array_1_0(array))
    header, body = buffer.getvalue(), array.reshape(-1).view(np.uint8).data
    deflate = zlib.compressobj(DEFLATE_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    data = b"".join([deflate.compress(header), deflate.compress(body), deflate.flush()])
    return PackedArray(data, zlib.crc32(body, zlib.crc32(header)), len(header) + len(body))


class IdVideoWriter:
    """Appends packed arrays to an `.npz` file; use as a context manager.

    The standard zip writer cannot take data that is compressed already. Sizes are limited to 4 GiB an archive.
    """

    def __init__(self, path: Path, names: Sequence[str]) -> None:
        self._path = path
        self._stream = path.open("wb")
        # Name, (checksum, compressed size, size) and offset of what was written.
        self._entries: list[tuple[bytes, tuple[int, int, int], int]] = []
        self._append("names", pack_array(np.array(names, dtype=np.str_)))

    def add(self, index: int, instance: PackedArray, glass: PackedArray | None) -> None:
        """Append the layers of a group of pictures; `glass` is None where the layer is empty."""
        self._append(f"gop_{index:06d}", instance)
        if glass is not None:
            self._append(f"glass_{index:06d}", glass)

    def _append(self, name: str, packed: PackedArray) -> None:
        offset = self._stream.tell()
        encoded = f"{name}.npy".encode("ascii")
        if offset + len(packed.data) + LOCAL_HEADER.size + len(encoded) > LIMIT or packed.size > LIMIT:
            raise RunError(f"{self._path.name} would exceed 4 GiB; film shorter trajectories")
        sizes = (packed.crc, len(packed.data), packed.size)
        header = LOCAL_HEADER.pack(b"PK\3\4", ZIP_VERSION, 0, ZIP_DEFLATED, 0, ZIP_DATE, *sizes, len(encoded), 0)
        self._stream.write(header + encoded + packed.data)
        self._entries.append((encoded, sizes, offset))

    def close(self) -> None:
        """Write the directory that makes the archive readable."""
        start = self._stream.tell()
        for name, sizes, offset in self._entries:
            fields = (ZIP_VERSION, ZIP_VERSION, 0, ZIP_DEFLATED, 0, ZIP_DATE, *sizes, len(name), 0, 0, 0, 0, 0, offset)
            self._stream.write(CENTRAL_HEADER.pack(b"PK\1\2", *fields) + name)
        count, size = len(self._entries), self._stream.tell() - start
        if start + size > LIMIT or count > 0xFFFF:
            raise RunError(f"{self._path.name} would exceed the limits of a zip file; film shorter trajectories")
        self._stream.write(END_RECORD.pack(b"PK\5\6", 0, 0, count, count, size, start, 0))
        self._stream.close()

    def __enter__(self) -> IdVideoWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self.close()
        else:
            self._stream.close()


class IdVideo:
    """Reads the id images of a video; keeps one group of pictures in memory."""

    def __init__(self, path: Path) -> None:
        try:
            self._archive = np.load(path, allow_pickle=False)
        except (OSError, ValueError, zipfile.BadZipFile) as error:
            raise RunError(f"cannot read the id images {path}: {error}") from error
        self._groups = sorted(key for key in self._archive.files if key.startswith("gop_"))
        self._cached: dict[str, NDArray[np.uint32]] = {}
        self.names: list[str] = self._archive["names"].tolist()
        """Index = id, entry 0 is empty (nothing)."""

    def frame(self, index: int, gop: int) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
        """The `instance` and `glass` layers (H, W) of a frame; `gop` is the number of frames of a group."""
        number, offset = divmod(index, gop)
        key = f"gop_{number:06d}"
        if key not in self._groups:
            raise RunError(f"the id images have no frame {index}")
        if key not in self._cached:
            glass_key = f"glass_{number:06d}"
            instance = self._archive[key]
            glass = self._archive[glass_key] if glass_key in self._archive.files else np.zeros_like(instance)
            self._cached = {key: instance, "glass": glass}
        return self._cached[key][offset], self._cached["glass"][offset]

    def close(self) -> None:
        """Close the file."""
        self._archive.close()
