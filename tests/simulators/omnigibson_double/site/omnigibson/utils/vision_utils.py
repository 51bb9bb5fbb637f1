"""The remapper, and the label function that only 3.x has."""

import numpy as np

from omnigibson._stage import GUARD
from omnigibson.macros import OLD


class Remapper:
    """Keeps for ever what it saw first: a raw id that is used anew keeps its old name, unless cleared."""

    def __init__(self):
        self._known = {}

    def clear(self):
        self._known = {}

    def remap(self, old_mapping, new_mapping, image):
        by_name = {name: number for number, name in new_mapping.items()}
        for raw in np.unique(image).tolist():
            self._known.setdefault(raw, by_name.get(old_mapping.get(raw, "unlabelled"), 1))
        out = np.vectorize(self._known.get, otypes=[np.int64])(image)
        return out, {n: new_mapping[n] for n in np.unique(out).tolist()}


if not OLD:

    def add_semantic_label(prim, label, instance_name="class"):
        GUARD.note("a semantic label")
        prim.attributes[f"semantics:labels:{instance_name}"] = label
