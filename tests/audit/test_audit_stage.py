"""The stage over files: strict fails a biased dataset and passes a fair one; quota and pruning repair and are kept."""

from __future__ import annotations

import io
import json
from types import SimpleNamespace

import numpy as np
import pytest
import yaml
from rich.console import Console

from gstgen.audit.settings import AuditSettings
from gstgen.dataset.records import Record, flat_question, record_line
from gstgen.dataset.selection import read_removed
from gstgen.errors import RunError
from gstgen.evaluation.items import read_questions
from gstgen.evaluation.settings import EvaluateSettings
from gstgen.questions.settings import BalanceSettings, DifficultySettings
from gstgen.resources import resource_folder
from gstgen.stages import dataset_stages

TASK = "Object_Localization_Egocentric_Direction_semantic"
CATEGORIES = ("sofa", "lamp", "bed", "desk")
SCENES = 10


def conf(group):
    return yaml.safe_load((resource_folder("conf") / group / "default.yaml").read_text())


def settings(root, quota=None, **changes):
    audit = {**conf("audit"), "trees": 20, "bootstrap_samples": 200, **changes}
    audit["quota"] = {**audit["quota"], **(quota or {})}
    return SimpleNamespace(
        output=root,
        seed=7,
        audit=AuditSettings.model_validate(audit),
        evaluate=EvaluateSettings.model_validate(conf("evaluate") | {"reference_draws": 1, "constant_point_step": 50}),
        questions=SimpleNamespace(
            balance=BalanceSettings.model_validate(conf("questions")["balance"]),
            levels=DifficultySettings.model_validate(conf("questions")["levels"]),
        ),
    )


def record(number, category, angle, variant="global"):
    scene = f"home_{number % SCENES:06d}"
    texts = ["A walk.", "You see:", f"Which way is the {category}?"]
    suffix = "" if variant == "global" else f"_{variant}"
    has_video = variant != "local_image"
    video = f"scenes/{scene}/video/exploration_0.mp4" if has_video else None
    texts = texts if has_video else texts[1:]
    identity = np.eye(4).tolist()
    return Record.model_validate(
        {
            "uid": f"{scene}_{TASK}_{category}_m_{number}_pos_0_orient_0_video_0{suffix}",
            "task": TASK, "scene": scene, "scene_number": None, "split": "train", "variant": variant, "video": video,
            "images": [f"scenes/{scene}/current_view/view_000.png"], "texts": texts,
            "question": flat_question(texts, has_video), "options": [], "answer": str(angle), "answer_value": angle,
            "geometry": {
                "camera": {"T_world_camera": identity, "K": [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "width": 8, "height": 8},
                "target": {
                    "id": f"{category}_m_{number}", "category": category, "center_m": [1, 1, 1], "size_m": [1, 1, 1],
                    "rotation": np.eye(3).tolist(),
                },
            },
            "evidence": {"video": video, "view": f"scenes/{scene}/current_view/view_000.png"},
            "difficulty": {"scene_area_m2": 50.0},
            "provenance": {
                "seed": 7, "settings": "f" * 64, "code_version": "t", "simulator": {"name": "e", "version": "1"},
                "scene_source": "procedural", "inventory": None, "asset_licences": [],
            },
        }
    )  # fmt: skip


def dataset(root, told, count=200, seed=0, variants=("global",)):
    """Questions of which a share `told` have the direction of their category."""
    generator = np.random.default_rng(seed)
    by_scene = {}
    for number in range(count):
        category = CATEGORIES[int(generator.integers(4))]
        angle = int(generator.integers(-179, 181))
        if generator.random() < told:
            angle = CATEGORIES.index(category) * 90 - 135 + int(generator.integers(-10, 11))
        for variant in variants:
            one = record(number, category, angle, variant)
            by_scene.setdefault(one.scene, []).append(one)
    for scene, records in by_scene.items():
        path = root / "scenes" / scene / "qa" / "qa.jsonl"
        path.parent.mkdir(parents=True)
        path.write_text("".join(record_line(r) + "\n" for r in records))
    return sorted(by_scene)


def audit(root, scenes, **changes):
    """Run the stage; returns its table and `audit.json`."""
    out = io.StringIO()
    try:
        dataset_stages._audit(settings(root, **changes), scenes, Console(file=out, width=200))
    finally:
        report = json.loads((root / "reports" / "audit" / "audit.json").read_text())
    return out.getvalue(), report


def test_strict_fails_a_biased_dataset_and_names_the_task(tmp_path):
    scenes = dataset(tmp_path, told=0.8)
    with pytest.raises(RunError, match="ED_s global"):
        audit(tmp_path, scenes, strict=True)


def test_strict_passes_a_fair_dataset(tmp_path):
    text, report = audit(tmp_path, dataset(tmp_path, told=0.0), strict=True)
    assert "holds" in text
    assert report["tasks"][0]["verdict"] == "holds"
    assert not (tmp_path / "selection.json").exists()


def test_a_quota_evens_a_bias_out_and_its_selection_is_what_later_audits_judge(tmp_path):
    scenes = dataset(tmp_path, told=0.45, count=400)
    with pytest.raises(RunError):
        audit(tmp_path, scenes, strict=True)
    text, report = audit(tmp_path, scenes, quota={"per_task": 120}, strict=True)
    assert "the quota over all scenes" in text
    assert report["questions"] == 120
    assert report["quota"][0]["chosen"] == 120
    removed = read_removed(tmp_path)
    assert {entry["by"] for entry in removed.values()} == {"quota"}
    assert len(read_questions(tmp_path, None).questions) == 120
    _, again = audit(tmp_path, scenes, strict=True)
    assert again["questions"] == 120
    assert again["tasks"][0]["scores"] == report["tasks"][0]["scores"]


def test_pruned_questions_are_replaced_under_a_quota(tmp_path):
    scenes = dataset(tmp_path, told=0.45, count=320)
    weights = {"answer": 1.0}  # leaves the categories' bias to pruning
    quota = {"per_task": 200, "weights": weights, "refill_rounds": 1}
    _, report = audit(tmp_path, scenes, quota=quota, prune=True, margin_points=1.0, prune_share_a_round=0.1)
    by = {entry["by"] for entry in read_removed(tmp_path).values()}
    assert by == {"audit", "quota"}
    assert len(report["removed"]) > 0
    assert report["questions"] > 200 - len(report["removed"])


def test_twins_go_together(tmp_path):
    scenes = dataset(tmp_path, told=0.6, count=150, variants=("local_video", "local_image"))
    quota = {"local_per_task": 120, "refill_rounds": 0}
    audit(tmp_path, scenes, quota=quota, prune=True, margin_points=1.0, prune_share_a_round=0.1, max_pruned_share=0.15)
    left = list(read_questions(tmp_path, None).questions)
    stems = [q.stem for q in left]
    assert len(left) < 300
    assert all(stems.count(stem) == 2 for stem in stems)
