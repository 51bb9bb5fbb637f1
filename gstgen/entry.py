"""From command line to exit status: 0 done, 1 a run failed, 2 a wrong request (and then nothing was written).

A single run composes with Hydra and runs in this process. A sweep (`-m`) goes through `hydra.main`, so that any
Hydra launcher (local, Slurm, Ray) can run its jobs; every combination is validated before the first one starts, and a
failing job leaves a status file instead of aborting the others.
"""

from __future__ import annotations

import difflib
import itertools
import os
import re
import shlex
import sys
from pathlib import Path
from typing import Any

import hydra
from hydra.core.config_store import ConfigStore
from hydra.core.global_hydra import GlobalHydra
from hydra.core.hydra_config import HydraConfig
from hydra.core.override_parser.overrides_parser import OverridesParser
from hydra.errors import HydraException
from omegaconf import DictConfig, OmegaConf
from omegaconf.errors import OmegaConfBaseException
from rich.console import Console

from gstgen import sweep
from gstgen.config import DATASET_STAGES, SCENE_STAGES, Settings, parse_settings
from gstgen.errors import RequestError
from gstgen.guard import fail, run_guarded
from gstgen.resources import resource_folder
from gstgen.stages.plan import check_request

# Flags that Hydra answers itself (help, printing the configuration, ...).
HYDRA_FLAGS = {
    "--help",
    "-h",
    "--hydra-help",
    "--version",
    "--cfg",
    "-c",
    "--info",
    "-i",
    "--resolve",
    "--package",
    "-p",
}
HYDRA_FLAGS |= {"--shell-completion", "-sc"}
MULTIRUN_FLAGS = {"--multirun", "-m"}


def main(arguments: list[str]) -> int:
    """Run the command line; returns the exit status."""
    try:
        return _main(arguments)
    except BrokenPipeError:
        # The reader of our output went away (`| head`): nobody is left to tell, and that is no failure of the run.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _main(arguments: list[str]) -> int:
    _register_pipelines()
    if HYDRA_FLAGS.intersection(arguments):
        _hydra_main(arguments)
        return 0
    if MULTIRUN_FLAGS.intersection(arguments):
        return _sweep(arguments)
    try:
        settings = parse_settings(_compose(arguments))
        sweep.require_sweep(settings)
        if settings.sweep is not None:
            return _sweep_scenes(arguments, settings)
        settings = check_request(settings)
    except RequestError as error:
        return _fail(error, 2)
    return run_guarded(settings)[0]


def _fail(error: object, status: int) -> int:
    return fail(error, status)[0]


def _register_pipelines() -> None:
    """Every file of `pipelines/` becomes a choice of the group `pipeline`, laid over the other settings."""
    store = ConfigStore.instance()
    for path in sorted(resource_folder("pipelines").glob("*.yaml")):
        store.store(group="pipeline", name=path.stem, node=OmegaConf.load(path), package="_global_", provider="gstgen")


def _compose(overrides: list[str]) -> dict[str, Any]:
    """Plain values for a list of overrides; a wrong one raises RequestError."""
    GlobalHydra.instance().clear()
    try:
        with hydra.initialize_config_dir(str(resource_folder("conf")), version_base="1.3"):
            config = hydra.compose("config", overrides=overrides)
            return _plain(config)
    except (HydraException, OmegaConfBaseException) as error:
        raise RequestError(_explain(error, overrides)) from error


def _plain(config: DictConfig) -> dict[str, Any]:
    values = OmegaConf.to_container(config, resolve=True, throw_on_missing=True)
    assert isinstance(values, dict)
    return {str(k): v for k, v in values.items()}


def _explain(error: Exception, overrides: list[str]) -> str:
    """Hydra's reasons in one line with the way out."""
    text = str(error).strip()
    wrong = re.search(r"Could not override '([^']+)'", text)
    if wrong:
        key = wrong.group(1)
        near = difflib.get_close_matches(key, _known_keys(), n=3, cutoff=0.5)
        hint = f"; near names: {', '.join(near)}" if near else ""
        return f"unknown key {key!r}{hint}; --cfg job lists every key"
    choice = re.search(r"Could not find '([^/']+)/([^']+)'", text)
    if choice:
        options = re.search(r"Available options in '[^']*':((?:\s+\S+)*)", text)
        names = options.group(1).split() if options else []
        listed = ", ".join(itertools.takewhile(lambda name: name != "Config", names)) or "see conf/"
        return f"unknown {choice.group(1)} {choice.group(2)!r}; known: {listed}"
    if (
        "mismatched input" in text
        or "no viable alternative" in text
        or "LexerNoViableAlt" in text
        or "token recog" in text
    ):
        odd = next((o for o in overrides if not re.fullmatch(r"[\w@./+~:-]+=[\w./:,-]*", o)), overrides[0])
        key, _, value = odd.partition("=")
        quoted = shlex.quote(f'{key}="{value or "VALUE"}"')  # for a shell: a value may hold an apostrophe
        return f"cannot read {odd!r} as KEY=VALUE; quote values with brackets, blanks or commas like {quoted}"
    return text.splitlines()[0]


def _known_keys() -> list[str]:
    keys: list[str] = []

    def walk(prefix: str, node: Any) -> None:
        for key, value in node.items():
            keys.append(f"{prefix}{key}")
            if isinstance(value, dict):
                walk(f"{prefix}{key}.", value)

    walk("", _compose([]))
    return keys


def _expand(overrides: list[str]) -> list[list[str]]:
    """Every combination of a sweep's overrides, as the basic sweeper would make them."""
    axes: list[list[str]] = []
    for override in OverridesParser.create().parse_overrides(overrides):
        if override.is_sweep_override():
            key = override.get_key_element()
            axes.append([f"{key}={value}" for value in override.sweep_string_iterator()])
        else:
            axes.append([override.input_line or ""])
    return [list(combination) for combination in itertools.product(*axes)]


def _sweep(arguments: list[str]) -> int:
    """Validate every job, run them through Hydra's launcher, then report the ones that failed."""
    overrides = [a for a in arguments if not a.startswith("-")]
    try:
        own = [o for o in overrides if not o.lstrip("+~").startswith("hydra")]
        jobs = [check_request(parse_settings(_compose(c)), finished=False) for c in _expand(own)]
    except (HydraException, OmegaConfBaseException) as error:
        return _fail(_explain(error, overrides), 2)
    except RequestError as error:
        return _fail(error, 2)
    sweep.prepare(jobs)
    try:
        _hydra_main(arguments)
    except KeyboardInterrupt:
        sweep.report(jobs, Console(stderr=True))
        print("gstgen: stopped; the same command goes on where it was", file=sys.stderr)
        return sweep.STOPPED
    return sweep.report(jobs, Console(stderr=True))


def _sweep_scenes(arguments: list[str], settings: Settings) -> int:
    """`sweep=bench|train`: the scene stages of every scene as a Hydra sweep, then the dataset stages over them all."""
    try:
        names = sweep.scenes_of(settings)
        stages = [s for s in settings.stage if s in SCENE_STAGES]
        after = [s for s in settings.stage if s in DATASET_STAGES]
    except RequestError as error:
        return _fail(error, 2)
    status = 0
    if stages:
        jobs = [*arguments, "sweep=null", f"stage=[{','.join(stages)}]", f"scene={','.join(names)}", "--multirun"]
        status = _sweep(jobs)
        if status in (2, sweep.STOPPED):
            return status
    if after:
        changes = {"sweep": None, "stage": tuple(after), "scene": None}
        try:
            last = check_request(settings.model_copy(update=changes))
        except RequestError as error:
            return _fail(error, 2)
        status = max(status, run_guarded(last)[0])
    return status


def _hydra_main(arguments: list[str]) -> None:
    GlobalHydra.instance().clear()
    sys.argv = ["gstgen", *arguments]
    hydra.main(version_base="1.3", config_path=str(resource_folder("conf")), config_name="config")(sweep_job)()


def sweep_job(config: DictConfig) -> int:
    """One job of a sweep: its status goes to a file beside its log, and is the job's return value."""
    hydra_config = HydraConfig.get()
    in_child = str(hydra_config.launcher["_target_"]).endswith("BasicLauncher")
    return sweep.run_job(parse_settings(_plain(config)), Path(hydra_config.runtime.output_dir), in_child)
