"""`og.sim`: renders when told, has a viewer camera if the macro was set in time."""

from omnigibson._stage import GUARD, Stage
from omnigibson.macros import OLD, gm
from omnigibson.sensors import VisionSensor


class Simulator:
    def __init__(self, width, height):
        self.stage, self.objects = Stage(), []
        self.viewer_camera = None
        if gm.RENDER_VIEWER_CAMERA:
            self.viewer_camera = VisionSensor(
                "/viewer_camera", "viewer_camera", "rgb", height, width, viewport_name="Viewport"
            )
        if not OLD:
            self.editing_usd = GUARD.editing

    def render(self):
        if GUARD.trespass is not None:
            raise RuntimeError(f"raw USD edit outside editing_usd: {GUARD.trespass}")
        if self.viewer_camera is not None:
            self.viewer_camera.on_render()

    def object_of(self, prim):
        return next((o for o in self.objects if prim.path.startswith(o.prim_path + "/")), None)
