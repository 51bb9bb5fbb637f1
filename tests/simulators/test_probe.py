"""Asking for OpenGL: cheap, in a child process, and clear about what is missing."""

from __future__ import annotations

import subprocess
from types import SimpleNamespace

import pytest

from gstgen.errors import RequestError
from gstgen.simulators.embedded import probe


def test_it_names_the_renderer() -> None:
    assert probe.check_available()


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (SimpleNamespace(returncode=1, stdout="", stderr="x\nthe library libEGL.so.1 is missing\n"), "libEGL.so.1"),
        (SimpleNamespace(returncode=-11, stdout="", stderr=""), "ended with -11"),
        (subprocess.TimeoutExpired("probe", 25), "took over 25 s"),
    ],
)
def test_it_names_what_is_missing_and_the_way_out(monkeypatch: pytest.MonkeyPatch, answer, words: str) -> None:
    def run(*_args: object, **_kwargs: object):
        if isinstance(answer, Exception):
            raise answer
        return answer

    probe.check_available.cache_clear()
    monkeypatch.setattr(probe.subprocess, "run", run)
    with pytest.raises(RequestError, match="apt-get install -y libegl1 libgl1 libgl1-mesa-dri") as caught:
        probe.check_available()
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    probe.check_available.cache_clear()
