"""Can the clip that was filmed be guessed from what is drawn? Guessers over 200 groups and more; chance is one in four.

Run with `make bench-clips`; it is no test because it takes many minutes. A guesser takes the path of a group with the
most or the least of some number, or the one whose number is nearest to what a viewer measures in the video. Exit 1 when
one of them is outside chance, all guessers taken together (Bonferroni).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

import numpy as np
from hydra import compose, initialize_config_dir
from numpy.typing import NDArray
from omegaconf import OmegaConf
from scipy.stats import binom

from gstgen.navigation.clip_choice import ChosenClip, ClipPlanner
from gstgen.navigation.clips import ClipPath, count_turns
from gstgen.navigation.filming import Filmer
from gstgen.navigation.floor_map import FloorMap, build_floor_map
from gstgen.navigation.roadmap import Roadmap, path_length_m
from gstgen.navigation.settings import FloorMapSettings, TrajectorySettings
from gstgen.navigation.sight import TargetSight
from gstgen.perception.raycast import RayCaster
from gstgen.resources import resource_folder
from tests.benchmarks.scenes import make_scene

SCENES = (
    "Rs_int",
    "Beechwood_0_int",
    "Wainscott_0_int",
    "house_double_floor_upper",
    "office_vendor_machine",
    "restaurant_diner",
    "grocery_store_convenience",
    "hotel_gym_spa",
)
SEEDS, CLIPS = (0, 1), 16
LEVEL = 0.95
MEASURED = 0.02  # relative error (standard deviation) with which a viewer knows length and time

Array = NDArray[np.float64]
Score = Callable[[ChosenClip, list[ClipPath], FloorMap, np.random.Generator], Array]


def numbers(settings: TrajectorySettings) -> dict[str, Callable[[ClipPath, FloorMap], float]]:
    """What a drawn path can be told by."""
    clips = settings.clips

    def heading(p: ClipPath) -> Array:
        return np.unwrap(np.arctan2(*np.diff(p.points_m, axis=0).T[::-1]))

    def room_m2(at: Array, floor_map: FloorMap) -> float:
        room = int(floor_map.room_at(at[None])[0])
        return float((floor_map.room_index == room).sum()) if room >= 0 else 0.0

    return {
        "length": lambda p, _: p.length_m,
        "duration": lambda p, _: p.walk.duration_s,
        "turns": lambda p, _: count_turns(p.points_m, clips.turn_tolerance_m, clips.turn_deg),
        "turning": lambda p, _: float(np.abs(np.diff(heading(p))).sum()),
        "net turn": lambda p, _: float(heading(p)[-1] - heading(p)[0]),
        "straightness": lambda p, _: float(np.linalg.norm(p.points_m[-1] - p.points_m[0])),
        "box area": lambda p, _: float(np.ptp(p.points_m, axis=0).prod()),
        "box side": lambda p, _: float(np.ptp(p.points_m, axis=0).max()),
        "end east": lambda p, _: float(p.points_m[-1, 0]),
        "start north": lambda p, _: float(p.points_m[0, 1]),
        "end room": lambda p, floor: room_m2(p.points_m[-1], floor),
        "rooms": lambda p, floor: float(len(np.unique(floor.room_at(p.points_m)))),
        "clearance": lambda p, floor: float(floor.clearance_at(p.points_m).mean()),
        "middle": lambda p, floor: float(np.linalg.norm(p.points_m.mean(0) - _middle(floor))),
    }


def _middle(floor_map: FloorMap) -> Array:
    return np.asarray(floor_map.grid.to_world(np.argwhere(floor_map.navigable)).mean(0), float)


def guessers(settings: TrajectorySettings) -> dict[str, Score]:
    """Scores (paths) of a group's paths, the filmed one first; the highest is the guess."""
    out: dict[str, Score] = {}
    for name, number in numbers(settings).items():
        for end, sign in (("most", 1.0), ("least", -1.0)):
            out[f"{end} {name}"] = lambda _, paths, floor, __, f=number, s=sign: np.array(  # type: ignore[misc]
                [s * f(p, floor) for p in paths]
            )
        out[f"typical {name}"] = lambda _, paths, floor, __, f=number: (
            -np.abs(  # type: ignore[misc]
                (v := np.array([f(p, floor) for p in paths])) - np.median(v)
            )
        )
    out["nearest length"] = lambda clip, paths, _, chance: (
        -np.abs(np.array([p.length_m for p in paths]) - _measured(path_length_m(clip.shot.poses[:, :2, 3]), chance))
    )
    out["nearest duration"] = lambda clip, paths, _, chance: (
        -np.abs(np.array([p.walk.duration_s for p in paths]) - _measured(float(clip.shot.times_s[-1]), chance))
    )
    limits = settings.clips
    out["nearest turns"] = lambda clip, paths, _, __: (
        -np.abs(
            np.array([count_turns(p.points_m, limits.turn_tolerance_m, limits.turn_deg) for p in paths])
            - count_turns(clip.shot.poses[:, :2, 3], limits.turn_tolerance_m, limits.turn_deg)
        )
    )
    return out


def _measured(value: float, chance: np.random.Generator) -> float:
    return value * (1.0 + MEASURED * float(chance.normal()))


def groups(settings: TrajectorySettings, floor_settings: FloorMapSettings) -> Iterator[tuple[ChosenClip, FloorMap]]:
    """Clips of several scenes and seeds, planned as the product plans them."""
    for name in SCENES:
        scene, geometry = make_scene(name)
        floor_map = build_floor_map(scene, geometry, floor_settings)
        caster = RayCaster(scene, geometry)
        roadmap = Roadmap(floor_map, settings.roadmap, settings.motion.comfort_m, settings.motion.comfort_weight)
        camera, found = settings.camera, 0
        for seed in SEEDS:
            sight = TargetSight(scene, geometry, caster, camera.camera, camera.pitch_spread_deg, settings.sight, seed)
            filmer = Filmer(scene, caster, sight, settings)
            clips = ClipPlanner(scene.id, floor_map, roadmap, filmer, settings, seed, []).plan()
            found += len(clips)
            yield from ((clip, floor_map) for clip in clips)
        print(f"{name}: {found} groups", flush=True)


def main() -> int:
    """Print how often each guesser is right; exit 1 when one is outside chance."""
    with initialize_config_dir(str(resource_folder("conf")), version_base=None):
        overrides = [f"trajectory.clips.count={CLIPS}", "video.fps=5"]
        conf = OmegaConf.to_container(compose("config", overrides=overrides), resolve=True)
    assert isinstance(conf, dict)
    settings = TrajectorySettings.model_validate(conf["trajectory"])
    asked = guessers(settings)
    right = dict.fromkeys(asked, 0.0)
    total = 0
    for clip, floor_map in groups(settings, FloorMapSettings.model_validate(conf["floor_map"])):
        paths = [clip.path, *clip.others]
        for name, score in asked.items():
            # The same measured value whatever the order of the guessers.
            values = np.round(score(clip, paths, floor_map, np.random.default_rng(total)), 6)
            best = values >= values.max() - 1e-9
            right[name] += float(best[0]) / best.sum()
        total += 1
    chance = 1.0 / (settings.clips.alternatives + 1)
    low, high = (edge / total for edge in binom.interval(LEVEL, total, chance))
    far = [edge / total for edge in binom.interval(1 - (1 - LEVEL) / len(asked), total, chance)]
    print(f"{total} groups; chance {chance:.1%}, {LEVEL:.0%} interval {low:.1%} to {high:.1%}")
    print(f"all {len(asked)} guessers together: {far[0]:.1%} to {far[1]:.1%}")
    for name, wins in sorted(right.items(), key=lambda entry: -entry[1]):
        share = wins / total
        mark = "" if low <= share <= high else " (outside)" if far[0] <= share <= far[1] else " NOT CHANCE"
        print(f"{name:24s}{share:7.1%}{mark}")
    return int(any(not far[0] <= wins / total <= far[1] for wins in right.values()))


if __name__ == "__main__":
    sys.exit(main())
