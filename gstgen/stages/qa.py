"""Stage qa: questions of one scene from what its earlier stages wrote."""

from __future__ import annotations

from pathlib import Path

from gstgen.dataset.records import ProvenancePart, SimulatorPart, write_records
from gstgen.dataset.store import write_json
from gstgen.errors import RunError
from gstgen.media.pictures import write_png
from gstgen.questions.build import Request, make_questions
from gstgen.questions.inputs import SceneInputs
from gstgen.questions.names import bddl_synsets
from gstgen.scenes import catalogue
from gstgen.scenes.model import Scene
from gstgen.stages.base import Report, StageContext


def run(context: StageContext, out: Path) -> Report:
    """Write `qa.jsonl`, `media/` (option pictures, boxed views) and `rejected.json` (what was dropped, and why)."""
    settings = context.settings
    inputs = SceneInputs.read(context.root, context.scene)
    number = catalogue.find(context.scene).number
    request = Request(
        root=context.root,
        settings=settings.questions,
        path_style=settings.video.path_style,
        seed=settings.seed,
        split=context.provenance["split"],
        scene_number=number,
        other_scenes=context.distractors,
        synsets=bddl_synsets(),
        provenance=_provenance(context, inputs.scene),
    )
    with context.ticker.timed("choose"):
        questions = make_questions(request, inputs)
    if not questions.records:
        raise RunError(
            f"scene {context.scene} gives no question at all; the funnel in its logs says which rule dropped them"
        )
    home = f"scenes/{context.scene}/qa/"
    with context.ticker.timed("draw"):
        jobs = context.ticker.track(questions.pictures.items(), len(questions.pictures), "option pictures")
        for path, job in jobs:
            write_png(out / path.removeprefix(home), job.draw(context.root))
    write_records(out / "qa.jsonl", questions.records)
    write_json(out / "rejected.json", {"funnel": questions.funnel.to_json(), "balance": questions.facts["balance"]})
    return Report(questions.funnel, questions.facts)


def _provenance(context: StageContext, scene: Scene) -> ProvenancePart:
    licences = {scene.licence} | {str(o.asset["licence"]) for o in scene.objects if o.asset.get("licence")}
    # The embedded simulator is part of this code; others say their own version.
    version = context.provenance.get("simulator_version", context.provenance["code_version"])
    return ProvenancePart(
        seed=context.settings.seed,
        settings=context.provenance["fingerprint"],
        code_version=context.provenance["code_version"],
        simulator=SimulatorPart(name=context.settings.simulator.name, version=version),
        scene_source=scene.source,
        inventory=scene.inventory,
        asset_licences=tuple(sorted(licences)),
    )
