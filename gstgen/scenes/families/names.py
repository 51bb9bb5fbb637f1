"""Names of family members: typed `home/123`, `home/000123` or `home_000123`; the id is always `home_000123`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from gstgen.errors import RequestError
from gstgen.scenes.families.tables import KINDS, SceneKind

MAX_NUMBER = 999_999
_PATTERN = re.compile(rf"({'|'.join(KINDS)})[/_](\d+)(_upper)?", re.IGNORECASE)


@dataclass(frozen=True)
class FamilyName:
    """A member of a family; `upper` is the second level of a home with two."""

    kind: SceneKind
    number: int
    upper: bool = False

    @property
    def id(self) -> str:
        """The id that names folders and records."""
        return f"{self.kind}_{self.number:06d}{'_upper' * self.upper}"


def parse_family_name(name: str) -> FamilyName | None:
    """The member that a name says, None for a name of another form; RequestError for a number out of range."""
    match = _PATTERN.fullmatch(name)
    if match is None:
        return None
    number = int(match[2])
    if number > MAX_NUMBER:
        raise RequestError(f"scene {name!r}: numbers of a family run from 0 to {MAX_NUMBER}")
    kind = next(k for k in KINDS if k == match[1].lower())
    return FamilyName(kind, number, match[3] is not None)
