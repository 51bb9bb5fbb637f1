"""Macros that cannot be set once they were read."""

import os

VERSION = os.environ.get("OMNIGIBSON_DOUBLE_VERSION", "3.9.2")
OLD = VERSION.startswith("1.")


class MacroDict(dict):
    def __init__(self, **values):
        super().__init__(**values)
        object.__setattr__(self, "read", set())

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        self.read.add(name)
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"'MacroDict' object has no attribute '{name}'") from None

    def __setattr__(self, name, value):
        if name in self.read:
            raise AttributeError(f"Cannot set attribute {name} in MacroDict, it has already been used.")
        self[name] = value


gm = MacroDict(
    HEADLESS=False,
    GPU_ID=None,
    USE_GPU_DYNAMICS=False,
    ENABLE_FLATCACHE=False,
    ENABLE_OBJECT_STATES=True,
    ENABLE_TRANSITION_RULES=True,
    ENABLE_HQ_RENDERING=False,
    RENDER_VIEWER_CAMERA=OLD,
    FORCE_LIGHT_INTENSITY=150000 if OLD else 10000,
)
if OLD:
    gm["DATASET_PATH"] = os.environ["OMNIGIBSON_DATASET_PATH"]
    gm["KEY_PATH"] = os.environ["OMNIGIBSON_KEY_PATH"]
else:
    gm["DATA_PATH"] = os.environ["OMNIGIBSON_DATA_PATH"]
    assert os.path.exists(gm["DATA_PATH"]), f"Data path {gm['DATA_PATH']} does not exist!"


def dataset_path():
    return gm.DATASET_PATH if OLD else os.path.join(gm.DATA_PATH, "behavior-1k-assets")
