"""Doors: frame, casing, threshold, and leaves in several styles, with handles."""

from __future__ import annotations

from dataclasses import dataclass

from gstgen.scenes.shell_quads import GLASS, METAL, Parameters, Quads, Range, Skin, ascending

_CASING_DEPTH_M = 0.014
CASING_M = 0.055
_THRESHOLD_M = (0.05, 0.003)  # half width, height
_PROUD_M = 0.004
_HANDLE_Z_M = (1.02, 1.042)
_GAP_M = 0.004

# Fields of a leaf as shares of its length (from the hinge) and height: raised panels, and panes of glass.
_PANELS: dict[str, tuple[tuple[float, float, float, float], ...]] = {
    "panelled": ((0.16, 0.84, 0.08, 0.44), (0.16, 0.84, 0.50, 0.94)),
    "six_panel": tuple(
        (a, b, c, d) for a, b in ((0.13, 0.46), (0.54, 0.87)) for c, d in ((0.07, 0.40), (0.46, 0.76), (0.81, 0.95))
    ),
    "glazed": ((0.16, 0.84, 0.08, 0.40),),
    "sectional": tuple((0.02, 0.98, k / 4 + 0.01, (k + 1) / 4 - 0.01) for k in range(4)),
}
_PANES: dict[str, tuple[tuple[float, float, float, float], ...]] = {
    "glazed": tuple((a, b, c, d) for a, b in ((0.16, 0.49), (0.51, 0.84)) for c, d in ((0.46, 0.69), (0.71, 0.94))),
    "vision": ((0.64, 0.84, 0.48, 0.88),),
    "glass": ((0.07, 0.93, 0.05, 0.96),),
}


def door(quads: Quads, p: Parameters) -> None:
    """Frame and casing in the hole; leaves open at 90 degrees, closed, or none (an open passage)."""
    trim = quads.skins.plain("white paint", p["trim"])
    half, frame = p["thickness_m"] / 2, p["frame_m"]
    u0, u1, top = p["u0_m"], p["u1_m"], p["z1_m"]
    for a, b, back in ((u0, u0 + frame, "-u"), (u1 - frame, u1, "+u")):
        quads.slab(p, (a, b), (-half, half), (0.0, top), trim, hidden=(back, "-z", "+z"))
    quads.slab(p, (u0 + frame, u1 - frame), (-half, half), (top - frame, top), trim, hidden=("-u", "+u", "+z"))
    lap = 0.3 * frame  # the casing covers the seam between frame and wall
    low, high = p["casing_m"]
    for v, back in (((half, half + _CASING_DEPTH_M), "-v"), ((-half - _CASING_DEPTH_M, -half), "+v")):
        head = top + CASING_M
        quads.slab(p, (u0 - low, u0 + lap), v, (0.0, head), trim, hidden=(back, "-z"))
        quads.slab(p, (u1 - lap, u1 + high), v, (0.0, head), trim, hidden=(back, "-z"))
        quads.slab(p, (u0 + lap, u1 - lap), v, (top - lap, head), trim, hidden=(back, "-u", "+u"))
    _threshold(quads, p, u0 + frame, u1 - frame)
    if p["leaf"] == "none":
        return
    z = (0.0, top - frame) if p["leaf"] == "closed" else (0.008, top - frame - _GAP_M)
    if p["leaves"] == 2:
        middle = (u0 + u1) / 2
        _leaf(quads, p, _Leaf(p, "start", (u0 + frame, middle), z))
        _leaf(quads, p, _Leaf(p, "end", (middle, u1 - frame), z))
    else:
        _leaf(quads, p, _Leaf(p, p["hinge"], (u0 + frame, u1 - frame), z))


def _threshold(quads: Quads, p: Parameters, u0: float, u1: float) -> None:
    """A strip on the seam of the floors; under a closed leaf a step that keeps daylight off the floor inside."""
    half = p["thickness_m"] / 2
    if p["leaf"] == "closed":
        sign = 1.0 if p["side"] == "high" else -1.0
        wood = quads.skins.plain("threshold", (0.35, 0.30, 0.26), 0.1)
        quads.slab(p, (u0, u1), ascending(-sign * half, sign * (half + 0.006)), (0.0, 0.012), wood, hidden=("-z",))
        return
    w, h = _THRESHOLD_M
    quads.slab(p, (u0, u1), (-w, w), (0.0, h), quads.skins.raw(METAL), hidden=("-z", "-u", "+u"))


@dataclass(frozen=True)
class _Leaf:
    """A leaf in its hole `u`: places on it are given along it from the hinge (a), through it (b) and up."""

    p: Parameters
    hinge: str
    u: Range
    z: Range

    @property
    def length_m(self) -> float:
        return self.u[1] - self.u[0] - (0.0 if self.p["leaf"] == "closed" else 0.006)

    def put(self, quads: Quads, a: Range, b: Range, z: Range, skin: Skin, hidden: tuple[str, ...] = ()) -> None:
        """A box on the leaf; hidden faces are named in a, b, z."""
        p, t = self.p, self.p["leaf_m"]
        sign = 1.0 if p["side"] == "high" else -1.0
        start = self.hinge == "start"
        half = p["thickness_m"] / 2
        if p["leaf"] == "closed":
            u = (self.u[0] + a[0], self.u[0] + a[1]) if start else (self.u[1] - a[1], self.u[1] - a[0])
            v = ascending(sign * (half - t + b[0]), sign * (half - t + b[1]))
            turn = {"a": ("u", start), "b": ("v", sign > 0), "z": ("z", True)}
        else:
            u = (self.u[0] + b[0], self.u[0] + b[1]) if start else (self.u[1] - b[1], self.u[1] - b[0])
            v = ascending(sign * (half + a[0]), sign * (half + a[1]))
            turn = {"a": ("v", sign > 0), "b": ("u", start), "z": ("z", True)}
        gone = []
        for face in hidden:
            axis, same = turn[face[1]]
            gone.append((face[0] if same else {"-": "+", "+": "-"}[face[0]]) + axis)
        quads.slab(p, u, v, z, skin, hidden=tuple(gone))


def _leaf(quads: Quads, p: Parameters, leaf: _Leaf) -> None:
    color = p["color"]
    body = quads.skins.plain("door leaf", color, 0.25)
    panel = quads.skins.plain("door panel", [0.92 * c for c in color], 0.25)
    length, t = leaf.length_m, p["leaf_m"]
    height = leaf.z[1] - leaf.z[0]

    def field(share: tuple[float, float, float, float]) -> tuple[Range, Range]:
        a0, a1, z0, z1 = share
        return (a0 * length, a1 * length), (leaf.z[0] + z0 * height, leaf.z[0] + z1 * height)

    panes = [field(share) for share in _PANES.get(p["style"], ())]
    edges = sorted({0.0, length, *[a for pane in panes for a in pane[0]]})
    levels = sorted({*leaf.z, *[z for pane in panes for z in pane[1]]})

    def open_at(a: float, z: float) -> bool:
        return any(pa[0] < a < pa[1] and pz[0] < z < pz[1] for pa, pz in panes)

    for i in range(len(edges) - 1):
        for j in range(len(levels) - 1):
            a, z = (edges[i], edges[i + 1]), (levels[j], levels[j + 1])
            if open_at(sum(a) / 2, sum(z) / 2):
                continue
            hidden = [
                face
                for face, inner, beside in (
                    ("-a", i > 0, (edges[i - 1] + edges[i]) / 2 if i else 0.0),
                    ("+a", i < len(edges) - 2, (edges[i + 1] + edges[min(i + 2, len(edges) - 1)]) / 2),
                )
                if inner and not open_at(beside, sum(z) / 2)
            ]
            hidden += [
                face
                for face, inner, beside in (
                    ("-z", j > 0, (levels[j - 1] + levels[j]) / 2 if j else 0.0),
                    ("+z", j < len(levels) - 2, (levels[j + 1] + levels[min(j + 2, len(levels) - 1)]) / 2),
                )
                if inner and not open_at(sum(a) / 2, beside)
            ]
            leaf.put(quads, a, (0.0, t), z, body, tuple(hidden))
    glass = quads.skins.raw(GLASS)
    for a, z in panes:
        leaf.put(quads, a, (t / 2, t / 2 + 0.001), z, glass, ("-a", "+a", "+b", "-z", "+z"))
    for share in _PANELS.get(p["style"], ()):
        a, z = field(share)
        leaf.put(quads, a, (-_PROUD_M, 0.0), z, panel, ("+b",))
        leaf.put(quads, a, (t, t + _PROUD_M), z, panel, ("-b",))
    _handles(quads, leaf, length - 0.07, t)


def _handles(quads: Quads, leaf: _Leaf, a: float, t: float) -> None:
    """A plate and a lever on both faces."""
    metal = quads.skins.raw(METAL)
    z0, z1 = _HANDLE_Z_M
    for face, sign, back in ((t, 1.0, "-b"), (0.0, -1.0, "+b")):
        leaf.put(
            quads, (a - 0.02, a + 0.02), ascending(face, face + sign * 0.006), (z0 - 0.10, z1 + 0.05), metal, (back,)
        )
        leaf.put(quads, (a - 0.009, a + 0.009), ascending(face, face + sign * 0.045), (z0, z1), metal, (back,))
        lever = ascending(face + sign * 0.033, face + sign * 0.048)
        leaf.put(quads, (a - 0.11, a + 0.012), lever, (z0, z1), metal)
