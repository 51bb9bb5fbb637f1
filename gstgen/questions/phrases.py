"""The pieces that questions are worded from: the benchmark's own first, then paraphrases for training.

Every alternative of a piece says the same: the same zero, sign, unit and form of the answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gstgen.randomness import rng

PHRASES: Mapping[str, tuple[str, ...]] = {
    "walk": (
        "This video was recorded by a camera that was carried through the rooms of a building.",
        "Watch this video: somebody walks through a building with a camera.",
        "The video shows a walk through a building, filmed from eye height.",
        "A person with a camera walked around inside a building and filmed this.",
        "Here is a first-person video of a tour through a building.",
    ),
    "marked_walk": (
        "This video was recorded by a camera that was carried through the rooms of a building. "
        "One object is marked with a red box in the frames that show it.",
        "Watch this video of a walk through a building. Wherever one particular object is in sight, a red box marks it.",
        "The video shows a walk through a building; a red box is drawn around one object whenever it can be seen.",
        "A person with a camera walked around inside a building and filmed this. A red box follows one object.",
        "Here is a first-person video of a tour through a building, in which a single object is boxed in red.",
    ),
    "here": (
        "You are now standing in the same building, and this is what you see from there:",
        "Now imagine you stand somewhere in that building. Your view is this picture:",
        "Later you stop at some place in the same building and look around. You see:",
        "This picture was taken in the same building, from where you stand now:",
        "You are inside that building now. In front of you:",
    ),
    "marked_here": (
        "You are now standing in the same building, and this is what you see from there, with the same object marked by "
        "a red box:",
        "Now imagine you stand somewhere in that building. Your view is this picture; the red box marks the same object:",
        "Later you stop at some place in the same building. You see this, and the object from before has a red box:",
        "This picture was taken in the same building, from where you stand now. The same object is boxed in red:",
        "You are inside that building now. In front of you, with a red box around the same object:",
    ),
    "only_here": (
        "You are standing in a building, and this is what you see from there:",
        "Imagine you stand inside a building. Your view is this picture:",
        "This picture shows what you see from where you stand in a building:",
        "You are inside a building. In front of you:",
    ),
    "marked_only_here": (
        "You are standing in a building, and this is what you see from there, with one object marked by a red box:",
        "Imagine you stand inside a building. Your view is this picture; a red box marks one object:",
        "This picture shows what you see from where you stand in a building. One object is boxed in red:",
        "You are inside a building. In front of you, with a red box around one object:",
    ),
    "map_easy": (
        "Here is a picture of the building from straight above, with the ceilings taken away:",
        "This is the building seen from directly overhead, without its ceilings:",
        "Below, the same building from a bird's eye view; the ceilings are left out:",
        "A view from straight above into the building, ceilings removed:",
    ),
    "map_medium": (
        "Here is a map of the building from straight above; white is free floor (rugs count as floor), black is walls, "
        "doors, furniture and everything outside:",
        "This map shows the building from directly overhead. Free floor, rugs included, is white; walls, doors, furniture "
        "and the outside are black:",
        "Below, the building as a map seen from above: where the floor is free (also under rugs) it is white, everything "
        "else, inside or outside, is black:",
        "A top-down map of the building, with free floor and rugs in white and walls, doors, furniture and surroundings "
        "in black:",
    ),
    "map_hard": (
        "Here is a floor plan of the building from straight above; white is floor, black is walls and everything outside:",
        "This floor plan shows the building from directly overhead. Floor is white, walls and the outside are black:",
        "Below, the bare plan of the building seen from above: white floor, black walls and surroundings:",
        "A top-down floor plan of the building, floor in white, walls and everything beyond them in black:",
    ),
    "ask_position": (
        "At which place on this picture do you stand, that is, where was the view taken?",
        "Where on this picture are you, the taker of the view?",
        "Find the spot on this picture from which your view was taken.",
        "Mark your own place: from which point of this picture does your view come?",
        "Locate yourself on this picture.",
    ),
    "ask_orientation": (
        "Which way do you face on this picture? Give the angle of your viewing direction in degrees: 0 faces the top "
        "edge of the picture from above, and the angle grows as you turn left (counter-clockwise), so 90 faces its left "
        "edge, -90 its right edge and 180 its bottom edge.",
        "In which direction of this picture from above are you looking? Measure the heading in degrees counter-clockwise "
        "from the direction of its top edge: 0 is towards the top edge, 90 towards the left edge, 180 towards the bottom "
        "edge and -90 towards the right edge.",
        "Give your heading on this picture from above, in degrees. Looking towards its top edge counts as 0, towards its "
        "left edge as 90, towards its right edge as -90 and towards its bottom edge as 180; the number rises with "
        "counter-clockwise turns.",
        "Draw your line of sight on this picture from above. What is its angle in degrees, when up is 0, left is 90, "
        "right is -90, down is 180, and counter-clockwise turns add?",
    ),
    "ask_direction": (
        "In which direction from you is {object}? Give the angle, seen from above, between straight ahead in your view "
        "and the middle of the object, in degrees: 0 is straight ahead, objects to your left have positive angles, "
        "objects to your right negative ones, so 90 is directly left, -90 directly right and 180 directly behind you.",
        "By how many degrees would you have to turn on the spot to face the middle of {object}? Turning left counts "
        "positive, turning right negative: 0 means it is straight ahead, 90 directly left, -90 directly right, 180 "
        "directly behind you.",
        "Where is {object} relative to the way you look? Answer with the bearing of its middle, seen from above, in "
        "degrees; straight ahead is 0, left is positive (90 is directly left), right is negative (-90 is directly right), "
        "and 180 is directly behind you.",
        "Point to {object}. What angle, in degrees and seen from above, does the line from you to its middle make with "
        "your line of sight? Count 0 for straight ahead, up to 180 towards the left and down to -179 towards the right; "
        "90 is directly left and -90 directly right.",
    ),
    "ask_distance": (
        "How far from you is {object}? Give the length of the straight line in space from the camera that took your view "
        "to the middle of the object, in metres with one decimal, such as 2.5. Write nothing but the number.",
        "What is the distance between you and {object}? Measure straight from the camera of your view to the object's "
        "middle, through the air, in metres with one decimal, for example 2.5. Reply with the number alone.",
        "Estimate how many metres lie between the camera that took your view and the middle of {object}, along a straight "
        "line in space. Answer with a single number with one decimal, like 2.5, and nothing else.",
        "Give the straight-line distance in metres, with one decimal (for instance 2.5), from your camera to the middle of "
        "{object}. Only the number.",
    ),
    "ask_global_position": (
        "At which place on this picture is the middle of {object}?",
        "Where on this picture is {object}? Take its middle.",
        "Find the spot on this picture where the middle of {object} is.",
        "Locate {object} on this picture by its middle.",
        "Which point of this picture lies at the middle of {object}?",
    ),
    "marked_object": (
        "the object marked with the red box",
        "the object in the red box",
        "the thing that the red box marks",
        "the red-boxed object",
    ),
    "form_point": (
        "Answer with one point in the form <point>x y</point>. x and y are whole numbers from 0 to 999: x runs from the "
        "left edge of the picture from above (0) to its right edge (999), y from its top edge (0) to its bottom edge "
        "(999). Write nothing but the point.",
        "Write the point as <point>x y</point> and nothing else, with whole numbers: x is 0 at the left edge of the picture "
        "from above and 999 at its right edge, y is 0 at its top edge and 999 at its bottom edge.",
        "Reply only with <point>x y</point>. Both are whole numbers between 0 and 999, scaled to the picture from above: "
        "x from its left (0) to its right (999), y from its top (0) to its bottom (999).",
    ),
    "form_degrees": (
        "Write nothing but the number of degrees, a whole number from -179 to 180.",
        "Answer with a single whole number from -179 to 180.",
        "Reply only with the number, a whole number of degrees from -179 to 180.",
    ),
    "form_letter": (
        "Write nothing but the letter: A, B, C or D.",
        "Answer with one letter: A, B, C or D.",
        "Reply only with A, B, C or D.",
    ),
    "options_easy": (
        "Each picture below shows a building from straight above, with the ceilings taken away.",
        "Below are four buildings seen from directly overhead, without ceilings.",
        "Four pictures follow; each looks from straight above into a building whose ceilings were removed.",
    ),
    "options_medium": (
        "Each map below shows a building from straight above: white is free floor (rugs count as floor), black is walls, "
        "doors, furniture and everything outside.",
        "Below are four maps of buildings seen from above. Free floor, rugs included, is white; walls, doors, furniture and "
        "the outside are black.",
        "Four top-down maps follow. White means free floor or a rug, black means wall, door, furniture or outside.",
    ),
    "options_hard": (
        "Each floor plan below shows a building from straight above: white is floor, black is walls and everything outside.",
        "Below are four floor plans seen from above, with white floors; walls and the outside are black.",
        "Four bare plans of buildings follow, drawn from above: floor white, walls and surroundings black.",
    ),
    "ask_building": (
        "Which of the four shows the building of the video? A mirror image of a building is another building.",
        "Which one is the building you saw in the video? Its mirror image does not count as the same building.",
        "Select the one that belongs to the video. Beware: a mirrored building is a different building.",
        "Through which of these four buildings did the camera go? A mirror image is not the same building.",
    ),
    "clip": (
        "This video was recorded by a camera that was carried along one path in a building.",
        "The video follows a single path through a building.",
        "Somebody carried a camera along a path inside a building and filmed this.",
    ),
    "options_paths": (
        "Each map below shows this building from straight above: white is free floor (rugs count as floor), black is "
        "walls, doors, furniture and everything outside. A path is drawn on it in light red; a light blue dot marks where "
        "it starts.",
        "Below are four copies of the building's map seen from above, with free floor and rugs in white and walls, doors, "
        "furniture and the outside in black. On each, a path is drawn in light red, beginning at the light blue dot.",
        "Four maps of this building from above follow; white is free floor or rug, black is wall, door, furniture or "
        "outside. Each bears another path in light red that starts at a light blue dot.",
    ),
    "ask_path": (
        "Which of the four maps shows the path that the camera took?",
        "On which map is the path drawn along which the video was filmed?",
        "Select the map whose path is the camera's.",
        "Which of the four paths did the camera follow?",
    ),
}


@dataclass(frozen=True)
class Voice:
    """Which alternative of each piece is spoken: the first (the benchmark's), or one by seed and question."""

    seed: int | None = None
    uid: str = ""

    def say(self, piece: str, **values: str) -> str:
        """A piece with its values filled in."""
        choices = PHRASES[piece]
        index = 0 if self.seed is None else int(rng(self.seed, "wording", self.uid, piece).integers(len(choices)))
        return choices[index].format(**values)


BENCH = Voice()
