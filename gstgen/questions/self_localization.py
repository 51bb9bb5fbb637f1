"""Self-localisation: where the current view was taken on the map, and which way it faces there."""

from __future__ import annotations

from gstgen.dataset.records import DefinitionsPart, DifficultyPart, EvidencePart, GeometryPart, point_answer
from gstgen.geometry.answers import map_orientation_deg
from gstgen.questions import balance, filters, wording
from gstgen.questions.candidates import Asking, Candidate, camera_part, map_part
from gstgen.questions.inputs import Video, View
from gstgen.questions.tasks import ORIENTATION, POSITION

ORIENTATION_DEFINITION = "heading of the camera's forward axis on the map picture: 0 = up, counter-clockwise positive"


def candidates(asking: Asking) -> list[Candidate]:
    """A position and an orientation question for every view and video that overlap enough."""
    found: list[Candidate] = []
    for video in asking.inputs.videos:
        for view in asking.inputs.views:
            for task in (POSITION, ORIENTATION):
                reason = filters.view_in_video(view, video, asking.settings.filters)
                reason = reason or filters.on_map(view.T_world_camera[:3, 3], asking.map.transform)
                if reason:
                    asking.funnel.drop(task.short, reason)
                    continue
                asking.funnel.accept(task.short)
                found.append(_position(asking, video, view) if task is POSITION else _orientation(asking, video, view))
    return found


def _position(asking: Asking, video: Video, view: View) -> Candidate:
    x, y = asking.map.transform.to_point(view.T_world_camera[:3, 3])
    answer_bin = balance.cell_bin((x, y), asking.settings.balance)
    uid = asking.uid(POSITION, *view_names(view, video))
    return Candidate(
        task=POSITION,
        texts=wording.position(asking.voice(uid), asking.settings.map_level),
        answer=point_answer(x, y),
        answer_value=(x, y),
        geometry=GeometryPart(camera=camera_part(view), map=map_part(asking.map)),
        uid=uid,
        bins={"answer": answer_bin, "item": view.name, "video": video.name},
        variant="global",
        video=video.file,
        images=(view.file, asking.map.file),
        evidence=view_evidence(video, view),
        difficulty=view_difficulty(asking, video, view),
    )


def _orientation(asking: Asking, video: Video, view: View) -> Candidate:
    angle = map_orientation_deg(view.T_world_camera)
    uid = asking.uid(ORIENTATION, *view_names(view, video))
    return Candidate(
        task=ORIENTATION,
        texts=wording.orientation(asking.voice(uid), asking.settings.map_level),
        answer=str(angle),
        answer_value=angle,
        geometry=GeometryPart(
            camera=camera_part(view),
            map=map_part(asking.map),
            definitions=DefinitionsPart(orientation=ORIENTATION_DEFINITION),
        ),
        uid=uid,
        bins={
            "answer": balance.angle_bin(angle, asking.settings.balance),
            "item": view.name,
            "place": str(view.pos),
            "video": video.name,
        },
        variant="global",
        video=video.file,
        images=(view.file, asking.map.file),
        evidence=view_evidence(video, view),
        difficulty=view_difficulty(asking, video, view),
    )


def view_names(view: View, video: Video) -> tuple[str, ...]:
    """How a uid names a view and a video."""
    return f"pos_{view.pos}", f"orient_{view.orient}", f"video_{video.index}"


def view_evidence(video: Video, view: View, target_frames: tuple[int, ...] = ()) -> EvidencePart:
    """The frame of the video that overlaps the view most, and frames that show the target."""
    best = view.overlap.get(video.name, {}).get("best_frame")
    frames = () if best is None else (int(best),)
    return EvidencePart(
        video=video.file,
        view=view.file,
        target_frames=target_frames,
        view_frames=frames,
        localisation=view.localisation,
    )


def view_difficulty(asking: Asking, video: Video, view: View) -> DifficultyPart:
    """Numbers of a question about the view alone."""
    return DifficultyPart(
        overlap_share=view.overlap_share(video),
        alias_share=view.alias_share,
        view_inliers=view.localisation.inliers if view.localisation else None,
        wrong_inliers=view.wrong_inliers,
        scene_area_m2=asking.inputs.area_m2,
        video_length_s=video.length_s,
    )
