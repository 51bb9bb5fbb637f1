"""Brings a file into the stage; the stand-in's files are JSON with the tree of prims."""

import json
import os

from omnigibson._stage import GUARD, Prim
from omnigibson.macros import OLD


def add_asset_to_stage(asset_path, prim_path):
    import omnigibson as og

    if OLD:
        assert asset_path[-4:].lower() in {".usd", ".obj"}, "Cannot load a non-USD or non-OBJ file as a USD prim!"
    assert os.path.exists(asset_path)
    GUARD.note("a reference")
    root = Prim(prim_path, "Xform", og.sim.stage.world)

    def build(node, parent):
        prim = Prim(f"{parent.path}/{node['name']}", node["type"], parent, node.get("matrix"))
        prim.points, prim.faces = node.get("points"), node.get("faces")
        prim.color, prim.material = node.get("color"), node.get("material", "")
        prim.attributes = dict(node.get("attributes", {}))
        for child in node.get("children", []):
            build(child, prim)

    with open(asset_path, encoding="utf-8") as file:
        for node in json.load(file):
            build(node, root)
    return root
