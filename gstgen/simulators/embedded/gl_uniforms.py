"""Setting uniforms that a compiler may have removed or cut."""

from __future__ import annotations

from typing import cast

import moderngl
import numpy as np
from numpy.typing import NDArray


def set_value(program: moderngl.Program, name: str, value: object) -> None:
    """Set a scalar, vector or sampler; nothing happens where the program does not use it."""
    if name in program:
        cast(moderngl.Uniform, program[name]).value = value


def set_matrix(program: moderngl.Program, name: str, matrix: NDArray[np.float64]) -> None:
    """Set a 4x4 matrix (row-major here)."""
    if name in program:
        cast(moderngl.Uniform, program[name]).write(matrix.T.astype("f4").tobytes())


def set_array(program: moderngl.Program, name: str, values: NDArray[np.float64]) -> None:
    """Set an array of vectors (n, c); missing entries are zero, those that the program never reads are left out."""
    if name in program:
        uniform = cast(moderngl.Uniform, program[name])
        padded = np.zeros((max(uniform.array_length, len(values)), values.shape[1]), "f4")
        padded[: len(values)] = values
        uniform.write(padded[: uniform.array_length].tobytes())


def write_bytes(program: moderngl.Program, name: str, data: bytes) -> None:
    """Set a uniform from bytes of its own size; nothing happens where the program does not use it."""
    if name in program:
        cast(moderngl.Uniform, program[name]).write(data)
