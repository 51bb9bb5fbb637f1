"""How the failures of a run reach the person who started it."""

from __future__ import annotations

import numpy as np
import pytest

from gstgen import entry, guard
from gstgen.config import Settings, parse_settings


@pytest.fixture(scope="module")
def settings() -> Settings:
    return parse_settings(entry._compose(["scene=Rs_int"]))


def _python_alone(settings: Settings) -> None:
    raise MemoryError


def _with_numpy(settings: Settings) -> None:
    np.empty((1 << 40, 1 << 20), np.uint8)


@pytest.mark.parametrize("run", [_python_alone, _with_numpy])
def test_too_little_memory_is_one_line_with_the_way_out(
    run: object, settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(guard, "run", run)
    status, line = guard.run_guarded(settings)
    text = capsys.readouterr().err
    assert status == 1
    assert line is not None
    assert text.count("\n") == 1
    assert "not enough memory" in text
    assert "workers=1" in text
    assert "MemoryError" not in text
