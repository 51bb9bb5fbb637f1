"""A small asymmetric scene with known boxes, and the simulators that the conformance suite runs on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
import shapely
import yaml

from gstgen.geometry.boxes import OrientedBox
from gstgen.scenes.mesh import Material, MeshPart, SceneGeometry
from gstgen.scenes.model import Light, Room, Scene, SceneObject, Structure
from gstgen.simulators.embedded.simulator import EmbeddedSimulator
from gstgen.simulators.settings import RenderSettings

HEIGHT = 2.6
Factory = Callable[..., EmbeddedSimulator]


def render_settings(**changes: object) -> RenderSettings:
    values = yaml.safe_load((Path(__file__).parents[2] / "conf/render/default.yaml").read_text())
    return RenderSettings.model_validate({**values, **changes})


def box_part(geometry: SceneGeometry, box: OrientedBox, material: Material) -> MeshPart:
    """A closed box, faces counter-clockwise from outside, one unit of texture a metre."""
    vertices, normals, uvs, faces = [], [], [], []
    for axis in range(3):
        for sign in (-1.0, 1.0):
            u, v = [a for a in range(3) if a != axis]
            square = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
            start = len(vertices)
            for a, b in square:
                local = np.zeros(3)
                local[axis], local[u], local[v] = sign, a, b
                vertices.append(box.to_world(local * box.size_m / 2))
                normals.append(box.rotation[:, axis] * sign)
                uvs.append(((a + 1) / 2 * box.size_m[u], (b + 1) / 2 * box.size_m[v]))
            flip = (sign > 0) == (axis == 1)
            order = [(0, 2, 1), (0, 3, 2)] if flip else [(0, 1, 2), (0, 2, 3)]
            faces += [[start + i for i in t] for t in order]
    return MeshPart(
        geometry.material(material),
        np.array(vertices, np.float32),
        np.array(normals, np.float32),
        np.array(uvs, np.float32),
        np.array(faces, np.int32),
    )


def checker() -> np.ndarray:
    tile = np.zeros((64, 48, 4), np.uint8)
    tile[..., 3] = 255
    tile[..., :3] = (176, 122, 74)
    tile[:32, :24, :3] = tile[32:, 24:, :3] = (140, 92, 52)
    return tile


@pytest.fixture(scope="session")
def small_scene() -> tuple[Scene, SceneGeometry]:
    """Two rooms (x 0..4 and 4.1..7, y 0..3), a doorway, a window with glass, a lamp, boxes of known size."""
    geometry = SceneGeometry()
    geometry.textures["planks"] = checker()
    white = Material("paint", (0.86, 0.85, 0.82))
    structure: list[Structure] = []

    def build(name: str, kind: str, rooms: tuple[str, ...], pieces: list[tuple[OrientedBox, Material]]) -> None:
        low = np.min([p.bounds_m[0] for p, _ in pieces], 0)
        high = np.max([p.bounds_m[1] for p, _ in pieces], 0)
        structure.append(Structure(name, kind, rooms, OrientedBox.from_bounds(low, high)))  # type: ignore[arg-type]
        geometry.add(name, [box_part(geometry, p, m) for p, m in pieces])

    def span(low: tuple[float, ...], high: tuple[float, ...]) -> OrientedBox:
        return OrientedBox.from_bounds(low, high)

    planks = Material("planks", (1.0, 1.0, 1.0), texture="planks", gloss=0.5)
    carpet = Material("carpet", (0.55, 0.6, 0.66))
    build("floor_living_0", "floor", ("living_room_0",), [(span((0, 0, -0.1), (4.05, 3, 0)), planks)])
    build("floor_bed_0", "floor", ("bedroom_0",), [(span((4.05, 0, -0.1), (7, 3, 0)), carpet)])
    build("ceiling_living_0", "ceiling", ("living_room_0",), [(span((0, 0, HEIGHT), (4.05, 3, HEIGHT + 0.1)), white)])
    build("ceiling_bed_0", "ceiling", ("bedroom_0",), [(span((4.05, 0, HEIGHT), (7, 3, HEIGHT + 0.1)), white)])
    sides = {
        "wall_west": [(span((-0.1, -0.1, 0), (0, 0.8, HEIGHT)), white), (span((-0.1, 2.2, 0), (0, 3.1, HEIGHT)), white),
                      (span((-0.1, 0.8, 0), (0, 2.2, 0.9)), white), (span((-0.1, 0.8, 2.1), (0, 2.2, HEIGHT)), white)],
        "wall_south": [(span((0, -0.1, 0), (7, 0, HEIGHT)), white)],
        "wall_north": [(span((0, 3, 0), (7, 3.1, HEIGHT)), white)],
        "wall_east": [(span((7, -0.1, 0), (7.1, 3.1, HEIGHT)), white)],
        "wall_middle": [(span((4, 0, 0), (4.1, 1.8, HEIGHT)), white), (span((4, 2.7, 0), (4.1, 3, HEIGHT)), white),
                        (span((4, 1.8, 2.05), (4.1, 2.7, HEIGHT)), white)],
    }  # fmt: skip
    for name, pieces in sides.items():
        build(name, "wall", ("living_room_0", "bedroom_0"), pieces)
    pane = Material("pane", (0.8, 0.9, 0.95), kind="glass", alpha=0.12)
    frame = Material("frame", (0.9, 0.9, 0.9))
    build(
        "window_0",
        "window",
        ("living_room_0",),
        [(span((-0.06, 0.8, 0.9), (-0.05, 2.2, 2.1)), pane), (span((-0.08, 1.46, 0.9), (-0.03, 1.54, 2.1)), frame)],
    )
    objects: list[SceneObject] = []

    def place(name: str, room: str, box: OrientedBox, material: Material) -> None:
        category = name.rsplit("_", 2)[0]
        objects.append(SceneObject(name, category, name.split("_")[-2], box, room, "floor"))
        geometry.add(name, [box_part(geometry, box, material)])

    red, green = Material("red", (0.75, 0.15, 0.12)), Material("green", (0.2, 0.55, 0.25))
    place("cabinet_abc_0", "living_room_0", OrientedBox.create((2.9, 2.5, 0.45), (0.5, 0.8, 0.9), -90.0), red)
    place("table_abc_0", "living_room_0", OrientedBox.create((2.0, 1.0, 0.36), (0.7, 1.1, 0.72), 20.0), green)
    place("bed_abc_0", "bedroom_0", OrientedBox.create((5.9, 1.0, 0.25), (2.0, 1.4, 0.5), 0.0), carpet)
    place("mirror_abc_0", "living_room_0", OrientedBox.create((1.0, 2.97, 1.4), (0.04, 0.6, 0.9), -90.0),
          Material("mirror", (0.95, 0.95, 0.95), kind="mirror"))  # fmt: skip
    place("vitrine_abc_0", "bedroom_0", OrientedBox.create((4.6, 0.4, 0.6), (0.4, 0.4, 1.2), 0.0), pane)
    place("lamp_abc_0", "living_room_0", OrientedBox.create((2.0, 1.5, HEIGHT - 0.04), (0.5, 0.5, 0.06), 0.0),
          Material("bulb", (1.0, 0.97, 0.9), kind="emissive", emission=4.0))  # fmt: skip
    objects.append(SceneObject("empty_abc_0", "empty", "abc", OrientedBox.create((1, 1, 1), (1, 1, 1)), None, "floor"))
    geometry.add("empty_abc_0", [])
    lamp = Light(
        "lamp", "living_room_0", (2.0, 1.5, HEIGHT - 0.08), (0.5, 0, 0), (0, 0.5, 0), (0, 0, -1), (6.0, 5.6, 5.0)
    )
    lamp_bed = Light(
        "lamp", "bedroom_0", (5.5, 1.5, HEIGHT - 0.08), (0.5, 0, 0), (0, 0.5, 0), (0, 0, -1), (6.0, 5.6, 5.0)
    )
    window = Light("window", "living_room_0", (0.0, 1.5, 1.5), (0, 1.4, 0), (0, 0, 1.2), (1, 0, 0), (2.6, 2.9, 3.2))
    rooms = (
        Room("living_room_0", "living_room", shapely.box(0, 0, 4, 3), HEIGHT),
        Room("bedroom_0", "bedroom", shapely.box(4.1, 0, 7, 3), HEIGHT),
    )
    scene = Scene(
        id="two_rooms", source="test", inventory=None, kind="home", rooms=rooms, objects=tuple(objects),
        structure=tuple(structure), lights=(lamp, lamp_bed, window), floor_z_m=0.0, licence="", attribution=(),
    )  # fmt: skip
    return scene, geometry


@pytest.fixture(scope="session")
def cache_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("bakes")


@pytest.fixture(scope="session", params=["embedded"])
def make_simulator(
    request: pytest.FixtureRequest, small_scene: tuple[Scene, SceneGeometry], cache_folder: Path
) -> Iterator[Factory]:
    """A function that loads a scene (default: the small one) into a new simulator of the kind under test."""
    made: list[EmbeddedSimulator] = []

    def make(
        scene: Scene | None = None, geometry: SceneGeometry | None = None, **settings: object
    ) -> EmbeddedSimulator:
        simulator = EmbeddedSimulator(render_settings(**{"quality": "draft", **settings}), cache_folder, workers=1)
        simulator.load_geometry(scene or small_scene[0], geometry or small_scene[1])
        made.append(simulator)
        return simulator

    yield make
    for simulator in made:
        simulator.close()


@pytest.fixture(scope="session")
def simulator(make_simulator: Factory) -> EmbeddedSimulator:
    """One loaded simulator for all read-only tests; a test that hides must show again."""
    return make_simulator()
