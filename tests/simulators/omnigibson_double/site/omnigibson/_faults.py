"""What goes wrong on request."""

import os
import pathlib
import signal
import time


def due(count):
    """The fault of this picture: crash and hang do not return."""
    wish = os.environ.get("OMNIGIBSON_DOUBLE_FAULT")
    if not wish:
        return None
    kind, _, number = wish.partition(":")
    if count < int(number or 1):
        return None
    once = os.environ.get("OMNIGIBSON_DOUBLE_FAULT_ONCE")
    if once:
        first = pathlib.Path(once)
        if first.exists() and first.read_text() != str(os.getpid()):
            return None
        first.write_text(str(os.getpid()))
    if kind == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    if kind == "hang":
        time.sleep(1e6)
    if kind == "error":
        raise AssertionError("semantic id outside the remap table")
    if kind == "oom":
        print("[Error] [carb.graphics-vulkan.plugin] VkResult: ERROR_OUT_OF_DEVICE_MEMORY", flush=True)
        os.kill(os.getpid(), signal.SIGABRT)
    if kind == "quit":
        os._exit(0)
    return kind
