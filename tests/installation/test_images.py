"""The images' recipes: they agree with the settings, hold no data and accept no licence by themselves."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
DOCKER = ROOT / "docker"


def recipe(name: str) -> str:
    return (DOCKER / f"{name}.Dockerfile").read_text()


def compose() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((DOCKER / "compose.yaml").read_text())
    return loaded


def test_every_image_starts_gstgen_and_not_as_root() -> None:
    for name in ("cpu", "omnigibson"):
        text = recipe(name)
        assert re.search(r'^ENTRYPOINT \[".*/python", "-m", "gstgen"\]$', text, re.M), name
        users = re.findall(r"^USER (\S+)$", text, re.M)
        assert users, name
        assert users[-1] not in ("root", "0"), name
        assert text.rindex("USER") < text.rindex("ENTRYPOINT"), name


def test_licences_are_accepted_by_people_alone() -> None:
    text = recipe("omnigibson")
    assert "ARG ACCEPT_NVIDIA_EULA=no" in text
    assert text.index('"$ACCEPT_NVIDIA_EULA" != yes') < text.index("--accept-nvidia-eula")
    assert not re.search(r"GSTGEN_ACCEPT_\w+=true", re.sub(r"(?m)^#.*$", "", text))
    conf = (ROOT / "conf/simulator/omnigibson.yaml").read_text()
    environment = compose()["services"]["omnigibson"]["environment"]
    for name in ("GSTGEN_ACCEPT_NVIDIA_EULA", "GSTGEN_ACCEPT_BEHAVIOR_LICENCE"):
        assert f"${{oc.env:{name},false}}" in conf
        assert environment[name] == f"${{{name}:-false}}"
    assert "accept_dataset" not in text
    assert "--dataset" not in text  # the data are downloaded into a mounted folder


def test_data_and_caches_are_mounted() -> None:
    services = compose()["services"]
    assert set(services) == {"cpu", "omnigibson", "download"}
    for name in ("omnigibson", "download"):
        inside = {volume.rsplit(":", 1)[1] for volume in services[name]["volumes"]}
        assert inside == {"/data", "/datasets", "/cache"}
    text = recipe("omnigibson")
    assert "OMNIGIBSON_DATA_PATH=/datasets" in text
    assert "OMNIGIBSON_APPDATA_PATH=/cache/appdata" in text
    assert (ROOT / services["download"]["entrypoint"][0].removeprefix("/opt/gstgen/")).is_file()


def test_the_download_uses_functions_that_exist() -> None:
    contract = yaml.safe_load((ROOT / "tests/simulators/omnigibson_contract.yaml").read_text())["api"]
    script = (DOCKER / "download_behavior.sh").read_text()
    calls = re.findall(r"asset_utils\.(\w+)\(", script)
    assert len(calls) == 3
    for call in calls:
        assert "3.9.2" in contract[f"omnigibson.utils.asset_utils.{call}"]


def test_the_worker_finds_what_it_imports() -> None:
    """The worker runs in OmniGibson's interpreter, which has only what the recipe adds to it."""
    added = re.search(r'pip install --no-cache-dir (".*")', recipe("omnigibson"))
    assert added is not None
    packages = set(re.findall(r'"([a-z]+)[><=]', added.group(1))) | {"numpy"}
    modules = [ROOT / "gstgen/errors.py", *(ROOT / "gstgen/simulators/omnigibson").glob("*.py")]
    modules = [m for m in modules if m.name not in ("simulator.py", "preflight.py")]
    modules += [ROOT / f"gstgen/geometry/{n}.py" for n in ("usd", "cameras", "boxes", "maps", "angles")]
    modules += [ROOT / f"gstgen/scenes/{n}.py" for n in ("outlines", "mesh", "model")]
    modules += [ROOT / f"gstgen/simulators/{n}.py" for n in ("__init__", "protocol", "settings")]
    standard = set(__import__("sys").stdlib_module_names) | {"gstgen"}
    provided = {"omnigibson", "torch", "pxr", "carb"}  # by OmniGibson and Isaac Sim
    for module in modules:
        for name in re.findall(r"^\s*(?:from|import) ([a-zA-Z_]\w*)", module.read_text(), re.M):
            assert name in standard | provided | packages, f"{module.name} imports {name}"
