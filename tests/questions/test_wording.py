"""Every wording is pinned: a changed prompt is a changed benchmark, so it has to be changed here too."""

from __future__ import annotations

import os
import re
from pathlib import Path

from gstgen.dataset.records import flat_question
from gstgen.questions import wording
from gstgen.questions.phrases import BENCH, PHRASES, Voice

SNAPSHOT = Path(__file__).parent / "prompts.txt"


def prompts(voice: Voice = BENCH) -> dict[str, str]:
    found = {}
    for level in ("easy", "medium", "hard"):
        found[f"position {level}"] = flat_question(wording.position(voice, level), True)
        found[f"orientation {level}"] = flat_question(wording.orientation(voice, level), True)
        found[f"topdown selection {level}"] = flat_question(wording.topdown_selection(voice, level), True)
        for modality in ("visual", "semantic"):
            texts = wording.global_position(voice, modality, level, "coffee table")
            found[f"global position {modality} {level}"] = flat_question(texts, True)
    for modality in ("visual", "semantic"):
        for variant in ("global", "local_video", "local_image"):
            for name, ask in (("direction", wording.direction), ("distance", wording.distance)):
                texts = ask(voice, modality, variant, "coffee table")
                found[f"{name} {modality} {variant}"] = flat_question(texts, variant != "local_image")
    found["trajectory selection"] = flat_question(wording.trajectory_selection(voice), True)
    return found


def spoken() -> list[tuple[str, str]]:
    """Prompts of the benchmark and of many training voices, with every alternative of every piece among them."""
    voices = [BENCH, *[Voice(7, f"uid_{k}") for k in range(60)]]
    for piece, choices in PHRASES.items():
        assert {v.say(piece, object="x") for v in voices} == {c.format(object="x") for c in choices}
    return [item for voice in voices for item in prompts(voice).items()]


def test_prompts_are_the_pinned_ones():
    paraphrases = {f"piece {name}": "\n".join(choices) for name, choices in PHRASES.items()}
    pinned = sorted(prompts().items()) + sorted(paraphrases.items())
    text = "\n\n".join(f"## {name}\n{question}" for name, question in pinned) + "\n"
    if os.environ.get("GSTGEN_PIN_PROMPTS"):
        SNAPSHOT.write_text(text, encoding="utf-8")
    assert text == SNAPSHOT.read_text(encoding="utf-8")


def test_every_prompt_says_its_answers_form():
    for name, question in spoken():
        form = {"direction": "-179 to 180", "orientation": "-179 to 180", "distance": "one decimal"}
        form |= {"position": "<point>x y</point>", "global": "<point>x y</point>"}
        form |= {"topdown": "A, B, C or D", "trajectory": "A, B, C or D"}
        assert form[name.split()[0]] in question.rsplit("<image>", 1)[1]


def test_directions_state_zero_and_sign():
    for name, question in spoken():
        if name.startswith("direction"):
            assert re.search(r"(^|\D)0 (is|means it is|for) straight ahead|straight ahead is 0", question), question
            assert re.search(r"left (have|counts|is) positive|180 towards the left", question), question
            assert all(part in question for part in ("90 ", "directly left", "-90 ", "directly right", "180 ")), (
                question
            )
        if name.startswith("orientation"):
            assert re.search(r"0 (faces|is towards) the top edge|top edge counts as 0|up is 0", question), question
            assert "counter-clockwise" in question
            assert all(part in question for part in ("90", "-90", "180", "left", "right")), question


def test_only_semantic_prompts_name_the_object():
    for name, question in spoken():
        assert ("coffee table" in question) == ("semantic" in name)
        assert bool(re.search(r"red[- ]box|boxed in red", question)) == ("visual" in name)


def test_training_questions_are_worded_in_many_ways_and_each_again_the_same():
    voices = [prompts(Voice(7, f"uid_{k}"))["direction semantic global"] for k in range(200)]
    assert len(set(voices)) > 40
    assert voices == [prompts(Voice(7, f"uid_{k}"))["direction semantic global"] for k in range(200)]


def test_no_two_alternatives_are_alike():
    for choices in PHRASES.values():
        assert len(choices) >= 3
        assert len(set(choices)) == len(choices)
