"""Artist models of the Debian package `sweethome3d-furniture`: which there are, choice, triangles, credits."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from gstgen.errors import RequestError
from gstgen.scenes.assets.artist_model import SOURCE, ArtistModel, load
from gstgen.scenes.assets.parametric.surface import unit
from gstgen.scenes.assets.sh3f import Library
from gstgen.scenes.mesh import MeshPart, SceneGeometry

FOLDER = Path("/usr/share/sweethome3d/furniture")
# Widest ratio between the scales of two axes when a model is stretched to a box; more looks squashed.
MAX_STRETCH = 1.35
_LAMPS = re.compile(r"lamp|light|chandelier")


@dataclass(frozen=True)
class ArtistRow:
    """A curated model: categories it may serve, catalogue key, native size (front, left, up), credits."""

    categories: tuple[str, ...]
    library: str
    key: str
    name: str
    size_m: tuple[float, float, float]
    licence: str
    creator: str
    front_fix_deg: float
    look: int

    def reference(self) -> dict[str, Any]:
        """What scene.json keeps."""
        return {
            "source": SOURCE,
            "library": self.library,
            "key": self.key,
            "name": self.name,
            "licence": self.licence,
            "creator": self.creator,
        }


@lru_cache(maxsize=1)
def curated() -> tuple[ArtistRow, ...]:
    """The rows of furniture.csv in file order."""
    text = resources.files("gstgen.scenes.assets").joinpath("furniture.csv").read_text(encoding="utf-8")
    rows = []
    for r in csv.DictReader(text.splitlines()):
        size = (float(r["depth_cm"]) / 100, float(r["width_cm"]) / 100, float(r["height_cm"]) / 100)
        categories = tuple(r["category"].split())
        rows.append(
            ArtistRow(
                categories,
                r["library"],
                r["key"],
                r["name"],
                size,
                r["licence"],
                r["creator"],
                float(r["front_fix_deg"]),
                int(r["look"]),
            )
        )
    return tuple(rows)


def installed() -> bool:
    """Whether any curated library is there."""
    return any((FOLDER / f"{library}.sh3f").is_file() for library in {row.library for row in curated()})


def require(source: str) -> None:
    """RequestError when a source is unknown or not installed."""
    if source != SOURCE:
        raise RequestError(f"unknown furniture source {source!r}; known: {SOURCE}")
    if not installed():
        raise RequestError(f"furniture library {SOURCE} is not installed; run: apt-get install {SOURCE}")


def stretch_ratio(native_m: tuple[float, float, float], size_m: tuple[float, float, float]) -> float:
    """Largest over smallest scale of the axes when a native box is stretched to a wanted one."""
    scale = np.asarray(size_m) / np.maximum(np.asarray(native_m), 1e-6)
    return float(scale.max() / max(float(scale.min()), 1e-9))


def choose(category: str, size_m: tuple[float, float, float], generator: np.random.Generator) -> ArtistRow | None:
    """One of the installed models of a category that fits the box; the best looking ones where there are some."""
    fitting = [
        row
        for row in curated()
        if category in row.categories
        and stretch_ratio(row.size_m, size_m) <= MAX_STRETCH
        and (FOLDER / f"{row.library}.sh3f").is_file()
    ]
    best = [row for row in fitting if row.look == 2] or [row for row in fitting if row.look == 1]
    return best[int(generator.integers(len(best)))] if best else None


@lru_cache(maxsize=8)
def _library(path: Path) -> Library:
    return Library(path)


def _row(asset: dict[str, Any]) -> ArtistRow:
    for row in curated():
        if row.library == asset.get("library") and row.key == asset.get("key"):
            return row
    raise RequestError(f"furniture model {asset.get('key')!r} of {asset.get('library')!r} is not in the curated list")


@lru_cache(maxsize=512)
def _model(library: str, key: str) -> ArtistModel:
    path = FOLDER / f"{library}.sh3f"
    if not path.is_file():
        raise RequestError(f"{path} is not installed, but the scene uses it; run: apt-get install {SOURCE}")
    row = _row({"library": library, "key": key})
    lamp = any(_LAMPS.search(category) for category in row.categories)
    return load(_library(path), key, row.front_fix_deg, lamp)


def parts(asset: dict[str, Any], size_m: tuple[float, float, float], geometry: SceneGeometry) -> list[MeshPart]:
    """Object-frame triangles of a reference, stretched to the size; a model without thickness becomes two sheets."""
    model = _model(str(asset.get("library")), str(asset.get("key")))
    wanted = np.asarray(size_m)
    everything = np.concatenate([s.vertices for _, s in model.surfaces])
    lower, upper = everything.min(0), everything.max(0)
    flat = model.size_m <= 0
    scale = np.where(flat, 1.0, wanted / np.where(flat, 1.0, upper - lower))
    sheets = [np.zeros(3)] if not flat.any() else [np.where(flat, wanted / 2, 0.0), np.where(flat, -wanted / 2, 0.0)]
    out = []
    for material, surface in model.surfaces:
        if material.texture is not None:
            geometry.textures.setdefault(material.texture, model.textures[material.texture])
        vertices = (surface.vertices - (lower + upper) / 2) * scale
        normals = unit(surface.normals / scale)
        for offset in sheets:
            arrays = (vertices + offset).astype(np.float32), normals.astype(np.float32), surface.uvs.astype(np.float32)
            out.append(MeshPart(geometry.material(material), *arrays, surface.faces.astype(np.int32)))
    return out


def credit(asset: dict[str, Any]) -> str:
    """One line of attribution."""
    row = _row(asset)
    return f"{row.name} ({row.key}) by {row.creator}, {row.licence}, from the Debian package {SOURCE} ({row.library})"
