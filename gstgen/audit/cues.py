"""What a guesser can use that does not watch the video: words, drawn paths, option pictures, lengths; and colours."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import RandomForestClassifier
from sklearn.feature_extraction.text import CountVectorizer

from gstgen.audit.guessing import Array, Folds
from gstgen.audit.settings import AuditSettings
from gstgen.dataset.records import OptionPart, Record
from gstgen.media.encoder import frame_count, read_frames, spread_frames
from gstgen.media.pictures import read_png
from gstgen.questions.tasks import TRAJECTORY_SELECTION
from gstgen.randomness import rng
from gstgen.topdown.compare import normalised_map

SMALL_PX = 96  # longest side at which option pictures are compared
COLOURS_PX = 480  # longest side, about, at which their colours are counted


def text_features(records: Sequence[Record]) -> Array:
    """(N, F) which words a question's texts hold, their number, and the number of media."""
    texts = [" ".join(r.texts) for r in records]
    words = CountVectorizer(binary=True, token_pattern=r"[A-Za-z0-9_]+").fit_transform(texts).toarray()
    varying = words[:, words.min(axis=0) != words.max(axis=0)]
    sizes = np.array(
        [
            [len(t), len(t.split()), len(r.images), float(r.video is not None)]
            for t, r in zip(texts, records, strict=True)
        ]
    )
    return np.concatenate([varying, sizes], axis=1).astype(np.float64)


def option_scores(records: Sequence[Record], rows: Array, folds: Folds, settings: AuditSettings, seed: int) -> Array:
    """(N, 4) how right each option looks to a forest that sees the four options alone, trained on the other folds.

    `rows` (N, 4, F) are their `option_features`.
    """
    relative = np.concatenate([rows, rows - rows.mean(axis=1, keepdims=True), _ranks(rows)], axis=2)
    right = np.array([[float(letter == r.answer) for letter in r.options] for r in records])
    out = np.zeros(right.shape)
    for fold in np.unique(folds):
        held, known = folds == fold, folds != fold
        if not known.any():
            continue
        forest = RandomForestClassifier(
            n_estimators=settings.trees,
            min_samples_leaf=settings.min_leaf,
            n_jobs=-1,
            random_state=int(rng(seed, "audit", "options", str(int(fold))).integers(2**31)),
        )
        forest.fit(relative[known].reshape(-1, relative.shape[2]), right[known].ravel())
        forest.set_params(n_jobs=1)  # trees add up in one order
        chance = forest.predict_proba(relative[held].reshape(-1, relative.shape[2]))
        out[held] = chance[:, -1].reshape(-1, right.shape[1])
    return out


def length_scores(records: Sequence[Record], folds: Folds) -> Array:
    """(N, 4) closeness of each drawn path's length to what the clip's duration suggests at the usual speed."""
    lengths = np.array([[path_length_m(o) for o in _options(r)] for r in records])
    seconds = np.array([float(r.difficulty.video_length_s or np.nan) for r in records])
    true = np.array([lengths[i, r.options.index(str(r.answer))] for i, r in enumerate(records)])
    out = np.zeros(lengths.shape)
    for fold in np.unique(folds):
        held, known = folds == fold, folds != fold
        speed = float(np.median((true / seconds)[known if known.any() else held]))
        out[held] = -np.abs(lengths[held] - speed * seconds[held, None])
    return np.asarray(np.round(out, 6))


def turn_scores(records: Sequence[Record], settings: AuditSettings) -> Array:
    """(N, 4) closeness of each drawn path's number of turns to the filmed one's, as if a viewer had only counted.

    Of the angles from which a change of heading may count as a turn, the one that tells most.
    """
    by_angle = []
    for angle in settings.turn_deg:
        turns = np.array([[turn_count(o, angle) for o in _options(r)] for r in records], dtype=np.float64)
        true = np.array([turns[i, r.options.index(str(r.answer))] for i, r in enumerate(records)])
        by_angle.append(-np.abs(turns - true[:, None]))
    return np.asarray(max(by_angle, key=lambda scores: float(expected_scores(scores, records).mean())))


def colour_scores(records: Sequence[Record], root: Path, settings: AuditSettings) -> Array:
    """(N, 4) overlap of the colour histograms of the video's frames and of each option picture (white left out)."""
    bins = settings.histogram_bins

    def video(path: str) -> Array:
        return _video_colours(root / path, settings.histogram_frames, bins)

    def picture(path: str) -> Array:
        return _seen(root / path, bins)[1]

    overlaps = [[float(np.minimum(video(r.video or ""), picture(p)).sum()) for p in r.images] for r in records]
    return np.array(overlaps, dtype=np.float64)


@cache
def _video_colours(path: Path, frames: int, bins: int) -> Array:
    """Mean histogram of frames spread over a video; kept, because each level of top-down selection asks again."""
    indices = spread_frames(frame_count(path), frames)
    return np.asarray(np.mean([histogram(f, bins) for f in read_frames(path, indices)], axis=0))


def histogram(rgb: NDArray[np.uint8], bins: int) -> Array:
    """Share of pixels in each cell of a bins x bins x bins colour cube, nearly white pixels left out."""
    pixels = rgb.reshape(-1, 3)
    pixels = pixels[pixels.min(axis=1) < 250]
    if not len(pixels):
        return np.zeros(bins**3)
    cell = (pixels.astype(np.int64) * bins // 256) @ np.array([bins * bins, bins, 1])
    return np.asarray(np.bincount(cell, minlength=bins**3) / len(pixels))


def path_length_m(option: OptionPart) -> float:
    """Length of an option's drawn path."""
    points = np.array(option.points_m, dtype=np.float64)
    return float(np.linalg.norm(np.diff(points, axis=0), axis=1).sum())


def turn_count(option: OptionPart, turn_deg: float) -> int:
    """How often a drawn path's heading changes by more than `turn_deg` from the last straight stretch."""
    points = np.array(option.points_m, dtype=np.float64)
    steps = np.diff(points, axis=0)
    steps = steps[np.linalg.norm(steps, axis=1) > 1e-6]
    if not len(steps):
        return 0
    headings = np.unwrap(np.arctan2(steps[:, 1], steps[:, 0]))
    last, count = headings[0], 0
    for heading in headings[1:]:
        if abs(heading - last) > np.deg2rad(turn_deg):
            count, last = count + 1, heading
    return count


def expected_scores(scores: Array, records: Sequence[Record]) -> Array:
    """(N) chance that the option with the highest score is right; equal ones share."""
    best = scores >= scores.max(axis=1, keepdims=True) - 1e-12
    right = np.array([[letter == r.answer for letter in r.options] for r in records])
    return np.asarray((best & right).sum(axis=1) / best.sum(axis=1))


def _options(record: Record) -> tuple[OptionPart, ...]:
    return record.geometry.options or ()


def option_features(record: Record, root: Path, settings: AuditSettings) -> Array:
    """(4, F) of the four options of a question."""
    if record.official is TRAJECTORY_SELECTION:
        return np.array([_path_features(o, settings) for o in _options(record)])
    pictures = [_seen(root / p, settings.histogram_bins)[0] for p in record.images]
    shapes = [
        normalised_map(p.min(axis=2) > 127 if record.official.short != "TDS_E" else p.min(axis=2) < 250)
        for p in pictures
    ]
    return np.array([_map_features(k, pictures, shapes) for k in range(len(pictures))])


def _path_features(option: OptionPart, settings: AuditSettings) -> list[float]:
    points = np.array(option.points_m, dtype=np.float64)
    span = points.max(axis=0) - points.min(axis=0)
    length = path_length_m(option)
    direct = float(np.linalg.norm(points[-1] - points[0]))
    middle = points.mean(axis=0)
    return [
        length,
        direct,
        direct / max(length, 1e-6),
        *(turn_count(option, angle) for angle in settings.turn_deg),
        *span,
        *points[0],
        *points[-1],
        *middle,
    ]


def _map_features(index: int, pictures: list[NDArray[np.uint8]], shapes: list[NDArray[np.bool_]]) -> list[float]:
    picture, shape = pictures[index], shapes[index]
    others = [s for k, s in enumerate(shapes) if k != index]
    drawn = np.argwhere(picture.min(axis=2) < 250)
    span = drawn.max(axis=0) - drawn.min(axis=0) + 1 if len(drawn) else np.array([1, 1])
    plain = [_overlap(shape, o) for o in others]
    mirrored = [_overlap(shape[:, ::-1], o) for o in others]
    colour = picture.reshape(-1, 3).mean(axis=0)
    return [float(shape.mean()), float(span[0] / span[1]), max(plain), float(np.mean(plain)), max(mirrored),
            float(np.mean(mirrored)), *(float(c) for c in colour), float(picture.std())]  # fmt: skip


def _overlap(a: NDArray[np.bool_], b: NDArray[np.bool_]) -> float:
    union = (a | b).sum()
    return float((a & b).sum() / union) if union else 1.0


def _ranks(rows: Array) -> Array:
    """(N, 4, F) rank of each option among the four, ties at their mean."""
    below = (rows[:, :, None] > rows[:, None]).sum(axis=2)
    equal = (rows[:, :, None] == rows[:, None]).sum(axis=2) - 1
    return np.asarray(below + equal / 2.0)


@cache
def _seen(path: Path, bins: int) -> tuple[NDArray[np.uint8], Array]:
    """A picture made small, and its histogram: large pictures take long to read, and both are asked for."""
    picture = _rgb(read_png(path))
    scale = SMALL_PX / max(picture.shape[:2])
    size = max(1, round(picture.shape[1] * scale)), max(1, round(picture.shape[0] * scale))
    step = max(1, max(picture.shape[:2]) // COLOURS_PX)  # shares of colours need no more pixels
    small = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    return small, histogram(picture[::step, ::step], bins)


def _rgb(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    if picture.ndim == 2:
        return np.repeat(picture[..., None], 3, axis=2)
    if picture.shape[2] == 4:  # transparent is outside: white
        outside = picture[..., 3:] == 0
        return np.where(outside, np.uint8(255), picture[..., :3])
    return picture
