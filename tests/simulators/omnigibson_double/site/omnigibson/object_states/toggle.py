"""The switch state with its sphere, which building it makes visible."""

from omnigibson.macros import OLD


class ToggledOn:
    def __init__(self, marker):
        marker.visible = True
        if OLD:
            self.visual_marker = marker
        else:
            self.marker = marker
