"""A camera whose picture lags behind, whose raw ids change from picture to picture and that crashes where it may."""

import contextlib
import os
import signal
from typing import ClassVar

import numpy as np
import torch

from omnigibson import _faults
from omnigibson._render import Drawing
from omnigibson._stage import GUARD
from omnigibson.macros import OLD, gm
from omnigibson.utils.constants import semantic_class_name_to_id
from omnigibson.utils.vision_utils import Remapper

LAG = 3  # a picture shows the stage of this many renders ago
BLACK_AT_FIRST = 4


class VisionSensor:
    SEMANTIC_REMAPPER = Remapper()
    INSTANCE_REMAPPER = Remapper()
    INSTANCE_ID_REMAPPER = Remapper()
    INSTANCE_REGISTRY: ClassVar = {0: "background", 1: "unlabelled"}
    INSTANCE_ID_REGISTRY: ClassVar = {0: "background", 1: "unlabelled"}

    def __init__(self, relative_prim_path, name, modalities=("rgb",), image_height=128, image_width=128,
                 focal_length=17.0, clipping_range=(0.001, 1e7), viewport_name=None):  # fmt: skip
        self.relative_prim_path, self.name = relative_prim_path, name
        self._modalities = {modalities} if isinstance(modalities, str) else set(modalities)
        self.image_height, self.image_width = image_height, image_width
        self.focal_length, self.clipping_range = focal_length, clipping_range
        self.horizontal_aperture = 20.955 if OLD else 20.995
        self.attributes = {"projection": "perspective"}
        self._has_viewport = viewport_name is not None or not gm.HEADLESS
        self._pose = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0))
        self._states, self._renders, self._count, self._drawn = [], 0, 0, None

    def load(self, scene):
        return None

    def initialize(self):
        return None

    def add_modality(self, modality):
        known = {"rgb", "depth", "depth_linear", "seg_semantic", "seg_instance", "seg_instance_id"}
        assert modality in known, f"Invalid modality specified! Valid options: {known}"
        self._modalities.add(modality)

    def set_position_orientation(self, position=None, orientation=None, frame="world"):
        assert isinstance(position, torch.Tensor)
        assert isinstance(orientation, torch.Tensor)
        quaternion = orientation.numpy()
        assert abs(np.linalg.norm(quaternion) - 1) < 1e-3, f"desired orientation {quaternion} is not a unit quaternion."
        with contextlib.nullcontext() if OLD else GUARD.editing():
            self._pose = (tuple(position.numpy().tolist()), tuple(quaternion.tolist()))

    def set_attribute(self, attr, val):
        with contextlib.nullcontext() if OLD else GUARD.editing():
            self.attributes[attr] = val

    def on_render(self):
        import omnigibson as og

        self._renders += 1
        hidden = frozenset(p.path for p in og.sim.stage.world.walk() if p.invisible)
        lens = (self.focal_length, self.horizontal_aperture, self.clipping_range[0], self.attributes["projection"])
        self._states = [*self._states, (self._pose, lens, hidden)][-LAG:]

    def get_obs(self):
        import omnigibson as og

        self._count += 1
        fault = _faults.due(self._count)
        if {"seg_instance", "seg_instance_id"} & self._modalities:
            if not OLD and not self._has_viewport:
                os.kill(os.getpid(), signal.SIGSEGV)  # the instance table of a camera without a viewport is not built
            if OLD:
                assert "seg_semantic" in self._modalities, "KeyError: 'seg_semantic'"
        (position, orientation), (focal, aperture, near, projection), hidden = self._states[0]
        drawing = self._drawing(og, hidden)
        rgba, linear, euclidean, prims = drawing.picture(
            self.image_width, self.image_height, position, orientation, focal, aperture, near,
            projection == "orthographic",
        )  # fmt: skip
        if self._renders <= BLACK_AT_FIRST or fault == "black":
            rgba[..., :3] = 0
        obs = {"rgb": torch.Tensor(rgba), "depth_linear": torch.Tensor(linear), "depth": torch.Tensor(euclidean)}
        info = {"rgb": {}, "depth_linear": {}}
        if "seg_semantic" in self._modalities:
            self._check_semantics(og, drawing.prims)
            obs["seg_semantic"], info["seg_semantic"] = torch.Tensor(np.zeros(linear.shape, np.int64)), {}
        for modality in ("seg_instance", "seg_instance_id"):
            if modality in self._modalities:
                obs[modality], info[modality] = self._segmentation(og, drawing.prims, prims, modality)
        return obs, info

    def _drawing(self, og, hidden):
        """The stage as it was with these prims hidden."""
        if self._drawn is None or self._drawn[0] != hidden:
            prims = list(og.sim.stage.world.walk())
            now = [p.invisible for p in prims]
            for prim in prims:
                prim.invisible = prim.path in hidden
            self._drawn = (hidden, Drawing(prims))
            for prim, invisible in zip(prims, now, strict=True):
                prim.invisible = invisible
        return self._drawn[1]

    def _segmentation(self, og, drawn, prims, modality):
        by_path = modality == "seg_instance_id"
        names = ["background"]
        for prim in drawn:
            obj = og.sim.object_of(prim)
            names.append(prim.path if by_path else "unlabelled" if obj is None else obj.name)
        # Raw ids are dealt anew for every picture.
        deal = np.random.default_rng(self._count).permutation(len(names) + 50)[: len(names)] + 2
        deal[0] = 0
        raw = deal[prims + 1]
        registry = VisionSensor.INSTANCE_ID_REGISTRY if by_path else VisionSensor.INSTANCE_REGISTRY
        for number in np.unique(prims).tolist():
            if names[number + 1] not in registry.values():
                registry[len(registry)] = names[number + 1]  # in the order of first sight
        remapper = VisionSensor.INSTANCE_ID_REMAPPER if by_path else VisionSensor.INSTANCE_REMAPPER
        mapping = {int(d): n for d, n in zip(deal, names, strict=True)}
        image, labels = remapper.remap(mapping, registry, raw)
        return torch.Tensor(image.astype(np.int32 if OLD else np.int64), "cuda:0" if OLD else "cpu"), labels

    def _check_semantics(self, og, drawn):
        known = semantic_class_name_to_id()
        for prim in drawn:
            if og.sim.object_of(prim) is None:
                above = prim
                while above is not None:
                    label = next((v for k, v in above.attributes.items() if k.startswith("semantic")), None)
                    assert label is None or label in known, f"Class {label} does not exist in the semantic class name"
                    above = above.parent


def create_sensor(sensor_type, relative_prim_path, name, modalities="all", sensor_kwargs=None):
    assert sensor_type == "VisionSensor"
    return VisionSensor(relative_prim_path, name, modalities, **(sensor_kwargs or {}))
