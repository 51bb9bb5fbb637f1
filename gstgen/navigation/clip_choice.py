"""Which clips a scene gets: groups of paths alike, all of them fit to be filmed, one of each filmed by chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gstgen.navigation.clips import ClipPath, PathPool, find_paths, made_alike, path_difference_m
from gstgen.navigation.filming import Filmer, Shot
from gstgen.navigation.floor_map import FloorMap
from gstgen.navigation.roadmap import Roadmap
from gstgen.navigation.settings import TrajectorySettings
from gstgen.randomness import rng

Array = NDArray[np.float64]


@dataclass(frozen=True)
class ChosenClip:
    """A filmed path, its shot, and the paths beside it that were not filmed, in random order."""

    path: ClipPath
    shot: Shot
    others: tuple[ClipPath, ...]
    same_start_room: bool


class ClipPlanner:
    """Chooses and films the clips of one scene; `outcomes` counts groups and paths by what became of them."""

    def __init__(
        self,
        scene_id: str,
        floor_map: FloorMap,
        roadmap: Roadmap,
        filmer: Filmer,
        settings: TrajectorySettings,
        seed: int,
        starts_m: Sequence[Array],
    ) -> None:
        self._scene_id, self._floor_map, self._roadmap, self._filmer = scene_id, floor_map, roadmap, filmer
        self._settings, self._seed, self._starts = settings, seed, starts_m
        self.outcomes: Counter[str] = Counter()
        self._members: dict[tuple[int, ...], list[ClipPath] | None] = {}
        self._filmed: dict[tuple[int, ...], list[Shot | str]] = {}

    def plan(self) -> list[ChosenClip]:
        """Up to `clips.count` clips; more paths are drawn until there are enough groups that start in one room.

        With the last paths, groups that mix start rooms make up the number.
        """
        clips, pool = self._settings.clips, PathPool(self._settings.clips)
        chosen: list[ChosenClip] = []
        for batch in range(self._settings.attempts if clips.count else 0):
            pool.paths += find_paths(
                self._scene_id, self._floor_map, self._roadmap, clips, self._settings.motion, self._seed, batch
            )
            self.outcomes.clear()
            chosen = self._choose(pool, mixed=batch == self._settings.attempts - 1)
            if len(chosen) == clips.count:
                break
        self.outcomes["filmed"] = len(chosen)
        if len(chosen) < clips.count:
            self.outcomes["no_matched_group"] = clips.count - len(chosen)
        return chosen

    def _choose(self, pool: PathPool, mixed: bool) -> list[ChosenClip]:
        """Clips from some paths: groups of one start room first, then, with `mixed`, groups that mix rooms."""
        generator = rng(self._seed, self._scene_id, "clip groups")
        clips = self._settings.clips
        left = [int(i) for i in generator.permutation(len(pool.paths))]
        uses: Counter[int] = Counter()
        vain: set[tuple[object, ...]] = set()
        chosen: list[ChosenClip] = []
        for same_room in (True, False) if mixed else (True,):
            while len(chosen) < clips.count:
                group = pool.next_group(left, uses, same_room, vain)
                if group is None:
                    break
                members = self._alike(tuple(group), pool)
                if members is None:
                    self.outcomes["cannot_be_made_alike"] += 1
                    left.remove(group[0])
                    continue
                # One path that cannot be filmed spoils the group: the others would be likelier to be the filmed one.
                faults: Sequence[str | None] = [self._in_the_way(m, chosen) for m in members]
                shots: list[Shot | str] = []
                if not any(faults):
                    shots = self._shots(tuple(group), members)
                    faults = [shot if isinstance(shot, str) else None for shot in shots]
                if any(faults):
                    self.outcomes.update(fault for fault in faults if fault)
                    left = [i for i in left if i not in group or not faults[group.index(i)]]
                    continue
                order = [int(k) for k in generator.permutation(len(members))]
                shot, others = shots[order[0]], tuple(members[k] for k in order[1:])
                assert isinstance(shot, Shot)
                rooms = {m.start_room for m in members}
                uses.update(m.start_room for m in members)
                left = [i for i in left if i not in group]
                chosen.append(ChosenClip(members[order[0]], shot, others, len(rooms) == 1))
        return chosen

    def _alike(self, group: tuple[int, ...], pool: PathPool) -> list[ClipPath] | None:
        """The group's paths made alike; batches ask for the same group again."""
        if group not in self._members:
            paths = [pool.paths[i] for i in group]
            self._members[group] = made_alike(paths, self._floor_map, self._settings.clips, self._settings.motion)
        return self._members[group]

    def _in_the_way(self, path: ClipPath, chosen: Sequence[ChosenClip]) -> str | None:
        """The rule by which a path is too near to what is filmed already, if any."""
        clips = self._settings.clips
        taken = [*self._starts, *(c.path.points_m[0] for c in chosen)]
        if any(np.linalg.norm(path.points_m[0] - start) < clips.start_gap_m for start in taken):
            return "start_gap_m"
        if any(path_difference_m(path.points_m, c.path.points_m) < clips.min_difference_m for c in chosen):
            return "min_difference_m"
        return None

    def _shots(self, group: tuple[int, ...], members: Sequence[ClipPath]) -> list[Shot | str]:
        """Shots along the paths of a group, each or the rule that it breaks."""
        if group not in self._filmed:
            self._filmed[group] = [self._film(i, m) for i, m in zip(group, members, strict=True)]
        return self._filmed[group]

    def _film(self, index: int, path: ClipPath) -> Shot | str:
        """The shot along a path, or the rule that it breaks."""
        worth = np.zeros(len(self._filmer.sight.targets))
        generator = rng(self._seed, self._scene_id, "clip", index)
        shot = self._filmer.film(path.walk, [], worth, self._settings.gaze.clip_forward_weight, generator, 0)
        if shot.bare.any():
            return "bare_wall"
        clearance = self._floor_map.clearance_at(shot.poses[:, :2, 3])
        if (clearance < self._floor_map.agent_radius_m - 1e-3).any():
            return "clearance"
        return shot
