"""Generate many scenes, audit each on its own, and write a table: what was listed, placed, wrong, how long it took."""

from __future__ import annotations

import os
import re
import time
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console

from gstgen.config import Settings
from gstgen.dataset.store import hash_json, read_cached, write_json, write_text
from gstgen.errors import RunError
from gstgen.scenes import catalogue
from gstgen.scenes.assets.library import available_sources
from gstgen.scenes.audit import audit
from gstgen.scenes.audit_meshes import audit_meshes
from gstgen.scenes.catalogue import CatalogueEntry
from gstgen.scenes.model import Scene
from gstgen.scenes.sources import load_geometry
from gstgen.scenes.sources.procedural import generate
from gstgen.stages.base import Ticker, make_root
from gstgen.stages.parallel import run_jobs
from gstgen.stages.plan import code_version

Row = dict[str, Any]
FAULTS = ("overlaps", "through_structure", "floating", "mesh_overlaps", "mesh_floating")


def write_table(settings: Settings, chosen: Sequence[CatalogueEntry], console: Console) -> list[Row]:
    """Write `<name>.json` (every row) and `<name>.md` (summary, benchmark scenes, faults); returns the rows.

    Rows are kept one a file, so that a stopped run goes on where it was.
    """
    make_root(settings.output)
    name = settings.scenes.table
    folder = settings.output / "reports" / "scenes"
    kept = folder / f"{name}_rows"
    rows: dict[str, Row] = {}
    todo = []
    for entry in chosen:
        path, key = kept / f"{entry.name}.json", row_key(settings, entry.name)
        row = read_cached(path)
        if not settings.force and isinstance(row, dict) and row.get("key") == key:
            rows[entry.name] = row
        else:
            todo.append(entry.name)
    console.print(f"{len(rows)} scenes measured before, {len(todo)} to do", highlight=False)
    workers = settings.workers or os.cpu_count() or 1
    for scene, row in run_jobs(partial(measure, settings), todo, workers, Ticker(), "generate"):
        rows[scene] = row
        write_json(kept / f"{scene}.json", row)
    ordered = [rows[e.name] for e in chosen]
    write_json(folder / f"{name}.json", {"seed": settings.seed, "code": code_version(), "rows": ordered})
    write_text(folder / f"{name}.md", markdown(settings, ordered))
    console.print(markdown(settings, ordered, listed=False), highlight=False, markup=False)
    console.print(f"table: {folder / f'{name}.md'}", highlight=False)
    return ordered


def faulty(rows: Sequence[Row]) -> list[str]:
    """Scenes that were not made, cannot be walked through, or have a fault."""
    return [r["scene"] for r in rows if _is_faulty(r)]


def row_key(settings: Settings, scene: str) -> str:
    """Hash of everything that a row depends on."""
    wanted = settings.scenes
    return hash_json(
        {
            "scene": scene,
            "seed": settings.seed,
            "code": code_version(),
            "source": settings.source.model_dump(mode="json"),
            "audit": wanted.audit.model_dump(mode="json"),
            "meshes": wanted.meshes,
            "assets": available_sources(),
        }
    )


def measure(settings: Settings, scene: str) -> Row:
    """Generate and audit one scene; what stops it (no layout, a fault of the code) is its row's error."""
    entry = catalogue.find(scene)
    row: Row = {
        "key": row_key(settings, scene), "scene": scene, "kind": entry.kind, "split": entry.split, "level": entry.level,
        "source": entry.source, "licence": entry.licence, "rooms": entry.rooms, "placed": 0, "error": None,
        "listed": sum(len(r.items) for r in catalogue.inventory_of(entry, settings.seed).rooms), "peak_mib": None,
    }  # fmt: skip
    _reset_peak()
    started = time.process_time()
    try:
        made = generate(scene, settings.seed, settings.source)
        row["cpu_s"] = _since(started)
        row |= _counts(made)
        row |= audit(made, settings.scenes.audit).to_json()
        if settings.scenes.meshes:
            started = time.process_time()
            geometry = load_geometry(made)
            row["mesh_cpu_s"] = _since(started)
            row["triangles"] = int(sum(len(p.faces) for parts in geometry.meshes.values() for p in parts))
            row |= audit_meshes(made, geometry, settings.scenes.audit).to_json()
    except RunError as error:
        row |= {"error": str(error), "cpu_s": _since(started)}
    except Exception as error:  # one broken scene must not stop a thousand others: it is listed and counted
        row |= {"error": f"{type(error).__name__}: {error}", "cpu_s": _since(started)}
    return {**row, "peak_mib": _peak_mib()}


def _counts(made: Scene) -> Row:
    unplaced = made.notes["unplaced"]
    return {
        "rooms": len(made.rooms),
        "area_m2": round(sum(r.polygon.area for r in made.rooms), 1),
        "listed": made.notes["listed"],
        "placed": made.notes["listed"] - len(unplaced),
        "objects": len(made.objects),
        "unplaced": dict(sorted(Counter(u["reason"] for u in unplaced).items())),
    }


def _since(started: float) -> float:
    return round(time.process_time() - started, 2)


def _reset_peak() -> None:
    """Start the kernel's count of peak memory anew; where it cannot be, a row shows the worker's peak so far."""
    try:
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    except OSError:
        return


def _peak_mib() -> int | None:
    """Peak memory of this process in MiB; None where the system does not tell."""
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii")
    except OSError:
        return None
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    return int(found[1]) // 1024 if found else None


def markdown(settings: Settings, rows: Sequence[Row], listed: bool = True) -> str:
    """A summary by source and kind, then (with `listed`) each benchmark scene and each scene with a fault."""
    lines = [f"Generated scenes, seed {settings.seed}, code {code_version()}", "", *_summary(rows)]
    if listed:
        bench = [r for r in rows if r["split"] == "bench"]
        if bench:
            lines += ["", "Benchmark scenes", "", *_rows_table(bench)]
        others = [r for r in rows if r["split"] != "bench" and _is_faulty(r)]
        if others:
            lines += ["", "Other scenes with a fault", "", *_rows_table(others)]
    return "\n".join(lines) + "\n"


def _is_faulty(row: Row) -> bool:
    return row["error"] is not None or not row["navigable"] or any(row.get(f) for f in FAULTS)


def _count(rows: Sequence[Row], fault: str) -> str:
    """How many faults of a sort some rows have; a dash where it was not looked for."""
    looked = [r for r in rows if fault in r]
    return str(sum(len(r[fault]) for r in looked)) if looked else "-"


def _summary(rows: Sequence[Row]) -> list[str]:
    head = ["what", "scenes", "generated", "navigable", "placed", "least placed", *FAULTS, "CPU s median / 95 % / most",
            "peak MiB"]  # fmt: skip
    body = []
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(f"{row['source']} {row['kind']}", []).append(row)
    if len(groups) > 1:
        groups["all"] = list(rows)
    for what, group in groups.items():
        made = [r for r in group if r["error"] is None]
        seconds = [r["cpu_s"] for r in made] or [0.0]
        shares = [r["placed"] / max(r["listed"], 1) for r in made] or [0.0]
        counts = [_count(made, f) for f in FAULTS]
        body.append([
            what, str(len(group)), str(len(made)), str(sum(r["navigable"] for r in made)),
            f"{sum(r['placed'] for r in made)}/{sum(r['listed'] for r in made)}", f"{min(shares):.1%}", *counts,
            f"{np.median(seconds):.1f} / {np.quantile(seconds, 0.95):.1f} / {max(seconds):.1f}",
            str(max((r["peak_mib"] or 0 for r in made), default=0)),
        ])  # fmt: skip
    return _markdown_table(head, body)


def _rows_table(rows: Sequence[Row]) -> list[str]:
    head = [
        "scene",
        "kind",
        "rooms",
        "listed",
        "placed",
        "not placed because",
        "navigable",
        *FAULTS,
        "CPU s",
        "peak MiB",
    ]
    body = []
    for r in rows:
        first = [r["scene"], r["kind"], str(r["rooms"]), str(r["listed"]), str(r["placed"])]
        if r["error"] is not None:
            body.append([*first, r["error"], "", *("" for _ in FAULTS), str(r["cpu_s"]), ""])
            continue
        reasons = ", ".join(f"{reason} {n}" for reason, n in r["unplaced"].items())
        walk = "yes" if r["navigable"] else f"no: {', '.join(r['unreachable'])}"
        faults = [f"{len(r[f])}: {'; '.join(r[f][:2])}" if r.get(f) else _count([r], f) for f in FAULTS]
        body.append([*first, reasons, walk, *faults, str(r["cpu_s"]), str(r["peak_mib"])])
    return _markdown_table(head, body)


def _markdown_table(head: Sequence[str], body: Sequence[Sequence[str]]) -> list[str]:
    def line(cells: Sequence[str]) -> str:
        return "| " + " | ".join(c.replace("|", "/") for c in cells) + " |"

    return [line(head), line(["---"] * len(head)), *map(line, body)]
