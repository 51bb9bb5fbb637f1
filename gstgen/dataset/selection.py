"""Which questions of a dataset were taken out afterwards: `selection.json` at the root, by whom and why.

The questions stay in `qa.jsonl`; shards, evaluation and inference leave them out. An entry counts only while the
question is the one that was judged: it holds a hash of the record.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

from gstgen.dataset.store import hash_json, read_json, write_json
from gstgen.errors import RequestError

SELECTION = "selection.json"


def record_hash(record: Mapping[str, Any]) -> str:
    """What identifies a judged question: the plain JSON record as it stands in `qa.jsonl`."""
    return hash_json(dict(record))


def read_removed(root: Path) -> dict[str, dict[str, str]]:
    """{uid: {"by", "reason", "record"}} of the questions taken out; RequestError when the file cannot be read."""
    path = root / SELECTION
    if not path.exists():
        return {}
    try:
        removed = read_json(path)["removed"]
        return {str(uid): {k: str(entry[k]) for k in ("by", "reason", "record")} for uid, entry in removed.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise RequestError(
            f"{path} cannot be read ({error}); delete it and run the stage that made it again"
        ) from error


def write_removed(root: Path, by: str, reasons: Mapping[str, str], records: Iterable[Mapping[str, Any]]) -> None:
    """Replace everything that `by` took out by the given {uid: reason}; what others took out stays."""
    kept = {uid: entry for uid, entry in read_removed(root).items() if entry["by"] != by}
    hashes = {str(r["uid"]): record_hash(r) for r in records}
    fresh = {uid: {"by": by, "reason": reason, "record": hashes[uid]} for uid, reason in reasons.items()}
    entries = {**fresh, **kept}
    if entries:
        write_json(root / SELECTION, {"removed": entries})
    else:
        (root / SELECTION).unlink(missing_ok=True)


def is_removed(
    removed: Mapping[str, Mapping[str, str]], record: Mapping[str, Any], ignore: Collection[str] = ()
) -> bool:
    """Whether a record was taken out (by anybody but those to `ignore`) as it stands now."""
    entry = removed.get(str(record["uid"]))
    return entry is not None and entry["by"] not in ignore and entry["record"] == record_hash(record)
