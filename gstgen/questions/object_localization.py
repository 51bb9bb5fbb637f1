"""Object localisation: direction and distance of an object from the current view, and its place on the map."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gstgen.dataset.records import (
    DefinitionsPart,
    DifficultyPart,
    EvidencePart,
    GeometryPart,
    TargetPart,
    point_answer,
    uid_text,
)
from gstgen.geometry.answers import Distances, distances_m, egocentric_direction_deg
from gstgen.questions import balance, filters, wording
from gstgen.questions.candidates import Asking, BoxedView, Candidate, camera_part, map_part
from gstgen.questions.difficulty import level_of
from gstgen.questions.inputs import Target, View
from gstgen.questions.names import NameIndex, spoken_name
from gstgen.questions.self_localization import view_evidence, view_names
from gstgen.questions.tasks import DIRECTION, DISTANCE, GLOBAL_POSITION, Modality, Task, Variant
from gstgen.scenes.model import SceneObject

DIRECTION_DEFINITION = (
    "heading of the box centre seen from the camera minus heading of the camera's forward axis, both on the floor: "
    "0 = ahead, left positive"
)
DISTANCE_DEFINITION = "camera centre to the centre of the oriented box, 3-D, metres rounded to one decimal"
# Difficulty numbers that say something of the video alone: a question without one has none of them.
OF_THE_VIDEO = (
    "seconds_since_seen_s", "overlap_share", "alias_share", "view_inliers", "wrong_inliers", "video_length_s",
)  # fmt: skip
MODALITIES: tuple[Modality, ...] = ("visual", "semantic")


def candidates(asking: Asking, names: NameIndex) -> list[Candidate]:
    """Direction and distance (global and local_video) and map position questions, visual and semantic."""
    found: list[Candidate] = []
    for target in asking.inputs.targets:
        if target.video.kind != "exploration":
            continue
        for modality in MODALITIES:
            if modality == "visual" and target.annotated is None:
                asking.funnel.drop("visual targets", "no_annotated_video")
                continue
            asking.funnel.accept(f"{modality} targets")
            doubt = names.doubt(target.object.category) if modality == "semantic" else None
            found += _global_position(asking, target, modality, doubt)
            for view in asking.inputs.views:
                for variant in ("global", "local_video"):
                    found += _egocentric(asking, target, view, modality, variant, doubt)
    return found


def without_video(asking: Asking, local: Candidate) -> Candidate:
    """The local-image twin of a local-video question: the same item, the video dropped."""
    target = local.geometry.target
    assert local.variant == "local_video"
    assert target is not None
    assert local.task.modality is not None
    uid = f"{local.uid.removesuffix('_local_video')}_local_image"
    numbers = local.difficulty.model_copy(update=dict.fromkeys(OF_THE_VIDEO))
    ask = wording.direction if local.task.metric == "angle" else wording.distance
    return replace(
        local,
        variant="local_image",
        uid=uid,
        video=None,
        texts=ask(asking.voice(uid), local.task.modality, "local_image", spoken_name(target.category)),
        evidence=EvidencePart(view=local.evidence.view),
        difficulty=numbers.model_copy(update={"level": level_of(numbers, asking.settings.levels.table)}),
    )


def distances_agree(asking: Asking, item: SceneObject, view: View) -> bool:
    """Whether the three distances between a view and an object are close to one another."""
    return filters.definitions_agree(distances_m(view.T_world_camera, item.box), asking.settings.filters) is None


def step_name(task: Task, variant: Variant) -> str:
    """The funnel's step of a task and variant."""
    return task.short if variant == "global" else f"{task.short} {variant}"


def _global_position(asking: Asking, target: Target, modality: Modality, doubt: str | None) -> list[Candidate]:
    task = GLOBAL_POSITION[modality]
    box = target.object.box
    reason = doubt or filters.on_map([box.center_m[:2], *box.footprint_m], asking.map.transform)
    if reason:
        asking.funnel.drop(task.short, reason)
        return []
    asking.funnel.accept(task.short)
    x, y = asking.map.transform.to_point(box.center_m)
    video = target.video
    uid = asking.uid(task, target.object.id, f"video_{video.index}")
    texts = wording.global_position(
        asking.voice(uid), modality, asking.settings.map_level, spoken_name(target.object.category)
    )
    return [
        Candidate(
            task=task,
            variant="global",
            uid=uid,
            bins={
                "answer": balance.cell_bin((x, y), asking.settings.balance),
                "item": target.object.id,
                "category": target.object.category,
                "video": video.name,
            },
            video=_video_file(target, modality),
            images=(asking.map.file,),
            texts=texts,
            answer=point_answer(x, y),
            answer_value=(x, y),
            geometry=GeometryPart(target=target_part(target.object), map=map_part(asking.map)),
            evidence=EvidencePart(video=video.file, target_frames=_frames(asking, target)),
            difficulty=DifficultyPart(
                seconds_since_seen_s=video.last_seen_s(target.object.id),
                scene_area_m2=asking.inputs.area_m2,
                video_length_s=video.length_s,
            ),
        )
    ]


def _egocentric(
    asking: Asking, target: Target, view: View, modality: Modality, variant: Variant, doubt: str | None
) -> Iterator[Candidate]:
    """Direction and distance of one target from one view; every rejection is counted for each task."""
    limits = asking.settings.filters
    box, pose = target.object.box, view.T_world_camera
    distances = distances_m(pose, box)
    shared = doubt or filters.view_in_video(view, target.video, limits)
    if variant == "global":
        shared = shared or filters.invisible(view, target.object.id)
    else:
        shared = shared or filters.clearly_visible(view, target.object, limits)
    shared = shared or filters.far_enough(distances, limits)
    for task, own in (
        (DIRECTION[modality], filters.clear_direction(pose, box, limits)),
        (DISTANCE[modality], filters.definitions_agree(distances, limits)),
    ):
        reason = shared or own
        if reason:
            asking.funnel.drop(step_name(task, variant), reason)
            continue
        asking.funnel.accept(step_name(task, variant))
        yield _ego_candidate(asking, task, target, view, variant, distances)


def _ego_candidate(
    asking: Asking, task: Task, target: Target, view: View, variant: Variant, distances: Distances
) -> Candidate:
    assert task.modality is not None
    item, video, visual = target.object, target.video, task.modality == "visual"
    name = spoken_name(item.category)
    suffix = () if variant == "global" else (variant,)
    uid = asking.uid(task, item.id, *view_names(view, video), *suffix)
    voice = asking.voice(uid)
    answer: str | float
    value: int | float
    if task.metric == "angle":
        value = egocentric_direction_deg(view.T_world_camera, item.box.center_m)
        answer, answer_bin = str(value), balance.angle_bin(value, asking.settings.balance)
        texts = wording.direction(voice, task.modality, variant, name)
        definitions = DefinitionsPart(direction=DIRECTION_DEFINITION)
    else:
        answer = value = round(distances.center_m, 1)
        answer_bin = balance.distance_bin(value, asking.settings.balance)
        texts = wording.distance(voice, task.modality, variant, name)
        definitions = DefinitionsPart(distance=DISTANCE_DEFINITION)
    image, jobs = view.file, {}
    if visual and variant != "global":
        image = f"{asking.media_folder}/{view.name}_obj_{uid_text(item.id)}.png"
        jobs = {image: BoxedView(view.file, view.box_px[item.id], _line_px(asking, view))}
    return Candidate(
        task=task,
        variant=variant,
        uid=uid,
        bins={
            "answer": answer_bin,
            "item": f"{item.id} from {view.name}",
            "object": item.id,
            "view": view.name,
            "video": video.name,
        },
        video=_video_file(target, task.modality),
        images=(image,),
        texts=texts,
        answer=answer,
        answer_value=value,
        geometry=GeometryPart(camera=camera_part(view), target=target_part(item), definitions=definitions),
        evidence=view_evidence(video, view, _frames(asking, target)),
        difficulty=DifficultyPart(
            seconds_since_seen_s=video.last_seen_s(item.id),
            rooms_between=asking.inputs.rooms_between(view.room, item.room),
            distance_m=distances.center_m,
            planar_distance_m=distances.planar_m,
            surface_distance_m=distances.surface_m,
            overlap_share=view.overlap_share(video),
            alias_share=view.alias_share,
            view_inliers=view.localisation.inliers if view.localisation else None,
            wrong_inliers=view.wrong_inliers,
            scene_area_m2=asking.inputs.area_m2,
            video_length_s=video.length_s,
        ),
        jobs=jobs,
    )


def _line_px(asking: Asking, view: View) -> int:
    """The stroke of a box on a view: as wide, relative to the picture, as on a 640 px wide video."""
    return max(1, round(asking.settings.box_line_px * view.camera.width / 640))


def target_part(item: SceneObject) -> TargetPart:
    """The target of a record."""
    return TargetPart.model_validate({"id": item.id, "category": item.category, **item.box.to_json()})


def _frames(asking: Asking, target: Target) -> tuple[int, ...]:
    return target.evidence_frames[: asking.settings.evidence_frames]


def _video_file(target: Target, modality: Modality) -> str:
    """The plain video, or the one with the target boxed (visual candidates without one were dropped before)."""
    if modality == "semantic":
        return target.video.file
    assert target.annotated is not None
    return target.annotated
