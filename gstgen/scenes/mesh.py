"""Triangles, materials and textures of a scene, in world metres, one list of parts an instance."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

MaterialKind = Literal["opaque", "cutout", "glass", "mirror", "emissive"]


@dataclass(frozen=True)
class Material:
    """A surface. `color` is sRGB 0..1 and multiplies the texture (a key of `SceneGeometry.textures`)."""

    name: str
    color: tuple[float, float, float]
    texture: str | None = None
    kind: MaterialKind = "opaque"
    alpha: float = 1.0  # of glass
    gloss: float = 0.0  # 0 matt .. 1 polished
    emission: float = 0.0  # of emissive surfaces: radiance as a multiple of display white


@dataclass(frozen=True)
class MeshPart:
    """Triangles of one material: vertices (V, 3) and unit normals (V, 3) float32, uvs (V, 2), faces (F, 3) int32.

    Faces wind counter-clockwise seen from outside where the source knows; renderers draw both sides. Texture
    coordinate v grows upwards (v = 0 is the last image row).
    """

    material: int
    vertices: NDArray[np.float32]
    normals: NDArray[np.float32]
    uvs: NDArray[np.float32]
    faces: NDArray[np.int32]

    def transformed(self, rotation: NDArray[np.float64], translation_m: NDArray[np.float64]) -> MeshPart:
        """Rigidly moved copy: x -> rotation @ x + translation."""
        return MeshPart(
            self.material,
            (self.vertices @ rotation.T + translation_m).astype(np.float32),
            (self.normals @ rotation.T).astype(np.float32),
            self.uvs,
            self.faces,
        )


@dataclass
class SceneGeometry:
    """Everything a renderer or a ray caster needs. `meshes` is keyed by the scene's instance string ids."""

    materials: list[Material] = field(default_factory=list)
    textures: dict[str, NDArray[np.uint8]] = field(default_factory=dict)  # (H, W, 4) sRGB + alpha, row 0 on top
    meshes: dict[str, list[MeshPart]] = field(default_factory=dict)
    _index: dict[Material, int] = field(default_factory=dict, repr=False)

    def material(self, material: Material) -> int:
        """Index of a material, added if it is new."""
        if material not in self._index:
            self._index[material] = len(self.materials)
            self.materials.append(material)
        return self._index[material]

    def add(self, instance_id: str, parts: Iterable[MeshPart]) -> None:
        """Add triangles (world frame) to an instance."""
        self.meshes.setdefault(instance_id, []).extend(parts)

    def bounds_m(self, instance_id: str) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """World axis-aligned bounds of an instance's used vertices."""
        points = np.concatenate([p.vertices[p.faces.ravel()] for p in self.meshes[instance_id]]).astype(np.float64)
        return points.min(0), points.max(0)

    def content_hash(self) -> str:
        """SHA-256 over geometry, materials and textures: the key of caches that depend on them."""
        digest = hashlib.sha256()
        for material in self.materials:
            digest.update(repr(material).encode())
        for key in sorted(self.textures):
            digest.update(key.encode() + self.textures[key].tobytes())
        for name, parts in self.meshes.items():
            digest.update(name.encode())
            for part in parts:
                digest.update(str(part.material).encode())
                for array in (part.vertices, part.normals, part.uvs, part.faces):
                    digest.update(np.ascontiguousarray(array).tobytes())
        return digest.hexdigest()
