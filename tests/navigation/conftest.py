"""A small furnished flat of boxes: three rooms in an L, doors standing open, one window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import shapely
import yaml
from omegaconf import OmegaConf

from gstgen.geometry.boxes import OrientedBox
from gstgen.navigation.floor_map import FloorMap, build_floor_map
from gstgen.navigation.settings import FloorMapSettings, TrajectorySettings
from gstgen.scenes.mesh import Material, MeshPart, SceneGeometry
from gstgen.scenes.model import Room, Scene, SceneObject, Structure

CONF = Path(__file__).parents[2] / "conf"
WALL_M, HEIGHT_M, DOOR_M = 0.15, 2.6, 2.05
FACES = np.array(
    [[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1],
     [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3]], np.int32
)  # fmt: skip


def box_part(box: OrientedBox, material: int) -> MeshPart:
    corners = box.corners_m[FACES.ravel()].astype(np.float32)
    normals = np.repeat(np.cross(corners[1::3] - corners[::3], corners[2::3] - corners[::3]), 3, axis=0)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    faces = np.arange(len(corners), dtype=np.int32).reshape(-1, 3)
    return MeshPart(material, corners, normals.astype(np.float32), np.zeros((len(corners), 2), np.float32), faces)


class Builder:
    """Collects rooms, structure and box furniture into a scene and its triangles."""

    def __init__(self) -> None:
        self.geometry = SceneGeometry()
        self.plain = self.geometry.material(Material("plain", (0.8, 0.8, 0.8)))
        self.glass = self.geometry.material(Material("glass", (0.8, 0.9, 1.0), kind="glass", alpha=0.2))
        self.rooms: list[Room] = []
        self.objects: list[SceneObject] = []
        self.structure: list[Structure] = []

    def room(self, name: str, x0: float, y0: float, x1: float, y1: float) -> None:
        kind = name.rsplit("_", 1)[0]
        self.rooms.append(Room(name, kind, shapely.box(x0, y0, x1, y1), HEIGHT_M))
        self.part("floor", f"floor_{name}", [([x0, y0, -0.1], [x1, y1, 0.0])])
        self.part("ceiling", f"ceiling_{name}", [([x0, y0, HEIGHT_M], [x1, y1, HEIGHT_M + 0.1])])

    def part(self, kind: str, name: str, boxes: list[tuple[list[float], list[float]]], glass: bool = False) -> None:
        lower = np.min([b[0] for b in boxes], axis=0)
        upper = np.max([b[1] for b in boxes], axis=0)
        self.structure.append(Structure(name, kind, (), OrientedBox.from_bounds(lower, upper)))  # type: ignore[arg-type]
        material = self.glass if glass else self.plain
        self.geometry.add(name, [box_part(OrientedBox.from_bounds(*b), material) for b in boxes])

    def furniture(
        self, name: str, center: tuple[float, float], size: tuple[float, float, float], yaw: float = 0.0, z: float = 0.0
    ) -> None:
        box = OrientedBox.create([*center, z + size[2] / 2], size, yaw)
        category, model, _ = name.rsplit("_", 2)
        room = next((r.id for r in self.rooms if r.polygon.covers(shapely.Point(center))), None)
        support = "floor" if z == 0 else "wall"
        self.objects.append(SceneObject(name, category, model, box, room, support))
        self.geometry.add(name, [box_part(box, self.plain)])

    def table(self, name: str, center: tuple[float, float], width: float, depth: float, height: float) -> None:
        """A top on four thin legs: most of its footprint is empty but for the top."""
        x, y = center
        self.furniture(name, center, (width, depth, height))
        leg, thick = 0.04, 0.04
        parts = [([x - width / 2, y - depth / 2, height - thick], [x + width / 2, y + depth / 2, height])]
        for sx in (-1, 1):
            for sy in (-1, 1):
                cx, cy = x + sx * (width - leg) / 2, y + sy * (depth - leg) / 2
                parts.append(([cx - leg / 2, cy - leg / 2, 0.0], [cx + leg / 2, cy + leg / 2, height]))
        self.geometry.meshes[name] = [box_part(OrientedBox.from_bounds(*b), self.plain) for b in parts]

    def scene(self, name: str = "flat") -> Scene:
        return Scene(
            name,
            "procedural",
            None,
            "home",
            tuple(self.rooms),
            tuple(self.objects),
            tuple(self.structure),
            (),
            0.0,
            "",
            (),
        )


def make_flat(door_m: float = 0.9) -> tuple[Scene, SceneGeometry]:
    b = Builder()
    t, h = WALL_M, HEIGHT_M
    b.room("living_room_0", 0, 0, 5, 4)
    b.room("kitchen_0", 0, 4 + t, 3.5, 7)
    b.room("bedroom_0", 5 + t, 0, 8.5, 4)
    b.part("wall", "wall_west", [([-t, -t, 0], [0, 7 + t, h])])
    b.part("wall", "wall_north", [([0, 7, 0], [3.5, 7 + t, h])])
    b.part("wall", "wall_kitchen_east", [([3.5, 4 + t, 0], [3.5 + t, 7 + t, h])])
    b.part("wall", "wall_east", [([8.5, -t, 0], [8.5 + t, 4 + t, h])])
    # South wall with a window in the living room.
    b.part("wall", "wall_south", [
        ([0, -t, 0], [1.5, 0, h]), ([3.5, -t, 0], [8.5, 0, h]),
        ([1.5, -t, 0], [3.5, 0, 0.9]), ([1.5, -t, 2.1], [3.5, 0, h]),
    ])  # fmt: skip
    b.part("window", "window_0", [([1.5, -0.1, 0.9], [3.5, -0.08, 2.1])], glass=True)
    x0 = 1.6
    b.part("wall", "wall_living_kitchen", [
        ([0, 4, 0], [x0, 4 + t, h]), ([x0 + door_m, 4, 0], [8.5, 4 + t, h]), ([x0, 4, DOOR_M], [x0 + door_m, 4 + t, h]),
    ])  # fmt: skip
    b.part("door", "door_0", [([x0 - 0.04, 4 + t, 0], [x0, 4 + t + door_m, DOOR_M])])
    y0 = 2.6
    b.part("wall", "wall_living_bedroom", [
        ([5, 0, 0], [5 + t, y0, h]), ([5, y0 + 0.9, 0], [5 + t, 4, h]), ([5, y0, DOOR_M], [5 + t, y0 + 0.9, h]),
    ])  # fmt: skip
    b.part("door", "door_1", [([5 + t, y0 + 0.9, 0], [5 + t + 0.9, y0 + 0.94, DOOR_M])])
    b.furniture("sofa_a_0", (0.55, 1.8), (0.9, 2.0, 0.8))
    b.furniture("coffee_table_a_0", (1.75, 1.8), (0.6, 1.0, 0.42))
    b.furniture("tv_stand_a_0", (4.7, 1.3), (0.45, 1.4, 0.5), 180.0)
    b.furniture("television_a_0", (4.75, 1.3), (0.1, 1.0, 0.6), 180.0, z=0.5)
    b.furniture("picture_a_0", (0.02, 1.8), (0.03, 0.8, 0.6), z=1.4)
    b.furniture("bookcase_a_0", (4.3, 0.2), (0.35, 0.9, 2.0), 90.0)
    b.furniture("plant_a_0", (0.4, 3.6), (0.4, 0.4, 1.0))
    b.table("dining_table_a_0", (1.0, 5.9), 0.8, 1.2, 0.75)
    b.furniture("fridge_a_0", (3.1, 6.6), (0.7, 0.7, 1.8), 180.0)
    b.furniture("counter_a_0", (3.15, 5.35), (0.6, 1.6, 0.9), 180.0)
    b.furniture("microwave_a_0", (3.15, 5.5), (0.4, 0.5, 0.3), 180.0, z=0.9)
    b.furniture("bed_a_0", (7.0, 0.85), (1.6, 1.6, 0.5), 90.0)
    b.furniture("wardrobe_a_0", (8.15, 3.0), (0.6, 1.4, 2.2), 180.0)
    b.furniture("nightstand_a_0", (5.45, 0.4), (0.45, 0.45, 0.5), 90.0)
    b.furniture("table_lamp_a_0", (5.45, 0.4), (0.25, 0.25, 0.45), z=0.5)
    return b.scene(), b.geometry


@pytest.fixture(scope="session")
def flat() -> tuple[Scene, SceneGeometry]:
    return make_flat()


@pytest.fixture(scope="session")
def flat_with() -> Callable[..., tuple[Scene, SceneGeometry]]:
    return make_flat


@pytest.fixture
def builder() -> Builder:
    return Builder()


@pytest.fixture(scope="session")
def floor_settings() -> FloorMapSettings:
    return FloorMapSettings.model_validate(yaml.safe_load((CONF / "floor_map" / "default.yaml").read_text()))


@pytest.fixture(scope="session")
def flat_map(flat: tuple[Scene, SceneGeometry], floor_settings: FloorMapSettings) -> FloorMap:
    return build_floor_map(*flat, floor_settings)


@pytest.fixture(scope="session")
def trajectory_settings() -> TrajectorySettings:
    """The defaults, with fewer and shorter trajectories."""
    groups = OmegaConf.create({name: OmegaConf.load(CONF / name / "default.yaml") for name in ("trajectory", "video")})
    values = OmegaConf.to_container(groups, resolve=True)["trajectory"]
    values.update(count=2, min_duration_s=15.0, max_duration_s=35.0)
    values["coverage"].update(extra_share=0.0)
    values["clips"].update(count=2, starts=16, vias_per_start=4, goals_per_via=3)
    return TrajectorySettings.model_validate(values)
