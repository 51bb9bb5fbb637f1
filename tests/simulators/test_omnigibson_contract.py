"""Every name, attribute and parameter of OmniGibson that the code uses exists in both versions, and in the real source.

The contract is a record of OmniGibson's interface (`omnigibson_contract.yaml`, and `_added` for what was found later).
What only one version has must be declared in `api.VERSIONED`, with its counterpart.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

import pytest
import yaml

from gstgen.simulators.omnigibson import api
from tests.simulators.omnigibson_contract_check import (
    Protocols,
    Sdist,
    find_uses,
    missing_in_contract,
    missing_in_sdist,
    read_sources,
)

HERE = Path(__file__).parent
VERSIONS = {"1.1.1": "1.1.1", "3.9.2": "3.x"}


@pytest.fixture(scope="module")
def contract() -> dict[str, Any]:
    recorded: dict[str, Any] = yaml.safe_load((HERE / "omnigibson_contract.yaml").read_text())["api"]
    for name, entries in yaml.safe_load((HERE / "omnigibson_contract_added.yaml").read_text()).items():
        recorded.setdefault(name, {}).update(entries)
    return recorded


def unknown_names(sources: dict[str, str], contract: dict[str, Any], version: str) -> list[str]:
    """What a version lacks, but for what the code knows to be absent there."""
    uses, unknown = find_uses(sources)
    contracts = Protocols.read(sources["api.py"]).contracts
    missing = missing_in_contract(uses, contract, contracts, version)
    return unknown + [m for m in missing if not declared_absent(m, VERSIONS[version])]


def declared_absent(missing: str, version: str) -> bool:
    """Whether a missing use is declared as one of the other version."""
    name = missing.partition(" ")[0].partition("(")[0]
    cls, colon, member = name.partition(":")
    full = f"{api.CONTRACTS[cls][0]}.{member}" if colon else name
    return full in api.VERSIONED and api.VERSIONED[full][0] != version


@pytest.mark.parametrize("version", VERSIONS)
def test_no_unknown_names(contract: dict[str, Any], version: str, record_property: Any) -> None:
    uses, _ = find_uses(read_sources())
    record_property("uses", len(uses))
    assert len({u.name for u in uses}) >= 55
    assert unknown_names(read_sources(), contract, version) == []


def test_counterparts_exist_where_they_are_needed(contract: dict[str, Any]) -> None:
    for name, (version, counterpart) in api.VERSIONED.items():
        other = "1.1.1" if version == "3.x" else "3.9.2"
        own = "3.9.2" if version == "3.x" else "1.1.1"
        assert contract[name].get(own, {}).get("kind") not in (None, "removed"), name
        assert contract[name].get(other, {}).get("kind", "removed") == "removed", name
        if counterpart.startswith("omnigibson"):
            assert contract[counterpart].get(other) is not None, counterpart


MUTATIONS = {
    "an attribute of a protocol": ("api.py", "def scaled_transform(", "def scaled_transformation("),
    "an attribute in use": ("behavior_world.py", "mesh.scaled_transform", "mesh.scaled_xform"),
    "a setter": ("behavior_world.py", "marker.visible = False", "marker.hidden = True"),
    "a parameter that is gone": ("behavior_world.py", "visual=True, xy_aligned=True", "visual=True, aligned=True"),
    "a promised parameter": ("api.py", "xy_aligned: bool", "upright: bool"),
    "a keyword": ("viewer.py", "position=_tensor(position)", "translation=_tensor(position)"),
    "a macro": ("launch.py", "gm.RENDER_VIEWER_CAMERA", "gm.VIEWER_CAMERA"),
    "a macro that is asked for": ("launch.py", '"DATASET_PATH" in gm', '"DATASET_FOLDER" in gm'),
    "a key of the scene": ("launch.py", '"include_robots"', '"load_robots"'),
    "a function": ("stage_world.py", "import add_asset_to_stage", "import add_usd_to_stage"),
    "a keyword of a function": ("stage_world.py", "asset_path=str(path)", "file=str(path)"),
    "a class": ("viewer.py", "from omnigibson.sensors import VisionSensor", "from omnigibson.sensors import Camera"),
    "a class attribute": ("api.py", "INSTANCE_REMAPPER: Remapper", "INSTANCES: Remapper"),
    "an undeclared name of one version": ("launch.py", "gm.GPU_ID", "gm.NO_OMNI_LOGS"),
}


@pytest.mark.parametrize("mutation", MUTATIONS)
def test_the_check_fails_on_a_mutation(contract: dict[str, Any], mutation: str) -> None:
    file, old, new = MUTATIONS[mutation]
    sources = read_sources()
    assert old in sources[file]
    sources[file] = sources[file].replace(old, new)
    assert any(unknown_names(sources, contract, version) for version in VERSIONS)


def test_the_check_fails_when_the_library_changes(contract: dict[str, Any]) -> None:
    dropped = {k: v for k, v in contract.items() if k != "omnigibson.prims.geom_prim.GeomPrim.points"}
    assert unknown_names(read_sources(), dropped, "3.9.2")
    name = "omnigibson.objects.object_base.BaseObject.get_base_aligned_bbox"
    entry = dict(contract[name]["1.1.1"])
    entry["params"] = [p for p in entry["params"] if p["name"] != "xy_aligned"]
    assert unknown_names(read_sources(), {**contract, name: {"1.1.1": entry}}, "1.1.1")


@pytest.fixture(scope="session")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Sdist:
    """The source of omnigibson 1.1.1 from the package index; nothing of it is imported or run by these tests."""
    folder = tmp_path_factory.mktemp("sdist")
    url = "omnigibson==1.1.1"
    for tool in ([sys.executable, "-m", "pip"], ["pip"], ["pip3"], ["uv", "tool", "run", "pip"]):
        command = [*tool, "download", "-q", "--no-deps", "--no-binary", "omnigibson", "-d", str(folder), url]
        try:
            result = subprocess.run(command, capture_output=True, text=True, timeout=180, check=False)
        except (FileNotFoundError, subprocess.TimeoutExpired):
            continue
        if result.returncode == 0:
            break
    archives = list(folder.glob("*.tar.gz"))
    if not archives:
        pytest.skip("the package index is unreachable (or there is no pip): omnigibson 1.1.1 could not be downloaded")
    with tarfile.open(archives[0]) as archive:
        members = [m for m in archive.getmembers() if m.name.endswith(".py") and m.isfile()]
        assert not [m.name for m in members if m.name.startswith("/") or ".." in m.name.split("/")]
        archive.extractall(folder, members)  # Debian 12's Python knows no filters
    return Sdist(folder / "omnigibson-1.1.1")


def test_the_real_source_has_every_name(sdist: Sdist) -> None:
    """But for `stage`, which Isaac Sim defines, and for what only 3.x has."""
    uses, _ = find_uses(read_sources())
    missing = missing_in_sdist([u for u in uses if u.name != "Simulator:stage"], sdist, api.CONTRACTS)
    assert [m for m in missing if not declared_absent(m, "1.1.1")] == []


@pytest.mark.parametrize("mutation", ["an attribute in use", "a keyword", "a parameter that is gone", "a macro"])
def test_the_real_source_catches_mutations(sdist: Sdist, mutation: str) -> None:
    file, old, new = MUTATIONS[mutation]
    sources = read_sources()
    sources[file] = sources[file].replace(old, new)
    uses, unknown = find_uses(sources)
    missing = missing_in_sdist([u for u in uses if u.name != "Simulator:stage"], sdist, api.CONTRACTS)
    assert unknown + [m for m in missing if not declared_absent(m, "1.1.1")]


def test_the_contract_agrees_with_the_real_source(sdist: Sdist, contract: dict[str, Any]) -> None:
    """What the record says of 1.1.1 about the names in use is what the source has."""
    uses, _ = find_uses(read_sources())
    names = {n for u in uses for n in ([u.name] if ":" not in u.name else [
        f"{c}.{u.name.split(':')[1]}" for c in api.CONTRACTS[u.name.split(":")[0]]])}  # fmt: skip
    for name in sorted(names):
        entry = contract.get(name, {}).get("1.1.1")
        if entry is not None and entry["kind"] not in ("inherited", "removed"):
            assert sdist.has(name, None) is True, name
