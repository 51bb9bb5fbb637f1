import numpy as np
import pytest
import shapely

from gstgen.geometry.boxes import OrientedBox
from gstgen.geometry.cameras import Camera, pose_from_heading, project_points
from gstgen.perception.raycast import RayCaster
from gstgen.scenes.mesh import Material, MeshPart, SceneGeometry
from gstgen.scenes.model import Room, Scene, SceneObject, Structure

FACES = np.array(
    [[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1],
     [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3]], np.int32
)  # fmt: skip
CUBE = OrientedBox.create([3.0, 0.0, 1.0], [1.0, 1.0, 1.0], 30.0)
PANE = OrientedBox.create([1.5, 0.0, 1.0], [0.02, 2.0, 2.0])
WALL = OrientedBox.create([6.0, 0.0, 1.0], [0.2, 8.0, 2.0])


def part(box: OrientedBox, material: int) -> MeshPart:
    zeros = np.zeros((8, 3), np.float32)
    return MeshPart(material, box.corners_m.astype(np.float32), zeros, np.zeros((8, 2), np.float32), FACES)


def scene() -> tuple[Scene, SceneGeometry]:
    geometry = SceneGeometry()
    plain = geometry.material(Material("plain", (1, 1, 1)))
    glass = geometry.material(Material("glass", (1, 1, 1), kind="glass"))
    geometry.add("cube_a_0", [part(CUBE, plain)])
    geometry.add("wall_0", [part(WALL, plain)])
    geometry.add("window_0", [part(PANE, glass)])
    objects = (SceneObject("cube_a_0", "cube", "a", CUBE, "room_0", "floor"),)
    structure = (Structure("wall_0", "wall", (), WALL), Structure("window_0", "window", (), PANE))
    room = Room("room_0", "room", shapely.box(-1, -4, 6, 4), 2.0)
    return Scene("test", "procedural", None, "home", (room,), objects, structure, (), 0.0, "", ()), geometry


@pytest.fixture(scope="module")
def caster() -> RayCaster:
    return RayCaster(*scene())


def box_distance(box: OrientedBox, origin: np.ndarray, direction: np.ndarray) -> float:
    """Slab method in the box's own frame; inf when missed."""
    o, d = box.to_local(origin), direction @ box.rotation
    with np.errstate(divide="ignore", invalid="ignore"):
        a, b = (-box.size_m / 2 - o) / d, (box.size_m / 2 - o) / d
    near, far = np.minimum(a, b).max(), np.maximum(a, b).min()
    return float(near) if near <= far and near > 0 else np.inf


def test_hits_agree_with_analytic_boxes(caster: RayCaster) -> None:
    generator = np.random.default_rng(0)
    origins = generator.uniform([-1, -1, 0.3], [1, 1, 1.7], (400, 3))
    directions = generator.normal([2, 0, 0], [0.5, 1, 0.4], (400, 3))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    hits = caster.cast(origins, directions)
    for k, (origin, direction) in enumerate(zip(origins, directions, strict=True)):
        cube, wall = box_distance(CUBE, origin, direction), box_distance(WALL, origin, direction)
        nearest = min(cube, wall)
        expected = 0 if np.isinf(nearest) else (1 if cube < wall else 2)
        assert hits.instance[k] == expected
        if expected:
            assert hits.distance_m[k] == pytest.approx(nearest, abs=2e-5)
            assert hits.point_m[k] == pytest.approx(origin + direction * nearest, abs=5e-5)
            assert hits.normal[k] @ direction < 0
    assert set(hits.instance.tolist()) == {0, 1, 2}


def test_normal_is_the_face_that_was_met(caster: RayCaster) -> None:
    hits = caster.cast([[0.0, 3.0, 1.0]], [[2.0, 0.0, 0.0]])
    assert hits.instance[0] == 2
    assert hits.normal[0] == pytest.approx([-1, 0, 0], abs=1e-6)
    assert hits.distance_m[0] == pytest.approx(5.9, abs=1e-5)  # metres, whatever the direction's length


def test_a_miss_is_nothing(caster: RayCaster) -> None:
    hits = caster.cast([[0.0, 0.0, 1.0]], [[-1.0, 0.0, 0.0]])
    assert hits.instance[0] == 0
    assert np.isinf(hits.distance_m[0])
    assert np.isnan(hits.point_m[0]).all()
    assert (hits.normal[0] == 0).all()


def test_glass_is_seen_through_unless_asked_for(caster: RayCaster) -> None:
    ray = ([[0.0, 0.0, 1.0]], [[1.0, 0.0, 0.0]])
    assert caster.cast(*ray).instance[0] == 1
    with_glass = RayCaster(*scene(), include_glass=True).cast(*ray)
    assert with_glass.instance[0] == 3
    assert with_glass.distance_m[0] == pytest.approx(1.49, abs=1e-5)


def test_occlusion_ends_at_the_target(caster: RayCaster) -> None:
    eye = np.array([0.0, 0.0, 1.0])
    behind, beside, surface = [5.0, 0.0, 1.0], [5.0, 3.0, 1.0], CUBE.center_m - [0.5 / np.cos(np.radians(30)), 0, 0]
    assert caster.occluded(eye, [behind, beside, surface]).tolist() == [True, False, False]
    assert caster.occluded([behind], [eye]).tolist() == [True]
    assert caster.occluded([eye], [eye]).tolist() == [False]


def test_view_puts_a_box_where_projection_puts_it(caster: RayCaster) -> None:
    camera = Camera.from_hfov(160, 128, 90)
    pose = pose_from_heading([0.0, -1.0, 1.5], 20.0, -10.0)
    hits = caster.view(camera, pose, 1)
    assert hits.instance.shape == (128, 160)
    rows, columns = np.nonzero(hits.instance == 1)
    pixels, _ = project_points(camera, pose, CUBE.corners_m)
    extent = [columns.min(), columns.max() + 1, rows.min(), rows.max() + 1]
    assert extent == pytest.approx([*np.sort(pixels[:, 0])[[0, -1]], *np.sort(pixels[:, 1])[[0, -1]]], abs=1.0)


def test_stride_samples_block_centres(caster: RayCaster) -> None:
    camera = Camera.from_hfov(160, 128, 90)
    pose = pose_from_heading([0.0, 0.0, 1.5], 5.0, -10.0)
    coarse, fine = caster.view(camera, pose, 4), caster.view(camera, pose, 1)
    assert coarse.instance.shape == (32, 40)
    assert (coarse.instance == fine.instance[2::4, 2::4]).mean() > 0.97
    one_by_one = [caster.view(camera, p, 4).distance_m for p in (pose, np.linalg.inv(np.linalg.inv(pose)))]
    together = [h.distance_m for h in caster.views(camera, [pose, pose], 4)]
    assert (one_by_one[0] == together[0]).all()
    assert (together[0] == together[1]).all()


def test_empty_scene_and_no_rays() -> None:
    plan, _ = scene()
    empty = RayCaster(plan, SceneGeometry())
    assert empty.cast([[0, 0, 0]], [[1, 0, 0]]).instance.tolist() == [0]
    assert empty.occluded([[0, 0, 0]], [[1, 0, 0]]).tolist() == [False]
    assert RayCaster(*scene()).cast(np.zeros((0, 3)), np.zeros((0, 3))).instance.shape == (0,)


def test_unknown_instance_is_refused() -> None:
    plan, geometry = scene()
    geometry.add("stranger_a_0", [part(CUBE, 0)])
    with pytest.raises(KeyError, match="stranger"):
        RayCaster(plan, geometry)
