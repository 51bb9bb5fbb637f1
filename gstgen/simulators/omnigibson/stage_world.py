"""A USD stage referenced into an empty scene (ArtVIP and the like). Runs in the worker alone.

OmniGibson knows nothing of such prims: masks come as `seg_instance_id`, whose labels are the paths of meshes.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Container, Iterable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gstgen.geometry.usd import quaternion_xyzw, transform_row_points
from gstgen.simulators.omnigibson import api
from gstgen.simulators.omnigibson.launch import editing
from gstgen.simulators.omnigibson.world import describe_instance

Array = NDArray[np.float64]

ROOT = "/World/ext"
FALLBACK_CATEGORY = "object"
# Where the older and the newer schema of Isaac Sim keep a prim's class.
LABEL_ATTRIBUTES = ("semantic:Semantics:params:semanticData", "semantics:labels:class")


def reference_stage(simulator: api.Simulator, usd: str) -> None:
    """Bring a USD file into the stage below `ROOT`."""
    from omnigibson.utils.usd_utils import add_asset_to_stage  # type: ignore[import-not-found]  # noqa: PLC0415

    path = Path(usd)
    if path.suffix.lower() != ".usd":
        # 1.1.1 takes only names that end in .usd; the format is told from the content.
        copy = Path(tempfile.mkdtemp(prefix="gstgen-stage-")) / f"{path.stem}.usd"
        shutil.copyfile(path, copy)
        path = copy
    with editing(simulator):
        add_asset_to_stage(asset_path=str(path), prim_path=ROOT)


class StageWorld:
    """The instances of a referenced stage; their names are made from the names of their prims."""

    label_modality = "seg_instance_id"

    def __init__(self, simulator: api.Simulator) -> None:
        self._simulator = simulator
        self._prims: dict[str, Any] = {}
        self._paths: dict[str, str] = {}
        self._meshes: dict[str, list[Any]] = {}
        self._category: dict[str, str] = {}
        root = simulator.stage.GetPrimAtPath(ROOT)
        for prim in instance_prims(root):
            meshes = [p for p in descendants(prim) if str(p.GetTypeName()) == "Mesh"]
            if meshes:
                name = unique_name(prim, self._prims)
                self._prims[name], self._meshes[name], self._category[name] = prim, meshes, category_of(prim)
                self._paths[str(prim.GetPath())] = name
        self._panes = {n: [m for m in ms if is_pane_prim(m)] for n, ms in self._meshes.items()}
        self._panes = {n: panes for n, panes in self._panes.items() if panes}
        self.notes: dict[str, Any] = {"prims": len(self._prims), "instances with panes": len(self._panes)}

    def prepare(self) -> None:
        """Give every instance a semantic label that OmniGibson knows; unknown ones stop its masks with an assertion."""
        known = known_categories()
        fallbacks = 0
        with editing(self._simulator):
            for name, prim in self._prims.items():
                label = self._category[name]
                fallbacks += label not in known
                add_label(prim, label if label in known else FALLBACK_CATEGORY)
                for part in descendants(prim)[1:]:
                    if (semantic_label(part) or FALLBACK_CATEGORY) not in known:
                        add_label(part, FALLBACK_CATEGORY)
        self.notes["semantic labels replaced by 'object'"] = fallbacks

    @property
    def glass_instances(self) -> list[str]:
        """Names of the instances that have panes."""
        return list(self._panes)

    def name_of(self, label: str) -> str | None:
        """The instance above the prim path of a mesh."""
        path = label
        while path.startswith(ROOT):
            if path in self._paths:
                return self._paths[path]
            path = path.rpartition("/")[0]
        return None

    def set_visible(self, names: Iterable[str], visible: bool) -> None:
        """Hide or show instances."""
        with editing(self._simulator):
            for name in names:
                if name in self._prims:
                    set_prim_visible(self._prims[name], visible)

    def set_panes_visible(self, hidden: frozenset[str], visible: bool) -> None:
        """Hide or show panes, but not of hidden instances (showing a mesh shows what is above it)."""
        with editing(self._simulator):
            for name, panes in self._panes.items():
                if name not in hidden:
                    for mesh in panes:
                        set_prim_visible(mesh, visible)

    def describe(self, tolerance_m: float, max_parts: int) -> dict[str, Any]:
        """Names, categories, boxes and outlines of all instances, sorted by name; a stage has no rooms."""
        from pxr import UsdGeom  # type: ignore[import-not-found]  # noqa: PLC0415 - part of Isaac Sim

        cache = UsdGeom.XformCache()
        entries = []
        for name in sorted(self._prims):
            prim = self._prims[name]
            visual = []
            for mesh in self._meshes[name]:
                points = np.asarray(mesh.GetAttribute("points").Get(), np.float64).reshape(-1, 3)
                if len(points):
                    world = transform_row_points(cache.GetLocalToWorldTransform(mesh), points)
                    visual.append((world, is_pane_prim(mesh)))
            transform = np.asarray(cache.GetLocalToWorldTransform(prim), np.float64)
            matrix = transform[:3, :3].T
            axes = matrix / np.maximum(np.linalg.norm(matrix, axis=0), 1e-12)
            entries.append(
                describe_instance(
                    name, self._category[name], str(prim.GetName()).lower(), [], transform[3, :3],
                    quaternion_xyzw(axes), visual, [], tolerance_m, max_parts,
                )
            )  # fmt: skip
        return {"objects": entries, "scene_dir": None, "categories": {}, "notes": self.notes}


def instance_prims(root: Any) -> list[Any]:
    """The prims that count as things: the topmost labelled ones, or the first level that has several children."""
    labelled = topmost_labelled(root)
    if labelled:
        return labelled
    level = root
    while len(children := list(level.GetChildren())) == 1 and str(children[0].GetTypeName()) in ("Xform", "Scope", ""):
        level = children[0]
    return list(level.GetChildren())


def topmost_labelled(prim: Any) -> list[Any]:
    """Prims below `prim` with a semantic label and none above them."""
    found = []
    for child in prim.GetChildren():
        found += [child] if semantic_label(child) else topmost_labelled(child)
    return found


def semantic_label(prim: Any) -> str | None:
    """The class label that a stage was authored with, in either schema of Isaac Sim."""
    for name in LABEL_ATTRIBUTES:
        attribute = prim.GetAttribute(name)
        if attribute and attribute.Get():
            value = attribute.Get()
            return str(value if isinstance(value, str) else value[0])
    return None


def category_of(prim: Any) -> str:
    """Category of an instance: its label, or its name without numbers."""
    text = semantic_label(prim) or re.sub(r"[_\d]+$", "", str(prim.GetName()))
    return re.sub(r"\W+", "_", text.strip().lower()).strip("_") or FALLBACK_CATEGORY


def unique_name(prim: Any, taken: Container[str]) -> str:
    """Id of an instance: its prim's name where that says its category and is free, else category, name and number."""
    category, own = category_of(prim), re.sub(r"\W+", "_", str(prim.GetName()))
    if (own == category or own.startswith(f"{category}_")) and own not in taken:
        return own
    number = 0
    while f"{category}_{own.lower()}_{number}" in taken:
        number += 1
    return f"{category}_{own.lower()}_{number}"


def descendants(prim: Any) -> list[Any]:
    """A prim and everything below it."""
    return [prim, *(p for child in prim.GetChildren() for p in descendants(child))]


def set_prim_visible(prim: Any, visible: bool) -> None:
    """Visibility of a raw prim."""
    from pxr import UsdGeom  # noqa: PLC0415 - part of Isaac Sim

    imageable = UsdGeom.Imageable(prim)
    if visible:
        imageable.MakeVisible()
    else:
        imageable.MakeInvisible()


def is_pane_prim(prim: Any) -> bool:
    """Unverified, like `behavior_world.is_pane`: glass by the name of the bound material."""
    from pxr import UsdShade  # noqa: PLC0415 - part of Isaac Sim

    path = str(UsdShade.MaterialBindingAPI(prim).GetDirectBinding().GetMaterialPath())
    return "glass" in path.rsplit("/", 1)[-1].lower()


def known_categories() -> frozenset[str]:
    """Categories that OmniGibson's semantic masks accept."""
    from omnigibson.utils.constants import semantic_class_name_to_id  # type: ignore[import-not-found]  # noqa: PLC0415

    return frozenset(str(name) for name in semantic_class_name_to_id())


def add_label(prim: Any, label: str) -> None:
    """Label a prim for the semantic masks; 3.x has a function for it, 1.1.1 uses Isaac Sim's.

    Labels that the stage brought along, in whichever schema, get the same value: two classes of one prim are joined.
    """
    for name in LABEL_ATTRIBUTES:
        attribute = prim.GetAttribute(name)
        if attribute and attribute.Get():
            attribute.Set(label if isinstance(attribute.Get(), str) else [label])
    from omnigibson.utils import vision_utils  # type: ignore[import-not-found]  # noqa: PLC0415 - worker only

    if hasattr(vision_utils, "add_semantic_label"):
        vision_utils.add_semantic_label(prim=prim, label=label)
        return
    import omnigibson.lazy as lazy  # type: ignore[import-not-found]  # noqa: PLC0415, PLR0402 - as OmniGibson does

    lazy.omni.isaac.core.utils.semantics.add_update_semantics(prim=prim, semantic_label=label, type_label="class")
