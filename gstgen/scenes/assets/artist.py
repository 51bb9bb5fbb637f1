"""Artist models of furniture: which there are, choice, triangles, credits."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gstgen.errors import RequestError
from gstgen.scenes.assets.artist_model import SMALL_M, ArtistModel, load, quarter_turned
from gstgen.scenes.assets.parametric.surface import unit
from gstgen.scenes.assets.sources import SOURCES, available, opened, require
from gstgen.scenes.mesh import MeshPart, SceneGeometry

Size = tuple[float, float, float]
__all__ = [
    "ArtistRow", "available_sources", "choose", "credit", "curated", "installed", "is_artist", "parts", "problems",
    "remarks", "require",
]  # fmt: skip

# Widest scale as a whole, either way; beyond it handles and legs look like a giant's or a doll's.
MAX_SCALE = 1.8
# A side below this share of the longest one, both in the model and where it goes, is a thickness nobody sees.
THIN_SHARE = 0.05
_OK_SHARE = 0.35  # how often a model that looks merely acceptable is drawn, against one that looks good
_LICENCES = {
    "CC0-1.0": "https://creativecommons.org/publicdomain/zero/1.0/",
    "CC-BY-3.0": "https://creativecommons.org/licenses/by/3.0/",
    "CC-BY-3.0-US": "https://creativecommons.org/licenses/by/3.0/us/",
}
_LAMPS = re.compile(r"lamp|light|chandelier")


@dataclass(frozen=True)
class ArtistRow:
    """A curated model: categories it may serve, catalogue key, native size (front, left, up), credits."""

    categories: tuple[str, ...]
    source: str
    library: str
    key: str
    name: str
    size_m: Size
    licence: str
    creator: str
    front_fix_deg: float
    look: int  # 2 good, 1 acceptable
    stretch: float  # widest ratio between the scales of two axes that it bears; more looks squashed
    small: bool  # recognisable with the few triangles of a small thing
    flat_top: bool  # its top lies at the top of its box, so that things stand on it

    def reference(self) -> dict[str, Any]:
        """What scene.json keeps."""
        return {
            "source": self.source,
            "library": self.library,
            "key": self.key,
            "name": self.name,
            "licence": self.licence,
            "creator": self.creator,
        }

    def file(self) -> Path | None:
        """The library's file; None when it is not installed."""
        return SOURCES[self.source].file(self.library)


def _native_size(row: dict[str, str]) -> Size:
    """Front, left, up of a row, after its front was corrected."""
    depth, width, height = (float(row[f"{side}_cm"]) / 100 for side in ("depth", "width", "height"))
    return (width, depth, height) if quarter_turned(float(row["front_fix_deg"])) else (depth, width, height)


@lru_cache(maxsize=1)
def curated() -> tuple[ArtistRow, ...]:
    """The rows of furniture.csv in file order."""
    text = resources.files("gstgen.scenes.assets").joinpath("furniture.csv").read_text(encoding="utf-8")
    source = {library: s.name for s in SOURCES.values() for library in s.libraries}
    return tuple(
        ArtistRow(
            tuple(r["category"].split()),
            source[r["library"]],
            r["library"],
            r["key"],
            r["name"],
            _native_size(r),
            r["licence"],
            r["creator"],
            float(r["front_fix_deg"]),
            int(r["look"]),
            float(r["stretch"]),
            r["small"] == "1",
            r["flat_top"] == "1",
        )
        for r in csv.DictReader(text.splitlines())
    )


@lru_cache(maxsize=1)
def _by_category() -> dict[str, tuple[ArtistRow, ...]]:
    found: dict[str, list[ArtistRow]] = {}
    for row in curated():
        for category in row.categories:
            found.setdefault(category, []).append(row)
    return {category: tuple(rows) for category, rows in found.items()}


def available_sources() -> list[str]:
    """Names of the installed sources, best first."""
    return available()


def installed() -> bool:
    """Whether any source is there."""
    return bool(available())


def is_artist(asset: dict[str, Any]) -> bool:
    """Whether a reference of scene.json names an artist model."""
    return asset.get("source") in SOURCES


def _fault(row: ArtistRow) -> str | None:
    """Why an installed library cannot give a model, as far as its catalogue tells; RequestError when it is damaged."""
    path = row.file()
    if path is None:
        return f"{row.library} is not installed"
    library = opened(path)
    if row.key in library.faults:
        return library.faults[row.key]
    return None if row.key in library.entries else "not in this version of the library"


def problems(sources: Sequence[str]) -> list[str]:
    """A line for each curated model that the installed libraries of some sources lack or describe wrongly.

    Such models are never chosen; a library that is not there at all has one line. RequestError for one that cannot
    be read.
    """
    found, missing = [], dict.fromkeys((source, name) for source in sources for name in SOURCES[source].libraries)
    for row in curated():
        if row.source not in sources:
            continue
        if row.file() is not None:
            missing.pop((row.source, row.library), None)
            fault = _fault(row)
            if fault is not None:
                found.append(f"{row.source}: model {row.key!r} cannot be used: {fault}")
    return [f"{source}: its library {name} is not installed" for source, name in missing] + found


def _scales(native_m: Size, size_m: Size) -> NDArray[np.float64]:
    """The scale of each axis, of those that are more than a thickness."""
    native, size = np.maximum(np.asarray(native_m), 1e-6), np.asarray(size_m)
    thin = (native < THIN_SHARE * native.max()) & (size < THIN_SHARE * size.max())
    return np.asarray((size / native)[~thin])


def _weight(row: ArtistRow, size_m: Size, carries_on_top: bool) -> float:
    """How gladly a model is taken for a box: 0 when it would be distorted or lose its shape."""
    if (max(size_m) < SMALL_M and not row.small) or (carries_on_top and not row.flat_top):
        return 0.0
    scales = _scales(row.size_m, size_m)
    ratio = float(scales.max() / max(float(scales.min()), 1e-9))
    whole = float(np.exp(np.log(np.maximum(scales, 1e-9)).mean()))
    if ratio > row.stretch or not 1 / MAX_SCALE <= whole <= MAX_SCALE:
        return 0.0
    closeness = 1.0 - np.log(ratio) / np.log(row.stretch)
    return float((0.15 + closeness) * (1.0 if row.look == 2 else _OK_SHARE))


def choose(
    category: str,
    size_m: Size,
    generator: np.random.Generator,
    sources: Sequence[str],
    carries_on_top: bool = False,
) -> ArtistRow | None:
    """One of the models of a category that fits the box, better ones more often; None where there is none.

    `carries_on_top`: things stand on it, so its top must be where the box ends. RequestError when the library of a
    model that fits cannot be read.
    """
    rows = [row for row in _by_category().get(category, ()) if row.source in sources]
    weights = np.array([_weight(row, size_m, carries_on_top) for row in rows])
    usable = np.array([w > 0 and _fault(row) is None for row, w in zip(rows, weights, strict=True)], bool)
    if not usable.any():
        return None
    total = np.cumsum(np.where(usable, weights, 0.0))
    return rows[int(np.searchsorted(total, generator.random() * total[-1], side="right"))]


def _row(asset: dict[str, Any]) -> ArtistRow:
    for row in curated():
        if row.library == asset.get("library") and row.key == asset.get("key"):
            return row
    raise RequestError(f"furniture model {asset.get('key')!r} of {asset.get('library')!r} is not in the curated list")


@lru_cache(maxsize=512)
def _loaded(path: Path, row: ArtistRow, small: bool) -> ArtistModel:
    lamp = any(_LAMPS.search(category) for category in row.categories)
    return load(opened(path), row.key, row.front_fix_deg, lamp, small)


def _model(asset: dict[str, Any], size_m: Size) -> ArtistModel:
    row = _row(asset)
    path = row.file()
    if path is None:
        raise RequestError(f"{row.library} is not installed, but the scene uses it; {SOURCES[row.source].advice}")
    return _loaded(path, row, max(size_m) < SMALL_M)


def parts(asset: dict[str, Any], size_m: Size, geometry: SceneGeometry) -> list[MeshPart]:
    """Object-frame triangles of a reference, stretched to the size; a model without thickness becomes two sheets.

    RequestError when the library is not installed or the model in it is damaged.
    """
    model = _model(asset, size_m)
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


def remarks(asset: dict[str, Any], size_m: Size) -> tuple[str, ...]:
    """What a model lacks and is shown without (a picture, some faces); reads the model."""
    return _model(asset, size_m).remarks


def credit(asset: dict[str, Any]) -> str:
    """One line of attribution."""
    row = _row(asset)
    path = row.file()
    origin = row.library if path is None else f"{opened(path).name} {opened(path).version}".strip()
    return (
        f"{row.name} ({row.key}) by {row.creator}, {row.licence} ({_LICENCES[row.licence]}), from {origin} in the "
        f"Debian package {row.source}; resized, simplified, colours adapted"
    )
