"""What a question says: one wording a task in the benchmark, paraphrases in training; zeros, signs and forms stated.

Each function returns the texts that go between the media: texts[0], video, texts[1], image, texts[2], ...
"""

from __future__ import annotations

from gstgen.questions.phrases import Voice
from gstgen.questions.tasks import Level, Modality, Variant

Texts = tuple[str, ...]


def position(voice: Voice, level: Level) -> Texts:
    """Where was the current view taken? (video, view, map)"""
    return (
        voice.say("walk"),
        voice.say("here"),
        voice.say(f"map_{level}"),
        f"{voice.say('ask_position')} {voice.say('form_point')}",
    )


def orientation(voice: Voice, level: Level) -> Texts:
    """Which way does the current view face on the map? (video, view, map)"""
    return (
        voice.say("walk"),
        voice.say("here"),
        voice.say(f"map_{level}"),
        f"{voice.say('ask_orientation')} {voice.say('form_degrees')}",
    )


def direction(voice: Voice, modality: Modality, variant: Variant, name: str) -> Texts:
    """In which direction is the object from the current view? ([video,] view)"""
    question = voice.say("ask_direction", object=_object(voice, modality, name))
    return (*_ego(voice, modality, variant), f"{question} {voice.say('form_degrees')}")


def distance(voice: Voice, modality: Modality, variant: Variant, name: str) -> Texts:
    """How far is the object from the current view? ([video,] view)"""
    return (*_ego(voice, modality, variant), voice.say("ask_distance", object=_object(voice, modality, name)))


def global_position(voice: Voice, modality: Modality, level: Level, name: str) -> Texts:
    """Where on the map is the object? (video, map)"""
    walk = voice.say("marked_walk" if modality == "visual" else "walk")
    question = voice.say("ask_global_position", object=_object(voice, modality, name))
    return walk, voice.say(f"map_{level}"), f"{question} {voice.say('form_point')}"


def topdown_selection(voice: Voice, level: Level) -> Texts:
    """Which of four pictures from above shows the building? (video, four pictures)"""
    question = f"{voice.say('ask_building')} {voice.say('form_letter')}"
    return voice.say("walk"), f"{voice.say(f'options_{level}')}\nA:", "B:", "C:", "D:", question


def trajectory_selection(voice: Voice) -> Texts:
    """Which of four drawn paths did the camera take? (clip, four maps)"""
    question = f"{voice.say('ask_path')} {voice.say('form_letter')}"
    return voice.say("clip"), f"{voice.say('options_paths')}\nA:", "B:", "C:", "D:", question


def _object(voice: Voice, modality: Modality, name: str) -> str:
    return voice.say("marked_object") if modality == "visual" else f"the {name}"


def _ego(voice: Voice, modality: Modality, variant: Variant) -> Texts:
    """Texts before the question of direction and distance."""
    visual = modality == "visual"
    if variant == "local_image":
        return (voice.say("marked_only_here" if visual else "only_here"),)
    here = "marked_here" if visual and variant == "local_video" else "here"
    return voice.say("marked_walk" if visual else "walk"), voice.say(here)
