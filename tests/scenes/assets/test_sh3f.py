"""Traps of Sweet Home 3D libraries and of OBJ files, on tiny libraries made by hand."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from gstgen.errors import RequestError
from gstgen.scenes.assets import artist
from gstgen.scenes.assets.artist_material import mute_red
from gstgen.scenes.assets.artist_model import ArtistModel, load
from gstgen.scenes.assets.mtl import parse_mtl
from gstgen.scenes.assets.obj import parse_obj
from gstgen.scenes.assets.sh3f import Library, parse_properties

CUBE = """mtllib thing.mtl
v 0 0 0
v 2 0 0
v 2 1 0
v 0 1 0
v 0 0 4
v 2 0 4
v 2 1 4
v 0 1 4
vt 0 0
vt 1 0
vt 1 1
vt 0 1
usemtl front
f 5/1 6/2 7/3 8/4
usemtl rest
f -8 -5 -6 -7
f 1 2 6 5
f 4 8 7 3
f 1 5 8 4
f 2 3 7 6
"""
MTL = "newmtl front\nKd 0 0 0\nmap_Kd Wood.JPG\nnewmtl rest\nKd 0.01 0.01 0.01\nKs 0 0 0\n"
CATALOGUE = """id#1=Maker#thing
name#1=Caf\xe9 \\u00fcber
model#1=/maker/thing/thing.obj
width#1=100
depth#1=60
height#1=80
"""


def jpeg() -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (40, 20), (120, 90, 60)).save(buffer, "JPEG")
    return buffer.getvalue()


def library(
    tmp_path: Path, files: dict[str, bytes | str], catalogue: str = CATALOGUE, encoding: str = "latin-1"
) -> Library:
    path = tmp_path / "lib.sh3f"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("PluginFurnitureCatalog.properties", catalogue.encode(encoding))
        for name, data in files.items():
            archive.writestr(name, data)
    return Library(path)


def full(tmp_path: Path, **changes: bytes | str) -> Library:
    files: dict[str, bytes | str] = {"thing.obj": CUBE, "thing.mtl": MTL, "wood.jpg": jpeg()}
    files.update({k.replace("_", "."): v for k, v in changes.items()})
    return library(tmp_path, {f"maker/thing/{k}": v for k, v in files.items() if v})


def by_name(model: ArtistModel) -> dict[str, tuple]:
    return {m.name: (m, s) for m, s in model.surfaces}


def test_catalogue_size_front_and_textures(tmp_path: Path) -> None:
    model = load(full(tmp_path), "Maker#thing", 0.0, False)
    parts = by_name(model)
    material, front = parts["front"]
    # Front is +Z of the file and +x of the object; the picture is found in spite of its case, its Kd 0 is ignored.
    assert np.allclose(front.vertices[:, 0], 0.3, atol=1e-6)
    assert np.allclose(front.normals, [1, 0, 0], atol=1e-6)
    assert material.color == (1.0, 1.0, 1.0)
    assert model.textures[material.texture].shape == (20, 40, 4)
    # u grows to the viewer's right, which is the object's left (+y); v grows upwards.
    assert front.uvs[np.argmax(front.vertices[:, 1]), 0] == 1.0
    assert front.uvs[np.argmax(front.vertices[:, 2]), 1] == 1.0
    everything = np.concatenate([s.vertices for _, s in model.surfaces])
    assert np.allclose(np.ptp(everything, axis=0), [0.6, 1.0, 0.8])
    # Near-black flat colours are raised so that shading shows.
    assert 0.1 < max(parts["rest"][0].color) < 0.2


def test_front_fix_turns_the_model(tmp_path: Path) -> None:
    _, front = by_name(load(full(tmp_path), "Maker#thing", 180.0, False))["front"]
    assert np.allclose(front.vertices[:, 0], -0.3, atol=1e-6)


def test_model_rotation_comes_before_the_size(tmp_path: Path) -> None:
    # A quarter turn about the vertical: what was X becomes Z, and the front face looks to the side.
    turned = CATALOGUE + "modelRotation#1=0 0 -1 0 1 0 1 0 0\n"
    lib = library(tmp_path, {"maker/thing/thing.obj": CUBE}, turned)
    model = load(lib, "Maker#thing", 0.0, False)
    everything = np.concatenate([s.vertices for _, s in model.surfaces])
    assert np.allclose(np.ptp(everything, axis=0), [0.6, 1.0, 0.8])


def test_names_in_latin1_utf8_and_escapes(tmp_path: Path) -> None:
    for encoding in ("latin-1", "utf-8"):
        assert library(tmp_path, {}, encoding=encoding).entries["Maker#thing"].name == "Caf\xe9 \xfcber"
    text = b"# comment\n! note\nkey : value\nlong=one \\\n   two\nempty=\n"
    assert parse_properties(text) == {"key": "value", "long": "one two", "empty": ""}


def test_missing_mtl_and_missing_texture_still_load(tmp_path: Path) -> None:
    assert load(full(tmp_path, thing_mtl=""), "Maker#thing", 0.0, False).triangle_count == 12
    model = load(full(tmp_path, wood_jpg=""), "Maker#thing", 0.0, False)
    assert by_name(model)["front"][0].texture is None
    assert load(full(tmp_path, wood_jpg="not a picture"), "Maker#thing", 0.0, False).textures == {}


def test_alpha_panes_mirrors_and_invisible_materials(tmp_path: Path) -> None:
    obj = CUBE.replace("usemtl rest", "g sweethome3d_window_mirror_1\nusemtl rest")
    mtl = MTL.replace("Kd 0 0 0\nmap_Kd Wood.JPG", "Kd 0.5 0.6 0.7\nTr 0.6")
    parts = by_name(load(full(tmp_path, thing_obj=obj, thing_mtl=mtl), "Maker#thing", 0.0, False))
    assert parts["front"][0].kind == "glass"
    assert parts["front"][0].alpha == pytest.approx(0.4)
    assert parts["rest"][0].kind == "mirror"
    pane = CUBE.replace("usemtl front", "g sweethome3d_window_pane_left\nusemtl front")
    assert by_name(load(full(tmp_path, thing_obj=pane), "Maker#thing", 0.0, False))["front"][0].kind == "glass"
    hidden = MTL.replace("Kd 0 0 0\nmap_Kd Wood.JPG", "Kd 1 1 1\nd 0.001")
    assert set(by_name(load(full(tmp_path, thing_mtl=hidden), "Maker#thing", 0.0, False))) == {"rest"}


def test_built_in_names_without_mtl_have_colours(tmp_path: Path) -> None:
    model = load(
        full(tmp_path, thing_obj=CUBE.replace("usemtl rest", "usemtl amber"), thing_mtl=""), "Maker#thing", 0.0, False
    )
    r, _, b = by_name(model)["amber"][0].color
    assert r > b + 0.2


def test_flat_model_becomes_two_sheets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lib = full(tmp_path, thing_obj="v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\nusemtl rest\nf 4 3 2 1\n")
    model = load(lib, "Maker#thing", 0.0, False)
    assert model.size_m[2] == 0
    monkeypatch.setattr(artist, "_model", lambda *_: model)
    geometry = artist.SceneGeometry()
    parts = artist.parts({"library": "lib", "key": "Maker#thing"}, (0.5, 0.7, 0.02), geometry)
    points = np.concatenate([p.vertices for p in parts])
    assert np.allclose(np.ptp(points, axis=0), [0.5, 0.7, 0.02], atol=1e-6)


def test_saturated_red_is_muted() -> None:
    muted = mute_red(np.array([[1.0, 0.0, 0.0], [0.2, 0.4, 0.8], [0.7, 0.5, 0.3]]))
    assert muted[0, 1] > 0.35
    assert np.allclose(muted[1:], [[0.2, 0.4, 0.8], [0.7, 0.5, 0.3]])


def test_damaged_and_incomplete_libraries_are_wrong_requests(tmp_path: Path) -> None:
    broken = tmp_path / "broken.sh3f"
    broken.write_bytes(b"PK not a zip")
    with pytest.raises(RequestError, match="not a readable furniture library"):
        Library(broken)
    with pytest.raises(RequestError, match="no member"):
        load(library(tmp_path, {}), "Maker#thing", 0.0, False)
    with pytest.raises(RequestError, match="no such model"):
        load(full(tmp_path), "Maker#other", 0.0, False)
    with pytest.raises(RequestError, match="cannot be read"):
        load(full(tmp_path, thing_obj="v 0 0 0\n"), "Maker#thing", 0.0, False)
    lib = full(tmp_path)
    data = bytearray(lib.path.read_bytes())
    start = data.index(b"v 0 0 0")
    data[start : start + 40] = b"x" * 40
    lib.path.write_bytes(bytes(data))
    with pytest.raises(RequestError, match="damaged"):
        load(Library(lib.path), "Maker#thing", 0.0, False)


def test_concave_polygons_are_cut_into_ears() -> None:
    # A U: a fan from the first corner would fill its notch.
    u = "v 0 0 0\nv 3 0 0\nv 3 3 0\nv 2 3 0\nv 2 1 0\nv 1 1 0\nv 1 3 0\nv 0 3 0\nf 1 2 3 4 5 6 7 8\n"
    mesh = parse_obj(u.encode())
    a, b, c = (mesh.positions[mesh.corners[:, i, 0]] for i in range(3))
    areas = np.cross(b - a, c - a)[:, 2] / 2
    assert areas.sum() == pytest.approx(7.0)
    assert (areas > 0).all()
    dart = "v 0 0 0\nv 4 0 0\nv 1 1 0\nv 0 4 0\nf 1 2 3 4\n"
    mesh = parse_obj(dart.encode())
    a, b, c = (mesh.positions[mesh.corners[:, i, 0]] for i in range(3))
    assert (np.cross(b - a, c - a)[:, 2] > 0).all()


def test_corner_forms_negative_indices_and_joined_lines() -> None:
    text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvn 0 0 1\nf 1 2 \\\n3\n"
    text += "f 1/1 2/1 3/1\nf 1//1 2//1 3//1\nf -3/-1/-1 -2/1/1 3/1/1\n"
    mesh = parse_obj(text.encode())
    assert mesh.corners[:, :, 0].tolist() == [[0, 1, 2]] * 4
    assert (mesh.corners[0, :, 1:] == -1).all()
    assert (mesh.corners[3] == [[0, 0, 0], [1, 0, 0], [2, 0, 0]]).all()
    relative = "v 9 9 9\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\nv 5 5 5\n"
    assert parse_obj(relative.encode()).corners[0, :, 0].tolist() == [1, 2, 3]
    with pytest.raises(ValueError, match="vertices exist"):
        parse_obj(b"v 0 0 0\nf 1 2 3\n")


def test_mtl_survives_bad_numbers_and_tabs() -> None:
    found, unread = parse_mtl(
        b"Kd 1 1 1\nnewmtl a b\nKd\t0.1 0.2 0.3\nKs x y z\nd none\nNs 40\nmap_Kd -s 2 2 1 old wood.jpg\n"
    )
    assert unread == 2
    assert found["a b"].diffuse == (0.1, 0.2, 0.3)
    assert found["a b"].opacity == 1.0
    assert found["a b"].shininess == 40.0
    assert found["a b"].picture == "-s 2 2 1 old wood.jpg"
