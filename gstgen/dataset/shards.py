"""Tar shards and the manifest: what a finished dataset is made of, by content alone (no host, hour or path).

A shard is what `webdataset` reads: for each question `<uid>.json` (the record), `<uid>.mp4` and `<uid>.0.png`, ... in
the order of the record's images.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from gstgen.dataset.records import Record, read_records, record_line
from gstgen.dataset.selection import is_removed, read_removed
from gstgen.dataset.store import read_done, sha256_file, write_json
from gstgen.dataset.tar import Member, member_bytes, write_tar
from gstgen.errors import RunError
from gstgen.questions.tasks import TASKS, VARIANTS
from gstgen.scenes.model import Scene

MANIFEST = "manifest.json"
SHARDS = "shards"
FORMAT = "gstgen manifest 1"
MEGABYTE = 1_000_000


class ShardSettings(BaseModel):
    """Size of the shards."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    max_mb: float = Field(gt=0.0, le=100_000.0)


@dataclass(frozen=True)
class Shard:
    """A written shard."""

    file: str
    split: str
    questions: int
    sha256: str

    def to_json(self) -> dict[str, Any]:
        return dict(vars(self))


def qa_file(root: Path, scene: str) -> Path:
    """The questions of a scene."""
    return root / "scenes" / scene / "qa" / "qa.jsonl"


def read_dataset(root: Path, scenes: Iterable[str]) -> dict[str, list[Record]]:
    """Scene -> its records, in the order of the file; RunError for a uid that is there twice."""
    removed = read_removed(root)
    dataset = {
        scene: [r for r in read_records(qa_file(root, scene)) if not (removed and is_removed(removed, r.to_json()))]
        for scene in sorted(scenes)
    }
    counts = Counter(r.uid for records in dataset.values() for r in records)
    twice = sorted(uid for uid, n in counts.items() if n > 1)
    if twice:
        raise RunError(f"{len(twice)} uids are used twice, the first is {twice[0]}; run stage=qa again with force=true")
    return dataset


def sample_members(root: Path, record: Record) -> list[Member]:
    """The files of one question, sorted by name; RunError for a medium that is not there."""
    members: list[Member] = [(f"{record.uid}.json", record_line(record).encode("utf-8"))]
    names = [f"{i}{PurePosixPath(p).suffix}" for i, p in enumerate(record.images)]
    media = list(zip(names, record.images, strict=True))
    if record.video:
        media.append((PurePosixPath(record.video).suffix.removeprefix("."), record.video))
    for extension, path in media:
        if not (root / path).is_file():
            raise RunError(f"{record.uid} shows {path}, which is not there; run stage=qa again with force=true")
        members.append((f"{record.uid}.{extension}", root / path))
    return sorted(members, key=lambda m: m[0])


def write_shards(root: Path, out: Path, dataset: Mapping[str, list[Record]], settings: ShardSettings) -> list[Shard]:
    """Write `shards/<split>-NNNNNN.tar` below `out`, sorted by uid; shards of an earlier run that are not needed go."""
    shards = []
    everything = [r for records in dataset.values() for r in records]
    for split in sorted({r.split for r in everything}):
        records = sorted((r for r in everything if r.split == split), key=lambda r: r.uid)
        for number, samples in enumerate(_grouped(root, records, settings.max_mb * MEGABYTE)):
            name = f"{SHARDS}/{split}-{number:06d}.tar"
            sha256 = write_tar(out / name, (member for sample in samples for member in sample))
            shards.append(Shard(name, split, len(samples), sha256))
    kept = {shard.file for shard in shards}
    for path in sorted((out / SHARDS).glob("*.tar")):
        if f"{SHARDS}/{path.name}" not in kept:
            path.unlink()
    return shards


def _grouped(root: Path, records: Iterable[Record], max_bytes: float) -> Iterator[list[list[Member]]]:
    """Samples in groups that fit a shard; a sample larger than the limit stands alone."""
    group: list[list[Member]] = []
    used = 0
    for record in records:
        sample = sample_members(root, record)
        size = sum(member_bytes(name, content) for name, content in sample)
        if group and used + size > max_bytes:
            yield group
            group, used = [], 0
        group.append(sample)
        used += size
    if group:
        yield group


def counts(dataset: Mapping[str, list[Record]]) -> dict[str, Any]:
    """Questions by split, variant and task; in total; and the letters of the choice tasks."""
    everything = [r for records in dataset.values() for r in records]
    by_split: dict[str, Any] = {}
    for split in sorted({r.split for r in everything}):
        by_variant = {}
        for variant in VARIANTS:
            tally = Counter(r.task for r in everything if (r.split, r.variant) == (split, variant))
            by_variant[variant] = {t.name: tally[t.name] for t in TASKS if tally[t.name]}
        by_split[split] = by_variant
    letters: dict[str, dict[str, int]] = {}
    for record in everything:
        if record.options:
            one = letters.setdefault(record.task, {})
            one[str(record.answer)] = one.get(str(record.answer), 0) + 1
    return {"questions": len(everything), "by_split": by_split, "letters": letters}


def credits(root: Path, dataset: Mapping[str, list[Record]]) -> dict[str, Any]:
    """Licences and credit lines of every scene that a picture shows, and the assets used in it."""
    shown = set(dataset)
    for records in dataset.values():
        shown.update(o.scene for r in records for o in r.geometry.options or ())
    lines: set[str] = set()
    licences: set[str] = set()
    assets: dict[str, dict[str, Any]] = {}
    for scene_id in sorted(shown):
        scene = Scene.read(root / "scenes" / scene_id / "scene" / "scene.json")
        licences.add(scene.licence)
        lines.update(scene.attribution)
        for item in scene.objects:
            licence = item.asset.get("licence")
            if licence:
                licences.add(str(licence))
                known = {k: item.asset[k] for k in ("source", "name", "creator", "licence") if item.asset.get(k)}
                assets[" / ".join(str(v) for v in known.values())] = known
    return {"licences": sorted(licences), "lines": sorted(lines), "assets": [assets[k] for k in sorted(assets)]}


def manifest(root: Path, dataset: Mapping[str, list[Record]], shards: Iterable[Shard]) -> dict[str, Any]:
    """Counts, hashes, funnels and credits; equal for equal content, wherever and whenever it was made."""
    scenes: dict[str, Any] = {}
    for scene, records in dataset.items():
        funnel = {}
        for stage in sorted(p.name for p in (root / "scenes" / scene).iterdir() if p.is_dir()):
            done = read_done(root / "scenes" / scene / stage)
            if done is not None:
                funnel[stage] = done.get("funnel", {})
        scenes[scene] = {
            "questions": len(records),
            "qa_sha256": sha256_file(qa_file(root, scene)),
            "settings": sorted({r.provenance.settings for r in records}),
            "seed": sorted({r.provenance.seed for r in records}),
            "source": sorted({r.provenance.scene_source for r in records}),
            "inventory": sorted({r.provenance.inventory or "" for r in records}),
            "simulator": sorted({f"{r.provenance.simulator.name} {r.provenance.simulator.version}" for r in records}),
            "funnel": funnel,
        }
    return {
        "format": FORMAT,
        "counts": counts(dataset),
        "shards": [shard.to_json() for shard in shards],
        "scenes": scenes,
        "credits": credits(root, dataset),
    }


def write_manifest(out: Path, data: Mapping[str, Any]) -> None:
    """Write `manifest.json`."""
    write_json(out / MANIFEST, data)
