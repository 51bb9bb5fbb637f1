"""Artist models as scenes use them: several sources, choice by fit, budgets, credits, equal bytes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import trimesh

from gstgen.errors import RequestError
from gstgen.geometry.boxes import OrientedBox
from gstgen.randomness import rng
from gstgen.scenes.assets import artist, library, sources
from gstgen.scenes.assets.artist_model import SMALL_BUDGET, SMALL_M, TRIANGLE_BUDGET
from gstgen.scenes.assets.levels import levels
from gstgen.scenes.assets.parametric.categories import RECIPES
from gstgen.scenes.mesh import MeshPart, SceneGeometry
from gstgen.scenes.model import SceneObject

Size = tuple[float, float, float]
FURNITURE, JAR = "sweethome3d-furniture", "sweethome3d"
_ARTISTS_ALONE = {"drying_rack"}  # without an artist's model these are approximated
INSTALLED = [row for row in artist.curated() if row.file() is not None]
needs_furniture = pytest.mark.skipif(not sources.SOURCES[FURNITURE].installed, reason=f"{FURNITURE} is not installed")


def thing(category: str, size: Size, asset: dict) -> SceneObject:
    box = OrientedBox.create((1.5, -2.0, 0.7), size, 37.0)
    return SceneObject(f"{category}_abcdef_0", category, "abcdef", box, None, "floor", asset)


def build(row: artist.ArtistRow, size: Size) -> tuple[SceneObject, list[MeshPart], SceneGeometry]:
    geometry = SceneGeometry()
    obj = thing(row.categories[0], size, row.reference())
    return obj, library.object_parts(obj, geometry), geometry


def check(row: artist.ArtistRow, size: Size) -> None:
    """The box is filled, the triangles are few and sound, the textures are there, and most faces look outwards."""
    obj, parts, geometry = build(row, size)
    points = np.concatenate([p.vertices[p.faces.ravel()] for p in parts]).astype(float)
    local = obj.box.to_local(points)
    assert np.allclose(local.max(0), obj.box.size_m / 2, atol=5e-4)
    assert np.allclose(local.min(0), -obj.box.size_m / 2, atol=5e-4)
    assert sum(len(p.faces) for p in parts) <= (SMALL_BUDGET if max(size) < SMALL_M else TRIANGLE_BUDGET)
    agree = []
    for part in parts:
        material = geometry.materials[part.material]
        assert material.texture is None or geometry.textures[material.texture].shape[2] == 4
        assert max(material.color) >= 0.15
        assert np.isfinite(part.uvs).all()
        assert np.allclose(np.linalg.norm(part.normals.astype(float), axis=1), 1.0, atol=1e-3)
        a, b, c = (part.vertices[part.faces[:, i]].astype(float) for i in range(3))
        winding = np.cross(b - a, c - a)
        assert (np.linalg.norm(winding, axis=1) > 0).all()
        agree.append((part.normals[part.faces].astype(float).sum(1) * winding).sum(1) > 0)
    assert np.concatenate(agree).mean() > 0.98


def test_every_row_names_a_library_a_licence_and_known_categories() -> None:
    keys = [(row.library, row.key) for row in artist.curated()]
    assert len(set(keys)) == len(keys)
    for row in artist.curated():
        assert row.source in sources.SOURCES
        assert row.licence in ("CC0-1.0", "CC-BY-3.0", "CC-BY-3.0-US")
        assert row.creator
        assert set(row.categories) <= set(RECIPES) | _ARTISTS_ALONE, row.key
        assert row.look in (1, 2)
        assert all(0 < side < 4 for side in row.size_m)


def test_sources_are_searched_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = tmp_path / "a", tmp_path / "b"
    (second / "furniture").mkdir(parents=True)
    first.mkdir()
    (second / "furniture" / "Scopia.sh3f").write_bytes(b"")
    (second / "sweethome3d.jar").write_bytes(b"")
    monkeypatch.setattr(sources, "FOLDERS", (first, second))
    assert artist.available_sources() == [FURNITURE, JAR]
    (first / "sweethome3d.jar").write_bytes(b"")
    assert sources.SOURCES[JAR].file("sweethome3d") == first / "sweethome3d.jar"
    assert sources.SOURCES[JAR].file("Scopia") is None


def test_missing_packages_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sources, "FOLDERS", (tmp_path,))
    artist._loaded.cache_clear()
    assert library.available_sources() == []
    with pytest.raises(
        RequestError, match="unknown furniture source 'ikea'; known: sweethome3d-furniture, sweethome3d"
    ):
        artist.require("ikea")
    for name in (FURNITURE, JAR):
        with pytest.raises(RequestError, match=f"apt-get install {name}"):
            library.choose_asset("sofa", "x", (1, 2, 1), 0, [name])
        row = next(row for row in artist.curated() if row.source == name)
        with pytest.raises(RequestError, match=f"apt-get install {name}"):
            build(row, (1.0, 2.0, 1.0))


def test_a_scene_that_names_an_unknown_model_is_a_wrong_request() -> None:
    with pytest.raises(RequestError, match="not in the curated list"):
        artist.parts({"source": JAR, "library": "sweethome3d", "key": "eTeks#ghost"}, (1.0, 1.0, 1.0), SceneGeometry())


def pick(category: str, size: Size, seed: int, carries_on_top: bool = False) -> artist.ArtistRow | None:
    return artist.choose(category, size, rng(seed, "test"), list(sources.SOURCES), carries_on_top)


@pytest.fixture
def pretend_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(artist, "_fault", lambda row: None)


@pytest.mark.usefixtures("pretend_installed")
class TestChoice:
    def test_several_models_are_drawn_and_the_same_seed_draws_the_same(self) -> None:
        size = (0.9, 2.0, 0.85)
        keys = [pick("sofa", size, seed).key for seed in range(60)]  # type: ignore[union-attr]
        assert len(set(keys)) >= 6
        assert keys == [pick("sofa", size, seed).key for seed in range(60)]  # type: ignore[union-attr]

    def test_models_are_never_stretched_beyond_what_they_bear(self) -> None:
        random = np.random.default_rng(3)
        for category in ("sofa", "bed", "straight_chair", "carpet", "radiator", "bathtub"):
            for seed in range(40):
                size = tuple(random.uniform(0.02, 2.5, 3))
                row = pick(category, size, seed)
                if row is not None:
                    scales = np.array([w / n for w, n in zip(size, row.size_m, strict=True) if n > 0.05])
                    assert scales.max() / scales.min() <= row.stretch * 1.0001
                    assert max(scales) < 3.0

    def test_absurd_boxes_get_nothing(self) -> None:
        assert pick("sofa", (0.2, 2.2, 3.0), 1) is None
        assert pick("toilet", (0.08, 0.05, 0.07), 1) is None
        assert pick("flux_capacitor", (1.0, 1.0, 1.0), 1) is None

    def test_the_thickness_of_a_carpet_does_not_count(self) -> None:
        for thickness in (0.002, 0.02, 0.04):
            assert pick("carpet", (1.86, 2.6, thickness), 1) is not None

    def test_small_boxes_get_models_that_bear_few_triangles(self) -> None:
        for seed in range(30):
            row = pick("pot_plant", (0.2, 0.2, 0.3), seed)
            assert row is None or row.small
        assert pick("microwave", (0.33, 0.34, 0.22), 1) is None or pick("microwave", (0.33, 0.34, 0.22), 1).small  # type: ignore[union-attr]

    def test_what_carries_things_has_a_flat_top(self) -> None:
        size = (0.62, 0.98, 0.88)
        free = {pick("bottom_cabinet", size, seed).key for seed in range(60)}  # type: ignore[union-attr]
        carrying = {row.key for seed in range(60) if (row := pick("bottom_cabinet", size, seed, True)) is not None}
        uneven = "Blend Swap CC-BY#kitchenLowerCabinet"
        assert uneven in free
        assert uneven not in carrying

    def test_only_the_named_sources_are_used(self) -> None:
        for seed in range(20):
            row = artist.choose("sofa", (0.9, 2.0, 0.85), rng(seed, "test"), [JAR])
            assert row is not None
            assert row.source == JAR
        assert artist.choose("sofa", (0.9, 2.0, 0.85), rng(1, "test"), []) is None


def test_a_quarter_turn_of_the_front_exchanges_the_sides() -> None:
    tub = next(row for row in artist.curated() if row.key == "eTeks#fittedBath")
    assert tub.front_fix_deg == 90
    assert tub.size_m == (1.78, 0.77, 0.72)


def test_credits_are_unique_lines_of_artist_models() -> None:
    row = next(r for r in artist.curated() if r.licence.startswith("CC-BY"))
    objects = [thing("sofa", (1, 2, 1), row.reference()) for _ in range(3)]
    objects.append(thing("sofa", (1, 2, 1), {"source": "parametric", "style": "boxy", "seed": 1, "suite": 1}))
    lines = library.credits(objects)
    assert len(lines) == 1
    for part in (row.name, row.key, row.creator, row.licence, row.source):
        assert part in lines[0]


@needs_furniture
def test_credits_name_the_library_and_its_version() -> None:
    row = next(r for r in INSTALLED if r.library == "Scopia")
    file = row.file()
    assert file is not None
    version = sources.opened(file).version
    assert version
    assert f"from Scopia catalog {version} in the Debian package {FURNITURE}" in artist.credit(row.reference())


@needs_furniture
def test_installed_libraries_have_every_curated_model() -> None:
    assert artist.problems(artist.available_sources()) == []


@needs_furniture
def test_equal_requests_give_equal_bytes() -> None:
    row = next(r for r in INSTALLED if r.key == "Scopia#burlap_sofa")
    hashes = []
    for _ in range(2):
        artist._loaded.cache_clear()
        obj, parts, geometry = build(row, row.size_m)
        geometry.add(obj.id, parts)
        hashes.append(geometry.content_hash())
    assert hashes[0] == hashes[1]


@pytest.mark.parametrize("row", INSTALLED[::24], ids=lambda r: r.key)
def test_sampled_models_load_and_fill_their_box(row: artist.ArtistRow) -> None:
    depth, width, height = row.size_m
    check(row, (1.1 * depth, width, 0.95 * height))


@pytest.mark.parametrize("row", [r for r in INSTALLED if r.small][::12], ids=lambda r: r.key)
def test_small_things_have_few_triangles(row: artist.ArtistRow) -> None:
    shrink = min(1.0, 0.34 / max(row.size_m))
    check(row, (row.size_m[0] * shrink, row.size_m[1] * shrink, row.size_m[2] * shrink))


@pytest.mark.slow
@pytest.mark.parametrize("row", INSTALLED, ids=lambda r: r.key)
def test_every_model_loads(row: artist.ArtistRow) -> None:
    check(row, row.size_m)


@pytest.mark.slow
@pytest.mark.parametrize("row", [r for r in INSTALLED if r.flat_top], ids=lambda r: r.key)
def test_flat_tops_are_where_things_stand(row: artist.ArtistRow) -> None:
    parts = artist.parts(row.reference(), row.size_m, SceneGeometry())
    corners = np.concatenate([p.vertices[p.faces] for p in parts]).astype(float)
    judge = trimesh.Trimesh(corners.reshape(-1, 3), np.arange(3 * len(corners)).reshape(-1, 3), process=False)
    found = [[level for level in levels(category, row.size_m) if not level.inner] for category in row.categories]
    for level in [tops[0] for tops in found if len(tops) == 1]:  # several tops: never an artist's model
        x, y = np.meshgrid(np.linspace(level.x0_m, level.x1_m, 9)[1:-1], np.linspace(level.y0_m, level.y1_m, 9)[1:-1])
        above = np.stack([x.ravel(), y.ravel(), np.full(x.size, row.size_m[2])], axis=1)
        hit, ray, _ = judge.ray.intersects_location(above, np.tile([0.0, 0.0, -1.0], (len(above), 1)), False)
        assert len(ray) > 0.8 * len(above)
        assert (np.abs(hit[:, 2] + row.size_m[2] / 2 - level.z_m) < 0.015).mean() > 0.8
