"""Sweet Home 3D furniture libraries (.sh3f files, the program's jar): catalogue, OBJ models, materials, textures.

A model is returned in the object frame (+x front, +y left, +z up), centred, in the catalogue's metres. The files are
Y-up with the front at +Z; their own units mean nothing, the catalogue's size is authoritative.
"""

from __future__ import annotations

import io
import posixpath
import re
import struct
import warnings
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from gstgen.errors import RequestError
from gstgen.scenes.assets.mtl import MtlMaterial, parse_mtl
from gstgen.scenes.assets.obj import ObjMesh, parse_obj

# Of a library file, and of the program's jar.
_CATALOGUES = ("PluginFurnitureCatalog.properties", "com/eteks/sweethome3d/io/DefaultFurnitureCatalog.properties")
_LARGEST_MEMBER = 256 * 2**20  # bytes; the largest model has 20 MB
_LARGEST_PICTURE = 48 * 10**6  # pixels; the largest texture has 3
_LARGEST_M = 100.0
# What zipfile raises for members that are cut, changed, encrypted or packed in an unknown way.
_DAMAGE = (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, NotImplementedError)
_WAY_OUT = "reinstall the package or leave it out of source.assets"
_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")
# Columns X, Y, Z of the file (right, up, front) -> object x (front), y (left), z (up).
_TO_OBJECT = np.array([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])


@dataclass(frozen=True)
class CatalogueEntry:
    """A piece of a library: width (left-right), depth, height; `rotation` (3x3) turns the model first."""

    key: str
    name: str
    model: str
    width_m: float
    depth_m: float
    height_m: float
    rotation: NDArray[np.float64]

    @property
    def size_m(self) -> NDArray[np.float64]:
        """Front, left, up."""
        return np.array([self.depth_m, self.width_m, self.height_m])


def parse_properties(data: bytes) -> dict[str, str]:
    """Java properties: UTF-8 or Latin-1 text with \\uXXXX escapes; comments, `=` or `:` separators, joined lines."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    entries: dict[str, str] = {}
    for line in re.sub(r"\\\r?\n[ \t]*", "", text).splitlines():
        stripped = line.strip()
        if not stripped or stripped[0] in "#!":
            continue
        match = re.match(r"((?:\\.|[^\\=:\s])+)\s*[=:]?\s*(.*)", stripped)
        if match:
            value = _ESCAPE.sub(lambda m: chr(int(m[1], 16)), match[2])
            entries[re.sub(r"\\(.)", r"\1", match[1])] = re.sub(r"\\([^u])", r"\1", value).strip()
    return entries


def _entry(key: str, number: str, properties: dict[str, str]) -> CatalogueEntry:
    """The catalogue entry with a number; ValueError says what is wrong with it."""

    def value(name: str) -> str:
        if f"{name}#{number}" not in properties:
            raise ValueError(f"no {name}")
        return properties[f"{name}#{number}"]

    sizes = {side: float(value(side)) / 100 for side in ("width", "depth", "height")}
    for side, size in sizes.items():
        if not 0 < size <= _LARGEST_M:
            raise ValueError(f"{side} {value(side)} cm")
    rotation = np.eye(3)
    if properties.get(f"modelRotation#{number}"):
        rotation = np.array([float(v) for v in value("modelRotation").split()]).reshape(3, 3)
        if not np.allclose(rotation @ rotation.T, np.eye(3), atol=0.02):
            raise ValueError("modelRotation is no rotation")
    name = properties.get(f"name#{number}", key)
    return CatalogueEntry(key, name, value("model"), sizes["width"], sizes["depth"], sizes["height"], rotation)


class Library:
    """An opened library. `faults` says of each catalogue key that cannot be used what is wrong with it."""

    def __init__(self, path: Path) -> None:
        """RequestError when the file is no library or damaged as a whole."""
        self.path = path
        try:
            self._zip = zipfile.ZipFile(path)
        except _DAMAGE as error:
            raise RequestError(f"{path}: not a readable furniture library ({error}); {_WAY_OUT}") from error
        self._members = {name.lower(): name for name in self._zip.namelist()}
        self.entries: dict[str, CatalogueEntry] = {}
        self.faults: dict[str, str] = {}
        self.name, self.version = path.name, ""
        self._read_catalogue()

    def _locate(self, member: str) -> str | None:
        return self._members.get(posixpath.normpath(member.replace("\\", "/").lstrip("/")).lower())

    def read(self, member: str) -> bytes:
        """Bytes of a member, found without regard to case; RequestError when it is missing or damaged."""
        name = self._locate(member)
        if name is None:
            raise RequestError(f"{self.path}: no member {member!r}; {_WAY_OUT}")
        try:
            if self._zip.getinfo(name).file_size > _LARGEST_MEMBER:
                raise RequestError(f"{self.path}: member {member!r} is too large; {_WAY_OUT}")
            return self._zip.read(name)
        except _DAMAGE as error:
            raise RequestError(f"{self.path}: member {member!r} is damaged ({error}); {_WAY_OUT}") from error

    def find(self, folder: str, reference: str) -> str | None:
        """Member that a file in `folder` refers to, or None: full path, last word (after options), base name."""
        clean = reference.replace("\\", "/").strip()
        words = clean.split()
        for candidate in (clean, words[-1] if words else clean, posixpath.basename(clean)):
            path = posixpath.normpath(posixpath.join(folder, candidate)).lstrip("/").lower()
            if path in self._members:
                return self._members[path]
        return None

    def _read_catalogue(self) -> None:
        catalogue = next((name for name in _CATALOGUES if name.lower() in self._members), None)
        if catalogue is None:
            raise RequestError(f"{self.path}: no {_CATALOGUES[0]} inside, so no furniture library; {_WAY_OUT}")
        properties = parse_properties(self.read(catalogue))
        self.name, self.version = properties.get("name", self.path.name), properties.get("version", "")
        for name, key in properties.items():
            if name.startswith("id#"):
                try:
                    entry = _entry(key, name[3:], properties)
                except ValueError as error:
                    self.faults[key] = str(error)
                    continue
                if self._locate(entry.model) is None:
                    self.faults[key] = f"no file {entry.model}"
                self.entries[key] = entry

    def entry(self, key: str) -> CatalogueEntry:
        """The entry of a catalogue id; RequestError when there is none that can be read."""
        if key not in self.entries:
            fault = self.faults.get(key, "it has no such model; was it updated? rebuild the scene")
            raise RequestError(f"{self.path}: model {key!r}: {fault}; {_WAY_OUT}")
        return self.entries[key]

    def mesh(self, entry: CatalogueEntry) -> tuple[ObjMesh, dict[str, MtlMaterial], list[str]]:
        """The parsed model, its materials, and remarks on what is missing or damaged in them."""
        try:
            mesh = parse_obj(self.read(entry.model))
        except ValueError as error:
            raise RequestError(f"{self.path}: model {entry.model!r} cannot be read ({error}); {_WAY_OUT}") from error
        folder = posixpath.dirname(entry.model.lstrip("/"))
        materials: dict[str, MtlMaterial] = {}
        remarks = list(mesh.remarks)
        for reference in mesh.libraries:
            member = self.find(folder, reference)
            if member is None:
                remarks.append(f"no material file {reference}")
                continue
            found, unread = parse_mtl(self.read(member))
            materials.update(found)
            if unread:
                remarks.append(f"{unread} values of {reference} that cannot be read")
        return mesh, materials, remarks

    def picture(self, entry: CatalogueEntry, reference: str, max_px: int) -> NDArray[np.uint8]:
        """A texture (H, W, 4) at most `max_px` on a side; ValueError says why there is none."""
        member = self.find(posixpath.dirname(entry.model.lstrip("/")), reference)
        if member is None:
            raise ValueError(f"no picture {reference}")
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # the limit below is lower
                image = Image.open(io.BytesIO(self.read(member)))
            if image.width * image.height > _LARGEST_PICTURE:
                raise ValueError(f"picture {reference} of {image.width}x{image.height} pixels is too large")
            image.draft("RGB", (max_px, max_px))
            rgba = image.convert("RGBA")
        except Image.DecompressionBombError as error:
            raise ValueError(f"picture {reference} is too large") from error
        except (OSError, SyntaxError, EOFError, struct.error, zlib.error) as error:
            raise ValueError(f"picture {reference} cannot be read") from error
        rgba.thumbnail((max_px, max_px), Image.Resampling.BOX)
        return np.asarray(rgba).copy()


def to_object_frame(
    positions: NDArray[np.float64], entry: CatalogueEntry, turn_deg: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Model positions (V, 3) -> object frame without scale, and the linear map (3x3) that normals follow.

    `turn_deg` is the correction of a wrong front, about the vertical, counter-clockwise seen from above.
    """
    c, s = np.round(np.cos(np.radians(turn_deg)), 12), np.round(np.sin(np.radians(turn_deg)), 12)
    turn = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    linear = turn @ _TO_OBJECT @ entry.rotation
    return positions @ linear.T, linear
