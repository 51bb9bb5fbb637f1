"""The page of one scene: what is there, plans, videos, views, filters, questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from gstgen.config import SCENE_STAGES
from gstgen.dataset.records import Record
from gstgen.questions.tasks import TASKS, VARIANTS
from gstgen.report import plan_svg
from gstgen.report.charts import histogram
from gstgen.report.filters import SHOWN_TARGETS, SHOWN_VIEWS, Shown, Thresholds
from gstgen.report.floor import Floor
from gstgen.report.html import Markup, join, page, table, tag, text
from gstgen.report.pictures import write_small, write_strip
from gstgen.report.reading import FilmedPath, SceneFiles
from gstgen.report.settings import ReportSettings
from gstgen.report.style import STYLE

_BASE = "plan"


class ScenePage:
    """Writes `index.html` and its pictures into a folder."""

    def __init__(
        self, files: SceneFiles, floor: Floor | None, thresholds: Thresholds, settings: ReportSettings, out: Path
    ) -> None:
        self._files, self._floor, self._thresholds, self._settings, self._out = files, floor, thresholds, settings, out
        self._frame = plan_svg.scene_frame(files)

    def html(self) -> str:
        """The whole page; writes the pictures that it shows."""
        parts = [
            self._head(),
            self._plans(),
            self._videos(),
            self._views(),
            self._histograms(),
            self._questions(),
            self._funnel(),
        ]
        return page(f"{self._files.id} - gstgen report", join(parts), STYLE)

    def _head(self) -> Markup:
        files, scene = self._files, self._files.scene
        chips = [tag("span", f"{s} done", class_="chip good") for s in SCENE_STAGES if s in files.done]
        chips += [tag("span", f"{s} missing", class_="chip bad") for s in files.missing]
        chips += [tag("span", f"{s} damaged", class_="chip bad") for s in files.damaged]
        facts = []
        if scene is not None:
            area = sum(r.polygon.area for r in scene.rooms)
            facts = [
                f"{scene.kind}, source {scene.source}" + (f" (inventory {scene.inventory})" if scene.inventory else ""),
                f"{len(scene.rooms)} rooms, {area:.0f} m2, {len(scene.objects)} objects",
            ]
        note = []
        if files.missing:
            note = [tag("p", f"Not finished: {', '.join(files.missing)}. What needs them is left out.", class_="bad")]
        note += [
            tag("p", f"Damaged: {stage} ({file} is not what the stage wrote), left out. stage={stage} makes it anew.",
                class_="bad")
            for stage, file in files.damaged.items()
        ]  # fmt: skip
        return tag(
            "header",
            tag("a", "all scenes", href="../index.html"),
            tag("h1", files.id),
            *(tag("p", fact, class_="soft") for fact in facts),
            tag("div", *chips, class_="chips"),
            *note,
        )

    def _plans(self) -> Markup:
        files, scene, frame = self._files, self._files.scene, self._frame
        if scene is None or frame is None:
            return self._missing("Plan", "scene")
        symbol = tag("svg", plan_svg.base(scene, frame, _BASE), width="0", height="0", style="position:absolute")
        cards = [self._exploration_card(path, frame) for path in files.explorations]
        if files.clips:
            cards.append(self._clips_card(frame))
        if files.views:
            cards.append(self._views_card(frame))
        if not cards:
            cards = [tag("div", tag("h3", "Rooms"), plan_svg.drawing(frame, _BASE), class_="card plan")]
        return tag(
            "section",
            tag("h2", "Plan: paths, coverage, views"),
            symbol,
            self._coverage(),
            tag("div", *cards, class_="grid", style="--cell: 560px"),
        )

    def _exploration_card(self, path: FilmedPath, frame: plan_svg.Frame) -> Markup:
        layers, keys = [], []
        entry = path.entry
        if self._floor is not None and len(self._floor.centers_m):
            seen = self._floor.shown[path.name]
            layers.append(plan_svg.floor_layer(frame, self._floor.centers_m, seen, self._floor.cell_m))
            keys = [_swatch("#2fa866", f"floor seen ({seen.mean():.1%})"), _swatch("#d02a2a", "floor not seen")]
        layers.append(plan_svg.path_layer(frame, path.poses[:, :2, 3]))
        ramp = tag("span", "start", tag("span", class_="ramp", style=f"background:{plan_svg.ramp_css()}"), "end")
        said = [f"{len(path.poses) / self._files.fps:.0f} s"]
        for key, words in (
            ("length_m", "{:.1f} m"),
            ("viewpoints", "{} viewpoints"),
            ("objects_seen_well", "{} objects seen well"),
        ):
            if key in entry:
                said.append(words.format(entry[key]))
        own = entry.get("coverage")
        if isinstance(own, dict):
            said += _coverage_words(own)
        return tag(
            "div", tag("h3", path.name, " ", tag("span", ", ".join(said), class_="soft")),
            plan_svg.drawing(frame, _BASE, *layers), tag("div", ramp, *keys, class_="key"), class_="card plan",
        )  # fmt: skip

    def _clips_card(self, frame: plan_svg.Frame) -> Markup:
        colours = ("#1f5fd0", "#b3390f", "#0b7a5b", "#8a2fa8", "#8a6d00", "#00708a")
        layers, keys = [], []
        for i, clip in enumerate(self._files.clips):
            colour = colours[i % len(colours)]
            for other in clip.entry.get("alternatives", []):
                layers.append(plan_svg.line_layer(frame, other["points_m"], colour, 2.0, str(other["name"])))
            layers.append(plan_svg.line_layer(frame, clip.entry["points_m"], colour, 6.0, clip.name))
            keys.append(_swatch(colour, f"{clip.name} {clip.entry['length_m']:.1f} m"))
        return tag(
            "div", tag("h3", "Clips ", tag("span", "thick: filmed; thin: alternatives; dot: start", class_="soft")),
            plan_svg.drawing(frame, _BASE, *layers), tag("div", *keys, class_="key"), class_="card plan",
        )  # fmt: skip

    def _views_card(self, frame: plan_svg.Frame) -> Markup:
        views = self._files.views
        count = Counter(plan_svg.view_color(view) for view in views)
        keys = [
            _swatch(colour, f"{words} ({count[colour]})")
            for colour, words in (
                (plan_svg.LOCALISED, "placed by matching"),
                (plan_svg.LOST, "not placed"),
                (plan_svg.UNKNOWN, "not tried"),
            )
            if count[colour]
        ]
        return tag(
            "div", tag("h3", f"{len(views)} current views"),
            plan_svg.drawing(frame, _BASE, plan_svg.view_layer(frame, views)), tag("div", *keys, class_="key"),
            class_="card plan",
        )  # fmt: skip

    def _coverage(self) -> Markup:
        """Numbers of coverage: as the trajectories state them, else from the stage's facts; and what was not seen."""
        facts = self._files.done.get("trajectory", {}).get("facts", {})
        stated = self._files.coverage or {
            "floor": facts.get("floor_coverage"),
            "objects": facts.get("object_coverage"),
            "unseen": [{"object": name} for name in facts.get("targets_not_seen_well", [])],
        }
        said = _coverage_words(stated)
        if self._floor is not None and self._floor.share is not None:
            said.append(f"floor in the pictures below {self._floor.share:.1%}")
        parts = [tag("p", note, class_="bad") for note in self._files.notes]
        if said:
            parts.append(tag("p", "Coverage of all explorations: " + ", ".join(said)))
        unseen = stated.get("unseen") or []
        if unseen:
            rows = [(item.get("object"), item.get("reason", "not seen well")) for item in unseen]
            parts.append(
                tag("details", tag("summary", f"{len(rows)} objects not seen well"), table(("object", "why"), rows))
            )
        return join(parts)

    def _videos(self) -> Markup:
        if "video" not in self._files.done:
            return self._missing("Videos", "video")
        cards = []
        for path in (*self._files.explorations, *self._files.clips):
            if path.video is None:
                continue
            file = f"strip_{path.name}.jpg"
            write_strip(self._files.folder("video") / path.video["file"], self._out / file, self._settings)
            facts = f"{path.video['frames']} frames, {path.video['frames'] / path.video['fps']:.1f} s"
            cards.append(
                tag("div", tag("h3", path.name, " ", tag("span", facts, class_="soft")),
                    tag("img", src=file, alt=f"frames of {path.name}", loading="lazy"), class_="card")
            )  # fmt: skip
        return tag("section", tag("h2", "Videos"), tag("div", *cards, class_="grid", style="--cell: 640px"))

    def _views(self) -> Markup:
        if "current_view" not in self._files.done:
            return self._missing("Current views", "current_view")
        figures = []
        for view in self._files.views:
            file = f"{view['name']}.jpg"
            source = self._files.folder("current_view") / view["file"]
            write_small(source, self._out / file, self._settings.view_px, self._settings.jpeg_quality)
            figures.append(
                tag(
                    "figure",
                    tag("img", src=file, alt=view["name"], loading="lazy"),
                    _view_caption(view),
                    id=view["name"],
                )
            )
        found = [view.get("numbers", {}).get("localisation") for view in self._files.views]
        tried = [f for f in found if f is not None]
        said = f"{len(found)} views"
        if tried:
            said += f", {sum(f['localised'] for f in tried)} of {len(tried)} placed by matching points with the videos"
        return tag(
            "section", tag("h2", "Current views"), tag("p", said),
            tag("div", *figures, class_="grid", style="--cell: 220px"),
        )  # fmt: skip

    def _histograms(self) -> Markup:
        targets = (self._files.videos or {}).get("recognisable", (self._files.videos or {}).get("targets", []))
        cards = [*self._charts(SHOWN_VIEWS, self._files.views), *self._charts(SHOWN_TARGETS, targets)]
        if not cards:
            return self._missing("Filters", "current_view")
        return tag(
            "section", tag("h2", "The numbers behind the filters"),
            tag("p", "Of what was accepted; thresholds in red, as the present settings have them.", class_="soft"),
            tag("div", *cards, class_="grid", style="--cell: 300px"),
        )  # fmt: skip

    def _charts(self, shown: Iterable[Shown], items: Sequence[dict[str, Any]]) -> list[Markup]:
        cards = []
        for number in shown:
            values = [v for item in items if (v := number.read(item)) is not None and np.isfinite(v)]
            if values:
                chart = histogram(values, number.limits(self._thresholds), self._settings.histogram_bins)
                cards.append(tag("div", tag("h3", number.title), chart, class_="card"))
        return cards

    def _funnel(self) -> Markup:
        rows = []
        for stage in SCENE_STAGES:
            for step, counts in self._files.done.get(stage, {}).get("funnel", {}).items():
                dropped = sorted(counts["dropped"].items(), key=lambda item: (-item[1], item[0]))
                why = ", ".join(f"{reason} {count}" for reason, count in dropped)
                rows.append((stage, step, counts["accepted"], sum(counts["dropped"].values()), why))
        head = ("stage", "step", "kept", "dropped", "why")
        return tag("section", tag("h2", "What each filter kept and dropped"), table(head, rows))

    def _missing(self, title: str, stage: str) -> Markup:
        state = "damaged" if stage in self._files.damaged else "not finished"
        return tag("section", tag("h2", title), tag("p", f"Stage {stage} is {state}.", class_="bad"))

    def _questions(self) -> Markup:
        if "qa" not in self._files.done:
            return self._missing("Questions", "qa")
        records = self._files.records
        count = Counter((r.task, r.variant) for r in records)
        rows = [
            (task.short, task.name.replace("_", " "), *(count[task.name, variant] for variant in VARIANTS))
            for task in TASKS
        ]
        cards = []
        for task in TASKS:
            example = next((r for r in records if r.task == task.name), None)
            if example is not None:
                cards.append(self._example(task.short, example))
        return tag(
            "section", tag("h2", f"{len(records)} questions"), table(("task", "name", *VARIANTS), rows),
            tag("div", *cards, class_="grid", style="--cell: 460px; margin-top: 14px"),
        )  # fmt: skip

    def _example(self, short: str, record: Record) -> Markup:
        pictures = []
        for i, image in enumerate(record.images):
            file = f"example_{short}_{i}.jpg"
            source = self._files.root / image
            if source.is_file():
                write_small(source, self._out / file, self._settings.example_px, self._settings.jpeg_quality)
                pictures.append(tag("img", src=file, alt=f"picture {i + 1}", loading="lazy"))
        return tag(
            "div", tag("h3", short, " ", tag("span", record.uid, class_="soft")),
            tag("p", record.question, class_="question"), tag("div", *pictures, class_="pictures"),
            tag("p", tag("b", "answer "), record.answer), class_="card",
        )  # fmt: skip


def _swatch(colour: str, words: str) -> Markup:
    return tag("span", tag("span", class_="swatch", style=f"background:{colour}"), words)


def _coverage_words(stated: dict[str, Any]) -> list[str]:
    """Shares of floor and objects, and how many rooms were entered, as far as they are stated."""
    words = [f"{k} {float(stated[k]):.1%}" for k in ("floor", "objects") if _is_number(stated.get(k))]
    return [*words, f"{len(stated['rooms'])} rooms entered"] if isinstance(stated.get("rooms"), list) else words


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _view_caption(view: dict[str, Any]) -> Markup:
    numbers = view.get("numbers", {})
    best = max(view["overlap"].values(), key=lambda o: float(o["share"]), default=None)
    lines: list[Markup] = [
        tag("b", view["name"]),
        text(f", {view['room'] or 'no room'}, {len(view['visible'])} objects"),
    ]
    if best is not None:
        lines += [
            tag("br"),
            text(f"seen by a video {best['share']:.0%}, by its best frame {best['best_frame_share']:.0%}"),
        ]
    found = numbers.get("localisation")
    if found is not None:
        lines.append(tag("br"))
        if found["localised"]:
            lines.append(tag("span", f"placed: {found['position_error_m']:.2f} m off, ", class_="good"))
        elif found["position_error_m"] is not None:
            lines.append(tag("span", f"wrongly placed: {found['position_error_m']:.1f} m off, ", class_="bad"))
        else:
            lines.append(tag("span", "not placed, ", class_="bad"))
        lines.append(text(f"{found['inliers']} points agree"))
        if found["best_wrong"] is not None:
            lines.append(text(f", {found['best_wrong']['inliers']} on a wrong place"))
    return tag("figcaption", *lines)
