"""What a request asks for: which stages depend on which, what their fingerprints cover, whether it can work at all."""

from __future__ import annotations

import hashlib
import os
from functools import cache
from pathlib import Path
from typing import Any

from gstgen import __version__
from gstgen.config import CATALOGUE_STAGE, CHECK_STAGES, SCENE_STAGES, Settings
from gstgen.dataset.store import TEMPORARY, hash_json, is_done, read_cached, read_done
from gstgen.errors import RequestError
from gstgen.inference.routes import open_route
from gstgen.report.reading import existing_scenes, is_leftover
from gstgen.resources import resource_folder
from gstgen.scenes import catalogue
from gstgen.scenes.assets.artist import require
from gstgen.scenes.assets.library import available_sources
from gstgen.simulators import check_available, check_scene
from gstgen.stages.base import ROOT_FORMAT, ROOT_MARKER

NEEDS: dict[str, tuple[str, ...]] = {
    "scene": (),
    "trajectory": ("scene",),
    "video": ("scene", "trajectory"),
    "topdown": ("scene",),
    "current_view": ("scene", "trajectory", "video"),
    "qa": ("scene", "trajectory", "video", "topdown", "current_view"),
    "selftest": ("scene",),
}
# What other scenes must have before they can be options of top-down selection.
DISTRACTOR_STAGES = ("scene", "topdown")
RENDERING = ("video", "topdown", "current_view", "selftest")
# Groups of settings that change what a stage writes (seed and code version always count; workers never does).
GROUPS: dict[str, tuple[str, ...]] = {
    "scene": ("source", "floor_map"),
    "trajectory": ("trajectory",),
    "video": ("video", "render", "simulator"),
    "topdown": ("topdown", "render", "simulator"),
    "current_view": ("view", "video", "render", "simulator"),
    "qa": ("questions", "topdown", "view"),
    "selftest": ("selftest", "render", "simulator"),
}
# Keys of a simulator's settings that say where and how patiently it runs, not what it shows.
UNSEEN = ("python", "data_path", "accept_nvidia_eula", "accept_behavior_licence", "processes", "watchdog")
# Code that writes nothing that a scene's stages or the shards hold.
_NO_OUTPUT = ("evaluation/", "report/", "entry.py", "__main__.py", "stages/evaluate.py", "stages/report.py", "_data/")


@cache
def code_version() -> str:
    """Version and a hash of the package's sources and tables: outputs of other code are not taken for ours."""
    package = Path(__file__).resolve().parent.parent
    digest = hashlib.sha256()
    for path in sorted(resource_folder("scenes").glob("*.yaml")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    for path in sorted([*package.rglob("*.py"), *package.rglob("*.csv")]):
        relative = path.relative_to(package).as_posix()
        if not relative.startswith(_NO_OUTPUT):
            digest.update(relative.encode() + b"\0" + path.read_bytes())
    return f"{__version__}+{digest.hexdigest()[:12]}"


def with_needs(stages: tuple[str, ...]) -> tuple[str, ...]:
    """The scene stages of a request and everything they build on, in order."""
    wanted = {s for s in stages if s in NEEDS}
    for stage in tuple(wanted):
        wanted.update(NEEDS[stage])
    return tuple(s for s in (*SCENE_STAGES, *CHECK_STAGES) if s in wanted)


def split_of(settings: Settings, scene: str) -> str:
    """The split a scene belongs to; scenes from files are for training."""
    return "train" if is_stage_file(settings, scene) else catalogue.find(scene).split


def is_stage_file(settings: Settings, scene: str) -> bool:
    """Whether a scene is a USD file that the simulator's settings name."""
    return settings.simulator.omnigibson is not None and scene in settings.simulator.omnigibson.stages


def distractors_of(settings: Settings, scene: str) -> tuple[str, ...]:
    """Other scenes whose maps serve as options; chosen by seed from the catalogue, not by what exists."""
    return tuple(catalogue.distractors(scene, settings.distractors, settings.seed, settings.bench.exclude))


def fingerprint(settings: Settings, scene: str, stage: str) -> str:
    """Hash of everything that determines a stage's output: settings, seed, code, scene and the stages before it."""
    values = settings.model_dump(mode="json")
    if values["simulator"]["omnigibson"] is not None:
        for key in UNSEEN:
            del values["simulator"]["omnigibson"][key]
    parts: dict[str, Any] = {
        "scene": scene,
        "stage": stage,
        "seed": settings.seed,
        "code": code_version(),
        "settings": {group: values[group] for group in GROUPS[stage]},
        "needs": {need: fingerprint(settings, scene, need) for need in NEEDS[stage]},
    }
    if stage == "scene" and settings.simulator.omnigibson is not None:
        parts["simulator"] = values["simulator"]
    elif stage == "scene":
        parts["asset_sources"] = available_sources()
        if split_of(settings, scene) == "train":  # is compared with the benchmark's layouts
            parts["settings"]["bench"] = settings.bench.model_dump(mode="json", exclude={"exclude"})
    if stage == "qa":
        parts["split"] = split_of(settings, scene)
        parts["distractors"] = {d: fingerprint(settings, d, "topdown") for d in distractors_of(settings, scene)}
    return hash_json(parts)


def pending(settings: Settings, scene: str, stages: tuple[str, ...]) -> list[str]:
    """The stages of a scene that have to run: asked for by force, missing, damaged or made with other settings."""
    todo: list[str] = []
    for stage in stages:
        forced = settings.force and stage in settings.stage and scene == settings.scene
        redone = any(need in todo for need in NEEDS[stage])
        folder = settings.output / "scenes" / scene / stage
        if forced or redone or not is_done(folder, fingerprint(settings, scene, stage)):
            todo.append(stage)
    return todo


def finished_scenes(root: Path) -> list[str]:
    """Scenes of a dataset that have questions, sorted."""
    folder = root / "scenes"
    done = (p.parent for p in folder.glob("**/qa") if read_done(p) is not None)
    names = (p.relative_to(folder).as_posix() for p in done)
    return sorted(name for name in names if not is_leftover(name))


def check_request(settings: Settings, finished: bool = True) -> Settings:
    """Refuse what cannot work before anything is written; returns the settings with the split filled in.

    With `finished=False` (a sweep, whose jobs may make what later stages need) finished stages are not asked for.
    """
    scene_stages = with_needs(settings.stage)
    if settings.scene is None and scene_stages:
        raise RequestError(f"stage={','.join(settings.stage)} needs a scene, for example scene=Rs_int")
    if settings.scene is not None:
        own = settings.simulator.omnigibson is not None  # such a simulator brings scenes of its own
        if is_stage_file(settings, settings.scene):
            return _check_stage_file(settings, settings.scene, scene_stages)
        generated = scene_stages and not own
        entry = catalogue.find_generated(settings.scene) if generated else catalogue.find(settings.scene)
        if entry.name in settings.bench.exclude:
            raise RequestError(f"scene {entry.name} is left out by bench.exclude={list(settings.bench.exclude)}")
        if settings.split not in (None, entry.split):
            raise RequestError(
                f"scene {entry.name} belongs to split {entry.split}, not {settings.split}; "
                "leave split out or choose another scene"
            )
        settings = settings.model_copy(update={"scene": entry.name, "split": entry.split})
        if "qa" in scene_stages:
            distractors_of(settings, entry.name)  # refuses a scene that has too few others like it
        if scene_stages and settings.source.assets != "auto":
            for name in settings.source.assets:
                require(name)
    _check_output(settings.output)
    if "evaluate" in settings.stage and settings.predictions is None:
        raise RequestError("stage=evaluate needs predictions=FILE (or predictions=random, =constant, =oracle)")
    if "infer" in settings.stage:
        open_route(settings.infer, settings.output)  # refuses a missing model, key or package
    if not scene_stages and finished and settings.stage != (CATALOGUE_STAGE,):
        _check_finished(settings)
    if CATALOGUE_STAGE in settings.stage and settings.scenes.draw and settings.scenes.views:
        check_available(settings.simulator)
    if settings.scene is not None:
        _check_simulator(settings, settings.scene, scene_stages)
    return settings


def _check_stage_file(settings: Settings, scene: str, scene_stages: tuple[str, ...]) -> Settings:
    """A scene from a USD file can do everything but questions, whose options come from scenes like it."""
    if "qa" in scene_stages:
        raise RequestError(
            f"scene {scene!r} is a USD file, and questions need other scenes like it: "
            "ask for stage=[video,topdown,current_view]"
        )
    _check_output(settings.output)
    _check_simulator(settings, scene, scene_stages)
    return settings.model_copy(update={"split": "train"})


def _check_simulator(settings: Settings, scene: str, scene_stages: tuple[str, ...]) -> None:
    """Refuse a simulator that cannot run or does not have the scene, where it is going to be needed."""
    needing = RENDERING if settings.simulator.omnigibson is None else (*RENDERING, "scene")
    if any(s in needing for s in pending(settings, scene, scene_stages)):
        check_available(settings.simulator)
        check_scene(settings.simulator, scene)


def _check_finished(settings: Settings) -> None:
    if settings.stage == ("report",):
        _check_existing(settings)
        return
    done = finished_scenes(settings.output)
    if settings.scene is not None and settings.scene not in done:
        raise RequestError(
            f"{settings.output} has no questions of {settings.scene}; run stage=qa scene={settings.scene} first"
        )
    if not done:
        raise RequestError(f"{settings.output} holds no finished scene; run stage=all scene=Rs_int first")


def _check_existing(settings: Settings) -> None:
    """A report needs no questions: any finished stage will do."""
    there = existing_scenes(settings.output)
    if settings.scene is not None and settings.scene not in there:
        raise RequestError(
            f"{settings.output} holds nothing of {settings.scene}; run stage=scene scene={settings.scene}"
        )
    if not there:
        raise RequestError(f"{settings.output} holds no scene; run stage=all scene=Rs_int first")


def _check_output(root: Path) -> None:
    """The dataset root must be ours, empty or new, and writable."""
    if root.exists() and not root.is_dir():
        raise RequestError(f"output={root} is not a folder; choose another one")
    if root.is_dir():
        present = [p for p in root.iterdir() if not p.name.startswith(TEMPORARY)]
        marker = root / ROOT_MARKER
        if present and not marker.is_file():
            raise RequestError(
                f"output={root} holds other files ({present[0].name}, ...); choose an empty or new folder"
            )
        if marker.is_file() and read_cached(marker) != ROOT_FORMAT:
            raise RequestError(
                f"output={root} was written in another layout, or its {marker.name} is damaged; choose a new folder"
            )
    parent = root
    while not parent.exists():
        parent = parent.parent
    if not parent.is_dir() or not os.access(parent, os.W_OK | os.X_OK):
        raise RequestError(f"output={root} cannot be written (no permission in {parent}); choose another folder")
