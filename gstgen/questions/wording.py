"""What a question says: one wording a task, the answer's form and every zero and sign stated in it.

Each function returns the texts that go between the media: texts[0], video, texts[1], image, texts[2], ...
"""

from __future__ import annotations

from collections.abc import Mapping

from gstgen.questions.tasks import Level, Modality, Variant

Texts = tuple[str, ...]

WALK = "This video was recorded by a camera that was carried through the rooms of a building."
MARKED_WALK = f"{WALK} One object is marked with a red box in the frames that show it."
HERE = "You are now standing in the same building, and this is what you see from there:"
MARKED_HERE = f"{HERE[:-1]}, with the same object marked by a red box:"
ONLY_HERE = "You are standing in a building, and this is what you see from there:"
MARKED_ONLY_HERE = f"{ONLY_HERE[:-1]}, with one object marked by a red box:"

MAP_KEY: Mapping[Level, str] = {
    "easy": "a picture of the building from straight above, with the ceilings taken away",
    "medium": "a map of the building from straight above; white is free floor (rugs count as floor), "
    "black is walls, doors, furniture and everything outside",
    "hard": "a floor plan of the building from straight above; white is floor, black is walls and everything outside",
}
POINT_FORM = (
    "Answer with one point in the form <point>x y</point>. x and y are whole numbers from 0 to 999: "
    "x runs from the left edge of the {picture} (0) to its right edge (999), y from its top edge (0) to its bottom "
    "edge (999). Write nothing but the point."
)
DEGREES_FORM = "Write nothing but the number of degrees, a whole number from -179 to 180."
LETTER_FORM = "Write nothing but the letter: A, B, C or D."


def _map_intro(level: Level) -> str:
    return f"Here is {MAP_KEY[level]}:"


def position(level: Level) -> Texts:
    """Where was the current view taken? (video, view, map)"""
    question = "At which place on this picture do you stand, that is, where was the view taken?"
    return WALK, HERE, _map_intro(level), f"{question} {POINT_FORM.format(picture='picture from above')}"


def orientation(level: Level) -> Texts:
    """Which way does the current view face on the map? (video, view, map)"""
    question = (
        "Which way do you face on this picture? Give the angle of your viewing direction in degrees: 0 faces the top "
        "edge of the picture from above, and the angle grows as you turn left (counter-clockwise), so 90 faces its "
        "left edge, -90 its right edge and 180 its bottom edge."
    )
    return WALK, HERE, _map_intro(level), f"{question} {DEGREES_FORM}"


def direction(modality: Modality, variant: Variant, name: str) -> Texts:
    """In which direction is the object from the current view? ([video,] view)"""
    question = (
        f"In which direction from you is {_object(modality, name)}? Give the angle, seen from above, between straight "
        "ahead in your view and the middle of the object, in degrees: 0 is straight ahead, objects to your left have "
        "positive angles, objects to your right negative ones, so 90 is directly left, -90 directly right and 180 "
        "directly behind you."
    )
    return (*_ego(modality, variant), f"{question} {DEGREES_FORM}")


def distance(modality: Modality, variant: Variant, name: str) -> Texts:
    """How far is the object from the current view? ([video,] view)"""
    question = (
        f"How far from you is {_object(modality, name)}? Give the length of the straight line in space from the camera "
        "that took your view to the middle of the object, in metres with one decimal, such as 2.5. "
        "Write nothing but the number."
    )
    return (*_ego(modality, variant), question)


def global_position(modality: Modality, level: Level, name: str) -> Texts:
    """Where on the map is the object? (video, map)"""
    walk = MARKED_WALK if modality == "visual" else WALK
    question = f"At which place on this picture is the middle of {_object(modality, name)}?"
    return walk, _map_intro(level), f"{question} {POINT_FORM.format(picture='picture from above')}"


def topdown_selection(level: Level) -> Texts:
    """Which of four pictures from above shows the building? (video, four pictures)"""
    kind = {
        "easy": "Each picture below shows a building from straight above, with the ceilings taken away.",
        "medium": "Each map below shows a building from straight above: white is free floor (rugs count as floor), "
        "black is walls, doors, furniture and everything outside.",
        "hard": "Each floor plan below shows a building from straight above: white is floor, black is walls and "
        "everything outside.",
    }[level]
    question = "Which of the four shows the building of the video? A mirror image of a building is another building."
    return WALK, f"{kind}\nA:", "B:", "C:", "D:", f"{question} {LETTER_FORM}"


def trajectory_selection() -> Texts:
    """Which of four drawn paths did the camera take? (clip, four maps)"""
    clip = "This video was recorded by a camera that was carried along one path in a building."
    kind = (
        "Each map below shows this building from straight above: white is free floor (rugs count as floor), "
        "black is walls, doors, furniture and everything outside. A path is drawn on it in light red; a light blue dot "
        "marks where it starts."
    )
    question = "Which of the four maps shows the path that the camera took?"
    return clip, f"{kind}\nA:", "B:", "C:", "D:", f"{question} {LETTER_FORM}"


def _object(modality: Modality, name: str) -> str:
    return "the object marked with the red box" if modality == "visual" else f"the {name}"


def _ego(modality: Modality, variant: Variant) -> Texts:
    """Texts before the question of direction and distance."""
    visual = modality == "visual"
    if variant == "local_image":
        return (MARKED_ONLY_HERE if visual else ONLY_HERE,)
    here = MARKED_HERE if visual and variant == "local_video" else HERE
    return MARKED_WALK if visual else WALK, here
