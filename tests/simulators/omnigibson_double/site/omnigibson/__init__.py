"""The stand-in's entry: `Environment`, `sim`, `shutdown`."""

import os
import signal
import sys

from omnigibson.macros import OLD, VERSION, gm

__version__ = VERSION  # the probe reads it from the text: __version__ = "3.9.2"
sim = None
app = None


def launch(viewer_width=1280, viewer_height=720):
    global sim, app  # noqa: PLW0603 - as the real one
    from omnigibson._simulator import Simulator

    assert gm.HEADLESS
    assert not (gm.ENABLE_TRANSITION_RULES and not gm.ENABLE_OBJECT_STATES)
    app = object()
    # Isaac Sim swallows errors that nobody handles and ends with status 0.
    sys.excepthook = lambda kind, error, trace: (print(f"{kind.__name__}: {error}", flush=True), os._exit(0))
    sim = Simulator(viewer_width, viewer_height)
    return sim


class Environment:
    def __init__(self, configs):
        from omnigibson._scene import load_scene

        configs = dict(configs)
        env = configs.get("env", {})
        assert env.get("action_frequency", 30) == env.get("rendering_frequency", 30), "headless needs equal steps"
        assert env.get("physics_frequency", 120) % env.get("rendering_frequency", 30) == 0
        render = configs.get("render", {})
        launch(render.get("viewer_width", 1280), render.get("viewer_height", 720))
        self.scene = load_scene(sim, dict(configs["scene"]))


def shutdown(due_to_signal=False):
    """Teardown crashes as often as not."""
    os.kill(os.getpid(), signal.SIGSEGV)


if OLD:

    class VectorEnvironment:
        pass
