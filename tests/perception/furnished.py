"""Two furnished rooms of 4 m x 4 m with a doorway between them, and a walk along the middle."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import shapely
import trimesh
import yaml
from scipy import ndimage

from gstgen.geometry.boxes import OrientedBox
from gstgen.geometry.cameras import Camera, pose_from_heading
from gstgen.geometry.maps import GridTransform
from gstgen.navigation.floor_map import FloorMap
from gstgen.perception.current_views import Film
from gstgen.perception.settings import ViewSettings
from gstgen.scenes.mesh import Material, MeshPart, SceneGeometry
from gstgen.scenes.model import Room, Scene, SceneObject, Structure

DEFAULTS = Path(__file__).parents[2] / "conf" / "view" / "default.yaml"
SETTINGS = ViewSettings(**yaml.safe_load(DEFAULTS.read_text())).model_copy(
    update={"count": 8, "candidates": 160, "max_rounds": 2, "width": 640, "height": 512}
)
CAMERA = Camera.from_hfov(640, 512, 90.0)

STRUCTURE = {
    "wall_south": ((-0.1, -0.1, 0), (8.2, 0, 2.5)),
    "wall_north": ((-0.1, 4, 0), (8.2, 4.1, 2.5)),
    "wall_west": ((-0.1, 0, 0), (0, 4, 2.5)),
    "wall_east": ((8.1, 0, 0), (8.2, 4, 2.5)),
    "wall_inner_south": ((4, 0, 0), (4.1, 1.5, 2.5)),
    "wall_inner_north": ((4, 2.5, 0), (4.1, 4, 2.5)),
    "floor_0": ((-0.1, -0.1, -0.1), (8.2, 4.1, 0)),
    "ceiling_0": ((-0.1, -0.1, 2.5), (8.2, 4.1, 2.6)),
}
# category -> x, y of the centre and size
OBJECTS = {
    "sofa": (0.5, 3.4, (0.8, 1.0, 0.8)),
    "table": (2.0, 3.4, (1.0, 0.6, 0.7)),
    "shelf": (0.3, 0.4, (0.4, 0.7, 1.8)),
    "plant": (3.5, 0.4, (0.4, 0.4, 1.2)),
    "desk": (2.0, 0.4, (1.4, 0.6, 0.75)),
    "bed": (7.3, 3.2, (1.4, 1.5, 0.5)),
    "wardrobe": (5.0, 3.7, (1.2, 0.5, 2.0)),
    "chair": (6.0, 0.5, (0.5, 0.5, 0.9)),
    "dresser": (7.7, 0.7, (0.6, 1.0, 1.0)),
    "lamp": (4.5, 0.4, (0.3, 0.3, 1.5)),
}


def furnished() -> tuple[Scene, SceneGeometry]:
    geometry = SceneGeometry()
    geometry.material(Material("plain", (0.5, 0.5, 0.5)))

    def add(name: str, box: OrientedBox) -> None:
        mesh = trimesh.creation.box(box.size_m, np.block([[np.eye(3), box.center_m[:, None]], [0, 0, 0, 1]]))
        vertices = np.asarray(mesh.vertices, np.float32)
        normals = np.asarray(mesh.vertex_normals, np.float32)
        uvs = np.zeros((len(vertices), 2), np.float32)
        geometry.add(name, [MeshPart(0, vertices, normals, uvs, np.asarray(mesh.faces, np.int32))])

    structure, objects = [], []
    for name, corners in STRUCTURE.items():
        box = OrientedBox.from_bounds(*corners)
        structure.append(Structure(name, name.split("_")[0], (), box))
        add(name, box)
    for category, (x, y, size) in OBJECTS.items():
        box = OrientedBox.create((x, y, size[2] / 2), size)
        room = "living_room_0" if x < 4 else "bedroom_0"
        objects.append(SceneObject(f"{category}_a_0", category, "a", box, room, "floor"))
        add(f"{category}_a_0", box)
    rooms = (
        Room("living_room_0", "living_room", shapely.box(0, 0, 4, 4), 2.5),
        Room("bedroom_0", "bedroom", shapely.box(4.1, 0, 8.1, 4), 2.5),
    )
    scene = Scene("furnished", "handmade", None, "home", rooms, tuple(objects), tuple(structure), (), 0.0, "none", ())
    return scene, geometry


def floor_map(scene: Scene) -> FloorMap:
    grid = GridTransform.covering((0, 0), (8.1, 4), 0.1)
    cells = np.stack(np.meshgrid(np.arange(grid.shape[0]), np.arange(grid.shape[1]), indexing="ij"), -1)
    points = grid.to_world(cells)
    room_index = np.full(grid.shape, -1, np.int16)
    free = np.zeros(grid.shape, bool)
    for i, room in enumerate(scene.rooms):
        inside = shapely.contains_xy(room.polygon, points[..., 0], points[..., 1])
        room_index[inside] = i
        free |= inside
    free |= (abs(points[..., 0] - 4.05) < 0.1) & (abs(points[..., 1] - 2) < 0.5)
    for item in scene.objects:
        lower, upper = item.box.bounds_m
        free &= ~((points >= lower[:2] - 0.05) & (points <= upper[:2] + 0.05)).all(-1)
    clearance = (ndimage.distance_transform_edt(free) * grid.resolution_m).astype(np.float32)
    names = tuple(room.id for room in scene.rooms)
    return FloorMap(grid, free, clearance >= 0.25, room_index, clearance, names, (), 0.25)


def walk() -> Film:
    """There and back along y = 2, looking ahead and swinging to both sides."""
    poses = []
    for i, x in enumerate(np.concatenate([np.linspace(0.6, 7.4, 60), np.linspace(7.4, 0.6, 60)])):
        ahead = 0.0 if i < 60 else 180.0
        poses.append(pose_from_heading((x, 2.0, 1.5), ahead + 50 * np.sin(i / 4), -10.0))
    return Film("exploration_0", np.array(poses))
