"""Choice of current views: places and headings off every trajectory that the video makes it possible to find."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from gstgen.geometry.angles import wrap_deg
from gstgen.geometry.cameras import Camera
from gstgen.navigation.floor_map import FloorMap
from gstgen.perception.aliasing import coarse_picture, find_aliases, look_labels
from gstgen.perception.candidates import Candidate, draw_candidates, separation
from gstgen.perception.covisibility import Keys, overlap, picture_keys, surface_keys
from gstgen.perception.information import Information, information
from gstgen.perception.localisation import Localisation
from gstgen.perception.raycast import RayCaster
from gstgen.perception.settings import ViewSettings
from gstgen.scenes.model import Scene

Array = NDArray[np.float64]


class Tally(Protocol):
    """Counts decisions (a stage's funnel)."""

    def accept(self, step: str, count: int = 1) -> None:
        """Candidates that passed a step."""

    def drop(self, step: str, reason: str, count: int = 1) -> None:
        """Candidates dropped at a step, by the name of the rule."""


def _count(tally: Tally, step: str, failure: str | None) -> None:
    if failure is None:
        tally.accept(step)
    else:
        tally.drop(step, failure)


@dataclass(frozen=True)
class Film:
    """An exploration as the choice sees it: the camera centre and axes of each frame (F, 4, 4)."""

    name: str
    T_world_camera: Array


@dataclass(frozen=True)
class FilmOverlap:
    """Share of a view's surface points that a film showed, its best frame and the share that this one showed."""

    share: float
    best_frame: int
    best_frame_share: float
    copy_share: float

    def to_json(self) -> dict[str, Any]:
        return {
            "share": self.share,
            "best_frame": self.best_frame,
            "best_frame_share": self.best_frame_share,
            "copy_share": self.copy_share,
        }


@dataclass
class View:
    """A candidate with everything that was found out about it."""

    candidate: Candidate
    distance_m: float
    heading_gap_deg: float
    keys: Keys
    picture: tuple[NDArray[np.int64], Array]
    seen: dict[int, float]  # instance id -> share of the rays that met it
    information: Information
    overlap: dict[str, FilmOverlap] = field(default_factory=dict)
    alias_surface: float = 0.0
    alias_look: float = 0.0
    targets_seen: int = 0  # by any ray
    targets_clear: int = 0  # by a share that counts
    localisation: Localisation | None = None  # known once the picture is rendered

    def numbers(self) -> dict[str, Any]:
        """The numbers behind every filter, for the record."""
        return {
            "heading_deg": self.candidate.heading_deg,
            "pitch_deg": self.candidate.pitch_deg,
            "clearance_m": self.candidate.clearance_m,
            "nearest_sample_m": self.distance_m if np.isfinite(self.distance_m) else None,
            "heading_from_near_samples_deg": self.heading_gap_deg,
            "alias_surface": self.alias_surface,
            "alias_look": self.alias_look,
            **self.information.to_json(),
            "localisation": self.localisation.to_json() if self.localisation else None,
        }


class ViewSearch:
    """Draws, filters and chooses the current views of a scene; every decision is counted in the tally."""

    def __init__(
        self,
        scene: Scene,
        floor_map: FloorMap,
        caster: RayCaster,
        view_camera: Camera,
        films: Sequence[Film],
        film_camera: Camera,
        targets: frozenset[str],
        settings: ViewSettings,
        tally: Tally,
    ) -> None:
        self._scene, self._floor_map, self._caster = scene, floor_map, caster
        self._camera, self._films, self._settings, self._tally = view_camera, films, settings, tally
        self._targets = frozenset(scene.instance_ids[name] for name in targets)
        self._labels = look_labels(scene)
        self._samples = np.concatenate([f.T_world_camera for f in films]) if films else np.zeros((0, 4, 4))
        columns, voxel = settings.ray_columns, settings.voxel_m
        # The film's rays are as dense as the view's, so that neither is seen through the other's gaps.
        self._frames = {
            f.name: picture_keys(caster, film_camera, f.T_world_camera[:: settings.frame_step], columns, voxel)
            for f in films
        }

    def run(self, random: np.random.Generator) -> list[View]:
        """The chosen views, at most `settings.count`, in the order of choice."""
        pool: list[View] = []
        elsewhere: list[View] = []
        for _ in range(self._settings.max_rounds):
            drawn = draw_candidates(self._floor_map, self._scene.floor_z_m, self._settings, random)
            looked = self._look(drawn)
            elsewhere += looked
            pool += self._accept(looked)
            if len(pool) >= self._settings.pool_factor * self._settings.count:
                break
        unique = self._drop_aliases(pool, elsewhere)
        return choose_views(unique, self._room_weights(), self._settings, self._tally)

    def landmark_frames(self, every: int) -> dict[str, list[int]]:
        """Numbers of every so many of the frames that overlap is measured with, by film."""
        step = self._settings.frame_step
        return {name: [i * step for i in range(0, len(keys), every)] for name, keys in self._frames.items()}

    def frame_shares(self, views: Sequence[View], every: int) -> Array:
        """Share of each view (V) that each landmark frame (K, films in order) showed: (V, K)."""
        frames = [keys for film in self._frames.values() for keys in film[::every]]
        return overlap([view.keys for view in views], frames).frame_share

    def _look(self, drawn: Sequence[Candidate]) -> list[View]:
        """Cast every candidate that is off the trajectories."""
        s = self._settings
        stride = max(1, self._camera.width // s.ray_columns)
        gaps = separation(np.array([c.T_world_camera for c in drawn]), self._samples, s.min_distance_m)
        views = []
        for candidate, distance, heading in zip(drawn, gaps.distance_m, gaps.heading_deg, strict=True):
            if distance < s.min_distance_m and heading <= s.min_heading_deg:
                self._tally.drop("off trajectory", "min_distance_m and min_heading_deg")
                continue
            hits = self._caster.view(self._camera, candidate.T_world_camera, stride)
            views.append(
                View(
                    candidate,
                    float(distance),
                    float(heading),
                    surface_keys(hits.point_m, hits.normal, s.voxel_m),
                    coarse_picture(hits, self._labels, s.alias_columns),
                    _ray_shares(hits.instance),
                    information(hits, len(self._scene.objects), s),
                )
            )
        self._tally.accept("off trajectory", len(views))
        return views

    def _accept(self, views: Sequence[View]) -> list[View]:
        """Those that tell something, that the films make it possible to find, and that hide enough targets."""
        s = self._settings
        informative = []
        for view in views:
            failure = view.information.failure(s)
            if failure is None:
                informative.append(view)
            _count(self._tally, "information", failure)
        self._measure_overlap(informative)
        found = []
        for view in informative:
            failure = self._overlap_failure(view)
            if failure is None:
                found.append(view)
            _count(self._tally, "overlap with the videos", failure)
        kept = []
        for view in found:
            shown = [view.seen[target] for target in self._targets & view.seen.keys()]
            view.targets_seen = len(shown)
            view.targets_clear = sum(share >= s.min_surface_share for share in shown)
            hidden = 1.0 - view.targets_seen / len(self._targets) if self._targets else 1.0
            failure = "min_hidden_target_share" if hidden < s.min_hidden_target_share else None
            if failure is None:
                kept.append(view)
            _count(self._tally, "hidden targets", failure)
        return kept

    def _measure_overlap(self, views: Sequence[View]) -> None:
        keys = [view.keys for view in views]
        for name, frames in self._frames.items():
            result = overlap(keys, frames)
            for i, view in enumerate(views):
                best = int(result.frame_share[i].argmax()) if len(frames) else 0
                view.overlap[name] = FilmOverlap(
                    float(result.share[i]),
                    best * self._settings.frame_step,
                    float(result.frame_share[i].max(initial=0.0)),
                    float(result.copy_share[i].max(initial=0.0)),
                )

    def _overlap_failure(self, view: View) -> str | None:
        s = self._settings
        of_films = view.overlap.values()
        if any(o.copy_share > s.max_copy_share for o in of_films):
            return "max_copy_share"
        if not any(o.share >= s.min_share for o in of_films):
            return "min_share"
        if not any(o.share >= s.min_share and o.best_frame_share >= s.min_frame_share for o in of_films):
            return "min_frame_share"
        return None

    def _drop_aliases(self, pool: Sequence[View], elsewhere: Sequence[View]) -> list[View]:
        s = self._settings
        if not pool:
            return []
        found = find_aliases(
            np.array([v.candidate.position_m for v in pool]),
            [v.keys for v in pool],
            [v.picture for v in pool],
            np.array([v.candidate.position_m for v in elsewhere]),
            [v.keys for v in elsewhere],
            [v.picture for v in elsewhere],
            s.alias_distance_m,
            s.alias_depth_ratio,
        )
        kept = []
        for view, surface, look in zip(pool, found.surface, found.look, strict=True):
            view.alias_surface, view.alias_look = float(surface), float(look)
            failure = None
            if surface > s.max_alias_surface:
                failure = "max_alias_surface"
            elif look > s.max_alias_look:
                failure = "max_alias_look"
            if failure is None:
                kept.append(view)
            _count(self._tally, "aliasing", failure)
        return kept

    def _room_weights(self) -> dict[int, float]:
        """Share of the views that each room should get, by the root of its navigable area."""
        rooms, cells = np.unique(self._floor_map.room_index[self._floor_map.navigable], return_counts=True)
        weight = np.sqrt(cells)
        return {int(room): float(w) for room, w in zip(rooms, weight / weight.sum(), strict=True)}


def _ray_shares(instance: NDArray[np.uint32]) -> dict[int, float]:
    ids, counts = np.unique(instance, return_counts=True)
    return dict(zip(ids.tolist(), (counts / instance.size).tolist(), strict=True))


def choose_views(
    pool: Sequence[View], room_weights: Mapping[int, float], settings: ViewSettings, tally: Tally
) -> list[View]:
    """Greedy choice of `settings.count` views that spreads over rooms and headings, with enough that show a target.

    The next view is the one whose room and heading sector are filled least, that lies far from those chosen and shows
    more than walls.
    """
    width = 360.0 / settings.heading_sectors
    positions = np.array([v.candidate.position_m[:2] for v in pool]).reshape(-1, 2)
    headings = np.array([v.candidate.heading_deg for v in pool])
    sectors = np.floor((headings % 360.0) / width).astype(int) % settings.heading_sectors
    rooms = np.array([v.candidate.room for v in pool])
    shows = np.array([v.targets_clear > 0 for v in pool], bool)
    dullness = np.array([v.information.plane_share + 1 / max(v.information.objects, 1) for v in pool])
    quota = np.array([settings.count * room_weights.get(int(room), 0.0) for room in rooms])
    available = np.ones(len(pool), bool)
    near = np.full(len(pool), np.inf)
    chosen: list[int] = []
    while len(chosen) < settings.count and available.any():
        room_fill = np.array([sum(rooms[j] == room for j in chosen) for room in rooms]) / np.maximum(quota, 0.5)
        sector_fill = np.array([sum(sectors[j] == sector for j in chosen) for sector in sectors])
        sector_fill = sector_fill * settings.heading_sectors / settings.count
        lacking = sum(shows[j] for j in chosen) < settings.min_target_view_share * (len(chosen) + 1)
        cost = room_fill + sector_fill + np.exp(-near) + dullness + (~shows if lacking else 0.0)
        best = int(np.where(available, cost, np.inf).argmin())
        chosen.append(best)
        gap = np.hypot(*(positions - positions[best]).T)
        near = np.minimum(near, gap)
        turned = np.abs(wrap_deg(headings - headings[best]))
        available &= (gap >= settings.min_view_distance_m) | (turned >= settings.min_view_heading_deg)
        available[best] = False
    too_close = int((~available).sum()) - len(chosen)
    tally.accept("choice", len(chosen))
    left = int(available.sum())
    for reason, number in (("min_view_distance_m and min_view_heading_deg", too_close), ("count", left)):
        if number:
            tally.drop("choice", reason, number)
    return [pool[i] for i in chosen]
