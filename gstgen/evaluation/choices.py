"""The option letter that a text chooses."""

from __future__ import annotations

import re

from gstgen.evaluation.quantities import Failure

_QUOTES = "\"'“”‘’「」『』"


def read_letter(source: str, letters: str) -> str | Failure:
    """The letter of `letters` (capitals) that a text names; `ambiguous` where it names more than one."""
    group = f"[{letters}{letters.lower()}]"
    bare = source.strip().strip(_QUOTES + " .,:;!()[]{}<>").strip()
    if re.fullmatch(r"[A-Za-z]", bare):
        return bare.upper() if bare.upper() in letters else Failure("letter_out_of_range")
    listed = rf"{group}[\s)\].:]*(?:or|and|/|,|&|\+|或|和|、)[\s(\[]*{group}(?![A-Za-z])"
    if re.match(rf"[\s(\[]*{listed}", source):
        return Failure("ambiguous")
    leading = re.match(rf"[\s(\[{_QUOTES}]*({group})(?:[)\].:,;]|\s*[-–—=]|\s*\n|\s+because\b)", source)
    if leading:
        return leading[1].upper()
    named = re.findall(
        rf"(?:option|choice|answer|letter|map|image|picture|plan|figure|选项|選項|选|選)\s*(?:is\s*)?[:：]?\s*[(\[{_QUOTES}]?({group})(?![A-Za-z'’])",
        source,
        re.IGNORECASE,
    )
    named = [letter for letter in named if letter.isupper() or len(named) == 1]
    for found in (named, re.findall(rf"[(\[]({group})[)\]]", source), _standalone(source, letters)):
        distinct = {letter.upper() for letter in found}
        if len(distinct) == 1:
            return distinct.pop()
        if distinct:
            return Failure("ambiguous")
    return Failure("no_letter")


def _standalone(source: str, letters: str) -> list[str]:
    """Capital letters that stand alone; an A before a lower-case word is an article."""
    found = re.findall(rf"(?<![A-Za-z])([{letters}])(?![A-Za-z'’])(\s+[a-z])?", source)
    return [letter for letter, word in found if not (letter == "A" and word)]
