"""OpenGL side: one context, one scene; draws a view into off-screen targets and reads it back."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

import moderngl
import numpy as np
from numpy.typing import NDArray

from gstgen.simulators.embedded.batches import SURFACES, Batch, Surface, TextureStack
from gstgen.simulators.embedded.exposure import Exposure
from gstgen.simulators.embedded.floor_gleam import TOPS_M, Gleam
from gstgen.simulators.embedded.gl_uniforms import set_array, set_matrix, set_value
from gstgen.simulators.embedded.light_field import WHITE
from gstgen.simulators.embedded.occlusion import hidden_boxes
from gstgen.simulators.embedded.room_light import RoomLight
from gstgen.simulators.embedded.shaders import SKY_FRAGMENT, SKY_VERTEX, VERSION, program_source
from gstgen.simulators.embedded.sky import PANORAMA_SPAN, cloud_texture
from gstgen.simulators.embedded.targets import Targets, around, averaged
from gstgen.simulators.embedded.views import AnyCamera, View
from gstgen.simulators.protocol import Frame, GraphicsLostError
from gstgen.simulators.settings import RenderSettings

Array = NDArray[np.float64]
Pass = tuple[bool, bool]  # (writes colours, writes ids)

FORMATS = {"P": "3f4", "C": "4f1", "L": "2u2", "T": "3f4", "N": "3f4"}
LIT_BY_ROOM: tuple[Surface, ...] = ("shiny", "front", "mirror", "glass")
CLEAR_NEARS = 4.0  # an eye this many nearest distances away from a wall's box does not look into the wall
LEAST_EYE_M = 0.3  # over the ground outside
PAPER = (1.0, 1.0, 1.0)  # around maps
HAZE = (0.93, 0.95, 0.96)  # in hairline gaps of a picture where no sky is drawn
OCCLUDER_SCALE = 2  # walls are drawn at a half of the size to find what they hide
MAX_TEXTURE_LAYERS = 2048  # what OpenGL 4.3 promises


@dataclass(frozen=True)
class SceneUpload:
    """Everything the GPU gets of a scene. low, high (instances + 1, 3): bounds by id; lightmap (H, W, 3) uint8;
    room_of (instances + 1): index into `rooms` by id; occluder (instances + 1): walls, which hide what is behind;
    horizon (H, W, 4): panorama of what lies outside; ground_m: height of the ground there."""

    batches: dict[Surface, Batch]
    textures: TextureStack
    lightmap: NDArray[np.uint8]
    low: Array
    high: Array
    rooms: tuple[RoomLight, ...]
    room_of: NDArray[np.int64]
    occluder: NDArray[np.bool_]
    horizon: NDArray[np.uint8]
    ground_m: float
    exposure: Exposure


class Raster:
    """A context with a scene on it. Used only by the process that made it; `close` frees it."""

    def __init__(self, upload: SceneUpload, settings: RenderSettings, device_index: int | None) -> None:
        # llvmpipe reads this when the context opens. Threads of its own would fight with the other workers.
        os.environ["LP_NUM_THREADS"] = str(settings.gl_threads)
        options: dict[str, Any] = {"backend": "egl"}
        if device_index is not None:
            options["device_index"] = device_index
        self._context = moderngl.create_context(require=430, standalone=True, **options)
        self.info: dict[str, str] = {k: str(self._context.info[k]) for k in ("GL_RENDERER", "GL_VERSION")}
        self._settings = settings
        self._scene = upload
        self._targets: dict[tuple[int, int], Targets] = {}
        with self._context:
            self._context.enable(moderngl.DEPTH_TEST)
            self._context.front_face = "cw"  # pictures are drawn with their first row at the bottom of clip space
            self._upload_textures()
            self._upload_batches()
            look, rooms = settings.look, upload.rooms
            self._gleams: dict[Surface, Gleam] = {
                "gloss": Gleam(self._context, rooms, look.floor_gleam_px, 0.0, None, look.reflected_walls),
                "top": Gleam(self._context, rooms, look.top_gleam_px, TOPS_M, look.top_gloss, look.reflected_walls),
            }
        # Glass is never in the first layer of ids.
        self._blended = np.zeros(len(upload.low), bool)
        if "glass" in upload.batches:
            self._blended[:] = upload.batches["glass"].count[0] > 0
        corners = np.array(np.meshgrid([0, 1], [0, 1], [0, 1], indexing="ij")).reshape(3, 8).T.astype(bool)
        box = np.where(corners[None], upload.high[:, None], upload.low[:, None])
        self._filled = np.isfinite(upload.low).all(1)
        box[~self._filled] = 0.0
        self._box_corners = np.concatenate([box, np.ones((len(box), 8, 1))], 2)

    def _upload_textures(self) -> None:
        context, stack = self._context, self._scene.textures.pixels
        size = stack.shape[1]
        self._textures = context.texture_array((size, size, len(stack)), 4, stack.tobytes())
        self._textures.build_mipmaps()
        # Nearest mip level: half the price of blending two on the software renderer.
        self._textures.filter = (moderngl.LINEAR_MIPMAP_NEAREST, moderngl.LINEAR)
        light = self._scene.lightmap
        rgba = np.dstack([light, np.full(light.shape[:2], 255, np.uint8)])
        self._lightmap = context.texture((light.shape[1], light.shape[0]), 4, rgba.tobytes())
        self._lightmap.filter = (moderngl.LINEAR, moderngl.LINEAR)
        self._lightmap.repeat_x = self._lightmap.repeat_y = False
        clouds = cloud_texture()
        self._clouds = context.texture((clouds.shape[1], clouds.shape[0]), 1, clouds.tobytes())
        self._clouds.build_mipmaps()
        far = self._scene.horizon
        self._horizon = context.texture((far.shape[1], far.shape[0]), 4, far[::-1].tobytes())
        self._horizon.filter = (moderngl.LINEAR, moderngl.LINEAR)
        self._horizon.repeat_y = False

    def _upload_batches(self) -> None:
        context = self._context
        instances = len(self._scene.low)
        self._ids = context.buffer(np.arange(instances, dtype=np.uint32).tobytes())
        self._commands = context.buffer(reserve=20 * max(1, instances) * len(SURFACES))
        self._arrays: dict[tuple[Surface, Pass], tuple[moderngl.Program, moderngl.VertexArray]] = {}
        self._vertex_buffers: dict[Surface, tuple[moderngl.Buffer, dict[str, moderngl.Buffer]]] = {}
        for name, batch in self._scene.batches.items():
            data = {k: context.buffer(np.ascontiguousarray(v).tobytes()) for k, v in batch.attributes.items()}
            self._vertex_buffers[name] = (context.buffer(batch.indices.tobytes()), data)
        self._sky: moderngl.VertexArray | None = None

    def _array(self, name: Surface, write: Pass) -> tuple[moderngl.Program, moderngl.VertexArray]:
        """Program and vertex array of a surface in a pass, compiled at first use."""
        if (name, write) not in self._arrays:
            source = program_source(name, *write, self._settings.alpha_cut, WHITE)
            program = self._context.program(vertex_shader=source[0], fragment_shader=source[1])
            indices, data = self._vertex_buffers[name]
            content = [(data[k], FORMATS[k], k) for k in data if k in program]
            if "id" in program:
                content.append((self._ids, "1u4/i", "id"))
            if "place" in program:
                places = self._gleams[name].places()[self._scene.room_of]
                content.append((self._context.buffer(places.tobytes()), "4f4/i", "place"))
            for sampler, unit in (("textures", 0), ("lightmap", 1), ("gleam", 3)):
                set_value(program, sampler, unit)
            self._arrays[name, write] = (program, self._context.vertex_array(program, content, indices))
        return self._arrays[name, write]

    def frame(
        self, camera: AnyCamera, T_world_camera: Array, wanted: frozenset[str], hidden: NDArray[np.bool_]
    ) -> Frame:
        """Draw one view; `hidden` (instances + 1) by id."""
        with self._context:
            frame = self._frame(camera, T_world_camera, wanted, hidden)
            error = str(self._context.error)
        if error != "GL_NO_ERROR":
            raise GraphicsLostError(
                f"the graphics driver ({self.info['GL_RENDERER']}) reported {error} while it drew a frame: its context "
                "may be lost or its memory full; repeat the command to go on, with workers=1 if this comes back"
            )
        return frame

    def _frame(
        self, camera: AnyCamera, T_world_camera: Array, wanted: frozenset[str], hidden: NDArray[np.bool_]
    ) -> Frame:
        view = View(camera, np.asarray(T_world_camera, np.float64), self._settings)
        order = self._visible(view, hidden)
        scale = self._settings.supersample if "rgb" in wanted else 1.0
        layers = bool(wanted & {"instance", "depth", "glass"})
        together = layers and scale == 1.0 and "rgb" in wanted
        targets = self._target(view.size)
        self._textures.use(0)
        self._lightmap.use(1)
        found, shown, rgb = Frame(), None, None
        # A larger picture leaves out what shows at no pixel of the ids: most of what stands inside and behind others.
        # So that colours never depend on what else is asked for, ids are drawn for it even where nobody asks for them.
        if (layers and not together) or (scale != 1.0 and not view.orthographic):
            targets.clear_ids()
            targets.clear_depth()
            self._draw(targets.ids, (False, True), view, order)
            found = self._layers(targets, view, order, wanted)
            shown = found.instance if scale != 1.0 and not view.orthographic else None
        if "rgb" in wanted:
            rgb = self._colors(view, order, scale, shown, together)
        if together:
            found = self._layers(targets, view, order, wanted)
        return Frame(rgb, found.depth, found.instance if "instance" in wanted else None, found.glass)

    def _colors(
        self, view: View, order: NDArray[np.int64], scale: float, shown: NDArray[np.uint32] | None, ids_too: bool
    ) -> NDArray[np.uint8]:
        """The finished picture; only what `shown` (ids at the picture's size) has is drawn, where that is given."""
        targets = self._target((round(view.size[0] * scale), round(view.size[1] * scale)))
        targets.clear_rgb(PAPER if view.orthographic else HAZE)
        if ids_too:
            targets.clear_ids()
        sky: tuple[int, int, int, int] | None = (0, 0, *targets.size)
        if shown is not None:
            seen = self._blended.copy()
            flat = shown.ravel()
            seen[flat[np.flatnonzero(flat[1:] != flat[:-1])]] = seen[flat[-1]] = True  # ends of runs: a tenth of all
            order = order[seen[order]]
            sky = around(shown == 0, scale, targets.size) if seen[0] else None
        self._draw_gleam(view, order)
        self._draw((targets.both if ids_too else targets.rgb), (True, ids_too), view, order)
        if sky is not None and not view.orthographic:
            self._draw_sky(targets.rgb, view, sky)
        self._blend_glass(targets.rgb, view, order)
        rgb = averaged(targets.read_rgb(), view.size)
        return rgb if view.orthographic else self._scene.exposure.expose(rgb, view.eye)

    def _layers(self, targets: Targets, view: View, order: NDArray[np.int64], wanted: frozenset[str]) -> Frame:
        """Read the ids that were drawn, and of depth and glass what is wanted; spoils the depth buffer."""
        instance = targets.read_ids()
        depth = None
        if "depth" in wanted:
            depth = np.where(instance > 0, view.metres(targets.read_depth()), np.float32(np.inf)).astype(np.float32)
        glass = self._glass_ids(targets, view, order) if "glass" in wanted else None
        return Frame(depth=depth, instance=instance, glass=glass)

    def _visible(self, view: View, hidden: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Ids of the instances whose box meets the view and is not behind walls, nearest first (ties by id)."""
        clip = self._box_corners @ view.matrix.T
        view.tolerance_m = view.tolerance(clip, self._settings.detail_error_px)
        inside = self._filled & ~hidden
        for axis in range(3):
            inside &= ~(clip[..., axis] > clip[..., 3]).all(1) & ~(clip[..., axis] < -clip[..., 3]).all(1)
        ids = np.flatnonzero(inside)
        gap = view.eye - np.clip(view.eye, self._scene.low[ids], self._scene.high[ids])
        squared = np.einsum("ij,ij->i", gap, gap)
        view.outside = np.zeros(len(clip), bool)
        view.outside[ids] = ~view.orthographic & (squared > (CLEAR_NEARS * self._settings.near_m) ** 2)
        ids = ids[np.argsort(squared, kind="stable")]
        walls = ids[self._scene.occluder[ids]]
        if view.orthographic or not len(walls):
            return ids
        targets = self._target((view.size[0] // OCCLUDER_SCALE + 1, view.size[1] // OCCLUDER_SCALE + 1))
        targets.clear_depth()
        self._draw(targets.depth_only, (False, False), view, walls)
        return ids[~hidden_boxes(clip[ids], targets.read_depth())]

    def _draw(self, target: moderngl.Framebuffer, write: Pass, view: View, order: NDArray[np.int64]) -> None:
        """Draw every surface that is not glass."""
        target.use()
        self._context.enable_only(moderngl.DEPTH_TEST)
        for name in SURFACES:
            if name != "glass" and name in self._scene.batches:
                self._draw_surface(name, write, view, order)

    def _draw_surface(self, name: Surface, write: Pass, view: View, order: NDArray[np.int64]) -> None:
        batch = self._scene.batches[name]
        ids = order[batch.count[0, order] > 0]
        if not len(ids):
            return
        program, array = self._array(name, write)
        if write[0] and name in self._gleams:
            self._gleams[name].use(3)
        set_matrix(program, "view_projection", view.matrix)
        groups = [ids]
        by_room = write[0] and name in LIT_BY_ROOM
        if by_room:
            set_value(program, "eye", view.gl_eye)
            rooms = self._scene.room_of[ids]
            # Glass must keep its far-to-near order across rooms; the others are drawn room by room.
            cuts = np.flatnonzero(np.diff(rooms)) + 1
            groups = np.split(ids, cuts) if name == "glass" else [ids[rooms == r] for r in np.unique(rooms)]
        for group in groups:
            if by_room:
                self._set_room(name, program, int(self._scene.room_of[group[0]]))
            first, count = batch.ranges(group, view.tolerance_m[group])
            backed = np.where(view.outside[group], batch.backed[group], 0)
            if backed.any():
                self._context.enable(moderngl.CULL_FACE)
                self._render(array, group, first, backed)
                self._context.disable(moderngl.CULL_FACE)
            self._render(array, group, first + backed, count - backed)

    def _render(
        self, array: moderngl.VertexArray, ids: NDArray[np.int64], first: NDArray[np.int64], count: NDArray[np.int64]
    ) -> None:
        """Draw a range of indices of each instance."""
        some = np.flatnonzero(count)
        if not len(some):
            return
        commands = np.zeros((len(some), 5), np.uint32)
        commands[:, 0], commands[:, 1], commands[:, 2], commands[:, 4] = count[some], 1, first[some], ids[some]
        self._commands.orphan()
        self._commands.write(commands.tobytes())
        array.render_indirect(self._commands, moderngl.TRIANGLES, count=len(some))

    def _set_room(self, name: Surface, program: moderngl.Program, room: int) -> None:
        """What polished surfaces of a room reflect."""
        light = self._scene.rooms[room]
        for uniform, values in light.uniforms().items():
            set_array(program, uniform, values)
        set_array(program, "room_color", light.surfaces)
        set_array(program, "room_box", light.box_m)

    def _draw_gleam(self, view: View, order: NDArray[np.int64]) -> None:
        """Prepare the reflections on the floors and tops in view."""
        for surface, gleam in self._gleams.items():
            if surface in self._scene.batches:
                polished = order[self._scene.batches[surface].count[0, order] > 0]
                if len(polished):
                    gleam.draw(np.unique(self._scene.room_of[polished]), view.eye, not view.orthographic)

    def _draw_sky(self, target: moderngl.Framebuffer, view: View, part: tuple[int, int, int, int]) -> None:
        """Draw what lies outside where nothing was drawn yet, in a part (x, y, width, height) of the picture."""
        if self._sky is None:
            program = self._context.program(vertex_shader=VERSION + SKY_VERTEX, fragment_shader=VERSION + SKY_FRAGMENT)
            set_value(program, "clouds", 2)
            set_value(program, "horizon", 4)
            low, high = PANORAMA_SPAN
            set_value(program, "span", (low, 1 / (high - low)))
            corners = self._context.buffer(np.array([-1, -1, 3, -1, -1, 3], "f4").tobytes())
            self._sky = self._context.vertex_array(program, [(corners, "2f4", "P")])
        self._clouds.use(2)
        self._horizon.use(4)
        target.use()
        self._context.enable_only(moderngl.DEPTH_TEST)
        self._context.depth_func = "<="
        set_matrix(self._sky.program, "clip_to_direction", view.clip_to_direction)
        x, y, z = view.eye
        set_value(self._sky.program, "stand", (x, y, max(z - self._scene.ground_m, LEAST_EYE_M)))
        target.scissor = part
        self._sky.render(moderngl.TRIANGLES, vertices=3)
        target.scissor = None  # type: ignore[assignment]  # none at all, for other targets, too; the stub lacks it
        self._context.depth_func = "<"

    def _blend_glass(self, target: moderngl.Framebuffer, view: View, order: NDArray[np.int64]) -> None:
        if "glass" not in self._scene.batches:
            return
        target.use()
        self._context.enable_only(moderngl.DEPTH_TEST | moderngl.BLEND)
        self._context.blend_func = moderngl.SRC_ALPHA, moderngl.ONE_MINUS_SRC_ALPHA
        target.depth_mask = False
        self._draw_surface("glass", (True, False), view, order[::-1])
        target.depth_mask = True

    def _glass_ids(self, targets: Targets, view: View, order: NDArray[np.int64]) -> NDArray[np.uint32]:
        """Nearest glass in front of the depth buffer; spoils that depth buffer."""
        targets.clear_ids()
        if "glass" in self._scene.batches:
            targets.ids.use()
            self._context.enable_only(moderngl.DEPTH_TEST)
            self._draw_surface("glass", (False, True), view, order)
        return targets.read_ids()

    def _target(self, size: tuple[int, int]) -> Targets:
        if size not in self._targets:
            self._targets[size] = Targets(self._context, size)
        return self._targets[size]

    def close(self) -> None:
        """Release the context and all that lives in it."""
        with self._context:
            for target in self._targets.values():
                target.release()
        self._targets.clear()
        self._arrays.clear()
        self._vertex_buffers.clear()
        self._context.release()
