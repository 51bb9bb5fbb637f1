"""The dataset card, `README.md` with the YAML header that dataset hubs read, from the manifest alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import yaml

from gstgen.questions.tasks import TASKS, VARIANTS

# Not every question has every kind of file, so the columns are named; records stay bytes, whose fields vary by task.
LOADING = (
    "import json, datasets",
    "",
    "image, video = datasets.Image(decode=False), datasets.Video(decode=False)",
    'columns = {"__key__": datasets.Value("string"), "__url__": datasets.Value("string"), '
    '"json": datasets.Value("binary"), "mp4": video, **{f"{i}.png": image for i in range(4)}}',
    'shards = datasets.load_dataset("webdataset", data_files="shards/*.tar", split="train", streaming=True, '
    "features=datasets.Features(columns))",
    'records = (json.loads(sample["json"]) for sample in shards)',
    "",
    "# or: webdataset.WebDataset('shards/bench-000000.tar')",
)
# Hub identifiers of licences that a whole dataset can carry.
HUB_LICENCES = {
    "CC0-1.0": "cc0-1.0",
    "CC-BY-4.0": "cc-by-4.0",
    "CC-BY-SA-4.0": "cc-by-sa-4.0",
    "Apache-2.0": "apache-2.0",
}
SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))

ANSWERS = {
    "point": "`<point>x y</point>`, whole numbers 0 to 999, x to the right, y down",
    "angle": "whole degrees, -179 to 180, left (counter-clockwise) positive",
    "mra": "metres with one decimal",
    "choice": "a letter, A to D",
}
METRICS = {
    "point": "mean over 100, 150, 200, 250, 300 of distance below it",
    "angle": "mean over 15, 30, 45 degrees of error below it",
    "mra": "mean relative accuracy, 0.50 to 0.95",
    "choice": "exact letter",
}
SHOWS = {
    "Pos": "current view, top-down image",
    "Ori": "current view, top-down image",
    "ED_v": "video with the object boxed in red, current view",
    "ED_s": "current view, name of the object",
    "EDist_v": "video with the object boxed in red, current view",
    "EDist_s": "current view, name of the object",
    "GP_v": "video with the object boxed in red, top-down image",
    "GP_s": "top-down image, name of the object",
    "TDS_E": "four bird's-eye pictures",
    "TDS_M": "four occupancy maps",
    "TDS_H": "four floor plans",
    "Traj": "short clip instead of the exploration video, four maps with a drawn path",
}


def dataset_card(manifest: Mapping[str, Any]) -> str:
    """Markdown of the card."""
    lines = ["---", yaml.safe_dump(_header(manifest), sort_keys=False, allow_unicode=True).rstrip(), "---", ""]
    lines += ["# Global-spatial video questions", ""]
    lines += [
        "An agent walked through an indoor scene and filmed it. Questions ask where a later view was taken, where "
        "objects are that this view does not show, and how the whole place is laid out. The format is GST-Bench's, "
        "with its twelve tasks.",
        "",
        *_generated(manifest),
        "",
        "## Tasks",
        "",
        *_table(manifest),
        "",
        "Local variants (`variant`): `local_video` shows the object in the current view too, `local_image` drops the "
        "video.",
        "",
        "Wrong options of top-down selection are other buildings, mirror images, or plans of the same building with "
        "a door, a wall or furniture moved (`geometry.options`: `scene`, `transform`, `edits`).",
        "",
        "## Files",
        "",
        "- `scenes/<id>/qa/qa.jsonl`: one record a line; paths in it are relative to this folder.",
        "- `shards/<split>-NNNNNN.tar`: the same with all media, in WebDataset layout: `<uid>.json`, `<uid>.mp4`, "
        "`<uid>.0.png`, ... (images in the record's order; questions without a video have no mp4).",
        "- `manifest.json`: counts, SHA-256 of every shard and question file, what each filter dropped, credits.",
        "",
        "A record interleaves media as `texts[0]`, video, `texts[1]`, image, `texts[2]`, ...; `question` is the same "
        "in one string with `<video>` and `<image>` marks. `geometry` holds camera, target box, map and options, so "
        "that every answer can be recomputed; `evidence` names the frames that show the target.",
        "",
        "Directions: 0 is straight ahead, left is positive. Orientations: 0 faces the top of the top-down image, "
        "counter-clockwise is positive. Distances: camera to the centre of the object's oriented box, in space.",
        "",
        "## Loading the shards",
        "",
        "```python",
        *LOADING,
        "```",
        "",
        "## Credits",
        "",
        *_credits(manifest),
        "",
    ]
    return "\n".join(lines)


def _header(manifest: Mapping[str, Any]) -> dict[str, Any]:
    questions = manifest["counts"]["questions"]
    size = next((name for limit, name in SIZES if questions < limit), "n>1M")
    licences = manifest["credits"]["licences"]
    one = HUB_LICENCES.get(licences[0]) if len(licences) == 1 else None
    licence = (
        {"license": one} if one else {"license": "other", "license_name": "mixed", "license_link": "manifest.json"}
    )
    return {
        **licence,
        "language": ["en"],
        "task_categories": ["visual-question-answering", "video-text-to-text"],
        "tags": ["spatial-reasoning", "video", "indoor", "synthetic", "webdataset"],
        "size_categories": [size],
        "pretty_name": "Global-spatial video questions",
    }


def _generated(manifest: Mapping[str, Any]) -> list[str]:
    """What was generated, scene by scene."""
    lines = ["| scene | questions | scene source | inventory | simulator |", "|---|---|---|---|---|"]
    for scene, facts in manifest["scenes"].items():
        cells = [", ".join(v for v in facts[key] if v) or "-" for key in ("source", "inventory", "simulator")]
        lines.append(f"| {scene} | {facts['questions']} | {' | '.join(cells)} |")
    made = sorted(s for s, facts in manifest["scenes"].items() if "procedural" in facts["source"])
    if made:
        lines += [
            "",
            f"**Generated geometry** in {', '.join(made)}. Only the list of rooms and objects and the objects' sizes "
            "come from the named inventory; walls, layout, furniture meshes and textures are generated. They are not "
            "the scans or models that the scene's name stands for elsewhere, and scores on them cannot be compared "
            "with published ones.",
        ]
    return lines


def _table(manifest: Mapping[str, Any]) -> list[str]:
    splits = manifest["counts"]["by_split"]
    heads = [f"{s}, {v}" for s in splits for v in VARIANTS if splits[s][v]]
    lines = [
        f"| task | shows beside the video | answer | metric | {' | '.join(heads)} |",
        f"|---|---|---|---|{'---|' * len(heads)}",
    ]
    for task in TASKS:
        numbers = [str(splits[s][v].get(task.name, 0)) for s in splits for v in VARIANTS if splits[s][v]]
        cells = [task.name, SHOWS[task.short], ANSWERS[task.metric], METRICS[task.metric], *numbers]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def _credits(manifest: Mapping[str, Any]) -> list[str]:
    listed = manifest["credits"]
    lines = [f"Licences: {', '.join(listed['licences'])}.", ""]
    lines += [f"- {line}" for line in listed["lines"]]
    for asset in listed["assets"]:
        credited = any(asset.get("name", "\0") in line for line in listed["lines"])
        if not credited and (asset.get("creator") or asset.get("name")):
            name = asset.get("name", "model")
            by = f" by {asset['creator']}" if asset.get("creator") else ""
            lines.append(f"- {name}{by} ({asset['licence']}), from {asset.get('source', 'unknown')}")
    return lines
