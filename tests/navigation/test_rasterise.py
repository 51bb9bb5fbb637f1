import numpy as np
import pytest
import shapely
import trimesh

from gstgen.geometry.maps import GridTransform, MapTransform
from gstgen.navigation.rasterise import clip_to_slab, grid_to_pixels, rasterise_slab, rasterise_solid

PIXELS = np.eye(3)


def random_triangles(count: int = 60, seed: int = 1) -> np.ndarray:
    generator = np.random.default_rng(seed)
    return generator.uniform([0, 0, -1], [30, 20, 3], (count, 3, 3))


def box(lower: list[float], upper: list[float]) -> np.ndarray:
    return np.asarray(trimesh.creation.box(bounds=[lower, upper]).triangles)


def slab_polygons(triangles: np.ndarray, low: float, high: float) -> list[shapely.Geometry]:
    """Independent clipping: the triangle's cut along z, by sampling its edges and the two planes."""
    shapes = []
    for triangle in triangles:
        points = [p for p in triangle if low <= p[2] <= high]
        for a, b in ((0, 1), (1, 2), (2, 0)):
            p, q = triangle[a], triangle[b]
            for z in (low, high):
                if (p[2] - z) * (q[2] - z) < 0:
                    points.append(p + (q - p) * (z - p[2]) / (q[2] - p[2]))
        if points:
            shapes.append(shapely.MultiPoint(np.array(points)[:, :2]).convex_hull)
    return shapes


def test_centre_rule_agrees_with_polygons() -> None:
    triangles = random_triangles()
    mask = rasterise_slab(triangles, 0.2, 1.1, PIXELS, (20, 30))
    u, v = np.meshgrid(np.arange(30) + 0.5, np.arange(20) + 0.5)
    union = shapely.union_all(slab_polygons(triangles, 0.2, 1.1))
    assert (mask == shapely.contains_xy(union, u, v)).all()
    assert 0.2 < mask.mean() < 1.0


def test_touched_rule_agrees_with_polygons() -> None:
    triangles = random_triangles(12, 3)
    mask = rasterise_slab(triangles, 0.2, 1.1, PIXELS, (20, 30), touched=True)
    cells = np.array([[shapely.box(x, y, x + 1, y + 1) for x in range(30)] for y in range(20)])
    expected = np.zeros((20, 30), bool)
    for shape in slab_polygons(triangles, 0.2, 1.1):
        expected |= shapely.intersects(cells, shape)
    assert (mask == expected).all()


def test_clipping_keeps_area_between_the_planes() -> None:
    triangle = np.array([[[0, 0, 0], [4, 0, 0], [0, 0, 4.0]]])
    polygons, counts = clip_to_slab(triangle, 1.0, 2.0)
    assert counts.tolist() == [4]
    assert shapely.Polygon(polygons[0, :, [0, 2]].T).area == pytest.approx(2.5)
    assert len(clip_to_slab(triangle, 5.0, 6.0)[0]) == 0


def test_nothing_gives_an_empty_mask() -> None:
    assert not rasterise_slab(np.zeros((0, 3, 3)), 0, 1, PIXELS, (4, 5)).any()
    assert not rasterise_solid(np.zeros((0, 3, 3)), 0, 1, PIXELS, (4, 5)).any()
    assert not rasterise_solid(box([-9, -9, 0], [-5, -5, 1]), 0, 1, PIXELS, (4, 5)).any()


@pytest.mark.parametrize("touched", [False, True])
@pytest.mark.parametrize("solid", [False, True])
def test_mirrored_triangles_give_the_mirrored_mask(touched: bool, solid: bool) -> None:
    triangles = np.concatenate([random_triangles(20, 5), box([3, 4, 0], [7, 9, 1.5]), box([12.3, 2.2, -1], [14, 8, 4])])
    rasterise = rasterise_solid if solid else rasterise_slab
    mask = rasterise(triangles, 0.2, 1.1, PIXELS, (20, 30), touched)
    flipped = triangles * [-1, 1, 1] + [30, 0, 0]
    assert (rasterise(flipped, 0.2, 1.1, PIXELS, (20, 30), touched) == mask[:, ::-1]).all()
    turned = triangles * [1, -1, 1] + [0, 20, 0]
    assert (rasterise(turned, 0.2, 1.1, PIXELS, (20, 30), touched) == mask[::-1]).all()


def test_thin_rod_is_touched_but_covers_no_centre() -> None:
    rod = box([5.2, 5.2, 0], [5.22, 5.22, 3])
    assert rasterise_solid(rod, 0.1, 1.7, PIXELS, (10, 10), touched=True).sum() == 1
    assert not rasterise_solid(rod, 0.1, 1.7, PIXELS, (10, 10)).any()


def test_single_sheet_on_a_pixel_border_is_not_lost() -> None:
    sheet = np.array([[[4, 2, 0], [4, 6, 0], [4, 2, 3.0]]])
    mask = rasterise_slab(sheet, 0.1, 1.7, PIXELS, (8, 8), touched=True)
    assert mask[3, 3]
    assert mask[3, 4]
    assert mask.sum() == 2 * mask[:, 3].sum()


def test_body_on_pixel_borders_is_not_inflated() -> None:
    expected = np.zeros((10, 10), bool)
    expected[2:6, 3:8] = True
    for top in (1.0, 3.0):  # within the slab, and cut open by it
        assert (
            rasterise_solid(box([3, 2, 0], [8, 6, top]), 0.1, 1.7, PIXELS, (10, 10), touched=True) == expected
        ).all()


@pytest.mark.parametrize("touched", [False, True])
def test_tall_body_is_filled_and_a_ring_stays_open(touched: bool) -> None:
    tall = box([3, 3, 0], [9, 9, 3])
    assert rasterise_solid(tall, 0.1, 1.7, PIXELS, (12, 12), touched)[3:9, 3:9].all()
    ring = np.concatenate([box([2, 2, 0], [10, 3, 3]), box([2, 9, 0], [10, 10, 3]), box([2, 2, 0], [3, 10, 3]),
                           box([9, 2, 0], [10, 10, 3])])  # fmt: skip
    mask = rasterise_solid(ring, 0.1, 1.7, PIXELS, (12, 12), touched)
    assert mask[2, 2:10].all()
    assert not mask[4:8, 4:8].any()


def test_table_top_and_legs_only_within_the_slab() -> None:
    top = box([2, 2, 0.7], [8, 8, 0.75])
    assert rasterise_solid(top, 0.05, 1.7, PIXELS, (10, 10))[2:8, 2:8].all()
    assert not rasterise_solid(top, 0.8, 1.7, PIXELS, (10, 10)).any()


def test_maps_and_grids_agree() -> None:
    triangles = random_triangles(10, 8) / 5
    grid = GridTransform((0.0, 0.0), 0.1, (40, 60))
    picture = MapTransform.centered([3.0, 2.0], 0.1, 60, 40)
    on_grid = rasterise_slab(triangles, -1, 3, grid_to_pixels(grid), grid.shape)
    on_map = rasterise_slab(triangles, -1, 3, picture.world_to_image, (40, 60))
    assert on_grid.any()
    assert (on_grid == on_map[::-1]).all()
    assert (rasterise_slab(triangles, -1, 3, picture.to_pixels, (40, 60)) == on_map).all()
