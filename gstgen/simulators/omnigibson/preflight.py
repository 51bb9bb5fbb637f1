"""Can OmniGibson run here? Asked before anything is written: file checks and one call of nvidia-smi, no start.

Every reason is one line that names the fix and the embedded simulator as the way around. What only shows once Isaac Sim
runs is told by `symptoms.py`.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gstgen.errors import RequestError
from gstgen.simulators.omnigibson.settings import OmniGibsonSettings
from gstgen.simulators.omnigibson.supervisor import interpreter, worker_environment
from gstgen.simulators.omnigibson.symptoms import EMBEDDED

PROBE_TIMEOUT_S = 12
# Isaac Sim that each OmniGibson accepts, by the start of its version.
ISAAC_FOR = {"1.1": ("4.0", "4.1"), "3.7": ("4.5",), "3.8": ("5.1",), "3.9": ("5.1",)}
ICD_FOLDERS = ("/etc/vulkan/icd.d", "/usr/share/vulkan/icd.d", "/usr/local/share/vulkan/icd.d")
# Versions of the data set that each OmniGibson reads.
DATA_FOR = {"1.1": r"1\.", "3.": r"3\."}

# Runs in the interpreter of the worker; imports nothing of OmniGibson, which would take minutes and a GPU.
_PROBE = """
import importlib.util, json, os, pathlib, re, sys
facts = {"python": sys.version.split()[0]}
def folder(name):
    spec = importlib.util.find_spec(name)
    return None if spec is None or not spec.origin else pathlib.Path(spec.origin).parent
og = folder("omnigibson")
facts["omnigibson"] = None
if og is not None:
    found = re.search(r"__version__\\s*=\\s*['\\"]([^'\\"]+)", (og / "__init__.py").read_text(errors="replace"))
    facts["omnigibson"] = found.group(1) if found else "unknown"
    facts["omnigibson_folder"] = str(og)
facts["torch"] = importlib.util.find_spec("torch") is not None
isaac = folder("isaacsim")
root = os.environ.get("ISAAC_PATH") or (str(isaac) if isaac else None)
facts["isaac_folder"] = root
version = pathlib.Path(root) / "VERSION" if root else None
facts["isaac"] = version.read_text().strip().split("-")[0] if version and version.exists() else None
print(json.dumps(facts))
"""


@dataclass(frozen=True)
class Gpu:
    """One line of nvidia-smi."""

    name: str
    driver: str
    total_gb: float
    free_gb: float


def check_available(settings: OmniGibsonSettings, device_index: int | None) -> dict[str, Any]:
    """Facts about the installation; RequestError with the first thing that is missing. At most half a minute."""
    _check_licences(settings)
    gpu = _check_gpu(settings, device_index)
    facts = _probe(settings)
    _check_software(facts, settings)
    dataset_folder(settings, facts)
    return {**facts, "gpu": gpu.name, "driver": gpu.driver}


def check_scene(settings: OmniGibsonSettings, scene: str) -> None:
    """RequestError for a scene that the data set (or `stages`) does not have."""
    if scene in settings.stages:
        if not settings.stages[scene].is_file():
            raise _refuse(f"the USD file {settings.stages[scene]} of scene {scene!r} does not exist: correct "
                          f"simulator.omnigibson.stages.{scene}")  # fmt: skip
        return
    folder = dataset_folder(settings, _probe(settings))
    scenes = sorted(p.name for p in (folder / "scenes").iterdir() if (p / "json").is_dir())
    if scene not in scenes:
        listed = ", ".join(scenes[:4]) or "none"
        raise _refuse(f"scene {scene!r} is not in {folder / 'scenes'} ({len(scenes)} scenes: {listed} ...): "
                      "choose one of them or name a USD file with "
                      f"+simulator.omnigibson.stages.{re.sub(r'[^A-Za-z0-9_]', '_', scene)}=FILE")  # fmt: skip


def dataset_folder(settings: OmniGibsonSettings, facts: dict[str, Any]) -> Path:
    """Folder of the BEHAVIOR data set; RequestError when it, its key or the right version is absent."""
    environment = worker_environment(settings.data_path)
    old = str(facts["omnigibson"]).startswith("1.")
    package = Path(str(facts.get("omnigibson_folder", ".")))
    if old:
        folder = Path(environment.get("OMNIGIBSON_DATASET_PATH", str(package / "data" / "og_dataset")))
        key = Path(environment.get("OMNIGIBSON_KEY_PATH", str(package / "data" / "omnigibson.key")))
        how = "python -m omnigibson.download_datasets"
    else:
        root = Path(environment.get("OMNIGIBSON_DATA_PATH", str(package.parents[1] / "datasets")))
        folder, key = root / "behavior-1k-assets", root / "omnigibson.key"
        how = "python -m omnigibson.utils.asset_utils --download_behavior_1k_assets --accept_license"
    if not (folder / "scenes").is_dir():
        raise _refuse(f"the BEHAVIOR data set is absent ({folder} has no scenes): run '{how}', or set "
                      "simulator.omnigibson.data_path or OMNIGIBSON_DATA_PATH")  # fmt: skip
    if not key.is_file():
        raise _refuse(f"the data set's key {key} is absent: run '{how}' again, which fetches it")
    version = folder / "VERSION"
    if version.is_file():
        text, reader = version.read_text(encoding="utf-8").strip(), str(facts["omnigibson"])
        wanted = next((pattern for start, pattern in DATA_FOR.items() if reader.startswith(start)), "")
        if not re.match(wanted, text):
            raise _refuse(f"the data set in {folder} is version {text}, which OmniGibson {reader} does not read: "
                          f" run '{how}', or set simulator.omnigibson.data_path to the matching one")  # fmt: skip
    return folder


def _check_licences(settings: OmniGibsonSettings) -> None:
    if not settings.accept_nvidia_eula:
        raise _refuse("NVIDIA's EULA of Isaac Sim is not accepted: read it, then set "
                      "simulator.omnigibson.accept_nvidia_eula=true (or GSTGEN_ACCEPT_NVIDIA_EULA=true)")  # fmt: skip
    if not settings.accept_behavior_licence:
        raise _refuse("the BEHAVIOR data licence (non-commercial research, only within OmniGibson) is not "
                      "accepted: read it, then set simulator.omnigibson.accept_behavior_licence=true "
                      "(or GSTGEN_ACCEPT_BEHAVIOR_LICENCE=true)")  # fmt: skip


def _check_gpu(settings: OmniGibsonSettings, device_index: int | None) -> Gpu:
    gpus = list_gpus()
    index = device_index or 0
    if index >= len(gpus):
        raise _refuse(f"there is no GPU number {index} (nvidia-smi lists {len(gpus)}): set simulator.device_index")
    gpu = gpus[index]
    if _numbers(gpu.driver) < _numbers(settings.min_driver):
        raise _refuse(f"the NVIDIA driver {gpu.driver} is too old: install {settings.min_driver} or newer "
                      "(580.65.06 is validated for Isaac Sim 5.1)")  # fmt: skip
    if gpu.free_gb < settings.min_vram_gb:
        raise _refuse(f"{gpu.name} has {gpu.free_gb:.1f} of {gpu.total_gb:.1f} GB free, {settings.min_vram_gb:g} are "
                      "needed: end what else runs on it or choose another with simulator.device_index=N")  # fmt: skip
    if not vulkan_drivers():
        raise _refuse("no NVIDIA Vulkan driver (nvidia_icd.json): install the driver's graphics part; in containers "
                      "set NVIDIA_DRIVER_CAPABILITIES=all and use the NVIDIA container toolkit")  # fmt: skip
    return gpu


def list_gpus() -> list[Gpu]:
    """What nvidia-smi lists; RequestError when there is none."""
    tool = shutil.which("nvidia-smi")
    if tool is None:
        raise _refuse("no NVIDIA GPU (nvidia-smi is not installed): run on a GPU render node, in containers with "
                      "'docker run --gpus all'")  # fmt: skip
    query = ["--query-gpu=name,driver_version,memory.total,memory.free", "--format=csv,noheader,nounits"]
    try:
        result = subprocess.run([tool, *query], capture_output=True, text=True, timeout=PROBE_TIMEOUT_S, check=False)
    except subprocess.TimeoutExpired as error:
        raise _refuse("nvidia-smi does not answer, so the driver hangs: restart the node") from error
    lines = [line for line in result.stdout.splitlines() if line.count(",") == 3]
    if result.returncode or not lines:
        said = (result.stdout + result.stderr).strip().splitlines() or ["nothing"]
        raise _refuse(f"no usable NVIDIA GPU (nvidia-smi said {said[-1][:120]!r}): install or reload the driver")
    gpus = []
    for line in lines:
        name, driver, total, free = (part.strip() for part in line.split(","))
        gpus.append(Gpu(name, driver, _gigabytes(total), _gigabytes(free)))
    return gpus


def vulkan_drivers() -> list[Path]:
    """Installed Vulkan driver manifests of NVIDIA; VK_ICD_FILENAMES and VK_DRIVER_FILES count instead if set."""
    named = os.environ.get("VK_DRIVER_FILES") or os.environ.get("VK_ICD_FILENAMES")
    if named:
        return [Path(p) for p in named.split(os.pathsep) if Path(p).is_file()]
    return [p for folder in ICD_FOLDERS for p in sorted(Path(folder).glob("*nvidia*.json"))]


def _check_software(facts: dict[str, Any], settings: OmniGibsonSettings) -> None:
    python = interpreter(settings.python)
    if facts["omnigibson"] is None:
        raise _refuse(f"OmniGibson is absent from {python}: install it there (docs/omnigibson.md) or set "
                      "simulator.omnigibson.python to the interpreter that has it")  # fmt: skip
    if not facts["torch"]:
        raise _refuse(f"PyTorch is absent from {python}: OmniGibson needs it but does not install it")
    if facts["isaac_folder"] is None:
        raise _refuse(f"Isaac Sim is absent from {python} (no package isaacsim, no ISAAC_PATH): install the version "
                      f"that OmniGibson {facts['omnigibson']} asks for (docs/omnigibson.md)")  # fmt: skip
    accepted = next((v for start, v in ISAAC_FOR.items() if facts["omnigibson"].startswith(start)), ())
    isaac = facts["isaac"]
    if accepted and isaac is not None and not isaac.startswith(accepted):
        raise _refuse(f"OmniGibson {facts['omnigibson']} does not run with Isaac Sim {isaac}: install "
                      f"{' or '.join(accepted)}")  # fmt: skip


def _probe(settings: OmniGibsonSettings) -> dict[str, Any]:
    python = interpreter(settings.python)
    try:
        result = subprocess.run(
            [python, "-c", _PROBE],
            capture_output=True,
            text=True,
            timeout=PROBE_TIMEOUT_S,
            check=False,
            env=worker_environment(settings.data_path),
        )
    except (FileNotFoundError, PermissionError) as error:
        raise _refuse(f"the interpreter {python} cannot be run: correct simulator.omnigibson.python") from error
    except subprocess.TimeoutExpired as error:
        raise _refuse(f"the interpreter {python} did not answer in {PROBE_TIMEOUT_S} s: correct "
                      "simulator.omnigibson.python")  from error  # fmt: skip
    if result.returncode:
        said = (result.stderr.strip().splitlines() or ["nothing"])[-1]
        raise _refuse(f"the interpreter {python} failed ({said[:120]}): correct simulator.omnigibson.python")
    facts: dict[str, Any] = json.loads(result.stdout)
    return facts


def _refuse(text: str) -> RequestError:
    return RequestError(f"simulator=omnigibson cannot run: {text}; {EMBEDDED}")


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(n) for n in re.findall(r"\d+", version))


def _gigabytes(mebibytes: str) -> float:
    return float(mebibytes) * 2**20 / 1e9 if re.fullmatch(r"[\d.]+", mebibytes) else float("inf")
