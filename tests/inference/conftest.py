from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "dataset"))

sys.path.insert(0, str(Path(__file__).parent))

from dataset_fixtures import copy, finished  # noqa: F401
