"""Stage `scenes`: the catalogue as a table, as pictures, or generated and audited. Belongs to no dataset."""

from __future__ import annotations

from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from gstgen.config import Settings
from gstgen.dataset.store import read_done
from gstgen.errors import RequestError, RunError
from gstgen.scenes import catalogue
from gstgen.scenes.catalogue import CatalogueEntry
from gstgen.scenes.families import KINDS, FamilyName, has_upper_level
from gstgen.stages import contact_sheets, scenes_table

_PLAIN_WIDTH = 200  # columns when the table goes to a file or a pipe


def run_catalogue(settings: Settings, console: Console) -> None:
    """List the scenes that the settings choose, or draw them, or generate and audit them all.

    RequestError when nothing is chosen or a chosen scene cannot be made, RunError when the audit found faults.
    """
    chosen = choose(settings)
    if settings.scenes.table is not None or settings.scenes.draw:
        made = [e for e in chosen if e.generator]
        if not made:
            catalogue.find_generated(chosen[0].name)  # says what is missing
        if settings.scenes.draw:
            contact_sheets.draw(settings, made, console)
        if settings.scenes.table is not None:
            wrong = scenes_table.faulty(scenes_table.write_table(settings, made, console))
        else:
            wrong = []
        if len(made) < len(chosen):
            console.print(f"{len(chosen) - len(made)} listed scenes have no loader and were left out", highlight=False)
        if wrong:
            raise RunError(
                f"{len(wrong)} of {len(made)} scenes have faults ({', '.join(wrong[:3])}); the table says which"
            )
        return
    _print_list(settings, chosen)


def choose(settings: Settings) -> list[CatalogueEntry]:
    """The entries that names, kind, source, split and families choose, benchmark first; RequestError for none."""
    wanted = settings.scenes
    names = [*wanted.names, *([settings.scene] if settings.scene is not None else [])]
    found = [catalogue.find(n) for n in names] if names else [*catalogue.entries().values(), *_members(settings)]
    kept = [
        e
        for e in found
        if wanted.kind in (None, e.kind)
        and wanted.source in (None, e.source)
        and settings.split in (None, e.split)
        and e.name not in settings.bench.exclude
    ]
    if not kept:
        raise RequestError("no scene has this kind, source and split; stage=scenes alone lists all of them")
    return list({e.name: e for e in kept}.values())


def _members(settings: Settings) -> list[CatalogueEntry]:
    """Members of each family; both levels of those that have two."""
    wanted = settings.scenes
    out = []
    for kind in KINDS if wanted.kind is None else (wanted.kind,):
        for number in range(wanted.first, wanted.first + wanted.families):
            for upper in (False, True) if has_upper_level(kind, number) else (False,):
                out.append(catalogue.find(FamilyName(kind, number, upper).id))
    return out


def _print_list(settings: Settings, chosen: Sequence[CatalogueEntry]) -> None:
    console = Console()
    if not console.is_terminal:
        console = Console(width=_PLAIN_WIDTH)
    table = Table(title=f"{len(chosen)} scenes", title_justify="left", box=SIMPLE_HEAD)
    for column in (
        "scene",
        "no.",
        "kind",
        "split",
        "level",
        "rooms",
        "m2",
        "listed",
        "placed",
        "s",
        "source",
        "licence",
    ):
        right = column in ("no.", "rooms", "m2", "listed", "placed", "s")
        table.add_column(column, justify="right" if right else "left", no_wrap=True)
    table.add_column("needs")
    for e in chosen:
        listed = placed = seconds = ""
        if e.generator:
            listed = str(sum(len(r.items) for r in catalogue.inventory_of(e, settings.seed).rooms))
        done = read_done(settings.output / "scenes" / e.name / "scene")
        if done is not None:
            counts = done.get("funnel", {}).get("listed", {})
            placed, seconds = str(counts.get("accepted", "")), f"{done.get('seconds', {}).get('total', 0.0):.1f}"
        missing = "" if e.generator else catalogue.source(e.source).missing or "a generator"
        table.add_row(
            e.title, "" if e.number is None else str(e.number), e.kind, e.split, e.level,
            "" if e.rooms is None else str(e.rooms), "" if e.area_m2 is None else f"{e.area_m2:.0f}",
            listed, placed, seconds, e.source, e.licence, missing,
        )  # fmt: skip
    console.print(table)
    if not settings.scenes.names and settings.scene is None:
        hypersim = catalogue.source("hypersim")
        console.print(
            f"families have members {KINDS[0]}/000000 to 999999; {hypersim.title} scenes ({hypersim.mark}) are known "
            f"by name and need {hypersim.missing}",
            highlight=False,
        )
