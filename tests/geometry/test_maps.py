import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gstgen.geometry.maps import GridTransform, MapTransform

from .strategies import metres

pixel_sizes = st.integers(8, 2000)
scales = st.floats(0.002, 0.5)
maps = st.builds(MapTransform.centered, st.tuples(metres, metres), scales, pixel_sizes, pixel_sizes)
grids = st.builds(
    GridTransform,
    st.tuples(metres, metres),
    st.floats(0.01, 1.0),
    st.tuples(st.integers(1, 500), st.integers(1, 500)),
)
extents = st.tuples(st.floats(0.1, 200), st.floats(0.1, 200))


def test_up_is_plus_y_and_right_is_plus_x_on_a_non_square_map():
    image = MapTransform.centered([10, 20], 0.05, 640, 512)
    assert image.to_pixels([10, 20]).tolist() == [320, 256]
    assert image.to_pixels([11, 20]) == pytest.approx([340, 256])
    assert image.to_pixels([10, 21, 7.0]) == pytest.approx([320, 236])
    assert np.linalg.det(image.world_to_image[:2, :2]) < 0
    assert image.m_per_px == pytest.approx(0.05)
    assert image.center_m == pytest.approx([10, 20])


@given(maps, st.lists(st.tuples(metres, metres), min_size=1, max_size=5))
def test_world_to_pixel_to_world(image, places):
    assert image.to_world(image.to_pixels(places)) == pytest.approx(np.array(places), abs=1e-6)


@given(maps, st.floats(0, 1), st.floats(0, 1))
def test_pixel_to_world_to_pixel_is_far_below_half_a_pixel(image, a, b):
    pixel = np.array([a * image.width, b * image.height])
    assert image.to_pixels(image.to_world(pixel)) == pytest.approx(pixel, abs=1e-6)


@given(st.tuples(metres, metres), extents, pixel_sizes, pixel_sizes, st.floats(0, 0.3))
def test_fit_shows_all_of_the_bounds_within_the_margin(lower, extent, width, height, margin):
    upper = np.add(lower, extent)
    image = MapTransform.fit(lower, upper, width, height, margin)
    corners = image.to_pixels([lower, upper])
    edge = np.array([width, height]) * margin
    assert (corners.min(0) >= edge - 1e-6).all()
    assert (corners.max(0) <= np.array([width, height]) - edge + 1e-6).all()
    free = (corners.max(0) - corners.min(0)) / (np.array([width, height]) * (1 - 2 * margin))
    assert free.max() == pytest.approx(1.0)  # as large as it can be
    assert image.center_m == pytest.approx((np.array(lower) + upper) / 2, abs=1e-6)


@pytest.mark.parametrize(
    ("pixel", "point"),
    [
        ((0, 0), (0, 0)),
        ((639.999, 511.999), (999, 999)),
        ((640, 512), (999, 999)),
        ((-5, 700), (0, 999)),
        ((320, 256), (500, 500)),
        ((0.6399, 0.511), (0, 0)),
        ((0.641, 0.513), (1, 1)),
    ],
)
def test_points_are_floored_and_clipped(pixel, point):
    image = MapTransform.centered([0, 0], 0.01, 640, 512)
    assert image.to_point(image.to_world(pixel)) == point


@given(maps, st.floats(-0.2, 1.2), st.floats(-0.2, 1.2))
def test_points_are_integers_in_range_and_right_to_one_unit(image, a, b):
    pixel = np.array([a * image.width, b * image.height])
    x, y = image.to_point(image.to_world(pixel))
    assert type(x) is type(y) is int
    assert 0 <= x <= 999
    assert 0 <= y <= 999
    assert abs(x - np.clip(a * 1000, 0, 999)) <= 1 + 1e-3
    assert abs(y - np.clip(b * 1000, 0, 999)) <= 1 + 1e-3


@given(maps, st.tuples(metres, metres))
def test_mirror_and_quarter_turn_of_points_on_a_square_map(image, offset):
    """About the map's middle: x -> -x mirrors the column; a quarter turn left takes right to up."""
    side = MapTransform.centered([0, 0], image.m_per_px, image.width, image.width)
    u, v = side.to_pixels(offset)
    x, y = offset
    assert side.to_pixels([-x, y]) == pytest.approx([image.width - u, v], abs=1e-6)
    assert side.to_pixels([-y, x]) == pytest.approx([v, image.width - u], abs=1e-6)


def test_contains_is_half_open():
    image = MapTransform.centered([0, 0], 1.0, 4, 2)
    assert image.contains([-2, 1])
    assert not image.contains([2, 0])
    assert not image.contains([0, -1])
    assert image.contains([1.999, -0.999])


@given(grids, st.data())
def test_cell_to_world_to_cell(grid, data):
    ny, nx = grid.shape
    cell = [data.draw(st.integers(0, ny - 1)), data.draw(st.integers(0, nx - 1))]
    centre = grid.to_world(cell)
    assert grid.to_cells(centre).tolist() == cell
    assert grid.inside(cell)
    assert grid.to_cells(centre + 0.49 * grid.resolution_m).tolist() == cell


def test_first_axis_of_a_grid_is_y():
    grid = GridTransform((10.0, 20.0), 0.5, (3, 5))
    assert grid.to_world([0, 0]) == pytest.approx([10.25, 20.25])
    assert grid.to_world([2, 4]) == pytest.approx([12.25, 21.25])
    assert grid.inside([[2, 4], [4, 2], [-1, 0], [0, 5]]).tolist() == [True, False, False, False]


@given(st.tuples(metres, metres), extents, st.floats(0.02, 0.5), st.integers(1, 5))
def test_a_covering_grid_leaves_its_border_around_the_bounds(lower, extent, resolution, pad):
    upper = np.add(lower, extent)
    grid = GridTransform.covering(lower, upper, resolution, pad)
    cells = grid.to_cells([lower, upper])
    assert grid.inside(cells).all()
    assert (cells.min(0) >= pad - 1).all()  # float error may move a bound on a cell's edge into the next cell
    assert (np.array(grid.shape) - 1 - cells.max(0) >= pad - 1).all()
