"""Is there an OpenGL that can render without a display? Asked in a child process, so that asking is always safe."""

from __future__ import annotations

import functools
import os
import subprocess
import sys

from gstgen.errors import RequestError

INSTALL_LINE = "apt-get install -y libegl1 libgl1 libgl1-mesa-dri"
PROBE_TIMEOUT_S = 25

_PROBE = """
import ctypes, sys
for library in ("libEGL.so.1", "libGL.so.1"):
    try:
        ctypes.CDLL(library)
    except OSError:
        sys.exit("the library " + library + " is missing")
import moderngl
options = {} if sys.argv[1] == "" else {"device_index": int(sys.argv[1])}
try:
    context = moderngl.create_context(standalone=True, backend="egl", require=430, **options)
except Exception as error:
    sys.exit("EGL opens no OpenGL 4.3 context (" + str(error).splitlines()[0] + "); libgl1-mesa-dri may be missing")
print(context.info["GL_RENDERER"])
"""


@functools.cache
def check_available(device_index: int | None = None) -> str:
    """The renderer string of the OpenGL driver; RequestError names what is missing and the line to run.

    Takes about a second, at most half a minute; opens no context in the calling process, so forking stays safe.
    """
    argument = "" if device_index is None else str(device_index)
    environment = {**os.environ, "LP_NUM_THREADS": "0"}
    command = [sys.executable, "-c", _PROBE, argument]
    try:
        result = subprocess.run(
            command, capture_output=True, text=True, timeout=PROBE_TIMEOUT_S, env=environment, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise RequestError(
            f"the embedded simulator cannot render: opening EGL took over {PROBE_TIMEOUT_S} s; run: {INSTALL_LINE}"
        ) from error
    if result.returncode:
        reason = (result.stderr.strip().splitlines() or [f"the probe ended with {result.returncode}"])[-1]
        raise RequestError(f"the embedded simulator cannot render: {reason}; run: {INSTALL_LINE}")
    return result.stdout.strip()
