"""The Hydra entry: compose the settings, validate them, run."""

from __future__ import annotations

import sys

from gstgen.entry import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
