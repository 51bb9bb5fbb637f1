"""Finishes: a material with the size of its texture, and the choices a builder draws from."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from gstgen.randomness import rng
from gstgen.scenes.assets.parametric.textures import WOODS
from gstgen.scenes.mesh import Material, MaterialKind

Color = tuple[float, float, float]


@dataclass(frozen=True)
class Finish:
    """A material and the metres that one repeat of its texture covers."""

    material: Material
    tile_m: float = 1.0


def _textured(kind: str, variant: str, color: Color, tile_m: float, gloss: float = 0.0) -> Finish:
    return Finish(Material(f"{kind} {variant}", color, f"parametric/{kind}/{variant}", gloss=gloss), tile_m)


def plain(name: str, color: Color, gloss: float = 0.05) -> Finish:
    """Untextured opaque colour."""
    return Finish(Material(name, color, gloss=gloss))


def wood(species: str, gloss: float = 0.15, tint: Color = (1.0, 1.0, 1.0)) -> Finish:
    """Wood grain; u follows the length of the part."""
    return _textured("wood", species, tint, 0.7, gloss)


def fabric(color: Color, weave: str = "plain") -> Finish:
    """Woven cloth of a colour."""
    return _textured("fabric", weave, color, 0.22)


def leather(color: Color) -> Finish:
    """Leather of a colour, slightly shiny."""
    return _textured("leather", "plain", color, 0.3, 0.25)


def marble(variant: str) -> Finish:
    """Polished marble, white or dark."""
    return _textured("marble", variant, (1.0, 1.0, 1.0), 1.2, 0.5)


def granite(variant: str) -> Finish:
    """Polished granite, grey, dark or beige."""
    return _textured("granite", variant, (1.0, 1.0, 1.0), 0.6, 0.45)


def darker(finish: Finish, factor: float = 0.90) -> Finish:
    """The same finish a little darker: recessed panels."""
    r, g, b = finish.material.color
    color = (round(r * factor, 4), round(g * factor, 4), round(b * factor, 4))
    return Finish(replace(finish.material, color=color), finish.tile_m)


def brushed(color: Color = (0.72, 0.73, 0.74)) -> Finish:
    """Brushed steel."""
    return _textured("brushed", "plain", color, 0.6, 0.5)


def picture(
    kind: str, variant: str | int, color: Color = (1.0, 1.0, 1.0), gloss: float = 0.0, emission: float = 0.0
) -> Finish:
    """A texture drawn once over a panel (uvs 0..1); emissive when it shines."""
    mode: MaterialKind = "emissive" if emission > 0 else "opaque"
    material = Material(
        f"{kind} {variant}", color, f"parametric/{kind}/{variant}", mode, gloss=gloss, emission=emission
    )
    return Finish(material)


def glowing(name: str, color: Color, emission: float) -> Finish:
    """A surface that shines: bulbs, shades, diffusers."""
    return Finish(Material(name, color, kind="emissive", emission=emission))


def glass(color: Color = (0.86, 0.92, 0.92), alpha: float = 0.25) -> Finish:
    """See-through pane."""
    return Finish(Material("glass", color, kind="glass", alpha=alpha, gloss=0.9))


WICKER = _textured("wicker", "plain", (1.0, 1.0, 1.0), 0.35)
PILE = _textured("pile", "plain", (1.0, 1.0, 1.0), 0.4)
GRILLE = _textured("grille", "plain", (0.25, 0.25, 0.26), 0.2)
SOIL = _textured("soil", "plain", (1.0, 1.0, 1.0), 0.3)
BARK = _textured("bark", "plain", (1.0, 1.0, 1.0), 0.4)
BRICK = _textured("brick", "plain", (1.0, 1.0, 1.0), 0.9)
TURF = _textured("turf", "plain", (1.0, 1.0, 1.0), 1.6)
PAVING = _textured("paving", "plain", (1.0, 1.0, 1.0), 1.6)
SHINGLE = _textured("shingle", "plain", (1.0, 1.0, 1.0), 1.2)
CONCRETE = _textured("concrete", "plain", (1.0, 1.0, 1.0), 1.5)
CHROME = plain("chrome", (0.80, 0.81, 0.83), 0.85)
STEEL = brushed()
BLACK_METAL = plain("black metal", (0.21, 0.21, 0.22), 0.3)
GREY_METAL = plain("grey metal", (0.48, 0.49, 0.51), 0.35)
BRASS = plain("brass", (0.72, 0.58, 0.32), 0.6)
CERAMIC = plain("ceramic", (0.93, 0.93, 0.92), 0.6)
WHITE = plain("white lacquer", (0.91, 0.91, 0.90), 0.3)
WHITE_PLASTIC = plain("white plastic", (0.90, 0.90, 0.89), 0.2)
BLACK_PLASTIC = plain("black plastic", (0.20, 0.20, 0.21), 0.2)
DARK_GREY = plain("dark grey", (0.31, 0.32, 0.34), 0.15)
LIGHT_GREY = plain("light grey", (0.74, 0.75, 0.76), 0.15)
BLACK_GLASS = plain("black glass", (0.17, 0.18, 0.20), 0.8)
RUBBER = plain("rubber", (0.20, 0.20, 0.21), 0.0)
MIRROR = Finish(Material("mirror", (0.90, 0.95, 1.0), kind="mirror", gloss=1.0))
WAX = plain("wax", (0.93, 0.89, 0.78), 0.1)
SHADOW = plain("shadow gap", (0.14, 0.12, 0.11), 0.0)
PAPER = plain("paper", (0.93, 0.91, 0.86), 0.0)
SHADE = glowing("lamp shade", (1.0, 0.91, 0.76), 1.1)
BULB = glowing("bulb", (1.0, 0.95, 0.86), 3.0)
DIFFUSER = glowing("diffuser", (1.0, 0.97, 0.92), 2.0)

# Muted upholstery and paint colours; none is a saturated red.
CLOTH_COLORS: tuple[Color, ...] = (
    (0.42, 0.33, 0.28),
    (0.50, 0.50, 0.52),
    (0.30, 0.38, 0.48),
    (0.72, 0.66, 0.56),
    (0.38, 0.44, 0.36),
    (0.33, 0.34, 0.37),
    (0.62, 0.54, 0.45),
    (0.55, 0.62, 0.66),
    (0.80, 0.77, 0.71),
    (0.28, 0.41, 0.43),
    (0.60, 0.50, 0.34),
    (0.47, 0.37, 0.40),
)
LEATHER_COLORS: tuple[Color, ...] = (
    (0.32, 0.25, 0.21),
    (0.42, 0.29, 0.20),
    (0.26, 0.26, 0.27),
    (0.60, 0.46, 0.33),
    (0.84, 0.80, 0.73),
)
PAINT_COLORS: tuple[Color, ...] = (
    (0.90, 0.90, 0.88),
    (0.86, 0.83, 0.76),
    (0.60, 0.66, 0.66),
    (0.42, 0.50, 0.54),
    (0.68, 0.70, 0.62),
    (0.38, 0.42, 0.45),
)
CERAMIC_COLORS: tuple[Color, ...] = (
    (0.92, 0.91, 0.88),
    (0.42, 0.55, 0.62),
    (0.30, 0.36, 0.44),
    (0.76, 0.68, 0.54),
    (0.50, 0.58, 0.48),
    (0.62, 0.44, 0.34),
    (0.25, 0.26, 0.28),
)
_FURNITURE_WOODS = tuple(w for w in WOODS if w != "grey")


class Palette:
    """Random finishes of one object, from its own generator."""

    def __init__(self, generator: np.random.Generator) -> None:
        self._generator = generator

    def one_of(self, *choices: Finish) -> Finish:
        """One of several finishes, evenly."""
        return choices[int(self._generator.integers(len(choices)))]

    def color(self, colors: tuple[Color, ...]) -> Color:
        """One of a list of colours."""
        return colors[int(self._generator.integers(len(colors)))]

    def wood(self) -> Finish:
        """Any furniture wood."""
        return wood(_FURNITURE_WOODS[int(self._generator.integers(len(_FURNITURE_WOODS)))])

    def wood_or_paint(self) -> Finish:
        """Mostly wood, sometimes painted."""
        return self.wood() if self._generator.uniform() < 0.7 else plain("paint", self.color(PAINT_COLORS), 0.2)

    def metal(self) -> Finish:
        """Metal of frames and legs."""
        return self.one_of(BLACK_METAL, CHROME, GREY_METAL, BLACK_METAL)

    def handle(self) -> Finish:
        """Metal of handles and knobs."""
        return self.one_of(CHROME, BLACK_METAL, BRASS, STEEL)

    def upholstery(self) -> Finish:
        """Cloth, sometimes leather."""
        if self._generator.uniform() < 0.3:
            return leather(self.color(LEATHER_COLORS))
        weave = ("plain", "plain", "herringbone")[int(self._generator.integers(3))]
        return fabric(self.color(CLOTH_COLORS), weave)

    def cloth(self) -> Finish:
        """Cloth of a muted colour."""
        return fabric(self.color(CLOTH_COLORS))

    def ceramic(self) -> Finish:
        """Glazed ceramic of a muted colour."""
        return plain("glaze", self.color(CERAMIC_COLORS), 0.5)


@dataclass(frozen=True)
class Suite:
    """What the fitted furniture of one scene has in common."""

    front: Finish
    handle: Finish
    worktop: Finish
    appliance: Finish
    framed: bool  # framed doors, or flat ones

    @classmethod
    def create(cls, seed: int) -> Suite:
        """The suite of a scene's seed."""
        generator = rng(seed, "suite")
        palette = Palette(generator)
        worktops = (granite("grey"), granite("dark"), marble("white"), wood("oak"), granite("beige"), wood("pine"))
        return cls(
            front=palette.wood_or_paint(),
            handle=palette.handle(),
            worktop=palette.one_of(*worktops),
            appliance=palette.one_of(STEEL, WHITE_PLASTIC, STEEL, DARK_GREY),
            framed=bool(generator.uniform() < 0.5),
        )
