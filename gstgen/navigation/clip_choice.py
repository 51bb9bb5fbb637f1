"""Which clips a scene gets: groups of paths alike, all of them fit to be filmed, one of each filmed by chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gstgen.navigation.clips import ClipPath, find_paths, made_alike, next_group, path_difference_m
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

    def plan(self) -> list[ChosenClip]:
        """Up to `clips.count` clips; more paths are drawn until there are enough groups that start in one room.

        With the last paths, groups that mix start rooms make up the number.
        """
        clips, paths = self._settings.clips, list[ClipPath]()
        chosen: list[ChosenClip] = []
        for batch in range(self._settings.attempts if clips.count else 0):
            paths += find_paths(
                self._scene_id, self._floor_map, self._roadmap, clips, self._settings.motion, self._seed, batch
            )
            self.outcomes.clear()
            chosen = self._choose(paths, mixed=batch == self._settings.attempts - 1)
            if len(chosen) == clips.count:
                break
        self.outcomes["filmed"] = len(chosen)
        if len(chosen) < clips.count:
            self.outcomes["no_matched_group"] = clips.count - len(chosen)
        return chosen

    def _choose(self, paths: Sequence[ClipPath], mixed: bool) -> list[ChosenClip]:
        """Clips from some paths: groups of one start room first, then, with `mixed`, groups that mix rooms."""
        generator = rng(self._seed, self._scene_id, "clip groups")
        clips, motion = self._settings.clips, self._settings.motion
        left = [int(i) for i in generator.permutation(len(paths))]
        uses: Counter[int] = Counter()
        chosen: list[ChosenClip] = []
        for same_room in (True, False) if mixed else (True,):
            while len(chosen) < clips.count:
                group = next_group(paths, left, uses, clips, same_room)
                if group is None:
                    break
                members = made_alike([paths[i] for i in group], self._floor_map, clips, motion)
                if members is None:
                    self.outcomes["cannot_be_made_alike"] += 1
                    left.remove(group[0])
                    continue
                shots = [self._film(i, m, chosen) for i, m in zip(group, members, strict=True)]
                # One path that cannot be filmed spoils the group: the others would be likelier to be the filmed one.
                if not all(isinstance(shot, Shot) for shot in shots):
                    self.outcomes.update(shot for shot in shots if isinstance(shot, str))
                    left = [i for i in left if i not in group or isinstance(shots[group.index(i)], Shot)]
                    continue
                order = [int(k) for k in generator.permutation(len(members))]
                shot, others = shots[order[0]], tuple(members[k] for k in order[1:])
                assert isinstance(shot, Shot)
                rooms = {m.start_room for m in members}
                uses.update(m.start_room for m in members)
                left = [i for i in left if i not in group]
                chosen.append(ChosenClip(members[order[0]], shot, others, len(rooms) == 1))
        return chosen

    def _film(self, index: int, path: ClipPath, chosen: Sequence[ChosenClip]) -> Shot | str:
        """The shot along a path, or the rule that it breaks."""
        clips = self._settings.clips
        taken = [*self._starts, *(c.path.points_m[0] for c in chosen)]
        if any(np.linalg.norm(path.points_m[0] - start) < clips.start_gap_m for start in taken):
            return "start_gap_m"
        if any(path_difference_m(path.points_m, c.path.points_m) < clips.min_difference_m for c in chosen):
            return "min_difference_m"
        worth = np.zeros(len(self._filmer.sight.targets))
        generator = rng(self._seed, self._scene_id, "clip", index)
        shot = self._filmer.film(path.walk, [], worth, self._settings.gaze.clip_forward_weight, generator, 0)
        if shot.bare.any():
            return "bare_wall"
        clearance = self._floor_map.clearance_at(shot.poses[:, :2, 3])
        if (clearance < self._floor_map.agent_radius_m - 1e-3).any():
            return "clearance"
        return shot
