"""Read an answer from whatever a model returned.

`parse(kind, raw)` never raises: it gives a value or the name of what went wrong. How a text is read:

- Reasoning in <think> is dropped; <answer>, \\boxed{} or the last "Answer:" phrase marks the answer; else, where a text
  holds several numbers, those with the asked unit count first, and of these the last one.
- A decimal comma is a decimal comma ("13,2"), unless exactly three digits follow 1-3 leading ones ("1,200"). In a
  point every comma separates.
- Lengths in cm, mm, km, feet or inches become metres, radians become degrees; percentages and numbers glued to a
  word ("video_3", "2nd") are not answers.
- "left 30", "30 degrees to the left", "counter-clockwise 30" are +30 and the other side is -30; a written sign wins.
- "2-3 m", "45 or 50", "A or C" name two answers: `ambiguous`. Points are read as they stand, never rescaled.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from gstgen.evaluation import choices, cleaning, quantities
from gstgen.evaluation.quantities import Failure

Kind = Literal["distance", "angle", "point", "choice"]
Value = float | tuple[float, float] | str

_ANSWER_KEYS = (
    "answer", "final_answer", "finalanswer", "pred", "prediction", "response", "output", "result", "value",
    "choice", "option", "letter", "point", "position", "coordinates", "point_2d",
    "angle", "degrees", "direction", "orientation", "distance", "meters", "metres",
)  # fmt: skip
_MAX_DEPTH = 4
# Whole turns are taken off an angle (370 is 10), but what lies beyond some turns is no angle, and its rest is chance.
LARGEST_ANGLE_DEG = 3600.0
_JSON_OBJECT = re.compile(r"\{[^{}]{0,2000}\}")
_FENCE = re.compile(r"```[a-zA-Z0-9]*\s*(.*?)```", re.DOTALL)


@dataclass(frozen=True)
class Parsed:
    """An answer's value, or why there is none; `failure` is None exactly where `value` is not."""

    value: Value | None
    failure: str | None = None

    @classmethod
    def of(cls, result: Value | Failure) -> Parsed:
        return cls(None, result.name) if isinstance(result, Failure) else cls(result)


def parse(kind: Kind, raw: Any, letters: str = "ABCD") -> Parsed:
    """The value of a raw prediction: metres, degrees, (x, y) or one of `letters`. Any input, never an exception."""
    value = _read(kind, raw, letters, 0)
    if kind == "angle" and isinstance(value, float) and abs(value) > LARGEST_ANGLE_DEG:
        value = Failure("no_angle")
    return Parsed.of(value)


def _read(kind: Kind, raw: Any, letters: str, depth: int) -> Value | Failure:
    if raw is None or depth > _MAX_DEPTH:
        return Failure("empty" if raw is None else "nested_too_deep")
    if isinstance(raw, str):
        return _read_text(kind, raw, letters, depth)
    if isinstance(raw, (int, float)) and not isinstance(raw, bool):
        return _read_number(kind, raw)
    if isinstance(raw, Mapping):
        return _read_mapping(kind, raw, letters, depth)
    if isinstance(raw, (list, tuple)):
        return _read_sequence(kind, list(raw), letters, depth)
    return Failure("unsupported_type")


def _read_number(kind: Kind, raw: int | float) -> Value | Failure:
    if kind in ("point", "choice"):
        return Failure("no_point" if kind == "point" else "no_letter")
    try:
        value = float(raw)
    except OverflowError:
        return Failure("not_finite")
    return value if math.isfinite(value) else Failure("not_finite")


def _read_mapping(kind: Kind, raw: Mapping[Any, Any], letters: str, depth: int) -> Value | Failure:
    lowered = {str(key).strip().lower(): value for key, value in raw.items()}
    if kind == "point" and {"x", "y"} <= lowered.keys():
        return _read_sequence(kind, [lowered["x"], lowered["y"]], letters, depth)
    for key in _ANSWER_KEYS:
        if key in lowered:
            return _read(kind, lowered[key], letters, depth + 1)
    if len(lowered) == 1:
        return _read(kind, next(iter(lowered.values())), letters, depth + 1)
    return Failure("no_answer_field")


def _read_sequence(kind: Kind, raw: list[Any], letters: str, depth: int) -> Value | Failure:
    if not raw:
        return Failure("empty")
    if len(raw) == 1:
        return _read(kind, raw[0], letters, depth + 1)
    if kind != "point":
        return Failure("ambiguous")
    if len(raw) != 2:
        return Failure("wrong_number_count")
    x, y = (_read("angle", item, letters, depth + 1) for item in raw)
    if isinstance(x, float) and isinstance(y, float):
        return x, y
    return x if isinstance(x, Failure) else y


def _read_text(kind: Kind, raw: str, letters: str, depth: int) -> Value | Failure:
    cleaned = cleaning.clean_characters(raw).strip()
    if not cleaned:
        return Failure("empty")
    after = cleaning.without_thinking(cleaned)
    if after is None:
        return Failure("unfinished_thinking")
    if not after.strip():
        return Failure("empty")
    structured = _structured(after)
    if structured is not None:
        return _read(kind, structured, letters, depth + 1)
    segment, marked = cleaning.answer_segment(after)
    result = _read_segment(kind, segment, marked, letters)
    if isinstance(result, Failure) and marked and result.name in ("no_number", "no_letter", "no_point"):
        return _read_segment(kind, after, False, letters)
    return result


def _read_segment(kind: Kind, segment: str, marked: bool, letters: str) -> Value | Failure:
    if kind == "point":
        return quantities.read_point(segment)
    plain = cleaning.strip_markup(segment)
    if kind == "choice":
        return choices.read_letter(cleaning.fold_lookalikes(plain), letters)
    return quantities.read_number(plain, kind, first=marked)


def _structured(source: str) -> Any:
    """The JSON container in a text: the text itself, a fenced block, or the last flat object with an answer's key."""
    candidates = [source, *reversed(_FENCE.findall(source))]
    for candidate in candidates:
        value = _load(candidate.strip())
        if value is not None:
            return value
    for candidate in reversed(_JSON_OBJECT.findall(source)):
        value = _load(candidate)
        if isinstance(value, dict) and any(str(key).strip().lower() in (*_ANSWER_KEYS, "x") for key in value):
            return value
    return None


def _load(candidate: str) -> Any:
    if candidate[:1] not in ("{", "["):
        return None
    try:
        value = json.loads(candidate)
    except (ValueError, RecursionError):  # not JSON: the text itself is read instead
        return None
    return value if isinstance(value, (dict, list)) else None
