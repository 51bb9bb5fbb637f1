"""The Debian packages that bring artist models, and where their files lie."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from gstgen.errors import RequestError
from gstgen.scenes.assets.sh3f import Library

# Searched in this order; the last is for people who may not install packages (unpack them with `dpkg-deb -x` and
# move `usr/share/sweethome3d` there).
FOLDERS = (
    Path("/usr/share/sweethome3d"),
    Path("/usr/local/share/sweethome3d"),
    Path.home() / ".local/share/sweethome3d",
)


@dataclass(frozen=True)
class Source:
    """A package: its libraries by the names that furniture.csv uses, each a path below one of `FOLDERS`."""

    name: str
    libraries: dict[str, str]

    def file(self, library: str) -> Path | None:
        """Where a library of this source lies; None when it is not installed or not one of this source."""
        relative = self.libraries.get(library)
        found = [folder / relative for folder in FOLDERS if relative is not None and (folder / relative).is_file()]
        return found[0] if found else None

    @property
    def installed(self) -> bool:
        """Whether any of its libraries is there."""
        return any(self.file(library) is not None for library in self.libraries)

    @property
    def advice(self) -> str:
        """How a person gets it."""
        return f"run: apt-get install {self.name} (or leave it out of source.assets)"


def _packages(*sources: Source) -> dict[str, Source]:
    return {source.name: source for source in sources}


# In order of preference.
SOURCES = _packages(
    Source(
        "sweethome3d-furniture",
        {name: f"furniture/{name}.sh3f" for name in ("BlendSwap-CC-0", "BlendSwap-CC-BY", "KatorLegaz", "Scopia")},
    ),
    Source("sweethome3d", {"sweethome3d": "sweethome3d.jar"}),
)


def available() -> list[str]:
    """Names of the installed sources, best first."""
    return [name for name, source in SOURCES.items() if source.installed]


def require(name: str) -> Source:
    """The source of a name; RequestError when it is unknown or not installed."""
    source = SOURCES.get(name)
    if source is None:
        raise RequestError(f"unknown furniture source {name!r}; known: {', '.join(SOURCES)}")
    if not source.installed:
        raise RequestError(f"furniture library {name} is not installed; {source.advice}")
    return source


@lru_cache(maxsize=8)
def opened(path: Path) -> Library:
    """The library in a file, read once a process."""
    return Library(path)
