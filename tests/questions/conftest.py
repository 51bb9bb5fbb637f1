from __future__ import annotations

import sys
from pathlib import Path

# The synthetic dataset is shared with the tests of `gstgen.dataset`.
sys.path.insert(0, str(Path(__file__).parents[1] / "dataset"))

from dataset_fixtures import finished  # noqa: F401
