"""A generated Rs_int, made once a session."""

from __future__ import annotations

import pytest
from generated_homes import make_scene

from gstgen.scenes.model import Scene


@pytest.fixture(scope="session")
def rs_int() -> Scene:
    return make_scene("Rs_int", 7)
