"""From the stages of a scene to its questions: candidates of every competency, an even choice, letters, records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, TypeVar

from gstgen.dataset.records import DifficultyPart, ProvenancePart, Record, flat_question, scene_prefix
from gstgen.media.settings import PathStyle
from gstgen.questions import (
    balance,
    difficulty,
    object_localization,
    self_localization,
    topdown_selection,
    trajectory_selection,
)
from gstgen.questions.candidates import Asking, Candidate, ChoiceCandidate, PictureJob
from gstgen.questions.inputs import SceneInputs
from gstgen.questions.names import NameIndex
from gstgen.questions.settings import QuestionSettings
from gstgen.questions.tasks import TASKS, VARIANTS, Task, Variant
from gstgen.randomness import rng
from gstgen.stages.base import Funnel

AnyCandidate = TypeVar("AnyCandidate", Candidate, ChoiceCandidate)


@dataclass(frozen=True)
class Request:
    """Everything questions of one scene depend on beside its stages."""

    root: Path
    settings: QuestionSettings
    path_style: PathStyle
    seed: int
    split: Literal["bench", "train"]
    scene_number: int | None
    other_scenes: tuple[str, ...]
    synsets: dict[str, str]
    provenance: ProvenancePart


@dataclass(frozen=True)
class Questions:
    """Records in the order of tasks, the pictures to draw (path below the root -> job), counts and the balance."""

    records: tuple[Record, ...]
    pictures: Mapping[str, PictureJob]
    funnel: Funnel
    facts: dict[str, Any]


def make_questions(request: Request, inputs: SceneInputs) -> Questions:
    """All questions of a scene; deterministic in the request and the inputs."""
    settings, scene = request.settings, inputs.scene.id
    asking = Asking(
        inputs=inputs,
        settings=settings,
        uid_prefix=scene_prefix(scene, request.scene_number),
        media_folder=f"scenes/{scene}/qa/media",
        seed=request.seed,
        funnel=Funnel(),
        paraphrased=request.split == "train" and settings.train_paraphrases,
    )
    names = NameIndex((o.category for o in inputs.scene.objects), settings.synonyms, request.synsets)
    open_ended = self_localization.candidates(asking) + object_localization.candidates(asking, names)
    choices: list[ChoiceCandidate] = []
    choices += topdown_selection.candidates(asking, request.root, request.other_scenes)
    choices += trajectory_selection.candidates(asking, request.path_style)

    supply = difficulty.supply([*open_ended, *choices], settings.levels.table)
    limits = difficulty.limits([*open_ended, *choices], settings.levels.table)
    open_ended = _rated(asking, open_ended)
    choices = _rated(asking, choices)

    chosen: list[Candidate] = []
    accounts: dict[str, Any] = {}
    for task in TASKS:
        if task.metric == "choice":
            found, facts = _choose_letters(asking, [c for c in choices if c.task is task], task)
            accounts[task.short] = facts
            chosen += found
            continue
        for variant in VARIANTS[: 2 if task.has_local_variants else 1]:
            mine = [c for c in open_ended if c.task is task and c.variant == variant]
            if variant == "local_video":
                mine = _one_video_an_item(asking, mine, task)
            picked, accounts[object_localization.step_name(task, variant)] = _choose(asking, mine, task, variant)
            chosen += picked
            if variant == "local_video":
                chosen += [object_localization.without_video(asking, c) for c in picked]
    records = tuple(_record(c, request, inputs) for c in chosen)
    facts = {
        "questions": sum(r.variant == "global" for r in records),
        "local_questions": sum(r.variant != "global" for r in records),
        "per_task": {t.name: sum(r.task == t.name and r.variant == "global" for r in records) for t in TASKS},
        "balance": accounts,
        "difficulty_supply": supply,
        "difficulty_limits": limits,
        "definitions_agree": _agreement(asking, inputs),
    }
    return Questions(records, {p: job for c in chosen for p, job in c.jobs.items()}, asking.funnel, facts)


def _rated(asking: Asking, candidates: Sequence[AnyCandidate]) -> list[AnyCandidate]:
    """The candidates of the difficulty that is asked for, each with its level; the others are counted."""
    out = []
    for candidate in candidates:
        if _is_wanted(asking.settings, candidate.difficulty):
            numbers = _with_level(asking.settings, candidate.difficulty)
            out.append(replace(candidate, difficulty=numbers))
        else:
            step = object_localization.step_name(candidate.task, candidate.variant)
            asking.funnel.drop(f"{step} difficulty", asking.settings.difficulty or "ranges")
    return out


def _is_wanted(settings: QuestionSettings, numbers: DifficultyPart) -> bool:
    level = settings.levels.table[settings.difficulty] if settings.difficulty else {}
    return difficulty.fits(numbers, settings.ranges) and difficulty.fits(numbers, level)


def _with_level(settings: QuestionSettings, numbers: DifficultyPart) -> DifficultyPart:
    return numbers.model_copy(update={"level": difficulty.level_of(numbers, settings.levels.table)})


def _one_video_an_item(asking: Asking, candidates: Sequence[Candidate], task: Task) -> list[Candidate]:
    """One candidate for each object and view, of a video by chance: without its video, another would be the same."""
    by_item: dict[str, list[Candidate]] = {}
    for candidate in candidates:
        by_item.setdefault(candidate.bins[balance.ITEM], []).append(candidate)
    kept = []
    for item, same in sorted(by_item.items()):
        same.sort(key=lambda c: c.uid)
        generator = rng(asking.seed, "questions", "video of", asking.inputs.scene.id, task.name, item)
        kept.append(same[int(generator.integers(len(same)))])
    dropped = len(candidates) - len(kept)
    if dropped:
        asking.funnel.drop(object_localization.step_name(task, "local_video"), "same_item_in_another_video", dropped)
    return kept


def _choose(
    asking: Asking, candidates: Sequence[Candidate], task: Task, variant: Variant
) -> tuple[list[Candidate], dict[str, Any]]:
    settings = asking.settings
    wanted = settings.per_task if variant == "global" else settings.local_per_task
    generator = rng(asking.seed, "questions", "choice", asking.inputs.scene.id, task.name, variant)
    picked = balance.choose(candidates, wanted, settings.balance, generator)
    _count(asking, object_localization.step_name(task, variant), len(candidates), len(picked))
    possible = {"angle": balance.angle_bins, "mra": balance.distance_bins}.get(task.metric)
    bins = possible(settings.balance) if possible else None
    return picked, balance.account(candidates, picked, wanted, bins)


def _choose_letters(
    asking: Asking, candidates: Sequence[ChoiceCandidate], task: Task
) -> tuple[list[Candidate], dict[str, Any]]:
    scene, wanted = asking.inputs.scene.id, asking.settings.per_task
    picked = balance.choose(
        candidates, wanted, asking.settings.balance, rng(asking.seed, "questions", "choice", scene, task.name)
    )
    _count(asking, task.short, len(candidates), len(picked))
    dealt = balance.letters(len(picked), rng(asking.seed, "questions", "letters", scene, task.name))
    questions = []
    for candidate, letter in zip(picked, dealt, strict=True):
        stem = f"{asking.media_folder}/{candidate.uid.removeprefix(asking.uid_prefix + '_')}"
        questions.append(candidate.lettered(letter, stem, rng(asking.seed, "questions", "options", candidate.uid)))
    facts = balance.account(candidates, picked, wanted, None)
    facts["answer_bins"] = {letter: {"chosen": dealt.count(letter)} for letter in sorted(set(dealt))}
    return questions, facts


def _count(asking: Asking, step: str, candidates: int, picked: int) -> None:
    asking.funnel.accept(f"{step} choice", picked)
    if candidates > picked:
        asking.funnel.drop(f"{step} choice", "not_needed", candidates - picked)


def _record(candidate: Candidate, request: Request, inputs: SceneInputs) -> Record:
    return Record.model_validate(
        {
            "uid": candidate.uid,
            "task": candidate.task.name,
            "scene": inputs.scene.id,
            "scene_number": request.scene_number,
            "split": request.split,
            "variant": candidate.variant,
            "video": candidate.video,
            "images": candidate.images,
            "texts": candidate.texts,
            "question": flat_question(candidate.texts, candidate.video is not None),
            "options": candidate.options,
            "answer": candidate.answer,
            "answer_value": candidate.answer_value,
            "geometry": candidate.geometry,
            "evidence": candidate.evidence,
            "difficulty": candidate.difficulty,
            "provenance": request.provenance,
        }
    )


def _agreement(asking: Asking, inputs: SceneInputs) -> dict[str, Any]:
    """For each category, which share of its camera-target pairs keeps one distance whatever the definition."""
    kept: dict[str, list[bool]] = {}
    for item in sorted({t.object.id: t.object for t in inputs.targets}.values(), key=lambda o: o.id):
        for view in inputs.views:
            agrees = object_localization.distances_agree(asking, item, view)
            kept.setdefault(item.category, []).append(agrees)
    return {
        c: {"pairs": len(flags), "kept_share": round(sum(flags) / len(flags), 3)} for c, flags in sorted(kept.items())
    }
