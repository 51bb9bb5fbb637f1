"""Drawn textures that fill a panel once: paintings, rugs, screens, clock faces, keys, book spines."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from PIL import Image as PilImage
from PIL import ImageDraw, ImageFilter

from gstgen.randomness import rng

Pixels = NDArray[np.uint8]
Color = tuple[int, int, int]
_N = 256
_SCALE = 2  # drawn at twice the size and averaged down


def _canvas(color: Color) -> tuple[PilImage.Image, ImageDraw.ImageDraw]:
    image = PilImage.new("RGB", (_N * _SCALE, _N * _SCALE), color)
    return image, ImageDraw.Draw(image)


def _finish(image: PilImage.Image) -> Pixels:
    return np.asarray(image.resize((_N, _N), PilImage.Resampling.BOX).convert("RGBA")).copy()


def _vertical_gradient(top: Color, bottom: Color) -> PilImage.Image:
    n = _N * _SCALE
    t = np.linspace(0, 1, n)[:, None, None]
    pixels = np.asarray(top) * (1 - t) + np.asarray(bottom) * t
    return PilImage.fromarray(np.round(np.broadcast_to(pixels, (n, n, 3))).astype(np.uint8), "RGB")


def _ridge(generator: np.random.Generator, level: float, rough: float) -> list[tuple[float, float]]:
    """Points of a mountain line across the canvas at a level (0 = top, 1 = bottom)."""
    n = _N * _SCALE
    x = np.linspace(0, 1, 65)
    y = np.full_like(x, level)
    for octave in range(1, 6):
        y += rough / octave**1.3 * np.sin(2 * np.pi * (octave * x * generator.uniform(0.6, 1.4) + generator.uniform()))
    return [(float(a) * n, float(b) * n) for a, b in zip(x, y, strict=True)]


_SKIES: tuple[tuple[Color, Color], ...] = (
    ((110, 160, 205), (232, 236, 230)),
    ((70, 90, 140), (240, 196, 150)),
    ((150, 175, 190), (225, 222, 210)),
    ((60, 80, 110), (160, 180, 190)),
)


def _landscape(generator: np.random.Generator) -> PilImage.Image:
    top, bottom = _SKIES[int(generator.integers(len(_SKIES)))]
    image = _vertical_gradient(top, bottom)
    draw = ImageDraw.Draw(image)
    n = _N * _SCALE
    cx, cy, r = generator.uniform(0.2, 0.8) * n, generator.uniform(0.15, 0.35) * n, generator.uniform(0.04, 0.08) * n
    draw.ellipse((cx - r, cy - r, cx + r, cy + r), fill=(250, 238, 200))
    layers = int(generator.integers(3, 5))
    greens = generator.uniform(0.6, 1.0)
    for k in range(layers):
        t = k / (layers - 1)
        shade = (int(120 - 70 * t), int((140 - 50 * t) * greens + 20), int(130 - 85 * t))
        draw.polygon([(0, n), *_ridge(generator, 0.45 + 0.16 * k, 0.06), (n, n)], fill=shade)
    if generator.uniform() < 0.5:
        for _ in range(40):
            x, y = generator.uniform(0, n), generator.uniform(0.75, 1.0) * n
            h = generator.uniform(0.05, 0.14) * n
            draw.polygon(
                [(x, y - h), (x - h / 4, y), (x + h / 4, y)],
                fill=(int(generator.uniform(25, 60)), int(generator.uniform(60, 95)), 45),
            )
    return image.filter(ImageFilter.GaussianBlur(1.2))


def _seascape(generator: np.random.Generator) -> PilImage.Image:
    top, bottom = _SKIES[int(generator.integers(len(_SKIES)))]
    image = _vertical_gradient(top, bottom)
    draw = ImageDraw.Draw(image)
    n = _N * _SCALE
    horizon = generator.uniform(0.45, 0.6) * n
    for k in range(60):
        y = horizon + (n - horizon) * k / 60
        tone = generator.uniform(-14, 14)
        draw.rectangle(
            (0, y, n, y + n / 50), fill=(int(50 + tone + k * 0.4), int(105 + tone + k * 0.5), int(135 + tone))
        )
    for _ in range(int(generator.integers(1, 4))):
        x, h = generator.uniform(0.15, 0.85) * n, generator.uniform(0.12, 0.28) * n
        y = horizon + generator.uniform(0.02, 0.15) * n
        draw.polygon([(x, y - h), (x + 0.5 * h, y - 0.1 * h), (x, y - 0.1 * h)], fill=(240, 236, 224))
        draw.polygon(
            [(x - 0.04 * n, y - 0.7 * h), (x - 0.04 * n, y - 0.1 * h), (x - 0.4 * h, y - 0.1 * h)], fill=(225, 218, 200)
        )
        draw.polygon(
            [
                (x - 0.5 * h, y - 0.07 * h),
                (x + 0.55 * h, y - 0.07 * h),
                (x + 0.35 * h, y + 0.08 * h),
                (x - 0.35 * h, y + 0.08 * h),
            ],
            fill=(90, 60, 45),
        )
    return image.filter(ImageFilter.GaussianBlur(1.0))


_MUTED: tuple[Color, ...] = (
    (38, 70, 83),
    (42, 120, 118),
    (222, 190, 110),
    (214, 150, 100),
    (120, 92, 80),
    (236, 228, 214),
    (92, 108, 140),
    (60, 60, 62),
    (150, 165, 140),
)


def _abstract(generator: np.random.Generator) -> PilImage.Image:
    image, draw = _canvas((236, 230, 218))
    n = _N * _SCALE
    if generator.uniform() < 0.5:
        for _ in range(9):
            r = generator.uniform(0.08, 0.3) * n
            x, y = generator.uniform(0, n, 2)
            draw.ellipse((x - r, y - r, x + r, y + r), fill=_MUTED[int(generator.integers(len(_MUTED)))])
    else:
        cells = [(0.0, 0.0, 1.0, 1.0)]
        for _ in range(9):
            cells.sort(key=lambda c: (c[2] - c[0]) * (c[3] - c[1]))
            x0, y0, x1, y1 = cells.pop()
            t = generator.uniform(0.3, 0.7)
            if x1 - x0 > y1 - y0:
                cells += [(x0, y0, x0 + t * (x1 - x0), y1), (x0 + t * (x1 - x0), y0, x1, y1)]
            else:
                cells += [(x0, y0, x1, y0 + t * (y1 - y0)), (x0, y0 + t * (y1 - y0), x1, y1)]
        for x0, y0, x1, y1 in cells:
            color = _MUTED[int(generator.integers(len(_MUTED)))]
            draw.rectangle((x0 * n + 4, y0 * n + 4, x1 * n - 4, y1 * n - 4), fill=color)
    return image


def _city(generator: np.random.Generator) -> PilImage.Image:
    image = _vertical_gradient((190, 205, 220), (238, 220, 190))
    draw = ImageDraw.Draw(image)
    n = _N * _SCALE
    for layer in range(3):
        x = -0.05 * n
        while x < n:
            w, h = generator.uniform(0.06, 0.15) * n, generator.uniform(0.2, 0.62 - 0.12 * layer) * n
            tone = 150 - 45 * layer + generator.uniform(-12, 12)
            draw.rectangle((x, 0.92 * n - h, x + w, n), fill=(int(tone), int(tone * 0.95), int(tone * 0.92)))
            for wy in np.arange(0.94 * n - h, 0.88 * n, 0.035 * n):
                for wx in np.arange(x + 0.012 * n, x + w - 0.015 * n, 0.03 * n):
                    if generator.uniform() < 0.55:
                        draw.rectangle(
                            (wx, wy, wx + 0.012 * n, wy + 0.016 * n), fill=(245, 226, 165) if layer else (200, 205, 205)
                        )
            x += w * 1.02
    return image


def _flowers(generator: np.random.Generator) -> PilImage.Image:
    image, draw = _canvas((226, 218, 200))
    n = _N * _SCALE
    hues = ((216, 165, 80), (190, 120, 140), (235, 230, 220), (110, 110, 170))
    for _ in range(9):
        x, y = generator.uniform(0.2, 0.8) * n, generator.uniform(0.12, 0.55) * n
        draw.line((n / 2, 0.75 * n, x, y), fill=(80, 110, 70), width=5)
        r, color = generator.uniform(0.05, 0.10) * n, hues[int(generator.integers(len(hues)))]
        for k in range(7):
            a = 2 * math.pi * k / 7
            px, py = x + r * math.cos(a), y + r * math.sin(a)
            draw.ellipse((px - 0.6 * r, py - 0.6 * r, px + 0.6 * r, py + 0.6 * r), fill=color)
        draw.ellipse((x - 0.45 * r, y - 0.45 * r, x + 0.45 * r, y + 0.45 * r), fill=(120, 85, 45))
    draw.polygon(
        [(0.38 * n, 0.68 * n), (0.62 * n, 0.68 * n), (0.58 * n, 0.95 * n), (0.42 * n, 0.95 * n)], fill=(92, 120, 140)
    )
    return image.filter(ImageFilter.GaussianBlur(1.0))


_MOTIFS: tuple[Callable[[np.random.Generator], PilImage.Image], ...] = (
    _landscape,
    _seascape,
    _abstract,
    _city,
    _flowers,
)


def _picture(variant: str) -> Pixels:
    generator = rng(int(variant), "texture", "picture")
    return _finish(_MOTIFS[int(variant) % len(_MOTIFS)](generator))


_RUGS: tuple[tuple[Color, Color, Color], ...] = (
    ((214, 222, 222), (90, 140, 150), (240, 238, 232)),
    ((120, 98, 84), (206, 188, 160), (74, 62, 56)),
    ((62, 76, 104), (196, 180, 150), (140, 110, 92)),
    ((196, 188, 174), (110, 104, 98), (228, 222, 210)),
    ((132, 138, 112), (222, 214, 190), (92, 84, 66)),
    ((120, 74, 64), (212, 186, 140), (58, 66, 84)),
)


def _rug(variant: str) -> Pixels:
    generator = rng(int(variant), "texture", "rug")
    ground, motif, accent = _RUGS[int(generator.integers(len(_RUGS)))]
    image, draw = _canvas(ground)
    n = _N * _SCALE
    style = int(variant) % 4
    if style == 0:
        for inset, color in ((0.03, accent), (0.06, motif), (0.13, accent), (0.15, ground)):
            draw.rectangle((inset * n, inset * n, n - inset * n, n - inset * n), fill=color)
        for scale, color in ((0.30, motif), (0.22, accent), (0.13, motif)):
            draw.polygon(
                [
                    (n / 2, n * (0.5 - scale)),
                    (n * (0.5 + scale), n / 2),
                    (n / 2, n * (0.5 + scale)),
                    (n * (0.5 - scale), n / 2),
                ],
                fill=color,
            )
        for k in range(12):
            c = (0.095 + 0.81 * k / 11) * n
            for x, y in ((c, 0.095 * n), (c, 0.905 * n), (0.095 * n, c), (0.905 * n, c)):
                draw.polygon([(x, y - 11), (x + 11, y), (x, y + 11), (x - 11, y)], fill=ground)
    elif style == 1:
        for row in range(6):
            for column in range(8):
                x, y = (column + 0.5 + 0.25 * (row % 2)) / 8.4 * n, (row + 0.5) / 6 * n
                w, h = generator.uniform(14, 26), generator.uniform(9, 15)
                draw.rectangle((x - w, y - h, x + w, y + h), fill=motif if (row + column) % 3 else accent)
    elif style == 2:
        y = 0.0
        while y < n:
            h = generator.uniform(0.03, 0.10) * n
            draw.rectangle((0, y, n, y + h), fill=(ground, motif, accent)[int(generator.integers(3))])
            y += h
    else:
        for k in range(10):
            for j in range(10):
                x, y = k / 10 * n, j / 10 * n
                draw.line((x, y, x + n / 10, y + n / 10), fill=motif, width=7)
                draw.line((x + n / 10, y, x, y + n / 10), fill=motif, width=7)
        draw.rectangle((4, 4, n - 5, n - 5), outline=accent, width=16)
    pixels = _finish(image).astype(float)
    pile = generator.uniform(0.90, 1.06, (_N, _N, 1))
    pixels[..., :3] = np.clip(pixels[..., :3] * pile, 0, 255)
    return np.round(pixels).astype(np.uint8)


def _screen(variant: str) -> Pixels:
    generator = rng(0, "texture", "screen", variant)
    n = _N * _SCALE
    if variant == "off":
        image = _vertical_gradient((34, 37, 42), (15, 16, 19))
        return _finish(image)
    if variant == "desktop":
        image = _vertical_gradient((40, 74, 112), (120, 160, 186))
        draw = ImageDraw.Draw(image)
        draw.polygon([(0, n), *_ridge(generator, 0.72, 0.05), (n, n)], fill=(46, 84, 100))
        draw.rectangle((0, 0.95 * n, n, n), fill=(28, 32, 38))
        draw.rectangle((0.30 * n, 0.14 * n, 0.86 * n, 0.78 * n), fill=(238, 239, 240))
        draw.rectangle((0.30 * n, 0.14 * n, 0.86 * n, 0.20 * n), fill=(196, 200, 206))
        for k in range(11):
            draw.rectangle(
                (0.34 * n, (0.25 + 0.045 * k) * n, (0.34 + generator.uniform(0.2, 0.48)) * n, (0.265 + 0.045 * k) * n),
                fill=(120, 126, 134),
            )
        for k in range(5):
            draw.rectangle((0.03 * n, (0.06 + 0.12 * k) * n, 0.09 * n, (0.12 + 0.12 * k) * n), fill=(214, 220, 226))
        return _finish(image)
    return _finish(_landscape(generator))


def _keyboard(variant: str) -> Pixels:
    body, key = ((62, 64, 68), (28, 29, 32)) if variant == "dark" else ((196, 198, 202), (240, 240, 240))
    image, draw = _canvas(body)
    n = _N * _SCALE
    for row in range(5):
        columns = (14, 14, 13, 12, 8)[row]
        x = 0.03
        for column in range(columns):
            w = 0.94 / columns * (1.0 if row < 4 else (3.6 if column == 3 else 0.63))
            y = 0.05 + 0.185 * row
            draw.rounded_rectangle(
                ((x + 0.006) * n, (y + 0.015) * n, (x + w - 0.006) * n, (y + 0.165) * n), 6, fill=key
            )
            x += w
    return _finish(image)


def _clock(variant: str) -> Pixels:
    image, draw = _canvas((242, 238, 228) if variant == "light" else (52, 54, 58))
    ink = (40, 40, 42) if variant == "light" else (230, 228, 222)
    n = _N * _SCALE
    for k in range(60):
        a = 2 * math.pi * k / 60
        inner = 0.40 if k % 5 == 0 else 0.445
        line = (
            n / 2 + inner * n * math.sin(a),
            n / 2 - inner * n * math.cos(a),
            n / 2 + 0.465 * n * math.sin(a),
            n / 2 - 0.465 * n * math.cos(a),
        )
        draw.line(line, fill=ink, width=10 if k % 5 == 0 else 4)
    for angle, length, width in ((305.0, 0.24, 16), (54.0, 0.36, 10)):
        a = math.radians(angle)
        draw.line(
            (
                n / 2 - 0.05 * n * math.sin(a),
                n / 2 + 0.05 * n * math.cos(a),
                n / 2 + length * n * math.sin(a),
                n / 2 - length * n * math.cos(a),
            ),
            fill=ink,
            width=width,
        )
    draw.ellipse((n / 2 - 12, n / 2 - 12, n / 2 + 12, n / 2 + 12), fill=ink)
    return _finish(image)


def _cover(variant: str) -> Pixels:
    """Front of a book or magazine: a picture under a title block."""
    generator = rng(int(variant), "texture", "cover")
    ground = _MUTED[int(generator.integers(len(_MUTED)))]
    image, draw = _canvas(ground)
    n = _N * _SCALE
    light = sum(ground) > 380
    ink = (50, 50, 54) if light else (232, 226, 210)
    draw.rectangle((0.05 * n, 0.04 * n, 0.95 * n, 0.96 * n), outline=ink, width=6)
    for k, w in enumerate((0.62, 0.5, 0.36)):
        draw.rectangle(((0.5 - w / 2) * n, (0.14 + 0.09 * k) * n, (0.5 + w / 2) * n, (0.19 + 0.09 * k) * n), fill=ink)
    art = _MOTIFS[int(generator.integers(2))](generator).resize((int(0.6 * n), int(0.38 * n)))
    image.paste(art, (int(0.2 * n), int(0.48 * n)))
    return _finish(image)


def _worldmap(variant: str) -> Pixels:
    generator = rng(0, "texture", "map", variant)
    field = np.fft.rfft2(generator.standard_normal((_N, _N)))
    f = np.hypot(np.fft.fftfreq(_N)[:, None], np.fft.rfftfreq(_N)[None, :]) * _N
    height = np.fft.irfft2(field * (f > 0) / np.maximum(f, 1) ** 1.8, s=(_N, _N))
    land = (height > np.quantile(height, 0.62))[..., None]
    tone = 1.0 + 0.12 * (height - height.min())[..., None] / np.ptp(height)
    color = np.where(land, np.asarray((150, 160, 104)) * tone, np.asarray((134, 172, 196)))
    u = np.arange(_N)
    lines = (u % 32 == 0)[None, :, None] | (u % 32 == 0)[:, None, None]
    color = np.where(lines, color * 0.86, color)
    return np.concatenate([np.round(np.clip(color, 0, 255)), np.full((_N, _N, 1), 255)], 2).astype(np.uint8)


MAKERS: dict[str, Callable[[str], Pixels]] = {
    "picture": _picture,
    "rug": _rug,
    "screen": _screen,
    "keyboard": _keyboard,
    "clock": _clock,
    "cover": _cover,
    "map": _worldmap,
}
