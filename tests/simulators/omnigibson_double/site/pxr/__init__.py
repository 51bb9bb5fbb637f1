"""The raw USD calls that are used, on the stand-in's prims."""

from types import SimpleNamespace

import numpy as np


class _Imageable:
    def __init__(self, prim):
        self._prim = prim

    def MakeVisible(self):
        self._prim.make_visible()

    def MakeInvisible(self):
        self._prim.make_invisible()


class _XformCache:
    def GetLocalToWorldTransform(self, prim):
        return np.asarray(prim.matrix, float).T  # row vectors, as Gf.Matrix4d


class _Binding:
    def __init__(self, prim):
        self._prim = prim

    def GetDirectBinding(self):
        return self

    def GetMaterialPath(self):
        return self._prim.material


UsdGeom = SimpleNamespace(Imageable=_Imageable, XformCache=_XformCache)
UsdShade = SimpleNamespace(MaterialBindingAPI=_Binding)
