"""Families of training scenes: unlimited members `kind/number` whose rooms follow those of the real inventories."""

from __future__ import annotations

from gstgen.scenes.families.contents import family_inventory
from gstgen.scenes.families.names import FamilyName, parse_family_name
from gstgen.scenes.families.programme import Programme, family_programme, has_upper_level
from gstgen.scenes.families.tables import KINDS, SceneKind

__all__ = [
    "KINDS",
    "FamilyName",
    "Programme",
    "SceneKind",
    "family_inventory",
    "family_programme",
    "has_upper_level",
    "parse_family_name",
]
