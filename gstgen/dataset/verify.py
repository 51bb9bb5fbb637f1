"""Verify a dataset: every record by itself, then against the pixels of its media. Reads only; counts every check.

Checks that look into the same view or video are one job, so that each file is decoded once, whatever the number of
processes; findings are put together in the order of the records.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from gstgen.dataset.records import Record, iter_raw
from gstgen.dataset.verify_answers import check_answer
from gstgen.dataset.verify_facts import FactChecks
from gstgen.dataset.verify_map import MapChecks
from gstgen.dataset.verify_media import Media
from gstgen.dataset.verify_options import OptionChecks
from gstgen.dataset.verify_pixels import PixelChecks
from gstgen.dataset.verify_settings import VerifySettings
from gstgen.dataset.verify_workers import map_forked
from gstgen.stages.base import Ticker

__all__ = ["Findings", "VerifySettings", "verify_dataset"]

Check = Callable[[Record], str | None]
TARGET_IN_VIDEO, VIEW_FRAMES = "target's pixels in the video", "frames like the view"
IN_ID_FILES = (TARGET_IN_VIDEO, VIEW_FRAMES)
NOT_AS_WRITTEN = (OSError, KeyError, ValueError, IndexError)


@dataclass
class Findings:
    """Checks made by kind, and what did not agree."""

    questions: int = 0
    checks: Counter[str] = field(default_factory=Counter)
    mismatches: list[dict[str, str]] = field(default_factory=list)

    def note(self, uid: str, kind: str, problem: str | None) -> None:
        """Count a check; a problem is listed with the record's uid."""
        self.checks[kind] += 1
        if problem is not None:
            self.mismatches.append({"uid": uid, "check": kind, "numbers": problem})

    def add(self, other: Findings) -> None:
        """Append what was found elsewhere."""
        self.questions += other.questions
        self.checks.update(other.checks)
        self.mismatches += other.mismatches

    def to_json(self) -> dict[str, Any]:
        return {
            "questions": self.questions,
            "checks": dict(sorted(self.checks.items())),
            "mismatches": self.mismatches,
        }


@dataclass(frozen=True)
class Checkers:
    """The checks by what they look at, over one set of caches."""

    pixels: PixelChecks
    options: OptionChecks
    facts: FactChecks
    maps: MapChecks

    @classmethod
    def over(cls, media: Media, settings: VerifySettings) -> Checkers:
        """All checks over the files of one root."""
        pixels = PixelChecks(media, settings)
        return cls(
            pixels, OptionChecks(media, settings, pixels), FactChecks(media, pixels), MapChecks(media, settings, pixels)
        )


@dataclass(frozen=True)
class _Job:
    """Checks by kind of records (their line numbers) that all look into one file."""

    file: str
    checks: tuple[tuple[int, str], ...]


class _Duplicates:
    """Finds records with the same question, media and answer; hashes media only where their sizes agree."""

    def __init__(self, media: Media) -> None:
        self._media = media
        self._seen: dict[tuple[Any, ...], list[Record]] = {}

    def problem(self, record: Record) -> str | None:
        """What an earlier record has in common with this one, if it has everything."""
        key = (record.question, record.answer, tuple(self._media.size(p) for p in record.media))
        others = self._seen.setdefault(key, [])
        same = next((other for other in others if self._hashes(other) == self._hashes(record)), None)
        if same is None:
            others.append(record)
            return None
        return None if same.uid == record.uid else f"same question, media and answer as {same.uid}"

    def _hashes(self, record: Record) -> tuple[str, ...]:
        return tuple(self._media.sha256(p) for p in record.media)


def verify_dataset(
    root: Path, scenes: Iterable[str], settings: VerifySettings, ticker: Ticker, workers: int = 1
) -> Findings:
    """Check all questions of the scenes below a dataset root, in this many processes.

    The findings do not depend on the number of processes. Raises RunError when one of them dies.
    """
    findings = Findings()
    uids: Counter[str] = Counter()
    duplicates = _Duplicates(Media(root))
    for scene in sorted(scenes):
        _verify_scene(root, scene, settings, ticker, workers, findings, uids, duplicates)
    return findings


def _verify_scene(
    root: Path,
    scene: str,
    settings: VerifySettings,
    ticker: Ticker,
    workers: int,
    findings: Findings,
    uids: Counter[str],
    duplicates: _Duplicates,
) -> None:
    # One set of caches a scene, so that memory does not grow with their number.
    media = Media(root)
    checkers = Checkers.over(media, settings)
    rows = list(iter_raw(root / "scenes" / scene / "qa" / "qa.jsonl"))
    records: dict[int, Record] = {}
    early = {number: Findings() for number, _ in rows}
    for number, data in rows:
        uid = str(data.get("uid", f"{scene} line {number}"))
        record = _parse(data, uid, scene, early[number])
        if record is None:
            continue
        uids[uid] += 1
        early[number].note(uid, "uid is unique", None if uids[uid] == 1 else "used before")
        missing = [p for p in record.media if not media.exists(p)]
        early[number].note(uid, "media exist", f"not there: {', '.join(missing)}" if missing else None)
        if not missing:
            early[number].note(uid, "no duplicate", duplicates.problem(record))
            records[number] = record
    jobs = _jobs(records, checkers)
    run = partial(_run_job, records, checkers)
    found: dict[tuple[int, str], str | None] = {}
    for _, result in ticker.track(map_forked(run, jobs, workers), len(jobs), f"verify {scene}"):
        found.update(result)
    for number, _ in rows:
        findings.questions += 1
        findings.add(early[number])
        if number in records:
            for kind in checks_of(records[number], checkers):
                findings.note(records[number].uid, kind, found[number, kind])


def _jobs(records: dict[int, Record], checkers: Checkers) -> list[_Job]:
    """Checks by the file they look into; the id files of videos, which take longest, come first."""
    by_file: dict[tuple[bool, str], list[tuple[int, str]]] = {}
    for number, record in records.items():
        for kind, (_, file) in checks_of(record, checkers).items():
            by_file.setdefault((kind not in IN_ID_FILES, file), []).append((number, kind))
    return [_Job(file, tuple(checks)) for (_, file), checks in sorted(by_file.items())]


def _run_job(records: dict[int, Record], checkers: Checkers, job: _Job) -> dict[tuple[int, str], str | None]:
    """Problems by record and kind."""
    looked_for = [records[number] for number, kind in job.checks if kind in IN_ID_FILES]
    if looked_for:
        checkers.pixels.expect_records(job.file, looked_for)
    found = {}
    for number, kind in job.checks:
        check, _ = checks_of(records[number], checkers)[kind]
        found[number, kind] = guarded(check, records[number])
    return found


def _parse(data: dict[str, Any], uid: str, scene: str, findings: Findings) -> Record | None:
    try:
        record = Record.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        findings.note(uid, "schema", f"{'.'.join(map(str, first['loc'])) or 'record'}: {first['msg']}")
        return None
    findings.note(
        uid, "schema", None if record.scene == scene else f"record of {record.scene} in the folder of {scene}"
    )
    return record


def checks_of(record: Record, checkers: Checkers) -> dict[str, tuple[Check, str]]:
    """The checks that apply to a record, by kind, each with the file it looks into (scene and maps: "")."""
    task, g = record.official, record.geometry
    pixels, options, facts = checkers.pixels, checkers.options, checkers.facts
    view, video, plain = record.evidence.view or "", record.video or "", record.evidence.video or ""
    checks: dict[str, tuple[Check, str]] = {
        "answer recomputed": (check_answer, ""),
        "video of the evidence": (facts.shown_video, ""),
    }
    if video:
        checks["video plays"] = pixels.video_plays, video
    checks["difficulty numbers"] = facts.difficulty, ""
    if task.has_target:
        checks["target is the scene's"] = pixels.target_of_scene, ""
        checks["target's box on the map"] = checkers.maps.footprint, ""
        if task.modality == "semantic":
            checks["name is unique"] = facts.unique_name, ""
        checks["words about the target"] = facts.words, ""
        if record.variant != "local_image":
            checks[TARGET_IN_VIDEO] = pixels.target_in_video, plain
            if task.modality == "visual":
                checks["red box in the video"] = pixels.box_in_video, video
    if task.uses_view:
        checks["place of the view"] = facts.localisation, view
        checks["camera of the view"] = pixels.camera_of_view, view
        boxed = record.variant != "global" and task.modality == "visual"
        checks["picture of the view"] = pixels.box_in_view if boxed else pixels.shown_view, view
        if plain:
            checks[VIEW_FRAMES] = facts.view_frames, plain
        if task.has_target:
            checks["target's pixels in the view"] = pixels.target_in_view, view
    if g.map is not None:
        # Without a map of its own a record shows options, which are looked at with its video.
        checks["map of the scene"] = options.map_of_scene, "" if task.uses_map else video
        if task.metric == "point":
            checks["answer on the map"] = options.answer_on_map, ""
    if g.truth is not None and g.truth.points_m is not None:
        checks["drawn paths"] = options.path_options, video
        checks["filmed path"] = options.filmed_path, video
    elif g.truth is not None:
        checks["option pictures"] = options.building_options, video
        checks["video's building"] = options.video_of_building, ""
    return checks


def guarded(check: Check, record: Record) -> str | None:
    """A file that a check cannot read is a mismatch of that record, not the end of the verification."""
    try:
        return check(record)
    except NOT_AS_WRITTEN as error:
        return f"could not be checked: {type(error).__name__}: {error}"
