from __future__ import annotations

import shutil
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import synthetic_home as home  # noqa: E402

from gstgen.dataset.shards import ShardSettings  # noqa: E402
from gstgen.stages import qa  # noqa: E402
from gstgen.stages.base import Report, StageContext, Ticker  # noqa: E402


def run_qa(root: Path, seed: int = 7, **changes: object) -> Report:
    """Run stage qa over a synthetic root."""
    settings = SimpleNamespace(
        questions=home.question_settings(**changes),
        video=SimpleNamespace(path_style=home.STYLE),
        seed=seed,
        simulator=SimpleNamespace(name="embedded"),
        shard=ShardSettings(max_mb=2.0),
        verify=home.verify_settings(),
    )
    provenance = {"seed": seed, "fingerprint": "f" * 64, "code_version": "0.1+test", "split": "bench"}
    context = StageContext(settings, home.MAIN, root, Ticker(), home.OTHERS, provenance)  # type: ignore[arg-type]
    out = root / "scenes" / home.MAIN / "qa"
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    return qa.run(context, out)


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> SimpleNamespace:
    """A root with a finished qa stage; tests must not change it."""
    root = tmp_path_factory.mktemp("root")
    home.write_stages(root)
    report = run_qa(root)
    return SimpleNamespace(root=root, report=report, scene=home.MAIN, qa=root / "scenes" / home.MAIN / "qa")


@pytest.fixture
def copy(finished: SimpleNamespace, tmp_path: Path) -> SimpleNamespace:
    """The finished root again, to be spoiled."""
    root = tmp_path / "root"
    shutil.copytree(finished.root, root)
    return SimpleNamespace(root=root, scene=home.MAIN, qa=root / "scenes" / home.MAIN / "qa")
