"""The built-in simulator: baked light, OpenGL rasterising through EGL, no GPU needed."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from importlib.metadata import version as package_version
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gstgen.geometry.cameras import Camera, OrthographicCamera
from gstgen.scenes.mesh import SceneGeometry
from gstgen.scenes.model import Scene
from gstgen.scenes.sources import load_geometry
from gstgen.simulators.embedded.batches import build_batches, stack_textures
from gstgen.simulators.embedded.exposure import room_exposure
from gstgen.simulators.embedded.grounding import grounded
from gstgen.simulators.embedded.light_field import WHITE, display_light
from gstgen.simulators.embedded.lighting import light_scene
from gstgen.simulators.embedded.lights import balanced, light_arrays, scene_lights, split_sky
from gstgen.simulators.embedded.limits import bounded_textures, check_size
from gstgen.simulators.embedded.probe import check_available
from gstgen.simulators.embedded.raster import MAX_TEXTURE_LAYERS, Raster, SceneUpload
from gstgen.simulators.embedded.room_light import room_lights, room_of_instances
from gstgen.simulators.embedded.sky import panorama
from gstgen.simulators.embedded.triangles import TriangleSet, collect_triangles
from gstgen.simulators.protocol import Frame, Modality, checked_modalities
from gstgen.simulators.settings import RenderSettings

Array = NDArray[np.float64]
GROUND_DROP_M = 0.15  # of the ground outside below the floor


class EmbeddedSimulator:
    """Renders one scene at a time; see `gstgen.simulators.protocol.Simulator`.

    `load` opens no OpenGL context (the first `render` does), so a parent may load once, fork workers that share the
    scene's memory, and let each render in a context of its own. Bakes are cached by content in `cache_folder`;
    `workers` processes share a bake (default: one a core) and never change its result.
    """

    name = "embedded"

    def __init__(
        self,
        settings: RenderSettings,
        cache_folder: Path,
        device_index: int | None = None,
        workers: int | None = None,
    ) -> None:
        self._settings = settings
        self._cache = cache_folder
        self._device_index = device_index
        self._workers = workers if workers is not None else len(os.sched_getaffinity(0))
        self._scene: Scene | None = None
        self._upload: SceneUpload | None = None
        self._raster: Raster | None = None
        self._raster_pid = 0
        self._hidden = np.zeros(1, bool)
        self.notes: dict[str, Any] = {}

    @property
    def version(self) -> dict[str, Any]:
        """Package versions and the OpenGL strings; asks the driver once in a child process, opens no context."""
        facts: dict[str, Any] = {"simulator": self.name, "GL_RENDERER": check_available(self._device_index)}
        for package in ("moderngl", "embreex", "numpy", "opencv-python"):
            facts[package] = package_version(package)
        if self._raster is not None:
            facts.update(self._raster.info)
        return facts

    def load(self, scene_folder: Path) -> Scene:
        """Load `scene.json` and its triangles and light it; `notes` tells what was dropped or guessed."""
        scene = Scene.read(scene_folder / "scene.json")
        self.load_geometry(scene, load_geometry(scene))
        return scene

    def load_geometry(self, scene: Scene, geometry: SceneGeometry) -> None:
        """Load a scene from memory; replaces the one loaded before."""
        self.close()
        check_size(scene, geometry, self._settings.max_triangles)
        geometry, shrunk = bounded_textures(geometry)
        triangles = collect_triangles(scene, geometry)
        lights, guessed = scene_lights(scene)
        shining, open_air = split_sky(scene, lights)
        arrays = balanced(light_arrays(shining), scene, self._settings.lamp_balance, open_air)
        light, facts = light_scene(
            scene, geometry, triangles, arrays, open_air, self._settings, self._cache, self._workers
        )
        textures = stack_textures(geometry, self._settings, MAX_TEXTURE_LAYERS)
        count = len(scene.instance_names)
        low, high = _bounds(triangles, count)
        kinds = np.array(["", *("" for _ in scene.objects), *(s.kind for s in scene.structure)])
        shown = grounded(
            display_light(light.lightmap, light.median, self._settings),
            triangles,
            light,
            kinds == "floor",
            self._settings.look,
        )
        self._upload = SceneUpload(
            batches=build_batches(triangles, light, textures, self._settings, kinds == "floor", self._cache),
            textures=textures,
            lightmap=np.round(shown / WHITE * 255).astype(np.uint8),
            low=low,
            high=high,
            rooms=room_lights(scene, triangles, arrays, light.median, self._settings),
            room_of=room_of_instances(scene, low, high),
            occluder=kinds == "wall",
            horizon=panorama(scene.id, scene.kind),
            ground_m=scene.floor_z_m - GROUND_DROP_M,
            exposure=room_exposure(scene, triangles, light, self._settings),
        )
        self._scene = scene
        self._hidden = np.zeros(count, bool)
        empty = int((~np.isfinite(low[1:]).all(1)).sum())
        self.notes = {**triangles.dropped, **shrunk, **textures.notes, **facts}
        if empty:
            self.notes["instances without triangles"] = empty
        if guessed:
            self.notes["lights guessed, one a room"] = len(guessed)
            self.notes["rooms with a guessed light"] = [light.room for light in guessed]

    def render(
        self,
        camera: Camera | OrthographicCamera,
        poses: Iterable[Array],
        modalities: Iterable[Modality],
    ) -> Iterator[Frame]:
        """A frame for each pose, in order; what is hidden is read at each frame."""
        wanted = checked_modalities(modalities)
        if self._upload is None:
            raise RuntimeError("render before load")
        return self._frames(camera, poses, wanted)

    def _frames(
        self, camera: Camera | OrthographicCamera, poses: Iterable[Array], wanted: frozenset[str]
    ) -> Iterator[Frame]:
        for pose in poses:
            yield self._context().frame(camera, pose, wanted, self._hidden)

    def _context(self) -> Raster:
        """The OpenGL side of this process; a context inherited through a fork is left alone."""
        if self._raster is None or self._raster_pid != os.getpid():
            if self._upload is None:
                raise RuntimeError("render before load")
            try:
                self._raster = Raster(self._upload, self._settings, self._device_index)
            except Exception:
                check_available(self._device_index)  # says in one line what is missing, where that is the cause
                raise
            self._raster_pid = os.getpid()
        return self._raster

    def hide(self, ids: Iterable[str]) -> None:
        """Leave instances out of the following renders, until `show`; KeyError names an unknown one."""
        if self._scene is None:
            raise RuntimeError("hide before load")
        table = self._scene.instance_ids
        for name in ids:
            if name not in table:
                raise KeyError(f"scene {self._scene.id} has no instance {name!r}")
            self._hidden[table[name]] = True

    def show(self) -> None:
        """Bring every hidden instance back."""
        self._hidden[:] = False

    def close(self) -> None:
        """Free the OpenGL context; the scene stays loaded until the next load. Safe to call twice."""
        if self._raster is not None and self._raster_pid == os.getpid():
            self._raster.close()
        self._raster = None


def _bounds(triangles: TriangleSet, count: int) -> tuple[Array, Array]:
    """(count, 3) lower and upper corner by instance id; infinite (inverted) where an instance has no triangle."""
    low, high = np.full((count, 3), np.inf), np.full((count, 3), -np.inf)
    corners = triangles.corners().astype(np.float64)
    np.minimum.at(low, triangles.instance, corners.min(1))
    np.maximum.at(high, triangles.instance, corners.max(1))
    return low, high
