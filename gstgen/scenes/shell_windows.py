"""Windows: frames with sashes, bars or large panes, sills inside and outside."""

from __future__ import annotations

from gstgen.scenes.shell_quads import FROSTED, GLASS, METAL, Parameters, Quads, ascending

_SET_BACK_M = (0.01, 0.07)  # frame depth range behind the outer face of the wall
_PLAIN_PANE_M = 1.6  # widest pane without a post
_TRANSOM_M = 2.15  # height of the cross bar of tall glass fronts
_FRAME_M = {"barred": 0.05, "sashes": 0.055, "plain": 0.045}


def window(quads: Quads, p: Parameters) -> None:
    """A window of a style: `barred` (sashes with glazing bars), `sashes` (casements), `plain` (fixed panes)."""
    skins = quads.skins
    frame = skins.plain("window frame", p["color"], 0.25)
    glass = skins.raw(FROSTED if p["frosted"] else GLASS)
    half = p["thickness_m"] / 2
    inward = 1.0 if p["side"] == "high" else -1.0
    u0, u1, z0, z1 = p["u0_m"], p["u1_m"], p["z0_m"], p["z1_m"]
    style = p["style"]
    # The frame sits towards the outside and leaves a reveal inside.
    v = ascending(-inward * (half - _SET_BACK_M[0]), -inward * (half - _SET_BACK_M[1]))
    w = min(_FRAME_M[style], 0.12 * (u1 - u0), 0.12 * (z1 - z0))
    quads.slab(p, (u0, u1), v, (z0, z0 + w), frame, hidden=("-u", "+u", "-z"))
    quads.slab(p, (u0, u1), v, (z1 - w, z1), frame, hidden=("-u", "+u", "+z"))
    fields = max(1, round((u1 - u0) / 0.75)) if style != "plain" else max(1, -int(-(u1 - u0) // _PLAIN_PANE_M))
    pitch = (u1 - u0 - w) / fields
    for k in range(fields + 1):
        middle = u0 + w / 2 + k * pitch
        ends = ("-u",) if k == 0 else ("+u",) if k == fields else ()
        quads.slab(p, (middle - w / 2, middle + w / 2), v, (z0 + w, z1 - w), frame, hidden=("-z", "+z", *ends))
    center = (v[0] + v[1]) / 2
    quads.slab(p, (u0 + w, u1 - w), (center, center + 0.001), (z0 + w, z1 - w), {"-v": glass})
    for k in range(fields):
        a, b = u0 + w + k * pitch, u0 + (k + 1) * pitch
        if style == "barred":
            _bars(quads, p, a, b, center, w)
        elif style == "sashes" and b - a > 0.2:
            _sash(quads, p, a, b, v, w, inward, k)
        elif z0 < 0.5 and z1 > _TRANSOM_M + 0.5:
            quads.slab(p, (a, b), v, (_TRANSOM_M, _TRANSOM_M + w), frame, hidden=("-u", "+u"))
    _sills(quads, p, half, inward)


def _bars(quads: Quads, p: Parameters, a: float, b: float, center: float, w: float) -> None:
    """One upright and two lying glazing bars."""
    frame = quads.skins.plain("window frame", p["color"], 0.25)
    z0, z1 = p["z0_m"] + w, p["z1_m"] - w
    depth, width = (center - 0.012, center + 0.012), 0.011
    middle = (a + b) / 2
    quads.slab(p, (middle - width, middle + width), depth, (z0, z1), frame, hidden=("-z", "+z"))
    rows = max(2, round((z1 - z0) / 0.42))
    for k in range(1, rows):
        z = z0 + k / rows * (z1 - z0)
        quads.slab(p, (a, b), depth, (z - width, z + width), frame, hidden=("-u", "+u"))


def _sash(
    quads: Quads, p: Parameters, a: float, b: float, v: tuple[float, float], w: float, inward: float, number: int
) -> None:
    """The frame of an opening sash, a little proud, with a handle."""
    frame = quads.skins.plain("window frame", p["color"], 0.25)
    z0, z1 = p["z0_m"] + w, p["z1_m"] - w
    inner = v[1] if inward > 0 else v[0]
    depth = ascending(inner - inward * 0.045, inner + inward * 0.012)
    s = 0.045
    quads.slab(p, (a, b), depth, (z0, z0 + s), frame, hidden=("-u", "+u", "-z"))
    quads.slab(p, (a, b), depth, (z1 - s, z1), frame, hidden=("-u", "+u", "+z"))
    quads.slab(p, (a, a + s), depth, (z0 + s, z1 - s), frame, hidden=("-u", "-z", "+z"))
    quads.slab(p, (b - s, b), depth, (z0 + s, z1 - s), frame, hidden=("+u", "-z", "+z"))
    if z1 - z0 > 0.5:
        middle = (b - s / 2) if number % 2 == 0 else (a + s / 2)
        face = inner + inward * 0.012
        z = z0 + 0.45 * (z1 - z0)
        quads.slab(
            p, (middle - 0.012, middle + 0.012), ascending(face, face + inward * 0.03), (z, z + 0.12),
            quads.skins.raw(METAL), hidden=("-v" if inward > 0 else "+v",),
        )  # fmt: skip


def _sills(quads: Quads, p: Parameters, half: float, inward: float) -> None:
    """Lining of the reveal, a board inside and a sill outside; none where the glass reaches down to the floor."""
    u0, u1, z0 = p["u0_m"], p["u1_m"], p["z0_m"]
    trim = quads.skins.plain("white paint", p["trim"])
    lining = ascending(inward * half, -inward * (half - _SET_BACK_M[1]))
    away, towards = ("-v", "+v") if inward > 0 else ("+v", "-v")
    quads.slab(p, (u0, u1), lining, (z0, z0 + 0.012), trim, hidden=("-u", "+u", "-z", "-v", "+v"))
    if z0 < 0.25:
        return
    board = ascending(inward * half, inward * (half + 0.03))
    quads.slab(p, (u0 - 0.04, u1 + 0.04), board, (z0 - 0.025, z0 + 0.012), trim, hidden=(away,))
    sill = ascending(-inward * half, -inward * (half + 0.04))
    quads.slab(p, (u0 - 0.03, u1 + 0.03), sill, (z0 - 0.03, z0), trim, hidden=(towards,))
