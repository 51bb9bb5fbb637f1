"""Printed labels of products: pictures of 256 x 256 px that hold eight labels each, one for a category.

A key is `parametric/labels/<shape>-<sheet>`. Shape `wide` (128 x 64 px each) goes round bottles, cans and jars,
`tall` (64 x 128 px) on boxes, cartons, bags and packs.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

Shape = Literal["wide", "tall"]
Color = tuple[int, int, int]
_SIZE_PX = 256
_CELL_PX: dict[Shape, tuple[int, int]] = {"wide": (128, 64), "tall": (64, 128)}
_CELLS = 8
_BORDER_PX = 1.5  # of a cell that no product shows, against its neighbours

# Every word printed on a product: what it is, ground, band and motif colours. Unknown products get a blank design.
_DESIGNS: dict[str, tuple[Color, Color, Color]] = {
    "apple juice": ((214, 222, 160), (98, 140, 62), (176, 190, 70)),
    "auricularia": ((226, 214, 190), (92, 66, 50), (70, 50, 42)),
    "baking mix": ((238, 226, 196), (72, 108, 150), (214, 170, 96)),
    "barbecue sauce": ((92, 48, 36), (214, 168, 86), (140, 70, 44)),
    "bread": ((236, 222, 190), (160, 108, 60), (206, 158, 96)),
    "beer": ((222, 196, 120), (50, 84, 66), (236, 224, 180)),
    "brown sugar": ((150, 104, 66), (238, 226, 204), (196, 150, 100)),
    "butter": ((244, 232, 176), (68, 112, 160), (238, 214, 110)),
    "candy": ((230, 190, 206), (120, 84, 140), (240, 214, 120)),
    "cane sugar": ((240, 240, 236), (70, 120, 170), (196, 160, 100)),
    "carrot juice": ((240, 214, 176), (206, 120, 50), (220, 136, 56)),
    "catsup": ((160, 62, 52), (238, 230, 210), (190, 84, 64)),
    "cereal": ((238, 202, 110), (54, 96, 150), (196, 140, 70)),
    "champagne": ((226, 206, 150), (60, 62, 60), (190, 160, 96)),
    "chilli powder": ((176, 80, 56), (236, 218, 180), (150, 60, 46)),
    "chips": ((232, 186, 84), (150, 72, 50), (244, 214, 120)),
    "chocolate bar": ((86, 56, 44), (214, 178, 110), (120, 80, 58)),
    "cigarettes": ((236, 232, 222), (60, 90, 140), (176, 140, 80)),
    "clove": ((206, 180, 140), (84, 60, 46), (110, 76, 56)),
    "cocoa": ((96, 64, 50), (232, 214, 180), (140, 96, 70)),
    "coconut water": ((226, 238, 226), (80, 140, 110), (244, 244, 236)),
    "coffee": ((74, 54, 44), (210, 168, 104), (120, 84, 60)),
    "cooking oil": ((236, 214, 110), (96, 130, 62), (226, 190, 70)),
    "cookies": ((214, 226, 236), (64, 84, 130), (190, 140, 84)),
    "corn": ((240, 216, 106), (74, 122, 66), (236, 200, 70)),
    "corn flakes": ((242, 222, 150), (180, 96, 50), (228, 176, 76)),
    "cream": ((242, 240, 230), (110, 150, 190), (236, 226, 200)),
    "cream cheese": ((240, 242, 244), (70, 110, 160), (226, 232, 236)),
    "cumin": ((190, 160, 100), (92, 82, 50), (160, 126, 70)),
    "eggs": ((214, 206, 190), (110, 130, 90), (232, 206, 170)),
    "flour": ((240, 236, 224), (60, 90, 140), (222, 206, 170)),
    "food": ((196, 208, 190), (84, 116, 92), (190, 130, 80)),
    "fruit": ((206, 222, 170), (196, 130, 60), (120, 150, 70)),
    "fruit punch": ((220, 130, 110), (92, 60, 100), (226, 160, 90)),
    "garlic sauce": ((238, 232, 214), (120, 140, 90), (226, 216, 190)),
    "ginger beer": ((206, 180, 120), (80, 100, 60), (186, 150, 90)),
    "granola bars": ((150, 176, 110), (84, 66, 46), (196, 150, 90)),
    "hot sauce": ((186, 80, 56), (240, 220, 150), (150, 56, 44)),
    "ice cream": ((206, 222, 236), (186, 110, 140), (240, 224, 200)),
    "icetea": ((206, 160, 90), (60, 110, 100), (186, 130, 70)),
    "kidney beans": ((150, 84, 72), (236, 224, 196), (120, 60, 56)),
    "lasagna": ((196, 92, 70), (244, 230, 190), (220, 180, 110)),
    "lemon sauce": ((240, 224, 110), (96, 130, 60), (230, 206, 70)),
    "lemonade": ((244, 236, 150), (80, 130, 90), (236, 214, 80)),
    "lemons": ((236, 220, 100), (90, 130, 70), (228, 204, 70)),
    "lime juice": ((196, 220, 130), (60, 110, 70), (150, 190, 80)),
    "lotion": ((226, 216, 226), (120, 100, 140), (206, 190, 206)),
    "mayonnaise": ((240, 236, 210), (60, 100, 150), (232, 222, 180)),
    "milk": ((238, 244, 248), (66, 120, 180), (214, 228, 240)),
    "mushroom sauce": ((206, 190, 166), (90, 74, 60), (150, 126, 104)),
    "mustard": ((222, 182, 60), (84, 90, 50), (236, 206, 90)),
    "oatmeal": ((226, 206, 170), (70, 96, 130), (196, 160, 110)),
    "olive oil": ((206, 206, 130), (76, 92, 50), (150, 160, 70)),
    "orange juice": ((244, 206, 130), (70, 130, 80), (230, 146, 50)),
    "orange sauce": ((226, 150, 70), (110, 70, 50), (236, 176, 90)),
    "oranges": ((240, 186, 100), (80, 130, 70), (228, 140, 50)),
    "papaya juice": ((240, 190, 140), (90, 130, 80), (226, 140, 80)),
    "pepper seasoning": ((86, 84, 80), (214, 196, 150), (130, 120, 110)),
    "peppercorns": ((70, 68, 66), (220, 206, 170), (110, 104, 98)),
    "pesto": ((130, 156, 84), (238, 228, 196), (96, 126, 60)),
    "pineapple juice": ((240, 220, 120), (74, 124, 76), (226, 186, 70)),
    "pop": ((120, 66, 70), (236, 226, 206), (80, 50, 56)),
    "popcorn": ((240, 226, 190), (176, 84, 70), (244, 226, 150)),
    "ramen": ((214, 130, 70), (60, 60, 66), (240, 206, 130)),
    "raspberries": ((226, 180, 186), (96, 126, 80), (170, 66, 92)),
    "rice": ((238, 238, 228), (80, 130, 110), (222, 214, 190)),
    "rum": ((120, 84, 56), (226, 196, 130), (90, 60, 44)),
    "sake": ((232, 232, 226), (70, 80, 110), (190, 120, 110)),
    "sanitary napkins": ((214, 196, 222), (110, 90, 150), (236, 226, 240)),
    "sesame seed": ((226, 206, 160), (100, 84, 60), (206, 180, 130)),
    "shampoo": ((190, 214, 226), (60, 100, 130), (150, 190, 206)),
    "shiitake": ((214, 196, 166), (84, 70, 54), (140, 106, 76)),
    "soda": ((90, 140, 180), (240, 240, 236), (206, 226, 236)),
    "soup": ((214, 150, 96), (90, 70, 54), (196, 116, 70)),
    "soy milk": ((232, 226, 196), (90, 130, 90), (206, 190, 140)),
    "spaghetti sauce": ((182, 84, 60), (240, 224, 180), (150, 60, 46)),
    "strawberry jam": ((176, 80, 84), (240, 226, 220), (150, 56, 66)),
    "strawberry juice": ((226, 150, 150), (100, 130, 80), (196, 90, 96)),
    "sugar": ((236, 238, 240), (90, 130, 170), (206, 214, 222)),
    "tea": ((110, 136, 90), (236, 222, 180), (150, 110, 70)),
    "tissues": ((200, 216, 226), (120, 140, 170), (236, 240, 244)),
    "tomato juice": ((214, 110, 90), (90, 130, 70), (186, 76, 60)),
    "tomato paste": ((190, 88, 66), (236, 220, 170), (160, 64, 50)),
    "tonic": ((206, 226, 222), (60, 110, 120), (236, 240, 220)),
    "tumeric": ((226, 180, 66), (110, 80, 40), (206, 150, 50)),
    "vegetable juice": ((206, 130, 80), (80, 120, 70), (150, 160, 80)),
    "wagashi": ((236, 222, 222), (130, 90, 100), (190, 206, 160)),
    "water": ((206, 228, 240), (50, 110, 170), (236, 244, 250)),
    "whiskey": ((190, 140, 80), (60, 50, 46), (220, 190, 130)),
    "wine": ((232, 224, 204), (110, 50, 62), (150, 80, 84)),
    "yogurt": ((240, 240, 244), (180, 110, 150), (226, 206, 222)),
    "cake": ((236, 216, 220), (150, 96, 110), (246, 238, 226)),
}
_WORDS = tuple(sorted(_DESIGNS))
_BLANKS: tuple[tuple[Color, Color, Color], ...] = (
    ((226, 222, 206), (90, 116, 140), (196, 170, 120)), ((190, 206, 190), (70, 96, 84), (230, 226, 200)),
    ((222, 196, 160), (110, 84, 70), (240, 230, 210)), ((200, 208, 222), (80, 80, 120), (236, 238, 240)),
    ((236, 214, 140), (90, 100, 70), (206, 160, 90)), ((214, 190, 196), (100, 80, 104), (240, 232, 232)),
    ((180, 200, 206), (60, 90, 100), (226, 232, 226)), ((206, 206, 200), (110, 110, 106), (236, 236, 230)),
)  # fmt: skip
_TOTAL = len(_WORDS) + len(_BLANKS)


@dataclass(frozen=True)
class Label:
    """The key of a sheet, the part that one label takes (u0, v0, u1, v1; v upwards) and its plain ground colour."""

    texture: str
    window: tuple[float, float, float, float]
    ground: tuple[float, float, float]

    @property
    def patch(self) -> tuple[float, float, float, float]:
        """A small window of plain ground colour, for sides without print."""
        u0, v0, u1, v1 = self.window
        return u0 + 0.02 * (u1 - u0), v0 + 0.02 * (v1 - v0), u0 + 0.05 * (u1 - u0), v0 + 0.05 * (v1 - v0)


def words(category: str) -> str:
    """What a product's label says: `box_of_granola_bars` -> `granola bars`."""
    _, mark, rest = category.partition("_of_")
    text = (rest if mark else category).replace("_", " ")
    others = {
        "boxed cake": "cake",
        "canned food": "food",
        "oil bottle": "olive oil",
        "rum bottle": "rum",
        "beer bottle": "beer",
        "wine bottle": "wine",
    }
    return others.get(text, text)


def label(category: str, shape: Shape) -> Label:
    """The label of a product's category."""
    text = words(category)
    blank = len(_WORDS) + zlib.crc32(text.encode()) % len(_BLANKS)
    number = _WORDS.index(text) if text in _DESIGNS else blank
    sheet, cell = divmod(number, _CELLS)
    width, height = _CELL_PX[shape]
    columns = _SIZE_PX // width
    row, column = divmod(cell, columns)
    left, top = column * width + _BORDER_PX, row * height + _BORDER_PX
    right, bottom = (column + 1) * width - _BORDER_PX, (row + 1) * height - _BORDER_PX
    window = (left / _SIZE_PX, 1 - bottom / _SIZE_PX, right / _SIZE_PX, 1 - top / _SIZE_PX)
    r, g, b = _design(number)[0]
    return Label(f"parametric/labels/{shape}-{sheet}", window, (r / 255, g / 255, b / 255))


def _design(number: int) -> tuple[Color, Color, Color]:
    return _DESIGNS[_WORDS[number]] if number < len(_WORDS) else _BLANKS[number - len(_WORDS)]


def _text(image: NDArray[np.uint8], text: str, center: tuple[float, float], width: float, color: Color) -> None:
    """A line of capitals, as large as fits."""
    scale = 1.0
    (w, _), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, scale, 2)
    scale = min(1.5, width / max(w, 1))
    thick = 2 if scale > 0.75 else 1
    (w, h), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, scale, thick)
    at = (round(center[0] - w / 2), round(center[1] + h / 2))
    cv2.putText(image, text, at, cv2.FONT_HERSHEY_DUPLEX, scale, color, thick, cv2.LINE_AA)


def _ink(ground: Color) -> Color:
    return (250, 248, 240) if sum(ground) < 400 else (44, 42, 46)


def _print(shape: Shape, number: int) -> NDArray[np.uint8]:
    """One label, drawn at twice its size."""
    ground, band, motif = _design(number)
    width, height = (2 * v for v in _CELL_PX[shape])
    image = np.full((height, width, 3), ground, np.uint8)
    style = number % 3
    lines = _WORDS[number].upper().split(" ") if number < len(_WORDS) else []
    cx, cy = width // 2, height // 2
    if shape == "wide":
        if style == 0:
            cv2.rectangle(image, (0, 0), (width, 18), band, -1)
            cv2.rectangle(image, (0, height - 18), (width, height), band, -1)
        elif style == 1:
            cv2.rectangle(image, (0, height // 4), (width, 3 * height // 4), band, -1)
        else:
            cv2.ellipse(image, (cx, cy), (int(0.42 * width), int(0.40 * height)), 0, 0, 360, band, -1, cv2.LINE_AA)
        ink = _ink(ground if style == 0 else band)
        cv2.circle(image, (24, 28), 14, motif, -1, cv2.LINE_AA)
        cv2.circle(image, (width - 24, height - 28), 14, motif, -1, cv2.LINE_AA)
        for k, line in enumerate(lines):
            room = min(170, 40 * len(line)) if len(lines) == 1 else min(140, 24 * len(line))
            _text(image, line, (cx, cy + 32 * (k - (len(lines) - 1) / 2)), room, ink)
    else:
        split = int((0.42, 0.52, 0.36)[style] * height)
        if style == 2:
            image[:split] = band
        else:
            corners = np.array([(0, 0), (width, 0), (width, split), (0, split - 30 * (1 - 2 * style))], np.int32)
            cv2.fillConvexPoly(image, corners, band, cv2.LINE_AA)
        for k, line in enumerate(lines):
            _text(image, line, (cx, 34 + 36 * k), min(112, 34 * len(line)), _ink(band))
        plate = (cx, int(0.72 * height))
        light = tuple(int(0.5 * v + 120) for v in motif)
        cv2.ellipse(image, plate, (50, 44), 0, 0, 360, light, -1, cv2.LINE_AA)
        for k in range(5):
            a = 2 * np.pi * k / 5 + number
            spot = (int(plate[0] + 24 * np.cos(a)), int(plate[1] + 20 * np.sin(a)))
            cv2.circle(image, spot, 14, motif, -1, cv2.LINE_AA)
        cv2.rectangle(image, (14, height - 18), (width // 2, height - 12), band, -1)
    return np.asarray(cv2.resize(image, _CELL_PX[shape], interpolation=cv2.INTER_AREA), np.uint8)


def _sheet(variant: str) -> NDArray[np.uint8]:
    shape: Shape = "wide" if variant.startswith("wide") else "tall"
    sheet = int(variant.rpartition("-")[2])
    width, height = _CELL_PX[shape]
    columns = _SIZE_PX // width
    out = np.full((_SIZE_PX, _SIZE_PX, 4), 255, np.uint8)
    for cell in range(_CELLS):
        number = sheet * _CELLS + cell
        if number < _TOTAL:
            row, column = divmod(cell, columns)
            out[row * height : (row + 1) * height, column * width : (column + 1) * width, :3] = _print(shape, number)
    return out


MAKERS = {"labels": _sheet}
