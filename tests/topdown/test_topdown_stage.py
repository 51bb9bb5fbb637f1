from __future__ import annotations

import json
from types import SimpleNamespace

import numpy as np
import pytest
from test_easy import FlatSimulator
from two_rooms import SETTINGS, two_rooms

from gstgen.dataset.store import write_json
from gstgen.errors import RunError
from gstgen.geometry.maps import MapTransform
from gstgen.media.pictures import read_png
from gstgen.stages import topdown
from gstgen.stages.base import StageContext, Ticker

SCENE, GEOMETRY = two_rooms()
SMALL = SETTINGS.model_copy(update={"easy_width_px": 480, "easy_height_px": 270})


class LoadedFlatSimulator(FlatSimulator):
    def load(self, folder):
        return SCENE

    def close(self):
        self.closed = True


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Runs the stage on the handmade home, filmed by a simulator that is off by some pixels."""

    def start(shift_px: int = 0):
        simulator = LoadedFlatSimulator(shift_px)
        monkeypatch.setattr(topdown, "load_geometry", lambda scene: GEOMETRY)
        monkeypatch.setattr(topdown, "simulator_factory", lambda context, whole: lambda: simulator)
        context = StageContext(SimpleNamespace(topdown=SMALL, seed=7), "two_rooms", tmp_path, Ticker())
        write_json(context.folder("scene") / "scene.json", SCENE.to_json())
        out = tmp_path / "out"
        out.mkdir(exist_ok=True)
        try:
            return topdown.run(context, out), out
        finally:
            assert simulator.closed

    return start


def test_files_agree_with_their_description(run):
    report, out = run()
    data = json.loads((out / "topdown.json").read_text())
    assert sorted(p.name for p in out.iterdir()) == ["easy.png", "hard.png", "medium.png", "topdown.json"]
    assert data["kind"] == "home"
    assert data["area_m2"] == pytest.approx(4 * 3 + 2 * 3 + 0.25, rel=0.01)
    for level, entry in data["levels"].items():
        picture = read_png(out / entry["file"])
        assert picture.shape[:2] == (entry["height"], entry["width"])
        transform = MapTransform(np.array(entry["world_to_image"]), entry["width"], entry["height"])
        u, v = transform.to_pixels((1.5, 1.2)).astype(int)
        expected = {"easy": 10 * SCENE.instance_ids["table_a_0"], "medium": 0, "hard": 255}[level]
        assert np.ravel(picture[v, u])[0] == expected
    assert report.funnel.to_json()["alignment"] == {"accepted": 4, "dropped": {}}
    assert report.facts["worst_error_px"] <= SETTINGS.check_max_error_px


def test_a_picture_that_does_not_line_up_ends_the_run(run):
    with pytest.raises(RunError, match="does not line up: 4 of 4"):
        run(shift_px=5)
