"""A small dataset of synthetic questions: every task, local variants, two scenes."""

import json
from types import SimpleNamespace

import hypothesis
import numpy as np
import pytest

from gstgen.evaluation.items import read_questions
from gstgen.evaluation.settings import EvaluateSettings
from gstgen.questions.tasks import TASKS

# A loaded machine is slow, not wrong; the same examples on every run keep CI repeatable.
hypothesis.settings.register_profile("gstgen", deadline=None, derandomize=True)
hypothesis.settings.load_profile("gstgen")

SETTINGS = EvaluateSettings(
    confidence=0.95,
    bootstrap_samples=200,
    reference_draws=5,
    random_distance_m=(0.5, 10.0),
    constant_point_step=25,
    constant_distance_step_m=0.1,
    named_examples=3,
)


def make_records(scene, number, per_task, generator):
    """Raw records of one scene with random answers, as `qa.jsonl` holds them (the fields that an evaluation reads)."""
    records = []
    for task in TASKS:
        for index in range(per_task):
            variants = [("global", "")]
            if task.has_local_variants:
                variants += [("local_video", "_local_video"), ("local_image", "_local_image")]
            for variant, suffix in variants:
                category = ["sofa", "lamp"][index % 2] if task.has_target else None
                if task.metric == "choice":
                    value = answer = "ABCD"[int(generator.integers(4))]
                elif task.metric == "point":
                    value = [int(v) for v in generator.integers(0, 1000, 2)]
                    answer = f"<point>{value[0]} {value[1]}</point>"
                elif task.metric == "angle":
                    value = int(generator.integers(-179, 181))
                    answer = str(value)
                else:
                    value = answer = round(float(generator.uniform(0.3, 12)), 1)
                records.append(
                    {
                        "uid": f"scene{number}_{task.uid_name}_{index}{suffix}",
                        "task": task.name,
                        "scene": scene,
                        "variant": variant,
                        "options": list("ABCD") if task.metric == "choice" else [],
                        "answer": answer,
                        "answer_value": value,
                        "difficulty": {"level": ("easy", "medium", "extreme", None)[index % 4]},
                        "geometry": {"target": {"category": category}} if category else {},
                    }
                )
    return records


def write_dataset(root, seed=0, per_task=4):
    generator = np.random.default_rng(seed)
    for number, scene in ((16, "Rs_int"), (1, "Beechwood_0_int")):
        path = root / "scenes" / scene / "qa" / "qa.jsonl"
        path.parent.mkdir(parents=True)
        path.write_text("".join(json.dumps(r) + "\n" for r in make_records(scene, number, per_task, generator)))
    return root


@pytest.fixture
def evaluate_settings():
    return SETTINGS


@pytest.fixture
def settings():
    """What the stage reads of the whole settings tree."""
    return SimpleNamespace(evaluate=SETTINGS, seed=7)


@pytest.fixture
def dataset(tmp_path):
    return write_dataset(tmp_path / "data")


@pytest.fixture
def questions(dataset):
    return read_questions(dataset, None).questions
