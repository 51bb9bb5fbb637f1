"""Damaged furniture libraries: named in one line or worked around and told, never a traceback, never silent."""

from __future__ import annotations

import io
import zipfile
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from gstgen.errors import RequestError
from gstgen.geometry.boxes import OrientedBox
from gstgen.randomness import rng
from gstgen.scenes.assets import artist, library, sources
from gstgen.scenes.assets.mtl import parse_mtl
from gstgen.scenes.assets.obj import parse_obj
from gstgen.scenes.assets.sh3f import Library
from gstgen.scenes.mesh import SceneGeometry
from gstgen.scenes.model import SceneObject

SOURCE = "sweethome3d"
SOFA = next(row for row in artist.curated() if row.key == "eTeks#sofa")
BOX = """mtllib box.mtl
v 0 0 0
v 2 0 0
v 2 1 0
v 0 1 0
v 0 0 1
v 2 0 1
v 2 1 1
v 0 1 1
vt 0 0
vt 1 0
vt 1 1
usemtl cloth
f 5/1 6/2 7/3 8/3
f 1/1 4/2 3/3 2/3
f 1 2 6 5
f 4 8 7 3
f 1 5 8 4
f 2 3 7 6
"""
MTL = "newmtl cloth\nKd 0.5 0.5 0.6\nmap_Kd cloth.png\n"
FOLDER = "com/eteks/sweethome3d/io"
CATALOGUE = f"""name=Test models
version=3
id#1={SOFA.key}
name#1=Sofa
model#1=/{FOLDER}/box.obj
width#1=147
depth#1=87
height#1=87
"""


def png(size: tuple[int, int] = (8, 8)) -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", size, (120, 90, 160)).save(buffer, "PNG")
    return buffer.getvalue()


def png_header(width: int, height: int) -> bytes:
    """A picture that says to be huge, without its pixels."""
    header = width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\x02\0\0\0"
    chunks = [(b"IHDR", header), (b"IDAT", zlib.compress(b"")), (b"IEND", b"")]
    parts = [len(d).to_bytes(4, "big") + t + d + zlib.crc32(t + d).to_bytes(4, "big") for t, d in chunks]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where libraries are looked for; nothing of the machine's own is seen."""
    monkeypatch.setattr(sources, "FOLDERS", (tmp_path,))
    sources.opened.cache_clear()
    artist._loaded.cache_clear()
    return tmp_path


def write(folder: Path, catalogue: str = CATALOGUE, **files: bytes | str | None) -> Path:
    """A jar with one sofa; files by the name of their kind, None leaves one out."""
    members: dict[str, bytes | str | None] = {"obj": BOX, "mtl": MTL, "png": png(), **files}
    names = {"obj": "box.obj", "mtl": "box.mtl", "png": "cloth.png"}
    path = folder / "sweethome3d.jar"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(f"{FOLDER}/DefaultFurnitureCatalog.properties", catalogue)
        for kind, data in members.items():
            if data is not None:
                archive.writestr(f"{FOLDER}/{names[kind]}", data)
    return path


def choose() -> artist.ArtistRow | None:
    return artist.choose("sofa", SOFA.size_m, rng(1, "test"), [SOURCE])


def sofa(count: int = 1) -> list[SceneObject]:
    box = OrientedBox.create((0, 0, 0), SOFA.size_m)
    return [SceneObject(f"sofa_a_{k}", "sofa", "a", box, None, "floor", SOFA.reference()) for k in range(count)]


def triangles() -> int:
    return sum(len(p.faces) for p in library.object_parts(sofa()[0], SceneGeometry()))


def test_a_sound_library_has_nothing_to_tell_of_its_sofa(folder: Path) -> None:
    write(folder)
    assert choose() is not None
    assert triangles() == 12
    assert [line for line in library.remarks(sofa(), [SOURCE]) if repr(SOFA.key) in line] == []
    assert "from Test models 3 in the Debian package" in library.credits(sofa())[0]


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 no zip at all", b"\0" * 5000])
def test_a_file_that_is_no_zip_is_named(folder: Path, content: bytes) -> None:
    (folder / "sweethome3d.jar").write_bytes(content)
    with pytest.raises(RequestError, match=r"sweethome3d.jar: not a readable furniture library .* reinstall") as error:
        choose()
    assert "\n" not in str(error.value)


def test_a_truncated_library_is_named(folder: Path) -> None:
    data = write(folder).read_bytes()
    for share in (0.2, 0.6, 0.95):
        (folder / "sweethome3d.jar").write_bytes(data[: int(share * len(data))])
        sources.opened.cache_clear()
        with pytest.raises(RequestError, match=r"sweethome3d.jar: not a readable furniture library"):
            choose()


def test_a_zip_without_a_catalogue_is_named(folder: Path) -> None:
    with zipfile.ZipFile(folder / "sweethome3d.jar", "w") as archive:
        archive.writestr("readme.txt", "hello")
    with pytest.raises(RequestError, match=r"no PluginFurnitureCatalog.properties inside, so no furniture library"):
        choose()


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("width#1=147\n", "", "no width"),
        ("model#1", "nodel#1", "no model"),
        ("width#1=147", "width#1=wide", "could not convert"),
        ("width#1=147", "width#1=-147", "width -147 cm"),
        ("depth#1=87", "depth#1=nan", "depth nan cm"),
        ("height#1=87", "height#1=inf", "height inf cm"),
        ("height#1=87", "height#1=0", "height 0 cm"),
        ("version=3", "modelRotation#1=1 0 0 0 1 0 0 0", "cannot reshape"),
        ("version=3", "modelRotation#1=1 0 0 0 nan 0 0 0 1", "no rotation"),
        ("version=3", "modelRotation#1=1 0 0 1 0 0 0 0 1", "no rotation"),
        ("box.obj", "ghost.obj", "no file"),
        (f"id#1={SOFA.key}", "id#1=eTeks#other", "not in this version"),
    ],
)
def test_bad_entries_are_not_chosen_but_told(folder: Path, old: str, new: str, reason: str) -> None:
    write(folder, CATALOGUE.replace(old, new))
    assert choose() is None
    told = [line for line in library.remarks([], [SOURCE]) if f"{SOFA.key!r} cannot be used" in line]
    assert len(told) == 1
    assert reason in told[0]
    # A scene that names it all the same is refused in one line.
    with pytest.raises(RequestError, match="reinstall") as error:
        triangles()
    assert "\n" not in str(error.value)


def test_a_package_that_lacks_a_library_is_told_in_one_line(folder: Path) -> None:
    (folder / "furniture").mkdir()
    for name in ("Scopia", "KatorLegaz", "BlendSwap-CC-0"):
        write(folder).rename(folder / "furniture" / f"{name}.sh3f")
    lines = library.remarks([], ["sweethome3d-furniture"])
    assert [line for line in lines if "CC-BY" in line] == [
        "sweethome3d-furniture: its library BlendSwap-CC-BY is not installed"
    ]


def test_changed_bytes_of_a_model_are_named(folder: Path) -> None:
    path = write(folder)
    data = bytearray(path.read_bytes())
    start = data.index(b"v 2 1 1")
    data[start : start + 7] = b"v 9 9 9"
    path.write_bytes(bytes(data))
    with pytest.raises(RequestError, match=r"member '.*box.obj' is damaged .* reinstall"):
        triangles()


def test_an_encrypted_member_is_named(folder: Path) -> None:
    path = write(folder)
    data = bytearray(path.read_bytes())
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.index(mark, data.index(mark) + 1)  # the second member
        data[at + offset] |= 1
    path.write_bytes(bytes(data))
    with pytest.raises(RequestError, match="is damaged"):
        triangles()


@pytest.mark.parametrize(
    "text", ["", "\n\n", "v 0 0 0\n", "hello\nworld\n", "f 1 2 3\n", "v a b c\nf 1 1 1\n", "\0\1\2\xff"]
)
def test_a_model_without_faces_is_named(folder: Path, text: str) -> None:
    write(folder, obj=text.encode("latin-1"))
    with pytest.raises(RequestError, match=r"model '.*box.obj' cannot be read .* reinstall"):
        triangles()


def test_garbage_in_a_model_is_left_out_and_told(folder: Path) -> None:
    bad = "what is this\nf 1 2 99\nf 1 2 x\nf 1 2/3/4/5 3\nf 0 1 2\nv nan 1 2\nf 9 1 2\nf 1 2\nv 3\n%%%\n"
    write(folder, obj=BOX + bad)
    assert triangles() == 12
    (told,) = [line for line in library.remarks(sofa(3), [SOURCE]) if "faces" in line]
    assert told == f"model {SOFA.key!r} of 3 objects: 5 of 12 faces without sound vertices"
    assert any("2 lines that cannot be read" in line for line in library.remarks(sofa(), [SOURCE]))


def test_numbers_are_read_as_python_reads_them() -> None:
    words = ["1", "-1", "+2.5", "3.", ".5", "-0.000001", "1e3", "-2.5E-2", "12345678.9012345678", "0.1", "0", "-0",
             "1_0", "1.2.3", "--1", "e5", "0x1", "nan", "inf", "1d5", "9" * 30]  # fmt: skip
    text = "".join(f"v {word} 0 0\n" for word in words) + "v 0 0 0\nv 1 0 0\nv 0 1 0\nf -1 -2 -3\n"
    found = parse_obj(text.encode()).positions[: len(words), 0]
    for word, number in zip(words, found, strict=True):
        try:
            expected = float(word)
        except ValueError:
            expected = 0.0
        expected = expected if np.isfinite(expected) else 0.0
        assert number == expected, word


def test_missing_and_broken_pictures_give_flat_colours_and_are_told(folder: Path) -> None:
    cases = {
        "no picture cloth.png": None,
        "picture cloth.png cannot be read": b"\x89PNG\r\n\x1a\nnothing",
        "picture cloth.png of 9000x9000 pixels is too large": png_header(9000, 9000),
        "picture cloth.png is too large": png_header(16384, 16384),
    }
    for reason, data in cases.items():
        write(folder, png=data)
        sources.opened.cache_clear()
        artist._loaded.cache_clear()
        geometry = SceneGeometry()
        library.object_parts(sofa()[0], geometry)
        assert geometry.textures == {}
        assert any(reason in line for line in library.remarks(sofa(), [SOURCE])), reason


def test_large_pictures_are_made_smaller(folder: Path) -> None:
    write(folder, png=png((2048, 600)))
    geometry = SceneGeometry()
    library.object_parts(sofa()[0], geometry)
    assert {image.shape for image in geometry.textures.values()} == {(150, 512, 4)}


def test_missing_and_bad_materials_are_told(folder: Path) -> None:
    write(folder, mtl=None)
    assert triangles() == 12
    lines = library.remarks(sofa(), [SOURCE])
    assert any("no material file box.mtl" in line for line in lines)
    assert any("material 'cloth' is not defined" in line for line in lines)
    write(folder, mtl="newmtl cloth\nKd red green\nd nan\nNs\nmap_Kd cloth.png\n")
    sources.opened.cache_clear()
    artist._loaded.cache_clear()
    assert any("2 values of box.mtl that cannot be read" in line for line in library.remarks(sofa(), [SOURCE]))
    assert parse_mtl(b"\xff\xfe\0newmtl\n\0") == ({}, 0)


def test_degenerate_triangles_vanish(folder: Path) -> None:
    flat = "f 1 1 2\nf 1 2 1\nf 3 3 3\n"
    write(folder, obj=BOX + flat + flat)
    assert triangles() == 12


def test_a_catalogue_of_another_encoding_or_of_noise_is_survived(folder: Path) -> None:
    for noise in ("\\u12\n", "=\n", "id#x\n", "id#9=\n", "\\\n", "a\\", "id#7=eTeks#chair\nwidth#7=\n"):
        path = write(folder, CATALOGUE + noise)
        assert SOFA.key in Library(path).entries
