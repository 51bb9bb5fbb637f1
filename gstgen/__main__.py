"""The Hydra entry: compose the settings, validate them, run."""

from __future__ import annotations

import sys


def main() -> int:
    """The console command; an interrupt while the libraries load ends as quietly as a later one."""
    try:
        from gstgen.entry import main as run  # noqa: PLC0415 - importing is part of what may be interrupted
    except KeyboardInterrupt:
        print("gstgen: stopped", file=sys.stderr)
        return 130
    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
