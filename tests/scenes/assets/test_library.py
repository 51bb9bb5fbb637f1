"""The furniture library as its callers see it: fitted boxes, sound meshes, equal results, credits."""

from __future__ import annotations

import numpy as np
import pytest

from gstgen.errors import RequestError
from gstgen.geometry.angles import rotation_z
from gstgen.geometry.boxes import OrientedBox
from gstgen.scenes.assets import artist, library
from gstgen.scenes.assets.parametric.categories import RECIPES, recipe
from gstgen.scenes.mesh import MeshPart, SceneGeometry
from gstgen.scenes.model import SceneObject

Size = tuple[float, float, float]
SIZES: list[Size] = [(0.5, 0.9, 0.75), (0.04, 0.08, 0.11), (0.46, 0.69, 0.02), (1.9, 0.25, 2.4)]


def thing(category: str, size: Size, asset: dict, rotation: np.ndarray | None = None) -> SceneObject:
    turn = np.eye(3) if rotation is None else rotation
    box = OrientedBox(np.array([1.5, -2.0, 0.7]), np.array(size), turn)
    return SceneObject(f"{category}_abcdef_0", category, "abcdef", box, None, "floor", asset)


def build(obj: SceneObject) -> tuple[list[MeshPart], SceneGeometry]:
    geometry = SceneGeometry()
    return library.object_parts(obj, geometry), geometry


def check_sound(obj: SceneObject, parts: list[MeshPart], geometry: SceneGeometry) -> None:
    points = np.concatenate([p.vertices[p.faces.ravel()] for p in parts]).astype(float)
    local = obj.box.to_local(points)
    assert np.allclose(local.max(0), obj.box.size_m / 2, atol=5e-4)
    assert np.allclose(local.min(0), -obj.box.size_m / 2, atol=5e-4)
    for part in parts:
        material = geometry.materials[part.material]
        assert material.texture is None or geometry.textures[material.texture].shape[2] == 4
        assert np.isfinite(part.uvs).all()
        assert np.allclose(np.linalg.norm(part.normals.astype(float), axis=1), 1.0, atol=1e-3)
        a, b, c = (part.vertices[part.faces[:, i]].astype(float) for i in range(3))
        assert (np.linalg.norm(np.cross(b - a, c - a), axis=1) > 0).all()


# One category of each builder and set of styles: the others are the same meshes under another name.
DISTINCT = sorted({(r.builder, r.styles): c for c, r in RECIPES.items()}.values())


@pytest.mark.parametrize("category", DISTINCT)
def test_every_style_fills_its_box(category: str) -> None:
    rotation = rotation_z(37.0)
    for number, style in enumerate(dict.fromkeys(recipe(category).styles)):
        size = SIZES[(number + len(category)) % len(SIZES)]
        asset = {"source": "parametric", "style": style, "seed": number, "suite": 5}
        obj = thing(category, size, asset, rotation)
        check_sound(obj, *build(obj))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    "category", ["sofa", "bottom_cabinet", "picture", "toilet", "floor_lamp", "bookcase", "pot_plant"]
)
def test_odd_sizes(category: str, size: Size) -> None:
    asset = library.choose_asset(category, "abcdef", size, 3, [])
    obj = thing(category, size, asset)
    check_sound(obj, *build(obj))


def test_front_shapes_face_front() -> None:
    # The largest glass or dark surface of a television must look towards +x: its panel's normal is the box's front.
    obj = thing(
        "standing_tv",
        (0.2, 0.9, 0.6),
        {"source": "parametric", "style": "foot", "seed": 1, "suite": 1},
        rotation_z(90.0),
    )
    parts, geometry = build(obj)
    screen = next(p for p in parts if geometry.materials[p.material].texture == "parametric/screen/off")
    assert np.allclose(screen.normals, [0, 1, 0], atol=1e-5)


def test_picture_lying_in_the_plane_has_its_top_at_plus_x() -> None:
    obj = thing("picture", (0.46, 0.69, 0.02), {"source": "parametric", "style": "canvas", "seed": 4, "suite": 1})
    parts, geometry = build(obj)
    image = next(p for p in parts if (geometry.materials[p.material].texture or "").startswith("parametric/picture"))
    assert np.allclose(image.normals, [0, 0, 1], atol=1e-5)
    top = image.vertices[image.uvs[:, 1] > 0.5]
    left = image.vertices[image.uvs[:, 0] < 0.5]
    assert (top[:, 0] > obj.box.center_m[0]).all()
    assert (left[:, 1] > obj.box.center_m[1]).all()


def test_same_request_same_bytes() -> None:
    for category in ("sofa", "pot_plant", "bookcase"):
        asset = library.choose_asset(category, "abcdef", (0.6, 1.2, 1.0), 11, library.available_sources())
        hashes = []
        for _ in range(2):
            library._parametric.cache_clear()
            artist._loaded.cache_clear()
            geometry = SceneGeometry()
            obj = thing(category, (0.6, 1.2, 1.0), asset)
            geometry.add(obj.id, library.object_parts(obj, geometry))
            hashes.append(geometry.content_hash())
        assert hashes[0] == hashes[1]


def test_choice_depends_on_seed_and_model_alone() -> None:
    first = library.choose_asset("sofa", "abcdef", (1.0, 2.0, 0.8), 1, [])
    assert first == library.choose_asset("sofa", "abcdef", (1.0, 2.0, 0.8), 1, [])
    others = [library.choose_asset("sofa", f"model{k}", (1.0, 2.0, 0.8), 1, []) for k in range(20)]
    assert len({o["style"] for o in others}) > 1


def test_unknown_category_is_reported_as_approximated() -> None:
    assert library.choose_asset("flux_capacitor", "x", (0.3, 0.3, 0.3), 0, [])["approximated"] is True
    assert library.choose_asset("garden_table", "x", (0.3, 0.3, 0.3), 0, [])["approximated"] is True
    assert "approximated" not in library.choose_asset("sofa", "x", (0.3, 0.3, 0.3), 0, [])


def test_no_saturated_red_materials() -> None:
    geometry = SceneGeometry()
    for seed, category in enumerate(DISTINCT):
        asset = library.choose_asset(category, "abcdef", (0.5, 0.6, 0.7), seed, [])
        library.object_parts(thing(category, (0.5, 0.6, 0.7), asset), geometry)
    for material in geometry.materials:
        r, g, b = material.color
        assert not (r > 0.7 and max(g, b) < 0.3), material
    for key, image in geometry.textures.items():
        red = (image[..., 0] > 180) & (image[..., 1:3].max(-1) < 70)
        assert not red.any(), key


def test_wrong_sources_and_references_are_wrong_requests() -> None:
    with pytest.raises(RequestError, match="unknown furniture source"):
        library.choose_asset("sofa", "x", (1, 2, 1), 0, ["somewhere"])
    with pytest.raises(RequestError, match="unknown asset source"):
        build(thing("sofa", (1, 2, 1), {}))
    with pytest.raises(RequestError, match="no parametric style"):
        build(thing("sofa", (1, 2, 1), {"source": "parametric", "style": "baroque", "seed": 1, "suite": 1}))


def test_credits_are_unique_lines_of_artist_models() -> None:
    row = next(r for r in artist.curated() if r.licence.startswith("CC-BY"))
    objects = [thing("sofa", (1, 2, 1), row.reference()) for _ in range(3)]
    objects.append(thing("sofa", (1, 2, 1), {"source": "parametric", "style": "boxy", "seed": 1, "suite": 1}))
    lines = library.credits(objects)
    assert len(lines) == 1
    assert row.creator in lines[0]
    assert row.licence in lines[0]
