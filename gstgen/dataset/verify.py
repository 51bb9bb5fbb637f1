"""Verify a dataset: every record by itself, then against the pixels of its media. Reads only; counts every check."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from gstgen.dataset.records import Record, iter_raw
from gstgen.dataset.verify_answers import check_answer
from gstgen.dataset.verify_media import Media
from gstgen.dataset.verify_options import OptionChecks
from gstgen.dataset.verify_pixels import PixelChecks
from gstgen.dataset.verify_settings import VerifySettings
from gstgen.stages.base import Ticker

__all__ = ["Findings", "VerifySettings", "verify_dataset"]

Check = Callable[[Record], str | None]


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

    def to_json(self) -> dict[str, Any]:
        return {
            "questions": self.questions,
            "checks": dict(sorted(self.checks.items())),
            "mismatches": self.mismatches,
        }


def verify_dataset(root: Path, scenes: Iterable[str], settings: VerifySettings, ticker: Ticker) -> Findings:
    """Check all questions of the scenes below a dataset root."""
    findings = Findings()
    uids: Counter[str] = Counter()
    contents: dict[tuple[Any, ...], str] = {}
    for scene in sorted(scenes):
        # One set of caches a scene, so that memory does not grow with their number.
        media = Media(root)
        pixels = PixelChecks(media, settings)
        options = OptionChecks(media, settings, pixels)
        path = root / "scenes" / scene / "qa" / "qa.jsonl"
        rows = list(iter_raw(path))
        for number, data in ticker.track(rows, len(rows), f"verify {scene}"):
            findings.questions += 1
            uid = str(data.get("uid", f"{scene} line {number}"))
            record = _parse(data, uid, scene, findings)
            if record is None:
                continue
            uids[uid] += 1
            findings.note(uid, "uid is unique", None if uids[uid] == 1 else "used before")
            missing = [p for p in record.media if not media.exists(p)]
            findings.note(uid, "media exist", f"not there: {', '.join(missing)}" if missing else None)
            if missing:
                continue
            content = (record.question, tuple(media.sha256(p) for p in record.media), record.answer)
            same = contents.setdefault(content, uid)
            findings.note(uid, "no duplicate", None if same == uid else f"same question, media and answer as {same}")
            for kind, check in checks_of(record, pixels, options).items():
                findings.note(uid, kind, _guarded(check, record))
    return findings


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


def checks_of(record: Record, pixels: PixelChecks, options: OptionChecks) -> dict[str, Check]:
    """The checks that apply to a record, by kind."""
    task, g = record.official, record.geometry
    checks: dict[str, Check] = {"answer recomputed": check_answer}
    if task.has_target:
        checks["target is the scene's"] = pixels.target_of_scene
        if task.modality == "semantic":
            checks["name is unique"] = pixels.single_name
        if record.variant != "local_image":
            checks["target's pixels in the video"] = pixels.target_in_video
            if task.modality == "visual":
                checks["red box in the video"] = pixels.box_in_video
    if task.uses_view:
        checks["camera of the view"] = pixels.camera_of_view
        boxed = record.variant != "global" and task.modality == "visual"
        checks["picture of the view"] = pixels.box_in_view if boxed else pixels.shown_view
        if task.has_target:
            checks["target's pixels in the view"] = pixels.target_in_view
    if g.map is not None:
        checks["map of the scene"] = options.map_of_scene
        if task.metric == "point":
            checks["answer on the map"] = options.answer_on_map
    if g.truth is not None and g.truth.points_m is not None:
        checks["drawn paths"] = options.path_options
        checks["filmed path"] = options.filmed_path
    elif g.truth is not None:
        checks["option pictures"] = options.building_options
        checks["video's building"] = options.video_of_building
    return checks


def _guarded(check: Check, record: Record) -> str | None:
    """A file that a check cannot read is a mismatch of that record, not the end of the verification."""
    try:
        return check(record)
    except (OSError, KeyError, ValueError, IndexError) as error:
        return f"could not be checked: {type(error).__name__}: {error}"
