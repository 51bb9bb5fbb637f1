"""Known causes in what Isaac Sim and OmniGibson print, each with the way out (docs/omnigibson.md lists them)."""

from __future__ import annotations

import re

EMBEDDED = "or use simulator=embedded, which needs none of this"

# (what the log says, what it means and what to do). The first that matches is told.
SYMPTOMS: tuple[tuple[str, str], ...] = (
    (
        r"out of (?:device |GPU |graphics )?memory|OUT_OF_DEVICE_MEMORY|CUDA_ERROR_OUT_OF_MEMORY",
        "the GPU is out of memory: end what else runs on it, choose another with simulator.device_index=N, lower the "
        "picture sizes, or set simulator.omnigibson.processes=1",
    ),
    (
        r"Isaac Sim version must be one of|isaac_version_tuple",
        "this Isaac Sim does not belong to this OmniGibson: install 5.1.0 with OmniGibson 3.8 or newer, "
        "4.5.0 with 3.7, 4.0.0 or 4.1.0 with 1.1.1",
    ),
    (
        r"KeyError: 'ISAAC_PATH'|No module named 'isaacsim'|No module named 'omni\b",
        "Isaac Sim is absent: install it into simulator.omnigibson.python's environment, or use the image of "
        "docker/omnigibson.Dockerfile",
    ),
    (
        r"ERROR_INCOMPATIBLE_DRIVER|vkCreateInstance failed|No (?:suitable )?Vulkan|Failed to create any GPU devices"
        r"|Vulkan.*(?:not found|not supported)|no device.*(?:Vulkan|graphics)",
        "no Vulkan device: install the NVIDIA driver's graphics part (libGLX_nvidia, nvidia_icd.json), in containers "
        "set NVIDIA_DRIVER_CAPABILITIES=all; cards without RT cores usually fail here",
    ),
    (
        r"ERROR_DEVICE_LOST|device lost",
        "the driver lost the GPU: use driver 580.65.06 with Isaac Sim 5.1, without path tracing",
    ),
    (
        r"omnigibson\.key|InvalidToken|Encryption key",
        "the data set's key is absent or of another version: download it again (docs/omnigibson.md)",
    ),
    (
        r"Data path .* does not exist|Scene \S+ does not exist|No such file.*(?:sky\.jpg|room_categories\.txt)",
        "part of the BEHAVIOR data set is absent: download scenes, objects and robot assets (docs/omnigibson.md)",
    ),
    (
        r"No module named '(?:torch|omnigibson)'",
        "OmniGibson or PyTorch is absent from the interpreter of simulator.omnigibson.python",
    ),
)


def explain(log: str) -> str | None:
    """Cause and way out in one line when the log shows a known one."""
    for pattern, meaning in SYMPTOMS:
        if re.search(pattern, log, re.IGNORECASE):
            return f"{meaning}; {EMBEDDED}"
    return None
