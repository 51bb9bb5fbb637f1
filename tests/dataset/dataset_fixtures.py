"""A root with questions, built once a process for all tests."""

from __future__ import annotations

import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import synthetic_home as home

from gstgen.dataset.shards import ShardSettings
from gstgen.stages import qa
from gstgen.stages.base import Report, StageContext, Ticker


def stage_settings(seed: int = 7, **changes: Any) -> SimpleNamespace:
    """The parts of `Settings` that the stages here read."""
    return SimpleNamespace(
        questions=home.question_settings(**changes),
        video=SimpleNamespace(path_style=home.STYLE),
        seed=seed,
        simulator=SimpleNamespace(name="embedded"),
        shard=ShardSettings(max_mb=1.0),
        verify=home.verify_settings(),
    )


def run_qa(root: Path, out: Path, seed: int = 7, **changes: Any) -> Report:
    """Run stage qa over a synthetic root into a folder."""
    provenance = {"seed": seed, "fingerprint": "f" * 64, "code_version": "0.1+test", "split": "bench"}
    context = StageContext(stage_settings(seed, **changes), home.MAIN, root, Ticker(), home.OTHERS, provenance)  # type: ignore[arg-type]
    out.mkdir(parents=True)
    return qa.run(context, out)


def _build(base: Path) -> SimpleNamespace:
    home.write_stages(base)
    out = base / "scenes" / home.MAIN / "qa"
    report = run_qa(base, out)
    return SimpleNamespace(root=base, report=report, scene=home.MAIN, qa=out)


_first: list[SimpleNamespace] = []


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> SimpleNamespace:
    """A root with a finished qa stage; tests must not change it."""
    if not _first:
        _first.append(_build(tmp_path_factory.mktemp("root")))
    return _first[0]


@pytest.fixture
def copy(finished: SimpleNamespace, tmp_path: Path) -> SimpleNamespace:
    """The finished root again, to be spoiled."""
    root = tmp_path / "root"
    shutil.copytree(finished.root, root)
    return SimpleNamespace(root=root, scene=home.MAIN, qa=root / "scenes" / home.MAIN / "qa")
