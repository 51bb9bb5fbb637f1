import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gstgen.geometry.cameras import (
    Camera,
    OrthographicCamera,
    backproject_depth,
    camera_to_json,
    gl_view_projection,
    invert_pose,
    pixel_rays,
    pose_from_heading,
    pose_heading_deg,
    pose_looking_down,
    pose_pitch_deg,
    project_points,
    transform_points,
)
from gstgen.geometry.maps import MapTransform

from .strategies import cameras, circular_error, headings, metres, pitches, points, poses

CAMERA = Camera.from_hfov(640, 512, 90)


def framebuffer_pixels(matrix, camera, points_m):
    """What the rasteriser does: clip to NDC to framebuffer pixels (row 0 first) and NDC depth."""
    homogeneous = np.concatenate([points_m, np.ones((len(points_m), 1))], 1) @ matrix.T
    with np.errstate(divide="ignore", invalid="ignore"):  # points in the camera plane
        ndc = homogeneous[:, :3] / homogeneous[:, 3:]
    return (ndc[:, :2] + 1) / 2 * [camera.width, camera.height], ndc[:, 2], homogeneous[:, 3]


def test_left_is_left_and_up_is_up():
    pose = pose_from_heading([0, 0, 1.5], 0.0, 0.0)  # looks along +x
    pixels, depth = project_points(CAMERA, pose, [[2, 0, 1.5], [2, 1, 1.5], [2, 0, 2.5], [-2, 0, 1.5], [0, 1, 1.5]])
    assert pixels[0] == pytest.approx([320, 256])
    assert pixels[1] == pytest.approx([160, 256])  # +y is on the left
    assert pixels[2] == pytest.approx([320, 96])  # higher is smaller v
    assert depth.tolist() == pytest.approx([2, 2, 2, -2, 0])
    assert np.isnan(pixels[3:]).all()


def test_field_of_view_reaches_the_border():
    for width, height, hfov in ((640, 512, 90), (100, 300, 60), (1920, 1080, 120)):
        camera = Camera.from_hfov(width, height, hfov)
        ray = pixel_rays(camera, [width, height / 2])
        assert math.degrees(math.atan(ray[0])) == pytest.approx(hfov / 2)
        assert camera.fx == camera.fy


@pytest.mark.parametrize("hfov", [0.0, 0.5, 179.0, -90, math.nan])
def test_an_impossible_field_of_view_is_refused(hfov):
    with pytest.raises(ValueError, match="field of view"):
        Camera.from_hfov(640, 512, hfov)


@given(points, headings, pitches)
def test_pose_is_right_handed_level_and_looks_where_it_should(position, heading, pitch):
    pose = pose_from_heading(position, heading, pitch)
    rotation = pose[:3, :3]
    assert rotation @ rotation.T == pytest.approx(np.eye(3), abs=1e-12)
    assert np.linalg.det(rotation) == pytest.approx(1.0)
    assert rotation[2, 0] == 0.0  # level horizon
    assert rotation[2, 1] < 0.0  # y points down
    assert circular_error(pose_heading_deg(pose), heading) < 1e-9
    assert pose_pitch_deg(pose) == pytest.approx(pitch, abs=1e-6)
    assert pose[:3, 3] == pytest.approx(position)


@given(poses, points)
def test_inverse_pose_undoes_the_pose(pose, point):
    assert transform_points(invert_pose(pose), transform_points(pose, point)) == pytest.approx(point, abs=1e-9)
    assert invert_pose(pose) @ pose == pytest.approx(np.eye(4), abs=1e-9)


@given(cameras, poses, st.floats(0, 1), st.floats(0, 1), st.floats(0.05, 60))
def test_pixel_to_world_to_pixel(camera, pose, a, b, depth):
    pixel = np.array([a * camera.width, b * camera.height])
    world = transform_points(pose, pixel_rays(camera, pixel) * depth)
    again, z = project_points(camera, pose, world)
    assert again == pytest.approx(pixel, abs=1e-6)
    assert z == pytest.approx(depth, abs=1e-9)


@given(
    st.builds(Camera.from_hfov, st.integers(2, 12), st.integers(2, 12), st.floats(40, 110)), poses, st.floats(0.1, 20)
)
def test_backprojected_depth_projects_to_its_pixel_centre(camera, pose, depth):
    image = np.full((camera.height, camera.width), depth)
    image[0, 0] = np.inf
    world = backproject_depth(camera, pose, image)
    assert np.isnan(world[0, 0]).all()
    pixels, z = project_points(camera, pose, world[1:])
    v, u = np.mgrid[1 : camera.height, 0 : camera.width] + 0.5
    assert pixels == pytest.approx(np.stack([u, v], -1), abs=1e-6)
    assert z == pytest.approx(image[1:])


@given(cameras, poses, st.integers(1, 4), st.integers(1, 4), st.lists(points, min_size=1, max_size=5))
def test_a_resized_camera_sees_the_same(camera, pose, a, b, places):
    resized = camera.resized(camera.width * a, camera.height * b)
    pixels, _ = project_points(camera, pose, places)
    scaled, _ = project_points(resized, pose, places)
    assert scaled == pytest.approx(pixels * [a, b], rel=1e-9, abs=1e-6, nan_ok=True)


@given(cameras)
def test_intrinsic_matrix_round_trip(camera):
    assert Camera.from_matrix(camera.K, camera.width, camera.height) == camera
    data = camera_to_json(camera, np.eye(4))
    assert Camera.from_matrix(data["K"], data["width"], data["height"]) == camera


@given(cameras, poses, st.lists(points, min_size=1, max_size=8))
def test_renderer_and_projection_agree(camera, pose, places):
    near, far = 0.05, 200.0
    pixels, z = project_points(camera, pose, places)
    drawn, ndc_depth, w = framebuffer_pixels(gl_view_projection(camera, pose, near, far), camera, np.array(places))
    front = z > near
    assert w == pytest.approx(z, abs=1e-9)
    assert drawn[front] == pytest.approx(pixels[front], rel=1e-7, abs=1e-5)
    assert ((ndc_depth > -1.0) & (ndc_depth < 1.0))[front & (z < far)].all()


def test_an_off_centre_principal_point_reaches_the_renderer():
    camera = Camera(640, 512, 300.0, 280.0, 301.5, 270.25)
    pose = pose_from_heading([1, 2, 1.5], 33, -12)
    places = transform_points(pose, [[0.3, -0.2, 1.0], [-0.5, 0.4, 3.0]])
    drawn, _, _ = framebuffer_pixels(gl_view_projection(camera, pose, 0.1, 50), camera, places)
    assert drawn == pytest.approx(project_points(camera, pose, places)[0], abs=1e-9)


@pytest.mark.parametrize("depth", [0.1, 5.0, 50.0])
def test_depth_range_is_minus_one_to_one(depth):
    for camera in (CAMERA, OrthographicCamera(64, 48, 0.1)):
        matrix = gl_view_projection(camera, np.eye(4), 0.1, 50.0)
        _, ndc, _ = framebuffer_pixels(matrix, camera, np.array([[0.0, 0.0, depth]]))
        if depth in (0.1, 50.0):
            assert ndc[0] == pytest.approx(-1.0 if depth == 0.1 else 1.0)
        else:
            assert -1 < ndc[0] < 1


@given(
    metres,
    metres,
    st.integers(8, 2000),
    st.integers(8, 2000),
    st.floats(0.002, 0.2),
    st.lists(points, min_size=1, max_size=6),
)
def test_the_orthographic_view_from_above_is_the_map(x, y, width, height, m_per_px, places):
    camera = OrthographicCamera(width, height, m_per_px)
    matrix = gl_view_projection(camera, pose_looking_down([x, y], 10.0), 0.1, 20.0)
    drawn, _, _ = framebuffer_pixels(matrix, camera, np.array(places))
    mapped = MapTransform.centered([x, y], m_per_px, width, height).to_pixels(places)
    assert drawn == pytest.approx(mapped, rel=1e-9, abs=1e-6)
