"""The exact part of the audit: do the triangles of two things cross, does what stands touch what carries it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from embreex import rtcore_scene
from embreex.mesh_construction import TriangleMesh
from numpy.typing import NDArray

from gstgen.scenes.audit import AuditSettings, overlapping_pairs
from gstgen.scenes.mesh import SceneGeometry
from gstgen.scenes.model import Scene

Triangles = NDArray[np.float64]  # (N, 3, 3) world corners, metres


@dataclass
class MeshFindings:
    """Faults that triangles show, each a line."""

    mesh_overlaps: list[str] = field(default_factory=list)
    mesh_floating: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        return dict(vars(self))


def audit_meshes(scene: Scene, geometry: SceneGeometry, settings: AuditSettings) -> MeshFindings:
    """What triangles tell: crossings of things whose boxes overlap, of things and the building, gaps below things.

    Two surfaces cross when an edge of one passes through a triangle of the other by more than `overlap_m`. A thing
    wholly inside another one shows in the boxes only.
    """
    judge = _Judge(geometry, settings)
    found = MeshFindings()
    objects = scene.objects
    for i, j in overlapping_pairs(scene, settings.overlap_m):
        if judge.cross(objects[i].id, objects[j].id):
            found.mesh_overlaps.append(f"{objects[i].id} and {objects[j].id}")
    parts = [s.id for s in scene.structure if geometry.meshes.get(s.id)]
    lows, highs = (np.array([judge.bounds(p)[k] for p in parts]).reshape(-1, 3) for k in (0, 1))
    for obj in objects:
        low, high = judge.bounds(obj.id)
        near = np.flatnonzero(((lows < high - settings.overlap_m) & (highs > low + settings.overlap_m)).all(1))
        found.mesh_overlaps += [f"{obj.id} and {parts[int(k)]}" for k in near if judge.cross(obj.id, parts[int(k)])]
    carriers = {o.id for o in objects}
    for obj in objects:
        if obj.support in carriers and not judge.rests(obj.id, obj.support):
            found.mesh_floating.append(f"{obj.id} on {obj.support}")
    return found


class _Judge:
    def __init__(self, geometry: SceneGeometry, settings: AuditSettings) -> None:
        self.geometry, self.settings = geometry, settings
        self._triangles: dict[str, Triangles] = {}
        self._tracers: dict[str, rtcore_scene.EmbreeScene] = {}

    def triangles(self, name: str) -> Triangles:
        """All triangles of an instance."""
        if name not in self._triangles:
            parts = [p.vertices[p.faces].astype(np.float64) for p in self.geometry.meshes.get(name, ())]
            self._triangles[name] = np.concatenate([*parts, np.zeros((0, 3, 3))])
        return self._triangles[name]

    def bounds(self, name: str) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Lower and upper corner (3) of an instance's triangles; an empty range without any."""
        points = self.triangles(name).reshape(-1, 3)
        if not len(points):
            return np.full(3, np.inf), np.full(3, -np.inf)
        return points.min(0), points.max(0)

    def _tracer(self, name: str) -> rtcore_scene.EmbreeScene:
        if name not in self._tracers:
            tracer = rtcore_scene.EmbreeScene()
            TriangleMesh(tracer, self.triangles(name).astype(np.float32))
            self._tracers[name] = tracer
        return self._tracers[name]

    def cross(self, a: str, b: str) -> bool:
        """Whether triangles of two instances cross, `a` made smaller by the tolerance on every side."""
        if not len(self.triangles(a)) or not len(self.triangles(b)):
            return False
        low, high = self.bounds(a)
        center, half = (low + high) / 2, np.maximum((high - low) / 2, 1e-9)
        shrink = np.maximum(half - self.settings.overlap_m, 0.0) / half
        shrunk = center + (self.triangles(a) - center) * shrink
        if self._pierces(shrunk, b):
            return True
        # The other way round: the smaller body has no tracer of its own, so the other's edges are made larger.
        grown = center + (self.triangles(b) - center) / np.maximum(shrink, 1e-6)
        return self._pierces(grown, a)

    def _pierces(self, triangles: Triangles, other: str) -> bool:
        """Whether an edge of some triangles passes through the surface of an instance."""
        low, high = self.bounds(other)
        near = ((triangles.min(1) <= high) & (triangles.max(1) >= low)).all(1)
        kept = triangles[near]
        if not len(kept):
            return False
        start = kept.reshape(-1, 3)
        end = kept[:, [1, 2, 0]].reshape(-1, 3)
        length = np.linalg.norm(end - start, axis=1)
        long = length > 1e-6
        start, end, length = start[long], end[long], length[long]
        direction = (end - start) / length[:, None]
        hit = self._tracer(other).run(start.astype(np.float32), direction.astype(np.float32), query="DISTANCE")
        slack = 1e-4
        return bool(((hit > slack) & (hit < length - slack)).any())

    def rests(self, name: str, carrier: str) -> bool:
        """Whether the lowest points of an instance lie on a surface of its carrier, within the contact tolerance."""
        points = self.triangles(name).reshape(-1, 3)
        if not len(points) or not len(self.triangles(carrier)):
            return False
        reach = self.settings.contact_m
        feet = points[points[:, 2] <= points[:, 2].min() + reach]
        center = feet[:, :2].mean(0)
        feet = np.concatenate([feet, [[*center, feet[:, 2].min()]]])
        start = feet + np.array([0.0, 0.0, reach])
        down = np.tile(np.array([0.0, 0.0, -1.0], np.float32), (len(start), 1))
        hit = self._tracer(carrier).run(start.astype(np.float32), down, query="DISTANCE")
        return bool((hit <= 2 * reach + 1e-4).any())
