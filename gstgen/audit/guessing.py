"""The guess that scores best in expectation, for any of the metrics; folds; forests as weights over known answers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import RandomForestRegressor

from gstgen.audit.settings import AuditSettings
from gstgen.evaluation.items import Question
from gstgen.evaluation.metrics import ANGLE_THRESHOLDS_DEG, MRA_TWENTIETHS, POINT_THRESHOLDS
from gstgen.evaluation.parsing import Value
from gstgen.evaluation.settings import EvaluateSettings
from gstgen.geometry.maps import POINT_SCALE
from gstgen.randomness import rng

Array = NDArray[np.float64]
Folds = NDArray[np.int64]


def guesses(questions: Sequence[Question], settings: EvaluateSettings) -> list[Value]:
    """Every value worth guessing for questions of one task."""
    metric = questions[0].task.metric
    if metric == "choice":
        return list(sorted({letter for q in questions for letter in q.letters}))
    if metric == "point":
        axis = range(0, POINT_SCALE, 4 * settings.constant_point_step)
        return [(float(x), float(y)) for x in axis for y in axis]
    if metric == "angle":
        return [float(a) for a in range(-179, 181, 3)]
    top = max(float(q.value) for q in questions if isinstance(q.value, float))
    count = int(np.ceil(top / settings.constant_distance_step_m))
    return [round((k + 1) * settings.constant_distance_step_m, 6) for k in range(count)]


def score_table(questions: Sequence[Question], values: Sequence[Value]) -> Array:
    """(C, N) scores in [0, 1] of C values as answers to N questions of one task, in floats: they only choose."""
    metric = questions[0].task.metric
    if metric == "choice":
        return np.array([[float(v == q.value) for q in questions] for v in values])
    truth = np.array([q.value for q in questions], dtype=np.float64)
    given = np.array(values, dtype=np.float64)
    if metric == "point":
        errors = np.linalg.norm(given[:, None] - truth[None], axis=-1)
        thresholds: Sequence[float] = POINT_THRESHOLDS
    elif metric == "angle":
        turn = np.abs(given[:, None] - truth[None]) % 360.0
        errors, thresholds = np.minimum(turn, 360.0 - turn), ANGLE_THRESHOLDS_DEG
    else:
        errors, thresholds = np.abs(given[:, None] - truth) / truth, [t / 20 - 1e-12 for t in MRA_TWENTIETHS]
    return np.asarray(np.mean([errors < t for t in thresholds], axis=0))


def encoded(questions: Sequence[Question]) -> Array:
    """(N, d) or (N) answers as a forest's targets: circle, plane, log distance or one column a letter."""
    metric = questions[0].task.metric
    if metric == "choice":
        letters = sorted({letter for q in questions for letter in q.letters})
        return np.array([[float(q.value == letter) for letter in letters] for q in questions])
    truth = np.array([q.value for q in questions], dtype=np.float64)
    if metric == "point":
        return truth
    if metric == "angle":
        return np.stack([np.cos(np.deg2rad(truth)), np.sin(np.deg2rad(truth))], 1)
    return np.asarray(np.log(truth))


def folds_of(questions: Sequence[Question], count: int, seed: int) -> Folds:
    """(N) fold of each question; whole scenes go into one fold while there are at least `count` scenes."""
    scenes = sorted({q.scene for q in questions})
    by_scene = len(scenes) >= count
    keys = scenes if by_scene else sorted(q.uid for q in questions)
    order = rng(seed, "audit", "folds", *("scenes" if by_scene else "uids",)).permutation(len(keys))
    fold = {keys[int(i)]: k % count for k, i in enumerate(order)}
    return np.array([fold[q.scene if by_scene else q.uid] for q in questions])


def forest_guesses(
    questions: Sequence[Question],
    features: Array,
    values: Sequence[Value],
    table: Array,
    folds: Folds,
    settings: AuditSettings,
    seed: int,
) -> NDArray[np.int64]:
    """(N) index of the value guessed for each question from `features` (N, F), by a forest of the other folds.

    A question's weight over the known answers is how often it falls into a leaf with each of them.
    """
    out = np.zeros(len(questions), dtype=np.int64)
    targets = encoded(questions)
    for fold in np.unique(folds):
        held, known = np.flatnonzero(folds == fold), np.flatnonzero(folds != fold)
        if not len(known):
            continue
        forest = RandomForestRegressor(
            n_estimators=settings.trees,
            min_samples_leaf=min(settings.min_leaf, max(1, len(known) // 4)),
            max_features=1.0 / 3.0,
            n_jobs=-1,  # trees have a seed each, and leaves are no sums: the same guesses for any number
            random_state=int(rng(seed, "audit", "forest", str(int(fold))).integers(2**31)),
        )
        forest.fit(features[known], targets[known])
        out[held] = np.argmax(
            np.round(_weights(forest.apply(features[known]), forest.apply(features[held])) @ table[:, known].T, 9),
            axis=1,
        )
    return out


def constant_guesses(table: Array, folds: Folds) -> NDArray[np.int64]:
    """(N) the value that scores best on the other folds: a constant that has not seen the question's own fold."""
    out = np.zeros(len(folds), dtype=np.int64)
    for fold in np.unique(folds):
        out[folds == fold] = int(np.argmax(np.round(table[:, folds != fold].sum(axis=1), 9)))
    return out


def _weights(known: NDArray[np.int64], held: NDArray[np.int64]) -> Array:
    """(M, N) mean over trees of 1/size of the leaf that two rows share."""
    weights = np.zeros((len(held), len(known)))
    for tree in range(known.shape[1]):
        same = held[:, tree, None] == known[None, :, tree]
        weights += same / np.maximum(same.sum(axis=1, keepdims=True), 1)
    return np.asarray(weights / known.shape[1])
