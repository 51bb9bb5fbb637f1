"""The plan of a scene as SVG: rooms, walls, doors, furniture; over it floor that was seen, paths by time, views."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from numpy.typing import ArrayLike, NDArray

from gstgen.report.html import Markup, join, tag
from gstgen.report.reading import SceneFiles
from gstgen.scenes.model import Scene
from gstgen.scenes.plan_drawing import room_color

Array = NDArray[np.float64]

# Time along a path: dark blue over magenta to orange; all of it reads on white.
RAMP = ((13, 8, 135), (126, 3, 168), (204, 71, 120), (248, 149, 64))
LOCALISED, LOST, UNKNOWN = "#14804a", "#d02a2a", "#55606e"
# A door's box holds its open leaf as well: only its outline is drawn.
_STRUCTURE = {
    "wall": {"fill": "#4a4d55"},
    "window": {"fill": "#5aa0e6"},
    "door": {"fill": "none", "stroke": "#a9743a", "stroke_width": "2", "stroke_dasharray": "6 4"},
}
_MARGIN_M = 0.4
_PIECES = 60  # of a path, each of one colour
_WIDTH_PX = 1000.0


@dataclass(frozen=True)
class Frame:
    """World metres to the SVG's units: x right, y up becomes down; `unit` units are a metre."""

    left_m: float
    top_m: float
    width_m: float
    height_m: float
    unit: float

    def at(self, points_m: ArrayLike) -> Array:
        """SVG coordinates (N, 2) of world points (N, 2)."""
        p = np.asarray(points_m, float).reshape(-1, 2)
        return np.stack([(p[:, 0] - self.left_m) * self.unit, (self.top_m - p[:, 1]) * self.unit], 1)

    def list(self, points_m: ArrayLike) -> str:
        """The `points` of a polygon or polyline."""
        return " ".join(f"{x:.1f},{y:.1f}" for x, y in self.at(points_m))

    @property
    def box(self) -> str:
        """The view box."""
        return f"0 0 {self.width_m * self.unit:.1f} {self.height_m * self.unit:.1f}"


def frame_of(scene: Scene) -> Frame:
    """The frame that holds all rooms (or, without rooms, all structure)."""
    shapes = [r.polygon for r in scene.rooms] or [shapely.Polygon(s.box.footprint_m) for s in scene.structure]
    x0, y0, x1, y1 = shapely.union_all(shapes).buffer(_MARGIN_M).bounds
    return Frame(x0, y1, x1 - x0, y1 - y0, _WIDTH_PX / max(x1 - x0, y1 - y0))


def base(scene: Scene, frame: Frame, symbol: str) -> Markup:
    """The plan without anything on it, as a symbol that other drawings use."""
    rooms = [
        tag("polygon", tag("title", f"{r.id}, {r.polygon.area:.1f} m2"), points=frame.list(r.polygon.exterior.coords),
            fill="rgb({},{},{})".format(*room_color(r.type)))
        for r in scene.rooms
    ]  # fmt: skip
    things = [
        tag("polygon", tag("title", o.id), points=frame.list(o.box.footprint_m))
        for o in sorted(scene.objects, key=lambda o: float(o.box.bounds_m[1][2]))
        if o.support != "ceiling"
    ]
    structure = [
        tag("polygon", tag("title", s.id), points=frame.list(s.box.footprint_m), **_STRUCTURE[kind])
        for kind in ("wall", "window", "door")
        for s in scene.structure
        if s.kind == kind and s.parameters.get("shape", "wall") != "skirting"
    ]
    names = []
    for room in scene.rooms:
        point = room.polygon.representative_point()
        x, y = frame.at([[point.x, point.y]])[0]
        names.append(tag("text", room.id.replace("_", " "), x=f"{x:.1f}", y=f"{y:.1f}", text_anchor="middle"))
    return tag(
        "symbol",
        tag("g", join(rooms), fill_opacity="0.6"),
        tag("g", join(things), fill="#c9ccd2", fill_opacity="0.65", stroke="#8d929b", stroke_width="0.8"),
        tag("g", join(structure)),
        tag("g", join(names), font_size="15", font_family="system-ui, sans-serif", fill="#2b2e35", fill_opacity="0.75"),
        id=symbol,
        viewBox=frame.box,
    )


def drawing(frame: Frame, symbol: str, *layers: Markup) -> Markup:
    """A plan with layers over it."""
    use = tag(
        "use", href=f"#{symbol}", width=f"{frame.width_m * frame.unit:.1f}", height=f"{frame.height_m * frame.unit:.1f}"
    )
    return tag("svg", use, *layers, viewBox=frame.box, role="img")


def floor_layer(frame: Frame, centers_m: Array, seen: NDArray[np.bool_], cell_m: float) -> Markup:
    """Cells of floor: seen ones tinted green, unseen ones red."""
    side = cell_m * frame.unit

    def squares(points: Array) -> str:
        corners = frame.at(points) - side / 2
        return "".join(f"M{x:.1f} {y:.1f}h{side:.1f}v{side:.1f}h-{side:.1f}z" for x, y in corners)

    return join(
        tag("path", d=squares(centers_m[mask][:, :2]), fill=colour, fill_opacity=opacity)
        for mask, colour, opacity in ((seen, "#2fa866", "0.30"), (~seen, "#d02a2a", "0.55"))
        if mask.any()
    )


def path_layer(frame: Frame, points_m: Array) -> Markup:
    """A path coloured by time, a ring at its start and a square at its end."""
    pieces = np.array_split(np.arange(len(points_m)), min(_PIECES, max(len(points_m) - 1, 1)))
    lines = []
    for k, piece in enumerate(pieces):
        part = points_m[piece[0] : min(piece[-1] + 2, len(points_m))]
        lines.append(tag("polyline", points=frame.list(part), stroke=ramp_color(k / max(len(pieces) - 1, 1))))
    whole = tag("polyline", points=frame.list(points_m), stroke="#ffffff", stroke_width="9", stroke_opacity="0.8")
    (x0, y0), (x1, y1) = frame.at(points_m[[0, -1]])
    ends = join(
        [
            tag("circle", tag("title", "start"), cx=f"{x0:.1f}", cy=f"{y0:.1f}", r="9", fill="#fff",
                stroke=ramp_color(0), stroke_width="4"),
            tag("rect", tag("title", "end"), x=f"{x1 - 7:.1f}", y=f"{y1 - 7:.1f}", width="14", height="14",
                fill=ramp_color(1), stroke="#fff", stroke_width="2"),
        ]
    )  # fmt: skip
    shape = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    return join([tag("g", whole, **shape), tag("g", join(lines), stroke_width="5", **shape), ends])


def ramp_color(t: float) -> str:
    """Colour at a share of the time."""
    at = np.clip(t, 0, 1) * (len(RAMP) - 1)
    red, green, blue = (np.interp(at, range(len(RAMP)), [c[i] for c in RAMP]) for i in range(3))
    return f"rgb({red:.0f},{green:.0f},{blue:.0f})"


def ramp_css() -> str:
    """The colours of time as a CSS gradient."""
    return f"linear-gradient(90deg, {', '.join(ramp_color(i / 8) for i in range(9))})"


def line_layer(frame: Frame, points_m: ArrayLike, colour: str, width: float, title: str) -> Markup:
    """A plain path with a dot at its start."""
    x, y = frame.at(points_m)[0]
    return join(
        [
            tag("polyline", tag("title", title), points=frame.list(points_m), fill="none", stroke=colour,
                stroke_width=width, stroke_linejoin="round", stroke_linecap="round", stroke_opacity="0.85"),
            tag("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=width * 1.5, fill=colour),
        ]
    )  # fmt: skip


def view_layer(frame: Frame, views: Sequence[dict[str, Any]]) -> Markup:
    """Views as arrows, by whether a machine could place them; each leads to its picture."""
    marks = []
    for view in views:
        pose = np.asarray(view["camera"]["T_world_camera"], float)
        forward = pose[:2, 2] / max(float(np.linalg.norm(pose[:2, 2])), 1e-9)
        side = np.array([-forward[1], forward[0]])
        eye = pose[:2, 3]
        tip = eye + 0.55 * forward
        head = [tip, eye + 0.34 * forward + 0.11 * side, eye + 0.34 * forward - 0.11 * side]
        colour = view_color(view)
        x, y = frame.at(eye)[0]
        marks.append(
            tag("a",
                tag("title", f"{view['name']}, {view['room'] or 'no room'}"),
                tag("polyline", points=frame.list([eye, eye + 0.4 * forward]), stroke=colour, stroke_width="4"),
                tag("polygon", points=frame.list(head), fill=colour),
                tag("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r="7", fill=colour, stroke="#fff", stroke_width="2"),
                tag("text", view["name"].removeprefix("view_"), x=f"{x + 9:.1f}", y=f"{y - 7:.1f}", font_size="13",
                    fill="#14161a", font_family="system-ui, sans-serif"),
                href=f"#{view['name']}")
        )  # fmt: skip
    return join(marks)


def view_color(view: dict[str, Any]) -> str:
    """Green where matching found the right place, red where not, grey where it was not tried."""
    found = view.get("numbers", {}).get("localisation")
    if found is None:
        return UNKNOWN
    return LOCALISED if found["localised"] else LOST


def scene_frame(files: SceneFiles) -> Frame | None:
    """The frame of a scene's plan, None without a scene."""
    return frame_of(files.scene) if files.scene is not None else None
