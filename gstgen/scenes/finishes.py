"""The finishes of a building: floors, walls and ceilings of its rooms, doors, windows, outside. Data: finishes.yaml."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import yaml

from gstgen.randomness import rng
from gstgen.resources import resource_folder
from gstgen.scenes.paint import PaintPicker, PaintRange, lch_to_srgb, srgb_to_lab

Finish = dict[str, Any]
ACCENT_SIDES = ("-x", "+x", "-y", "+y")  # the way a wall of the room faces
_TRIES = 24
_MOST_CHROMA = 26.0  # of the deeper tone on an accent wall
_PLINTH = {"kind": "concrete", "color": [0.55, 0.55, 0.54], "seed": 5, "gloss": 0.0}


@dataclass(frozen=True)
class RoomLook:
    """What the choice of a room's finishes depends on; `long_x`: the room is longer along x than along y."""

    id: str
    type: str
    outdoor: bool
    long_x: bool


@dataclass(frozen=True)
class BuildingStyle:
    """What all rooms of a building share."""

    facade: Finish
    fence: Finish
    paving: Finish
    door_style: str
    door_color: tuple[float, float, float]
    trim_color: tuple[float, float, float]
    window_style: str
    window_color: tuple[float, float, float]


@cache
def table() -> dict[str, Any]:
    """The table `scenes/finishes.yaml`."""
    data: dict[str, Any] = yaml.safe_load((resource_folder("scenes") / "finishes.yaml").read_text(encoding="utf-8"))
    return data


def building_style(name: str, kind: str, seed: int) -> BuildingStyle:
    """Facade, fence, doors, trim and windows of a building."""
    random = rng(seed, "style", name)
    data = table()

    def color(key: str) -> tuple[float, float, float]:
        r, g, b = data[key][int(random.integers(len(data[key])))]
        return r, g, b

    return BuildingStyle(
        facade=_finish(_drawn(data["facades_of"].get(kind, data["facades"]), random), random, 1),
        fence=_finish(_drawn(data["fences"], random), random, 2),
        paving=_finish("paving", random, 6),
        door_style=_drawn(data["doors"].get(kind, data["doors"]["default"]), random),
        door_color=color("door_colors"),
        trim_color=color("trim_colors"),
        window_style=_drawn(data["windows"].get(kind, data["windows"]["default"]), random),
        window_color=color("window_colors"),
    )


def room_finishes(name: str, kind: str, rooms: Sequence[RoomLook], facade: Finish, seed: int) -> dict[str, Finish]:
    """{"floor", "wall", "ceiling", maybe "dado", "accent"} by room id, so that rooms can be told apart.

    All walls of a building differ in colour; rooms of one type differ in floor as well, as far as the table allows. The
    walls of a garden are the facade.
    """
    return _Chooser(name, kind, facade, seed).run(rooms)


def _drawn(weights: Mapping[str, float], random: np.random.Generator) -> str:
    names = list(weights)
    share = np.array([float(weights[n]) for n in names])
    return names[int(random.choice(len(names), p=share / share.sum()))]


def _finish(name: str, random: np.random.Generator, seed: int, color: Sequence[float] | None = None) -> Finish:
    """A finish of the table in a colour (or one of its own)."""
    row = table()["finishes"][name]
    kind = row["patterns"][int(random.integers(len(row["patterns"])))]
    if color is None:
        palette = table()["colors"][row["colors"]]
        base = np.array(palette[int(random.integers(len(palette)))])
        color = np.clip(base * random.normal(1.0, 0.02) + random.normal(0.0, 0.008, 3), 0.1, 0.94).tolist()
    return {"kind": kind, "color": [round(float(c), 3) for c in color], "seed": seed, "gloss": row["gloss"]}


class _Chooser:
    def __init__(self, name: str, kind: str, facade: Finish, seed: int) -> None:
        self.kind, self.facade, self.random = kind, facade, rng(seed, "finish", name)
        data = table()
        self.paint_name = _drawn(data["paints_of"].get(kind, data["paints_of"]["home"]), self.random)
        row = data["paints"][self.paint_name]
        self.paints = PaintPicker(PaintRange(tuple(row["light"]), tuple(row["chroma"]), tuple(row["hue"])), self.random)
        self.shared: dict[str, Finish] = {}
        self.number = 10
        self.floors: dict[str, list[Finish]] = {}

    def run(self, rooms: Sequence[RoomLook]) -> dict[str, Finish]:
        out = {}
        for room in rooms:
            self.number += 4
            finish: Finish = {"floor": self._floor(room)}
            finish.update(self._walls(room))
            if not room.outdoor:
                finish["ceiling"] = _finish(_drawn(self._row("ceilings", room.type), self.random), self.random, 3)
                if finish["ceiling"]["kind"] == "wood_ceiling" and not room.long_x:
                    finish["ceiling"]["angle_deg"] = 90.0
            out[room.id] = finish
        return out

    def _row(self, group: str, type_: str) -> dict[str, float]:
        """Weights for a room type: of the kind, of any kind, the kind's default, the default."""
        rows = table()[group]
        own = rows.get(self.kind, {})
        for candidate in (own.get(type_), rows["any"].get(type_), own.get("default"), rows["default"]):
            if candidate is not None:
                found: dict[str, float] = candidate
                return found
        raise KeyError(group)

    def _floor(self, room: RoomLook) -> Finish:
        """A floor unlike those of the same type of room, as far as the table has one."""
        weights = {"lawn": 1.0} if room.outdoor and room.type != "garden" else self._row("floors", room.type)
        others = self.floors.setdefault(room.type, [])
        best: tuple[float, Finish] | None = None
        for _ in range(_TRIES if others else 1):
            finish = self._one_floor(_drawn(weights, self.random))
            gap = min((_difference(finish, other) for other in others), default=np.inf)
            if best is None or gap > best[0]:
                best = gap, finish
            if best[0] > 30.0:
                break
        assert best is not None
        finish = dict(best[1])
        if not room.long_x and finish["kind"] not in ("lawn", "gravel"):
            finish["angle_deg"] = 90.0
        others.append(finish)
        return finish

    def _one_floor(self, name: str) -> Finish:
        if table()["finishes"][name].get("shared"):
            if name not in self.shared:
                self.shared[name] = _finish(name, self.random, 4)
            return dict(self.shared[name])
        return _finish(name, self.random, self.number)

    def _walls(self, room: RoomLook) -> Finish:
        if room.outdoor:
            return {"wall": dict(self.facade), "dado": {**_PLINTH, "height_m": 0.3}}
        treatment = table()["treatments"][_drawn(self._row("walls", room.type), self.random)]
        paint = self.paints.draw()
        colored = {} if "colors" in table()["finishes"][treatment["base"]] else {"color": paint}
        out: Finish = {"wall": _finish(treatment["base"], self.random, self.number + 1, **colored)}
        if "dado" in treatment:
            finish = self._second(treatment["dado"], paint, self.number + 2)
            out["dado"] = {**finish, "height_m": treatment["dado_m"]}
        if "accent" in treatment:
            side = ACCENT_SIDES[int(self.random.integers(4))]
            out["accent"] = {**self._second(treatment["accent"], paint, self.number + 3), "side": side}
        return out

    def _second(self, name: str, paint: Sequence[float], seed: int) -> Finish:
        """A finish beside a paint: its own colour, or a deeper tone that goes with the paint."""
        if "colors" in table()["finishes"][name]:
            return _finish(name, self.random, seed)
        light, a, b = srgb_to_lab((paint[0], paint[1], paint[2]))
        turn = float(self.random.choice([0.0, 0.0, 30.0, -30.0, 180.0]))
        hue = float(np.degrees(np.arctan2(b, a))) + turn
        chroma = float(np.hypot(a, b)) * (0.7 if turn == 180.0 else 1.2) + float(self.random.uniform(3.0, 9.0))
        chroma = min(chroma, _MOST_CHROMA)
        return _finish(
            name, self.random, seed, lch_to_srgb(light - float(self.random.uniform(10.0, 24.0)), chroma, hue)
        )


def _difference(a: Finish, b: Finish) -> float:
    """How unlike two floors look: colour difference, and a bonus for another pattern."""
    gap = float(np.linalg.norm(srgb_to_lab(tuple(a["color"])) - srgb_to_lab(tuple(b["color"]))))
    return gap + (25.0 if a["kind"] != b["kind"] else 0.0)
