"""Every wording is pinned: a changed prompt is a changed benchmark, so it has to be changed here too."""

from __future__ import annotations

import os
from pathlib import Path

from gstgen.dataset.records import flat_question
from gstgen.questions import wording

SNAPSHOT = Path(__file__).parent / "prompts.txt"


def prompts() -> dict[str, str]:
    found = {}
    for level in ("easy", "medium", "hard"):
        found[f"position {level}"] = flat_question(wording.position(level), True)
        found[f"orientation {level}"] = flat_question(wording.orientation(level), True)
        found[f"topdown selection {level}"] = flat_question(wording.topdown_selection(level), True)
        for modality in ("visual", "semantic"):
            texts = wording.global_position(modality, level, "coffee table")
            found[f"global position {modality} {level}"] = flat_question(texts, True)
    for modality in ("visual", "semantic"):
        for variant in ("global", "local_video", "local_image"):
            for name, ask in (("direction", wording.direction), ("distance", wording.distance)):
                texts = ask(modality, variant, "coffee table")
                found[f"{name} {modality} {variant}"] = flat_question(texts, variant != "local_image")
    found["trajectory selection"] = flat_question(wording.trajectory_selection(), True)
    return found


def test_prompts_are_the_pinned_ones():
    text = "\n\n".join(f"## {name}\n{question}" for name, question in sorted(prompts().items())) + "\n"
    if os.environ.get("GSTGEN_PIN_PROMPTS"):
        SNAPSHOT.write_text(text, encoding="utf-8")
    assert text == SNAPSHOT.read_text(encoding="utf-8")


def test_every_prompt_says_its_answers_form():
    for name, question in prompts().items():
        form = {"direction": "-179 to 180", "orientation": "-179 to 180", "distance": "one decimal"}
        form |= {"position": "<point>x y</point>", "global": "<point>x y</point>"}
        form |= {"topdown": "A, B, C or D", "trajectory": "A, B, C or D"}
        assert form[name.split()[0]] in question.rsplit("<image>", 1)[1]


def test_directions_state_zero_and_sign():
    for name, question in prompts().items():
        if name.startswith("direction"):
            assert "0 is straight ahead" in question
            assert "left have positive" in question
        if name.startswith("orientation"):
            assert "0 faces the top edge" in question
            assert "counter-clockwise" in question


def test_only_semantic_prompts_name_the_object():
    for name, question in prompts().items():
        assert ("coffee table" in question) == ("semantic" in name)
        assert ("red box" in question) == ("visual" in name)
