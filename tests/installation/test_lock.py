"""The lock files answer for pyproject.toml, and installing does not depend on where a machine gets its packages."""

import re
import subprocess
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
LOCKS = ("requirements.lock", "tests/requirements.lock")
PINNED = re.compile(r"^([A-Za-z0-9._-]+)==([^ ;\\]+)", re.MULTILINE)


def pins(lock):
    """Locked versions by name; a name has several where Python versions differ."""
    found = {}
    for name, version in PINNED.findall((ROOT / lock).read_text()):
        found.setdefault(canonicalize_name(name), []).append(version)
    return found


def requirements(section):
    """The requirement strings of a TOML list in pyproject.toml (Python 3.10 has no TOML reader)."""
    text = (ROOT / "pyproject.toml").read_text()
    body = re.search(rf"^{section} = \[(.*?)\]\s*(?:#.*)?$", text, re.MULTILINE | re.DOTALL)[1]
    return [Requirement(item) for item in re.findall(r'^\s*"([^"]+)"', body, re.MULTILINE)]


@pytest.mark.parametrize(
    ("section", "lock"), [("dependencies", LOCKS[0]), ("dependencies", LOCKS[1]), ("test", LOCKS[1])]
)
def test_every_requirement_is_locked_to_a_version_it_allows(section, lock):
    locked = pins(lock)
    wanted = requirements(section)
    assert wanted
    for requirement in wanted:
        versions = locked.get(canonicalize_name(requirement.name))
        assert versions, f"{requirement.name} is not in {lock}; run make lock"
        for version in versions:
            assert requirement.specifier.contains(version, prereleases=True), f"{requirement} is locked to {version}"


def test_the_test_lock_only_adds_to_the_runtime_lock():
    runtime, test = pins(LOCKS[0]), pins(LOCKS[1])
    assert {name: test.get(name) for name in runtime} == runtime


@pytest.mark.parametrize("lock", LOCKS)
def test_locks_have_hashes_and_name_no_host(lock):
    text = (ROOT / lock).read_text()
    assert "://" not in text
    entries = [entry for entry in re.split(r"\n(?=\S)", text) if PINNED.match(entry)]
    assert len(entries) > 20
    assert all("--hash=sha256:" in entry for entry in entries)


@pytest.mark.parametrize("script", ["docker/install.sh", ".ci/run"])
def test_scripts_are_executable_and_parse(script):
    path = ROOT / script
    assert path.stat().st_mode & 0o111
    subprocess.run(["bash", "-n", path], check=True)


def test_the_image_installs_the_system_packages_that_the_script_looks_for():
    needed = set(re.findall(r"\|\| echo ([a-z0-9.-]+)", (ROOT / "docker/install.sh").read_text()))
    image = (ROOT / "docker/cpu.Dockerfile").read_text()
    assert len(needed) >= 5
    assert not [package for package in needed if package not in image]


def test_make_lists_its_targets_by_default():
    listed = subprocess.run(["make", "-s"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert {"run", "test", "lint", "lock", "smoke", "clean"} <= set(targets)
    for target in targets:
        assert f"make {target} " in listed
