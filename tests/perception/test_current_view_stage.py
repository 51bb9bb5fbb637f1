from __future__ import annotations

import json
from functools import cache
from types import SimpleNamespace

import numpy as np
import pytest
from furnished import CAMERA, SETTINGS, floor_map, furnished, walk

from gstgen.dataset.store import files_of, write_json, write_npz
from gstgen.errors import RunError
from gstgen.geometry.cameras import Camera, project_points
from gstgen.media.encoder import Encoding, encode_segment
from gstgen.perception.raycast import RayCaster
from gstgen.simulators.protocol import Frame
from gstgen.stages import current_view
from gstgen.stages.base import StageContext, Ticker

SCENE, GEOMETRY = furnished()
SMALL = {"count": 4, "width": 320, "height": 256}
FILM_CAMERA = CAMERA.resized(320, 256)


@cache
def frames() -> list[np.ndarray]:
    """The walk's frames, as far as they are looked at: in between, a frame stands."""
    caster, step = RayCaster(SCENE, GEOMETRY), SETTINGS.frame_step * SETTINGS.localise.every
    poses = walk().T_world_camera
    drawn = [painted(hits) for hits in caster.views(FILM_CAMERA, poses[::step])]
    return [drawn[i // step] for i in range(len(poses))]


def painted(hits) -> np.ndarray:
    """A blocky pattern fixed to the world, other on every instance."""
    cell = np.floor(np.nan_to_num(hits.point_m) / 0.13).astype(np.int64)
    value = (cell @ np.array([7919, 104729, 1299709]) + hits.instance.astype(np.int64) * 31337) % 251
    return np.repeat(value[..., None], 3, -1).astype(np.uint8)


class RaySimulator:
    """Ids by ray casts: slow and exact."""

    def load(self, folder):
        self.caster = RayCaster(SCENE, GEOMETRY)
        return SCENE

    def render(self, camera, poses, modalities):
        for pose in poses:
            hits = self.caster.view(camera, pose)
            yield Frame(painted(hits), instance=hits.instance, glass=np.zeros_like(hits.instance))

    def close(self):
        pass


@pytest.fixture
def run(tmp_path, monkeypatch):
    def start(name: str = "out", **changes):
        monkeypatch.setattr(current_view, "load_geometry", lambda scene: GEOMETRY)
        monkeypatch.setattr(current_view, "simulator_factory", lambda context: RaySimulator)
        view = SETTINGS.model_copy(update={**SMALL, **changes})
        video = SimpleNamespace(hfov_deg=90.0, camera=FILM_CAMERA)
        simulator, workers = SimpleNamespace(omnigibson=None), changes.get("workers", 1)
        settings = SimpleNamespace(view=view, video=video, seed=7, workers=workers, simulator=simulator)
        context = StageContext(settings, "furnished", tmp_path, Ticker())
        film = walk()
        write_json(context.folder("scene") / "scene.json", SCENE.to_json())
        floor_map(SCENE).save(context.folder("scene") / "floor_map.npz")
        explorations = {"explorations": [{"name": film.name, "file": "exploration_0.npz"}]}
        write_json(context.folder("trajectory") / "trajectories.json", explorations)
        write_npz(context.folder("trajectory") / "exploration_0.npz", {"T_world_camera": film.T_world_camera})
        write_json(
            context.folder("video") / "videos.json", {"targets": [{"object": "sofa_a_0"}, {"object": "bed_a_0"}]}
        )
        encoding = Encoding(320, 256, 10, len(frames()), "ultrafast", 12)
        encode_segment(frames(), context.folder("video") / "exploration_0.mp4", encoding)
        out = tmp_path / name
        out.mkdir()
        return current_view.run(context, out), out

    return start


def test_every_record_agrees_with_its_files(run):
    report, out = run()
    views = json.loads((out / "views.json").read_text())["views"]
    assert [v["name"] for v in views] == [f"view_{i:03d}" for i in range(4)]
    assert report.facts["views"] == 4
    for view in views:
        with np.load(out / view["ids_file"], allow_pickle=False) as ids:
            names, instance = ids["names"].tolist(), ids["instance"]
        camera = Camera.from_matrix(view["camera"]["K"], view["camera"]["width"], view["camera"]["height"])
        assert (out / view["file"]).exists()
        assert view["overlap"]["exploration_0"]["share"] >= SETTINGS.min_share
        assert view["room"] in ("living_room_0", "bedroom_0")
        for item in SCENE.objects:
            rows, columns = np.nonzero(instance == names.index(item.id))
            assert view["visible"].get(item.id, 0) == len(rows)
            if not len(rows):
                assert item.id not in view["box_px"]
                continue
            box = [columns.min(), rows.min(), columns.max() + 1, rows.max() + 1]
            assert view["box_px"][item.id] == box
            pixels, depth = project_points(camera, view["camera"]["T_world_camera"], item.box.corners_m)
            if (depth > 0.05).all():
                assert (pixels.min(0) - 1 <= box[:2]).all()
                assert (pixels.max(0) + 1 >= box[2:]).all()


def test_workers_do_not_change_a_byte(run):
    _, one = run("one", workers=1)
    _, two = run("two", workers=2)
    assert files_of(one) == files_of(two)


def test_what_matching_finds_is_written_with_each_view(run):
    report, out = run(count=6)
    found = [v["numbers"]["localisation"] for v in json.loads((out / "views.json").read_text())["views"]]
    assert report.facts["localised"] == sum(f["localised"] for f in found) >= 2
    for entry in found:
        if entry["localised"]:
            assert entry["inliers"] >= SETTINGS.localise.min_inliers
            assert entry["position_error_m"] <= 0.3
            assert entry["rotation_error_deg"] <= 10
            assert entry["best_frame"]["video"] == "exploration_0"


def test_views_that_matching_cannot_place_are_dropped_on_request(run):
    _, every = run("every", count=12)
    strict = SETTINGS.localise.model_copy(update={"max_position_error_m": 0.05, "spare_factor": 2.0})
    report, kept = run("kept", count=6, require_localised=True, localise=strict)
    views = json.loads((kept / "views.json").read_text())["views"]
    assert all(v["numbers"]["localisation"]["position_error_m"] <= 0.05 for v in views)
    counted = report.funnel.to_json()["localised"]
    assert counted["accepted"] == len(views) == report.facts["localised"]
    assert counted["accepted"] + sum(counted["dropped"].values()) == 12
    assert counted["dropped"]["require_localised"] > 0
    assert sorted(p.name for p in kept.iterdir()) == sorted(
        ["views.json", *(v["file"] for v in views), *(v["ids_file"] for v in views)]
    )
    originals = {p.read_bytes() for p in every.glob("*.png")}
    assert {(kept / v["file"]).read_bytes() for v in views} <= originals


def test_no_localised_view_at_all_is_said(run):
    never = SETTINGS.localise.model_copy(update={"min_inliers": 10**6})
    with pytest.raises(RunError, match=r"view.require_localised=false"):
        run(require_localised=True, localise=never)


def test_no_view_at_all_is_said(run):
    with pytest.raises(RunError, match=r"no current view of furnished passes every filter.*min_objects"):
        run(min_objects=50, max_rounds=1)
