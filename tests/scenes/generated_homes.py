"""Generated homes, made once a session."""

from __future__ import annotations

from functools import cache

import yaml

from gstgen.resources import resource_folder
from gstgen.scenes.model import Scene
from gstgen.scenes.settings import SourceSettings
from gstgen.scenes.sources import procedural


@cache
def default_settings() -> SourceSettings:
    text = (resource_folder("conf") / "source" / "default.yaml").read_text(encoding="utf-8")
    return SourceSettings.model_validate(yaml.safe_load(text)).model_copy(update={"assets": ()})


@cache
def make_scene(name: str, seed: int) -> Scene:
    return procedural.generate(name, seed, default_settings())
