import json
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gstgen.errors import RequestError, RunError
from gstgen.evaluation.intervals import percentile_interval, resampled_means
from gstgen.evaluation.leaderboard import PUBLISHED, PUBLISHED_MEANS
from gstgen.questions.tasks import TASK_NAMES
from gstgen.stages.evaluate import run_dataset

from .conftest import write_dataset


@pytest.fixture
def evaluate(dataset, tmp_path, settings, capsys):
    """Run the stage and give (report.json, terminal text, folder)."""
    count = iter(range(100))

    def run(predictions, scenes=None, root=dataset):
        out = tmp_path / f"out{next(count)}"
        out.mkdir()
        run_dataset(root, settings, scenes, out, predictions)
        return json.loads((out / "report.json").read_text()), capsys.readouterr().out, out

    return run


def all_rows(report):
    return report["tasks"] + report["local"]


def test_oracle_is_100_everywhere_and_tasks_stand_in_order(evaluate):
    report, printed, out = evaluate("oracle")
    assert [row["task"] for row in report["tasks"]] == list(TASK_NAMES)
    assert all(row["score"] == 100.0 and row["interval"] == [100.0, 100.0] for row in all_rows(report))
    assert all(row["references"]["oracle"] == 100.0 for row in all_rows(report))
    assert report["mean"]["score"] == 100.0
    assert report["mean"]["tasks"] == 12
    assert report["problems"] == {}
    text = (out / "report.md").read_text()
    for name in TASK_NAMES:
        assert name in printed
        assert name in text
    assert printed.index("Self_Localization_Global_Position") < printed.index("Trajectory_Selection")


def test_random_and_constant_work_without_a_file(evaluate):
    random, _, _ = evaluate("random")
    constant, _, _ = evaluate("constant")
    assert 0 < random["mean"]["score"] < 60
    for row in all_rows(constant):
        assert row["score"] == row["references"]["constant"]
        assert row["parse_failures"] == row["missing"] == 0
        assert row["references"]["constant_per_category"] >= row["references"]["constant"]
    assert random["mean"]["references"] == constant["mean"]["references"]


def test_scores_are_also_told_as_a_share_of_what_a_constant_leaves(evaluate):
    constant, _, out = evaluate("constant")
    oracle, _, _ = evaluate("oracle")
    random, _, _ = evaluate("random")
    assert all(row["above_constant"] in (0.0, None) for row in all_rows(constant))
    assert all(row["above_constant"] in (100.0, None) for row in all_rows(oracle))
    for row in all_rows(random):
        best = row["references"]["constant"]
        if best < 100.0:
            assert row["above_constant"] == pytest.approx(100 * (row["score"] - best) / (100 - best), abs=0.02)
    assert "above constant" in (out / "report.md").read_text()


def test_same_input_gives_the_same_bytes(evaluate):
    first, second = evaluate("random")[2], evaluate("random")[2]
    for name in ("report.json", "report.md", "items.jsonl"):
        assert (first / name).read_bytes() == (second / name).read_bytes()


def test_the_report_holds_hashes_of_questions_and_settings(evaluate, tmp_path):
    report, _, _ = evaluate("oracle")
    other, _, _ = evaluate("oracle", root=write_dataset(tmp_path / "other", seed=1))
    part, _, _ = evaluate("oracle", scenes=["Rs_int"])
    assert len({r["questions"]["sha256"] for r in (report, other, part)}) == 3
    assert report["settings_sha256"] == other["settings_sha256"]
    assert report["settings"]["seed"] == 7
    assert part["questions"]["scenes"] == ["Rs_int"]
    assert part["mean"]["n"] == report["mean"]["n"] / 2


def test_missing_unreadable_and_odd_predictions_are_counted_apart(evaluate, dataset, tmp_path):
    lines = []
    for line in (dataset / "scenes/Rs_int/qa/qa.jsonl").read_text().splitlines():
        record = json.loads(line)
        if record["task"] == "Self_Localization_Global_Orientation":
            lines.append({"uid": record["uid"], "pred": [math.nan, None, "I do not know", "30 or 90"][len(lines) % 4]})
    path = tmp_path / "model.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in [*lines, {"uid": "no_such", "pred": 1}, lines[0]]))
    report, printed, out = evaluate(str(path), scenes=["Rs_int"])
    row = report["tasks"][1]
    assert (row["n"], row["parse_failures"], row["missing"], row["score"]) == (4, 4, 0, 0.0)
    assert row["parse_failure_reasons"] == {"ambiguous": 1, "empty": 1, "no_number": 1, "not_finite": 1}
    assert report["tasks"][0]["missing"] == 4
    assert report["problems"]["unknown_uids"] == {"count": 1, "examples": ["no_such"]}
    assert report["problems"]["duplicates"]["count"] == 1
    assert report["problems"]["missing_tasks"]["count"] == 11
    assert "no_such" in printed
    assert report["predictions"]["source"] == "model.jsonl"
    items = [json.loads(line) for line in (out / "items.jsonl").read_text().splitlines()]
    assert len(items) == report["questions"]["count"]
    assert str(tmp_path) not in (out / "report.json").read_text() + (out / "report.md").read_text()


def test_local_variants_stand_apart_with_paired_gaps(evaluate, dataset, tmp_path):
    path = tmp_path / "model.jsonl"
    lines = []
    for file in dataset.glob("scenes/*/qa/qa.jsonl"):
        for line in file.read_text().splitlines():
            record = json.loads(line)
            pred = record["answer"] if record["variant"] != "local_video" else "unreadable"
            lines.append(json.dumps({"uid": record["uid"], "pred": pred}))
    path.write_text("\n".join(lines))
    report, _, _ = evaluate(str(path))
    assert report["mean"]["score"] == 100.0
    assert {(row["short"], row["variant"]) for row in report["local"]} == {
        (short, variant)
        for short in ("ED_v", "ED_s", "EDist_v", "EDist_s")
        for variant in ("local_video", "local_image")
    }
    assert [gap["gap"] for gap in report["local_gaps"]] == [100.0] * 4
    assert [gap["pairs"] for gap in report["local_gaps"]] == [8] * 4


def test_scores_stand_by_difficulty_with_the_gap_of_each_task(evaluate, dataset, tmp_path):
    files = sorted(dataset.glob("scenes/*/qa/qa.jsonl"))
    rows = [json.loads(line) for file in files for line in file.read_text().splitlines()]
    rows = [r for r in rows if r["variant"] == "global"]
    lines = [
        {"uid": r["uid"], "pred": r["answer"] if r["difficulty"]["level"] != "extreme" else "no idea"} for r in rows
    ]
    path = tmp_path / "p.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    report, text, _ = evaluate(str(path))
    levels = {row["level"]: row for row in report["levels"]}
    assert list(levels) == ["easy", "medium", "extreme", None]
    assert sum(row["n"] for row in report["levels"]) == len(rows)
    assert levels["easy"]["score"] == 100.0
    assert levels["extreme"]["score"] == 0.0
    assert "Scores by difficulty" in text
    assert "-100.0" in text
    assert levels["medium"]["tasks"][TASK_NAMES[0]] == {"n": 2, "score": 100.0}


def test_tasks_without_questions_are_named_and_left_out_of_the_mean(evaluate, dataset):
    path = dataset / "scenes/Rs_int/qa/qa.jsonl"
    path.write_text("".join(line + "\n" for line in path.read_text().splitlines() if "Topdown_Selection" not in line))
    report, printed, _ = evaluate("oracle", scenes=["Rs_int"])
    assert report["mean"]["tasks"] == 9
    assert len(report["tasks_without_questions"]) == 3
    assert "Mean of 9 tasks" in printed


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "hold no question"),
        ("{cut", "line 1 is not a question"),
        ('{"uid": "a"}', "line 1 is not a question"),
        ("[]", "line 1 is not a question"),
    ],
)
def test_broken_questions_are_wrong_requests(dataset, settings, tmp_path, content, message):
    (dataset / "scenes/Rs_int/qa/qa.jsonl").write_text(content)
    with pytest.raises(RequestError, match=message):
        run_dataset(dataset, settings, ["Rs_int"], tmp_path, "oracle")


@pytest.mark.parametrize(
    ("scenes", "predictions", "message"),
    [
        (["Nowhere"], "oracle", "no questions of scene Nowhere"),
        (None, None, "needs predictions"),
        (None, "missing.jsonl", "does not exist"),
    ],
)
def test_wrong_requests(dataset, settings, tmp_path, scenes, predictions, message):
    with pytest.raises(RequestError, match=message):
        run_dataset(dataset, settings, scenes, tmp_path, predictions)


def test_a_root_without_questions_is_a_wrong_request(settings, tmp_path):
    with pytest.raises(RequestError, match="holds no questions"):
        run_dataset(tmp_path, settings, None, tmp_path, "oracle")


def test_an_answer_that_contradicts_its_value_fails_the_run(dataset, settings, tmp_path):
    path = dataset / "scenes/Rs_int/qa/qa.jsonl"
    records = [json.loads(line) for line in path.read_text().splitlines()]
    records[0]["answer"] = "<point>0 0</point>"
    records[0]["answer_value"] = [999, 999]
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    with pytest.raises(RunError, match=records[0]["uid"]):
        run_dataset(dataset, settings, None, tmp_path, "random")


def test_published_rows_agree_with_their_published_means():
    for row, mean in (("random", 20.01), ("human", 79.08), ("fine-tuned 8B", 53.52)):
        assert sum(PUBLISHED[row].values()) / 12 == pytest.approx(mean, abs=0.01)
    assert PUBLISHED_MEANS["random"] == 20.01


scores = st.lists(st.sampled_from([k / 10 for k in range(11)]), min_size=1, max_size=40)


@settings(deadline=None)
@given(scores, st.integers(0, 1000))
def test_bootstrap_is_deterministic_and_holds_the_mean(values, seed):
    means = resampled_means(values, 200, seed, "task")
    assert (means == resampled_means(values, 200, seed, "task")).all()
    low, high = percentile_interval(means, 0.95)
    assert min(values) - 1e-9 <= low <= high <= max(values) + 1e-9


def test_bootstrap_interval_covers_a_known_mean():
    values = [1.0] * 30 + [0.0] * 70
    low, high = percentile_interval(resampled_means(values, 4000, 7, "task"), 0.95)
    assert low == pytest.approx(0.21, abs=0.02)
    assert high == pytest.approx(0.39, abs=0.02)
    assert not (resampled_means(values, 50, 7, "a") == resampled_means(values, 50, 7, "b")).all()
