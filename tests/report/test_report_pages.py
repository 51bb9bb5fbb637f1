"""Pages of stage report: whole, safe to open, and honest about what is missing."""

from __future__ import annotations

import json
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import numpy as np
import pytest
from furnished import CAMERA, furnished, walk
from furnished import floor_map as furnished_floor
from rich.console import Console

from gstgen.config import Settings, parse_settings
from gstgen.dataset.store import DONE, write_done, write_json, write_npz
from gstgen.entry import _compose, main
from gstgen.geometry.cameras import camera_to_json, pose_from_heading
from gstgen.media.encoder import Encoding, encode_segment
from gstgen.media.pictures import write_png
from gstgen.report.charts import Limit, histogram
from gstgen.report.plan_svg import LOCALISED, LOST, UNKNOWN, frame_of
from gstgen.report.reading import existing_scenes, read_scene_files
from gstgen.stages import report as stage
from gstgen.stages.base import make_root
from gstgen.stages.plan import finished_scenes

EVIL = "<script>alert('x')</script>"
VOID = {"img", "input", "meta", "br"}


class Reader(HTMLParser):
    """Checks that elements close in order; keeps texts, sources and links."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.sources: list[str] = []
        self.links: list[str] = []
        self.ids: set[str] = set()
        self.text = ""
        self.feed(page)
        assert self.open == []

    def handle_starttag(self, tag, attrs):  # type: ignore[no-untyped-def]
        values = dict(attrs)
        assert tag != "script"
        self.sources += [values["src"]] if "src" in values else []
        self.links += [values["href"]] if "href" in values else []
        self.ids |= {values["id"]} if "id" in values else set()
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):  # type: ignore[no-untyped-def]
        assert self.open.pop() == tag

    def handle_data(self, data):  # type: ignore[no-untyped-def]
        self.text += data


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return parse_settings(_compose(["stage=report", f"output={tmp_path / 'root'}", "report.strip_frames=5"]))


def finish(root: Path, scene: str, name: str, funnel: dict[str, object] | None = None) -> None:
    write_done(root / "scenes" / scene / name, "mark", {"total": 1.0}, {"funnel": funnel or {}, "facts": {}})


def make(root: Path, scene: str, *stages: str) -> None:
    make_root(root)
    built, _ = furnished()
    folder = root / "scenes" / scene
    if "scene" in stages:
        write_json(folder / "scene" / "scene.json", built.to_json())
        furnished_floor(built).save(folder / "scene" / "floor_map.npz")
        finish(root, scene, "scene", {"objects": {"accepted": 3, "dropped": {EVIL: 2}}})
    if "trajectory" in stages:
        film = walk()
        write_npz(folder / "trajectory" / "exploration_0.npz", {"T_world_camera": film.T_world_camera})
        clip = {"name": "clip_0", "file": "exploration_0.npz", "length_m": 2.0, "points_m": [[1, 2], [3, 2]]}
        other = {"name": "clip_0_alternative_0", "length_m": 2.0, "points_m": [[1, 1.5], [3, 1.5]]}
        paths = {
            "fps": 10,
            "explorations": [{"name": "exploration_0", "file": "exploration_0.npz", "length_m": 13.6, "viewpoints": 4}],
            "clips": [clip | {"alternatives": [other]}],
            "notes": ["rooms that cannot be entered: attic_0"],
            "coverage": {
                "floor": 0.97,
                "objects": 0.9,
                "rooms": ["a", "b"],
                "unseen": [{"object": "lamp_a_0", "reason": EVIL}],
            },
        }
        write_json(folder / "trajectory" / "trajectories.json", paths)
        finish(root, scene, "trajectory")
    if "video" in stages:
        frames = [np.full((64, 80, 3), 2 * i, np.uint8) for i in range(120)]
        (folder / "video").mkdir(parents=True)
        encode_segment(frames, folder / "video" / "exploration_0.mp4", Encoding(80, 64, 10, 120, "ultrafast", 20))
        record = {"file": "exploration_0.mp4", "frames": 120, "fps": 10, "width": 80, "height": 64}
        write_json(folder / "video" / "exploration_0.json", record)
        target = {"object": "sofa_a_0", "numbers": {"best_px": 4000, "frames_on_screen": 30}}
        write_json(folder / "video" / "videos.json", {"videos": [], "targets": [target], "recognisable": [target]})
        finish(root, scene, "video")
    if "current_view" in stages:
        found = {
            "localised": True, "inliers": 50, "best_frame": {"video": "exploration_0", "frame": 9},
            "position_error_m": 0.02, "rotation_error_deg": 0.5, "best_wrong": None,
        }  # fmt: skip
        lost = found | {"localised": False, "position_error_m": None, "rotation_error_deg": None, "inliers": 0}
        views = [_view(i, EVIL, localised) for i, localised in enumerate((found, lost, None))]
        for view in views:
            write_png(folder / "current_view" / view["file"], np.zeros((320, 400, 3), np.uint8))
        write_json(folder / "current_view" / "views.json", {"views": views})
        finish(root, scene, "current_view")


def _view(index: int, room: str, localisation: dict[str, object] | None) -> dict[str, object]:
    pose = pose_from_heading((1 + index, 2, 1.5), 40.0 * index, -5)
    overlap = {"share": 0.8, "best_frame": 3, "best_frame_share": 0.5, "copy_share": 0.4}
    return {
        "name": f"view_{index:03d}", "file": f"view_{index:03d}.png", "camera": camera_to_json(CAMERA, pose),
        "room": room, "visible": {"sofa_a_0": 9}, "overlap": {"exploration_0": overlap},
        "numbers": {"plane_share": 0.2 + 0.1 * index, "pitch_deg": -5.0, "localisation": localisation},
    }  # fmt: skip


def test_a_page_shows_what_there_is(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    make(settings.output, "furnished", "scene", "trajectory", "video", "current_view")
    monkeypatch.setattr(stage, "load_geometry", lambda _: furnished()[1])
    index = stage.run_dataset(settings, ["furnished"], Console(quiet=True))
    folder = index.parent / "scene-furnished"
    page = (folder / "index.html").read_text()
    read = Reader(page)
    assert read.sources
    for source in read.sources:
        assert (folder / source).is_file()
    assert not re.search(r"https?:|url\(|@import", page)
    for link in read.links:
        assert link in ("../index.html", "#plan") or link.removeprefix("#") in read.ids
    assert EVIL not in page
    assert EVIL in read.text  # as text, in the funnel, in the caption and in what was not seen
    for colour in (LOCALISED, LOST, UNKNOWN):
        assert f'fill="{colour}"' in page
    assert "min_share 0.5" in read.text
    assert f"min_best_px {settings.video.targets.min_best_px}" in read.text
    assert "floor 97.0%, objects 90.0%, 2 rooms entered" in read.text
    assert "rooms that cannot be entered: attic_0" in read.text
    assert "Not finished: topdown, qa" in read.text
    size = sum(p.stat().st_size for p in folder.iterdir())
    assert size < 5e6
    again = stage.run_dataset(settings, ["furnished"], Console(quiet=True))
    assert (again.parent / "scene-furnished" / "index.html").read_text() == page


def test_a_page_of_a_scene_alone_says_what_is_missing(settings: Settings) -> None:
    make(settings.output, "home/000123", "scene")
    make(settings.output, "furnished", "trajectory")
    assert existing_scenes(settings.output) == ["furnished", "home/000123"]
    index = stage.run_dataset(settings, existing_scenes(settings.output), Console(quiet=True))
    listed = Reader(index.read_text())
    for link in listed.links:
        assert (index.parent / link).is_file()
    assert set(listed.links) == {"scene-furnished/index.html", "scene-home-000123/index.html"}
    alone = Reader((index.parent / "scene-home-000123" / "index.html").read_text())
    assert "Not finished: trajectory, video, topdown, current_view, qa" in alone.text
    assert "Stage current_view is not finished." in alone.text


def test_a_report_of_nothing_is_a_wrong_request(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stage=report", f"output={tmp_path}/none"]) == 2
    assert "holds no scene" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()
    make(tmp_path / "root", "Rs_int", "scene")
    assert main(["stage=report", f"output={tmp_path}/root", "scene=Ihlen_0_int"]) == 2
    assert "holds nothing of Ihlen_0_int" in capsys.readouterr().err


def test_a_histogram_holds_every_value_and_draws_its_thresholds() -> None:
    chart = histogram([0.1, 0.1, 0.5, 0.9], [Limit("max_share", 0.7)], 8)
    counts = [int(n) for n in re.findall(r"<title>[^<]*: (\d+)</title>", chart)]
    assert sum(counts) == 4
    assert max(counts) == 2
    x = float(re.search(r'class="limit" x1="([\d.]+)"', chart).group(1))  # type: ignore[union-attr]
    assert x == pytest.approx(6 + (0.7 - 0.1) / 0.8 * 288, abs=0.06)
    assert "max_share 0.7" in chart
    assert "rect" in histogram([3.0, 3.0], [], 8)


def test_the_plan_keeps_the_maps_directions() -> None:
    frame = frame_of(furnished()[0])
    (x0, y0), (x1, y1) = frame.at([[1, 1], [2, 3]])
    assert x1 > x0  # east is right
    assert y1 < y0  # north is up
    assert (x1 - x0) * 2 == pytest.approx(y0 - y1)


def test_a_line_of_the_list_counts_what_was_placed(settings: Settings) -> None:
    make(settings.output, "furnished", "current_view")
    index = stage.run_dataset(settings, ["furnished"], Console(quiet=True))
    line = json.loads((index.parent / "scene-furnished" / "summary.json").read_text())
    assert line["views"] == 3
    assert line["localised"] == 0.5  # of the two that were tried


STAGE_FILES = [
    ("scene", "scene.json"), ("scene", "floor_map.npz"),
    ("trajectory", "trajectories.json"), ("trajectory", "exploration_0.npz"),
    ("video", "videos.json"), ("video", "exploration_0.json"), ("video", "exploration_0.mp4"),
    ("current_view", "views.json"), ("current_view", "view_000.png"),
]  # fmt: skip


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("whole") / "root"
    make(root, "furnished", "scene", "trajectory", "video", "current_view")
    return root


@pytest.mark.parametrize("how", ["cut", "gone", "other"])
@pytest.mark.parametrize(("name", "file"), STAGE_FILES)
def test_a_damaged_file_costs_its_stage_and_is_told(
    settings: Settings, whole: Path, name: str, file: str, how: str
) -> None:
    shutil.copytree(whole, settings.output)
    path = settings.output / "scenes" / "furnished" / name / file
    if how == "gone":
        path.unlink()
    else:
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2] if how == "cut" else EVIL.encode())
    files = read_scene_files(settings.output, "furnished")
    assert files.damaged == {name: file}
    assert name not in files.done
    assert name not in files.missing
    quick = settings.model_copy(update={"report": settings.report.model_copy(update={"floor_coverage": False})})
    told = Console(record=True, width=200)
    index = stage.run_dataset(quick, ["furnished"], told)
    page = (index.parent / "scene-furnished" / "index.html").read_text()
    assert f"Damaged: {name} ({file} is not what the stage wrote), left out." in Reader(page).text
    assert f"stage={name} scene=furnished makes it anew" in told.export_text()
    assert f"{name} (damaged)" in Reader(index.read_text()).text


@pytest.mark.parametrize(
    "marker",
    [
        "{",
        "[]",
        {"files": {}, "facts": {}, "funnel": 3},
        {"files": {}, "facts": [], "funnel": {}},
        {"files": [], "facts": {}, "funnel": {}},
        {"files": {}, "facts": {}, "funnel": {"views": {}}},
        {"files": {}, "facts": {}, "funnel": {"views": {"accepted": 1, "dropped": {"x": EVIL}}}},
    ],
)
def test_a_damaged_marker_costs_its_stage(settings: Settings, marker: object) -> None:
    make(settings.output, "furnished", "current_view")
    text = marker if isinstance(marker, str) else json.dumps({"fingerprint": "mark", **marker})  # type: ignore[dict-item]
    (settings.output / "scenes" / "furnished" / "current_view" / DONE).write_text(text)
    index = stage.run_dataset(settings, ["furnished"], Console(quiet=True))
    assert (
        f"Damaged: current_view ({DONE}" in Reader((index.parent / "scene-furnished" / "index.html").read_text()).text
    )


def test_what_a_killed_run_left_is_no_scene(settings: Settings) -> None:
    make(settings.output, "furnished", "scene")
    folder = settings.output / "scenes" / "furnished"
    for name in ("scene", "qa"):
        write_done(folder / ".partial-abc" / name, "mark", {}, {"funnel": {}, "facts": {}})
    assert existing_scenes(settings.output) == ["furnished"]
    assert finished_scenes(settings.output) == []


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"scene": "furnished"}', '{"scene": 3}'])
def test_a_damaged_line_of_the_list_is_left_out_and_told(settings: Settings, content: str) -> None:
    make(settings.output, "furnished", "current_view")
    make(settings.output, "other", "current_view")
    index = stage.run_dataset(settings, ["furnished", "other"], Console(quiet=True))
    (index.parent / "scene-other" / "summary.json").write_text(content)
    told = Console(record=True, width=400)
    stage.run_dataset(settings, ["furnished"], told)
    assert Reader(index.read_text()).links == ["scene-furnished/index.html"]
    assert "summary.json is damaged" in told.export_text()


def test_links_lead_to_scenes_with_odd_names(settings: Settings) -> None:
    make(settings.output, 'a#b%20c d"<i>', "current_view")
    index = stage.run_dataset(settings, existing_scenes(settings.output), Console(quiet=True))
    (link,) = Reader(index.read_text()).links
    assert (index.parent / unquote(link)).is_file()
    assert "#" not in link
