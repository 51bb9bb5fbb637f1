"""What makes a category: a builder, the styles it is asked for, and whether it only stands in for the category."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gstgen.scenes.assets.parametric.kit import Kit

Builder = Callable[[Kit, str], None]


@dataclass(frozen=True)
class Recipe:
    """A builder, the styles it is asked for, and whether it only stands in for the category."""

    builder: Builder
    styles: tuple[str, ...]
    approximated: bool = False


def recipes(builder: Builder, **categories: str) -> dict[str, Recipe]:
    """Recipes of one builder: category = "style style ..."."""
    return {category: Recipe(builder, tuple(styles.split())) for category, styles in categories.items()}
