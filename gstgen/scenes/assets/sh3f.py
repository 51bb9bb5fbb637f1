"""Sweet Home 3D furniture libraries (.sh3f zip files): catalogue, OBJ models, materials, textures.

A model is returned in the object frame (+x front, +y left, +z up), centred, in the catalogue's metres. The files are
Y-up with the front at +Z; their own units mean nothing, the catalogue's size is authoritative.
"""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from gstgen.errors import RequestError
from gstgen.scenes.assets.obj import MtlMaterial, ObjMesh, parse_mtl, parse_obj

_CATALOGUE = "PluginFurnitureCatalog.properties"
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


class Library:
    """An opened .sh3f file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._zip = zipfile.ZipFile(path)
        except (OSError, zipfile.BadZipFile) as error:
            raise RequestError(f"{path}: not a readable furniture library ({error}); reinstall the package") from error
        self._members = {name.lower(): name for name in self._zip.namelist()}
        self.entries = self._catalogue()

    def read(self, member: str) -> bytes:
        """Bytes of a member, found without regard to case; RequestError when it is missing or damaged."""
        name = self._members.get(posixpath.normpath(member.replace("\\", "/").lstrip("/")).lower())
        if name is None:
            raise RequestError(f"{self.path}: no member {member!r}; reinstall the package")
        try:
            return self._zip.read(name)
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError) as error:
            raise RequestError(f"{self.path}: member {member!r} is damaged ({error}); reinstall the package") from error

    def find(self, folder: str, reference: str) -> str | None:
        """Member that a file in `folder` refers to, or None: full path, last word (after options), base name."""
        clean = reference.replace("\\", "/").strip()
        words = clean.split()
        for candidate in (clean, words[-1] if words else clean, posixpath.basename(clean)):
            path = posixpath.normpath(posixpath.join(folder, candidate)).lstrip("/").lower()
            if path in self._members:
                return self._members[path]
        return None

    def _catalogue(self) -> dict[str, CatalogueEntry]:
        if _CATALOGUE.lower() not in self._members:
            raise RequestError(f"{self.path}: no {_CATALOGUE} inside; not a furniture library")
        properties = parse_properties(self.read(_CATALOGUE))
        entries = {}
        for name, key in properties.items():
            if not name.startswith("id#"):
                continue
            n = name[3:]
            try:
                turn = properties.get(f"modelRotation#{n}")
                rotation = np.array([float(v) for v in turn.split()]).reshape(3, 3) if turn else np.eye(3)
                width, depth, height = (float(properties[f"{side}#{n}"]) / 100 for side in ("width", "depth", "height"))
                entries[key] = CatalogueEntry(
                    key, properties.get(f"name#{n}", key), properties[f"model#{n}"], width, depth, height, rotation
                )
            except (KeyError, ValueError) as error:
                raise RequestError(f"{self.path}: catalogue entry {key!r} cannot be read ({error})") from error
        return entries

    def entry(self, key: str) -> CatalogueEntry:
        """The entry of a catalogue id."""
        if key not in self.entries:
            raise RequestError(f"{self.path}: no model {key!r} in this library; was it updated? rebuild the scene")
        return self.entries[key]

    def mesh(self, entry: CatalogueEntry) -> tuple[ObjMesh, dict[str, MtlMaterial]]:
        """The parsed model and its materials (none when the MTL is missing)."""
        try:
            mesh = parse_obj(self.read(entry.model))
        except ValueError as error:
            raise RequestError(f"{self.path}: model {entry.model!r} cannot be read ({error})") from error
        folder = posixpath.dirname(entry.model.lstrip("/"))
        materials: dict[str, MtlMaterial] = {}
        for reference in mesh.libraries:
            member = self.find(folder, reference)
            if member is not None:
                materials.update(parse_mtl(self.read(member)))
        return mesh, materials

    def picture(self, entry: CatalogueEntry, reference: str, max_px: int) -> NDArray[np.uint8] | None:
        """A texture (H, W, 4) at most `max_px` on a side; None when the library lacks it or it cannot be decoded."""
        member = self.find(posixpath.dirname(entry.model.lstrip("/")), reference)
        if member is None:
            return None
        try:
            image = Image.open(io.BytesIO(self.read(member)))
            image.draft("RGB", (max_px, max_px))
            rgba = image.convert("RGBA")
        except (OSError, ValueError):
            return None
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
