"""Object names that people use: which categories of a scene a bare name points to without doubt.

Two categories mean the same when they share a BDDL synset (read from the installed `bddl` package's table) or stand in
one group of `questions.synonyms`.
"""

from __future__ import annotations

import csv
import importlib.util
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from gstgen.errors import RequestError

TABLE = Path("generated_data") / "category_mapping.csv"


@cache
def bddl_synsets() -> dict[str, str]:
    """Category -> synset of the installed `bddl` package; RequestError says what to install where it is missing."""
    found = importlib.util.find_spec("bddl")
    places = list(found.submodule_search_locations or []) if found else []
    table = next((Path(p) / TABLE for p in places if (Path(p) / TABLE).is_file()), None)
    if table is None:
        raise RequestError(
            "the synonyms of object names come from the package bddl, which is not installed; pip install bddl"
        )
    with table.open(encoding="utf-8", newline="") as stream:
        return {row["category"]: row["synset"] for row in csv.DictReader(stream) if row["synset"]}


def spoken_name(category: str) -> str:
    """The category as a person writes it: `coffee_table` -> `coffee table`."""
    return " ".join("TV" if word == "tv" else word for word in category.split("_"))


class NameIndex:
    """Counts the instances of a scene behind each name."""

    def __init__(self, categories: Iterable[str], synonyms: Sequence[Sequence[str]], synsets: dict[str, str]) -> None:
        self._synsets = synsets
        self._groups = [frozenset(group) for group in synonyms]
        self._counts = Counter(categories)

    def doubt(self, category: str) -> str | None:
        """Why a category's name does not point to exactly one instance of the scene; None when it does."""
        if self._counts[category] != 1:
            return "same_name"
        others = [c for c in self._counts if c != category]
        if any(self._same(category, other) for other in others):
            return "synonym"
        # "sink" is no name for one thing where a "pedestal_sink" stands too.
        words = category.split("_")
        if any(other.split("_")[-len(words) :] == words for other in others):
            return "part_of_other_name"
        return None

    def _same(self, a: str, b: str) -> bool:
        synset = self._synsets.get(a)
        if synset is not None and synset == self._synsets.get(b):
            return True
        return any(a in group and b in group for group in self._groups)
