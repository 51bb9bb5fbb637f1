"""Prims with visibility as in USD, and the rule of 3.x that raw edits are announced."""

import contextlib

import numpy as np

from omnigibson.macros import OLD


class EditGuard:
    """`editing_usd` of 3.x: not nestable; an edit outside of it is raised at the next render."""

    def __init__(self):
        self.open, self.trespass = False, None

    @contextlib.contextmanager
    def editing(self):
        if self.open:
            raise RuntimeError("editing_usd cannot be nested")
        self.open = True
        try:
            yield
        finally:
            self.open = False

    def note(self, what):
        if not OLD and not self.open:
            self.trespass = what


GUARD = EditGuard()


class Prim:
    """A prim: `matrix` (4x4) to the world for column vectors; meshes have points and faces."""

    def __init__(self, path, kind, parent=None, matrix=None):
        self.path, self.kind, self.parent, self.children = path, kind, parent, []
        self.matrix = np.eye(4) if matrix is None else np.asarray(matrix, float)
        self.invisible, self.material, self.attributes = False, "", {}
        self.points = self.faces = self.color = None
        self.guide = False  # collision meshes are never drawn
        if parent is not None:
            parent.children.append(self)

    def __bool__(self):
        return True

    def GetPath(self):
        return self.path

    def GetName(self):
        return self.path.rsplit("/", 1)[-1]

    def GetTypeName(self):
        return self.kind

    def GetChildren(self):
        return list(self.children)

    def GetAttribute(self, name):
        if name == "points":
            return _Attribute({"points": self.points}, name)
        return _Attribute(self.attributes, name)

    def make_invisible(self):
        GUARD.note(f"visibility of {self.path}")
        self.invisible = True

    def make_visible(self):
        """USD shows what is above, too, and hides the other children of what was hidden."""
        GUARD.note(f"visibility of {self.path}")
        chain = [self]
        while chain[-1].parent is not None:
            chain.append(chain[-1].parent)
        for child, above in zip(chain[-2::-1], chain[:0:-1], strict=True):
            if above.invisible:
                above.invisible = False
                for sibling in above.children:
                    if sibling is not child:
                        sibling.invisible = True
        self.invisible = False

    @property
    def shown(self):
        return not self.invisible and (self.parent is None or self.parent.shown)

    def walk(self):
        yield self
        for child in self.children:
            yield from child.walk()


class _Attribute:
    def __init__(self, values, name):
        self._values, self._name = values, name

    def __bool__(self):
        return self._name in self._values

    def Get(self):
        return self._values.get(self._name)

    def Set(self, value):
        GUARD.note(f"attribute {self._name}")
        self._values[self._name] = value


class Stage:
    def __init__(self):
        self.world = Prim("/World", "Xform")

    def GetPrimAtPath(self, path):
        return next((p for p in self.world.walk() if p.path == path), None)
