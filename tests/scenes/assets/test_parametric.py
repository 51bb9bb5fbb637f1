"""Meshes built in code, over every category and size that the inventories of the 51 scenes list."""

from __future__ import annotations

import string
from collections import Counter
from functools import cache

import numpy as np
import pytest

from gstgen.scenes import catalogue
from gstgen.scenes.assets.parametric import categories, labels, textures
from gstgen.scenes.assets.parametric.kit import SMALL_M, Mesh
from gstgen.scenes.assets.parametric.surface import face_normals
from gstgen.scenes.inventory import load_inventory

Size = tuple[float, float, float]
SMALL_TRIANGLES, FURNITURE_TRIANGLES = 300, 6000


@cache
def listed() -> dict[str, Counter[Size]]:
    """How often each category is listed in each size, over the scenes with an official number."""
    found: dict[str, Counter[Size]] = {}
    for entry in catalogue.entries().values():
        if entry.generator and entry.split == "bench":
            for room in load_inventory(entry.name).rooms:
                for item in room.items:
                    found.setdefault(item.category, Counter())[item.size_m] += 1
    return found


def meshes(category: str) -> list[tuple[str, Size, Mesh]]:
    """A mesh of every style, each in another of the listed sizes (smallest, largest, middle ...)."""
    sizes = sorted(listed()[category], key=max)
    turns = [sizes[0], sizes[-1], sizes[len(sizes) // 2]]
    out = []
    for number, style in enumerate(dict.fromkeys(categories.recipe(category).styles)):
        size = turns[(number + len(category)) % 3]
        out.append((style, size, categories.build(category, style, size, number, 3)))
    return out


def test_every_listed_category_has_a_builder_of_its_own() -> None:
    approximated = {c: sum(n.values()) for c, n in listed().items() if categories.recipe(c).approximated}
    share = sum(approximated.values()) / sum(sum(n.values()) for n in listed().values())
    assert share < 0.02, approximated
    builders = {categories.recipe(c).builder for c in listed()}
    assert len(builders) > 150


@pytest.mark.parametrize("letter", string.ascii_lowercase)
def test_meshes_fill_their_boxes_within_the_triangle_budget(letter: str) -> None:
    for category in sorted(c for c in listed() if c.startswith(letter)):
        for style, size, mesh in meshes(category):
            name = f"{category}:{style} {size}"
            count = sum(len(surface.faces) for _, surface in mesh.surfaces)
            assert 2 <= count <= (SMALL_TRIANGLES if max(size) < SMALL_M else FURNITURE_TRIANGLES), (name, count)
            points = np.concatenate([surface.vertices for _, surface in mesh.surfaces])
            wanted = np.maximum(size, 2e-4)
            assert np.allclose(np.ptp(points, axis=0), wanted, atol=1e-4), name
            assert np.allclose(points.max(0) + points.min(0), 0, atol=1e-4), name
            for finish, surface in mesh.surfaces:
                assert np.isfinite(surface.uvs).all(), name
                assert np.allclose(np.linalg.norm(surface.normals, axis=1), 1, atol=1e-6), name
                sides = face_normals(surface.vertices.astype(np.float32).astype(float), surface.faces)
                assert (np.linalg.norm(sides, axis=1) > 0).all(), name
                if finish.material.kind != "cutout":  # whose normals are those of the whole crown
                    facing = (sides * surface.normals[surface.faces].sum(1)).sum(1)
                    assert (facing > -1e-9).mean() > 0.9, (name, finish.material.name)  # bent tubes fold a little


def test_products_share_their_labels_and_say_what_they_are() -> None:
    products = [c for c in listed() if "_of_" in c]
    sheets = {
        finish.material.texture
        for c in products
        for _, _, mesh in meshes(c)
        for finish, _ in mesh.surfaces
        if finish.material.texture
    }
    assert len(products) > 100
    assert len(sheets) < 40
    windows = {labels.label(c, "tall") for c in products}
    assert len(windows) > 80  # one design for each kind of goods, whatever its package
    a, b = labels.label("box_of_rice", "tall"), labels.label("box_of_oatmeal", "tall")
    u0, v0, u1, v1 = a.window
    cells = []
    for mark in (a, b):
        image = textures.texture(mark.texture)
        u0, v0, u1, v1 = mark.window
        n = len(image)
        cells.append(image[round(n * (1 - v1)) : round(n * (1 - v0)), round(n * u0) : round(n * u1)])
    assert cells[0].shape != cells[1].shape or not np.array_equal(cells[0], cells[1])


def test_small_things_cost_little() -> None:
    # What stands in shops by the thousand.
    for category in ("apple", "box_of_granola_bars", "bag_of_chips", "bottle_of_beer", "can_of_soda", "pear", "plate"):
        for _, _, mesh in meshes(category):
            assert sum(len(surface.faces) for _, surface in mesh.surfaces) <= 200, category
