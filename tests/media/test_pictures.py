"""PNG files: exact, deterministic, without metadata, atomic."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
import pytest

from gstgen.errors import RunError
from gstgen.media.pictures import encode_png, read_png, write_png


def chunk_types(data: bytes) -> list[bytes]:
    position, types = 8, []
    while position < len(data):
        (length,) = struct.unpack(">I", data[position : position + 4])
        types.append(data[position + 4 : position + 8])
        position += 12 + length
    return types


@pytest.mark.parametrize("shape", [(20, 30), (20, 30, 3), (20, 30, 4), (1, 1, 3), (700, 900, 3)])
def test_round_trip_without_metadata(tmp_path: Path, shape: tuple[int, ...]) -> None:
    picture = np.random.default_rng(3).integers(0, 256, shape, dtype=np.uint8)
    write_png(tmp_path / "p.png", picture)
    data = (tmp_path / "p.png").read_bytes()
    assert np.array_equal(read_png(tmp_path / "p.png"), picture)
    assert set(chunk_types(data)) == {b"IHDR", b"IDAT", b"IEND"}
    assert data == encode_png(picture.copy())
    assert [p.name for p in tmp_path.iterdir()] == ["p.png"]


def test_channel_order_is_rgb(tmp_path: Path) -> None:
    from PIL import Image

    write_png(tmp_path / "p.png", np.full((2, 2, 4), (255, 10, 20, 128), np.uint8))
    assert Image.open(tmp_path / "p.png").getpixel((0, 0)) == (255, 10, 20, 128)


def test_what_is_no_picture_is_refused(tmp_path: Path) -> None:
    for bad in (np.zeros((4, 4), np.float32), np.zeros((4, 4, 2), np.uint8), np.zeros(4, np.uint8)):
        with pytest.raises(ValueError, match="a picture is uint8"):
            encode_png(bad)
    (tmp_path / "p.png").write_bytes(b"not a picture")
    with pytest.raises(RunError, match="not a picture"):
        read_png(tmp_path / "p.png")
