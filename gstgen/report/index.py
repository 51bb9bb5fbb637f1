"""The list of all scenes that have a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gstgen.report.html import Markup, join, page, table, tag
from gstgen.report.reading import SceneFiles
from gstgen.report.style import STYLE


def page_folder(scene: str) -> str:
    """Name of a scene's folder below `reports/`."""
    return f"scene-{scene.replace('/', '-')}"


def summary(files: SceneFiles, floor_share: float | None) -> dict[str, Any]:
    """A scene's line of the list, as plain values (kept beside its page as `summary.json`)."""
    facts = files.done.get("trajectory", {}).get("facts", {})
    coverage = files.coverage or {}
    found = [view.get("numbers", {}).get("localisation") for view in files.views]
    tried = [f for f in found if f is not None]
    floor = coverage.get("floor", facts.get("floor_coverage", floor_share))
    return {
        "scene": files.id,
        "kind": files.scene.kind if files.scene else None,
        "rooms": len(files.scene.rooms) if files.scene else None,
        "missing": files.missing,
        "explorations": len(files.explorations),
        "floor": floor,
        "objects": coverage.get("objects", facts.get("object_coverage")),
        "views": len(files.views),
        "localised": sum(f["localised"] for f in tried) / len(tried) if tried else None,
        "questions": len(files.records),
    }


def index_html(summaries: Sequence[dict[str, Any]]) -> str:
    """The page that leads to all others."""
    rows = [
        (
            tag("a", s["scene"], href=f"{page_folder(s['scene'])}/index.html"),
            s["kind"],
            s["rooms"],
            s["explorations"],
            _percent(s["floor"]),
            _percent(s["objects"]),
            s["views"],
            _percent(s["localised"]),
            s["questions"],
            ", ".join(s["missing"]) or Markup("&ndash;"),
        )
        for s in sorted(summaries, key=lambda s: str(s["scene"]))
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
