"""Wrong labels of every kind are caught; sound ones pass the same path."""

from __future__ import annotations

from pathlib import Path

import pytest
import synthetic_home as home
from label_mutations import MUTATIONS, Source, Spoiled, caught_by, prove, spoil

import gstgen.dataset as package


@pytest.fixture(scope="module")
def source(finished):
    return Source(finished.root, home.MAIN)


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda m: m.__name__)
def test_every_kind_of_wrong_label_is_caught(source, mutation):
    every = list(spoil(source, mutation))
    assert every, "the synthetic home has no question to spoil"
    for uid, spoiled in every[:: max(1, len(every) // 3)][:4]:
        assert caught_by(source, spoiled, home.verify_settings()), uid


def test_a_question_that_was_not_spoiled_is_not_caught(source):
    for row in source.rows[::9]:
        assert caught_by(source, Spoiled(row), home.verify_settings()) == []


def test_the_tally_counts_what_escapes(source, monkeypatch):
    import label_mutations

    monkeypatch.setattr(label_mutations, "MUTATIONS", (harmless,))
    tally = prove([source], home.verify_settings(), 3)["harmless"]
    assert (tally.made, tally.caught, len(tally.escaped)) == (3, 0, 3)


def harmless(source, data, task):
    return Spoiled(data)


def test_the_verification_shares_no_code_with_what_makes_the_answers():
    """Names of tasks and the schema are common; formulas, filters and drawing are not."""
    shared = {"gstgen.dataset.records", "gstgen.dataset.store", "gstgen.scenes.model", "gstgen.errors"}
    for path in sorted(Path(package.__path__[0]).glob("verify*.py")):
        imported = {
            line.split()[1]
            for line in path.read_text(encoding="utf-8").splitlines()
            if line.startswith(("from gstgen", "import gstgen"))
        }
        foreign = {m for m in imported if not m.startswith("gstgen.dataset.verify")} - shared
        assert foreign <= {"gstgen.stages.base"}, f"{path.name} imports {foreign}"
