"""Independent random generators by name; there is no global random state."""

from __future__ import annotations

import hashlib

import numpy as np


def rng(seed: int, *names: str | int) -> np.random.Generator:
    """A generator for a seed and a path of names (stage, scene, item): the same on every machine and run."""
    text = "\x1f".join([str(seed), *map(str, names)]).encode()
    return np.random.Generator(np.random.PCG64(int.from_bytes(hashlib.sha256(text).digest()[:16], "little")))
