"""Runs the OmniGibson simulator on the stand-in: settings, environment, scenes on disk."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import yaml

from gstgen.scenes.mesh import SceneGeometry
from gstgen.scenes.model import Scene
from gstgen.simulators.omnigibson.settings import OmniGibsonSettings
from gstgen.simulators.omnigibson.simulator import OmniGibsonSimulator
from tests.simulators.omnigibson_double.data import write_dataset, write_stage

SITE = Path(__file__).parent / "site"
CONF = Path(__file__).parents[3] / "conf"


@contextmanager
def on_the_double(version: str, **variables: str) -> Iterator[None]:
    """Put the stand-in in OmniGibson's place for the workers that start meanwhile."""
    path = os.pathsep.join([str(SITE), *filter(None, [os.environ.get("PYTHONPATH", "")])])
    changes = {"PYTHONPATH": path, "OMNIGIBSON_DOUBLE_VERSION": version, **variables}
    before = {name: os.environ.get(name) for name in changes}
    os.environ.update(changes)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def omnigibson_settings(**changes: Any) -> OmniGibsonSettings:
    """`conf/simulator/omnigibson.yaml` with licences accepted, few renders and an impatient watchdog."""
    values = yaml.safe_load((CONF / "simulator/omnigibson.yaml").read_text())["simulator"]["omnigibson"]
    values |= {"python": None, "accept_nvidia_eula": True, "accept_behavior_licence": True, "doors": "as_authored"}
    values["passes"] |= {"warm_up": 4, "per_pose": 5, "after_change": 3}
    values["watchdog"] |= {"start_s": 60.0, "step_s": 30.0}
    return OmniGibsonSettings.model_validate(values | changes)


def write_scene(folder: Path, scene: Scene) -> Path:
    """`scene.json` as `stage=scene` leaves it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "scene.json").write_text(json.dumps(scene.to_json()))
    return folder


def make(
    root: Path,
    scene: Scene,
    geometry: SceneGeometry,
    version: str,
    stage: bool = False,
    toggle: str = "",
    **changes: Any,
) -> OmniGibsonSimulator:
    """A simulator that has loaded a scene written below `root`, from a data set or from a stage file."""
    if stage:
        root.mkdir(parents=True, exist_ok=True)
        changes["stages"] = {scene.id: write_stage(root / "home.usd", scene, geometry)}
    changes.setdefault("data_path", write_dataset(root / "data", scene, geometry, version, toggle))
    simulator = OmniGibsonSimulator(omnigibson_settings(**changes))
    simulator.load(write_scene(root / "scene", scene))
    return simulator
