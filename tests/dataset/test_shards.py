from __future__ import annotations

import hashlib
import io
import json
import tarfile
from itertools import groupby

import pytest
import yaml
from dataset_fixtures import stage_settings

from gstgen.dataset.records import Record, read_records
from gstgen.dataset.shards import ShardSettings, read_dataset, write_shards
from gstgen.dataset.store import write_done
from gstgen.dataset.tar import member_bytes, write_tar
from gstgen.errors import RunError
from gstgen.questions.tasks import TASK_NAMES
from gstgen.stages import shard


@pytest.fixture(scope="module")
def out(finished, tmp_path_factory):
    folder = tmp_path_factory.mktemp("shards")
    shard.run_dataset(finished.root, stage_settings(), [finished.scene], folder)
    return folder


def samples(path):
    """Members grouped as webdataset does: by the name up to its first dot, in order."""
    with tarfile.open(path) as archive:
        members = [(m, archive.extractfile(m).read()) for m in archive.getmembers()]
    return [
        (key, {m.name.split(".", 1)[1]: data for m, data in group})
        for key, group in groupby(members, key=lambda item: item[0].name.split(".", 1)[0])
    ], [m for m, _ in members]


def test_every_question_travels_whole(finished, out):
    records = {r.uid: r for r in read_records(finished.qa / "qa.jsonl")}
    found = {}
    for path in sorted((out / "shards").glob("bench-*.tar")):
        found.update(samples(path)[0])
    assert found.keys() == records.keys()
    for uid, files in found.items():
        record = Record.model_validate_json(files["json"])
        assert record == records[uid]
        media = [f"{i}.png" for i in range(len(record.images))] + ["mp4"] * bool(record.video)
        assert sorted(files) == sorted(["json", *media])
        for i, image in enumerate(record.images):
            assert files[f"{i}.png"] == (finished.root / image).read_bytes()
        if record.video:
            assert files["mp4"] == (finished.root / record.video).read_bytes()


def test_shards_hold_nothing_of_the_machine_and_stay_small(out):
    paths = sorted((out / "shards").glob("*.tar"))
    assert [p.name for p in paths] == [f"bench-{i:06d}.tar" for i in range(len(paths))]
    assert len(paths) > 1
    for path in paths:
        assert path.stat().st_size <= 1.02e6
        found, members = samples(path)
        assert [k for k, _ in found] == sorted(k for k, _ in found)
        assert {(m.mtime, m.uid, m.gid, m.uname, m.gname, m.mode) for m in members} == {(0, 0, 0, "", "", 0o644)}


def test_the_same_content_gives_the_same_manifest(finished, out, tmp_path):
    shard.run_dataset(finished.root, stage_settings(), [finished.scene], tmp_path)
    for path in [p for p in out.rglob("*") if p.is_file()]:
        assert (tmp_path / path.relative_to(out)).read_bytes() == path.read_bytes()


def test_the_manifest_counts_hashes_and_credits(finished, out):
    data = json.loads((out / "manifest.json").read_text())
    counts = data["counts"]["by_split"]["bench"]
    assert list(counts["global"]) == sorted(TASK_NAMES)
    assert sum(sum(v.values()) for v in counts.values()) == data["counts"]["questions"]
    assert sum(s["questions"] for s in data["shards"]) == data["counts"]["questions"]
    for one in data["shards"]:
        assert hashlib.sha256((out / one["file"]).read_bytes()).hexdigest() == one["sha256"]
    qa = data["scenes"][finished.scene]
    assert qa["qa_sha256"] == hashlib.sha256((finished.qa / "qa.jsonl").read_bytes()).hexdigest()
    assert data["credits"]["licences"] == ["Apache-2.0", "CC0-1.0"]
    text = (out / "manifest.json").read_text() + (out / "README.md").read_text()
    assert str(finished.root) not in text


def test_the_manifest_takes_funnels_but_not_seconds(copy, tmp_path):
    write_done(copy.qa, "mark", {"total": 1234.5}, {"funnel": {"step": {"accepted": 3, "dropped": {}}}})
    shard.run_dataset(copy.root, stage_settings(), [copy.scene], tmp_path)
    text = (tmp_path / "manifest.json").read_text()
    assert json.loads(text)["scenes"][copy.scene]["funnel"] == {"qa": {"step": {"accepted": 3, "dropped": {}}}}
    assert "1234.5" not in text


def test_the_card_has_a_header_that_hubs_read(out):
    _, header, body = (out / "README.md").read_text().split("---\n", 2)
    values = yaml.safe_load(header)
    assert values["license"] == "other"
    assert "configs" not in values  # the hub guesses one set of columns, which shards of several tasks do not have
    assert "**Generated geometry** in Rs_int" in body
    assert all(name in body for name in TASK_NAMES)


def test_shards_of_an_earlier_run_go(finished, tmp_path):
    (tmp_path / "shards").mkdir()
    (tmp_path / "shards" / "bench-000099.tar").write_bytes(b"old")
    dataset = read_dataset(finished.root, [finished.scene])
    written = write_shards(finished.root, tmp_path, dataset, ShardSettings(max_mb=100))
    assert [p.name for p in (tmp_path / "shards").iterdir()] == ["bench-000000.tar"]
    assert written[0].questions == sum(map(len, dataset.values()))


def test_a_missing_medium_stops_the_run_and_leaves_no_shard(copy, tmp_path):
    record = read_records(copy.qa / "qa.jsonl")[0]
    (copy.root / record.images[0]).unlink()
    with pytest.raises(RunError, match="is not there"):
        shard.run_dataset(copy.root, stage_settings(), [copy.scene], tmp_path / "out")
    assert not (tmp_path / "out" / "manifest.json").exists()


def test_a_uid_used_twice_stops_the_run(copy):
    path = copy.qa / "qa.jsonl"
    line = path.read_text().splitlines()[0]
    path.write_text(path.read_text() + line + "\n")
    with pytest.raises(RunError, match="used twice"):
        read_dataset(copy.root, [copy.scene])


def test_tar_sizes_are_foreseen(tmp_path):
    members = [("a" * 150 + ".json", b"x" * 700), ("b.mp4", b""), ("c.0.png", b"y" * 512)]
    write_tar(tmp_path / "x.tar", members)
    body = sum(member_bytes(*m) for m in members)
    data = (tmp_path / "x.tar").read_bytes()
    assert len(data) == -(-(body + 1024) // 10240) * 10240
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        assert archive.getnames() == [name for name, _ in members]
