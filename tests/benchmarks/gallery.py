"""Draws fixed scenes for a person to judge: 12 frames at eye level, 3 from above, one contact sheet.

    python -m tests.benchmarks.gallery OUTPUT [quality]

The folder is replaced in one step when all pictures are there; equal code gives equal bytes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from gstgen.dataset.store import atomic_folder
from gstgen.media.pictures import write_png
from gstgen.scenes.mesh import SceneGeometry
from gstgen.scenes.model import Scene
from gstgen.simulators.embedded.simulator import EmbeddedSimulator
from gstgen.topdown.easy import render_easy
from gstgen.topdown.framing import frame_levels
from gstgen.topdown.settings import TopdownSettings
from tests.benchmarks.scenes import CAMERA, Viewer, conf, make_scene, render_settings

# Scene, types of the rooms drawn at eye level, whether it is drawn from above.
SCENES: tuple[tuple[str, tuple[str, ...], bool], ...] = (
    ("Rs_int", ("living_room", "bathroom", "bedroom"), False),
    ("Benevolence_1_int", ("dining_room", "kitchen"), True),
    ("office_vendor_machine", ("shared_office",), True),
    ("restaurant_diner", ("dining_room", "kitchen"), True),
    ("school_biology", ("biology_lab",), False),
    ("grocery_store_convenience", ("grocery_store",), False),
    ("Rs_garden", ("garden",), False),
    ("hotel_suite_large", ("bedroom",), False),
)
COLUMNS, THUMB_PX = 3, (640, 512)
CAPTION_PX = 28


def draw_scene(
    scene: Scene, geometry: SceneGeometry, rooms: tuple[str, ...], above: bool, quality: str, cache: Path
) -> Iterator[tuple[str, np.ndarray]]:
    """(name, RGB picture) of the views of one scene."""
    viewer = Viewer(scene, geometry)
    simulator = EmbeddedSimulator(render_settings(quality=quality), cache)
    try:
        simulator.load_geometry(scene, geometry)
        for kind in rooms:
            frame = next(simulator.render(CAMERA, [viewer.best(viewer.room_of_type(kind))], ["rgb"]))
            assert frame.rgb is not None
            yield f"{scene.id}-{kind}", frame.rgb
        if above:
            settings = TopdownSettings.model_validate(conf("topdown"))
            yield (
                f"{scene.id}-above",
                render_easy(simulator, scene, geometry, frame_levels(scene, settings)["easy"], settings),
            )
    finally:
        simulator.close()


def contact_sheet(pictures: list[tuple[str, np.ndarray]]) -> np.ndarray:
    """All pictures in rows with their names; each is scaled to fit its place."""
    width, height = THUMB_PX
    tiles = []
    for name, picture in pictures:
        scale = min(width / picture.shape[1], height / picture.shape[0])
        size = (round(picture.shape[1] * scale), round(picture.shape[0] * scale))
        tile = np.full((height + CAPTION_PX, width, 3), 255, np.uint8)
        x, y = (width - size[0]) // 2, (height - size[1]) // 2
        tile[y : y + size[1], x : x + size[0]] = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
        place = (8, height + CAPTION_PX - 9)
        cv2.putText(tile, name, place, cv2.FONT_HERSHEY_SIMPLEX, 0.55, (40, 40, 40), 1, cv2.LINE_AA)
        tiles.append(tile)
    tiles += [np.full_like(tiles[0], 255)] * (-len(tiles) % COLUMNS)
    return np.vstack([np.hstack(tiles[i : i + COLUMNS]) for i in range(0, len(tiles), COLUMNS)])


def main(output: Path, quality: str) -> None:
    """Draw everything into `output`."""
    cache = output.parent / "cache"
    pictures: list[tuple[str, np.ndarray]] = []
    for name, rooms, above in SCENES:
        pictures += draw_scene(*make_scene(name), rooms, above, quality, cache)
        print(f"{name}: {len(pictures)} pictures so far", flush=True)
    pictures.sort(key=lambda item: item[0].endswith("-above"))
    with atomic_folder(output) as folder:
        for number, (name, picture) in enumerate(pictures):
            write_png(folder / f"{number:02d}-{name}.png", picture)
        write_png(folder / "sheet.png", contact_sheet(pictures))
    print(f"{len(pictures)} pictures and {output / 'sheet.png'}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "standard")
