from __future__ import annotations

import numpy as np
import pytest
from furnished import CAMERA, furnished

from gstgen.dataset.store import sha256_file
from gstgen.geometry.cameras import pose_from_heading
from gstgen.media.pictures import read_png
from gstgen.perception.view_pictures import ViewJob, render_view
from gstgen.simulators.protocol import Frame

SCENE = furnished()[0]
IDS = SCENE.instance_ids


class PaintedSimulator:
    """A sofa behind a glass pane of the lamp, a wall, and a bed seen through one pixel."""

    def render(self, camera, poses, modalities):
        instance = np.full((camera.height, camera.width), IDS["wall_north"], np.uint32)
        instance[100:200, 50:150] = IDS["sofa_a_0"]
        instance[7, 639] = IDS["bed_a_0"]
        glass = np.zeros_like(instance)
        glass[190:210, 140:160] = IDS["lamp_a_0"]
        yield Frame(np.full((*instance.shape, 3), 200, np.uint8), instance=instance, glass=glass)


@pytest.fixture
def job(tmp_path):
    return ViewJob("view_000", CAMERA, pose_from_heading((1, 2, 1.5), 0.0, 0.0), tmp_path, 3)


def test_what_a_picture_shows_to_the_pixel(job):
    shown = render_view(PaintedSimulator(), SCENE, job)
    assert shown["visible"] == {"sofa_a_0": 10000, "bed_a_0": 1}
    assert shown["glass_visible"] == {"lamp_a_0": 400}
    assert shown["box_px"] == {
        "sofa_a_0": [50, 100, 150, 200],
        "bed_a_0": [639, 7, 640, 8],
        "lamp_a_0": [140, 190, 160, 210],
    }


def test_files_hold_the_layers_and_repeat_to_the_byte(job):
    def written() -> list[str]:
        render_view(PaintedSimulator(), SCENE, job)
        return [sha256_file(job.folder / name) for name in ("view_000.png", "view_000.ids.npz")]

    assert written() == written()
    with np.load(job.folder / "view_000.ids.npz", allow_pickle=False) as ids:
        assert ids["names"].tolist() == SCENE.instance_names
        assert ids["instance"].dtype == ids["glass"].dtype == np.uint32
        assert ids["instance"].shape == (512, 640)
        assert ids["instance"][7, 639] == IDS["bed_a_0"]
    assert read_png(job.folder / "view_000.png").shape == (512, 640, 3)
