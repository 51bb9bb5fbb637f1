"""A loaded scene that answers render requests: which passes a picture needs, and what becomes of their layers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from gstgen.geometry.cameras import Camera, OrthographicCamera
from gstgen.simulators.omnigibson.framing import MapCamera, Shot, cut, frame_shot, remove_parallax
from gstgen.simulators.omnigibson.layers import glass_layer, make_frame, to_instances
from gstgen.simulators.omnigibson.viewer import Picture
from gstgen.simulators.omnigibson.world import World
from gstgen.simulators.protocol import Frame

Array = NDArray[np.float64]
Ids = NDArray[np.uint32]
Progress = Callable[[str], None]


class PictureTaker(Protocol):
    """What a session needs of `viewer.Viewer`."""

    @property
    def size(self) -> tuple[int, int]:
        """(width, height) in pixels."""

    def settle(self, renders: int, progress: Progress) -> None:
        """Render without taking a picture."""

    def shoot(self, shot: Shot, expect_content: bool, progress: Progress) -> Picture:
        """A picture from a pose."""


class Session:
    """Renders one scene. `hidden` is part of every request, so a new worker goes on where another ended."""

    def __init__(
        self, world: World, viewer: PictureTaker, maps: MapCamera, after_change: int, progress: Progress
    ) -> None:
        self._world, self._viewer, self._maps = world, viewer, maps
        self._after_change, self._progress = after_change, progress
        self._hidden: frozenset[str] = frozenset()
        self.unknown_px: Counter[str] = Counter()
        self.pictures = 0

    def render(
        self,
        camera: Camera | OrthographicCamera,
        poses: Sequence[Array],
        modalities: frozenset[str],
        hidden: frozenset[str],
        table: Mapping[str, int],
    ) -> Iterator[Frame]:
        """A frame for each pose (4x4). `table` gives the instance id of each name.

        Panes are hidden in a second pass, because a mask holds one instance a pixel: what lies behind them is the
        `instance` layer. Scenes without panes, and pictures without masks, take one pass.
        """
        self._hide(hidden)
        shots = [frame_shot(camera, pose, self._viewer.size, self._maps) for pose in poses]
        panes = [name for name in self._world.glass_instances if name not in hidden and name in table]
        two_passes = bool(panes) and bool(modalities - {"rgb"})
        expect = not hidden
        first = [self._layers(shot, expect, table) for shot in shots]
        second: list[tuple[NDArray[np.uint8], Ids, NDArray[np.float32]]] = []
        if two_passes:
            self._world.set_panes_visible(hidden, False)
            self._viewer.settle(self._after_change, self._progress)
            try:
                second = [self._layers(shot, False, table) for shot in shots]
            finally:
                self._world.set_panes_visible(hidden, True)
                self._viewer.settle(self._after_change, self._progress)
        white = isinstance(camera, OrthographicCamera)
        glass_ids = np.array([table[name] for name in panes], np.uint32)
        for index, (rgb, ids, depth) in enumerate(first):
            if two_passes:
                _, instance, behind = second[index]
                glass = glass_layer(ids, depth, behind, glass_ids)
            else:
                instance, behind, glass = ids, depth, np.zeros_like(ids)
            yield make_frame(rgb, instance, behind, glass, modalities, white)

    def facts(self) -> dict[str, Any]:
        """What was rendered and which labels were no instance, by pixels."""
        return {"pictures": self.pictures, "pixels of unknown labels": dict(self.unknown_px.most_common(20))}

    def _hide(self, hidden: frozenset[str]) -> None:
        if hidden == self._hidden:
            return
        self._world.set_visible(sorted(self._hidden - hidden), True)
        self._world.set_visible(sorted(hidden - self._hidden), False)
        self._hidden = hidden
        self._viewer.settle(self._after_change, self._progress)

    def _layers(
        self, shot: Shot, expect: bool, table: Mapping[str, int]
    ) -> tuple[NDArray[np.uint8], Ids, NDArray[np.float32]]:
        """(rgb, ids, planar depth from the pose that was asked for) of one pass."""
        picture = self._viewer.shoot(shot, expect, self._progress)
        self.pictures += 1
        instance = to_instances(picture.ids, picture.labels, self._world.name_of, table, self.unknown_px)
        layers = [cut(shot, layer) for layer in (picture.rgb, instance, picture.depth_m)]
        if shot.back_m:
            layers = remove_parallax(shot, layers[2], layers)
        rgb, ids, depth = layers
        return rgb, ids, (depth - np.float32(shot.back_m)).astype(np.float32)
