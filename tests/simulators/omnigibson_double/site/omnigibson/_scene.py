"""Scenes and objects, from the stand-in's own geometry file beside the scene file."""

import contextlib
import json
import os

import numpy as np
import torch

from omnigibson._stage import GUARD, Prim
from omnigibson.macros import OLD, dataset_path, gm
from omnigibson.object_states.toggle import ToggledOn


class BasePrim:
    def __init__(self, prim):
        self.prim = prim

    @property
    def prim_path(self):
        return self.prim.path

    @property
    def visible(self):
        return self.prim.shown

    @visible.setter
    def visible(self, visible):
        with contextlib.nullcontext() if OLD else GUARD.editing():
            self.prim.make_visible() if visible else self.prim.make_invisible()


class Geom(BasePrim):
    opacity = None

    @property
    def points(self):
        return torch.Tensor(np.asarray(self.prim.points, np.float32))

    @property
    def scaled_transform(self):
        return torch.Tensor(np.asarray(self.prim.matrix, np.float32))


class Link(BasePrim):
    def __init__(self, prim):
        super().__init__(prim)
        self.visual_meshes, self.collision_meshes = {}, {}


class DatasetObject(BasePrim):
    def __init__(self, prim, data):
        super().__init__(prim)
        self.name, self.category, self.model = data["name"], data["category"], data["model"]
        self.in_rooms = data["in_rooms"]
        self.fixed_base = True
        self.links, self.joints, self.states = {}, {}, {}
        self._position, self._orientation = data["position"], data["orientation"]
        if data.get("joints"):
            self.joints = {"leaf": object()}
            self.joint_upper_limits = torch.Tensor([1.57])

    def get_position_orientation(self, frame="world", clone=True):
        return torch.Tensor(np.float32(self._position)), torch.Tensor(np.float32(self._orientation))

    def set_joint_positions(self, positions):
        self.prim.invisible = True  # a door that is open is out of the way

    @property
    def aabb(self):
        raise ValueError("no collision meshes")

    def get_base_aligned_bbox(self, link_name=None, visual=False, xy_aligned=False):
        zero = torch.Tensor(np.full(3, np.nan, np.float32))
        return zero, zero, zero, zero


class Scene:
    def __init__(self, objects, scene_dir=None):
        self.objects = objects
        if scene_dir is not None:
            self.scene_dir = scene_dir


def load_scene(sim, config):
    kind = config.pop("type")
    root = Prim("/World/scene_0", "Xform", sim.stage.world)
    if kind == "Scene":
        assert set(config) <= {"scene_file", "use_floor_plane", "use_skybox"}
        return Scene([])
    assert kind == "InteractiveTraversableScene"
    assert set(config) <= {"scene_model", "include_robots"}
    folder = os.path.join(dataset_path(), "scenes", config["scene_model"])
    assert os.path.isdir(folder), f"Scene {config['scene_model']} does not exist"
    with open(os.path.join(folder, "double.json"), encoding="utf-8") as file:
        data = json.load(file)
    for entry in data:
        sim.objects.append(_load_object(root, entry))
    return Scene(sim.objects, folder)


def _load_object(root, data):
    prim = Prim(f"{root.path}/{data['name']}", "Xform", root)
    obj = DatasetObject(prim, data)
    link = Link(Prim(f"{prim.path}/base_link", "Xform", prim))
    obj.links["base_link"] = link
    for number, mesh in enumerate(data["meshes"]):
        link.visual_meshes[f"visuals_{number}"] = Geom(_mesh(link.prim, f"visuals_{number}", mesh, data))
    if data.get("toggle"):
        button = Link(Prim(f"{prim.path}/togglebutton_0_link", "Xform", prim))
        obj.links["togglebutton_0_link"] = button
        marker = Geom(_mesh(button.prim, "mesh_0", data["toggle"], data))
        button.visual_meshes["mesh_0"] = marker
        if gm.ENABLE_OBJECT_STATES:
            obj.states[ToggledOn] = ToggledOn(marker)
    return obj


def _mesh(parent, name, mesh, data):
    """Points are stored unscaled and local: the matrix scales and moves them."""
    scale = np.array(data["scale"], float)
    matrix = np.eye(4)
    matrix[:3, :3] = np.diag(scale)
    matrix[:3, 3] = data["position"]
    prim = Prim(f"{parent.path}/{name}", "Mesh", parent, matrix)
    prim.points = (np.asarray(mesh["points"], float) - data["position"]) / scale
    prim.faces, prim.color, prim.material = mesh["faces"], mesh["color"], mesh["material"]
    return prim
