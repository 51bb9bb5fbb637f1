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
from gstgen.stages.base import Funnel, Report, StageContext


def run(context: StageContext, out: Path) -> Report:
    """Write `qa.jsonl`, `media/` (option pictures, boxed views) and `rejected.json` (what was dropped, and why)."""
    settings = context.settings
    inputs = SceneInputs.read(context.root, context.scene)
    own = catalogue.find(context.scene)
    request = Request(
        root=context.root,
        settings=settings.questions,
        path_style=settings.video.path_style,
        seed=settings.seed,
        split=context.provenance["split"],
        scene_number=own.number,
        other_scenes=context.distractors,
        synsets=bddl_synsets(),
        provenance=_provenance(context, inputs.scene),
    )
    with context.ticker.timed("choose"):
        questions = make_questions(request, inputs)
    if not questions.records:
        raise RunError(f"scene {context.scene} gives no question at all; {_emptied(questions.funnel)}")
    home = f"scenes/{context.scene}/qa/"
    with context.ticker.timed("draw"):
        jobs = context.ticker.track(questions.pictures.items(), len(questions.pictures), "option pictures")
        for path, job in jobs:
            write_png(out / path.removeprefix(home), job.draw(context.root))
    write_records(out / "qa.jsonl", questions.records)
    write_json(out / "rejected.json", {"funnel": questions.funnel.to_json(), "balance": questions.facts["balance"]})
    widened = [name for name in context.distractors if catalogue.find(name).kind != own.kind]
    return Report(questions.funnel, {**questions.facts, "distractors_of_other_kinds": widened})


def _emptied(funnel: Funnel) -> str:
    """Which rules dropped most candidates, for a selection that ended empty."""
    drops = [(n, step, reason) for step, v in funnel.to_json().items() for reason, n in v["dropped"].items()]
    if not drops:
        return "there was no candidate: no recognisable target, view or clip"
    worst = sorted(drops, key=lambda d: (-d[0], d[1], d[2]))[:3]
    return "dropped most by " + ", ".join(f"{reason} in {step} ({n})" for n, step, reason in worst)


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
