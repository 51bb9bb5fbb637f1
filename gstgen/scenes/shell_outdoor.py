"""Around the building: fences, hedges and low walls of gardens, gates, and the eaves of the house."""

from __future__ import annotations

from gstgen.scenes.shell_quads import METAL, Parameters, Quads

_POST_M = 0.10
_POST_PITCH_M = 2.0
_BOARD_M = 0.025
_HEDGE_PITCH_M = 1.1


def fence(quads: Quads, p: Parameters) -> None:
    """A fence along a garden's edge, with gaps at its openings: `boards`, `hedge` or `stone`."""
    gaps = sorted((o["u0_m"], o["u1_m"]) for o in p["openings"])
    edges = [p["start_m"], *[u for gap in gaps for u in gap], p["end_m"]]
    for u0, u1 in zip(edges[::2], edges[1::2], strict=True):
        if u1 - u0 > 0.02:
            {"boards": _boards, "hedge": _hedge, "stone": _stone}[p["style"]](quads, p, u0, u1)


def _boards(quads: Quads, p: Parameters, u0: float, u1: float) -> None:
    """Boards between posts under a rail."""
    wood = quads.skins.of(p["finish"])
    height = p["height_m"]
    quads.slab(p, (u0, u1), (-_BOARD_M / 2, _BOARD_M / 2), (0.04, height - 0.08), wood)
    quads.slab(p, (u0, u1), (-_POST_M / 2, _POST_M / 2), (height - 0.09, height - 0.04), wood)
    count = max(1, round((u1 - u0) / _POST_PITCH_M))
    for k in range(count + 1):
        middle = u0 + _POST_M / 2 + k * (u1 - u0 - _POST_M) / count
        half = _POST_M / 2
        quads.slab(p, (middle - half, middle + half), (-half, half), (0.0, height), wood, hidden=("-z",))


def _hedge(quads: Quads, p: Parameters, u0: float, u1: float) -> None:
    """Clipped bushes side by side; towards the outside they are deeper than the wall line."""
    leaf = quads.skins.of(p["finish"])
    half = p["thickness_m"] / 2
    count = max(1, round((u1 - u0) / _HEDGE_PITCH_M))
    for k in range(count):
        a, b = u0 + k / count * (u1 - u0), u0 + (k + 1) / count * (u1 - u0)
        # Irregular without a random number: the same hedge from scene.json alone.
        ragged = ((k * 37 + round(10 * abs(p["line_m"]))) % 7) / 7.0
        low = -half - (p["outward_m"] if p["low"] is None else 0.0) + 0.03 * ragged
        high = half + (p["outward_m"] if p["high"] is None else 0.0) - 0.03 * (1.0 - ragged)
        top = p["height_m"] - 0.09 * ragged
        quads.slab(p, (a, b), (low, high), (0.0, top), leaf, hidden=("-z",))


def _stone(quads: Quads, p: Parameters, u0: float, u1: float) -> None:
    """A low wall under a coping."""
    half, height = p["thickness_m"] / 2, p["height_m"]
    stone = quads.skins.of(p["finish"])
    coping = quads.skins.plain("coping", (0.74, 0.73, 0.70), 0.0)
    quads.slab(p, (u0, u1), (-half, half), (0.0, height - 0.06), stone, hidden=("-z", "+z"))
    quads.slab(p, (u0, u1), (-half - 0.03, half + 0.03), (height - 0.06, height), coping)


def gate(quads: Quads, p: Parameters) -> None:
    """Two posts in the gap of a fence and, unless it is an open passage, a closed gate of upright bars."""
    u0, u1 = p["u0_m"], p["u1_m"]
    metal = quads.skins.plain("painted iron", (0.20, 0.22, 0.22), 0.3)
    height = min(1.3, p["height_m"])
    for middle in (u0 + _POST_M / 2, u1 - _POST_M / 2):
        half = _POST_M / 2
        quads.slab(p, (middle - half, middle + half), (-half, half), (0.0, height + 0.15), metal, hidden=("-z",))
    if p["leaf"] == "none":
        return
    a, b = u0 + _POST_M, u1 - _POST_M
    for z in (0.12, height - 0.1):
        quads.slab(p, (a, b), (-0.02, 0.02), (z, z + 0.04), metal, hidden=("-u", "+u"))
    count = max(2, round((b - a) / 0.12))
    for k in range(count + 1):
        middle = a + 0.012 + k / count * (b - a - 0.024)
        quads.slab(p, (middle - 0.012, middle + 0.012), (-0.012, 0.012), (0.06, height), metal)
    lock = (a + b) / 2 if b - a > 2.0 else b - 0.1
    quads.slab(p, (lock - 0.04, lock + 0.04), (-0.035, 0.035), (0.9, 1.05), quads.skins.raw(METAL))


def eaves(quads: Quads, p: Parameters) -> None:
    """A roof edge that stands out over one side of a wall, from its middle: no face of it is in line with a room's."""
    skin = quads.skins.plain("roof edge", p["color"], 0.05)
    half, reach = p["thickness_m"] / 2, p["reach_m"]
    v = (0.0, half + reach) if p["side"] == "high" else (-half - reach, 0.0)
    quads.slab(p, (p["start_m"], p["end_m"]), v, (p["height_m"], p["height_m"] + p["board_m"]), skin)
