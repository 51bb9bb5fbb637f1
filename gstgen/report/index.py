"""The list of all scenes that have a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from pydantic import BaseModel, ConfigDict, ValidationError

from gstgen.report.html import Markup, join, page, table, tag
from gstgen.report.reading import SceneFiles
from gstgen.report.style import STYLE


def page_folder(scene: str) -> str:
    """Name of a scene's folder below `reports/`."""
    return f"scene-{scene.replace('/', '-')}"


class Summary(BaseModel):
    """A scene's line of the list (kept beside its page as `summary.json`); shares are of 1, None is not known."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    scene: str
    kind: str | None
    rooms: int | None
    missing: tuple[str, ...]
    damaged: tuple[str, ...] = ()  # absent from lines of earlier versions
    explorations: int
    floor: float | None
    objects: float | None
    views: int
    localised: float | None
    questions: int


def read_summary(data: Any) -> Summary | None:
    """A line from what lies on disk, None where that is none."""
    try:
        return Summary.model_validate(data)
    except ValidationError:
        return None


def summary(files: SceneFiles, floor_share: float | None) -> Summary:
    """A scene's line of the list."""
    facts = files.done.get("trajectory", {}).get("facts", {})
    coverage = files.coverage or {}
    found = [view.get("numbers", {}).get("localisation") for view in files.views]
    tried = [f for f in found if f is not None]
    floor = coverage.get("floor", facts.get("floor_coverage", floor_share))
    return Summary(
        scene=files.id,
        kind=files.scene.kind if files.scene else None,
        rooms=len(files.scene.rooms) if files.scene else None,
        missing=tuple(files.missing),
        damaged=tuple(files.damaged),
        explorations=len(files.explorations),
        floor=floor,
        objects=coverage.get("objects", facts.get("object_coverage")),
        views=len(files.views),
        localised=sum(f["localised"] for f in tried) / len(tried) if tried else None,
        questions=len(files.records),
    )


def index_html(summaries: Sequence[Summary]) -> str:
    """The page that leads to all others."""
    rows = [
        (
            tag("a", s.scene, href=f"{quote(page_folder(s.scene))}/index.html"),
            s.kind,
            s.rooms,
            s.explorations,
            _percent(s.floor),
            _percent(s.objects),
            s.views,
            _percent(s.localised),
            s.questions,
            ", ".join([*s.missing, *(f"{stage} (damaged)" for stage in s.damaged)]) or Markup("&ndash;"),
        )
        for s in sorted(summaries, key=lambda s: s.scene)
    ]
    head = (
        "scene",
        "kind",
        "rooms",
        "explorations",
        "floor seen",
        "objects seen",
        "views",
        "views placed",
        "questions",
        "missing stages",
    )
    body = [tag("h1", f"{len(rows)} scenes"), table(head, rows)]
    return page("gstgen report", join(body), STYLE)


def _percent(value: float | None) -> Markup:
    return Markup("&ndash;") if value is None else Markup(f"{value:.1%}")
