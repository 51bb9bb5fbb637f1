"""Numbers in free text: one number with its unit and side, or a point of two numbers."""

from __future__ import annotations

import itertools
import math
import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

_METRES = {
    "m": "1", "meter": "1", "meters": "1", "metre": "1", "metres": "1", "mtr": "1", "米": "1", "公尺": "1",
    "メートル": "1", "미터": "1", "метр": "1", "метра": "1", "метров": "1", "м": "1", "metros": "1", "mètres": "1",
    "cm": "0.01", "centimeter": "0.01", "centimeters": "0.01", "centimetre": "0.01", "centimetres": "0.01",
    "厘米": "0.01",
    "mm": "0.001", "millimeters": "0.001", "millimetres": "0.001", "km": "1000", "kilometers": "1000",
    "ft": "0.3048", "foot": "0.3048", "feet": "0.3048", "in": "0.0254", "inch": "0.0254", "inches": "0.0254",
}  # fmt: skip
_DEGREES = {
    "°": "1", "deg": "1", "degs": "1", "degree": "1", "degrees": "1", "度": "1", "도": "1", "grad": "1", "grados": "1",
    "degrés": "1", "градусов": "1", "градуса": "1", "градус": "1",
    "rad": repr(math.degrees(1.0)), "rads": repr(math.degrees(1.0)), "radian": repr(math.degrees(1.0)),
    "radians": repr(math.degrees(1.0)),
}  # fmt: skip
_UNITS: dict[str, dict[str, str]] = {"distance": _METRES, "angle": _DEGREES}
_LONGEST_FIRST = sorted({*_METRES, *_DEGREES}, key=lambda unit: (-len(unit), unit))
_UNIT_PATTERN = "|".join(re.escape(unit) for unit in _LONGEST_FIRST)

_NUMBER = re.compile(
    r"(?<![A-Za-z_\d.])(?P<sign>(?<![\d)°])[-+]\s?(?=[\d.]))?"
    r"(?P<digits>\d{1,3}(?:,\d{3})+\.\d+|\d{1,3}(?:\.\d{3})+,\d+|\d{1,400}[.,]\d{1,400}|\d{1,400}|\.\d{1,400})"
    r"(?P<exponent>[eE][-+]?\d{1,4}(?![\w.]))?"
    rf"(?:\s?(?P<unit>{_UNIT_PATTERN})(?![A-Za-zÀ-ÿа-я])(?!\s?/))?"
    r"(?P<percent>\s?(?:%|percent\b))?",
    re.IGNORECASE,
)
_PLAIN = re.compile(r"[-+]?(?:\d{1,400}(?:\.\d{1,400})?|\.\d{1,400})(?:[eE][-+]?\d{1,4})?")
_ENUMERATION = re.compile(r"^[ \t]*\d{1,2}[.)][ \t]+(?=\S)(?!\d)", re.MULTILINE)
_NOT_FINITE = re.compile(r"(?<!\w)[-+]?(?:nan|inf|infinity)(?!\w)|∞", re.IGNORECASE)
_RANGE_WORD = re.compile(r"\s*(?:[-~\u2010-\u2015]|\.\.\.?|…|to|or|and|or so|through|或|至|到|から)\s*", re.IGNORECASE)
_FILLER = r"(?:\s|,|\(|of|to|the|your|my|its|towards?|by|about|approximately|around|turn(?:ing)?|side|approx\.?|~|≈)*"
_LEFT = r"(?:left|anti-?\s?clockwise|counter-?\s?clockwise|ccw|左)"
_RIGHT = r"(?:right|(?<!anti)(?<!anti[- ])(?<!counter)(?<!counter[- ])clockwise|(?<!c)cw|右)"
_SIDE_AFTER = re.compile(rf"{_FILLER}(?:(?P<left>{_LEFT})|(?P<right>{_RIGHT}))", re.IGNORECASE)
_SIDE_BEFORE = re.compile(
    rf"(?:(?P<left>{_LEFT})|(?P<right>{_RIGHT}))(?:\s|:|by|about|around|approximately|~|≈|转|侧|边|偏|轉)*$",
    re.IGNORECASE,
)

_POINT_TAG = re.compile(r"<\s*point\b([^>]{0,200})>([^<]{0,200})(?:<|$)", re.IGNORECASE)
_BRACKETS = re.compile(r"[(\[{]([^()\[\]{}]{1,200})[)\]}]")
_LABELLED = re.compile(
    r"\bx\b[\"']?\s*[:=]\s*[\"']?(?P<x>[-+]?[\d.]+)[\"']?[\s,;]*(?:and\s+)?[\"']?\by\b[\"']?\s*[:=]\s*[\"']?(?P<y>[-+]?[\d.]+)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Failure:
    """Why nothing could be read; `name` is what reports count."""

    name: str


@dataclass(frozen=True)
class _Candidate:
    value: float
    start: int
    end: int
    has_unit: bool


def read_number(source: str, kind: Literal["distance", "angle"], first: bool) -> float | Failure:
    """The one number a text states, in metres or degrees; of several the first (marked answers) or the last."""
    source = _ENUMERATION.sub("", source)
    candidates = _candidates(source, kind)
    if not candidates:
        return Failure("not_finite" if _NOT_FINITE.search(source) else "no_number")
    with_unit = [candidate for candidate in candidates if candidate.has_unit]
    preferred = with_unit or candidates
    chosen = preferred[0] if first else preferred[-1]
    if any(_is_range(source, a, b) for a, b in itertools.pairwise(candidates) if chosen in (a, b)):
        return Failure("ambiguous")
    return chosen.value if math.isfinite(chosen.value) else Failure("not_finite")


def read_point(source: str) -> tuple[float, float] | Failure:
    """The point a text states: in <point>, as x=.. y=.., in brackets, or the only two numbers; the last of a kind."""
    for attributes, content in reversed(_POINT_TAG.findall(source)):
        numbers = _plain_numbers(content) or _plain_numbers(re.sub(r"\b[xy]\d?\s*=", " ", attributes))
        return _pair(numbers)
    labelled = list(_LABELLED.finditer(source))
    if labelled:
        return _pair(_plain_numbers(f"{labelled[-1]['x']} {labelled[-1]['y']}"))
    bracketed = [numbers for content in _BRACKETS.findall(source) if (numbers := _plain_numbers(content))]
    pairs = [numbers for numbers in bracketed if len(numbers) == 2]
    if pairs or any(len(numbers) > 2 for numbers in bracketed):
        return _pair(pairs[-1] if pairs else bracketed[-1])
    numbers = _plain_numbers(re.sub(r"<[^<>]{1,200}>", " ", source))
    if len(numbers) < 2:
        return Failure("not_finite" if _NOT_FINITE.search(source) else "no_point")
    return _pair(numbers)


def _candidates(source: str, kind: Literal["distance", "angle"]) -> list[_Candidate]:
    found = []
    for match in _NUMBER.finditer(source):
        following = source[match.end() : match.end() + 1]
        unit = (match["unit"] or "").lower()
        glued_to_word = not unit and re.match(r"[A-Za-z_]", following) is not None
        if match["percent"] or glued_to_word or (unit and unit not in _UNITS[kind]):
            continue
        value = _to_float(match["digits"], match["exponent"] or "", _UNITS[kind].get(unit, "1"))
        if match["sign"]:
            value = -value if "-" in match["sign"] else value
        elif kind == "angle":
            value *= _side(source, match.start(), match.end())
        found.append(_Candidate(value, match.start(), match.end(), bool(unit)))
    return found


def _side(source: str, start: int, end: int) -> int:
    """-1 where the number's side is right or clockwise, else 1."""
    after = _SIDE_AFTER.match(source, end)
    before = _SIDE_BEFORE.search(source[max(0, start - 60) : start])
    match = after or before
    return -1 if match and match["right"] else 1


def _to_float(digits: str, exponent: str, factor: str) -> float:
    last_comma, last_dot = digits.rfind(","), digits.rfind(".")
    if last_comma >= 0 and last_dot >= 0:
        thousands = "," if last_dot > last_comma else "."
        digits = digits.replace(thousands, "")
    elif re.fullmatch(r"[1-9]\d{0,2},\d{3}", digits):
        digits = digits.replace(",", "")
    digits = digits.replace(",", ".")
    if exponent and abs(int(exponent[1:])) > 400:
        return math.inf if int(exponent[1:]) > 0 else 0.0
    return float(Decimal(digits + exponent) * Decimal(factor))


def _is_range(source: str, a: _Candidate, b: _Candidate) -> bool:
    return _RANGE_WORD.fullmatch(source, a.end, b.start) is not None and a.value != b.value


def _plain_numbers(source: str) -> list[float]:
    if _NOT_FINITE.search(source):
        return []
    return [float(match[0]) for match in _PLAIN.finditer(source)]


def _pair(numbers: list[float]) -> tuple[float, float] | Failure:
    if len(numbers) != 2:
        return Failure("wrong_number_count" if numbers else "no_point")
    if not all(math.isfinite(number) for number in numbers):
        return Failure("not_finite")
    return numbers[0], numbers[1]
