"""Printed pages and boards made in code: newspaper, text, menu, building plan, notices, chess board, signs."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from PIL import Image as PilImage
from PIL import ImageDraw

from gstgen.randomness import rng

Pixels = NDArray[np.uint8]
Draw = ImageDraw.ImageDraw
_N = 512  # drawn at twice the size of the result
_INK = (70, 70, 74)


def _lines(draw: Draw, generator: np.random.Generator, box: tuple[float, float, float, float], step: float) -> None:
    """Rows of words as grey dashes in a rectangle (shares of the page)."""
    x0, y0, x1, y1 = (v * _N for v in box)
    y = y0
    while y < y1:
        x = x0
        end = x1 - (x1 - x0) * generator.uniform(0.0, 0.35) * (generator.uniform() < 0.25)
        while x < end:
            w = generator.uniform(0.02, 0.07) * _N
            draw.rectangle((x, y, min(x + w, end), y + 0.42 * step * _N), fill=_INK)
            x += w + 0.012 * _N
        y += step * _N


def _news(draw: Draw, generator: np.random.Generator) -> None:
    draw.rectangle((0.05 * _N, 0.05 * _N, 0.95 * _N, 0.14 * _N), fill=(52, 52, 56))
    draw.rectangle((0.05 * _N, 0.16 * _N, 0.95 * _N, 0.165 * _N), fill=_INK)
    draw.rectangle((0.05 * _N, 0.20 * _N, 0.60 * _N, 0.48 * _N), fill=(150, 164, 172))
    draw.polygon([(0.05 * _N, 0.48 * _N), (0.24 * _N, 0.30 * _N), (0.44 * _N, 0.48 * _N)], fill=(104, 112, 104))
    _lines(draw, generator, (0.64, 0.20, 0.95, 0.48), 0.024)
    for k in range(3):
        x = 0.05 + 0.31 * k
        _lines(draw, generator, (x, 0.53, x + 0.28, 0.95), 0.024)


def _text(draw: Draw, generator: np.random.Generator) -> None:
    draw.rectangle((0.10 * _N, 0.08 * _N, 0.55 * _N, 0.115 * _N), fill=_INK)
    _lines(draw, generator, (0.10, 0.18, 0.90, 0.90), 0.036)


def _menu(draw: Draw, generator: np.random.Generator) -> None:
    draw.rectangle((0, 0, _N, _N), fill=(84, 60, 50))
    draw.rectangle((0.05 * _N, 0.03 * _N, 0.95 * _N, 0.97 * _N), fill=(240, 230, 208))
    draw.rectangle((0.26 * _N, 0.08 * _N, 0.74 * _N, 0.15 * _N), fill=(120, 66, 54))
    for k in range(9):
        y = 0.22 + 0.08 * k
        draw.rectangle((0.14 * _N, y * _N, (0.40 + generator.uniform(0, 0.25)) * _N, (y + 0.02) * _N), fill=_INK)
        draw.rectangle((0.78 * _N, y * _N, 0.86 * _N, (y + 0.02) * _N), fill=_INK)


def _plan(draw: Draw, generator: np.random.Generator) -> None:
    draw.rectangle((0, 0, _N, _N), fill=(222, 230, 236))
    blue = (66, 92, 130)
    walls = (
        (0.12, 0.14, 0.86, 0.14), (0.86, 0.14, 0.86, 0.74), (0.12, 0.74, 0.86, 0.74), (0.12, 0.14, 0.12, 0.74),
        (0.46, 0.14, 0.46, 0.46), (0.12, 0.46, 0.34, 0.46), (0.56, 0.46, 0.86, 0.46), (0.62, 0.46, 0.62, 0.66),
    )  # fmt: skip
    for x0, y0, x1, y1 in walls:
        draw.line((x0 * _N, y0 * _N, x1 * _N, y1 * _N), fill=blue, width=9)
    draw.rectangle((0.62 * _N, 0.82 * _N, 0.92 * _N, 0.94 * _N), outline=blue, width=4)


def _notices(draw: Draw, generator: np.random.Generator) -> None:
    draw.rectangle((0, 0, _N, _N), fill=(186, 150, 106))
    papers = ((240, 238, 230), (236, 224, 160), (190, 214, 226), (220, 230, 200))
    for k in range(10):
        x, y = 0.05 + 0.19 * (k % 5) + generator.uniform(0, 0.03), 0.08 + 0.46 * (k // 5) + generator.uniform(0, 0.05)
        w, h = generator.uniform(0.11, 0.16), generator.uniform(0.22, 0.36)
        draw.rectangle((x * _N, y * _N, (x + w) * _N, (y + h) * _N), fill=papers[k % 4])
        _lines(draw, generator, (x + 0.015, y + 0.05, x + w - 0.015, y + h - 0.03), 0.036)


def _elements(draw: Draw, generator: np.random.Generator) -> None:
    draw.rectangle((0, 0, _N, _N), fill=(244, 243, 238))
    draw.rectangle((0.30 * _N, 0.05 * _N, 0.70 * _N, 0.10 * _N), fill=_INK)
    colors = ((206, 150, 130), (222, 196, 120), (150, 190, 200), (170, 200, 150), (190, 170, 206))
    heights = (7, 6, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 6, 6, 6, 6, 6, 7)
    for column, high in enumerate(heights):
        for row in range(high):
            x, y = 0.05 + 0.05 * column, 0.70 - 0.075 * row
            fill = colors[(column // 4 + (row < 1)) % 5]
            draw.rectangle((x * _N, y * _N, (x + 0.046) * _N, (y + 0.068) * _N), fill=fill)
            draw.rectangle(((x + 0.012) * _N, (y + 0.02) * _N, (x + 0.03) * _N, (y + 0.045) * _N), fill=_INK)


_SEGMENTS = {0: "abcdef", 2: "abdeg", 4: "bcfg", 5: "acdfg", 7: "abc", 8: "abcdefg"}


def _score(draw: Draw, generator: np.random.Generator) -> None:
    draw.rectangle((0, 0, _N, _N), fill=(34, 36, 40))
    amber = (236, 176, 84)

    def digit(value: int, x: float, y: float, w: float, h: float) -> None:
        t = 0.16 * w
        bars = {
            "a": (0, 0, w, t), "b": (w - t, 0, w, h / 2), "c": (w - t, h / 2, w, h), "d": (0, h - t, w, h),
            "e": (0, h / 2, t, h), "f": (0, 0, t, h / 2), "g": (0, h / 2 - t / 2, w, h / 2 + t / 2),
        }  # fmt: skip
        for name in _SEGMENTS[value]:
            a, b, c, d = bars[name]
            draw.rectangle(((x + a) * _N, (y + b) * _N, (x + c) * _N, (y + d) * _N), fill=amber)

    for k, value in enumerate((4, 2, 5, 7)):
        digit(value, 0.10 + 0.14 * k + (0.27 if k > 1 else 0.0), 0.42, 0.11, 0.34)
    for k, value in enumerate((0, 8, 2, 5)):
        digit(value, 0.34 + 0.08 * k + (0.03 if k > 1 else 0.0), 0.12, 0.06, 0.18)
    draw.rectangle((0.06 * _N, 0.86 * _N, 0.94 * _N, 0.90 * _N), fill=(90, 94, 100))


def _chess(draw: Draw, generator: np.random.Generator) -> None:
    for i in range(8):
        for j in range(8):
            fill = (226, 206, 168) if (i + j) % 2 else (110, 78, 56)
            draw.rectangle((i * _N / 8, j * _N / 8, (i + 1) * _N / 8, (j + 1) * _N / 8), fill=fill)


def _cross(draw: Draw, generator: np.random.Generator) -> None:
    draw.rectangle((0, 0, _N, _N), fill=(240, 240, 236))
    green = (62, 132, 96)
    draw.rectangle((0.40 * _N, 0.16 * _N, 0.60 * _N, 0.84 * _N), fill=green)
    draw.rectangle((0.16 * _N, 0.40 * _N, 0.84 * _N, 0.60 * _N), fill=green)


def _arrow(draw: Draw, generator: np.random.Generator) -> None:
    draw.rectangle((0, 0, _N, _N), fill=(58, 110, 86))
    draw.rectangle((0.06 * _N, 0.10 * _N, 0.94 * _N, 0.90 * _N), outline=(236, 240, 236), width=10)
    draw.rectangle((0.20 * _N, 0.42 * _N, 0.62 * _N, 0.58 * _N), fill=(236, 240, 236))
    draw.polygon([(0.58 * _N, 0.24 * _N), (0.84 * _N, 0.50 * _N), (0.58 * _N, 0.76 * _N)], fill=(236, 240, 236))


def _price(draw: Draw, generator: np.random.Generator) -> None:
    draw.rectangle((0, 0, _N, _N), fill=(240, 214, 110))
    draw.rectangle((0.05 * _N, 0.06 * _N, 0.95 * _N, 0.30 * _N), fill=(84, 110, 76))
    draw.rectangle((0.16 * _N, 0.14 * _N, 0.84 * _N, 0.22 * _N), fill=(244, 240, 226))
    for k, x in enumerate((0.14, 0.38, 0.66)):
        size = 1.0 if k < 2 else 0.6
        draw.rectangle((x * _N, 0.42 * _N, (x + 0.20 * size) * _N, (0.42 + 0.44 * size) * _N), fill=(60, 50, 46))
        inner = (240, 214, 110)
        draw.rectangle(
            ((x + 0.06 * size) * _N, 0.50 * _N, (x + 0.14 * size) * _N, (0.42 + 0.36 * size) * _N), fill=inner
        )


def _keys(draw: Draw, generator: np.random.Generator) -> None:
    draw.rectangle((0, 0, _N, _N), fill=(66, 69, 74))
    draw.rectangle((0.08 * _N, 0.06 * _N, 0.92 * _N, 0.28 * _N), fill=(170, 186, 170))
    for row in range(4):
        for column in range(4):
            x, y = 0.08 + 0.22 * column, 0.36 + 0.15 * row
            fill = (214, 216, 218) if column < 3 else (130, 160, 190)
            draw.rectangle((x * _N, y * _N, (x + 0.18) * _N, (y + 0.11) * _N), fill=fill)


def _shelves(draw: Draw, generator: np.random.Generator) -> None:
    """Front of a vending machine: rows of cans and packs behind glass."""
    draw.rectangle((0, 0, _N, _N), fill=(40, 43, 48))
    colors = ((196, 110, 80), (226, 190, 90), (100, 150, 190), (130, 170, 110), (230, 226, 214), (150, 110, 150))
    for row in range(5):
        y = 0.04 + 0.19 * row
        for column in range(7):
            x = 0.04 + 0.135 * column
            fill = colors[int(generator.integers(len(colors)))]
            draw.rectangle((x * _N, (y + 0.02) * _N, (x + 0.10) * _N, (y + 0.145) * _N), fill=fill)
            draw.rectangle(((x + 0.02) * _N, (y + 0.07) * _N, (x + 0.08) * _N, (y + 0.10) * _N), fill=(240, 238, 230))
        draw.rectangle((0, (y + 0.15) * _N, _N, (y + 0.165) * _N), fill=(180, 182, 184))


_PAGES: dict[str, Callable[[Draw, np.random.Generator], None]] = {
    "news": _news, "lines": _text, "menu": _menu, "plan": _plan, "notices": _notices, "elements": _elements,
    "score": _score, "chess": _chess, "cross": _cross, "arrow": _arrow, "price": _price, "keys": _keys,
    "shelves": _shelves,
}  # fmt: skip


def _page(variant: str) -> Pixels:
    image = PilImage.new("RGB", (_N, _N), (238, 236, 228))
    _PAGES[variant](ImageDraw.Draw(image), rng(0, "texture", "page", variant))
    half = image.resize((_N // 2, _N // 2), PilImage.Resampling.BOX)
    return np.asarray(half.convert("RGBA")).copy()


MAKERS: dict[str, Callable[[str], Pixels]] = {"page": _page}
